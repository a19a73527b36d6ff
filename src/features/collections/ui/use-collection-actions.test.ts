import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { collections as words } from '../words/en.ts';
import { useCollectionActions } from './use-collection-actions.ts';

async function opened(onDeleted?: () => void) {
  const page = openPage({
    words: { collections: words },
    answers: {
      'share.updateCollection': () => ({ name: 'Papers' }),
      'share.publishCollection': () => ({ name: 'Papers' }),
      'share.restoreCollection': () => ({ name: 'Papers' }),
      'share.deleteCollection': () => ({ deleted: true }),
    },
  });
  page.queryClient.setQueryData([['share', 'getCollectionDetails'], { input: { id: 'papers' } }], 'details');
  page.queryClient.setQueryData([['share', 'listUserCollections']], 'list');
  const hook = await page.render(() => useCollectionActions({ onDeleted }), null);
  const isStale = () => page.queryClient.getQueryState([['share', 'listUserCollections']])?.isInvalidated;
  return { page, hook, isStale };
}

test('a changed collection is told of by what was changed, and read again', async () => {
  const { page, hook, isStale } = await opened();
  await hook.after(({ update }) => update.mutate({ id: 'papers', name: 'Papers' }));
  expect(isStale()).toBe(true);
  await hook.after(({ update }) => update.mutate({ id: 'papers', coverContentId: null }));
  expect(page.toasts).toEqual([
    { tone: 'success', message: 'Saved “Papers”' },
    { tone: 'success', message: 'Changed the cover of “Papers”' },
  ]);
  page.answers['share.updateCollection'] = () => {
    throw refusal('internal');
  };
  await hook.after(({ update }) => update.mutate({ id: 'papers', name: 'Papers' }));
  expect(page.toasts[2]).toMatchObject({ tone: 'error', message: 'Couldn’t save the collection.' });
});

test('publishing is undone by making private, and the other way round', async () => {
  const { page, hook, isStale } = await opened();
  await hook.after(({ publish }) => publish.mutate({ id: 'papers', isPublic: true }));
  expect(isStale()).toBe(true);
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.calls.map(({ input }) => input)).toEqual([
    { id: 'papers', isPublic: true },
    { id: 'papers', isPublic: false },
  ]);
  expect(page.toasts).toMatchObject([
    { tone: 'success', message: '“Papers” is public now', action: { label: 'Undo' } },
    { tone: 'success', message: 'Only you can see “Papers” now', action: { label: 'Undo' } },
  ]);
  page.answers['share.publishCollection'] = () => {
    throw refusal('internal');
  };
  await hook.after(({ publish }) => publish.mutate({ id: 'papers', isPublic: true }));
  await hook.after(({ publish }) => publish.mutate({ id: 'papers', isPublic: false }));
  expect(page.toasts.slice(2).map(({ message }) => message)).toEqual([
    'Couldn’t publish the collection.',
    'Couldn’t make the collection private.',
  ]);
});

test('the page is left before a deleted collection is forgotten, and undo restores it', async () => {
  const seen: unknown[] = [];
  const { page, hook, isStale } = await opened(() =>
    seen.push(page.queryClient.getQueriesData({ queryKey: [['share', 'getCollectionDetails']] }).length),
  );
  await hook.after(({ remove }) => remove.mutate({ id: 'papers', name: 'Papers' }));
  expect(seen).toEqual([1]);
  expect(page.queryClient.getQueriesData({ queryKey: [['share', 'getCollectionDetails']] })).toEqual([]);
  expect(isStale()).toBe(true);
  expect(page.toasts).toMatchObject([
    { tone: 'success', message: 'Deleted collection “Papers”', action: { label: 'Undo' }, durationMs: 10_000 },
  ]);
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.calls.at(-1)).toEqual({ path: 'share.restoreCollection', input: { id: 'papers' } });
  expect(page.toasts[1]).toEqual({ tone: 'success', message: 'Restored “Papers”' });

  page.answers['share.restoreCollection'] = () => {
    throw refusal('internal');
  };
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.toasts[2]).toMatchObject({ tone: 'error', message: 'Couldn’t restore the collection.' });
  page.answers['share.deleteCollection'] = () => {
    throw refusal('internal');
  };
  await hook.after(({ remove }) => remove.mutate({ id: 'papers', name: 'Papers' }));
  expect([page.toasts[3]?.message, seen.length]).toEqual(['Couldn’t delete the collection.', 1]);
});
