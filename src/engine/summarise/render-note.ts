import { maxMarkdownLength } from '#lib/markdown/limits.ts';
import { cleanTag } from '#lib/notes/hashtags.ts';
import { anchorOf, escapeHeading, escapeInline, unverifiedMark } from '#lib/notes/write-line.ts';
import type { Language, Outline, Point, Segment } from '../domain.ts';

function lineOf(statement: Point, segments: readonly Segment[]): string {
  return `${escapeInline(statement.text)}${anchorOf(segments, statement.segmentIds[0])}${markOf(statement)}`;
}

function markOf({ unverified }: { unverified?: string[] | undefined }): string {
  return unverified ? ` ${unverifiedMark}` : '';
}

const withoutModel: Record<Language, (sections: number) => string> = {
  zh: (sections) => `*${sections > 1 ? `以下 ${sections} 节` : '本节'}是原文的句子，没有用模型撰写：费用已到上限。*`,
  en: (sections) =>
    `*${sections > 1 ? `The next ${sections} sections are` : 'This section is'} made of sentences from the source, not written by a model: the cost limit was reached.*`,
};

const inPart: Record<Language, string> = {
  zh: '*部分内容是原文的句子，没有用模型撰写：费用已到上限。*',
  en: '*Partly sentences from the source, not written by a model: the cost limit was reached.*',
};

const shortenedLines: Record<Language, string> = {
  zh: '*以上是原文的句子；有的去掉了句首的连接词，或在分句处截短（…）。*',
  en: '*These are sentences from the source. Some are shortened: an opening linking word is dropped, or they end at a clause (…).*',
};

const leftOut: Record<Language, { points: (most: number) => string; sections: (count: number) => string }> = {
  zh: {
    points: (most) => `*笔记已达长度上限：每节只列出前 ${most} 条要点。*`,
    sections: (count) => `*笔记已达长度上限：最后 ${count} 节未列出。*`,
  },
  en: {
    points: (most) =>
      `*This note reached its maximum length: each section lists only its first ${most === 1 ? 'point' : `${most} points`}.*`,
    sections: (count) =>
      `*This note reached its maximum length: ${count === 1 ? 'the last section isn’t' : `the last ${count} sections aren’t`} listed.*`,
  },
};

const longestAbstractLine = 5_000;

/** Fits `maxMarkdownLength`: keeps the first points of each section, then only the first sections, and says so in the note. */
export function renderNote(outline: Outline, segments: readonly Segment[]): string {
  const fits = (note: string): boolean => note.length <= maxMarkdownLength;
  const whole = renderBlocks(outline, segments);
  if (fits(whole)) return whole;
  const words = leftOut[outline.language];
  const withPoints = (most: number): string => {
    const chapters = outline.chapters.map((chapter) => ({ ...chapter, points: chapter.points.slice(0, most) }));
    return renderBlocks({ ...outline, chapters }, segments, words.points(most));
  };
  const mostPoints = Math.max(0, ...outline.chapters.map(({ points }) => points.length));
  const points = largestThat(mostPoints, (most) => fits(withPoints(most)));
  if (points > 0) return withPoints(points);
  const withSections = (count: number): string => {
    const chapters = outline.chapters.slice(0, count).map((chapter) => ({ ...chapter, points: [] }));
    return renderBlocks({ ...outline, chapters }, segments, words.sections(outline.chapters.length - count));
  };
  return withSections(largestThat(outline.chapters.length, (count) => fits(withSections(count))));
}

/** The largest value that passes, or 0. If `passes` holds for a value, it must hold for all smaller ones. */
function largestThat(most: number, passes: (value: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function shortened(text: string): string {
  return text.length > longestAbstractLine ? `${text.slice(0, longestAbstractLine).toWellFormed()}…` : text;
}

function hasShortened({ abstract, chapters }: Outline): boolean {
  const points = chapters.flatMap((chapter) => chapter.points.flatMap((point) => [point, ...(point.details ?? [])]));
  return [...abstract, ...points].some((point) => point.shortened);
}

/** A source of a few words names its only chapter by all of them. */
function saysOnlyItsTitle({ chapters, method }: Outline): boolean {
  const [chapter] = chapters;
  const points = chapter?.points ?? [];
  const bare = (text: string | undefined) => text?.replace(/[\p{P}\s]/gu, '').toLowerCase();
  return (
    method === 'extractive' && chapters.length === 1 && points.length === 1 && bare(points[0]?.text) === bare(chapter?.title)
  );
}

function renderBlocks(outline: Outline, segments: readonly Segment[], closing?: string): string {
  const blocks: string[] = [];
  // A single chapter may have given the note its title.
  const isChapter = outline.chapters.length === 1 && outline.chapters[0]?.title === outline.title;
  if (outline.title !== undefined && !isChapter) blocks.push(`# ${escapeInline(outline.title)}`);
  if (outline.abstract.length > 0) {
    // A model's abstract is one paragraph without anchors.
    const extractive = outline.method === 'extractive' || outline.abstract.length > 1;
    const lines = outline.abstract.map(
      (point) =>
        `> ${escapeInline(shortened(point.text))}${extractive ? anchorOf(segments, point.segmentIds[0]) : ''}${markOf(point)}`,
    );
    blocks.push(lines.join(extractive ? '\n>\n' : '\n'));
  }
  if (outline.costLimited && outline.method === 'model' && !outline.chapters.some(({ extractive }) => extractive))
    blocks.push(inPart[outline.language]);
  const hasTitles = !saysOnlyItsTitle(outline);
  for (const [index, chapter] of outline.chapters.entries()) {
    if (hasTitles)
      blocks.push(`## ${escapeHeading(chapter.title)}${anchorOf(segments, chapter.segmentIds[0])}${markOf(chapter)}`);
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
  if (closing !== undefined) blocks.push(closing);
  if (hasShortened(outline)) blocks.push(shortenedLines[outline.language]);
  const tags = outline.tags.map(cleanTag).filter((tag) => tag !== '');
  if (tags.length > 0) blocks.push(tags.map((tag) => `#${tag}`).join(' '));
  return `${blocks.join('\n\n')}\n`;
}
