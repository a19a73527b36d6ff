export type View = { x: number; y: number; scale: number };
export type Size = { width: number; height: number };

export const minScale = 0.1;
export const maxScale = 3;

function clampScale(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale));
}

type Place = { x: number; y: number; width: number; height: number };

/** What the view must make visible: `smallestTextPx` readable, `root`, and `trunk`, the node where the map branches. */
export type FitMap = Size & { smallestTextPx: number; root: Place; trunk?: Place };

const readablePx = 12;
/** The share of the width that is left for the chapters beside the title. */
const chaptersShare = 0.55;
/** If less than this share of the width is left beside `trunk`, the view starts further to the right. */
const leastShare = 0.3;

/** The whole map, centred, if it stays readable; otherwise from its title at the left edge (the end of a long title). */
export function fitView(map: FitMap, port: Size): View {
  if (map.width <= 0 || map.height <= 0 || port.width <= 0 || port.height <= 0) return { x: 0, y: 0, scale: 1 };
  const whole = Math.min(1, port.width / map.width, port.height / map.height);
  const scale = clampScale(Math.max(whole, readablePx / map.smallestTextPx));
  const [width, height] = [map.width * scale, map.height * scale];
  const { root } = map;
  return {
    scale,
    x: width <= port.width + 1 ? (port.width - width) / 2 : leftOf(map, scale, port),
    y: height <= port.height + 1 ? (port.height - height) / 2 : port.height / 2 - (root.y + root.height / 2) * scale,
  };
}

function leftOf({ root, trunk = root }: FitMap, scale: number, port: Size): number {
  const endAt = ({ x, width }: Place, share: number) => port.width * (1 - share) - (x + width) * scale;
  const left = Math.min(16 - root.x * scale, endAt(root, chaptersShare));
  return left <= endAt(trunk, leastShare) ? left : Math.min(left, endAt(trunk, chaptersShare));
}

export function keepInSight(view: View, map: Size, port: Size, corner = 80): View {
  const width = map.width * view.scale;
  const height = map.height * view.scale;
  return {
    scale: view.scale,
    x: Math.min(port.width - corner, Math.max(corner - width, view.x)),
    y: Math.min(port.height - corner, Math.max(corner - height, view.y)),
  };
}

export function bringIntoSight(view: View, node: { x: number; y: number; width: number; height: number }, port: Size): View {
  const margin = 24;
  const left = view.x + node.x * view.scale;
  const top = view.y + node.y * view.scale;
  const right = left + node.width * view.scale;
  const bottom = top + node.height * view.scale;
  let { x, y } = view;
  if (right > port.width - margin) x -= right - (port.width - margin);
  if (left < margin || right - left > port.width - margin * 2) x = view.x + (margin - left);
  if (bottom > port.height - margin) y -= bottom - (port.height - margin);
  if (top < margin || bottom - top > port.height - margin * 2) y = view.y + (margin - top);
  return x === view.x && y === view.y ? view : { ...view, x, y };
}
