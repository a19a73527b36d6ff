import { describe, expect, it } from 'vitest';
import { edgeSpeed, scrollStep } from './scroll-near-edge.ts';

describe('edgeSpeed', () => {
  const box = { top: 100, bottom: 700 };

  it('COL-04 is nothing away from the edges', () => {
    expect([156, 400, 644].map((y) => edgeSpeed(y, box))).toEqual([0, 0, 0]);
  });

  it('COL-04 grows towards the edge and no further', () => {
    expect([672, 700, 760].map((y) => edgeSpeed(y, box))).toEqual([7, 14, 14]);
    expect([128, 100, 40].map((y) => edgeSpeed(y, box))).toEqual([-7, -14, -14]);
  });

  it('COL-04 leaves half of a low box at rest', () => {
    expect([10, 20, 30, 40].map((y) => edgeSpeed(y, { top: 0, bottom: 40 }))).toEqual([0, 0, 0, 14]);
    expect(edgeSpeed(5, { top: 0, bottom: 40 })).toBe(-7);
  });
});

describe('scrollStep', () => {
  it('COL-04 is as far in a second, however many frames it has', () => {
    expect(scrollStep(14, 100, 0)).toBe(84);
    expect(scrollStep(14, 100, 0)).toBe(6 * scrollStep(14, 1000 / 60, 0));
    // A page that stood still for a minute does not jump.
    expect(scrollStep(14, 60_000, 0)).toBe(168);
  });

  it('COL-04 gets faster by resting at the edge, up to four times', () => {
    expect(scrollStep(-10, 100, 600)).toBe(-60);
    expect(scrollStep(-10, 100, 1600)).toBe(-150);
    expect(scrollStep(-10, 100, 60_000)).toBe(-240);
  });
});
