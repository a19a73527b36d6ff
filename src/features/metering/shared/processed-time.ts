/** How many seconds a source takes from its user's time: what was read, never what a file's header says. */
import type { Transcript } from '#engine/domain.ts';

/** A longer silence counts as this. */
const longestGapMs = 60_000;
/** As a multiple of reading aloud. Subtitles whose times ask for more are charged as if spoken at this speed. */
const fastestSpeech = 3;
/** Text counts as long as it takes to read aloud. */
const charactersPerSecond = { unspaced: 5, other: 15 } as const;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
const readable = /[\p{L}\p{M}\p{N}]/gu;

type Processed = Pick<Transcript, 'timed' | 'segments'> & { provenance?: Pick<Transcript['provenance'], 'heardMs'> };

/** What is held for work of this length, at least 1; null: it is not known yet. */
export function reservedSeconds(seconds: number | null): number {
  return Math.max(1, Math.ceil(seconds ?? 1));
}

/** At least 1. Of what was heard: the sound that the recogniser got, whatever times it answered with. */
export function processedSeconds({ timed, segments, provenance }: Processed): number {
  const heardMs = provenance?.heardMs;
  const seconds =
    heardMs !== undefined
      ? heardMs / 1000
      : timed
        ? Math.max(spokenSeconds(segments), readingAloud(segments) / fastestSpeech)
        : readingAloud(segments);
  return Math.max(1, Math.round(seconds));
}

function readingAloud(segments: Transcript['segments']): number {
  return segments.reduce((sum, { text }) => sum + readingSeconds(text), 0);
}

function spokenSeconds(segments: Transcript['segments']): number {
  let doneMs = 0;
  let totalMs = 0;
  for (const { startMs, endMs } of segments) {
    if (startMs === null) continue;
    // Segments that overlap count once.
    const endsMs = Math.min(endMs ?? startMs, startMs + longestGapMs);
    if (endsMs <= doneMs) continue;
    totalMs += Math.min(longestGapMs, Math.max(0, startMs - doneMs)) + (endsMs - Math.max(startMs, doneMs));
    doneMs = endsMs;
  }
  return totalMs / 1000;
}

function readingSeconds(text: string): number {
  const dense = text.match(unspaced)?.length ?? 0;
  const all = text.match(readable)?.length ?? 0;
  return dense / charactersPerSecond.unspaced + Math.max(0, all - dense) / charactersPerSecond.other;
}
