import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flattenMindMap, type MindMapNode } from '#lib/notes/mindmap.ts';
import type { PlacedNode } from './layout.ts';
import type { MapView } from './use-map-view.ts';

function foldable(root: MindMapNode, minDepth: number): string[] {
  return flattenMindMap(root)
    .filter((node) => node.children.length > 0 && node.id.split('.').length - 1 >= minDepth)
    .map((node) => node.id);
}

/** Where the node was that a fold started from. */
type Held = { id: string; x: number; y: number } | null;

type Folds = {
  folded: ReadonlySet<string>;
  held: RefObject<Held>;
  /** Without `fold`: the other way round. */
  toggle: (placed: PlacedNode, fold?: boolean) => void;
  foldAll: (fold: boolean, trunk: PlacedNode | undefined) => void;
};

/** Begins with the chapters alone, or as it was left. */
export function useFolds(root: MindMapNode, before: ReadonlySet<string> | undefined): Folds {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => before ?? new Set(foldable(root, 1)));
  const held = useRef<Held>(null);

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

  function foldAll(fold: boolean, trunk: PlacedNode | undefined): void {
    if (trunk) held.current = { id: root.id, x: trunk.x, y: trunk.y };
    setFolded(new Set(fold ? foldable(root, 1) : []));
  }

  return { folded, held, toggle, foldAll };
}

/** The folded node stays under the pointer. */
export function useHeldNode(held: RefObject<Held>, nodes: ReadonlyMap<string, PlacedNode>, view: MapView): void {
  const holdStill = useEffectEvent((nodes: ReadonlyMap<string, PlacedNode>) => {
    const before = held.current;
    const after = before ? nodes.get(before.id) : undefined;
    held.current = null;
    if (!before || !after) return;
    const now = view.view();
    view.move({ ...now, x: now.x + (before.x - after.x) * now.scale, y: now.y + (before.y - after.y) * now.scale });
  });
  useLayoutEffect(() => holdStill(nodes), [nodes]);
}
