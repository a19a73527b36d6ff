/** Pan (px) and zoom as numbers. */

export type View = { x: number; y: number; scale: number };
export type Size = { width: number; height: number };

export const minScale = 0.1;
export const maxScale = 3;

function clampScale(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale));
}

export function fitView(map: Size, port: Size): View {
  if (map.width <= 0 || map.height <= 0 || port.width <= 0 || port.height <= 0) return { x: 0, y: 0, scale: 1 };
  const scale = clampScale(Math.min(1, port.width / map.width, port.height / map.height));
  return { scale, x: (port.width - map.width * scale) / 2, y: (port.height - map.height * scale) / 2 };
}

/** All of the map when readable, else the title at a readable size. */
export function firstView(map: Size, port: Size, root: { x: number; y: number; height: number }, readable = 0.7): View {
  const whole = fitView(map, port);
  if (whole.scale >= readable) return whole;
  const scale = Math.max(readable, Math.min(1, port.width / 900));
  return { scale, x: 16 - root.x * scale, y: port.height / 2 - (root.y + root.height / 2) * scale };
}

/** Keeps a corner of the map visible. */
export function keepInSight(view: View, map: Size, port: Size, corner = 80): View {
  const width = map.width * view.scale;
  const height = map.height * view.scale;
  return {
    scale: view.scale,
    x: Math.min(port.width - corner, Math.max(corner - width, view.x)),
    y: Math.min(port.height - corner, Math.max(corner - height, view.y)),
  };
}

/** The smallest move that shows a node with a margin. */
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
