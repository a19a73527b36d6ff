import { Folder, FolderPlus, Folders } from 'lucide-react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { collections } from '../words/en.ts';
import { useCollectionsAction } from './use-collections-action.tsx';

async function shown(names: string[] | null, enabled = true) {
  const page = openPage({
    words: { collections },
    answers: {
      'share.getContentCollections': () => (names === null ? new Promise(() => undefined) : names.map((name) => ({ name }))),
    },
  });
  const hook = await page.render(() => useCollectionsAction('c', { enabled }), null);
  const { icon, window: _window, ...rest } = hook.now as ReturnType<typeof useCollectionsAction> & { window: unknown };
  return [(icon as ReactElement).type, rest, page.calls.length];
}

test('the item of the menu names the collection of a content, or counts several', async () => {
  const id = 'collections';
  expect(await shown([])).toEqual([FolderPlus, { id, label: 'Add to collection' }, 1]);
  expect(await shown(['A name that is long'])).toEqual([
    Folder,
    { id, label: 'Collection: A name that …', fullName: 'Collection: A name that is long' },
    1,
  ]);
  expect(await shown(['A', 'B'])).toEqual([Folders, { id, label: '2 collections' }, 1]);
});

test('until it is known whether there is one, the item is only named', async () => {
  const unknown = { id: 'collections', label: 'Collections' };
  expect(await shown(null)).toEqual([Folder, unknown, 1]);
  expect(await shown(['A'], false)).toEqual([Folder, unknown, 0]);
});
