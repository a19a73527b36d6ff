import { AppError } from '#lib/app-error.ts';
import type { SubtitleCue, SubtitleTurn } from '../raw-content.ts';
import { sourceLimits } from '../text/source-limits.ts';

/** `endMs` is null where the format has no ends (lyrics, some transcripts). */
export type RawCue = { startMs: number; endMs: number | null; text: string; speaker?: string; turns?: SubtitleTurn[] };

/** Errors: `transcript_too_long`. */
export class CueList {
  readonly cues: RawCue[] = [];

  add(startMs: number, endMs: number | null, text: string, speaker?: string, turns?: SubtitleTurn[]): void {
    if (!Number.isFinite(startMs)) return;
    if (this.cues.length >= sourceLimits.cues) throw new AppError('transcript_too_long', { params: { most: sourceLimits.cues } });
    const cue: RawCue = { startMs, endMs: endMs !== null && Number.isFinite(endMs) ? endMs : null, text };
    if (speaker) cue.speaker = speaker;
    if (turns) cue.turns = turns;
    this.cues.push(cue);
  }
}

/** Sorted, with whole non-negative times. A missing end becomes the next start, or the time it takes to read the text. */
export function finishCues(raw: readonly RawCue[]): SubtitleCue[] {
  const sorted = raw.map((cue) => ({ ...cue, startMs: wholeMs(cue.startMs) })).sort((a, b) => a.startMs - b.startMs);
  const cues: SubtitleCue[] = [];
  let laterStart: number | null = null;
  let following: number | null = null;
  for (let i = sorted.length - 1; i >= 0; i--) {
    const cue = sorted[i];
    if (!cue) continue;
    // Cues that start together (a line and its translation) all last until the next start.
    if (following !== null && following > cue.startMs) laterStart = following;
    following = cue.startMs;
    const open = laterStart ?? cue.startMs + readingTimeMs(cue.text);
    const endMs = cue.endMs === null ? open : Math.max(cue.startMs, wholeMs(cue.endMs));
    const { speaker, turns } = cue;
    cues.push({ startMs: cue.startMs, endMs, text: cue.text, ...(speaker ? { speaker } : {}), ...(turns ? { turns } : {}) });
  }
  return cues.reverse();
}

function wholeMs(value: number): number {
  return Math.min(Math.max(0, Math.round(value)), Number.MAX_SAFE_INTEGER);
}

function readingTimeMs(text: string): number {
  return Math.min(10_000, Math.max(1000, text.length * 80));
}

/** A generator, so that a big file is not held twice. */
export function* linesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    if (end < 0) {
      yield text.slice(from);
      return;
    }
    yield text.slice(from, end);
    from = end + 1;
  }
}

export function tidyLines(text: string): string {
  if (!text.includes('\n')) return text.trim();
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}
