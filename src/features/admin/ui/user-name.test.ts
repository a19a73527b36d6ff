import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useUserName } from './user-name.ts';

test('a user is named by name, else address, else as a guest with the first letters of the id', async () => {
  const page = openPage({ words: { admin: { users: { guest: 'Guest {{id}}' } } } });
  const hook = await page.render(() => useUserName(), null);
  const user = { id: 'abcdefghij', name: 'Ada', email: 'a@b.c' };
  expect([user, { ...user, name: null }, { ...user, name: null, email: null }].map(hook.now)).toEqual([
    'Ada',
    'a@b.c',
    'Guest abcdef',
  ]);
});
