import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Segment } from '#engine/domain.ts';
import { findMatches, matchesByLine, matchNear, stepMatch } from './find-matches.ts';
import { useHanFold } from './use-han-fold.ts';

const noMatches: ReturnType<typeof findMatches> = [];

type Left = { query: string; chosen: number; from: number } | null | undefined;

export function useScriptSearch(segments: readonly Segment[], left: Left, show: (line: number) => void) {
  const [query, setQuery] = useState(left?.query ?? '');
  const searched = useDeferredValue(query);
  const fold = useHanFold(searched);
  const matches = useMemo(
    () => (searched.trim() === '' ? noMatches : findMatches(segments, searched, { fold })),
    [segments, searched, fold],
  );
  const byLine = useMemo(() => matchesByLine(matches), [matches]);
  const [chosen, setChosen] = useState(left?.chosen ?? -1);
  // A new query starts from the current position.
  const firstLine = useRef(left?.from ?? 0);
  // A restored search has its match already.
  const standing = useRef(left && left.query !== '' ? left.chosen : null);
  useEffect(() => {
    if (standing.current !== null) return setChosen(Math.min(standing.current, matches.length - 1));
    const next = matchNear(matches, firstLine.current);
    setChosen(next);
    const line = matches[next]?.line;
    if (line !== undefined) show(line);
  }, [matches, show]);

  function step(by: 1 | -1): void {
    const next = stepMatch(matches.length, chosen, by);
    standing.current = null;
    setChosen(next);
    const line = matches[next]?.line;
    if (line === undefined) return;
    firstLine.current = line;
    show(line);
  }

  /** `visibleLine`: where the search begins. */
  function change(next: string, visibleLine: number): void {
    if (query === '') firstLine.current = visibleLine;
    standing.current = null;
    setQuery(next);
  }

  return {
    query,
    total: matches.length,
    byLine,
    chosen,
    chosenLine: matches[chosen]?.line,
    firstLine,
    step,
    change,
    clear: () => setQuery(''),
  };
}
