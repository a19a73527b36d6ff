import type { NoteAnchor } from '#lib/markdown/anchors.ts';

/** The query by which the content's page opens this place. */
export function placeSearch(anchor: NoteAnchor): { t: number } | { p: number } {
  return anchor.kind === 'time' ? { t: Math.round(anchor.ms) / 1000 } : { p: anchor.id };
}
