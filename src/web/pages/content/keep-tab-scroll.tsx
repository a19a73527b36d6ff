import { Component, type ReactNode, type RefObject } from 'react';

type KeepTabScrollProps = {
  tab: string;
  /** The sticky bar of tabs. */
  list: RefObject<HTMLElement | null>;
  children: ReactNode;
};

type ReadingPlace = { y: number; under: Underneath | null };
type Underneath = { path: number[]; words: string; belowPx: number };

/** Opens each tab where it was left, and keeps the bar of tabs in place. A class for `getSnapshotBeforeUpdate`. */
export class KeepTabScroll extends Component<KeepTabScrollProps, { settled: string }> {
  override state = { settled: this.props.tab };
  private readonly places = new Map<string, ReadingPlace>();

  override getSnapshotBeforeUpdate({ tab }: KeepTabScrollProps): null {
    const list = this.props.list.current;
    if (tab !== this.props.tab && list) this.places.set(tab, { y: window.scrollY, under: underBar(list) });
    return null;
  }

  override componentDidUpdate(_: KeepTabScrollProps, { settled }: { settled: string }): void {
    const { tab, list } = this.props;
    // The panels are swapped in a second step, before painting.
    if (this.state.settled !== tab) this.setState({ settled: tab });
    else if (settled !== tab && list.current) restore(list.current, this.places.get(tab));
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

function openPanel(list: HTMLElement): Element | null {
  return list.parentElement?.querySelector(':scope > [role=tabpanel][data-state=active]') ?? null;
}

/** On a phone the bar scrolls away with the page. */
function barBottom(list: HTMLElement): number {
  return Math.max(list.getBoundingClientRect().bottom, Number.parseFloat(getComputedStyle(list).top));
}

/** The innermost element right under the bar; between two paragraphs it is their container. */
function underBar(list: HTMLElement): Underneath | null {
  const { left, width } = list.getBoundingClientRect();
  const bottom = barBottom(list);
  const panel = openPanel(list);
  const [first] = [4, 24, 44]
    .map((px) => document.elementFromPoint(left + width / 2, bottom + px))
    .filter((element) => element !== null && element !== panel && panel?.contains(element) === true)
    .map((element) => ({ element: element as Element, box: (element as Element).getBoundingClientRect() }))
    .toSorted((a, b) => a.box.height - b.box.height);
  if (!panel || !first) return null;
  return { path: pathOf(first.element, panel), words: wordsOf(first.element), belowPx: first.box.top - bottom };
}

function restore(list: HTMLElement, place: ReadingPlace | undefined): void {
  const holder = list.parentElement;
  if (!holder) return;
  // From this position on the bar sticks.
  const stuck = holder.getBoundingClientRect().top + window.scrollY - Number.parseFloat(getComputedStyle(list).top);
  if (!place || place.y <= stuck) {
    if (window.scrollY > stuck) window.scrollTo({ top: stuck, behavior: 'instant' });
    return;
  }
  window.scrollTo({ top: place.y, behavior: 'instant' });
  // Late pictures or text added above have moved the place.
  const panel = openPanel(list);
  const element = panel && place.under ? elementAt(panel, place.under) : null;
  if (!element || !place.under) return;
  const by = element.getBoundingClientRect().top - barBottom(list) - place.under.belowPx;
  if (Math.abs(by) > 1) window.scrollTo({ top: Math.max(stuck, window.scrollY + by), behavior: 'instant' });
}

function pathOf(element: Element, root: Element): number[] {
  const path: number[] = [];
  for (let at: Element | null = element; at && at !== root; at = at.parentElement)
    path.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  return path;
}

function elementAt(root: Element, { path, words }: Underneath): Element | null {
  let at: Element | undefined = root;
  for (const index of path) at = at?.children[index];
  return at && wordsOf(at) === words ? at : null;
}

/** Identifies the element. */
function wordsOf(element: Element): string {
  return (element.textContent ?? '').slice(0, 80);
}
