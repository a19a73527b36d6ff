import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { parseJson3, parseYoutubeXml } from './youtube.ts';

const event = (tStartMs: unknown, dDurationMs: unknown, text: string, more: object = {}) => ({
  tStartMs,
  dDurationMs,
  segs: [{ utf8: text }],
  ...more,
});
const json3 = (...events: unknown[]) => cueLines(parseJson3(events));
const xml = (inner: string) => cueLines(parseYoutubeXml(`<timedtext><body>${inner}</body></timedtext>`));

test.each<[title: string, events: unknown[], cues: string[]]>([
  ['in any order', [event(3000, 1000, 'b'), event(1000, 1000, 'a')], ['1-2 a', '3-4 b']],
  ['without lengths', [event(1000, null, 'a'), event(2000, undefined, 'b')], ['1-? a', '2-? b']],
  ['with times as text', [event('1000', '500', 'a'), event(' ', 1, 'x'), event('x', 1, 'x')], ['1-1.5 a']],
  ['without a start', [event(null, 1000, 'x'), event(Number.NaN, 1000, 'x'), event(0, 1000, 'a')], ['0-1 a']],
  [
    'in parts',
    [{ tStartMs: 0, dDurationMs: 1000, segs: [{ utf8: 'a' }, null, { utf8: 1 }, 'x', { utf8: ' b' }] }, null, 1, {}],
    ['0-1 a b'],
  ],
  ['with invisible characters', [event(0, 1000, 'a\u200bb\n \n'), event(1000, 1000, '\u200b')], ['0-1 ab']],
  ['that overlap', [event(0, 3000, 'a'), event(1000, 3000, 'b')], ['0-3 a', '1-4 b']],
  [
    'that roll',
    [event(0, 3000, 'a'), event(900, 1, '\n', { aAppend: 1 }), event(1000, 3000, 'b'), event(4000, 1000, 'c')],
    ['0-1 a', '1-4 b', '4-5 c'],
  ],
  ['that roll, said otherwise', [event(0, 3000, 'a', { aAppend: true }), event(1000, 3000, 'b')], ['0-1 a', '1-4 b']],
  ['that append nothing', [event(0, 3000, 'a', { aAppend: 0 }), event(1000, 3000, 'b', { aAppend: false })], ['0-3 a', '1-4 b']],
  [
    'in two windows',
    [
      event(0, 3000, 'a', { wWinId: 1, aAppend: 1 }),
      event(1000, 3000, 'b', { wWinId: 2 }),
      event(2000, 1000, 'c', { wWinId: 2 }),
      event(2500, 1000, 'd'),
    ],
    ['0-3 a', '1-2 b', '2-3 c', '2.5-3.5 d'],
  ],
  ['that roll without ends', [event(0, null, 'a', { aAppend: 1 }), event(1000, 3000, 'b')], ['0-? a', '1-4 b']],
])('SUM-05 reads json3 events %s', (_, events, cues) => {
  expect(json3(...events)).toEqual(cues);
});

test.each<[title: string, inner: string, cues: string[]]>([
  ['in milliseconds', '<p t="1000" d="500">a<br/>b</p><p t="2000">c</p>', ['1-1.5 a\nb', '2-? c']],
  ['in seconds', '<text start="1.5" dur="0.5">a</text><text start="2">b</text>', ['1.5-2 a', '2-? b']],
  ['that never end', '<p t="1000" d="500">a<p t="2000" d="500">b', ['1-1.5 a', '2-2.5 b']],
  ['without a start', 'x<p d="500">x</p><p t="x">x</p><text start="" dur="1">x</text>y<br/>', []],
  ['with text between', '<p t="1000" d="500">a</p>x<text t="2000" d="1">b</text>y', ['1-1.5 a', '2-2.001 b']],
  ['that roll', '<p t="0" d="3000" w="1">a</p><p t="900" a="1" w="1">\n</p><p t="1000" d="3000" w="1">b</p>', ['0-1 a', '1-4 b']],
  ['that roll, said otherwise', '<text t="0" d="3000" append="1">a</text><text t="1000" d="3000">b</text>', ['0-1 a', '1-4 b']],
  ['in two windows', '<p t="0" d="3000" w="1" a="1">a</p><p t="1000" d="3000" w="2">b</p>', ['0-3 a', '1-4 b']],
  ['that append nothing', '<p t="0" d="3000" a="0">a</p><p t="1000" d="3000" append="0">b</p>', ['0-3 a', '1-4 b']],
  ['escaped twice', '<p t="0" d="1000">a &amp;lt;b&amp;gt; &lt;i&gt;c&lt;/i&gt;</p>', ['0-1 a <b> c']],
])('SUM-05 reads YouTube’s XML captions %s', (_, inner, cues) => {
  expect(xml(inner)).toEqual(cues);
});
