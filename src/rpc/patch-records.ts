/** Changes known exactly are shown in the lists at once; the lists are read again after that, as far as they are seen. */
import type { QueryClient } from '@tanstack/react-query';
import type { RouterOutputs, useTRPC } from './client.tsx';

type Row = RouterOutputs['user']['videos']['uniqueVideos'][number];
type Pages = { pages: { uniqueVideos: Row[] }[]; pageParams: unknown[] };
type Calls = ReturnType<typeof useTRPC>;

export function patchRecord(queries: QueryClient, trpc: Calls, contentId: string, patch: Partial<Row>): void {
  changeRows(queries, trpc, contentId, (rows) => rows.map((row) => (row.content_id === contentId ? { ...row, ...patch } : row)));
}

export function removeRecord(queries: QueryClient, trpc: Calls, contentId: string): void {
  changeRows(queries, trpc, contentId, (rows) => rows.filter((row) => row.content_id !== contentId));
}

function changeRows(queries: QueryClient, trpc: Calls, contentId: string, change: (rows: Row[]) => Row[]): void {
  queries.setQueriesData<Pages>(trpc.user.videos.pathFilter(), (list) => {
    if (list === undefined) return list;
    const pages = list.pages.map((page) =>
      page.uniqueVideos.some((row) => row.content_id === contentId) ? { ...page, uniqueVideos: change(page.uniqueVideos) } : page,
    );
    return { ...list, pages };
  });
}
