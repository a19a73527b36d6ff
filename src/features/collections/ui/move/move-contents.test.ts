import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { LeftBehind, letLeave, moveContents, refusalOf, takeBack } from './move-contents.ts';

const clientWhere = (failure: AppError) => ({
  share: {
    addItemsToCollection: { mutate: async () => ({ addedCount: 2, skippedCount: 0, skippedIds: [] }) },
    removeItemsFromCollection: { mutate: async () => Promise.reject(failure) },
    deleteCollection: { mutate: async () => Promise.reject(failure) },
  },
});
const wanted = { collectionId: 'to', name: 'To', contentIds: ['a', 'b'], from: 'gone' };

test('COL-04 what came from a collection that is gone has moved, and other failures are told', async () => {
  expect(await moveContents(clientWhere(new AppError('not_found')), wanted)).toEqual({
    ...{ added: ['a', 'b'], skipped: 0, left: [], isNew: false },
  });
  const failed = moveContents(clientWhere(new AppError('internal')), wanted);
  await expect(failed).rejects.toMatchObject({ cause: { code: 'internal' }, put: { added: ['a', 'b'], isNew: false } });
});

/** A server with these collections. */
function shelves(held: Record<string, string[]>) {
  const of = (id: string) => {
    const items = held[id];
    if (!items) throw new AppError('not_found');
    return items;
  };
  return {
    share: {
      addItemsToCollection: {
        mutate: async ({ collectionId, contentIds }: { collectionId: string; contentIds: string[] }) => {
          const skippedIds = contentIds.filter((id) => of(collectionId).includes(id));
          held[collectionId] = [...new Set([...of(collectionId), ...contentIds])];
          return { addedCount: contentIds.length - skippedIds.length, skippedCount: skippedIds.length, skippedIds };
        },
      },
      removeItemsFromCollection: {
        mutate: async ({ collectionId, contentIds }: { collectionId: string; contentIds: string[] }) => {
          const left = of(collectionId).filter((id) => contentIds.includes(id));
          held[collectionId] = of(collectionId).filter((id) => !contentIds.includes(id));
          return { removed: left.map((contentId, position) => ({ contentId, position })) };
        },
      },
      deleteCollection: {
        mutate: async ({ id }: { id: string }) => {
          delete held[id];
          return { deleted: true as const };
        },
      },
    },
  };
}

test('COL-04 undo puts back what left, and takes out what was added and nothing else', async () => {
  const held = { from: ['a', 'b', 'c'], to: ['b', 'z'] };
  const client = shelves(held);
  const move = { collectionId: 'to', name: 'To', contentIds: ['a', 'b', 'c'], from: 'from' };
  const moved = await moveContents(client, move);
  expect([moved.added, moved.skipped, held]).toEqual([['a', 'c'], 1, { from: [], to: ['b', 'z', 'a', 'c'] }]);
  await takeBack(client, { ...move, moved });
  expect(held).toEqual({ from: ['a', 'b', 'c'], to: ['b', 'z'] });
});

test('COL-05 undo of a move into a new collection deletes it', async () => {
  const held: Record<string, string[]> = { from: [], made: ['a'] };
  const left = [{ contentId: 'a', position: 1 }];
  const move = { collectionId: 'made', name: 'Made', contentIds: ['a'], from: 'from' };
  await takeBack(shelves(held), { ...move, moved: { added: ['a'], skipped: 0, left, isNew: true } });
  expect(held).toEqual({ from: ['a'] });
});

test('COL-04 COL-05 undo of a move that had to be tried again takes back the first try too', async () => {
  for (const isNew of [false, true]) {
    const held: Record<string, string[]> = { from: ['a', 'b'], to: isNew ? ['a', 'b'] : ['z'] };
    const client = shelves(held);
    const { removeItemsFromCollection } = client.share;
    client.share.removeItemsFromCollection = { mutate: async () => Promise.reject(new AppError('internal')) };
    const move = { collectionId: 'to', name: 'To', contentIds: ['a', 'b'], from: 'from' };
    const tried = isNew ? letLeave(client, move, { added: ['a', 'b'], isNew }) : moveContents(client, move);
    const failure = await tried.catch((error: unknown) => error);
    if (!(failure instanceof LeftBehind)) throw failure;
    client.share.removeItemsFromCollection = removeItemsFromCollection;
    const moved = await moveContents(client, { ...move, before: failure.put });
    expect([moved.added, moved.skipped, held]).toEqual([['a', 'b'], 0, { from: [], to: isNew ? ['a', 'b'] : ['z', 'a', 'b'] }]);
    await takeBack(client, { ...move, moved });
    expect(held).toEqual(isNew ? { from: ['a', 'b'] } : { from: ['a', 'b'], to: ['z'] });
  }
});

test('COL-05 more than a collection holds are not sent to one', async () => {
  const full = { code: 'collection_full', params: { most: 5000 } };
  expect(refusalOf(5000)).toBeNull();
  expect(refusalOf(5001)).toMatchObject(full);
  const contentIds = Array.from({ length: 5001 }, (_, at) => String(at));
  const sent = moveContents(clientWhere(new AppError('internal')), { collectionId: 'to', name: 'To', contentIds });
  await expect(sent).rejects.toMatchObject(full);
});

test('COL-04 undo of a move that added nothing takes nothing out', async () => {
  const held = { from: ['x'], to: ['a'] };
  const client = shelves(held);
  client.share.removeItemsFromCollection = { mutate: async () => expect.unreachable('nothing was added') };
  const left = [{ contentId: 'a', position: 0 }];
  const move = { collectionId: 'to', name: 'To', contentIds: ['a'], from: 'from' };
  await takeBack(client, { ...move, moved: { added: [], skipped: 1, left, isNew: false } });
  expect(held.from).toEqual(['x', 'a']);
});
