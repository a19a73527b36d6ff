import { expect, onTestFinished, test, vi } from 'vitest';
import { canPaintRanges, paintRanges } from './painted-ranges.ts';

class Highlight {
  readonly ranges: unknown[];
  priority = 0;
  constructor(...ranges: unknown[]) {
    this.ranges = ranges;
  }
}

test('ranges are painted where the browser can, and taken away with the last one', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(canPaintRanges()).toBe(false);
  vi.stubGlobal('CSS', {});
  vi.stubGlobal('Highlight', Highlight);
  expect(canPaintRanges()).toBe(false);
  const highlights = new Map<string, Highlight>();
  vi.stubGlobal('CSS', { highlights });
  expect(canPaintRanges()).toBe(true);
  const ranges = [{ at: 1 }, { at: 2 }] as never[];
  paintRanges('found', ranges, 3);
  paintRanges('mark', ranges.slice(1), 1);
  expect([...highlights].map(([name, painted]) => [name, painted.ranges, painted.priority])).toEqual([
    ['found', ranges, 3],
    ['mark', ranges.slice(1), 1],
  ]);
  paintRanges('found', [], 3);
  expect([...highlights.keys()]).toEqual(['mark']);
  vi.stubGlobal('Highlight', undefined);
  expect(canPaintRanges()).toBe(false);
});
