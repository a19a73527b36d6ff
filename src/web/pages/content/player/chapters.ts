import { timedHeadings } from '#lib/markdown/timed-headings.ts';

export type Chapter = { title: string; startMs: number };

/** Falls back to the timed sections of the note. */
export function chaptersOf(source: readonly Chapter[], note: string | null): Chapter[] {
  const chapters = source.length > 0 || note === null ? source : timedHeadings(note);
  return chapters.toSorted((a, b) => a.startMs - b.startMs);
}
