import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type ListPage, pagesReadAgain, type SeenPart } from './read-again.ts';

const queryKey = ['list'];
const pageSize = 3;

/** A server with a list by number, whose cursors are the last number of a page, and its reader of `pages` pages. */
async function listOf(numbers: number[], pages: number) {
  const server = { numbers, asked: [] as (string | null)[] };
  const shown: { now: { seen: SeenPart; onlyKept: boolean } | null } = { now: null };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  const { queryFn, getNextPageParam } = pagesReadAgain<ListPage>(queries, queryKey, {
    read: async (cursor) => {
      server.asked.push(cursor);
      const after = server.numbers.filter((one) => one > Number(cursor ?? Number.NEGATIVE_INFINITY));
      const rows = after.slice(0, pageSize);
      return {
        uniqueVideos: rows.map((one) => ({ content_id: `${one}` })),
        nextCursor: after.length > pageSize ? `${rows.at(-1)}` : null,
      };
    },
    shown: () => shown.now,
  });
  const observer = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn,
    getNextPageParam,
    initialPageParam: null as string | null,
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  for (let page = 1; page < pages; page++) await observer.fetchNextPage();
  server.asked = [];
  const listed = () => {
    const read = observer.getCurrentResult().data?.pages ?? [];
    return [...new Set(read.flatMap(({ uniqueVideos }) => uniqueVideos.map((row) => Number(row.content_id))))];
  };
  return { server, shown, queries, observer, listed, stop };
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

test('LIB-24 a change asks for the first page and for what is seen, not for all pages that were read', async () => {
  const { server, shown, queries, observer, listed } = await listOf(numbersTo(40), 10);
  shown.now = { seen: { from: 0.5, to: 0.55 }, onlyKept: false };
  await queries.invalidateQueries({ queryKey });
  expect(server.asked).toEqual([null, '15']);
  expect(listed()).toEqual(numbersTo(30));
  expect(observer.getCurrentResult().hasNextPage).toBe(true);
  // Elsewhere the rows are read when they are seen, those alone, and once.
  server.asked = [];
  shown.now = { seen: { from: 0.7, to: 0.75 }, onlyKept: true };
  await observer.refetch();
  await observer.refetch();
  expect(server.asked).toEqual(['21']);
  await observer.fetchNextPage();
  expect(server.asked).toEqual(['21', '30']);
});

test('LIB-24 rows that came are shown first and none behind them is lost; rows that are gone go', async () => {
  const { server, queries, listed } = await listOf(numbersTo(30), 6);
  server.numbers = [-1, 0, ...numbersTo(30).filter((one) => one !== 2)];
  await queries.invalidateQueries({ queryKey });
  expect(server.asked).toEqual([null]);
  // Row 2 comes after everything that was read, so it is unknown whether it still exists.
  expect(listed()).toEqual([-1, 0, ...numbersTo(18)]);
  server.asked = [];
  server.numbers = [1, 9, ...numbersTo(30).slice(10)];
  await queries.invalidateQueries({ queryKey });
  expect(listed()).toEqual([1, 9, ...numbersTo(18).slice(10)]);
  expect(server.asked).toEqual([null]);
});

test('LIB-24 where nothing of the list is known any more it begins anew and is read on from there', async () => {
  const { server, queries, observer, listed } = await listOf(numbersTo(30), 6);
  server.numbers = numbersTo(90).map((one) => one - 60);
  await queries.invalidateQueries({ queryKey });
  expect(server.asked).toHaveLength(4);
  expect(listed()).toEqual(server.numbers.slice(0, 12));
  expect(observer.getCurrentResult().hasNextPage).toBe(true);
  await observer.fetchNextPage();
  expect(listed()).toEqual(server.numbers.slice(0, 15));
  server.numbers = [];
  await queries.invalidateQueries({ queryKey });
  expect([listed(), observer.getCurrentResult().hasNextPage]).toEqual([[], false]);
});
