import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useLinkToken } from './use-link-token.ts';

test('the token of a link is taken out of the address, and kept', async () => {
  const page = openPage({ address: '/confirm#token=one' });
  await page.router.load();
  const { history } = page.router;
  const before = history.length;
  const hook = await page.render(() => useLinkToken(), null);
  await page.settle(50);
  expect([hook.now, page.router.latestLocation.hash]).toEqual(['one', '']);
  expect(history.length).toBe(before);
  await hook.after(() => void page.router.navigate({ to: '.', hash: 'token=two' } as never));
  await page.settle(50);
  expect([hook.now, page.router.latestLocation.hash]).toEqual(['two', '']);
  await hook.after(() => void page.router.navigate({ to: '.', hash: 'place' } as never));
  await page.settle(50);
  expect([hook.now, page.router.latestLocation.hash]).toEqual(['two', 'place']);
});

test('an address without a token is left as it is', async () => {
  const page = openPage({ address: '/confirm#place' });
  await page.router.load();
  const hook = await page.render(() => useLinkToken(), null);
  await page.settle(50);
  expect([hook.now, page.router.latestLocation.hash]).toEqual(['', 'place']);
});
