/** The two kinds of links that lead from a note back to its source: `#t=754.2` (seconds) and `#p12` (paragraph id). */
export type NoteAnchor = { kind: 'time'; ms: number } | { kind: 'paragraph'; id: number };

/** The anchor that a link's address names; null for every other address. */
export function parseAnchor(href: string): NoteAnchor | null {
  const time = /^#t=(\d{1,7}(?:\.\d{1,3})?)$/.exec(href);
  if (time?.[1]) return { kind: 'time', ms: Math.round(Number(time[1]) * 1000) };
  const paragraph = /^#p(\d{1,7})$/.exec(href);
  if (paragraph?.[1]) return { kind: 'paragraph', id: Number(paragraph[1]) };
  return null;
}

/** The address of an anchor; `parseAnchor` reads it back to the same value (times to the millisecond). */
export function formatAnchor(anchor: NoteAnchor): string {
  return anchor.kind === 'time' ? `#t=${Math.round(anchor.ms) / 1000}` : `#p${anchor.id}`;
}

/** Where the mark behind an unchecked statement leads: nowhere. `[?](#unverified)` is shown as a mark, not as a link. */
export const unverifiedHref = '#unverified';

/** Is this address one that only this product gives a meaning to, its label being no part of the text? */
export function isOwnMark(href: string): boolean {
  return href === unverifiedHref || parseAnchor(href) !== null;
}
