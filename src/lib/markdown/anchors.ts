/** `#t=754.2` (seconds) and `#p12` (paragraph id). */
export type NoteAnchor = { kind: 'time'; ms: number } | { kind: 'paragraph'; id: number };

export function parseAnchor(href: string): NoteAnchor | null {
  const time = /^#t=(\d{1,7}(?:\.\d{1,3})?)$/.exec(href);
  if (time?.[1]) return { kind: 'time', ms: Math.round(Number(time[1]) * 1000) };
  const paragraph = /^#p(\d{1,7})$/.exec(href);
  if (paragraph?.[1]) return { kind: 'paragraph', id: Number(paragraph[1]) };
  return null;
}

export function formatAnchor(anchor: NoteAnchor): string {
  return anchor.kind === 'time' ? `#t=${Math.round(anchor.ms) / 1000}` : `#p${anchor.id}`;
}

/** `[?](#unverified)` is shown as a mark, not as a link. */
export const unverifiedHref = '#unverified';

/** Their labels are no part of the text. */
export function isOwnMark(href: string): boolean {
  return href === unverifiedHref || parseAnchor(href) !== null;
}

/** Of a label such as `p.12`. */
export function pageOfLabel(label: string): number | undefined {
  const page = /^p\.(\d{1,6})$/.exec(label.trim())?.[1];
  return page === undefined ? undefined : Number(page);
}
