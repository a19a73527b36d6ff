import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPainter } from './painter.ts';

class Painted {
  priority = 0;
  readonly ranges: unknown[];
  constructor(...ranges: unknown[]) {
    this.ranges = ranges;
  }
}
const highlights = new Map<string, Painted>();
beforeEach(() => {
  vi.stubGlobal('Highlight', Painted);
  vi.stubGlobal('CSS', { highlights });
});
afterEach(() => {
  vi.unstubAllGlobals();
  highlights.clear();
});

const range = (name: string) => ({ name }) as unknown as Range;
const shown = () => Object.fromEntries([...highlights].map(([name, { priority, ranges }]) => [name, { priority, ranges }]));

test('a browser that paints ranges is told of each colour, and of the chosen ones above them', () => {
  const [one, two, three] = [range('one'), range('two'), range('three')];
  highlights.set('of another page', new Painted(one));
  const others = shown();
  const painter = createPainter();
  painter.paint(
    new Map([
      ['yellow', [one, two]],
      ['green', []],
    ]),
    [three],
  );
  expect(shown()).toEqual({
    ...others,
    'gleaner-yellow': { priority: 0, ranges: [one, two] },
    'gleaner-chosen': { priority: 1, ranges: [three] },
  });
  painter.paint(new Map([['green', [two]]]), []);
  expect(shown()).toEqual({ ...others, 'gleaner-green': { priority: 0, ranges: [two] } });
  painter.paint(new Map([['green', [two]]]), [two]);
  painter.clear();
  expect(shown()).toEqual(others);
});
