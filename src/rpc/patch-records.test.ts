import { useQueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { useTRPC } from './client.tsx';
import { patchRecord, removeRecord } from './patch-records.ts';

type List = { pages: { uniqueVideos: { content_id: string; title: string }[]; total: number }[]; pageParams: unknown[] };
const key = (name: string) => [['user', 'videos'], { input: { search: name }, type: 'infinite' }];

async function opened() {
  const page = openPage();
  const pageOf = (...ids: string[]) => ({ uniqueVideos: ids.map((id) => ({ content_id: id, title: id })), total: 9 });
  const list = (name: string) => page.queryClient.getQueryData<List>(key(name));
  page.queryClient.setQueryData(key('all'), { pages: [pageOf('a', 'b'), pageOf('c')], pageParams: [0, 1] });
  page.queryClient.setQueryData(key('b'), { pages: [pageOf('b')], pageParams: [0] });
  page.queryClient.setQueryData([['user', 'tags'], { type: 'query' }], { tags: [] });
  // A list that is still being read.
  void page.queryClient.prefetchQuery({ queryKey: key('new'), queryFn: () => new Promise(() => undefined) });
  const { now } = await page.render(() => ({ queries: useQueryClient(), trpc: useTRPC() }), null);
  const titles = (name: string) => list(name)?.pages.map(({ uniqueVideos }) => uniqueVideos.map(({ title }) => title));
  return { ...now, list, titles, page };
}

test('what is known of a record shows in all lists that have it, and leaves the rest as it was', async () => {
  const { queries, trpc, list, titles, page } = await opened();
  const before = list('all');
  patchRecord(queries, trpc, 'b', { title: 'New' } as never);
  expect([titles('all'), titles('b'), list('new')]).toEqual([[['a', 'New'], ['c']], [['New']], undefined]);
  expect([list('all')?.pageParams, list('all')?.pages[0]?.total]).toEqual([[0, 1], 9]);
  // Nothing that did not change is rendered again.
  expect(list('all')?.pages[1]).toBe(before?.pages[1]);
  expect(list('all')?.pages[0]?.uniqueVideos[0]).toBe(before?.pages[0]?.uniqueVideos[0]);
  expect(page.queryClient.getQueryData([['user', 'tags'], { type: 'query' }])).toEqual({ tags: [] });
});

test('a record that is gone leaves all lists', async () => {
  const { queries, trpc, titles } = await opened();
  removeRecord(queries, trpc, 'b');
  expect([titles('all'), titles('b')]).toEqual([[['a'], ['c']], [[]]]);
});
