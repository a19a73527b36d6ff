import { describe, expect, it } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { dragPoint } from './drag-state.ts';
import { edgeSpeed, scrollNearEdge, scrollStep } from './scroll-near-edge.ts';

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

describe('scrollNearEdge', () => {
  /** A list of 600 px that can be scrolled by 60 px, with the pointer in it. */
  async function dragging(y: number) {
    const page = openPage({ html: '<div data-drop-scroll><b></b></div><p></p>' });
    const { document } = page;
    const list = document.querySelector('div') as HTMLElement;
    let top = 0;
    Object.defineProperty(list, 'scrollTop', {
      get: () => top,
      set: (to: number) => {
        top = Math.min(60, Math.max(0, to));
      },
    });
    Object.assign(list, { getBoundingClientRect: () => ({ top: 100, bottom: 700 }) });
    Object.assign(document, { elementFromPoint: (x: number) => document.querySelector(x > 50 ? 'p' : 'b') });
    dragPoint.setState({ x: 0, y });
    let scrolls = 0;
    const stop = scrollNearEdge(() => scrolls++);
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) await page.settle(16);
      return [top, scrolls];
    };
    return { frames, stop };
  }

  it('COL-04 scrolls as long as the pointer is at an edge, and tells of each scroll', async () => {
    const { frames, stop } = await dragging(700);
    expect(await frames(2)).toEqual([26, 2]);
    expect(await frames(10)).toEqual([60, 5]);
    dragPoint.setState({ x: 0, y: 400 });
    expect(await frames(5)).toEqual([60, 5]);
    dragPoint.setState({ x: 0, y: 100 });
    expect(await frames(1)).toEqual([47, 6]);
    dragPoint.setState({ x: 99, y: 100 });
    expect(await frames(5)).toEqual([47, 6]);
    dragPoint.setState({ x: 0, y: 100 });
    stop();
    expect(await frames(5)).toEqual([47, 6]);
  });
});
