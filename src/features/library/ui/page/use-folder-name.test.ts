import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useFolderName } from './use-folder-name.ts';

test('a folder is named once it is known, as long as it is there', async () => {
  const page = openPage({
    answers: {
      'smartFolder.list': () => [
        { id: 'a', name: 'One' },
        { id: 'b', name: 'Two' },
      ],
    },
  });
  const hook = await page.render((id: string | null) => useFolderName(id), null);
  expect([hook.now, page.calls]).toEqual([null, []]);
  await hook.update('b');
  await page.settle();
  expect([hook.now, page.calls.length]).toEqual(['Two', 1]);
  await hook.update('c');
  expect(hook.now).toBe(null);
});
