import type { TextQuote } from '#lib/text/find-quote.ts';
import { type HighlightScope, maxHighlightLength } from '../shared/highlight-kinds.ts';
import type { PlaceFinder } from './find-highlights.ts';
import { elementOf, shownTexts } from './shown-texts.ts';
import type { Script } from './text-view.ts';

export type Selected = {
  scope: HighlightScope;
  quote: TextQuote;
  sectionId: string | null;
  tooLong: boolean;
  rect(): DOMRect;
};

/** Null unless the selection lies in a text that can be marked. */
export function selectedText(script: Script | null, finder: PlaceFinder): Selected | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const scope = [range.startContainer, range.endContainer]
    .map((node) => elementOf(node)?.closest<HTMLElement>('[data-text-scope]')?.dataset.textScope)
    .find((name) => name !== undefined);
  const shown = shownTexts(script).find((text) => text.scope === scope);
  if (!shown) return null;
  const { view } = shown;
  const start = view.offsetOf(range.startContainer, range.startOffset);
  const end = view.offsetOf(range.endContainer, range.endOffset);
  const quote = finder.finder(shown.scope, view.text).quoteAt(start, end);
  if (!quote) return null;
  return {
    scope: shown.scope,
    quote,
    sectionId: view.sectionOf(quote.start, quote.start + quote.exact.length),
    tooLong: quote.exact.length > maxHighlightLength,
    rect: () => range.getBoundingClientRect(),
  };
}
