import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useStored } from './use-stored.ts';

const usual = { size: 1, name: 'a' };
async function opened(kept?: string) {
  const page = openPage();
  if (kept !== undefined) page.storage.set('k', kept);
  const hook = await page.render((key: string) => useStored(key, usual), 'k');
  return { page, hook };
}

test('a choice is remembered, and a new one is made of what was kept and what is usual', async () => {
  const { page, hook } = await opened();
  expect([hook.now[0], page.storage.get('k')]).toEqual([usual, JSON.stringify(usual)]);
  await hook.after(([, set]) => set({ size: 2, name: 'b' }));
  expect([hook.now[0], page.storage.get('k')]).toEqual([{ size: 2, name: 'b' }, '{"size":2,"name":"b"}']);
  expect((await opened('{"size":3}')).hook.now[0]).toEqual({ size: 3, name: 'a' });
});

test.each(['{', 'null', '[]', '7', '"x"'])('a stored %s is passed over', async (kept) => {
  expect((await opened(kept)).hook.now[0]).toEqual(usual);
});
