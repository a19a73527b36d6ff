import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { holdAt } from './hold-at.ts';

test('an element is held where it was wanted while parts above it get their heights, for five frames', async () => {
  const page = openPage({ html: '<div id="box"><p></p></div>' });
  const box = page.document.querySelector('#box') as HTMLElement;
  const element = page.document.querySelector('p') as HTMLElement;
  let above = 1000;
  Object.assign(box, { scrollTop: 0, getBoundingClientRect: () => ({ top: 50 }) });
  Object.assign(element, { getBoundingClientRect: () => ({ top: 50 + above - box.scrollTop, height: 80 }) });
  holdAt(box, element, (height) => height / 4);
  expect(box.scrollTop).toBe(980);
  const grown = async (px: number) => {
    above += px;
    await page.settle(16);
    return box.scrollTop;
  };
  expect([await grown(7), await grown(-3), await grown(0), await grown(10), await grown(10)]).toEqual([987, 984, 984, 994, 1004]);
  expect(await grown(10)).toBe(1004);
});
