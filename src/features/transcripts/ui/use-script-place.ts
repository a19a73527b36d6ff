import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ScriptPlace, ViewState } from '#ui/reader/view-state.ts';

/** What there is to remember besides the place itself. */
type Reading = Omit<ScriptPlace, 'offsetPx' | 'measured'>;

/** Writes down where a script was read when its tab is left. */
export function useKeptPlace(viewState: ViewState, virtual: Virtualizer<HTMLElement, Element>, reading: () => Reading): void {
  const now = useRef(reading);
  useEffect(() => {
    now.current = reading;
  });
  useLayoutEffect(
    () => () => {
      viewState.script = { ...now.current(), offsetPx: virtual.scrollOffset ?? 0, measured: virtual.takeSnapshot() };
    },
    [viewState, virtual],
  );
}

/**
 * Gives the focus to a line (-1: to the script itself) once it is drawn, so that whoever listens hears what a reference
 * led to. The line has to be among those that are drawn.
 */
export function useFocusLine(script: HTMLElement | null): (line: number) => void {
  const [wanted, setWanted] = useState<{ line: number } | null>(null);
  // After every drawing: it is not known which of them brings the line.
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

/** A name for the router that no element had before, also not before a reload: what scrolls by itself is not put back by it. */
export function useOwnScroll(): string {
  const [name] = useState(() => {
    scripts += 1;
    return `${performance.timeOrigin}-${scripts}`;
  });
  return name;
}
