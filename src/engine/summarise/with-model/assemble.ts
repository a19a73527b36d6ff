import type { Chapter, Outline, Point, Segment } from '../../domain.ts';
import { buildQuoteIndex, checkQuotes } from '../../llm/check-quotes.ts';
import type { Draft, DraftSection } from '../../llm/line-protocol.ts';

export type Checks = Outline['checks'];

export function noChecks(): Checks {
  return { droppedReferences: 0, quotesVerified: 0, quotesRepaired: 0, quotesUnmarked: 0, statements: 0, statementsVerified: 0 };
}

/** Sections without any reference are left out. */
function placeSections(sections: readonly DraftSection[]): { section: DraftSection; start: number }[] {
  const placed: { section: DraftSection; start: number }[] = [];
  for (const section of sections) {
    const start = section.segmentIds[0] ?? firstReference(section);
    if (start !== undefined) placed.push({ section, start });
  }
  return placed.sort((a, b) => a.start - b.start);
}

function firstReference(section: DraftSection): number | undefined {
  const ids = section.points.flatMap((point) => [...point.segmentIds, ...point.details.flatMap((detail) => detail.segmentIds)]);
  return ids.length > 0 ? ids.reduce((least, id) => Math.min(least, id), Number.POSITIVE_INFINITY) : undefined;
}

/** Chapters cover `first..last` without gaps. Sections with the same start become one. */
export function toChapters(
  sections: readonly DraftSection[],
  segments: readonly Segment[],
  range: { first: number; last: number },
): Chapter[] {
  const chapters: Chapter[] = [];
  const placed = placeSections(sections);
  for (const [index, { section, start }] of placed.entries()) {
    const from = index === 0 ? range.first : start;
    const points = section.points.map(toPoint);
    const previous = chapters.at(-1);
    if (previous && previous.segmentIds[0] === from) {
      previous.points.push(...points);
      continue;
    }
    const to = (placed.slice(index + 1).find((next) => next.start > from)?.start ?? range.last + 1) - 1;
    const segmentIds = Array.from({ length: Math.max(1, to - from + 1) }, (_, offset) => from + offset);
    chapters.push({ title: section.title, startMs: segments[from]?.startMs ?? null, segmentIds, points });
  }
  return chapters;
}

function toPoint(point: DraftSection['points'][number]): Point {
  const details = point.details.map((detail) => ({ text: detail.text, segmentIds: detail.segmentIds }));
  const segmentIds =
    point.segmentIds.length > 0 ? point.segmentIds : (details.find((detail) => detail.segmentIds.length > 0)?.segmentIds ?? []);
  return details.length > 0 ? { text: point.text, segmentIds, details } : { text: point.text, segmentIds };
}

/** Changes the outline in place and counts in `checks`. */
export function verifyQuotes(
  outline: Pick<Outline, 'abstract' | 'chapters'>,
  segments: readonly Segment[],
  checks: Checks,
  ownTitles: ReadonlySet<string> = new Set(),
): void {
  const index = buildQuoteIndex(segments);
  const verify = (statement: { text: string; segmentIds: number[] }) => {
    const found = checkQuotes(statement, segments, index);
    statement.text = found.text;
    statement.segmentIds = found.segmentIds;
    checks.quotesVerified += found.verified;
    checks.quotesRepaired += found.repaired;
    checks.quotesUnmarked += found.unmarked;
  };
  for (const point of outline.abstract) verify(point);
  for (const chapter of outline.chapters) {
    // A copy of the ids: checking the title must not move the section's start.
    const title = { text: chapter.title, segmentIds: [...chapter.segmentIds] };
    if (!ownTitles.has(chapter.title)) {
      verify(title);
      chapter.title = title.text;
    }
    for (const point of chapter.points) {
      verify(point);
      for (const detail of point.details ?? []) verify(detail);
    }
  }
}

/** Joins only neighbouring sections; other merges are ignored. */
export function applyMerges(chapters: readonly Chapter[], merges: Draft['merges']): Chapter[] {
  const result: Chapter[] = [];
  for (const [index, chapter] of chapters.entries()) {
    const number = index + 1;
    const merge = merges.find(
      ({ sections }) => sections.length > 1 && sections.includes(number) && isRun(sections, chapters.length),
    );
    const previous = result.at(-1);
    const alike = previous?.extractive === chapter.extractive;
    if (merge && previous && alike && merge.sections.includes(number - 1)) {
      previous.segmentIds = [...previous.segmentIds, ...chapter.segmentIds];
      previous.points = [...previous.points, ...chapter.points];
      if (merge.title !== '') previous.title = merge.title;
    } else result.push({ ...chapter, segmentIds: [...chapter.segmentIds], points: [...chapter.points] });
  }
  return result;
}

function isRun(numbers: readonly number[], count: number): boolean {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.every(
    (number, index) => number >= 1 && number <= count && (index === 0 || number === (sorted[index - 1] ?? 0) + 1),
  );
}
