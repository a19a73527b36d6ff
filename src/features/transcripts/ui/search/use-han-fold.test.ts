import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
// Loaded beforehand, as the hook loads it in the middle of a test.
import '#lib/text/traditional-and-simplified.ts';
import { useHanFold } from './use-han-fold.ts';

test('a search with Chinese words finds both ways of writing', async () => {
  const page = openPage();
  const hook = await page.render((query: string) => useHanFold(query), 'words');
  const load = async () => {
    await import('#lib/text/traditional-and-simplified.ts');
    await page.settle();
  };
  await load();
  const plain = hook.now;
  expect(plain('漢語')).toBe('漢語');
  await hook.update('漢');
  for (let tries = 0; tries < 20 && hook.now === plain; tries++) await load();
  expect([hook.now('漢語'), hook.now('汉语')]).toEqual(['汉语', '汉语']);
  const folding = hook.now;
  await hook.update('words');
  expect(hook.now).toBe(folding);
});
