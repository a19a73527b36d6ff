import type { Detail, Language, Section, Segment, SourceChapter } from '../../../domain.ts';
import { endsSentence } from '../../../text/sentences.ts';
import type { Treatment } from '../document.ts';
import { findTopics } from './topics.ts';

/** A range of positions in the segment list. */
export type ChapterRange = { start: number; end: number; title: string | null; startMs: number | null };

const oneChapterCharacters = { zh: 900, en: 2600 } as const;
/** Least characters of a chapter, so that a page with many small headings is not cut to pieces. */
const leastArticleChapter = { zh: 300, en: 900 } as const;
const mostArticleChapters = 12;
const mostSections = 60;

/** Chapters without gaps: the creator's, else by headings, else by topics. */
export function findChapters(input: {
  segments: readonly Segment[];
  timed: boolean;
  language: Language;
  treatment: Treatment;
  sourceChapters: readonly SourceChapter[];
  sections: readonly Section[];
  /** Text that does not belong to the source and must not give a title. */
  isForeign: (position: number) => boolean;
}): ChapterRange[] {
  const { segments, language, treatment } = input;
  if (segments.length === 0) return [];
  const fromSource = input.timed ? creatorChapters(segments, input.sourceChapters) : [];
  if (fromSource.length > 0) return fromSource;
  const characters = segments.reduce((sum, segment) => sum + segment.text.length, 0);
  if (characters >= oneChapterCharacters[language]) {
    const bySection = sectionChapters(segments, input.sections, characters);
    if (bySection.length > 1) return toRanges(segments, bySection);
  }
  if (treatment === 'article') {
    if (characters < oneChapterCharacters[language]) return toRanges(segments, [{ at: 0, title: null }]);
    const byHeading = headingChapters(segments, language, characters, input.isForeign);
    if (byHeading.length > 1) return toRanges(segments, byHeading);
    const count = Math.min(8, Math.round(characters / oneChapterCharacters[language]));
    return toRanges(
      segments,
      findTopics(segments, language, Math.max(2, count)).map((at) => ({ at, title: null })),
    );
  }
  const short = !input.timed && characters < oneChapterCharacters[language];
  const starts = short ? [0] : findTopics(segments, language);
  return toRanges(
    segments,
    starts.map((at) => ({ at, title: null })),
  );
}

type Start = { at: number; title: string | null; startMs?: number };

function toRanges(segments: readonly Segment[], starts: readonly Start[]): ChapterRange[] {
  return starts.map((start, index) => ({
    start: start.at,
    end: starts[index + 1]?.at ?? segments.length,
    title: start.title,
    startMs: start.startMs ?? segments[start.at]?.startMs ?? null,
  }));
}

/** Each chapter begins at the first segment that starts in it; empty chapters are left out. */
export function creatorChapters(segments: readonly Segment[], chapters: readonly SourceChapter[]): ChapterRange[] {
  const sorted = chapters.filter((chapter) => chapter.title.trim() !== '').toSorted((a, b) => a.startMs - b.startMs);
  if (sorted.length < 2) return [];
  const starts: Start[] = [];
  let position = 0;
  sorted.forEach((chapter, index) => {
    // A cue that begins just before the mark mostly belongs after it.
    const tolerance = 500;
    while (position < segments.length && (segments[position]?.startMs ?? 0) + tolerance < chapter.startMs) position += 1;
    if (position >= segments.length) return;
    const at = index === 0 ? 0 : position;
    const before = starts.at(-1);
    if (before?.at === at && index > 0) starts.pop();
    starts.push({ at: starts.length === 0 ? 0 : at, title: chapter.title.trim(), startMs: chapter.startMs });
  });
  return toRanges(segments, starts);
}

function sectionChapters(segments: readonly Segment[], sections: readonly Section[], characters: number): Start[] {
  const positions = new Map(segments.map((segment, position) => [segment.id, position]));
  const titles = readTitles(sections.map(({ title }) => title));
  const wanted = sections.flatMap(({ title, segmentId }) => {
    const at = positions.get(segmentId);
    return at === undefined || isPartOfEntry(title, titles) ? [] : [{ at, title }];
  });
  const least = characters / mostSections;
  const sizeOf = (from: number, to: number) => segments.slice(from, to).reduce((sum, segment) => sum + segment.text.length, 0);
  const first = wanted[0]?.at ?? 0;
  const starts: Start[] = first > 0 && sizeOf(0, first) >= least ? [{ at: 0, title: null }] : [];
  for (const [index, { at, title }] of wanted.entries()) {
    const large = sizeOf(at, wanted[index + 1]?.at ?? segments.length) >= least;
    if (starts.length === 0) starts.push({ at: 0, title });
    else if (large) starts.push({ at, title });
  }
  return starts;
}

const longestHeading = { zh: 32, en: 90 } as const;

function isHeading(segments: readonly Segment[], position: number, language: Language): boolean {
  const text = segments[position]?.text.trim() ?? '';
  if (/^#{1,6}\s+\S/.test(text)) return true;
  if (
    text === '' ||
    text.length > longestHeading[language] ||
    /[.。！!…,，;；:：]$/.test(text) ||
    endsSentence(text.replace(/[?？]$/, ''))
  ) {
    return false;
  }
  if (!/\p{L}{2}/u.test(text) || /^[-*•·]/.test(text)) return false;
  if (language === 'en' && !/^[\p{Lu}\d"“(]/u.test(text)) return false;
  const next = segments[position + 1]?.text.trim() ?? '';
  return next.length > Math.max(40, text.length * 1.5) && (endsSentence(next) || next.length > 120);
}

/** A heading that comes back under every entry of a list (`Pros`, 优点) opens no chapter. */
const mostRepeats = 2;
const partOfEntry =
  /^(?:pros|cons|pros and cons|best for|price|pricing|features|key features|highlights|details|specs|specifications|verdict|what we like|what we don['’]t like|overview|summary|优点|缺点|优缺点|价格|特点|亮点|参数|配置|小结|总结|点评|不足)[:：]?$/iu;

type Titles = ReadonlyMap<string, { count: number; last: number }>;

function isPartOfEntry(title: string, titles: Titles): boolean {
  const count = titles.get(title.toLowerCase())?.count ?? 0;
  return count > mostRepeats || (partOfEntry.test(title) && count > 1);
}

function readTitles(titles: readonly string[]): Titles {
  const read = new Map<string, { count: number; last: number }>();
  for (const [at, title] of titles.entries()) {
    const key = title.toLowerCase();
    read.set(key, { count: (read.get(key)?.count ?? 0) + 1, last: at });
  }
  return read;
}

function headingText(text: string): string {
  return (
    text
      .trim()
      .replace(/^#{1,6}\s+/, '')
      .replace(/(?<!\s)\s*(?<!#)#+$/, '')
      .replace(/[*_`]/g, '')
      // Numbers are removed, as joining small sections would leave gaps in them.
      .replace(/^(?:\d{1,2}[.)．]|[一二三四五六七八九十]{1,3}、|\d{1,2}、)\s*(?=\p{L})/u, '')
      .trim()
  );
}

function headingChapters(
  segments: readonly Segment[],
  language: Language,
  characters: number,
  isForeign: (position: number) => boolean,
): Start[] {
  const least = Math.max(leastArticleChapter[language], characters / mostArticleChapters);
  const titles = readTitles(segments.map(({ text }) => headingText(text)));
  const opens = (position: number): boolean => {
    if (!isHeading(segments, position, language) || isForeign(position)) return false;
    const title = headingText(segments[position]?.text ?? '');
    // The last of equal headings counts: an earlier one is an entry of a table of contents.
    return titles.get(title.toLowerCase())?.last === position && !isPartOfEntry(title, titles);
  };
  const starts: Start[] = [{ at: 0, title: opens(0) ? headingText(segments[0]?.text ?? '') : null }];
  let size = 0;
  let left = characters;
  segments.forEach((segment, position) => {
    if (position > 0 && size >= least && left >= least / 2 && opens(position)) {
      starts.push({ at: position, title: headingText(segment.text) });
      size = 0;
    }
    size += segment.text.length;
    left -= segment.text.length;
  });
  return starts;
}

export function pointCount(characters: number, language: Language, detail: Detail): number {
  const each = language === 'zh' ? 450 : 1500;
  const { share, least, most } = pointShares[detail];
  return Math.max(least, Math.min(most, Math.round((characters / each) * share)));
}

const pointShares: Record<Detail, { share: number; least: number; most: number }> = {
  brief: { share: 0.4, least: 1, most: 2 },
  standard: { share: 1, least: 2, most: 6 },
  detailed: { share: 2, least: 3, most: 12 },
};
