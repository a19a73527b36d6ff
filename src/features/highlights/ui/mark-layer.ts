/** Keeps painted marks on their words while the page rerenders. */

import type { TextQuote } from '#lib/text-quote.ts';
import type { Highlight } from '../contract.ts';
import { type HighlightColour, type HighlightScope, highlightScopes, maxHighlightLength } from '../shared/highlight-kinds.ts';
import { createPainter, type Painter } from './painter.ts';
import { createPlaceFinder } from './places.ts';
import { readFlow, type Script, type TextView, viewScript } from './text-view.ts';

export type Selected = {
  scope: HighlightScope;
  quote: TextQuote;
  sectionId: string | null;
  tooLong: boolean;
  rect(): DOMRect;
};

export type LayerInput = {
  highlights: readonly Highlight[];
  script: Script | null;
  /** The words were found in other surroundings than the quote says. */
  onMoved(items: { id: string; anchors: TextQuote }[]): void;
  onPress(id: string, rect: DOMRect): void;
  onRevealed(id: string): void;
};

const chosenMs = 3000;

/** `settled`: the stored text. Otherwise one of several forms, whose places say nothing about the others. */
type Shown = { scope: HighlightScope; view: TextView; settled: boolean };

function shownTexts(script: Script | null): Shown[] {
  return [...document.querySelectorAll<HTMLElement>('[data-text-scope]')].flatMap((root): Shown[] => {
    const scope = highlightScopes.find((known) => known === root.dataset.textScope);
    if (!scope) return [];
    if (scope === 'subtitle') return script ? [{ scope, view: viewScript(root, script), settled: true }] : [];
    const article = root.querySelector('article');
    // A text that is being written has no places yet.
    if (!article || article.ariaBusy === 'true') return [];
    return [{ scope, view: readFlow(article), settled: article.dataset.textDerived === undefined }];
  });
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);

export function createMarkLayer() {
  const finder = createPlaceFinder();
  let painter: Painter | null = null;
  let input: LayerInput | null = null;
  let painted: { id: string; range: Range }[] = [];
  let wanted: string | null = null;
  let chosen: string | null = null;
  let chosenTimer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const sent = new Map<string, TextQuote>();

  function draw(): void {
    frame = 0;
    if (!painter || !input) return;
    const { highlights, script } = input;
    const marks = new Map<HighlightColour, Range[]>();
    const moved: { id: string; anchors: TextQuote }[] = [];
    painted = [];
    for (const { scope, view, settled } of shownTexts(script)) {
      const own = highlights.filter((highlight) => highlight.scope === scope);
      if (own.length === 0) continue;
      const places = finder.places(scope, view.text, own);
      for (const highlight of own) {
        const found = places.get(highlight.id);
        if (!found) continue;
        for (const range of view.rangesOf(found.place.start, found.place.end)) {
          painted.push({ id: highlight.id, range });
          const ranges = marks.get(highlight.colour);
          if (ranges) ranges.push(range);
          else marks.set(highlight.colour, [range]);
        }
        // Once per quote: a failed update is not repeated at every frame.
        if (settled && found.moved && sent.get(highlight.id) !== highlight.anchors) {
          sent.set(highlight.id, highlight.anchors);
          moved.push({ id: highlight.id, anchors: found.moved });
        }
      }
    }
    painter.paint(
      marks,
      painted.filter(({ id }) => id === chosen).map(({ range }) => range),
    );
    if (moved.length > 0) input.onMoved(moved);
    if (wanted !== null) reveal(wanted);
  }

  function schedule(): void {
    frame ||= requestAnimationFrame(draw);
  }

  function reveal(id: string): void {
    const ranges = painted.filter((each) => each.id === id).map(({ range }) => range);
    const [first] = ranges;
    if (!first || !input || !painter) return;
    wanted = null;
    chosen = id;
    clearTimeout(chosenTimer);
    chosenTimer = setTimeout(() => {
      chosen = null;
      schedule();
    }, chosenMs);
    scrollTo(first);
    schedule();
    input.onRevealed(id);
  }

  function handleClick(event: MouseEvent): void {
    if (event.button !== 0 || document.getSelection()?.isCollapsed === false || !(event.target instanceof Element)) return;
    if (event.target.closest('a, button, input, textarea, label, select') || !event.target.closest('[data-text-scope]')) return;
    const hit = hitAt(event.clientX, event.clientY);
    if (!hit) return;
    // The element under the mark has its own click action.
    event.stopPropagation();
    event.preventDefault();
    input?.onPress(hit.id, hit.rect);
  }

  function hitAt(x: number, y: number): { id: string; rect: DOMRect } | null {
    // Topmost last.
    for (const { id, range } of painted.toReversed()) {
      const rect = [...range.getClientRects()].find((r) => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom);
      if (rect) return { id, rect };
    }
    return null;
  }

  const observer = new MutationObserver((records) => {
    if (records.some(concernsText)) schedule();
  });

  return {
    start(root: Element): void {
      painter = createPainter();
      observer.observe(root, { childList: true, characterData: true, subtree: true, attributeFilter: ['aria-busy'] });
      document.addEventListener('click', handleClick, true);
      schedule();
    },
    stop(): void {
      observer.disconnect();
      document.removeEventListener('click', handleClick, true);
      cancelAnimationFrame(frame);
      frame = 0;
      clearTimeout(chosenTimer);
      painter?.clear();
      painter = null;
    },
    set(next: LayerInput): void {
      input = next;
      schedule();
    },
    /** Scrolls to a highlight and emphasises it once its words are rendered. */
    want(id: string): void {
      wanted = id;
      schedule();
    },
    /** Null unless the selection lies in a text that can be marked. */
    selected(): Selected | null {
      const selection = document.getSelection();
      if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
      const range = selection.getRangeAt(0);
      const scope = [range.startContainer, range.endContainer]
        .map((node) => elementOf(node)?.closest<HTMLElement>('[data-text-scope]')?.dataset.textScope)
        .find((name) => name !== undefined);
      const shown = shownTexts(input?.script ?? null).find((text) => text.scope === scope);
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
    },
  };
}

export type MarkLayer = ReturnType<typeof createMarkLayer>;

/** Ignores clocks and progress bars, which change all the time. */
function concernsText({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  if (elementOf(target)?.closest('[data-text-scope]')) return true;
  return [...addedNodes, ...removedNodes].some(
    (node) => node instanceof Element && (node.matches('[data-text-scope]') || node.querySelector('[data-text-scope]') !== null),
  );
}

function scrollTo(range: Range): void {
  const element = elementOf(range.startContainer);
  if (!element) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const { top, bottom } = range.getBoundingClientRect();
  const far = Math.abs(top) > 3 * window.innerHeight;
  // The header and a sticky player cover the top.
  if (top < window.innerHeight * 0.25 || bottom > window.innerHeight * 0.9)
    element.scrollIntoView({ block: 'center', behavior: still || far ? 'auto' : 'smooth' });
  const block = element.closest<HTMLElement>('li, p, blockquote, h1, h2, h3, h4, h5, h6, td');
  if (!block) return;
  block.tabIndex = -1;
  block.style.outline = 'none';
  block.focus({ preventScroll: true });
}
