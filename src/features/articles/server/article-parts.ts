import type { Segment } from '#engine/domain.ts';
import { hashOf } from '#engine/hash.ts';

/** Ids of segments, inclusive; empty where `last` is before `first`. */
export type Lines = { first: number; last: number };

/** A part reaches from the first line at its start to the next part; the first and last parts take the lines beyond. */
export function linesOfParts(starts: readonly number[], segments: readonly Segment[]): Lines[] {
  const firsts: number[] = [];
  let at = 0;
  for (const [index, start] of starts.entries()) {
    if (index > 0) while (at < segments.length && (segments[at]?.startMs ?? 0) < start) at++;
    firsts.push(at);
  }
  return firsts.map((first, index) => ({ first, last: (firsts[index + 1] ?? segments.length) - 1 }));
}

/** A hash of the words and the changes of voice: naming a speaker keeps it, moving a line to another speaker changes it. */
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
