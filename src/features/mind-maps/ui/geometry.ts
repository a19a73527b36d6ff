import { levelStyle, type PlacedNode } from './layout.ts';

const golden = 137.5;

/** A stable hue per section, far from its neighbours'. */
export function branchHue(branch: number): number {
  return Math.round((75 + branch * golden) % 360);
}

export function textX(placed: PlacedNode): number {
  return placed.x + levelStyle(placed.depth).padX;
}

export function baselineY(placed: PlacedNode, index: number): number {
  const style = levelStyle(placed.depth);
  return placed.y + style.padY + index * style.lineHeight + style.lineHeight / 2 + style.fontSize * 0.36;
}

export function anchorLine(placed: PlacedNode): number {
  return placed.anchorOwnLine ? placed.lines.length : placed.lines.length - 1;
}

export function togglePoint(placed: PlacedNode): { x: number; y: number } {
  return { x: placed.x + placed.width + 11, y: placed.y + placed.height / 2 };
}

export function descendantCount(node: { children: readonly { children: readonly unknown[] }[] }): number {
  let count = 0;
  const waiting: { children: readonly unknown[] }[] = [...node.children];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    count++;
    waiting.push(...(next.children as typeof waiting));
  }
  return count;
}
