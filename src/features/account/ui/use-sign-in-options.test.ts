import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { enter, useSignInOptions } from './use-sign-in-options.ts';

test('the ways to sign in are read, and a new account begins at the first page', async () => {
  const page = openPage({ answers: { 'account.signInOptions': () => ({ google: true }) } });
  const hook = await page.render(() => useSignInOptions().data, null);
  expect(hook.now).toEqual({ google: true });
  const visited: string[] = [];
  Object.assign(page.window.location, { assign: (address: string) => visited.push(address) });
  enter();
  expect(visited).toEqual(['/']);
});
