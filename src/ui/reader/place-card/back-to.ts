import type { RefObject } from 'react';

let quiet = false;

/** Whether a reference has just got the focus back, which opens no card. */
export const isFocusedQuietly = (): boolean => quiet;

export function focusQuietly(element: HTMLElement | SVGElement | null): void {
  quiet = true;
  element?.focus({ preventScroll: true });
  quiet = false;
}

/** Leads back from a place in the source to its reference, which is another element if its tab was left meanwhile. */
export function backTo(element: RefObject<HTMLElement | SVGElement | null>, onFocusBack: () => void): () => void {
  const findAgain = finderOf(element.current);
  return () => {
    const isThere = element.current?.isConnected === true;
    const reference = isThere ? element.current : findAgain();
    if (isThere) onFocusBack();
    else focusQuietly(reference);
    reference?.scrollIntoView({ block: 'nearest' });
  };
}

/** Finds the reference to the same place that comes as the same one in its text, or the same node of a mind map. */
function finderOf(element: HTMLElement | SVGElement | null): () => HTMLElement | SVGElement | null {
  const scope = element?.closest<HTMLElement>('[data-text-scope]')?.dataset.textScope;
  const [anchor, node] = ['data-anchor', 'data-node'].map((name) => element?.getAttribute(name) ?? null);
  const selector =
    node != null
      ? `[data-node="${CSS.escape(node)}"]`
      : anchor != null && scope !== undefined
        ? `[data-text-scope="${CSS.escape(scope)}"] [data-anchor="${CSS.escape(anchor)}"]`
        : null;
  if (!element || selector === null) return () => null;
  const all = () => [...document.querySelectorAll<HTMLElement | SVGElement>(selector)];
  const index = all().indexOf(element);
  return () => all()[index] ?? null;
}
