/** Where a node's parts are drawn: shared by the map on screen and the picture that is exported, so that they cannot differ. */
import { levelStyle, type PlacedNode } from './layout.ts';

const golden = 137.5;

/** A stable hue per section, far from its neighbours'. */
export function branchHue(branch: number): number {
  return Math.round((75 + branch * golden) % 360);
}

/** Left edge of a node's text. */
export function textX(placed: PlacedNode): number {
  return placed.x + levelStyle(placed.depth).padX;
}

/** Baseline of line `index`. */
export function baselineY(placed: PlacedNode, index: number): number {
  const style = levelStyle(placed.depth);
  return placed.y + style.padY + index * style.lineHeight + style.lineHeight / 2 + style.fontSize * 0.36;
}

/** Which line the anchor's label stands on. */
export function anchorLine(placed: PlacedNode): number {
  return placed.anchorOwnLine ? placed.lines.length : placed.lines.length - 1;
}

export function togglePoint(placed: PlacedNode): { x: number; y: number } {
  return { x: placed.x + placed.width + 11, y: placed.y + placed.height / 2 };
}

/** How many nodes a fold hides. */
export function descendantCount(node: { children: readonly { children: readonly unknown[] }[] }): number {
  let count = 0;
  const waiting: { children: readonly unknown[] }[] = [...node.children];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    count++;
    waiting.push(...(next.children as typeof waiting));
  }
  return count;
}
