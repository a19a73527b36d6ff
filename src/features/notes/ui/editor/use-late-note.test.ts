import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useLateNote } from './use-late-note.ts';

async function opened(sent: string | undefined, note: string | null) {
  const page = openPage();
  page.storage.set('gleaner:draft:c', JSON.stringify({ baseVersionId: null, text: 'draft', sent }));
  const keys = ['c', 'other'].map((contentId) => [['content', 'overview'], { input: { contentId }, type: 'query' }]);
  for (const key of keys) page.queryClient.setQueryData(key, { note });
  const stale = () => {
    const now = keys.map((key) => page.queryClient.getQueryState(key)?.isInvalidated);
    for (const key of keys) page.queryClient.setQueryData(key, { note });
    return now;
  };
  const hook = await page.render((text: string | null) => useLateNote('c', text), note);
  return { page, hook, stale };
}

test('a note without what this browser sent last is read again, twice', async () => {
  const { page, stale } = await opened('sent', 'older');
  await page.settle(690);
  expect(stale()).toEqual([false, false]);
  await page.settle(10);
  expect(stale()).toEqual([true, false]);
  await page.settle(2280);
  expect(stale()).toEqual([false, false]);
  await page.settle(20);
  expect(stale()).toEqual([true, false]);
  await page.settle(10_000);
  expect(stale()).toEqual([false, false]);
});

test.each([
  ['that is what was sent', 'sent', 'sent'],
  ['of which nothing was sent', undefined, 'older'],
])('a note %s is not read again', async (_case, sent, note) => {
  const { page, stale } = await opened(sent, note);
  await page.settle(4000);
  expect(stale()).toEqual([false, false]);
});

test('a page that is left, or whose note changes, reads as it first was', async () => {
  const { page, hook, stale } = await opened('sent', 'older');
  await hook.update('sent');
  await page.settle(800);
  expect(stale()).toEqual([true, false]);
  await hook.leave();
  await page.settle(4000);
  expect(stale()).toEqual([false, false]);
});
