import { expect, test } from 'vitest';
import { processedSeconds } from './processed-time.ts';

const cue = (startSeconds: number | null, endSeconds: number | null, text = 'words') => ({
  id: 0,
  startMs: startSeconds === null ? null : startSeconds * 1000,
  endMs: endSeconds === null ? null : endSeconds * 1000,
  text,
});

test.each([
  ['lines without gaps', [cue(0, 30), cue(30, 61)], 61],
  ['a pause before the first line', [cue(20, 30)], 30],
  ['lines that overlap, once', [cue(0, 30), cue(10, 20), cue(25, 40)], 40],
  ['a silence of an hour as a minute', [cue(0, 10), cue(3610, 3620)], 80],
  ['a line that claims a hundred hours as a minute', [cue(0, 10), cue(10, 360_000)], 70],
  ['a line that begins in a hundred hours as its minute', [cue(0, 10), cue(360_000, 360_005)], 75],
  ['words for an hour in one second as long as the fastest speaker would take', [cue(0, 1, 'word '.repeat(13_500))], 1200],
  ['a fast speaker by the times', [cue(0, 10, 'a'.repeat(400))], 10],
  ['nothing as a second', [], 1],
])('ACC-03 counts %s', (_what, segments, seconds) => {
  expect(processedSeconds({ timed: true, segments })).toBe(seconds);
});

test.each([
  ['300 Chinese characters as a minute', '字'.repeat(300), 60],
  ['900 Latin letters as a minute', 'word '.repeat(225), 60],
  ['both by their own measure, and no marks', `${'字'.repeat(50)}，。 ${'a'.repeat(150)}!`, 20],
])('ACC-03 counts %s', (_what, text, seconds) => {
  expect(processedSeconds({ timed: false, segments: [cue(null, null, text)] })).toBe(seconds);
});

test('ACC-03 counts what was heard by its sound, not by the times that were answered', () => {
  for (const segments of [[], [cue(0, 1)], [cue(0, 30), cue(600, 3600)]])
    expect(processedSeconds({ timed: true, segments, provenance: { heardMs: 90_400 } })).toBe(90);
});
