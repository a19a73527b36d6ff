import { wordsOf } from '#lib/markdown/words.ts';
import { markdownBlocks, noteSections } from '#ui/reader/blocks.ts';

export type Chapter = { title: string; startMs: number };

/** The source's own chapters, else the timed sections of its note, in order of time. */
export function chaptersOf(source: readonly Chapter[], note: string | null): Chapter[] {
  const chapters =
    source.length > 0 || note === null
      ? source
      : noteSections(markdownBlocks(note)).flatMap(({ heading, startMs }) =>
          heading && startMs !== null ? [{ title: wordsOf(heading.tokens), startMs }] : [],
        );
  return chapters.toSorted((a, b) => a.startMs - b.startMs);
}
