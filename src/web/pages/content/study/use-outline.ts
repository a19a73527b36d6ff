import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { afterFrame } from '#ui/browser/after-frame.ts';
import { indexAt } from '#ui/player/index-at.ts';
import { usePlayerState } from '#ui/player/player-context.tsx';

export type OutlineEntry = { title: string; level: number };
/** `here` and `playing` are indices of entries, -1 for none. */
export type OutlineState = { entries: readonly OutlineEntry[]; here: number; playing: number };
/** The state is kept out of the page's rendering, as it changes during scrolling. */
export type Outline = { state: StoreApi<OutlineState>; goTo: (index: number) => void };

type Chapter = { title: string; startMs: number };
type OutlineOptions = {
  root: HTMLElement | null;
  tab: string;
  chapters: readonly Chapter[];
  onChapter: (startMs: number) => void;
};

const nothing: OutlineState = { entries: [], here: -1, playing: -1 };

/** A heading less than this far below the bar counts as reached. */
const nearPx = 24;

/** The headings of the open tab, with the one being read and the one being played; none for a text of at most two screens. */
export function useOutline({ root, tab, chapters, onChapter }: OutlineOptions): Outline {
  const [state] = useState(() => createStore<OutlineState>()(() => nothing));
  const headings = useRef<readonly HTMLElement[]>([]);
  const played = usePlayerState((state) => (state.timeMs > 0 ? indexAt(chapters, state.timeMs) : -1));
  const script = tab === 'subtitle';

  useEffect(() => {
    if (!root) return;
    let cancel: (() => void) | null = null;
    let changed = true;
    const look = () => {
      cancel = null;
      const before = state.getState();
      if (!changed && !script) {
        const here = placeAmong(headings.current, barBottom(root) + nearPx);
        if (before.here !== here && before.entries.length > 0) state.setState({ here });
        return;
      }
      changed = false;
      const next = script ? lookAtScript(root, chapters) : lookAtText(root);
      headings.current = next.headings;
      // In a script, the line being played is not measured but known from the player.
      const seen = script ? { ...next.seen, playing: before.playing } : next.seen;
      if (!isSame(before, seen)) state.setState(seen);
    };
    const handleScroll = () => {
      cancel ??= afterFrame(look);
    };
    const handleChange = () => {
      changed = true;
      handleScroll();
    };
    look();
    const changes = new MutationObserver(handleChange);
    changes.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-lit', 'aria-current', 'data-state', 'aria-busy'],
    });
    const sizes = new ResizeObserver(handleChange);
    sizes.observe(root);
    // Captures the scrolling of elements inside the page too.
    document.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    return () => {
      cancel?.();
      changes.disconnect();
      sizes.disconnect();
      document.removeEventListener('scroll', handleScroll, { capture: true });
    };
  }, [root, script, chapters, state]);

  useEffect(() => {
    if (script) state.setState({ playing: played });
  }, [script, played, state]);

  const goTo = useCallback(
    (index: number) => {
      const chapter = chapters[index];
      if (script && chapter) onChapter(chapter.startMs);
      const heading = script ? undefined : headings.current[index];
      if (!root || !heading) return;
      // Parts that are not laid out yet may have another height than estimated, so it scrolls again.
      for (let turn = 0; turn < 3; turn++)
        window.scrollBy({ top: heading.getBoundingClientRect().top - barBottom(root) - nearPx / 2, behavior: 'instant' });
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    },
    [root, script, chapters, onChapter],
  );
  return useMemo(() => ({ state, goTo }), [state, goTo]);
}

function barBottom(root: HTMLElement): number {
  const bar = root.querySelector('[data-tab-bar]')?.getBoundingClientRect().bottom ?? 0;
  const player = document.querySelector<HTMLElement>('[data-player]:not([data-mini])');
  const below = player && getComputedStyle(player).position === 'sticky' ? player.getBoundingClientRect().bottom : 0;
  return Math.max(0, bar, below);
}

function openPanel(root: HTMLElement): HTMLElement | null {
  return root.querySelector<HTMLElement>('[role=tabpanel][data-state=active]');
}

function lookAtText(root: HTMLElement): { seen: OutlineState; headings: readonly HTMLElement[] } {
  const panel = openPanel(root);
  const article = panel?.querySelector('[data-text-scope] article');
  if (!panel || !article || panel.scrollHeight <= 2 * window.innerHeight) return { seen: nothing, headings: [] };
  const headings = [...article.querySelectorAll<HTMLElement>('h1, h2, h3')].filter((each) => each.textContent !== '');
  if (headings.length < 2) return { seen: nothing, headings: [] };
  const levels = headings.map(({ tagName }) => Number(tagName[1]));
  const top = Math.min(...levels);
  const here = placeAmong(headings, barBottom(root) + nearPx);
  const lit = article.querySelector('[data-lit], [aria-current=time]');
  const inside = lit ? headings.findIndex((heading) => lit.contains(heading)) : -1;
  const playing =
    !lit || inside >= 0
      ? inside
      : headings.findLastIndex((heading) => (heading.compareDocumentPosition(lit) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  return {
    headings,
    seen: {
      entries: headings.map((heading, index) => ({ title: heading.textContent ?? '', level: (levels[index] ?? top) - top })),
      here,
      playing,
    },
  };
}

/** For a part out of view, the top of the whole part: measuring inside it would lay it out. */
function topOf(heading: HTMLElement): number {
  const part = heading.closest('section')?.getBoundingClientRect();
  const isAway = part !== undefined && (part.bottom < 0 || part.top > window.innerHeight);
  return (isAway ? part : heading.getBoundingClientRect()).top;
}

/** The index of the last heading above `fromPx`, else the first; a binary search, as measuring is slow. */
function placeAmong(headings: readonly HTMLElement[], fromPx: number): number {
  let [first, end] = [0, headings.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    const heading = headings[middle];
    if (heading === undefined || topOf(heading) <= fromPx) first = middle + 1;
    else end = middle;
  }
  return Math.max(0, first - 1);
}

function lookAtScript(root: HTMLElement, chapters: readonly Chapter[]): { seen: OutlineState; headings: readonly HTMLElement[] } {
  const scroller = openPanel(root)?.querySelector<HTMLElement>('[data-own-keys]');
  if (!scroller || chapters.length < 2 || scroller.scrollHeight <= 2 * window.innerHeight) return { seen: nothing, headings: [] };
  const { top } = scroller.getBoundingClientRect();
  const line = [...scroller.querySelectorAll<HTMLElement>('li[data-start]')]
    .map((element) => ({ ms: Number(element.dataset.start), bottom: element.getBoundingClientRect().bottom }))
    .filter(({ bottom }) => bottom > top + nearPx)
    .reduce<number | null>((least, { ms }) => (least === null || ms < least ? ms : least), null);
  return {
    headings: [],
    seen: {
      entries: chapters.map(({ title }) => ({ title, level: 0 })),
      here: line === null ? -1 : indexAt(chapters, line),
      playing: -1,
    },
  };
}

function isSame(a: OutlineState, b: OutlineState): boolean {
  return (
    a.here === b.here &&
    a.playing === b.playing &&
    a.entries.length === b.entries.length &&
    a.entries.every(({ title, level }, index) => title === b.entries[index]?.title && level === b.entries[index]?.level)
  );
}
