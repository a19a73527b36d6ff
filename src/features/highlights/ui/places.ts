/** Where highlights stand in texts that may have changed since. */

import type { HighlightScope } from '#lib/highlight-kinds.ts';
import { createQuoteFinder, type QuoteFinder, type QuotePlace, type TextQuote } from '#lib/text-quote.ts';
import { markdownBlocks, wordsOf } from '#ui/reader/blocks.ts';
import type { Highlight } from '../contract.ts';

export type Places = ReadonlyMap<string, QuotePlace | null>;

/** Remembers the last text and its places of each scope: scrolling and drawing anew cost nothing. */
export function createPlaceFinder() {
  const known = new Map<
    string,
    { text: string; finder: QuoteFinder; places: Map<string, { quote: TextQuote; place: QuotePlace | null }> }
  >();

  function of(key: string, text: string) {
    const before = known.get(key);
    if (before?.text === text) return before;
    const next = { text, finder: createQuoteFinder(text), places: new Map() };
    known.set(key, next);
    return next;
  }

  return {
    finder: (key: string, text: string): QuoteFinder => of(key, text).finder,
    places(key: string, text: string, highlights: readonly Highlight[]): Places {
      const { finder, places } = of(key, text);
      return new Map(
        highlights.map(({ id, anchors }) => {
          const before = places.get(id);
          if (before && sameQuote(before.quote, anchors)) return [id, before.place];
          const place = finder.find(anchors);
          places.set(id, { quote: anchors, place });
          return [id, place];
        }),
      );
    },
  };
}

/** Does the quote still say where the words are as well as a new one would? */
export function sameQuote(a: TextQuote, b: TextQuote): boolean {
  return (
    a === b ||
    (a.exact === b.exact && a.prefix === b.prefix && a.suffix === b.suffix && a.start === b.start && a.alone === b.alone)
  );
}

type Texts = {
  note: string | null;
  articleMarkdown: string | null;
  paragraphs: readonly { text: string }[];
  subtitlesArray: readonly { text: string }[];
};

/** The words of each text as it is stored, whether it is drawn or not; null for a text that is not there. */
export function storedTexts(detail: Texts): Record<HighlightScope, string | null> {
  const article = detail.articleMarkdown?.trim()
    ? wordsOfMarkdown(detail.articleMarkdown)
    : detail.paragraphs.map(({ text }) => text).join('\n');
  return {
    note: detail.note === null ? null : wordsOfMarkdown(detail.note),
    article: article === '' ? null : article,
    subtitle: detail.subtitlesArray.length === 0 ? null : detail.subtitlesArray.map(({ text }) => text).join('\n'),
  };
}

function wordsOfMarkdown(markdown: string): string {
  return markdownBlocks(markdown)
    .map(({ tokens }) => tokens.map((token) => (token.children ? wordsOf([token]) : token.content)).join('\n'))
    .join('\n');
}
