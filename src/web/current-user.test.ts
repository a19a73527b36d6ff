import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { useTRPC } from '#rpc/client.tsx';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { currentUser } from './current-user.ts';

test('the user is known outside of components once the page has asked', async () => {
  const page = openPage({ answers: { 'account.me': () => ({ user: { id: 'u' } }) } });
  expect(currentUser(page.queryClient)).toBeNull();
  await page.render(() => useQuery(useTRPC().account.me.queryOptions()), null);
  expect(currentUser(page.queryClient)).toEqual({ id: 'u' });
  page.answers['account.me'] = () => ({ user: null });
  void page.queryClient.invalidateQueries();
  await page.settle();
  expect(currentUser(page.queryClient)).toBeNull();
});
