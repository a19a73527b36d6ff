import { expect, test } from 'vitest';
import { cut, openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { smartFolders } from '../words/en.ts';
import { type Definition, type SmartFolder, useFolderChanges, useFolderCount, useSmartFolders } from './use-smart-folders.ts';

const folder = {
  id: 'f',
  name: 'Papers',
  tags: ['paper'],
  match_type: 'all',
  rules: {},
  created_at: '2026-01-01',
  count: 3,
} as unknown as SmartFolder;

async function opened() {
  const page = openPage({
    words: { smartFolders },
    answers: {
      'smartFolder.list': () => [folder],
      'smartFolder.create': () => ({}),
      'smartFolder.update': () => ({}),
      'smartFolder.delete': () => ({}),
    },
  });
  const hook = await page.render(() => ({ list: useSmartFolders(), ...useFolderChanges() }), null);
  await page.settle();
  page.calls.length = 0;
  return { page, hook, paths: () => page.calls.map(({ path }) => path) };
}

test('COL-06 a deleted folder is restored as it was, at its place', async () => {
  const { page, hook, paths } = await opened();
  await hook.after(({ remove }) => remove(folder));
  expect(page.calls[0]).toEqual({ path: 'smartFolder.delete', input: { id: 'f' } });
  expect(page.toasts).toMatchObject([{ message: 'Deleted “Papers”', action: { label: 'Undo' } }]);
  // The list is read again.
  expect(paths()).toEqual(['smartFolder.delete', 'smartFolder.list']);
  await hook.after(() => page.toasts[0]?.action?.onAction());
  const { count: _, ...input } = folder as unknown as Record<string, unknown>;
  expect(page.calls[2]).toEqual({ path: 'smartFolder.create', input });
  expect(paths()[3]).toBe('smartFolder.list');
  await hook.after(({ update }) => update.mutate({ id: 'f', name: 'P', tags: [], match_type: 'all', rules: {} } as never));
  expect(paths().slice(4)).toEqual(['smartFolder.update', 'smartFolder.list']);
});

test('COL-06 a change that failed is told by the folder’s name', async () => {
  const { page, hook } = await opened();
  for (const path of ['create', 'update', 'delete'])
    page.answers[`smartFolder.${path}`] = () => {
      throw refusal('internal');
    };
  await hook.after(({ remove }) => remove(folder));
  await hook.after(({ create }) => create.mutate({ name: 'New', tags: [], match_type: 'all', rules: {} }));
  await hook.after(({ update }) => update.mutate({ id: 'f', name: 'Other', tags: [], match_type: 'all', rules: {} } as never));
  expect(page.toasts.map(({ tone, message }) => [tone, message])).toEqual([
    ['error', 'Couldn’t delete “Papers”.'],
    ['error', 'Couldn’t create “New”.'],
    ['error', 'Couldn’t save “Other”.'],
  ]);
});

test('COL-06 the count before stays until the new one is there, and nothing is counted without a condition', async () => {
  const page = openPage({ answers: { 'smartFolder.count': ({ tags }: { tags: string[] }) => ({ count: tags.length }) } });
  const hook = await page.render((definition: Definition | null) => useFolderCount(definition), null as Definition | null);
  await page.settle();
  expect([page.calls, hook.now.data]).toEqual([[], undefined]);
  const define = (...tags: string[]) => hook.update({ tags, match_type: 'any', rules: {} });
  await define('a', 'b');
  await page.settle();
  expect(hook.now.data).toEqual({ count: 2 });
  page.answers['smartFolder.count'] = () => {
    throw cut();
  };
  expect(hook.now.isPlaceholderData).toBe(false);
  page.calls.length = 0;
  await define('a');
  expect(page.calls).toHaveLength(1);
  await page.settle(20_000);
  expect(page.calls).toHaveLength(1);
});
