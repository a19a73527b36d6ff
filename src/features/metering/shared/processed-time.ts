/** How many seconds of the user's time a source costs: by what was read, never by the length in a file's header. */
import type { Transcript } from '#engine/domain.ts';

/** A longer silence is counted as this long. */
const longestGapMs = 60_000;
/** Times the speed of reading aloud. Subtitles with faster times are charged as if spoken at this speed. */
const fastestSpeech = 3;
/** Text costs as long as it takes to read aloud. */
const charactersPerSecond = { unspaced: 5, other: 15 } as const;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
const readable = /[\p{L}\p{M}\p{N}]/gu;

type Processed = Pick<Transcript, 'timed' | 'segments'> & { provenance?: Pick<Transcript['provenance'], 'heardMs'> };

/** What is reserved for work of this length; null: the length is not known yet. 0: it was paid for before. */
export function reservedSeconds(seconds: number | null): number {
  return Math.ceil(seconds ?? 1);
}

/** At least 1. For recognised speech: the length of the audio that was recognised, whatever times the segments have. */
export function processedSeconds({ timed, segments, provenance }: Processed): number {
  const heardMs = provenance?.heardMs;
  const seconds =
    heardMs !== undefined
      ? heardMs / 1000
      : timed
        ? Math.max(spokenSeconds(segments), leastSpokenSeconds(segments))
        : readingAloud(segments);
  return Math.max(1, Math.round(seconds));
}

/** As long as the fastest speaker takes for these words. */
export function leastSpokenSeconds(segments: Transcript['segments']): number {
  return readingAloud(segments) / fastestSpeech;
}

function readingAloud(segments: Transcript['segments']): number {
  return segments.reduce((sum, { text }) => sum + readingSeconds(text), 0);
}

function spokenSeconds(segments: Transcript['segments']): number {
  let doneMs = 0;
  let totalMs = 0;
  for (const { startMs, endMs } of segments) {
    if (startMs === null) continue;
    // Overlapping segments are counted once.
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
