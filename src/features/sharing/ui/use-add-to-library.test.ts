import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { sharing } from '../words/en.ts';
import { useAddToLibrary } from './use-add-to-library.ts';

type Added = { addedCount: number; contentIds: string[]; left: string[]; problem: object | null };

async function opened(answer: Partial<Added> = {}) {
  const page = openPage({
    words: { sharing },
    answers: { 'public.addToLibrary': () => ({ addedCount: 1, contentIds: ['own'], left: [], problem: null, ...answer }) },
  });
  const keys = ['account.me', 'user.videos', 'content.running'].map((path) => [path.split('.'), { type: 'query' }]);
  for (const key of keys) page.queryClient.setQueryData(key, {});
  const shown: string[] = [];
  const hook = await page.render(() => useAddToLibrary('col', { onOpen: (id) => shown.push(id) }), null);
  const stale = () => keys.map((key) => page.queryClient.getQueryState(key)?.isInvalidated);
  return { page, hook, opens: shown, stale };
}

test('one item is added, and can be opened from the notice', async () => {
  const { page, hook, opens, stale } = await opened();
  const answer = Promise.withResolvers<unknown>();
  const give = page.answers['public.addToLibrary'] as (input: never) => unknown;
  page.answers['public.addToLibrary'] = () => answer.promise;
  expect([hook.now.adding, hook.now.taken]).toEqual([[], new Set()]);
  await hook.after((now) => now.add(['a']));
  expect([hook.now.adding, page.calls]).toEqual([
    ['a'],
    [{ path: 'public.addToLibrary', input: { collection: 'col', contentIds: ['a'] } }],
  ]);
  await hook.after(() => answer.resolve(give(undefined as never)));
  expect([hook.now.adding, hook.now.taken, stale()]).toEqual([[], new Set(['a']), [true, true, true]]);
  expect(page.toasts).toEqual([
    { tone: 'success', message: 'Added 1 item to your library', action: { label: 'Open', onAction: expect.any(Function) } },
  ]);
  page.toasts[0]?.action?.onAction();
  expect(opens).toEqual(['own']);
});

test('of several items those that were left are told, and can be added again', async () => {
  const problem = { code: 'not_found', params: {} };
  const { page, hook } = await opened({ addedCount: 2, left: ['c'], problem });
  await hook.after((now) => now.add(['a', 'b', 'c']));
  expect(hook.now.taken).toEqual(new Set(['a', 'b']));
  const { description, ...toast } = page.toasts[0] ?? {};
  expect(toast).toEqual({ tone: 'success', message: 'Added 2 items to your library' });
  expect(description).toMatch(/\w/);
  page.answers['public.addToLibrary'] = () => ({ addedCount: 0, contentIds: ['own'], left: [], problem: null });
  await hook.after((now) => now.add(['c']));
  expect(hook.now.taken).toEqual(new Set(['a', 'b', 'c']));
  expect(page.toasts[1]).toEqual({
    ...{ tone: 'info', message: sharing.toast.already },
    action: { label: 'Open', onAction: expect.any(Function) },
  });
});

test('nothing is offered to open where nothing is there', async () => {
  const { page, hook } = await opened({ addedCount: 0, contentIds: [] });
  await hook.after((now) => now.add(['a']));
  expect(page.toasts).toEqual([{ tone: 'info', message: sharing.toast.already }]);
});

test('what could not be added is told, with a way to try again', async () => {
  const { page, hook, stale } = await opened();
  page.answers['public.addToLibrary'] = () => {
    throw refusal('rate_limited');
  };
  await hook.after((now) => now.add(['a', 'b']));
  expect(page.toasts).toMatchObject([
    { tone: 'error', message: sharing.toast.addFailed, action: { label: sharing.toast.retry } },
  ]);
  expect([hook.now.taken.size, stale()]).toEqual([0, [true, true, true]]);
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.calls[1]).toEqual(page.calls[0]);
});
