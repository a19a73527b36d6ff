import { expect, test } from 'vitest';
import { type SubtitleLine, toSrt, toTxt, toVtt } from './write-subtitles.ts';

const lines: SubtitleLine[] = [
  { startMs: 0, endMs: 1499.6, text: ' One \n\n <i>two</i> ', speaker: ' Ada\n L ' },
  { startMs: null, endMs: null, text: 'untimed', speaker: 'Ada L' },
  { startMs: 3_723_004.5, endMs: null, text: 'a & b -> c', speaker: 'Bo <b>' },
  { startMs: 5000, endMs: 4000, text: 'early', speaker: '' },
  { startMs: -5, endMs: 10, text: '\u2028 \r' },
  { startMs: 360_000_000, endMs: 360_000_001, text: 'late' },
];

test('CON-04 SRT has numbered cues of the timed lines', () => {
  expect(toSrt(lines).split('\r\n')).toEqual([
    ...['1', '00:00:00,000 --> 00:00:01,500', 'Ada L: One', '&lt;i>two&lt;/i>', ''],
    ...['2', '01:02:03,005 --> 01:02:03,005', 'Bo &lt;b>: a & b -&gt; c', ''],
    ...['3', '00:00:05,000 --> 00:00:05,000', 'early', ''],
    ...['4', '100:00:00,000 --> 100:00:00,001', 'late', ''],
  ]);
  expect(toSrt([])).toBe('');
});

test('CON-04 WebVTT has the voices of its cues', () => {
  expect(toVtt(lines).split('\n')).toEqual([
    ...['WEBVTT', ''],
    ...['00:00:00.000 --> 00:00:01.500', '<v Ada L>One', '&lt;i&gt;two&lt;/i&gt;', ''],
    ...['01:02:03.005 --> 01:02:03.005', '<v Bo &lt;b&gt;>a &amp; b -&gt; c', ''],
    ...['00:00:05.000 --> 00:00:05.000', 'early', ''],
    ...['100:00:00.000 --> 100:00:00.001', 'late', ''],
  ]);
  expect(toVtt([])).toBe('WEBVTT\n');
});

test('CON-04 plain text names a speaker where one begins', () => {
  expect(toTxt(lines)).toBe('Ada L: One <i>two</i>\nAda L: untimed\nBo <b>: a & b -> c\nearly\nlate\n');
  expect(toTxt([{ startMs: 0, endMs: 1, text: ' \n ' }])).toBe('');
});

test.each([
  ['&amp; &#38; &x; & ;', '&amp;amp; &amp;#38; &amp;x; & ;'],
  ['<b> </b> <1 < b <1:2', '&lt;b> &lt;/b> <1 < b &lt;1:2'],
  ['a -> b – > c => d > e', 'a -&gt; b – &gt; c =&gt; d > e'],
  ['{\\an8} {y:i} {x}', '&#123;\\an8} &#123;y:i} {x}'],
  ['a\\Nb \\n', 'a&#92;Nb \\n'],
])('CON-04 of %s SRT escapes only what is markup there', (text, escaped) => {
  expect(toSrt([{ startMs: 0, endMs: 1, text }]).split('\r\n')[2]).toBe(escaped);
});
