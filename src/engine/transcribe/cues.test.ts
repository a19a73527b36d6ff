import { expect, test } from 'vitest';
import { cueLines } from '../../../tests/harness/files/cue-lines.ts';
import { finishCues, linesOf, type RawCue, tidyLines } from './cues.ts';

const raw = (startMs: number, endMs: number | null, text = 'a', more: Partial<RawCue> = {}): RawCue => ({
  startMs,
  endMs,
  text,
  ...more,
});

test('SUM-05 puts cues in order, with whole times that are not negative', () => {
  expect(finishCues([raw(3000.4, 4000.6, 'b'), raw(-5, 999.5, 'a'), raw(5000, 4000, 'c'), raw(1e300, 2e300, 'd')])).toEqual([
    { startMs: 0, endMs: 1000, text: 'a' },
    { startMs: 3000, endMs: 4001, text: 'b' },
    { startMs: 5000, endMs: 5000, text: 'c' },
    { startMs: Number.MAX_SAFE_INTEGER, endMs: Number.MAX_SAFE_INTEGER, text: 'd' },
  ]);
});

test('SUM-05 ends a cue without an end at the next later one, or when its text is read', () => {
  const open = (...starts: number[]) => cueLines(finishCues(starts.map((start) => raw(start * 1000, null))));
  expect(open(1, 1, 3, 4, 4)).toEqual(['1-3 a', '1-3 a', '3-4 a', '4-5 a', '4-5 a']);
  const length = (text: string) => finishCues([raw(0, null, text)])[0]?.endMs;
  expect([length(''), length('a'.repeat(12)), length('a'.repeat(13)), length('a'.repeat(125)), length('a'.repeat(126))]).toEqual([
    1000, 1000, 1040, 10_000, 10_000,
  ]);
});

test('SUM-05 keeps the speaker and the turns of a cue', () => {
  const turns = [{ text: 'a', speaker: 'Ann' }];
  expect(finishCues([raw(0, 1, 'a', { speaker: 'Ann' }), raw(1, 2, 'a', { turns })])).toEqual([
    { startMs: 0, endMs: 1, text: 'a', speaker: 'Ann' },
    { startMs: 1, endMs: 2, text: 'a', turns },
  ]);
});

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['\na\n\nb', ['', 'a', '', 'b']],
])('SUM-05 goes through the lines of %j', (text, lines) => {
  expect([...linesOf(text)]).toEqual(lines);
});

test.each([
  [' a ', 'a'],
  [' a \n \n\t b\n', 'a\nb'],
  [' \n ', ''],
])('SUM-05 tidies the lines of %j', (text, tidy) => {
  expect(tidyLines(text)).toBe(tidy);
});
