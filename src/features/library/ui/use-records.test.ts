import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { recordTitle, useRecords } from './use-records.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ content_id: `${id}`, title: `Record ${id}` }));
const counts = { audio: 2 };

function served({ user = { id: 'u' } as object | null } = {}) {
  const page = openPage({
    answers: {
      'account.me': () => ({ user }),
      'user.videos': ({ cursor }: { cursor?: string }) =>
        cursor === undefined
          ? { uniqueVideos: rows(1, 2), count: 5, typeCounts: counts, nextCursor: '2' }
          : { uniqueVideos: rows(2, 3), count: 6, typeCounts: counts, nextCursor: null },
      'user.videosByPage': ({ page: number }: { page: number }) => ({
        ...{ uniqueVideos: rows(number), count: 5, typeCounts: counts, totalPages: 3, currentPage: 2 },
        redirectedToLastPage: number > 3,
      }),
      'user.searchVideos': () => ({ searchResults: rows(7, 8, 9), cut: true, complete: false }),
    },
  });
  const paths = () => page.calls.filter(({ path }) => path !== 'account.me');
  return { page, paths };
}
type Wanted = NonNullable<Parameters<typeof useRecords>[0]>;
const ids = (now: ReturnType<typeof useRecords>) => now.rows.map(({ content_id }) => content_id).join('');

test('the newest records are read by the page, each listed once', async () => {
  const { page, paths } = served();
  const hook = await page.render(() => useRecords(), undefined);
  await page.settle();
  await page.settle();
  expect(paths()).toEqual([{ path: 'user.videos', input: { limit: 30 } }]);
  expect(hook.now).toMatchObject({
    isPending: false,
    count: 5,
    typeCounts: counts,
    hasNextPage: true,
    complete: true,
    cut: false,
  });
  expect([hook.now.totalPages, hook.now.currentPage, hook.now.redirectedToLastPage]).toEqual([null, null, false]);
  await hook.after((now) => now.fetchNextPage());
  expect(paths()[1]?.input).toEqual({ limit: 30, cursor: '2' });
  expect([ids(hook.now), hook.now.count, hook.now.hasNextPage]).toEqual(['123', 6, false]);
});

test('nothing is read without an account, or where it is not enabled', async () => {
  const guest = served({ user: null });
  const visitor = await guest.page.render(() => useRecords(), undefined);
  await guest.page.settle();
  await guest.page.settle();
  expect([guest.paths(), visitor.now.isPending, visitor.now.rows, visitor.now.error]).toEqual([[], false, [], null]);
  const user = served();
  const hook = await user.page.render(() => useRecords({ enabled: false }), undefined);
  await user.page.settle();
  expect([user.paths(), hook.now.isPending]).toEqual([[], false]);
});

test('a numbered page is read alone, and no number goes past what the server takes', async () => {
  const { page, paths } = served();
  const hook = await page.render((wanted: Wanted) => useRecords(wanted), {
    page: 2,
    pageSize: 50,
    filters: { type: 'audio' },
  } as Wanted);
  await page.settle();
  await page.settle();
  expect(paths()).toEqual([{ path: 'user.videosByPage', input: { page: 2, pageSize: 50, type: 'audio' } }]);
  expect(hook.now).toMatchObject({ totalPages: 3, currentPage: 2, redirectedToLastPage: false, hasNextPage: false });
  await hook.update({ page: 2_000_000 });
  await page.settle();
  expect(paths()[1]?.input).toEqual({ page: 1_000_000, pageSize: 30 });
  expect([ids(hook.now), hook.now.redirectedToLastPage]).toEqual(['1000000', true]);
});

test('a search is read at once, and after a change once its index had a moment', async () => {
  const { page, paths } = served();
  const hook = await page.render(
    () => useRecords({ search: 'tea', inTranscripts: true, page: 3, filters: { tag: 'x' } }),
    undefined,
  );
  await page.settle();
  await page.settle();
  expect(paths()).toEqual([{ path: 'user.searchVideos', input: { keyword: 'tea', inTranscripts: true, tag: 'x' } }]);
  expect(hook.now).toMatchObject({ count: 3, typeCounts: null, cut: true, complete: false, hasNextPage: false });
  await hook.after((now) => now.retry());
  await page.settle(280);
  expect(paths()).toHaveLength(1);
  await page.settle(20);
  expect(paths()).toHaveLength(2);
});

test('after a change of the order the old list stays until the new one is there, after another change it does not', async () => {
  const { page } = served();
  const hook = await page.render((wanted: Wanted) => useRecords(wanted), { filters: { sort: 'title-asc' } } as Wanted);
  await page.settle();
  await page.settle();
  const answer = Promise.withResolvers<unknown>();
  page.answers['user.videos'] = () => answer.promise;
  await hook.update({ filters: { sort: 'title-desc' } });
  expect([ids(hook.now), hook.now.isPending, hook.now.isFetching]).toEqual(['12', false, true]);
  await hook.after(() => answer.resolve({ uniqueVideos: rows(9), count: 1, typeCounts: counts, nextCursor: null }));
  expect([ids(hook.now), hook.now.isFetching]).toEqual(['9', false]);
  page.answers['user.videos'] = () => new Promise(() => undefined);
  await hook.update({ filters: { type: 'audio', sort: 'title-desc' } });
  expect([ids(hook.now), hook.now.isPending]).toEqual(['', true]);
});

test('a failure is an error, and tried again where it happened', async () => {
  const { page, paths } = served();
  page.answers['account.me'] = () => {
    throw refusal('internal');
  };
  const hook = await page.render(() => useRecords(), undefined);
  await page.settle();
  expect([hook.now.error === null, hook.now.isPending, paths()]).toEqual([false, false, []]);
  page.answers['account.me'] = () => ({ user: { id: 'u' } });
  const { answers } = page;
  const read = answers['user.videos'] as () => unknown;
  answers['user.videos'] = () => {
    throw refusal('internal');
  };
  await hook.after((now) => now.retry());
  await page.settle();
  expect([hook.now.error === null, paths().length]).toEqual([false, 1]);
  answers['user.videos'] = read;
  page.calls.length = 0;
  await hook.after((now) => now.retry());
  await page.settle();
  expect([hook.now.error, ids(hook.now), page.calls.map(({ path }) => path)]).toEqual([null, '12', ['user.videos']]);
});

test('a record is named by its title, else its note, else its address', () => {
  const row = { title: ' Tea ', excerpt: 'A note that is long', source_url: 'https://a' };
  expect(recordTitle(row, 10)).toBe('Tea');
  expect(recordTitle({ ...row, title: ' ' }, 100)).toBe('A note that is long');
  expect(recordTitle({ ...row, title: '' }, 8)?.length).toBeLessThanOrEqual(9);
  expect(recordTitle({ ...row, title: '', excerpt: null }, 8)).toBe('https://a');
  expect(recordTitle({ title: '', excerpt: null, source_url: null }, 8)).toBeNull();
});
