import { describe, expect, it } from 'vitest';
import { bringIntoSight, firstView, fitView, keepInSight } from './view-box.ts';

const port = { width: 800, height: 600 };

describe('CON-03 zoom, pan and fit', () => {
  it('fit shows the whole map in the middle and never enlarges', () => {
    const view = fitView({ width: 1600, height: 600 }, port);
    expect(view).toEqual({ scale: 0.5, x: 0, y: 150 });
    expect(fitView({ width: 100, height: 100 }, port)).toEqual({ scale: 1, x: 350, y: 250 });
  });

  it('a large map starts readable, with its title in the middle of the left edge', () => {
    const view = firstView({ width: 1500, height: 8000 }, port, { x: 24, y: 4000, height: 40 });
    expect(view.scale).toBeGreaterThanOrEqual(0.7);
    expect(view.y + 4020 * view.scale).toBeCloseTo(300);
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
});
