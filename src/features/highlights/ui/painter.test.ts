import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
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

/** A browser that paints no ranges: in it, lines are laid over the page. */
function openPlain() {
  const page = openPage({ html: '<main style="overflow-y: auto"><p><b>words</b></p></main><div><i>words</i></div>' });
  vi.stubGlobal('Highlight', undefined);
  const [main, within, outside] = ['main', 'b', 'i'].map((css) => page.document.querySelector(css) as HTMLElement) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  main.getBoundingClientRect = () => ({ top: 100, bottom: 300 }) as DOMRect;
  const box = (top: number, bottom: number, width = 50) => ({ left: 7, top, bottom, width });
  const rangeOf = (node: unknown, ...boxes: object[]) =>
    ({ commonAncestorContainer: node, getClientRects: () => boxes }) as unknown as Range;
  const layer = () => page.document.querySelector('.highlight-boxes');
  const drawn = () =>
    [...(layer()?.children ?? [])].map((one) => [(one as HTMLElement).dataset.kind, (one as HTMLElement).style.cssText]);
  return { page, within, outside, box, rangeOf, layer, drawn };
}

test('a browser that cannot paint ranges gets a line under each, as far as it is in view', async () => {
  const { page, within, outside, box, rangeOf, layer, drawn } = openPlain();
  const painter = createPainter();
  painter.paint(
    new Map([
      [
        'yellow',
        [rangeOf(within, box(90, 110), box(150, 170), box(290, 310), box(60, 100.5), box(299.5, 320), box(200, 220, 0))],
      ],
      ['green', [rangeOf(outside.firstChild, box(-10, 10), box(790, 810), box(800, 820))]],
    ]),
    [rangeOf(within.firstChild, box(100, 101))],
  );
  expect(layer()).toBe(null);
  await page.settle(16);
  expect(layer()?.getAttribute('aria-hidden')).toBe('true');
  const at = (top: number, height: number) => `left:7px;top:${top}px;width:50px;height:${height}px`;
  expect(drawn()).toEqual([
    ['yellow', at(100, 10)],
    ['yellow', at(150, 20)],
    ['yellow', at(290, 10)],
    ['green', at(0, 10)],
    ['green', at(790, 10)],
    ['chosen', at(100, 1)],
  ]);
});

test('the lines follow what scrolls, once a frame, until they are taken away', async () => {
  const { page, outside, rangeOf, layer, drawn } = openPlain();
  const painter = createPainter();
  let reads = 0;
  const moving = { left: 0, top: 10, bottom: 20, width: 5 };
  const range = rangeOf(outside);
  range.getClientRects = () => {
    reads++;
    return [{ ...moving }] as unknown as DOMRectList;
  };
  painter.paint(new Map([['blue', [range]]]), []);
  painter.paint(new Map([['blue', [range]]]), []);
  await page.settle(20);
  expect(reads).toBe(1);
  moving.top = 12;
  page.dispatch(page.window, 'scroll');
  page.dispatch(page.window, 'scroll');
  await page.settle(20);
  expect([reads, drawn()]).toEqual([2, [['blue', 'left:0px;top:12px;width:5px;height:8px']]]);
  moving.top = 14;
  page.dispatch(page.window, 'resize');
  await page.settle(20);
  expect(drawn()).toEqual([['blue', 'left:0px;top:14px;width:5px;height:6px']]);
  page.dispatch(page.window, 'scroll');
  painter.clear();
  await page.settle(20);
  expect([reads, layer()]).toEqual([3, null]);
  page.dispatch(page.window, 'scroll');
  page.dispatch(page.window, 'resize');
  await page.settle(20);
  expect([reads, layer()]).toEqual([3, null]);
});
