/** From an outline to the note's Markdown. Times and paragraph numbers are written here, from segment ids, and nowhere else. */
import { cleanTag } from '#lib/hashtags.ts';
import { unverifiedHref } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import type { Outline, Point, Segment } from '../model.ts';

/** The text of one line, with everything that Markdown would read as structure, link, image or HTML made plain. */
export function escapeInline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]<>`*_~|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/^([#+-])(?=\s|#|$)/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/(^|\s)#(?=[\p{L}\p{N}_])/gu, '$1\\#');
}

/** A link to the moment or the paragraph a statement rests on; empty when there is none. */
export function anchorOf(segments: readonly Segment[], segmentId: number | undefined): string {
  const segment = segmentId === undefined ? undefined : segments[segmentId];
  if (!segment) return '';
  if (segment.page !== undefined) return ` [p.${segment.page}](#p${segment.id})`;
  if (segment.startMs === null) return ` [¶${segment.id + 1}](#p${segment.id})`;
  return ` [${formatClock(segment.startMs)}](#t=${Math.ceil(segment.startMs) / 1000})`;
}

/** Behind a statement that could not be checked: the page shows it as a quiet mark. */
export const unverifiedMark = `[?](${unverifiedHref})`;

function lineOf(statement: Point, segments: readonly Segment[]): string {
  const mark = statement.unverified ? ` ${unverifiedMark}` : '';
  return `${escapeInline(statement.text)}${anchorOf(segments, statement.segmentIds[0])}${mark}`;
}

export function renderNote(outline: Outline, segments: readonly Segment[]): string {
  const blocks: string[] = [];
  if (outline.abstract.length > 0) {
    const extractive = outline.method === 'extractive';
    const lines = outline.abstract.map(
      (point) => `> ${escapeInline(point.text)}${extractive ? anchorOf(segments, point.segmentIds[0]) : ''}`,
    );
    blocks.push(lines.join(extractive ? '\n>\n' : '\n'));
  }
  for (const chapter of outline.chapters) {
    blocks.push(`## ${escapeInline(chapter.title)}${anchorOf(segments, chapter.segmentIds[0])}`);
    const lines: string[] = [];
    for (const point of chapter.points) {
      lines.push(`- ${lineOf(point, segments)}`);
      for (const detail of point.details ?? []) lines.push(`  - ${lineOf(detail, segments)}`);
    }
    if (lines.length > 0) blocks.push(lines.join('\n'));
  }
  const tags = outline.tags.map(cleanTag).filter((tag) => tag !== '');
  if (tags.length > 0) blocks.push(tags.map((tag) => `#${tag}`).join(' '));
  return `${blocks.join('\n\n')}\n`;
}
