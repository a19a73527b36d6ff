import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useKeptState } from './use-kept-state.ts';

/** The part that rows need. It stays the same object while more of the list loads. */
export type RowSelection = {
  has(id: string): boolean;
  /** `range`: toggles every row from the one that was toggled last to this one. */
  toggle(id: string, range: boolean): void;
  /** Those that were deleted. */
  drop: (ids: readonly string[]) => void;
  /** Boxes are shown on every row, also where nothing hovers. */
  active: boolean;
};

export type Selection = RowSelection & {
  ofRows: RowSelection;
  /** In list order. */
  ids: readonly string[];
  all(): void;
  /** What is listed. */
  of: string;
  /** Everything that matches, read or not: these, in their order. `asked`: what was listed then. */
  every: (ids: readonly string[], asked: string) => void;
  /** `every` was chosen, and nothing was taken away since. */
  isEvery: boolean;
  clear: () => void;
  /** True if every loaded row is selected. */
  isAll: boolean;
  setActive: (active: boolean) => void;
};

const nothing: Chosen = { ids: new Set(), every: null };
/** `every`: all matches at the time of the choice, and `of`, the list that they matched. */
type Chosen = { ids: ReadonlySet<string>; every: { of: string; ids: readonly string[] } | null };

/** Rows that leave `listed` are deselected. `of` identifies the list; after a change of it, only loaded rows count. */
export function useSelection(listed: readonly string[], of: string): Selection {
  const [kept, setKept] = useKeptState<Chosen>('chosen', nothing);
  const chosen = kept.ids;
  const every = everyOf(kept, of);
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
  const drop = useCallback((ids: readonly string[]) => setKept((before) => withoutIds(before, ids)), [setKept]);
  const clear = useCallback(() => {
    setKept(nothing);
    setBegun(false);
  }, [setKept]);
  const ids = useMemo(() => chosenOf(chosen, listed, every), [chosen, listed, every]);
  const active = begun || ids.length > 0;
  const ofRows = useMemo(() => ({ has: (id: string) => chosen.has(id), toggle, drop, active }), [chosen, toggle, drop, active]);
  return useMemo(
    () => ({
      ...ofRows,
      ofRows,
      ids,
      all: () => setKept((before) => allOf(before, latest.current, of)),
      of,
      every: (matching, asked) => setKept(everythingOf(matching, asked)),
      isEvery: every?.every((id) => chosen.has(id)) ?? false,
      clear,
      isAll: listed.length > 0 && listed.every((id) => chosen.has(id)),
      setActive: setBegun,
    }),
    [ofRows, ids, listed, every, of, chosen, setKept, clear],
  );
}

/** What was read; after a choice of everything in this list, everything again. */
export function allOf(before: Chosen, listed: readonly string[], of: string): Chosen {
  const every = everyOf(before, of);
  return every === null ? { ids: new Set(listed), every: null } : everythingOf([...new Set([...every, ...listed])], of);
}

export function everythingOf(ids: readonly string[], of: string): Chosen {
  return { ids: new Set(ids), every: { of, ids } };
}

/** Null: nothing beyond what was read is chosen in this list. */
export function everyOf({ every }: Chosen, of: string): readonly string[] | null {
  return every?.of === of ? every.ids : null;
}

export function withoutIds({ ids, every }: Chosen, gone: readonly string[]): Chosen {
  const dropped = new Set(gone);
  return {
    ids: new Set([...ids].filter((id) => !dropped.has(id))),
    every: every && { ...every, ids: every.ids.filter((id) => !dropped.has(id)) },
  };
}

/** `every`: what was chosen beyond the list; what has come into the list since may be chosen as well. */
export function chosenOf(chosen: ReadonlySet<string>, listed: readonly string[], every: readonly string[] | null): string[] {
  const among = every === null ? listed : new Set([...listed, ...every]);
  return [...among].filter((id) => chosen.has(id));
}

/** With an anchor, the whole range gets the new state of the row at its end. */
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
