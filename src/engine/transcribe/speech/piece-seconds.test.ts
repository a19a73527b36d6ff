import { expect, test } from 'vitest';
import type { ProgressSink, SpeechEngine } from '../../ports.ts';
import { pieceSeconds } from './piece-seconds.ts';
import { createTranscriptionProgress } from './progress.ts';

const engine = (maxPieceSeconds: number, parallel: number, longPieces = false) =>
  ({ maxPieceSeconds, parallel, longPieces }) as SpeechEngine;

test.each<[minutes: number | null, most: number, parallel: number, seconds: number]>([
  [null, 600, 4, 600],
  [0, 600, 4, 600],
  [-1, 600, 4, 600],
  [1, 600, 4, 30],
  [2.5, 600, 4, 45],
  [6, 600, 4, 50],
  [60, 600, 4, 100],
  [60, 600, 1, 400],
  [60, 60, 1, 60],
  [600, 300, 4, 295],
  [600, 280, 4, 280],
  [0.1, 20, 4, 20],
])(
  'SUM-04 transcribes %s minutes in pieces of at most %i seconds, %i at once: each of %i',
  (minutes, most, parallel, seconds) => {
    const durationMs = minutes === null ? null : minutes * 60_000;
    expect(pieceSeconds(engine(most, parallel), durationMs)).toBe(seconds);
    expect(pieceSeconds(engine(most, parallel, true), durationMs)).toBe(most);
  },
);

test('SUM-04 tells how far a transcription is, and what it waits for', () => {
  const shown: unknown[][] = [];
  const sink = { stage: (...told: unknown[]) => void shown.push(told), partial: () => {} } as unknown as ProgressSink;
  const steps = (durationMs: number | null) => {
    shown.length = 0;
    const progress = createTranscriptionProgress(durationMs, sink);
    progress.started();
    progress.done({ startMs: 10_000, endMs: 40_000 });
    progress.waiting(7);
    progress.done({ startMs: 40_000, endMs: 140_400 });
    return shown.map(([stage, percent, what, more]) => [stage, Math.round(Number(percent) * 100), what, more]);
  };
  const [begin, , , end] = steps(60_000).map(([, percent]) => Number(percent));
  const half = (Number(begin) + Number(end)) / 2;
  expect(Number(end)).toBeGreaterThan(Number(begin));
  expect(steps(60_000)).toEqual([
    ['transcript', begin, 'transcribing', { done: 0, total: 60 }],
    ['transcript', half, 'transcribing', { done: 30, total: 60 }],
    ['transcript', half, 'waiting_provider', { seconds: 7 }],
    ['transcript', end, 'transcribing', { done: 60, total: 60 }],
  ]);
  expect(steps(null)).toEqual([
    ['transcript', begin, 'transcribing', { done: 0, total: 0 }],
    ['transcript', begin, 'transcribing', { done: 30, total: 0 }],
    ['transcript', begin, 'waiting_provider', { seconds: 7 }],
    ['transcript', begin, 'transcribing', { done: 130, total: 0 }],
  ]);
});
