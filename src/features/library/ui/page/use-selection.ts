import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useKeptState } from './use-kept-state.ts';

/** What a row needs. Stays the same while more of the list is read. */
export type RowSelection = {
  has(id: string): boolean;
  /** `range`: everything between this one and the one that was chosen before it. */
  toggle(id: string, range: boolean): void;
  /** Boxes are shown on every row, also where nothing hovers. */
  active: boolean;
};

export type Selection = RowSelection & {
  ofRows: RowSelection;
  /** In the order of the list. */
  ids: readonly string[];
  all(): void;
  /** Everything that matches, read or not: these, in their order. */
  every: (ids: readonly string[]) => void;
  /** `every` was chosen, and nothing was taken away since. */
  isEvery: boolean;
  clear: () => void;
  /** All that was read. */
  isAll: boolean;
  setActive: (active: boolean) => void;
};

const nothing: Chosen = { ids: new Set(), every: null };
/** `every`: all that matched when it was asked for, and what was listed by. */
type Chosen = { ids: ReadonlySet<string>; every: { of: string; ids: readonly string[] } | null };

/**
 * Chosen among `listed`; what leaves the list is no longer chosen. Back and forward bring it again. `of`: what is listed; another list
 * begins with what is read of it.
 */
export function useSelection(listed: readonly string[], of: string): Selection {
  const [kept, setKept] = useKeptState<Chosen>('chosen', nothing);
  const chosen = kept.ids;
  const every = kept.every?.of === of ? kept.every.ids : null;
  const [begun, setBegun] = useState(false);
  const anchor = useRef<string | null>(null);
  const latest = useRef(listed);
  useLayoutEffect(() => {
    latest.current = listed;
  }, [listed]);
  const toggle = useCallback(
    (id: string, range: boolean) => {
      const from = range ? anchor.current : null;
      setKept((before) => ({ ...before, ids: afterToggle(before.ids, { listed: latest.current, id, anchor: from }) }));
      anchor.current = id;
    },
    [setKept],
  );
  const clear = useCallback(() => {
    setKept(nothing);
    setBegun(false);
  }, [setKept]);
  const ids = useMemo(() => chosenOf(chosen, listed, every), [chosen, listed, every]);
  const active = begun || ids.length > 0;
  const ofRows = useMemo(() => ({ has: (id: string) => chosen.has(id), toggle, active }), [chosen, toggle, active]);
  return useMemo(
    () => ({
      ...ofRows,
      ofRows,
      ids,
      all: () => setKept({ ids: new Set(latest.current), every: null }),
      every: (matching) => setKept({ ids: new Set(matching), every: { of, ids: matching } }),
      isEvery: every?.every((id) => chosen.has(id)) ?? false,
      clear,
      isAll: listed.length > 0 && listed.every((id) => chosen.has(id)),
      setActive: setBegun,
    }),
    [ofRows, ids, listed, every, of, chosen, setKept, clear],
  );
}

/** `every`: what was chosen beyond the list; what has come into the list since may be chosen as well. */
export function chosenOf(chosen: ReadonlySet<string>, listed: readonly string[], every: readonly string[] | null): string[] {
  const among = every === null ? listed : new Set([...listed, ...every]);
  return [...among].filter((id) => chosen.has(id));
}

/** With an anchor, the whole stretch becomes what the row at its end becomes. */
export function afterToggle(
  chosen: ReadonlySet<string>,
  { listed, id, anchor }: { listed: readonly string[]; id: string; anchor: string | null },
): Set<string> {
  const next = new Set(chosen);
  const [from, to] = [anchor === null ? -1 : listed.indexOf(anchor), listed.indexOf(id)];
  const stretch = from < 0 || to < 0 ? [id] : listed.slice(Math.min(from, to), Math.max(from, to) + 1);
  const add = !chosen.has(id);
  for (const one of stretch) {
    if (add) next.add(one);
    else next.delete(one);
  }
  return next;
}
