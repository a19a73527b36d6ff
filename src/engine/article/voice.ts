import type { Segment } from '../domain.ts';

const aside = 40;
const asideShare = 0.2;

export function voiceOf(segments: readonly Segment[], first: number, last: number): { speaker: string | null; mixed: boolean } {
  const words = new Map<string | null, number>();
  let total = 0;
  for (let id = first; id <= last; id++) {
    const segment = segments[id];
    const length = segment?.text.length ?? 0;
    const speaker = segment?.speaker ?? null;
    words.set(speaker, (words.get(speaker) ?? 0) + length);
    total += length;
  }
  let speaker: string | null = null;
  let loudest = -1;
  for (const [who, length] of words) {
    if (length <= loudest) continue;
    speaker = who;
    loudest = length;
  }
  const others = total - Math.max(0, loudest);
  return { speaker, mixed: others > aside && others > total * asideShare };
}
