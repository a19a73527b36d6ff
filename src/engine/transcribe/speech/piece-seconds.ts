import type { SpeechEngine } from '../../ports.ts';

/** Shorter pieces lose more at their ends than parallel work gains. */
const shortestPieceSeconds = 30;
const wantedRounds = 10;
const wantedPieceSeconds = 45;

/** In steps of five seconds, so that nearly equal lengths give the same pieces. Cuts fall at about 0.9 of a window. */
export function pieceSeconds({ maxPieceSeconds, parallel, longPieces }: SpeechEngine, durationMs: number | null): number {
  if (durationMs === null || durationMs <= 0 || longPieces) return maxPieceSeconds;
  const seconds = durationMs / 1000 / 0.9;
  const needed = Math.ceil(seconds / (maxPieceSeconds * parallel));
  const rounds = Math.max(1, needed, Math.min(wantedRounds, Math.floor(seconds / (wantedPieceSeconds * parallel))));
  const even = Math.ceil(seconds / (rounds * parallel) / 5) * 5;
  return Math.min(maxPieceSeconds, Math.max(shortestPieceSeconds, even));
}
