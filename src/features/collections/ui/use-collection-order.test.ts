import { expect, test } from 'vitest';
import { cut, openPage } from '../../../../tests/harness/interface/page.tsx';
import { collections as words } from '../words/en.ts';
import { useCollectionItems } from './use-collection-items.ts';
import { type Direction, useCollectionOrder } from './use-collection-order.ts';
import type { Collection } from './use-collections.ts';

const collection = (count: number, id = 'papers') => ({ id, name: 'Papers', collection_items: [{ count }] }) as Collection;
const rowsOf = (ids: string) => Array.from(ids, (id) => ({ content_id: id, title: `Talk ${id}` }));

async function ordered(ids: string, count = ids.length) {
  const page = openPage({
    words: { collections: words },
    answers: { 'share.moveItemsInCollection': () => ({}), 'share.getCollectionDetails': () => new Promise(() => undefined) },
  });
  const hook = await page.render(() => useCollectionOrder(collection(count), rowsOf(ids)), null);
  return { page, hook, sent: () => page.calls.map(({ input }) => input) };
}

test('an item moves wherever there is something to move past that is known', async () => {
  const ways = async (ids: string, count: number) => {
    const { hook } = await ordered(ids, count);
    return Object.fromEntries(Array.from(ids, (id) => [id, hook.now.directionsOf(id).join(' ')]));
  };
  expect(await ways('abcd', 4)).toEqual({ a: 'down bottom', b: 'up down bottom', c: 'top up down', d: 'top up' });
  expect(await ways('ab', 2)).toEqual({ a: 'down', b: 'up' });
  expect(await ways('a', 1)).toEqual({ a: '' });
  // Two more are not loaded: the last one has no known place below it.
  expect(await ways('abc', 5)).toEqual({ a: 'down bottom', b: 'up bottom', c: 'top up bottom' });
});

test.each<[Direction, string, object, number]>([
  ['top', 'c', { before: 'a' }, 1],
  ['up', 'c', { before: 'b' }, 2],
  ['down', 'b', { before: 'd' }, 3],
  ['down', 'c', { before: null }, 4],
  ['bottom', 'a', { before: null }, 4],
])('a move %s of %s is sent, said, and undone from its toast', async (direction, id, where, place) => {
  const { page, hook, sent } = await ordered('abcd');
  const at = 'abcd'.indexOf(id);
  await hook.after(({ move }) => move(id, direction));
  expect(sent()).toEqual([{ collectionId: 'papers', contentIds: [id], ...where }]);
  const said = `“Talk ${id}” is now number ${place} of 4`;
  expect(hook.now.said).toBe(said);
  expect(page.toasts).toMatchObject([{ id: 'collection-order', tone: 'success', message: said, action: { label: 'Undo' } }]);
  page.calls.length = 0;
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(sent()).toEqual([{ collectionId: 'papers', contentIds: [id], before: 'abcd'[at + 1] ?? null }]);
});

test('an item that is not there is not moved, and nothing above the first one is', async () => {
  const { page, hook } = await ordered('abcd');
  await hook.after(({ move }) => move('x', 'top'));
  await hook.after(({ move }) => move('a', 'up'));
  expect([page.calls, page.toasts]).toEqual([[], []]);
});

test('an item is moved to the place of another one, where that place is known', async () => {
  const { page, hook, sent } = await ordered('abcd', 6);
  const results: boolean[] = [];
  await hook.after(({ moveTo }) =>
    results.push(moveTo('c', 'b'), moveTo('a', 'a'), moveTo('x', 'a'), moveTo('a', 'x'), moveTo('b', 'd')),
  );
  expect(results).toEqual([true, false, false, false, false]);
  expect(sent()).toEqual([{ collectionId: 'papers', contentIds: ['c'], before: 'b' }]);
  expect(hook.now.said).toBe('“Talk c” is now number 2 of 6');
  page.calls.length = 0;
  await hook.after(({ moveTo }) => results.push(moveTo('a', 'b'), moveTo('d', 'a')));
  expect(results.slice(-2)).toEqual([true, true]);
  expect(sent()).toEqual([
    { collectionId: 'papers', contentIds: ['a'], before: 'c' },
    { collectionId: 'papers', contentIds: ['d'], before: 'a' },
  ]);
  // What followed the last loaded one is not known: nothing could put it back.
  expect(page.toasts.map(({ message }) => message)).toEqual(['“Talk c” is now number 2 of 6', '“Talk a” is now number 2 of 6']);
});

test('an item goes to the place of the last one of a whole list, and to the end where only a part is loaded', async () => {
  const { hook, sent } = await ordered('abcd');
  await hook.after(({ moveTo }) => moveTo('a', 'd'));
  expect(sent()).toEqual([{ collectionId: 'papers', contentIds: ['a'], before: null }]);
});

/** Pages of two items each of a collection of five, read from the server. */
async function listed() {
  const order = ['a', 'b', 'c', 'd', 'e'];
  const page = openPage({
    words: { collections: words },
    answers: {
      'share.getCollectionDetails': ({ cursor }: { cursor?: string }) => {
        const from = Number(cursor ?? 0);
        const items = rowsOf(order.slice(from, from + 2).join(''));
        return { collection: collection(5), items, nextCursor: from + 2 < order.length ? String(from + 2) : null };
      },
      'share.moveItemsInCollection': () => ({}),
    },
  });
  const hook = await page.render(() => {
    const items = useCollectionItems('papers', { enabled: true });
    return { items, order: useCollectionOrder(collection(5), items.rows) };
  }, null);
  await page.settle();
  return { page, hook, order, ids: () => hook.now.items.rows.map(({ content_id }) => content_id).join('') };
}

test('items are read by the page, each shown once', async () => {
  const { page, hook, order, ids } = await listed();
  expect(page.calls).toEqual([{ path: 'share.getCollectionDetails', input: { id: 'papers', limit: 30 } }]);
  expect([ids(), hook.now.items.hasNextPage, hook.now.items.collection]).toEqual(['ab', true, collection(5)]);
  // Another tab puts one before them between the two requests.
  order.unshift('z');
  await hook.after(({ items }) => items.fetchNextPage());
  expect(page.calls.at(-1)?.input).toEqual({ id: 'papers', limit: 30, cursor: '2' });
  expect(ids()).toBe('abc');
  page.answers['share.getCollectionDetails'] = () => {
    throw { refused: { code: 'internal' } };
  };
  expect([hook.now.items.isNextPageError, hook.now.items.error]).toEqual([false, null]);
  await hook.after(({ items }) => items.fetchNextPage());
  expect([ids(), hook.now.items.isNextPageError]).toEqual(['abc', true]);
});

test('nothing is read where it is not enabled', async () => {
  const page = openPage();
  const hook = await page.render(() => useCollectionItems('papers', { enabled: false }), null);
  expect([page.calls, hook.now.rows, hook.now.collection, hook.now.isFetching]).toEqual([[], [], null, false]);
});

test('a move is shown at once across pages, and read again once it is stored', async () => {
  const { page, hook, ids } = await listed();
  await hook.after(({ items }) => items.fetchNextPage());
  await hook.after(({ items }) => items.fetchNextPage());
  expect([ids(), hook.now.items.hasNextPage]).toEqual(['abcde', false]);
  const answer = Promise.withResolvers<unknown>();
  page.answers['share.moveItemsInCollection'] = () => answer.promise;
  page.calls.length = 0;
  await hook.after(({ order }) => order.move('a', 'bottom'));
  expect([ids(), page.calls.length]).toEqual(['bcdea', 1]);
  const [first] = page.queryClient.getQueriesData<{ pages: { items: unknown[] }[] }>({
    queryKey: [['share', 'getCollectionDetails']],
  });
  expect(first?.[1]?.pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
  await hook.after(() => answer.resolve({}));
  expect(page.calls.slice(1).map(({ path }) => path)).toContain('share.getCollectionDetails');
});

test('an item moved to the end of a list that is loaded in part leaves that part', async () => {
  const { page, hook, ids } = await listed();
  page.answers['share.moveItemsInCollection'] = () => new Promise(() => undefined);
  await hook.after(({ order }) => order.move('a', 'bottom'));
  expect(ids()).toBe('b');
});

test('a move that failed is taken back, and can be tried again', async () => {
  const { page, hook, ids } = await listed();
  const { answers } = page;
  const read = answers['share.getCollectionDetails'] as (input: never) => unknown;
  answers['share.getCollectionDetails'] = () => new Promise(() => undefined);
  answers['share.moveItemsInCollection'] = () => {
    throw cut();
  };
  await hook.after(({ order }) => order.move('b', 'up'));
  expect(ids()).toBe('ab');
  expect(page.toasts.at(-1)).toMatchObject({ tone: 'error', message: 'Couldn’t move it.', action: { label: 'Try again' } });
  answers['share.getCollectionDetails'] = read;
  answers['share.moveItemsInCollection'] = () => ({});
  page.calls.length = 0;
  await hook.after(() => page.toasts.at(-1)?.action?.onAction());
  expect(page.calls[0]).toEqual({
    path: 'share.moveItemsInCollection',
    input: { collectionId: 'papers', contentIds: ['b'], before: 'a' },
  });
});
