/** Keeps painted marks on their words while the page rerenders. */

import type { TextQuote } from '#lib/text/find-quote.ts';
import { holdAt } from '#ui/browser/hold-at.ts';
import type { Highlight } from '../contract.ts';
import type { HighlightColour } from '../shared/highlight-kinds.ts';
import { createPlaceFinder, type PlaceFinder } from './find-highlights.ts';
import { createPainter, type Painter } from './painter.ts';
import { type Selected, selectedText } from './selected-text.ts';
import { elementOf, shownTexts } from './shown-texts.ts';
import type { Script } from './text-view.ts';

export type LayerInput = {
  highlights: readonly Highlight[];
  script: Script | null;
  /** Called when the words were found in a context other than the quote's. */
  onMoved(items: { id: string; anchors: TextQuote }[]): void;
  onPress(id: string, rect: DOMRect): void;
  onRevealed(id: string): void;
};

const chosenMs = 3000;

export function createMarkLayer() {
  const finder = createPlaceFinder();
  let painter: Painter | null = null;
  let input: LayerInput | null = null;
  let painted: Painted[] = [];
  let wanted: string | null = null;
  const chosen = createChoice(schedule);
  let frame = 0;
  const sent = new Map<string, TextQuote>();

  function draw(): void {
    frame = 0;
    if (!painter || !input) return;
    const found = placeMarks(input, finder);
    painted = found.flatMap(({ highlight: { id }, ranges }) => ranges.map((range) => ({ id, range })));
    const moved = newlyMoved(found, sent);
    painter.paint(
      byColour(found),
      painted.filter(({ id }) => id === chosen.id()).map(({ range }) => range),
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
    chosen.choose(id);
    scrollTo(first);
    schedule();
    input.onRevealed(id);
  }

  function handleClick(event: MouseEvent): void {
    const hit = isOnText(event) ? hitAt(painted, event.clientX, event.clientY) : null;
    if (!hit) return;
    // The element under the mark has its own click action.
    event.stopPropagation();
    event.preventDefault();
    input?.onPress(hit.id, hit.rect);
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
      chosen.stop();
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
    selected: (): Selected | null => selectedText(input?.script ?? null, finder),
  };
}

type Painted = { id: string; range: Range };
type Placed = { highlight: Highlight; ranges: Range[]; moved: TextQuote | null };

function placeMarks({ highlights, script }: LayerInput, finder: PlaceFinder): Placed[] {
  if (highlights.length === 0) return [];
  return shownTexts(script).flatMap(({ scope, view, settled }) => {
    const own = highlights.filter((highlight) => highlight.scope === scope);
    if (own.length === 0) return [];
    const places = finder.places(scope, view.text, own);
    return own.flatMap((highlight) => {
      const found = places.get(highlight.id);
      if (!found) return [];
      const ranges = [...view.rangesOf(found.place.start, found.place.end)];
      return [{ highlight, ranges, moved: settled ? found.moved : null }];
    });
  });
}

function byColour(placed: readonly Placed[]): Map<HighlightColour, Range[]> {
  const marks = new Map<HighlightColour, Range[]>();
  for (const { highlight, ranges } of placed) {
    const known = marks.get(highlight.colour);
    if (known) known.push(...ranges);
    else marks.set(highlight.colour, [...ranges]);
  }
  return marks;
}

/** Returns each quote once, so that a failed update is not repeated at every frame. */
function newlyMoved(placed: readonly Placed[], sent: Map<string, TextQuote>): { id: string; anchors: TextQuote }[] {
  return placed.flatMap(({ highlight: { id, anchors }, moved }) => {
    if (!moved || sent.get(id) === anchors) return [];
    sent.set(id, anchors);
    return [{ id, anchors: moved }];
  });
}

function createChoice(onEnd: () => void) {
  let chosen: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    id: () => chosen,
    choose(id: string): void {
      chosen = id;
      clearTimeout(timer);
      timer = setTimeout(() => {
        chosen = null;
        onEnd();
      }, chosenMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Whether it is a plain click on words, not on something with its own action. */
function isOnText({ button, target }: MouseEvent): boolean {
  if (button !== 0 || document.getSelection()?.isCollapsed === false || !(target instanceof Element)) return false;
  return !target.closest('a, button, input, textarea, label, select') && target.closest('[data-text-scope]') !== null;
}

function hitAt(painted: readonly Painted[], x: number, y: number): { id: string; rect: DOMRect } | null {
  for (const { id, range } of painted.toReversed()) {
    const rect = [...range.getClientRects()].find((r) => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom);
    if (rect) return { id, rect };
  }
  return null;
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
  const box = element.closest<HTMLElement>('[data-text-scope]');
  // Text in a pane scrolls by itself, and the page stays.
  if (box && getComputedStyle(box).overflowY === 'auto')
    holdAt(box, element, (height) => Math.max(0, (box.clientHeight - height) / 2));
  else if (top < window.innerHeight * 0.25 || bottom > window.innerHeight * 0.9)
    element.scrollIntoView({ block: 'center', behavior: still || far ? 'auto' : 'smooth' });
  const block = element.closest<HTMLElement>('li, p, blockquote, h1, h2, h3, h4, h5, h6, td');
  if (!block) return;
  block.tabIndex = -1;
  block.style.outline = 'none';
  block.focus({ preventScroll: true });
}
