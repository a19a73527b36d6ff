import type { Section, Segment } from '../domain.ts';
import type { ReadDocument } from '../raw-content.ts';
import { paragraphsToSegments } from './paragraphs.ts';

/** `paragraph` is the index of the first one under the heading. */
export type Headings = NonNullable<ReadDocument['headings']>;

function segmentsOf(paragraphs: ReadDocument['paragraphs']): { segments: Segment[]; firstOf: number[] } {
  const segments: Segment[] = [];
  const firstOf: number[] = [];
  for (const { text, page } of paragraphs) {
    firstOf.push(segments.length);
    for (const segment of paragraphsToSegments(text))
      segments.push({ ...segment, id: segments.length, ...(page === null ? {} : { page }) });
  }
  return { segments, firstOf };
}

type Paragraphs = ReadDocument['paragraphs'];

/** Takes the highest level with several headings: one alone is the title. Others become paragraphs, so that no words are lost. */
export function cutByHeadings(
  paragraphs: Paragraphs,
  headings: Headings,
  title: string | null,
): { segments: Segment[]; sections: Section[] } {
  const levels = [...new Set(headings.map(({ level }) => level))].sort((a, b) => a - b);
  for (const level of levels) {
    const { all, starts } = placeHeadings(paragraphs, headings, title, level);
    if (starts.size < 2) continue;
    const { segments, firstOf } = segmentsOf(all);
    const byStart = new Map([...starts].map(([index, name]) => [firstOf[index] ?? 0, name]));
    if (byStart.size >= 2) return { segments, sections: [...byStart].map(([segmentId, name]) => ({ title: name, segmentId })) };
  }
  return { segments: segmentsOf(placeHeadings(paragraphs, headings, title, 0).all).segments, sections: [] };
}

/** `starts`: the headings down to `level`, by the index of their first paragraph. */
function placeHeadings(paragraphs: Paragraphs, headings: Headings, title: string | null, level: number) {
  const all: Paragraphs = [];
  const starts = new Map<number, string>();
  let open: { heading: Headings[number]; index: number } | null = null;
  const write = (heading: Headings[number]): void => {
    const isTitle = heading === headings[0] && heading.title === title;
    if (isTitle || heading.onlyListed) return;
    const near = paragraphs[heading.paragraph] ?? paragraphs[heading.paragraph - 1];
    all.push({ text: heading.title, page: heading.page ?? near?.page ?? null });
  };
  const begin = (): void => {
    if (open) starts.set(open.index, open.heading.title.trim());
    open = null;
  };
  let next = 0;
  for (let index = 0; index <= paragraphs.length; index++) {
    for (let heading = headings[next]; heading && heading.paragraph <= index; heading = headings[++next]) {
      if (heading.title.trim() === '') continue;
      if (heading.level <= level) {
        const at: number = open?.index ?? all.length;
        if (open) write(open.heading);
        open = { heading, index: at };
      } else {
        begin();
        write(heading);
      }
    }
    const paragraph = paragraphs[index];
    if (!paragraph) continue;
    begin();
    all.push(paragraph);
  }
  if (open) write(open.heading);
  return { all, starts };
}
