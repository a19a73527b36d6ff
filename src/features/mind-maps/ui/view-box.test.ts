import { describe, expect, it } from 'vitest';
import { bringIntoSight, fitView, keepInSight } from './view-box.ts';

const port = { width: 800, height: 600 };

describe('CON-03 zoom, pan and fit', () => {
  const root = { x: 24, y: 4000, width: 200, height: 40 };

  it('fit shows the whole map in the middle and never enlarges', () => {
    expect(fitView({ width: 900, height: 600, smallestTextPx: 15, root }, port)).toEqual({
      scale: 800 / 900,
      x: 0,
      y: (600 - 600 * (800 / 900)) / 2,
    });
    expect(fitView({ width: 100, height: 100, smallestTextPx: 13, root }, port)).toEqual({ scale: 1, x: 350, y: 250 });
  });

  it('fit leaves a map or a window without a size as it is', () => {
    const map = { width: 400, height: 8000, smallestTextPx: 13, root };
    const plain = { x: 0, y: 0, scale: 1 };
    for (const side of ['width', 'height'] as const)
      expect([fitView({ ...map, [side]: 0 }, port), fitView(map, { ...port, [side]: 0 })]).toEqual([plain, plain]);
  });

  it('fit never makes text smaller than 12 px: a larger map begins with its title at the left edge', () => {
    const view = fitView({ width: 1500, height: 8000, smallestTextPx: 13, root }, port);
    expect(view.scale * 13).toBeCloseTo(12);
    expect(view.x + 24 * view.scale).toBeCloseTo(16);
    expect(view.y + 4020 * view.scale).toBeCloseTo(300);
    // A map that fits in one direction is centred in that direction.
    expect(fitView({ width: 400, height: 8000, smallestTextPx: 13, root }, port).x).toBeCloseTo((800 - (400 * 12) / 13) / 2);
  });

  it('fit leaves the chapters in sight of a narrow screen, whatever the title takes', () => {
    const narrow = { width: 360, height: 600 };
    const long = { ...root, width: 300 };
    const view = fitView({ width: 900, height: 800, smallestTextPx: 12, root: long }, narrow);
    expect(view.x + (long.x + long.width) * view.scale).toBeLessThanOrEqual(narrow.width / 2);
    expect(fitView({ width: 900, height: 800, smallestTextPx: 12, root: { ...root, width: 90 } }, narrow).x).toBe(16 - 24);
  });

  it('the map cannot be lost out of sight', () => {
    const kept = keepInSight({ x: 99_999, y: -99_999, scale: 1 }, { width: 500, height: 500 }, port);
    expect(kept.x).toBeLessThan(port.width);
    expect(kept.y + 500).toBeGreaterThan(0);
  });

  it('a node in sight moves nothing, one outside comes in', () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(bringIntoSight(view, { x: 100, y: 100, width: 50, height: 20 }, port)).toBe(view);
    expect(bringIntoSight(view, { x: 1000, y: 100, width: 50, height: 20 }, port)).toEqual({ x: -274, y: 0, scale: 1 });
    expect(bringIntoSight(view, { x: 100, y: -90, width: 50, height: 20 }, port)).toEqual({ x: 0, y: 114, scale: 1 });
  });

  it('a corner of 80 px of the map stays in sight on each side', () => {
    const map = { width: 500, height: 400 };
    const at = (x: number, y: number, scale = 1) => keepInSight({ x, y, scale }, map, port);
    expect([at(721, 521), at(720, 520)]).toEqual([at(720, 520), { x: 720, y: 520, scale: 1 }]);
    expect([at(-421, -321), at(-420, -320)]).toEqual([at(-420, -320), { x: -420, y: -320, scale: 1 }]);
    expect(at(-9999, -9999, 0.5)).toEqual({ x: -170, y: -120, scale: 0.5 });
  });

  it('a node is moved just as far as its margin needs; one larger than the window shows its beginning', () => {
    const view = { x: 0, y: 0, scale: 1 };
    const moved = (x: number, y: number, width: number, height: number) => {
      const next = bringIntoSight(view, { x, y, width, height }, port);
      return next === view ? null : [next.x, next.y];
    };
    expect(moved(24, 24, 752, 552)).toBe(null);
    expect([moved(23, 100, 50, 20), moved(727, 100, 50, 20)]).toEqual([
      [1, 0],
      [-1, 0],
    ]);
    expect([moved(100, 23, 50, 20), moved(100, 557, 50, 20)]).toEqual([
      [0, 1],
      [0, -1],
    ]);
    expect([moved(100, 100, 760, 20), moved(100, 100, 50, 560)]).toEqual([
      [-76, 0],
      [0, -76],
    ]);
    const zoomed = { x: 10, y: 20, scale: 2 };
    expect(bringIntoSight(zoomed, { x: 400, y: 300, width: 50, height: 20 }, port)).toEqual({ x: -124, y: -64, scale: 2 });
    expect(bringIntoSight(zoomed, { x: -5, y: -10, width: 50, height: 20 }, port)).toEqual({ x: 34, y: 44, scale: 2 });
  });
});
