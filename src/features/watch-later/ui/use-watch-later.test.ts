import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { watchLater } from '../words/en.ts';
import { useWatchLater } from './use-watch-later.ts';

async function opened(user: object | null = { id: 'u' }) {
  const page = openPage({
    words: { watchLater },
    answers: {
      'account.me': () => ({ user }),
      'playlist.list': () => ({ contentIds: ['a'] }),
      'playlist.add': () => ({}),
      'playlist.remove': () => ({}),
    },
  });
  page.queryClient.setQueryData([['user', 'videos'], { type: 'infinite' }], { pages: [], pageParams: [] });
  const hook = await page.render(() => useWatchLater(), null);
  await page.settle();
  await page.settle();
  return { page, hook, paths: () => page.calls.map(({ path }) => path), has: () => ['a', 'b'].map((id) => hook.now.has(id)) };
}

test('the list is read with an account, and has what it lists', async () => {
  const { has, paths } = await opened();
  expect([has(), paths()]).toEqual([
    [true, false],
    ['account.me', 'playlist.list'],
  ]);
  const guest = await opened(null);
  expect([guest.has(), guest.paths()]).toEqual([[false, false], ['account.me']]);
});

test('a content is put into the list and taken out at once, and undo does the other', async () => {
  const { page, hook, has, paths } = await opened();
  const answer = Promise.withResolvers<unknown>();
  page.answers['playlist.add'] = () => answer.promise;
  page.answers['playlist.list'] = () => ({ contentIds: ['b', 'a'] });
  page.calls.length = 0;
  await hook.after((now) => now.change({ contentId: 'b', on: true }));
  expect([has(), paths()]).toEqual([[true, true], ['playlist.add']]);
  await hook.after(() => answer.resolve({}));
  expect(page.toasts).toMatchObject([
    { id: 'watch-later-b', tone: 'success', message: watchLater.added, action: { label: watchLater.undo } },
  ]);
  expect(page.queryClient.getQueryState([['user', 'videos'], { type: 'infinite' }])?.isInvalidated).toBe(true);
  page.answers['playlist.remove'] = () => new Promise(() => undefined);
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect([has(), page.calls.at(-1)]).toEqual([[true, false], { path: 'playlist.remove', input: { contentId: 'b' } }]);
});

test('a change that failed is told, and the list read again', async () => {
  const { page, hook, has } = await opened();
  page.answers['playlist.remove'] = () => {
    throw refusal('internal');
  };
  await hook.after((now) => now.change({ contentId: 'a', on: false }));
  await page.settle();
  expect([has(), page.toasts[0]?.message]).toEqual([[true, false], watchLater.failed]);
  page.answers['playlist.remove'] = () => ({});
  await hook.after((now) => now.change({ contentId: 'a', on: false }));
  expect(page.toasts[1]?.message).toBe(watchLater.removed);
});
