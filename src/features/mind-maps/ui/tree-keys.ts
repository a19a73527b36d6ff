/** Keyboard navigation by the ARIA tree pattern. Pure. */
export type TreeKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

export type TreeStep = { type: 'focus'; id: string } | { type: 'fold' } | { type: 'unfold' } | null;

type TreeNode = { node: { id: string; children: readonly { id: string }[] }; parentId: string | null; folded: boolean };

/** `nodes`: visible ones, parents first. The title cannot be folded. */
export function treeMove(nodes: readonly TreeNode[], activeId: string, key: TreeKey): TreeStep {
  const index = nodes.findIndex(({ node }) => node.id === activeId);
  const active = nodes[index];
  if (!active) return null;
  const hasChildren = active.node.children.length > 0;
  function focus(id: string | null | undefined): TreeStep {
    return id === null || id === undefined ? null : { type: 'focus', id };
  }
  switch (key) {
    case 'ArrowDown':
      return focus(nodes[index + 1]?.node.id);
    case 'ArrowUp':
      return focus(nodes[index - 1]?.node.id);
    case 'Home':
      return focus(nodes[0]?.node.id);
    case 'End':
      return focus(nodes.at(-1)?.node.id);
    case 'ArrowRight':
      if (!hasChildren) return null;
      return active.folded ? { type: 'unfold' } : focus(active.node.children[0]?.id);
    case 'ArrowLeft':
      if (hasChildren && !active.folded && active.parentId !== null) return { type: 'fold' };
      return focus(active.parentId);
    default:
      return null;
  }
}
