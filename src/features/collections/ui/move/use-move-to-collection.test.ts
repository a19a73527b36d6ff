import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { collectionMoves } from '../../words/move/en.ts';
import { useMoveToCollection } from './use-move-to-collection.ts';

async function opened() {
  const page = openPage({
    words: { collectionMoves },
    answers: {
      'share.addItemsToCollection': () => ({ addedCount: 2, skippedCount: 0, skippedIds: [] }),
      'share.removeItemsFromCollection': () => ({ removed: [{ contentId: 'a', position: 3 }] }),
      'share.createCollection': ({ name, contentIds }: { name: string; contentIds: string[] }) => ({
        collection: { id: 'made', name },
        addedCount: contentIds.length,
      }),
      'share.deleteCollection': () => ({ deleted: true }),
    },
  });
  page.queryClient.setQueryData([['share', 'listUserCollections']], 'list');
  const hook = await page.render(() => useMoveToCollection(), null);
  const names = () => page.calls.map(({ path }) => path.replace('share.', ''));
  const isStale = () => page.queryClient.getQueryState([['share', 'listUserCollections']])?.isInvalidated;
  return { page, hook, names, isStale };
}

const move = { collectionId: 'to', name: 'To', contentIds: ['a', 'b'] };

test('a move is told with its count, and undone from its toast', async () => {
  const { page, hook, names, isStale } = await opened();
  await hook.after((now) => now.move({ ...move, from: 'old' }));
  expect(names()).toEqual(['addItemsToCollection', 'removeItemsFromCollection']);
  expect(page.toasts).toMatchObject([{ tone: 'success', message: 'Moved 2 items to “To”', action: { label: 'Undo' } }]);
  expect(isStale()).toBe(true);
  page.calls.length = 0;
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.calls.map(({ input }) => input)).toEqual([
    { collectionId: 'old', contentIds: ['a'], positions: [3] },
    { collectionId: 'to', contentIds: ['a', 'b'] },
  ]);
});

test('what was there already is told, in part or as a whole, and undone only where something changed', async () => {
  const { page, hook } = await opened();
  page.answers['share.addItemsToCollection'] = () => ({ addedCount: 1, skippedCount: 1, skippedIds: ['b'] });
  await hook.after((now) => now.move(move));
  page.answers['share.addItemsToCollection'] = () => ({ addedCount: 0, skippedCount: 2, skippedIds: ['a', 'b'] });
  await hook.after((now) => now.move(move));
  await hook.after((now) => now.move({ ...move, from: 'old' }));
  expect(page.toasts.map(({ tone, message, action }) => [tone, message, action?.label])).toEqual([
    ['success', 'Moved 1 to “To”; 1 were already there or no longer exist', 'Undo'],
    ['info', 'Already in “To”', undefined],
    ['info', 'Already in “To”; taken out of the other collection', 'Undo'],
  ]);
});

test('a collection that is gone is told so, without another try', async () => {
  const { page, hook } = await opened();
  page.answers['share.addItemsToCollection'] = () => {
    throw refusal('not_found');
  };
  await hook.after((now) => now.move(move));
  expect(page.toasts).toEqual([{ tone: 'error', message: 'Couldn’t move to “To”: the collection or the items were deleted.' }]);
});

test('a failed move is tried again, and takes along what its first try had put in', async () => {
  const { page, hook, names } = await opened();
  const takeOut = page.answers['share.removeItemsFromCollection'] as () => unknown;
  page.answers['share.removeItemsFromCollection'] = () => {
    throw refusal('busy');
  };
  await hook.after((now) => now.move({ ...move, from: 'old' }));
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t move to “To”. Try again later.' }]);
  const whole = page.toasts[0]?.description;
  page.answers['share.removeItemsFromCollection'] = takeOut;
  page.answers['share.addItemsToCollection'] = () => ({ addedCount: 0, skippedCount: 2, skippedIds: ['a', 'b'] });
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.toasts[1]).toMatchObject({ tone: 'success', message: 'Moved 2 items to “To”' });

  page.answers['share.addItemsToCollection'] = () => {
    throw refusal('busy');
  };
  await hook.after((now) => now.move(move));
  // The cause is told, not that it got halfway.
  expect(page.toasts[2]).toMatchObject({ description: whole, action: { label: 'Try again' } });
  page.calls.length = 0;
  await hook.after(() => page.toasts[2]?.action?.onAction());
  expect(names()).toEqual(['addItemsToCollection']);
});

test('a collection is created with what is moved there, and undo deletes it', async () => {
  const { page, hook, names, isStale } = await opened();
  let done = 0;
  await hook.after((now) => now.createWith('New', { contentIds: ['a', 'b'], from: 'old' }, () => void done++));
  expect([done, isStale(), hook.now.creating]).toEqual([1, true, false]);
  expect(page.calls).toEqual([
    { path: 'share.createCollection', input: { name: 'New', contentIds: ['a', 'b'] } },
    { path: 'share.removeItemsFromCollection', input: { collectionId: 'old', contentIds: ['a', 'b'] } },
  ]);
  expect(page.toasts).toMatchObject([{ tone: 'success', message: 'Moved 2 items to “New”', action: { label: 'Undo' } }]);
  page.calls.length = 0;
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(names()).toEqual(['addItemsToCollection', 'deleteCollection']);
  page.answers['share.deleteCollection'] = () => {
    throw refusal('internal');
  };
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.toasts[1]).toMatchObject({ tone: 'error', message: 'Couldn’t undo that.', action: { label: 'Try again' } });
  page.calls.length = 0;
  await hook.after(() => page.toasts[1]?.action?.onAction());
  expect(names()).toEqual(['addItemsToCollection', 'deleteCollection']);
});

test('what could not leave the other collection can be tried again into the new one', async () => {
  const { page, hook, names } = await opened();
  page.answers['share.removeItemsFromCollection'] = () => {
    throw refusal('busy');
  };
  let done = 0;
  await hook.after((now) => now.createWith('New', { contentIds: ['a'], from: 'old' }, () => void done++));
  expect([done, page.toasts[0]?.message]).toEqual([1, 'Couldn’t move to “New”. Try again later.']);
  page.calls.length = 0;
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(names()).toEqual(['addItemsToCollection', 'removeItemsFromCollection']);
  expect(page.calls[0]?.input).toEqual({ collectionId: 'made', contentIds: ['a'] });
});

test('no collection is created where that fails, or where more are moved than one holds', async () => {
  const { page, hook, names } = await opened();
  page.answers['share.createCollection'] = () => {
    throw refusal('internal');
  };
  let done = 0;
  await hook.after((now) => now.createWith('New', { contentIds: ['a'] }, () => void done++));
  expect([done, names()]).toEqual([0, ['createCollection']]);
  expect(page.toasts[0]).toMatchObject({ tone: 'error', message: 'Couldn’t create “New”.' });
  const contentIds = Array.from({ length: 5001 }, (_, at) => String(at));
  await hook.after((now) => now.createWith('New', { contentIds }, () => void done++));
  expect([done, names()]).toEqual([1, ['createCollection']]);
  expect(page.toasts[1]).toMatchObject({ tone: 'error', message: 'Couldn’t create “New”.' });
  expect(page.toasts[1]?.description).toContain('5000');
});
