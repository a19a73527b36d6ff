/** `#t=754.2` (seconds) or `#p12` (paragraph id). In answers about many items, `&n=3` adds `item`, which counts from 1. */
export type NoteAnchor = ({ kind: 'time'; ms: number } | { kind: 'paragraph'; id: number }) & { item?: number };

export function parseAnchor(href: string): NoteAnchor | null {
  const [, seconds, paragraph, item] = /^#(?:t=(\d{1,7}(?:\.\d{1,3})?)|p(\d{1,7}))(?:&n=([1-9]\d{0,2}))?$/.exec(href) ?? [];
  const of = item === undefined ? {} : { item: Number(item) };
  if (seconds !== undefined) return { kind: 'time', ms: Math.round(Number(seconds) * 1000), ...of };
  return paragraph === undefined ? null : { kind: 'paragraph', id: Number(paragraph), ...of };
}

/** The anchor of a line. Starts may have fractions of a millisecond; the anchor is never before its line. */
export function anchorOfStart(startMs: number): NoteAnchor {
  return { kind: 'time', ms: Math.ceil(startMs) };
}

export function formatAnchor(anchor: NoteAnchor): string {
  const place = anchor.kind === 'time' ? `#t=${Math.round(anchor.ms) / 1000}` : `#p${anchor.id}`;
  return anchor.item === undefined ? place : `${place}&n=${anchor.item}`;
}

/** `[?](#unverified)` is shown as a mark, not as a link. */
export const unverifiedHref = '#unverified';

/** The label of such a link is not part of the text. */
export function isOwnMark(href: string): boolean {
  return href === unverifiedHref || parseAnchor(href) !== null;
}

/** The page number in a label such as `p.12`. */
export function pageOfLabel(label: string): number | undefined {
  const page = /^p\.(\d{1,6})$/.exec(label.trim())?.[1];
  return page === undefined ? undefined : Number(page);
}
