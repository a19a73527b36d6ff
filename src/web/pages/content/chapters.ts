import { timedHeadings } from '#lib/markdown/timed-headings.ts';

export type Chapter = { title: string; startMs: number };

/** The source's own chapters, else the timed sections of its note, in order of time. */
export function chaptersOf(source: readonly Chapter[], note: string | null): Chapter[] {
  const chapters = source.length > 0 || note === null ? source : timedHeadings(note);
  return chapters.toSorted((a, b) => a.startMs - b.startMs);
}
