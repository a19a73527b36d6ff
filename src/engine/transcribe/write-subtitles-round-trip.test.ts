/** The writers live in `lib` for the browser. That their output reads back is tested here, where the parsers are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SubtitleLine, toSrt, toTxt, toVtt } from '#lib/transcripts/write-subtitles.ts';
import { parseSubtitles } from './parse-subtitles.ts';

const piece = fc.constantFrom(
  'word',
  '字幕',
  '<i>',
  '</b>',
  '<script>',
  '&amp;',
  '&',
  '<',
  '>',
  '-->',
  '00:00:01,000 --> 00:00:02,000',
  '{\\an8}',
  '{y:i}',
  '\n',
  '\n\n',
  '1984',
  '\\N',
  '\\n',
  'NOTE',
  'WEBVTT',
  '🎬',
  '"',
  '♪',
  '<v Ann>',
  '<00:01.000>',
  '&#60;',
  '-',
  '– >',
);
const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '));
const lines = fc.array(
  fc.record({ startMs: fc.integer({ min: 0, max: 400_000_000 }), length: fc.integer({ min: 0, max: 20_000 }), text }),
  { minLength: 1, maxLength: 10 },
);
const tidy = (value: string) => value.replace(/\s+/g, ' ').trim();

describe('subtitle downloads', () => {
  it.each([
    ['SRT', toSrt],
    ['VTT', toVtt],
  ])('CON-04 LIB-17 %s reads back to the same times and words, whatever the words', (_, write) => {
    fc.assert(
      fc.property(lines, (drawn) => {
        const segments = drawn
          .map(({ startMs, length, text: words }) => ({ startMs, endMs: startMs + length, text: words }))
          .filter((segment) => tidy(segment.text) !== '')
          .sort((a, b) => a.startMs - b.startMs);
        fc.pre(segments.length > 0);
        const { cues } = parseSubtitles(Buffer.from(write(segments)));
        const shape = ({ startMs, endMs, text: words }: SubtitleLine) => [startMs, endMs, tidy(words)];
        expect(cues.map(shape)).toEqual(segments.map(shape));
      }),
      { numRuns: 400 },
    );
  });

  it('CON-04 keeps the speakers of a WebVTT download', () => {
    const segments = [
      { startMs: 0, endMs: 1000, text: 'a < b', speaker: 'Ann & Bob' },
      { startMs: 1000, endMs: 2000, text: 'yes' },
      { startMs: 2000, endMs: 3000, text: '&lt; --> &', speaker: 'Ann &gt; <Bob>' },
    ];
    expect(parseSubtitles(Buffer.from(toVtt(segments))).cues).toEqual(segments);
    // A name is written on one line, and an empty one not at all.
    const line = { startMs: 0, endMs: 1000, text: 'yes' };
    for (const [speaker, voice] of [
      ['Ann\n\n --> Bob\r\nLi', '<v Ann --&gt; Bob Li>'],
      ['<b>', '<v &lt;b&gt;>'],
      [' \n', ''],
      ['', ''],
    ] as const)
      expect(toVtt([{ ...line, speaker }])).toBe(`WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n${voice}yes\n`);
  });

  it('CON-04 LIB-17 writes plain SubRip, WebVTT and text', () => {
    const segments = [
      { id: 0, startMs: 3_754_007, endMs: 3_756_000, text: 'Q&A at 5 > 3', speaker: 'Ann' },
      { id: 1, startMs: 3_756_000, endMs: null, text: 'and\n\nmore', speaker: 'Ann' },
      { id: 2, startMs: null, endMs: null, text: 'untimed' },
    ];
    expect(toSrt(segments)).toBe(
      '1\r\n01:02:34,007 --> 01:02:36,000\r\nAnn: Q&A at 5 > 3\r\n\r\n2\r\n01:02:36,000 --> 01:02:36,000\r\nAnn: and\r\nmore\r\n',
    );
    expect(toVtt(segments)).toBe(
      'WEBVTT\n\n01:02:34.007 --> 01:02:36.000\n<v Ann>Q&amp;A at 5 &gt; 3\n\n01:02:36.000 --> 01:02:36.000\n<v Ann>and\nmore\n',
    );
    expect(toTxt(segments)).toBe('Ann: Q&A at 5 > 3\nand more\nuntimed\n');
    const spaced = [{ startMs: 0, endMs: 1000, text: '  one \r\n \u2028 two\t' }];
    expect(toSrt(spaced)).toBe('1\r\n00:00:00,000 --> 00:00:01,000\r\none\r\ntwo\r\n');
    expect([toSrt([]), toVtt([]), toTxt([])]).toEqual(['', 'WEBVTT\n', '']);
  });
});
