/** The only place that turns segment ids into times and paragraph numbers. */
import { unverifiedHref } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';

type Line = { id: number; startMs: number | null; page?: number | undefined };

/** Escapes what Markdown would read as structure, link, image or HTML. */
export function escapeInline(text: string): string {
  return escapeHeading(text)
    .replace(/^([+-])(?=\s|[#+-]|$)/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');
}

/** After the marks of a heading no list can begin, so list marks need no escape. */
export function escapeHeading(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]<>`*_~|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/^#(?=\s|[#+-]|$)/, '\\#')
    .replace(/(^|\s)#(?=[\p{L}\p{N}_])/gu, '$1\\#');
}

export function anchorOf(segments: readonly Line[], segmentId: number | undefined): string {
  const segment = segmentId === undefined ? undefined : segments[segmentId];
  if (!segment) return '';
  if (segment.page !== undefined) return ` [p.${segment.page}](#p${segment.id})`;
  if (segment.startMs === null) return ` [¶${segment.id + 1}](#p${segment.id})`;
  return ` [${formatClock(segment.startMs)}](#t=${Math.ceil(segment.startMs) / 1000})`;
}

export const unverifiedMark = `[?](${unverifiedHref})`;
