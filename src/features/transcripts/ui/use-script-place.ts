import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Segment } from '#engine/domain.ts';
import { indexAt } from '#ui/player/index-at.ts';
import { usePlayerState } from '#ui/player/player-context.tsx';
import { type ScriptPlace, type SourceTarget, takePlace, type ViewState } from '#ui/reader/view-state.ts';

type Reading = Omit<ScriptPlace, 'offsetPx' | 'measured'>;

export function useKeptPlace(
  viewState: ViewState,
  list: RefObject<Virtualizer<HTMLElement, Element> | null>,
  reading: () => Reading,
): void {
  const read = useEffectEvent(reading);
  useLayoutEffect(
    () => () => {
      const virtual = list.current;
      if (virtual === null) return;
      viewState.script = { ...read(), offsetPx: virtual.scrollOffset ?? 0, measured: virtual.takeSnapshot() };
    },
    [viewState, list],
  );
}

/** Focuses a line (-1: the script) once it is rendered, for screen readers. */
function useFocusLine(script: HTMLElement | null): (line: number) => void {
  const [wanted, setWanted] = useState<{ line: number } | null>(null);
  // Runs after every render, since any of them may bring the line.
  useEffect(() => {
    if (!wanted || !script) return;
    const { line } = wanted;
    const place = line < 0 ? script : script.querySelector<HTMLElement>(`[data-index="${line}"] :is(textarea, button)`);
    if (!place) return;
    setWanted(null);
    place.focus({ preventScroll: true });
  });
  return useCallback((line: number) => setWanted({ line }), []);
}

let scripts = 0;

/** A unique name, so that the router does not restore this scroll position. */
export function useOwnScroll(): string {
  const [name] = useState(() => {
    scripts += 1;
    return `${performance.timeOrigin}-${scripts}`;
  });
  return name;
}

/** How long after a scroll newly rendered lines may move its end. */
const settlingMs = 1000;

type Align = 'center' | 'auto';

/** The script grows when lines in sight are measured, after the scroll: `settle`, called for every new height, scrolls on. */
export function useLineScroll(list: RefObject<Virtualizer<HTMLElement, Element> | null>) {
  const aim = useRef<{ line: number; align: Align; until: number } | null>(null);
  const show = useCallback(
    (line: number, align: Align = 'center') => {
      if (line < 0) return;
      aim.current = { line, align, until: performance.now() + settlingMs };
      list.current?.scrollToIndex(line, { align });
    },
    [list],
  );
  const settle = useCallback(() => {
    const { current } = aim;
    if (current === null) return;
    if (performance.now() < current.until) list.current?.scrollToIndex(current.line, { align: current.align });
    else aim.current = null;
  }, [list]);
  const release = useCallback(() => {
    aim.current = null;
  }, []);
  return { show, settle, release };
}

/** The row that comes to lie under a mouse at rest must not look like the one asked for. */
function hoverLater(scroller: HTMLElement): void {
  scroller.dataset.jumped = '';
  scroller.addEventListener('pointermove', () => delete scroller.dataset.jumped, { once: true });
}

type LinkedLineOptions = {
  scroller: HTMLElement | null;
  viewState: ViewState;
  target: SourceTarget | null;
  segments: readonly Segment[];
  show: (line: number) => void;
  onShown: (line: number) => void;
};

/** Longer than between two positions that a player tells. */
const stepMs = 2000;
/** Time to see which line was asked for, before the one that plays is lit again. */
const askedMs = 4000;

/**
 * The line a reference asked for (-1: none); it is forgotten when the recording has played on for a while, or goes on at another
 * place. `onJump`: called then, if a line was asked for since the last time.
 */
export function useAskedLine(onJump: () => void): { line: number; set: (line: number) => void; forget: () => void } {
  const [line, setLine] = useState(-1);
  const playing = usePlayerState((player) => player.playing);
  const wasAsked = useRef(false);
  const set = useCallback((next: number) => {
    wasAsked.current = true;
    setLine(next);
  }, []);
  const forget = useCallback(() => setLine(-1), []);
  useJump(() => {
    forget();
    if (wasAsked.current) onJump();
    wasAsked.current = false;
  });
  useEffect(() => {
    if (line < 0 || !playing) return;
    const timer = setTimeout(forget, askedMs);
    return () => clearTimeout(timer);
  }, [line, playing, forget]);
  return { line, set, forget };
}

function useJump(onJump: () => void): void {
  const tell = useEffectEvent(onJump);
  const step = usePlayerState((player) => Math.floor(player.timeMs / stepMs));
  const before = useRef(step);
  useEffect(() => {
    if (Math.abs(step - before.current) > 1) tell();
    before.current = step;
  }, [step]);
}

/** The line a note's time refers to, without a player; shown once. */
export function useLinkedLine({ scroller, viewState, target, segments, show, onShown }: LinkedLineOptions): void {
  const focusLine = useFocusLine(scroller);
  const tell = useEffectEvent(onShown);
  useEffect(() => {
    const place = scroller ? takePlace(viewState, target, 'time') : null;
    if (!place) return;
    const line = indexAt(segments, place.ms);
    // A low window shows only the upper part.
    scroller?.scrollIntoView({ block: 'nearest' });
    tell(line);
    show(Math.max(0, line));
    focusLine(line);
    if (scroller) hoverLater(scroller);
  }, [target, viewState, segments, scroller, show, focusLine]);
}
