import { useMemo, useState } from 'react';

export type Selection = {
  /** In the order of the list. */
  ids: readonly string[];
  has(id: string): boolean;
  /** `range`: everything between this one and the one that was chosen before it. */
  toggle(id: string, range: boolean): void;
  all(): void;
  clear(): void;
  isAll: boolean;
  /** Boxes are shown on every row, also where nothing hovers. */
  active: boolean;
  setActive(active: boolean): void;
};

/** Chosen among `listed`; what leaves the list is no longer chosen. */
export function useSelection(listed: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const [begun, setBegun] = useState(false);
  return useMemo(() => {
    const ids = listed.filter((id) => chosen.has(id));
    return {
      ids,
      has: (id) => chosen.has(id),
      toggle(id, range) {
        setChosen((before) => afterToggle(before, { listed, id, anchor: range ? anchor : null }));
        setAnchor(id);
      },
      all: () => setChosen(new Set(listed)),
      clear() {
        setChosen(new Set());
        setBegun(false);
      },
      isAll: ids.length > 0 && ids.length === listed.length,
      active: begun || ids.length > 0,
      setActive: setBegun,
    };
  }, [listed, chosen, anchor, begun]);
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
