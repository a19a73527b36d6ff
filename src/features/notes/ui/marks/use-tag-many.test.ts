import { expect, test } from 'vitest';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { tagBatch } from '../../words/batch/en.ts';
import { useTagMany } from './use-tag-many.ts';

async function opened(tagged = { changed: 2, already: 0, withoutNote: 0 }) {
  const page = openPage({
    words: { tagBatch },
    answers: {
      'account.me': () => ({ user: { id: 'u' } }),
      'userNote.tagMany': () => tagged,
      'userNote.tagChosen': () => ({}),
      'userNote.removeTag': () => ({}),
    },
  });
  page.queryClient.setQueryData([['user', 'tags'], { type: 'query' }], 'known');
  const hook = await page.render(() => useTagMany(), null);
  await page.settle();
  page.calls.length = 0;
  return { page, hook, add: (contentIds: string[], tag = 'tea') => hook.after((now) => now.add({ contentIds, tag })) };
}
const many = (count: number) => Array.from({ length: count }, (_, at) => String(at));

test('tagged notes are counted, and undo takes the tag from each', async () => {
  const { page, hook, add } = await opened();
  await add(['a', 'b']);
  expect(page.calls).toEqual([{ path: 'userNote.tagMany', input: { contentIds: ['a', 'b'], tag: 'tea' } }]);
  expect(page.toasts).toMatchObject([{ tone: 'success', action: { label: 'Undo' } }]);
  expect(page.toasts[0]?.description).toBeUndefined();
  expect(page.queryClient.getQueryState([['user', 'tags'], { type: 'query' }])?.isInvalidated).toBe(true);
  page.calls.length = 0;
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.calls.map(({ input }) => input)).toEqual([
    { contentId: 'a', tag: 'tea' },
    { contentId: 'b', tag: 'tea' },
  ]);
  page.answers['userNote.removeTag'] = () => {
    throw refusal('internal');
  };
  await hook.after(() => page.toasts[0]?.action?.onAction());
  expect(page.toasts[1]).toMatchObject({ tone: 'error', message: tagBatch.undoFailed, action: { label: tagBatch.retry } });
  page.calls.length = 0;
  await hook.after(() => page.toasts[1]?.action?.onAction());
  expect(page.calls[0]?.path).toBe('userNote.removeTag');
});

test('where some had the tag, or have no note, that is said and nothing is undone', async () => {
  for (const [tagged, tone] of [
    [{ changed: 1, already: 1, withoutNote: 0 }, 'success'],
    [{ changed: 0, already: 0, withoutNote: 2 }, 'info'],
  ] as const) {
    const { page, add } = await opened(tagged);
    await add(['a', 'b']);
    expect([page.toasts[0]?.tone, page.toasts[0]?.action]).toEqual([tone, undefined]);
    expect(page.toasts[0]?.description).not.toBeUndefined();
    await add(['a', 'b'], favoriteTag);
    expect(page.toasts[1]?.description).not.toBe(page.toasts[0]?.description);
    expect(page.toasts[1]?.message).not.toBe(page.toasts[0]?.message);
  }
});

test('more than 200 are a task, whose end is told to whoever began it', async () => {
  const { page, add } = await opened();
  await add(many(200));
  expect([page.calls.map(({ path }) => path), page.storage.get('gleaner.begun.tagging')]).toEqual([
    ['userNote.tagMany'],
    undefined,
  ]);
  page.calls.length = 0;
  await add(many(201));
  expect(page.calls.map(({ path }) => path)).toEqual(['userNote.tagChosen']);
  expect([page.toasts.length, page.storage.get('gleaner.begun.tagging')]).toEqual([1, 'u']);
});

test('what failed can be tried again', async () => {
  const { page, hook, add } = await opened();
  page.answers['userNote.tagMany'] = () => {
    throw refusal('internal');
  };
  await add(['a']);
  await add(['a'], favoriteTag);
  expect(page.toasts.map(({ tone, message }) => [tone, message])).toEqual([
    ['error', tagBatch.failed],
    ['error', tagBatch.starFailed],
  ]);
  page.calls.length = 0;
  await hook.after(() => page.toasts[1]?.action?.onAction());
  expect(page.calls).toEqual([{ path: 'userNote.tagMany', input: { contentIds: ['a'], tag: favoriteTag } }]);
});
