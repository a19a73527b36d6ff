import { expect, test } from 'vitest';
import { readTtml, type TtmlCue } from './ttml.ts';

function cuesOf(body: string, head = ''): TtmlCue[] {
  const cues: TtmlCue[] = [];
  readTtml(`<tt ${head}><body><div>${body}</div></body></tt>`, (cue) => cues.push(cue));
  return cues;
}
const beginOf = (time: string, head = ''): number | undefined =>
  cuesOf(`<p begin="${time}" dur="1s">words</p>`, head)[0]?.startMs;

test.each([
  ['1h', 3_600_000],
  ['1.5m', 90_000],
  ['2s', 2000],
  ['250ms', 250],
  ['12.5', 12_500],
  ['00:01:02', 62_000],
  ['1:02', 62_000],
  ['01:00:00.25', 3_600_250],
  ['00:00:01,5', 1500],
  ['00:00:01:15', 1500],
  ['15f', 500],
  ['3t', 3000],
])('SUM-05 a time of TTML, %s, is %i ms', (time, ms) => {
  expect(beginOf(time)).toBeCloseTo(ms, 6);
});

test.each([
  ['frameRate="25"', '00:00:01:05', 1200],
  ['frameRate="25" subFrameRate="2"', '00:00:01:05.1', 1220],
  ['frameRate="30" frameRateMultiplier="1000 1001"', '30f', 1001],
  ['frameRate="30" frameRateMultiplier="2"', '30f', 500],
  ['frameRate="25" subFrameRate="4"', '100t', 1000],
  ['frameRate="25" tickRate="10"', '5t', 500],
  ['frameRate="-1" subFrameRate="0" tickRate="x"', '15f', 500],
])('SUM-05 with %s, %s of TTML is %i ms', (head, time, ms) => {
  expect(beginOf(time, head)).toBeCloseTo(ms, 6);
});

test('SUM-05 what is no time in TTML begins nowhere', () => {
  for (const time of ['soon', '1:2:3:4:5', '5x', '']) expect(beginOf(time) ?? 0, time).toBe(0);
});
