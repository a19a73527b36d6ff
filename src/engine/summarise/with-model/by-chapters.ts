import type { Chapter, Language, Segment, SourceChapter } from '../../domain.ts';
import { type ChapterRange, creatorChapters } from '../extractive/chapters/chapters.ts';

/** Without gaps; empty when there are no chapters. */
export function rangesOf(segments: readonly Segment[], chapters: readonly SourceChapter[], timed: boolean): ChapterRange[] {
  const ranges = timed ? creatorChapters(segments, chapters) : [];
  return ranges.length > 1 ? ranges : [];
}

/** Each point goes where its first line lies. Ranges beyond `last`, the last line written about, are left out. */
export function underChapters(
  written: readonly Chapter[],
  ranges: readonly ChapterRange[],
  language: Language,
  last: number,
): Chapter[] {
  if (ranges.length === 0 || written.length === 0) return [...written];
  return ranges
    .filter(({ start }) => start <= last)
    .map((range) => {
      const inside = (id: number | undefined) => id !== undefined && id >= range.start && id < range.end;
      const parts = written.map((chapter) => ({
        chapter,
        points: chapter.points.filter((point) => inside(point.segmentIds[0] ?? chapter.segmentIds[0])),
      }));
      const filled = parts.filter(({ points }) => points.length > 0);
      const end = Math.min(range.end, last + 1);
      return {
        title: titleOf(range, written, language),
        startMs: range.startMs,
        segmentIds: Array.from({ length: Math.max(1, end - range.start) }, (_, offset) => range.start + offset),
        points: filled.flatMap(({ points }) => points),
        ...(filled.length > 0 && filled.every(({ chapter }) => chapter.extractive) ? { extractive: true } : {}),
      };
    });
}

function titleOf(range: ChapterRange, written: readonly Chapter[], language: Language): string {
  const title = range.title ?? '';
  const readable = /\p{Script=Han}/u.test(title) === (language === 'zh');
  const own = written.find(({ segmentIds: [first = -1] }) => Math.abs(first - range.start) <= 2)?.title;
  return readable ? title : (own ?? title);
}
