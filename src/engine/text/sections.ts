/** Segments and sections of a document, from its paragraphs and headings. */
import type { Section, Segment } from '../domain.ts';
import type { ReadDocument } from '../raw-content.ts';
import { paragraphsToSegments } from './paragraphs.ts';

/** `paragraph` is the index of the first one under the heading. */
export type Headings = NonNullable<ReadDocument['headings']>;

export function segmentsOf(paragraphs: ReadDocument['paragraphs']): { segments: Segment[]; firstOf: number[] } {
  const segments: Segment[] = [];
  const firstOf: number[] = [];
  for (const { text, page } of paragraphs) {
    firstOf.push(segments.length);
    for (const segment of paragraphsToSegments(text))
      segments.push({ ...segment, id: segments.length, ...(page === null ? {} : { page }) });
  }
  return { segments, firstOf };
}

/** Takes the highest level with several headings, as a single one is the title. The last heading over a paragraph counts. */
export function sectionsOf(headings: Headings, firstOf: readonly number[]): Section[] {
  const levels = [...new Set(headings.map(({ level }) => level))].sort((a, b) => a - b);
  for (const level of levels) {
    const byStart = new Map<number, string>();
    for (const heading of headings) {
      const segmentId = firstOf[heading.paragraph];
      if (heading.level <= level && heading.title.trim() !== '' && segmentId !== undefined)
        byStart.set(segmentId, heading.title.trim());
    }
    if (byStart.size >= 2)
      return [...byStart].map(([segmentId, title]) => ({ title, segmentId })).sort((a, b) => a.segmentId - b.segmentId);
  }
  return [];
}
