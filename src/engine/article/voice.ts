import type { Segment } from '../domain.ts';

/** Another voice's "yes" and "mm" within a turn are not a turn of their own. */
const aside = 40;
const asideShare = 0.2;

/** Who speaks in these lines; `mixed` when more than an aside is somebody else's. */
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
