import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { moveContents, refusalOf } from './move-contents.ts';

const clientWhere = (failure: AppError) => ({
  share: {
    addItemsToCollection: { mutate: async () => ({ addedCount: 2, skippedCount: 0 }) },
    removeItemsFromCollection: { mutate: async () => Promise.reject(failure) },
  },
});
const wanted = { collectionId: 'to', contentIds: ['a', 'b'], from: 'gone' };

test('COL-04 what came from a collection that is gone has moved, and other failures are told', async () => {
  expect(await moveContents(clientWhere(new AppError('not_found')), wanted)).toEqual({ added: 2, skipped: 0, left: [] });
  await expect(moveContents(clientWhere(new AppError('internal')), wanted)).rejects.toMatchObject({ code: 'internal' });
});

test('COL-05 more than a collection holds are not sent to one', async () => {
  const full = { code: 'collection_full', params: { most: 5000 } };
  expect(refusalOf(5000)).toBeNull();
  expect(refusalOf(5001)).toMatchObject(full);
  const contentIds = Array.from({ length: 5001 }, (_, at) => String(at));
  const sent = moveContents(clientWhere(new AppError('internal')), { collectionId: 'to', contentIds });
  await expect(sent).rejects.toMatchObject(full);
});
