import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { type PartPlace, useParts } from './use-parts.ts';

/** A pane that begins at 100 px, with parts of 500 px each. */
async function opened(start: PartPlace | null, count = 4) {
  const page = openPage({ html: `<div id="box">${'<section data-part></section>'.repeat(count)}</div>` });
  const box = page.document.querySelector('#box') as HTMLElement;
  Object.assign(box, { scrollTop: 0, getBoundingClientRect: () => ({ top: 100 }) });
  for (const [index, part] of [...box.querySelectorAll('section')].entries())
    part.getBoundingClientRect = () => ({ top: 100 + index * 500 - box.scrollTop, height: 500 }) as DOMRect;
  const left: PartPlace[] = [];
  const scroller = { current: box };
  const hook = await page.render(
    (parts: number) => useParts({ scroller, count: parts, start, onLeave: (place) => void left.push(place) }),
    count,
  );
  const scroll = async (to: number) => {
    box.scrollTop = to;
    page.dispatch(box, 'scroll');
    await page.settle(20);
    return hook.now.here;
  };
  return { page, hook, box, scroll, left };
}

test('the part that is read is the last one that begins above, or a little below, the upper edge', async () => {
  const { scroll, hook } = await opened(null);
  expect(hook.now.here).toBe(0);
  expect([
    await scroll(0),
    await scroll(451),
    await scroll(452),
    await scroll(951),
    await scroll(1600),
    await scroll(100),
  ]).toEqual([0, 0, 1, 1, 3, 0]);
});

test('the reader goes to a part, and to a place in it', async () => {
  const { page, hook, box } = await opened(null);
  await hook.after(({ goTo }) => goTo({ part: 2, belowPx: 0 }));
  await page.settle(120);
  expect(box.scrollTop).toBe(1000);
  await hook.after(({ goTo }) => goTo({ part: 1, belowPx: 30 }));
  await page.settle(120);
  expect(box.scrollTop).toBe(530);
  await hook.after(({ goTo }) => goTo({ part: 9, belowPx: 30 }));
  await page.settle(120);
  expect(box.scrollTop).toBe(530);
});

test('a text begins where it was left, and tells where it is left', async () => {
  const { page, hook, box, scroll, left } = await opened({ part: 1, belowPx: 20 });
  expect(box.scrollTop).toBe(520);
  await page.settle(120);
  await scroll(1040);
  await hook.leave();
  expect(left).toEqual([{ part: 2, belowPx: 40 }]);
  page.dispatch(box, 'scroll');
  await page.settle(20);
  expect((await opened({ part: 0, belowPx: 0 })).box.scrollTop).toBe(0);
  expect((await opened({ part: 0, belowPx: 15 })).box.scrollTop).toBe(15);
});

test('nothing is looked at before there are parts', async () => {
  const { hook, box, scroll, left } = await opened({ part: 1, belowPx: 20 }, 0);
  expect([box.scrollTop, await scroll(400)]).toEqual([0, 0]);
  for (let part = 0; part < 3; part++) {
    const element = box.ownerDocument.createElement('section');
    element.dataset.part = '';
    element.getBoundingClientRect = () => ({ top: 100 + part * 500 - box.scrollTop, height: 500 }) as DOMRect;
    box.append(element);
  }
  box.scrollTop = 0;
  await hook.update(3);
  expect([box.scrollTop, left]).toEqual([520, [{ part: 1, belowPx: 20 }]]);
});
