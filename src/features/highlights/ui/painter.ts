/** Paints ranges without changing the page's elements. */
import { canPaintRanges, paintRanges } from '#ui/browser/painted-ranges.ts';
import { type HighlightColour, highlightColours } from '../shared/highlight-kinds.ts';

export type Painter = {
  paint(marks: ReadonlyMap<HighlightColour, readonly Range[]>, chosen: readonly Range[]): void;
  clear(): void;
};

export function createPainter(): Painter {
  return canPaintRanges() ? registryPainter() : boxPainter();
}

const nameOf = (colour: HighlightColour | 'chosen') => `gleaner-${colour}`;

/** The CSS Custom Highlight API, styled in highlights.css. */
function registryPainter(): Painter {
  return {
    paint(marks, chosen) {
      for (const colour of highlightColours) paintRanges(nameOf(colour), marks.get(colour) ?? [], 0);
      paintRanges(nameOf('chosen'), chosen, 1);
    },
    clear() {
      for (const name of [...highlightColours, 'chosen'] as const) CSS.highlights.delete(nameOf(name));
    },
  };
}

/** A fallback that draws lines under the words, laid over the page. */
function boxPainter(): Painter {
  const layer = document.createElement('div');
  layer.setAttribute('aria-hidden', 'true');
  layer.className = 'highlight-boxes';
  let last: { marks: ReadonlyMap<HighlightColour, readonly Range[]>; chosen: readonly Range[] } | null = null;
  let frame = 0;

  function draw(): void {
    frame = 0;
    if (last === null) return;
    if (!layer.isConnected) document.body.append(layer);
    const boxes: HTMLElement[] = [];
    const add = (range: Range, kind: string): void => {
      const clip = scrollerOf(range)?.getBoundingClientRect();
      for (const rect of range.getClientRects()) {
        const top = Math.max(rect.top, clip?.top ?? 0);
        const bottom = Math.min(rect.bottom, clip?.bottom ?? window.innerHeight);
        if (bottom - top < 1 || rect.width === 0) continue;
        const box = document.createElement('div');
        box.dataset.kind = kind;
        box.style.cssText = `left:${rect.left}px;top:${top}px;width:${rect.width}px;height:${bottom - top}px`;
        boxes.push(box);
      }
    };
    for (const [colour, ranges] of last.marks) for (const range of ranges) add(range, colour);
    for (const range of last.chosen) add(range, 'chosen');
    layer.replaceChildren(...boxes);
  }
  function schedule(): void {
    frame ||= requestAnimationFrame(draw);
  }
  window.addEventListener('scroll', schedule, { capture: true, passive: true });
  window.addEventListener('resize', schedule);
  return {
    paint(marks, chosen) {
      last = { marks, chosen };
      schedule();
    },
    clear() {
      last = null;
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule, { capture: true });
      window.removeEventListener('resize', schedule);
      layer.remove();
    },
  };
}

function scrollerOf(range: Range): Element | null {
  const { commonAncestorContainer: node } = range;
  for (let element = node instanceof Element ? node : node.parentElement; element; element = element.parentElement) {
    if (element === document.body) return null;
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return null;
}
