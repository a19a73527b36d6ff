/** The parts of a written article against the lines as they are now: which lines each stands for, and whether they are still the same. */

import type { Segment } from '#engine/domain.ts';
import { hashOf } from '#engine/hash.ts';

/** Ids of segments, inclusive; empty where `last` is before `first`. */
export type Lines = { first: number; last: number };

/** Each part reaches from the first line at its start to the next one's; the first and the last take what is beyond. */
export function linesOfParts(starts: readonly number[], segments: readonly Segment[]): Lines[] {
  const firsts: number[] = [];
  let at = 0;
  for (const [index, start] of starts.entries()) {
    if (index > 0) while (at < segments.length && (segments[at]?.startMs ?? 0) < start) at++;
    firsts.push(at);
  }
  return firsts.map((first, index) => ({ first, last: (firsts[index + 1] ?? segments.length) - 1 }));
}

/** What was said, and where the voice changed: naming a speaker makes no text out of date, moving a line to another does. */
export function keyOfLines(segments: readonly Segment[], { first, last }: Lines): string {
  const voices = new Map<string | undefined, number>();
  const said = segments.slice(first, last + 1).map(({ text, speaker }) => {
    const voice = voices.get(speaker) ?? voices.size;
    voices.set(speaker, voice);
    return [voice, text];
  });
  return hashOf(said).slice(0, 32);
}

/** The line at a time: the last one that has begun, within the part's lines. */
export function lineAt(segments: readonly Segment[], { first, last }: Lines, ms: number): number {
  let low = first;
  let high = last + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.startMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return Math.max(first, low - 1);
}
