import { expect, test } from 'vitest';
import { cut, openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { collections as words } from '../words/en.ts';
import {
  type Collection,
  type CollectionName,
  useCollectionChanges,
  useCollections,
  useContentCollections,
} from './use-collections.ts';

const own: CollectionName = { id: 'papers', name: 'Papers', is_public: false };
const listed = (id: string, count: number) =>
  ({ id, name: id === 'papers' ? 'Papers' : 'Other', is_public: false, collection_items: [{ count }] }) as Collection;
const other: CollectionName = { id: 'other', name: 'Other', is_public: false };

/** A server with two collections; the content `c` is in the second one. */
async function opened() {
  let lists = { papers: 2, other: 1 };
  const page = openPage({
    words: { collections: words },
    answers: {
      'share.listUserCollections': () => [listed('papers', lists.papers), listed('other', lists.other)],
      'share.getContentCollections': () => [other],
      'share.getCollectionDetails': () => ({}),
      'share.addItemsToCollection': () => ({ addedCount: 1, skippedCount: 0, skippedIds: [] }),
      'share.removeItemsFromCollection': () => ({ removed: [{ contentId: 'c', position: 4 }] }),
      'share.createCollection': ({ name }: { name: string }) => ({ collection: { ...listed('new', 1), name }, addedCount: 1 }),
      'share.deleteCollection': () => ({ deleted: true }),
    },
  });
  const hook = await page.render(
    () => ({
      list: useCollections(),
      own: useContentCollections('c'),
      ofOther: useContentCollections('d', { enabled: false }),
      ...useCollectionChanges(),
    }),
    null,
  );
  await page.settle();
  page.calls.length = 0;
  return {
    page,
    hook,
    store: (counts: typeof lists) => {
      lists = counts;
    },
    counts: () => hook.now.list.data?.map(({ id, collection_items: [{ count }] }) => [id, count]),
    inside: () => hook.now.own.data?.map(({ id }) => id),
    sent: () => page.calls.filter(({ path }) => !path.startsWith('share.get') && !path.startsWith('share.list')),
    reads: () =>
      page.calls.filter(({ path }) => path.startsWith('share.get') || path.startsWith('share.list')).map(({ path }) => path),
  };
}

const holdBack = () => Promise.withResolvers<unknown>();

test('a content shows as added at once, and the toast’s undo takes it out without another toast', async () => {
  const { page, hook, counts, inside, sent } = await opened();
  const answer = holdBack();
  page.answers['share.addItemsToCollection'] = () => answer.promise;
  expect([counts(), inside()]).toEqual([
    [
      ['papers', 2],
      ['other', 1],
    ],
    ['other'],
  ]);
  await hook.after(({ add }) => add.mutate({ contentId: 'c', collection: own }));
  expect([counts(), inside()]).toEqual([
    [
      ['papers', 3],
      ['other', 1],
    ],
    ['other', 'papers'],
  ]);
  expect(sent()).toEqual([{ path: 'share.addItemsToCollection', input: { collectionId: 'papers', contentIds: ['c'] } }]);
  expect(page.toasts).toEqual([]);
  await hook.after(() => answer.resolve({ addedCount: 1, skippedCount: 0, skippedIds: [] }));
  const [toast] = page.toasts;
  expect(toast).toMatchObject({ tone: 'success', message: 'Added to “Papers”', action: { label: 'Undo' } });

  page.calls.length = 0;
  await hook.after(() => toast?.action?.onAction());
  expect(page.dismissed).toEqual([toast?.id]);
  expect(sent()).toEqual([{ path: 'share.removeItemsFromCollection', input: { collectionId: 'papers', contentIds: ['c'] } }]);
  expect(page.toasts).toHaveLength(1);
});

test('what is taken out is put back at its place', async () => {
  const { page, hook, counts, inside, sent } = await opened();
  const answer = holdBack();
  page.answers['share.removeItemsFromCollection'] = () => answer.promise;
  await hook.after(({ remove }) => remove.mutate({ contentId: 'c', collection: other }));
  expect([counts(), inside()]).toEqual([
    [
      ['papers', 2],
      ['other', 0],
    ],
    [],
  ]);
  await hook.after(() => answer.resolve({ removed: [{ contentId: 'c', position: 4 }] }));
  const [toast] = page.toasts;
  expect(toast).toMatchObject({ message: 'Removed from “Other”', action: { label: 'Undo' } });
  expect(toast?.tone).toBeUndefined();
  page.calls.length = 0;
  await hook.after(() => toast?.action?.onAction());
  const input = { collectionId: 'other', contentIds: ['c'], positions: [4] };
  expect(sent()).toEqual([{ path: 'share.addItemsToCollection', input }]);
  expect(page.toasts).toHaveLength(1);
});

test('what was not there when it was taken out is put back without a place', async () => {
  const { page, hook, sent } = await opened();
  page.answers['share.removeItemsFromCollection'] = () => ({ removed: [] });
  await hook.after(({ remove }) => remove.mutate({ contentId: 'c', collection: other }));
  page.calls.length = 0;
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(sent()).toEqual([{ path: 'share.addItemsToCollection', input: { collectionId: 'other', contentIds: ['c'] } }]);
});

test('what the collection held already is told so, with nothing to undo', async () => {
  const { page, hook } = await opened();
  page.answers['share.addItemsToCollection'] = () => ({ addedCount: 0, skippedCount: 1, skippedIds: ['c'] });
  await hook.after(({ add }) => add.mutate({ contentId: 'c', collection: own }));
  expect(page.toasts).toMatchObject([{ tone: 'info', message: 'Already in “Papers”' }]);
  expect(page.toasts[0]?.action).toBeUndefined();
});

test('a refused change is reverted, and can be tried again', async () => {
  const { page, hook, counts, inside, sent } = await opened();
  page.answers['share.addItemsToCollection'] = () => {
    throw refusal('collection_full', { most: 5000 });
  };
  const { answers } = page;
  const read = answers['share.listUserCollections'] as () => unknown;
  answers['share.listUserCollections'] = () => new Promise(() => undefined);
  await hook.after(({ add }) => add.mutate({ contentId: 'c', collection: own }));
  expect([counts(), inside()]).toEqual([
    [
      ['papers', 2],
      ['other', 1],
    ],
    ['other'],
  ]);
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t add to “Papers”.', action: { label: 'Try again' } }]);
  answers['share.addItemsToCollection'] = () => ({ addedCount: 1, skippedCount: 0, skippedIds: [] });
  answers['share.listUserCollections'] = read;
  page.calls.length = 0;
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(sent()).toEqual([{ path: 'share.addItemsToCollection', input: { collectionId: 'papers', contentIds: ['c'] } }]);
  expect(page.toasts[1]).toMatchObject({ message: 'Added to “Papers”' });

  answers['share.removeItemsFromCollection'] = () => {
    throw cut();
  };
  answers['share.listUserCollections'] = () => new Promise(() => undefined);
  await hook.after(({ remove }) => remove.mutate({ contentId: 'c', collection: other }));
  expect(inside()).toContain('other');
  expect(page.toasts[2]).toMatchObject({
    tone: 'error',
    message: 'Couldn’t remove from “Other”.',
    action: { label: 'Try again' },
  });
  page.calls.length = 0;
  await hook.after(() => page.toasts[2]?.action?.onAction());
  expect(sent().map(({ path }) => path)).toEqual(['share.removeItemsFromCollection']);
});

test('changes are sent one after the other, and read again after the last', async () => {
  const { page, hook, sent, reads } = await opened();
  const answer = holdBack();
  page.answers['share.addItemsToCollection'] = () => answer.promise;
  await hook.after(({ add, remove }) => {
    add.mutate({ contentId: 'c', collection: own });
    remove.mutate({ contentId: 'c', collection: other });
  });
  expect(sent().map(({ path }) => path)).toEqual(['share.addItemsToCollection']);
  const gate = holdBack();
  page.answers['share.removeItemsFromCollection'] = () => gate.promise;
  await hook.after(() => answer.resolve({ addedCount: 1, skippedCount: 0, skippedIds: [] }));
  expect(sent().map(({ path }) => path)).toEqual(['share.addItemsToCollection', 'share.removeItemsFromCollection']);
  expect(reads()).toEqual([]);
  await hook.after(() => gate.resolve({ removed: [] }));
  expect(reads().sort()).toEqual(['share.getContentCollections', 'share.listUserCollections']);
});

test('a later change takes the toast of an earlier one away, as its undo would revert the wrong one', async () => {
  const { page, hook } = await opened();
  await hook.after(({ add }) => add.mutate({ contentId: 'c', collection: own }));
  const [first] = page.toasts;
  page.answers['share.removeItemsFromCollection'] = () => new Promise(() => undefined);
  await hook.after(({ remove }) => remove.mutate({ contentId: 'c', collection: other }));
  expect(page.dismissed).not.toContain(first?.id);
  await hook.after(({ remove }) => remove.mutate({ contentId: 'c', collection: own }));
  expect(page.dismissed).toContain(first?.id);
});

test('pages of a collection lose what was taken out of it, and keep what other collections hold', async () => {
  const { page, hook } = await opened();
  const pageOf = (id: string, count: number) => ({
    collection: listed(id, count),
    items: [{ content_id: 'c' }, { content_id: 'd' }],
  });
  const keys = ['papers', 'other'].map((id) => [
    ['share', 'getCollectionDetails'],
    { input: { id, limit: 30 }, type: 'infinite' },
  ]);
  for (const [index, key] of keys.entries())
    page.queryClient.setQueryData(key, { pages: [pageOf(index === 0 ? 'papers' : 'other', 2)], pageParams: [null] });
  page.answers['share.removeItemsFromCollection'] = () => new Promise(() => undefined);
  await hook.after(({ remove }) => remove.mutate({ contentId: 'c', collection: other }));
  const seen = () => keys.map((key) => (page.queryClient.getQueryData(key) as { pages: ReturnType<typeof pageOf>[] }).pages);
  expect(seen()).toEqual([[pageOf('papers', 2)], [{ collection: listed('other', 1), items: [{ content_id: 'd' }] }]]);
});

test('a collection is created with the content, and undo deletes it', async () => {
  const { page, hook, counts, inside, sent } = await opened();
  page.answers['share.listUserCollections'] = () => new Promise(() => undefined);
  page.answers['share.getContentCollections'] = () => new Promise(() => undefined);
  await hook.after(({ create }) => create.mutate({ name: 'Talks', contentId: 'c' }));
  expect(sent()).toEqual([{ path: 'share.createCollection', input: { name: 'Talks', contentIds: ['c'] } }]);
  expect([counts(), inside()]).toEqual([
    [
      ['new', 1],
      ['papers', 2],
      ['other', 1],
    ],
    ['other', 'new'],
  ]);
  const toast = page.toasts[0];
  expect(toast).toMatchObject({ tone: 'success', message: 'Created “Talks” and added this item', action: { label: 'Undo' } });
  page.answers['share.deleteCollection'] = () => {
    throw refusal('not_found');
  };
  page.calls.length = 0;
  await hook.after(() => toast?.action?.onAction());
  expect(sent()).toEqual([{ path: 'share.deleteCollection', input: { id: 'new' } }]);
  expect([counts(), inside()]).toEqual([
    [
      ['new', 0],
      ['papers', 2],
      ['other', 1],
    ],
    ['other'],
  ]);
  expect(page.toasts[1]).toMatchObject({ tone: 'error', message: 'Couldn’t delete the collection.' });
});

test('a collection that could not be created can be tried again', async () => {
  const { page, hook, counts, sent } = await opened();
  page.answers['share.createCollection'] = () => {
    throw refusal('internal');
  };
  await hook.after(({ create }) => create.mutate({ name: 'Talks', contentId: 'c' }));
  expect(counts()).toEqual([
    ['papers', 2],
    ['other', 1],
  ]);
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t create “Talks”.', action: { label: 'Try again' } }]);
  page.calls.length = 0;
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(sent()).toEqual([{ path: 'share.createCollection', input: { name: 'Talks', contentIds: ['c'] } }]);
});

test('the collections of a content are read once, and only where they are wanted', async () => {
  const { page, hook } = await opened();
  expect(hook.now.ofOther.fetchStatus).toBe('idle');
  page.answers['share.getContentCollections'] = () => {
    throw cut();
  };
  page.calls.length = 0;
  expect(hook.now.own.isError).toBe(false);
  await hook.after(({ own: query }) => query.refetch());
  await page.settle(20_000);
  expect(page.calls.map(({ path }) => path)).toEqual(['share.getContentCollections']);
  expect(hook.now.own.isError).toBe(true);
});
