import { expect, test } from 'vitest';
import { cutBraces, decodeEntities, plainCueText, voiceOf, withoutMarkup } from './markup.ts';

test.each([
  ['a &amp;&shy;b&ensp;c&emsp;d&thinsp;e&lt;', 'a &b c d e<'],
  ['&amp no &quot;&#39;&#x41;', '&amp no "\'A'],
])('SUM-05 decodes the entities of %j', (text, plain) => {
  expect(decodeEntities(text)).toBe(plain);
});

test.each([
  ['a <b>b</b> <I class="x">c</I>', 'a b c'],
  ['one<br>two<br/>three<BR />four', 'one\ntwo\nthree\nfour'],
  ['<p>one</p><p align=left>two</p>', 'one\ntwo\n'],
  ['<00:01>a<00:00:01.500>b<1:02,5>c<0001:02.123>d', 'abcd'],
  ['<00:1>a<00:01.1234>', '<00:1>a<00:01.1234>'],
  ['<c.yellow.bg>a</c><v Ann Lee>b<lang en>c', 'abc'],
  ['<unknown>a</unknown>', '<unknown>a</unknown>'],
  ['a <b and c> d', 'a <b and c> d'],
  ['a <b x=1> d', 'a  d'],
  ['a <b.x> d <i /> e', 'a  d  e'],
  ['a </b and c> d', 'a  d'],
  ['<bold>a</boldness>', '<bold>a</boldness>'],
  ['<verylongname>a', '<verylongname>a'],
  ['a < b > c <', 'a < b > c <'],
  ['a <<b>c', 'a <c'],
  ['<b', '<b'],
  ['x <', 'x <'],
  [`<font ${'x'.repeat(400)}>a`, `<font ${'x'.repeat(400)}>a`],
  [`<font ${'x'.repeat(300)}=1>a`, `<font ${'x'.repeat(300)}=1>a`],
  [`<font a=${'x'.repeat(300)}>a`, 'a'],
])('SUM-05 takes the tags out of %j', (text, plain) => {
  expect(withoutMarkup(text)).toBe(plain);
});

test.each([
  [String.raw`{\an8}a\Nb\hc`, 'a\nb c'],
  [String.raw`C:\new\home`, String.raw`C:\new\home`],
  [String.raw`a\Nb`, 'a\nb'],
  [String.raw`{\i1}C:\home`, 'C: ome'],
  ['{y:i}a{C:$0000ff}b{P:1}c{h:x}', 'abc'],
  ['{x:i}a{note}b', '{x:i}a{note}b'],
  ['{{y:i}a', '{a'],
  ['a } b { c', 'a } b { c'],
  ['a {y:b', 'a {y:b'],
  ['{y:i}', ''],
])('SUM-05 takes the codes out of %j', (text, plain) => {
  expect(withoutMarkup(text)).toBe(plain);
});

test('SUM-05 decodes a cue’s entities after its tags', () => {
  expect(plainCueText('<i>a</i> &lt;b&gt; c')).toBe('a <b> c');
});

test.each([
  ['<v Ann>a', 'Ann'],
  ['<v.loud.fast Ann &amp; Bo >a', 'Ann & Bo'],
  ['x <v\tAnn>', 'Ann'],
  ['<v>a', undefined],
  ['<v  >a', undefined],
  ['<vAnn>', undefined],
  ['<v Ann', undefined],
  ['<V Ann>', undefined],
  [`<v ${'n'.repeat(201)}>`, undefined],
  ['Ann', undefined],
])('SUM-05 reads the voice of %j', (text, voice) => {
  expect(voiceOf(text)).toBe(voice);
});

test('SUM-05 cuts what stands in braces and is a code', () => {
  const asked: string[] = [];
  const cut = cutBraces(`{a}b{c}d{${'e'.repeat(600)}}f`, (inside) => {
    asked.push(inside);
    return inside !== 'c';
  });
  expect(cut).toBe('b{c}df');
  expect(asked).toEqual(['a', 'c', 'e'.repeat(499)]);
});
