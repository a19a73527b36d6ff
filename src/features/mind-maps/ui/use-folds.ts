import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flattenMindMap, type MindMapNode } from '#lib/notes/mindmap.ts';
import type { PlacedNode } from './layout.ts';
import type { MapView } from './use-map-view.ts';

/** Every node that can be folded, from the chapters down; the chapters may begin below a single title. */
export function belowChapters(root: MindMapNode): string[] {
  let trunk = root;
  for (;;) {
    const [only] = trunk.children;
    if (!only || trunk.children.length > 1 || !only.children.some(({ children }) => children.length > 0)) break;
    trunk = only;
  }
  return flattenMindMap(root)
    .filter(({ id, children }) => children.length > 0 && id.length > trunk.id.length)
    .map(({ id }) => id);
}

/** The chapters, so that nothing below them shows; a single one is unfolded, since the map would be one box. */
export function foldedAtFirst(root: MindMapNode): string[] {
  const [chapter] = root.children;
  return belowChapters(root).filter((id) => root.children.length > 1 || id !== chapter?.id);
}

/** The position of the node from which folding started. */
type Held = { id: string; x: number; y: number } | null;

type Folds = {
  folded: ReadonlySet<string>;
  held: RefObject<Held>;
  /** True after folding or unfolding everything: the map then has to fit its window again. */
  refit: RefObject<boolean>;
  /** Without `fold`, toggles the node. */
  toggle: (placed: PlacedNode, fold?: boolean) => void;
  foldAll: (fold: boolean) => void;
};

/** Starts with only the chapters shown, or as the user left it. */
export function useFolds(root: MindMapNode, before: ReadonlySet<string> | undefined): Folds {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => before ?? new Set(foldedAtFirst(root)));
  const held = useRef<Held>(null);
  const refit = useRef(false);

  function toggle({ node, depth, x, y }: PlacedNode, fold?: boolean): void {
    if (depth === 0 || node.children.length === 0) return;
    held.current = { id: node.id, x, y };
    setFolded((before) => {
      const next = new Set(before);
      if (fold ?? !before.has(node.id)) next.add(node.id);
      else next.delete(node.id);
      return next;
    });
  }

  function foldAll(fold: boolean): void {
    refit.current = true;
    setFolded(new Set(fold ? belowChapters(root) : []));
  }

  return { folded, held, refit, toggle, foldAll };
}

/** Keeps the folded node under the pointer; after folding or unfolding everything, fits the map to its window. */
export function useViewAfterFolds(
  { held, refit }: Pick<Folds, 'held' | 'refit'>,
  nodes: ReadonlyMap<string, PlacedNode>,
  view: MapView,
): void {
  const holdStill = useEffectEvent((nodes: ReadonlyMap<string, PlacedNode>) => {
    const before = held.current;
    const after = before ? nodes.get(before.id) : undefined;
    held.current = null;
    if (refit.current) {
      refit.current = false;
      return view.fit();
    }
    if (!before || !after) return;
    const now = view.view();
    view.move({ ...now, x: now.x + (before.x - after.x) * now.scale, y: now.y + (before.y - after.y) * now.scale });
  });
  useLayoutEffect(() => holdStill(nodes), [nodes]);
}
