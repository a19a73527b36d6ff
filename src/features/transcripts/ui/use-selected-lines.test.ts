import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useSelectedLines } from './use-selected-lines.ts';

test('the lines at both ends of a selection within the script are known', async () => {
  const page = openPage({
    html: '<ul><li data-index="3"><b>a</b></li><li data-index="7">b</li><li>c</li></ul><p data-index="9">d</p>',
  });
  const { document } = page;
  const scroller = document.querySelector('ul') as HTMLElement;
  const text = (css: string) => document.querySelector(css)?.firstChild ?? null;
  const hook = await page.render((element: HTMLElement | null) => useSelectedLines(element), scroller as HTMLElement | null);
  const select = async (selection: object | null) => {
    Object.assign(document, { getSelection: () => selection });
    page.dispatch(document, 'selectionchange');
    await page.settle();
    return hook.now;
  };
  const range = (anchorNode: Node | null, focusNode: Node | null) => ({ isCollapsed: false, anchorNode, focusNode });
  const [first, second] = [text('b'), text('[data-index="7"]')];
  const lines = await select(range(first, second));
  expect(lines).toEqual([3, 7]);
  expect(await select(range(first, second))).toBe(lines);
  expect(await select(range(document.querySelector('b'), text('li:last-child')))).toEqual([3]);
  expect(await select(range(text('p'), null))).toEqual([]);
  await select(range(first, second));
  expect(await select({ ...range(first, second), isCollapsed: true })).toEqual([]);
  await select(range(second, first));
  expect(hook.now).toEqual([7, 3]);
  expect(await select(null)).toEqual([]);
  await hook.update(null);
  expect(await select(range(first, second))).toEqual([]);
});
