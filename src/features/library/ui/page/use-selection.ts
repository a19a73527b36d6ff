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
  clear: () => void;
  isAll: boolean;
  setActive: (active: boolean) => void;
};

/** Chosen among `listed`; what leaves the list is no longer chosen. Back and forward bring it again. */
export function useSelection(listed: readonly string[]): Selection {
  const [chosen, setChosen] = useKeptState<ReadonlySet<string>>('chosen', new Set());
  const [begun, setBegun] = useState(false);
  const anchor = useRef<string | null>(null);
  const latest = useRef(listed);
  useLayoutEffect(() => {
    latest.current = listed;
  }, [listed]);
  const toggle = useCallback(
    (id: string, range: boolean) => {
      const from = range ? anchor.current : null;
      setChosen((before) => afterToggle(before, { listed: latest.current, id, anchor: from }));
      anchor.current = id;
    },
    [setChosen],
  );
  const clear = useCallback(() => {
    setChosen(new Set());
    setBegun(false);
  }, [setChosen]);
  const ids = useMemo(() => listed.filter((id) => chosen.has(id)), [listed, chosen]);
  const active = begun || ids.length > 0;
  const ofRows = useMemo(() => ({ has: (id: string) => chosen.has(id), toggle, active }), [chosen, toggle, active]);
  return useMemo(
    () => ({
      ...ofRows,
      ofRows,
      ids,
      all: () => setChosen(new Set(latest.current)),
      clear,
      isAll: ids.length > 0 && ids.length === listed.length,
      setActive: setBegun,
    }),
    [ofRows, ids, listed, setChosen, clear],
  );
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
