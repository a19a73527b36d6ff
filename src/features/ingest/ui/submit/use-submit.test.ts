import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useSubmit } from './use-submit.ts';

test('items are submitted by an account, and what they change is out of date', async () => {
  const page = openPage({
    answers: { 'account.ensure': () => ({ user: {} }), 'ingest.submit': () => ({ results: [] }), 'ingest.preview': () => ({}) },
  });
  const keys = ['account.me', 'content.running', 'user.videos', 'ingest.preview'].map((path) => [
    path.split('.'),
    { type: 'query' },
  ]);
  for (const key of keys) page.queryClient.setQueryData(key, {});
  const hook = await page.render(() => useSubmit(), null);
  const input = { items: [{ url: 'https://a.b' }], noteLanguage: 'en', detail: 'brief' };
  await hook.after(({ mutate }) => mutate(input as never));
  await page.settle();
  expect(page.calls).toEqual([
    { path: 'account.ensure', input: undefined },
    { path: 'ingest.submit', input },
  ]);
  expect(keys.map((key) => page.queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, true]);
});
