import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { usePlaylist } from './use-playlist.ts';

const view = { listingId: 'l', title: 'List', items: ['a', 'b'], next: 2 as number | null };

async function opened(first: object = view) {
  const page = openPage({
    answers: {
      'account.ensure': () => ({ user: {} }),
      'ingest.openListing': () => first,
      'ingest.listingPage': ({ offset }: { offset: number }) =>
        offset === 2 ? { items: ['c'], next: 3 } : { items: ['d'], next: null },
    },
  });
  page.queryClient.setQueryData([['account', 'me'], { type: 'query' }], { user: null });
  const hook = await page.render(() => usePlaylist('https://a.b'), null);
  return { page, hook };
}

test('a list is opened by an account, and read page after page', async () => {
  const { page, hook } = await opened();
  await page.settle(50);
  expect(page.calls).toEqual([
    { path: 'account.ensure', input: undefined },
    { path: 'ingest.openListing', input: { url: 'https://a.b' } },
    { path: 'ingest.listingPage', input: { listingId: 'l', offset: 2 } },
    { path: 'ingest.listingPage', input: { listingId: 'l', offset: 3 } },
  ]);
  expect(hook.now).toMatchObject({ view, items: ['a', 'b', 'c', 'd'], complete: true, reading: false, error: null });
  expect(page.queryClient.getQueryState([['account', 'me'], { type: 'query' }])?.isInvalidated).toBe(true);
});

test('a list of one page is complete at once', async () => {
  const { page, hook } = await opened({ ...view, next: null });
  await page.settle(50);
  expect([hook.now.complete, hook.now.items, page.calls.length]).toEqual([true, ['a', 'b'], 2]);
});

test('a list is not complete while it is read', async () => {
  const page = openPage({ answers: { 'account.ensure': () => new Promise(() => undefined) } });
  const hook = await page.render(() => usePlaylist('https://a.b'), null);
  expect(hook.now).toMatchObject({ view: null, items: [], complete: false, reading: true, error: null });
});

test('a page that fails leaves those before it, and is tried again on request alone', async () => {
  const { page, hook } = await opened();
  const read = page.answers['ingest.listingPage'];
  page.answers['ingest.listingPage'] = () => {
    throw refusal('source_unreachable');
  };
  const other = await page.render(() => usePlaylist('https://a.b/2'), null);
  await page.settle(50);
  expect(other.now).toMatchObject({ items: ['a', 'b'], complete: false, reading: false });
  const before = page.calls.length;
  expect([other.now.error === null, before]).toEqual([false, 4 + 3]);
  await page.settle(5000);
  expect(page.calls).toHaveLength(before);
  Object.assign(page.answers, { 'ingest.listingPage': read });
  await other.after((now) => now.retry());
  await page.settle(50);
  expect([other.now.items, other.now.complete, other.now.error]).toEqual([['a', 'b', 'c', 'd'], true, null]);
  expect(hook.now.items).toHaveLength(4);
});

test('a list that could not be opened is opened anew on request', async () => {
  const page = openPage({
    answers: {
      'account.ensure': () => ({ user: {} }),
      'ingest.openListing': () => {
        throw refusal('source_unreachable');
      },
    },
  });
  const hook = await page.render(() => usePlaylist('https://a.b'), null);
  await page.settle(50);
  expect([hook.now.error === null, hook.now.complete, page.calls.length]).toEqual([false, false, 2]);
  page.answers['ingest.openListing'] = () => ({ ...view, next: null });
  await hook.after((now) => now.retry());
  await page.settle(50);
  expect([hook.now.error, hook.now.items, hook.now.complete]).toEqual([null, ['a', 'b'], true]);
});
