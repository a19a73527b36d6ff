import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { expect, test } from 'vitest';
import type { useTRPC } from '#rpc/client.tsx';
import { patchRecord, removeRecord } from '#rpc/patch-records.ts';
import { refreshWork } from '#rpc/refresh-work.ts';
import type { AppRouter } from '#server/router.ts';

const callsOf = (queryClient: QueryClient) =>
  createTRPCOptionsProxy<AppRouter>({ client: {} as never, queryClient }) as unknown as ReturnType<typeof useTRPC>;
const keyOf = (input: object) => [['user', 'videos'], { input, type: 'infinite' }];
const rows = (...ids: string[]) => ids.map((id) => ({ content_id: id, title: id }));
const listOf = (...pages: string[][]) => ({
  pages: pages.map((ids) => ({ uniqueVideos: rows(...ids), total: 9 })),
  pageParams: [null, 'next'],
});

test('records: what is known of one is shown at once in every list that has it, and other pages stay the same', () => {
  const queries = new QueryClient();
  const trpc = callsOf(queries);
  const [all, other, elsewhere] = [listOf(['a', 'b'], ['c']), listOf(['d']), listOf(['b'])];
  queries.setQueryData(keyOf({ limit: 20 }), all);
  queries.setQueryData(keyOf({ tag: 'x' }), other);
  queries.setQueryData([['user', 'tags'], {}], elsewhere);
  const shown = (input: object) => queries.getQueryData<ReturnType<typeof listOf>>(keyOf(input));
  patchRecord(queries, trpc, 'b', { title: 'B' });
  expect(shown({ limit: 20 })).toEqual({
    ...all,
    pages: [{ uniqueVideos: [...rows('a'), { content_id: 'b', title: 'B' }], total: 9 }, all.pages[1]],
  });
  expect(shown({ limit: 20 })?.pages[1]).toBe(all.pages[1]);
  expect(shown({ tag: 'x' })?.pages[0]).toBe(other.pages[0]);
  removeRecord(queries, trpc, 'a');
  removeRecord(queries, trpc, 'none');
  expect(shown({ limit: 20 })?.pages.map(({ uniqueVideos }) => uniqueVideos.map((row) => row.content_id))).toEqual([
    ['b'],
    ['c'],
  ]);
  expect(queries.getQueryData([['user', 'tags'], {}])).toBe(elsewhere);
  // Asked for and not here yet.
  void queries.prefetchQuery({ queryKey: keyOf({ late: true }), queryFn: () => new Promise(() => {}) });
  patchRecord(queries, trpc, 'b', { title: 'Z' });
  expect(shown({ late: true })).toBeUndefined();
});

test('records: what runs is read before the records, and then what work took', async () => {
  const asked: unknown[] = [];
  const ends: (() => void)[] = [];
  class Queries extends QueryClient {
    override invalidateQueries(filters?: InvalidateQueryFilters): Promise<void> {
      asked.push(((filters?.queryKey?.[0] ?? []) as string[]).join('.'));
      return new Promise((resolve) => ends.push(resolve));
    }
  }
  const queries = new Queries();
  const done = refreshWork(queries, callsOf(queries));
  const goOn = async () => {
    ends.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  expect(asked).toEqual(['content.running']);
  await goOn();
  expect(asked).toEqual(['content.running', 'user.videos']);
  ends.shift()?.();
  await done;
  expect(asked.slice(2)).toEqual([
    ...['content.overview', 'user.remainingTime', 'user.timeEntries', 'user.timeAccount', 'user.getReferralUserData'],
  ]);
});
