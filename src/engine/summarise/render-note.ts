/** From an outline to the note's Markdown. Times and paragraph numbers are written here, from segment ids, and nowhere else. */
import { cleanTag } from '#lib/hashtags.ts';
import { unverifiedHref } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import type { Language, Outline, Point, Segment } from '../model.ts';

/** The text of one line, with everything that Markdown would read as structure, link, image or HTML made plain. */
export function escapeInline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]<>`*_~|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/^([#+-])(?=\s|[#+-]|$)/, '\\$1')
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
  return `${escapeInline(statement.text)}${anchorOf(segments, statement.segmentIds[0])}${markOf(statement)}`;
}

function markOf({ unverified }: { unverified?: string[] | undefined }): string {
  return unverified ? ` ${unverifiedMark}` : '';
}

/** Before what a model was not asked for any more, in the note itself: it stays true wherever the note is taken. */
const withoutModel: Record<Language, (sections: number) => string> = {
  zh: (sections) => `*${sections > 1 ? `以下 ${sections} 节` : '本节'}是原文的句子，没有用模型撰写：费用已到上限。*`,
  en: (sections) =>
    `*${sections > 1 ? `The next ${sections} sections are` : 'This section is'} made of sentences of the source, without a model: the cost limit was reached.*`,
};

/** Where it is an abstract, or a part of a section, that is the source's. */
const inPart: Record<Language, string> = {
  zh: '*部分内容是原文的句子，没有用模型撰写：费用已到上限。*',
  en: '*In part sentences of the source, without a model: the cost limit was reached.*',
};

export function renderNote(outline: Outline, segments: readonly Segment[]): string {
  const blocks: string[] = [];
  if (outline.abstract.length > 0) {
    // A model gives one paragraph, without places.
    const extractive = outline.method === 'extractive' || outline.abstract.length > 1;
    const lines = outline.abstract.map(
      (point) => `> ${escapeInline(point.text)}${extractive ? anchorOf(segments, point.segmentIds[0]) : ''}${markOf(point)}`,
    );
    blocks.push(lines.join(extractive ? '\n>\n' : '\n'));
  }
  if (outline.costLimited && outline.method === 'model' && !outline.chapters.some(({ extractive }) => extractive))
    blocks.push(inPart[outline.language]);
  for (const [index, chapter] of outline.chapters.entries()) {
    blocks.push(`## ${escapeInline(chapter.title)}${anchorOf(segments, chapter.segmentIds[0])}${markOf(chapter)}`);
    if (chapter.extractive && !outline.chapters[index - 1]?.extractive) {
      const end = outline.chapters.findIndex((next, at) => at > index && !next.extractive);
      blocks.push(withoutModel[outline.language]((end < 0 ? outline.chapters.length : end) - index));
    }
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
