/** Paints ranges of text without changing the page's elements, by the CSS Custom Highlight API. */

export function canPaintRanges(): boolean {
  return typeof Highlight === 'function' && typeof CSS !== 'undefined' && 'highlights' in CSS;
}

/** `name` is styled by `::highlight(name)`. Without ranges nothing is painted under it any more. */
export function paintRanges(name: string, ranges: readonly Range[], priority: number): void {
  if (ranges.length === 0) {
    CSS.highlights.delete(name);
    return;
  }
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  CSS.highlights.set(name, highlight);
}
