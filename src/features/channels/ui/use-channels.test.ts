import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { channels } from '../words/channels/en.ts';
import { useChannelChanges, useChannelSettings, useEntries, useSubscriptions, useSummarise } from './use-channels.ts';

const channel = (id: string, more: object = {}) => ({ id, title: `Channel ${id}`, state: 'read', problem: null, ...more });
const entry = (id: string, more: object = {}) => ({ id, title: id, url: `https://a/${id}`, existing: null, ...more });

function served(list: () => object[] = () => [channel('a'), channel('b')]) {
  const page = openPage({
    words: { channels },
    answers: {
      'channel.subscriptions': list,
      'channel.entries': ({ cursor }: { cursor?: string }) =>
        cursor === undefined
          ? { entries: [entry('1'), entry('2')], nextCursor: 'n' }
          : { entries: [entry('2'), entry('3')], nextCursor: null },
      'channel.follow': () => ({ subscription: { title: 'New' }, existing: false }),
      'channel.unfollow': () => ({}),
      'channel.restore': () => ({ title: 'Channel a' }),
      'channel.checkAgain': () => ({ title: 'Channel a' }),
      'channel.setAutomatic': ({ automatic }: { automatic: boolean }) => ({ title: 'Channel a', automatic }),
      'account.ensure': () => ({}),
      'ingest.submit': () => ({ results: [{ contentId: 'c' }] }),
    },
  });
  const others = [
    ['account', 'me'],
    ['explore', 'channels'],
    ['explore', 'popular'],
    ['digest', 'week'],
  ];
  for (const path of others) page.queryClient.setQueryData([path, { type: 'query' }], 'known');
  const stale = () =>
    others
      .filter((path) => page.queryClient.getQueryState([path, { type: 'query' }])?.isInvalidated)
      .map((path) => path.join('.'));
  return { page, stale, paths: () => page.calls.map(({ path }) => path) };
}

test('subscriptions are read again every three seconds while a channel was not read yet', async () => {
  let list = [channel('a', { state: 'new' }), channel('b')];
  const { page, paths } = served(() => list);
  const hook = await page.render(() => useSubscriptions(), null);
  await page.settle();
  expect(hook.now.data).toEqual(list);
  await page.settle(2980);
  expect(paths()).toHaveLength(1);
  await page.settle(30);
  expect(paths()).toHaveLength(2);
  // A channel with a problem is not waited for.
  list = [channel('a', { state: 'new', problem: 'gone' })];
  await page.settle(3010);
  expect(paths()).toHaveLength(3);
  await page.settle(20_000);
  expect(paths()).toHaveLength(3);
});

test('entries of one channel, or of all, are read by the page and listed once', async () => {
  const { page, paths } = served();
  const hook = await page.render((id: string | null) => useEntries(id, { unread: false }), null as string | null);
  await page.settle();
  expect(page.calls.map(({ input }) => input)).toEqual([{ limit: 30 }]);
  await hook.after((now) => now.fetchNextPage());
  expect(hook.now.entries.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect([page.calls.at(-1)?.input, hook.now.hasNextPage]).toEqual([{ limit: 30, cursor: 'n' }, false]);
  await hook.update('a');
  await page.settle();
  expect(page.calls.at(-1)?.input).toEqual({ limit: 30, channelId: 'a' });
  await page.settle(20_000);
  expect(paths()).toHaveLength(3);
});

test('entries are read again while a note of one is made, or a channel was not read', async () => {
  const { page, paths } = served();
  let status = 'processing';
  page.answers['channel.entries'] = () => ({ entries: [entry('1'), entry('2', { existing: { status } })], nextCursor: null });
  const hook = await page.render((unread: boolean) => useEntries(null, { unread }), false);
  await page.settle(3010);
  expect(paths()).toHaveLength(2);
  status = 'completed';
  await page.settle(3010);
  expect(paths()).toHaveLength(3);
  await page.settle(20_000);
  expect(paths()).toHaveLength(3);
  await hook.update(true);
  await page.settle(3010);
  expect(paths()).toHaveLength(4);
  // The last channel may have been read after them.
  await hook.update(false);
  expect(paths()).toHaveLength(5);
});

test('a followed channel is told of, as new or as known, and what shows channels is read again', async () => {
  const { page, stale } = served();
  const hook = await page.render(() => useChannelChanges(), null);
  await hook.after(({ follow }) => follow.mutate({ url: 'https://a' }));
  page.answers['channel.follow'] = () => ({ subscription: { title: 'Old' }, existing: true });
  await hook.after(({ follow }) => follow.mutate({ url: 'https://a' }));
  expect(page.toasts).toEqual([
    { tone: 'success', message: 'You now follow “New”' },
    { tone: 'info', message: 'You already follow “Old”' },
  ]);
  expect(stale()).toEqual(['account.me', 'explore.channels']);
});

test('an unfollowed channel goes from the list at once, and undo follows it again', async () => {
  const { page, paths } = served();
  const hook = await page.render(() => ({ list: useSubscriptions(), ...useChannelChanges() }), null);
  await page.settle();
  const ids = () => hook.now.list.data?.map(({ id }) => id);
  const answer = Promise.withResolvers<unknown>();
  page.answers['channel.unfollow'] = () => answer.promise;
  await hook.after(({ unfollow }) => unfollow.mutate({ channelId: 'a' }));
  expect([ids(), page.toasts]).toEqual([['b'], []]);
  await hook.after(() => answer.resolve({}));
  expect(page.toasts).toMatchObject([{ message: 'Unfollowed “Channel a”', action: { label: 'Undo' }, durationMs: 10_000 }]);
  expect(paths().filter((path) => path === 'channel.subscriptions')).toHaveLength(2);
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.calls.find(({ path }) => path === 'channel.restore')?.input).toEqual({ channelId: 'a' });
  expect(page.toasts[1]).toEqual({ tone: 'success', message: 'You follow “Channel a” again' });
  page.answers['channel.restore'] = () => {
    throw refusal('internal');
  };
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.toasts[2]).toMatchObject({ tone: 'error', message: 'Couldn’t undo' });
});

test('a channel that could not be unfollowed is listed again', async () => {
  const { page } = served();
  const hook = await page.render(() => ({ list: useSubscriptions(), ...useChannelChanges() }), null);
  await page.settle();
  page.answers['channel.subscriptions'] = () => new Promise(() => undefined);
  page.answers['channel.unfollow'] = () => {
    throw refusal('internal');
  };
  await hook.after(({ unfollow }) => unfollow.mutate({ channelId: 'a' }));
  expect(hook.now.list.data?.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t unfollow' }]);
});

test('another look and automatic summaries are told of, and so is their failure', async () => {
  const { page, stale } = served();
  const hook = await page.render(() => useChannelSettings(), null);
  await hook.after(({ checkAgain }) => checkAgain.mutate({ channelId: 'a' }));
  expect(stale()).toEqual(['account.me', 'explore.channels']);
  await hook.after(({ setAutomatic }) => setAutomatic.mutate({ channelId: 'a', automatic: true } as never));
  await hook.after(({ setAutomatic }) => setAutomatic.mutate({ channelId: 'a', automatic: false } as never));
  for (const path of ['channel.checkAgain', 'channel.setAutomatic'])
    page.answers[path] = () => {
      throw refusal('internal');
    };
  await hook.after(({ checkAgain }) => checkAgain.mutate({ channelId: 'a' }));
  await hook.after(({ setAutomatic }) => setAutomatic.mutate({ channelId: 'a', automatic: true } as never));
  expect(page.toasts.map(({ tone, message }) => [tone, message])).toEqual([
    [undefined, '“Channel a” will be checked again in a moment'],
    [undefined, 'New entries of “Channel a” will be summarized'],
    [undefined, '“Channel a” is no longer summarized automatically'],
    ['error', 'Couldn’t check again'],
    ['error', 'Couldn’t save this'],
  ]);
});

test('a summary is begun with an account and the options of the home page', async () => {
  const { page, stale } = served();
  const hook = await page.render(() => useSummarise({ noteLanguage: 'en', detail: 'brief' } as never), null);
  const begin = () => hook.after(({ mutate }) => mutate({ url: 'https://a/1', title: 'One' }));
  await begin();
  expect(page.calls.slice(0, 2)).toEqual([
    { path: 'account.ensure', input: undefined },
    { path: 'ingest.submit', input: { items: [{ url: 'https://a/1', title: 'One' }], noteLanguage: 'en', detail: 'brief' } },
  ]);
  expect([page.toasts, stale()]).toEqual([[], ['account.me', 'explore.popular', 'digest.week']]);
  page.answers['ingest.submit'] = () => ({ results: [{ problem: { code: 'not_found' } }] });
  await begin();
  page.answers['ingest.submit'] = () => ({ results: [] });
  await begin();
  page.answers['account.ensure'] = () => {
    throw refusal('too_many_accounts');
  };
  await begin();
  expect(page.toasts.map(({ message }) => message)).toEqual(Array(3).fill('Couldn’t start the summary'));
  expect(new Set(page.toasts.map(({ description }) => description)).size).toBe(3);
  expect(page.toasts[1]?.description).toContain('(internal)');
});
