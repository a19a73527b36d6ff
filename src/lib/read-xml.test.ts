import { expect, test } from 'vitest';
import { expectLinearTime } from '../../tests/harness/growth.ts';
import { readXml } from './read-xml.ts';

function events(source: string, names: 'local' | 'prefixed' = 'prefixed'): string {
  const seen: string[] = [];
  readXml(source, names, {
    open: (name, attributes, end) => {
      const list = [...attributes].map(([key, value]) => ` ${key}=${value}`).join('');
      seen.push(`<${name}${list}>${source.slice(end, end + 1)}`);
    },
    close: (name, start) => seen.push(`</${name}>${source.slice(start, start + 1)}`),
    text: (text) => seen.push(text),
  });
  return seen.join('|');
}

test.each([
  ['names and values', '<w:p w:id="1" b=\'2\' C=3 d>x</w:p>', '<w:p w:id=1 b=2 C=3 d=>x|x|</w:p><'],
  ['an element without content', '<a b="/"/>t', '<a b=/>t|</a>t|t'],
  ['a `>` in a value', '<a b="x>y">z', '<a b=x>y>z|z'],
  ['the first of two attributes', '<a b="1" b="2">', '<a b=1>'],
  ['references, once', '&amp;lt; &eacute;&#233;&#xE9; &#150; &#0;', '&lt; ééé – \ufffd'],
  ['references in values', '<a b="&quot;&nbsp;&amp;amp;"/>', '<a b="\u00a0&amp;>|</a>'],
  ['what is no reference', 'A & B &nope; &x', 'A & B &nope; &x'],
  ['CDATA as it stands', '<a><![CDATA[<b>&amp;]]]]></a>', '<a><|<b>&amp;]]|</a><'],
  ['CDATA that is cut', 'x<![CDATA[rest', 'x|rest'],
  ['comments and instructions', '<?xml version="1.0"?>a<!-- <b> -->c', 'a|c'],
  ['a lone `<`', 'I <3 you, 1 < 2', 'I |<3 you, 1 |< 2'],
  [
    'names of scripts and titles',
    '<title><b>x</b></title><script>1<a/></script>',
    '<title><|<b>x|x|</b><|</title><|<script>1|1|<a><|</a><|</script><',
  ],
  ['a tag that is cut', 'a<b c="', 'a'],
])('reads %s', (_, source, expected) => {
  expect(events(source)).toBe(expected);
});

test('leaves out document types with what they declare', () => {
  const inner = '<!ENTITY a "ha"> %b; <!ENTITY c "x]>y"><!-- ] -->';
  expect(events(`<!DOCTYPE d>\n<d>&a;</d>`)).toBe('\n|<d>&|&a;|</d><');
  expect(events('<!DOCTYPE d [<!ENTITY a "ha"> %b; <!ELEMENT d ANY>] >t<d>&a; ]&gt;</d>')).toBe('t|<d>&|&a; ]>|</d><');
  expect(events(`<!DOCTYPE d [${inner}]><d>x</d>`)).not.toContain('ha');
  expect(events('<!DOCTYPE d [<!ENTITY a "ha"><d>kept]</d>')).toBe('<d>k|kept]|</d><');
});

test('leaves prefixes out for local names', () => {
  expect(events('<w:p w:val="1" val="2" r:id="3">x</w:p>', 'local')).toBe('<p val=1 id=3>x|x|</p><');
});

test('keeps the first 256 attributes of an element', () => {
  const names = Array.from({ length: 300 }, (_, number) => `a${number}`);
  let kept: string[] = [];
  readXml(`<e ${names.map((name) => `${name}="1"`).join(' ')}>`, 'local', {
    open: (_, attributes) => {
      kept = [...attributes.keys()];
    },
  });
  expect(kept).toEqual(names.slice(0, 256));
});

test.each(['<a b="', '<a>', '</a>', '<!-', '<![CDATA[', '&', '&#', '&amp;', '<a b=1 ', '<!DOCTYPE d [', ']', '<?'])(
  'takes linear time for many %s',
  (unit) => {
    for (const head of ['', '<a ', '<!DOCTYPE d [<!ENTITY '])
      expectLinearTime((share) => readXml(head + unit.repeat(200_000 * share), 'local', { open() {}, close() {}, text() {} }));
  },
);
