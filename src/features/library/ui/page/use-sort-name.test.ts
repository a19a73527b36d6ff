import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { records } from '../../words/records/en.ts';
import { useSortName } from './use-sort-name.ts';

test('an order is named by its column and direction', async () => {
  const page = openPage({ words: { records } });
  const hook = await page.render(() => useSortName(), null);
  expect([hook.now('title-asc'), hook.now('note-desc')]).toEqual(['Title, ascending', 'Note, descending']);
});
