import { useState } from 'react';
import type { NavBranch, NavPlace } from './nav-tree.ts';

type BranchId = NavBranch['id'];

const key = 'gleaner.sidebar-branches';
const openAtFirst: readonly BranchId[] = ['outputs', 'explore'];

/** The branches that the user opened, and the one with the current page. */
export function useOpenBranches({ line, branch }: NavPlace) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => withBranch(readOpen(), branch));
  const [seen, setSeen] = useState(line);
  if (seen !== line) {
    setSeen(line);
    setOpen((before) => withBranch(before, branch));
  }
  function toggle(id: BranchId): void {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
    try {
      localStorage.setItem(key, [...next].join(' '));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
  return { isOpen: (id: BranchId) => open.has(id), toggle };
}

function withBranch(open: ReadonlySet<string>, branch: BranchId | null): ReadonlySet<string> {
  return branch === null || open.has(branch) ? open : new Set([...open, branch]);
}

function readOpen(): ReadonlySet<string> {
  try {
    const kept = localStorage.getItem(key);
    return new Set(kept === null ? openAtFirst : kept.split(' '));
  } catch {
    return new Set(openAtFirst);
  }
}
