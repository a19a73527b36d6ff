import type { NoteAnchor } from '#lib/markdown/anchors.ts';

/** As the content's page reads it from its address. */
export function placeSearch(anchor: NoteAnchor): { t: number } | { p: number } {
  return anchor.kind === 'time' ? { t: Math.round(anchor.ms) / 1000 } : { p: anchor.id };
}
