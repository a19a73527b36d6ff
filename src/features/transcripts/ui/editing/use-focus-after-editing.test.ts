import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useFocusAfterEditing } from './use-focus-after-editing.ts';

async function opened(first: { shown: boolean; row: number } = { shown: true, row: 3 }) {
  const page = openPage({ html: '<main><p data-index="3"><button data-edit-line></button></p></main>' });
  const list = page.document.querySelector('main') as HTMLElement;
  const focused: unknown[] = [];
  for (const element of [list, page.document.querySelector('button') as HTMLElement])
    element.focus = (options) => void focused.push([element.tagName, options]);
  Object.assign(page.document, { activeElement: page.document.body });
  const hook = await page.render(({ shown, row }: typeof first) => useFocusAfterEditing(shown ? list : null, row), first);
  return { page, hook, focused };
}

const still = { preventScroll: true };

test('a line whose editor closes has the focus on its button', async () => {
  const { hook, focused } = await opened();
  expect(focused).toEqual([]);
  await hook.update({ shown: true, row: -1 });
  expect(focused).toEqual([['BUTTON', still]]);
  await hook.update({ shown: true, row: 5 });
  await hook.update({ shown: true, row: -1 });
  // The line is gone: the list has it.
  expect(focused.slice(1)).toEqual([['MAIN', still]]);
});

test('nothing takes the focus where another line is edited, nothing was, or something has it', async () => {
  const { page, hook, focused } = await opened({ shown: true, row: -1 });
  await hook.update({ shown: false, row: -1 });
  await hook.update({ shown: true, row: 0 });
  await hook.update({ shown: true, row: 3 });
  await hook.update({ shown: false, row: -1 });
  await hook.update({ shown: true, row: 3 });
  Object.assign(page.document, { activeElement: page.document.querySelector('p') });
  await hook.update({ shown: true, row: -1 });
  expect(focused).toEqual([]);
  Object.assign(page.document, { activeElement: page.document.body });
  await hook.update({ shown: true, row: 0 });
  await hook.update({ shown: true, row: -1 });
  expect(focused).toEqual([['MAIN', still]]);
});
