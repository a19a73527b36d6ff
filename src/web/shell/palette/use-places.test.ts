import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { usePlaces } from './use-places.ts';

const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at}`, slug: `slug-${at}`, name: `Red ${at}` }));

async function opened({ user = { id: 'u' } as object | null, keyword = 'red', asked = 'red' } = {}) {
  const page = openPage({
    answers: {
      'account.me': () => ({ user }),
      'share.listUserCollections': () => [...named(7), { id: 'x', slug: 'x', name: 'Blue' }],
      'smartFolder.list': () => [
        { id: 'f', name: 'All red ones' },
        { id: 'g', name: 'Green' },
      ],
      'user.tags': () => ({ tags: [{ tag: 'favorite' }, { tag: 'favorite-red' }, { tag: 'infrared' }, { tag: 'blue' }] }),
      'channel.subscriptions': () => [
        { id: 'ch', title: 'Red Radio' },
        { id: 'ci', title: 'Blue' },
      ],
      'public.collections': () => ({
        collections: [
          { id: 'c0', slug: 'mine', name: 'Own' },
          { id: 'p', slug: 'public', name: 'By its description' },
        ],
      }),
      'explore.popular': () => ({
        items: [
          { id: '1', title: 'red one', url: 'https://a/1', shelf: null, existing: { contentId: 'have' } },
          { id: '2', title: 'red two', url: 'https://a/2', shelf: { item_path: '/c/shelf/two' }, existing: null },
          { id: '3', title: 'red three', url: 'https://a/3', shelf: null, existing: null },
          { id: '4', title: 'blue', url: 'https://a/4', shelf: null, existing: null },
        ],
      }),
    },
  });
  const hook = await page.render((words: { keyword: string; asked: string }) => usePlaces(words.keyword, words.asked), {
    keyword,
    asked,
  });
  await page.settle();
  await page.settle();
  const shown = () => hook.now.groups.map(({ kind, places }) => [kind, places.map(({ name }) => name)]);
  const go = async (kind: string, index = 0) => {
    await hook.after((now) => now.groups.find((group) => group.kind === kind)?.places[index]?.go());
    return page.router.history.location.href;
  };
  return { page, hook, shown, go, paths: () => page.calls.map(({ path }) => path).sort() };
}

test('SHL-04 places with all words in their names are listed by kind, at most five of each', async () => {
  const { shown, hook } = await opened();
  expect(shown()).toEqual([
    ['collections', ['Red 0', 'Red 1', 'Red 2', 'Red 3', 'Red 4']],
    ['folders', ['All red ones']],
    ['tags', ['favorite-red', 'infrared']],
    ['channels', ['Red Radio']],
    ['public', ['By its description']],
    ['popular', ['red one', 'red two', 'red three']],
  ]);
  // While more is typed, what is known is looked through; what the server found for other words is not.
  await hook.update({ keyword: 'red 1', asked: 'red' });
  expect(shown()).toEqual([['collections', ['Red 1']]]);
  await hook.update({ keyword: '', asked: 'red' });
  expect(shown()).toEqual([]);
});

test('SHL-04 nothing is read before there are words, and nothing of one’s own without an account', async () => {
  const quiet = await opened({ asked: '', keyword: '' });
  expect(quiet.paths()).toEqual(['account.me', 'share.listUserCollections']);
  const guest = await opened({ user: null });
  expect(guest.paths()).toEqual(['account.me', 'explore.popular', 'public.collections', 'share.listUserCollections']);
  const user = await opened();
  expect(user.paths()).toEqual([
    'account.me',
    'channel.subscriptions',
    'explore.popular',
    'public.collections',
    'share.listUserCollections',
    'smartFolder.list',
    'user.tags',
  ]);
  expect(user.page.calls.find(({ path }) => path === 'public.collections')?.input).toEqual({ search: 'red', limit: 5 });
});

test('SHL-04 the search of public collections is cut to what the server takes', async () => {
  const long = 'r'.repeat(120);
  const { page, hook } = await opened({ keyword: long, asked: long });
  expect(page.calls.find(({ path }) => path === 'public.collections')?.input).toEqual({ search: long.slice(0, 100), limit: 5 });
  await hook.after((now) => now.searchPublic());
  const { pathname, search } = page.router.history.location;
  expect([pathname, search]).toEqual(['/user/collections', `?tab=public&search=${long.slice(0, 100)}`]);
});

test('SHL-04 each place is opened where it is', async () => {
  const { go, hook } = await opened();
  expect(await go('collections', 1)).toBe('/user/collections/slug-1');
  expect(await go('folders')).toBe('/user/videos?smartFolder=f');
  expect(await go('tags', 1)).toBe('/user/videos?tag=infrared');
  expect(await go('channels')).toBe('/user/channels?channel=ch');
  expect(await go('public')).toBe('/user/collections/public');
  expect(await go('popular', 0)).toBe('/content/have');
  expect(await go('popular', 2)).toBe(`/add?url=${encodeURIComponent('https://a/3')}`);
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  await hook.after((now) => now.groups.at(-1)?.places[1]?.go());
  expect(assign.mock.calls).toEqual([['/c/shelf/two']]);
});
