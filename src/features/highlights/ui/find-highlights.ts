import { wordsOfMarkdown } from '#lib/markdown/words.ts';
import { createQuoteFinder, type QuoteFinder, type QuotePlace, type TextQuote } from '#lib/text/find-quote.ts';
import type { Highlight } from '../contract.ts';
import { type HighlightScope, maxHighlightLength } from '../shared/highlight-kinds.ts';

/** `moved` is the updated quote, when it differs. */
export type Found = { place: QuotePlace; moved: TextQuote | null };
export type Places = ReadonlyMap<string, Found | null>;

type Known = { text: string; finder: QuoteFinder; places: Map<string, { quote: TextQuote; found: Found | null }> };

/** Caches the last text of each kind with its results. */
export function createPlaceFinder() {
  const known = new Map<string, Known>();

  function of(kind: string, text: string): Known {
    const before = known.get(kind);
    if (before?.text === text) return before;
    const next: Known = { text, finder: createQuoteFinder(text), places: new Map() };
    known.set(kind, next);
    return next;
  }

  return {
    finder: (kind: string, text: string): QuoteFinder => of(kind, text).finder,
    places(kind: string, text: string, highlights: readonly Pick<Highlight, 'id' | 'anchors'>[]): Places {
      const { finder, places } = of(kind, text);
      return new Map(
        highlights.map(({ id, anchors }) => {
          const before = places.get(id);
          if (before?.quote === anchors) return [id, before.found];
          const found = foundBy(finder, anchors);
          places.set(id, { quote: anchors, found });
          return [id, found];
        }),
      );
    },
  };
}

export type PlaceFinder = ReturnType<typeof createPlaceFinder>;

function foundBy(finder: QuoteFinder, quote: TextQuote): Found | null {
  const place = finder.find(quote);
  if (!place) return null;
  const now = finder.reads(place, quote) ? null : finder.quoteAt(place.start, place.end);
  return { place, moved: now && now.exact.length <= maxHighlightLength ? now : null };
}

type StoredText = { articleMarkdown: string | null; paragraphs: readonly { text: string }[] };
type StoredScript = { subtitlesArray: readonly { text: string }[] };

export function talkText(pieces: readonly { title: string | null; paragraphs: readonly { text: string }[] }[]): string {
  return pieces.flatMap(({ title, paragraphs }) => [title ?? '', ...paragraphs.map(({ text }) => text)]).join('\n');
}

/** The place in the first text that contains the highlight; null when none does. */
export function placeIn(
  texts: readonly string[],
  highlight: Pick<Highlight, 'id' | 'anchors'>,
  finder: PlaceFinder,
): number | null {
  for (const [index, text] of texts.entries()) {
    const found = finder.places(`${index}`, text, [highlight]).get(highlight.id);
    if (found) return found.place.start;
  }
  return null;
}

/** Stored texts; null for those that are not stored (a talk's article is made from its script). */
export function storedTexts(
  note: string | null,
  text: StoredText | undefined,
  script: StoredScript | undefined,
): Record<HighlightScope, string | null> {
  const lines = script?.subtitlesArray ?? [];
  const article = text?.articleMarkdown?.trim()
    ? wordsOfMarkdown(text.articleMarkdown)
    : (text?.paragraphs ?? []).map((paragraph) => paragraph.text).join('\n');
  return {
    note: note === null ? null : wordsOfMarkdown(note),
    article: article === '' ? null : article,
    subtitle: lines.length === 0 ? null : lines.map((line) => line.text).join('\n'),
  };
}
