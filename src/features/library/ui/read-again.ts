/** A long list is read again after a change: its first page and what is seen; other pages are `kept` until they are seen. */
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

type Row = { content_id: string };
export type ListPage<Of extends Row = Row> = {
  uniqueVideos: Of[];
  nextCursor: string | null;
  /** Not read when the list was last read again. */
  kept?: boolean;
};
type Cached<Page> = InfiniteData<Page, string | null>;

/** The part of a list on the screen; 0 is its beginning and 1 its end. */
export type SeenPart = { from: number; to: number };

/** Pages read on where a page has nothing in common any more with what was known. */
const mostUnknown = 3;

/** From the first page to the last that is seen, by index. */
function pagesSeen({ from, to }: SeenPart, pages: number): { first: number; last: number } {
  const indexOf = (part: number) => Math.min(pages - 1, Math.max(0, Math.floor(part * pages)));
  return { first: indexOf(from), last: indexOf(to) };
}

/** Whether what is seen has pages that were not read again. */
export function seesKept(pages: readonly { kept?: boolean }[], part: SeenPart): boolean {
  const { first, last } = pagesSeen(part, pages.length);
  return pages.slice(first, last + 1).some(({ kept }) => kept === true);
}

type Shown = { seen: SeenPart; onlyKept: boolean } | null;
type Reading<Page> = {
  read: (cursor: string | null, signal: AbortSignal) => Promise<Page>;
  /** Null: the page does not scroll the list. */
  shown: () => Shown;
};

/** The options of an infinite query that is read again in this way. */
export function pagesReadAgain<Page extends ListPage>(queries: QueryClient, queryKey: QueryKey, { read, shown }: Reading<Page>) {
  const known = () => queries.getQueryData<Cached<Page>>(queryKey);
  return {
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Page> => {
      const before = known();
      if (before === undefined) return await read(pageParam, signal);
      const { seen, onlyKept } = shown() ?? { seen: null, onlyKept: false };
      const unchanged = onlyKept && !queries.getQueryState(queryKey)?.isInvalidated;
      return await readAgain({ before, pageParam, seen, onlyKept: unchanged, signal, read: (cursor) => read(cursor, signal) });
    },
    getNextPageParam: (page: Page): string | null => {
      // Read again, a list ends where nothing that was known follows, instead of being read to its former length.
      const state = queries.getQueryState(queryKey);
      const isReadAgain = state?.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore === undefined;
      const before = isReadAgain ? known() : undefined;
      const isKnown = before === undefined || page === before.pages.at(-1) || before.pageParams.includes(page.nextCursor);
      return isKnown ? page.nextCursor : null;
    },
  };
}

/** By reading: the ids that the pages read so far show to be gone from where they were. */
const goneIn = new WeakMap<AbortSignal, Set<string>>();

type Wanted<Page> = {
  /** The list as it was; `pageParam` is one of its cursors. */
  before: Cached<Page>;
  pageParam: string | null;
  /** Null: the list is not on the screen. */
  seen: SeenPart | null;
  /** Nothing has changed since the list was read again; only its kept pages are read that are seen now. */
  onlyKept: boolean;
  signal: AbortSignal;
  read: (cursor: string | null) => Promise<Page>;
};

async function readAgain<Page extends ListPage>(wanted: Wanted<Page>): Promise<Page> {
  const { before, pageParam, seen, onlyKept, signal, read } = wanted;
  const { pages } = before;
  const at = before.pageParams.indexOf(pageParam);
  const old = pages[at];
  if (old === undefined) return await read(pageParam);
  const gone = goneIn.get(signal) ?? new Set<string>();
  goneIn.set(signal, gone);
  const { first, last } = seen === null ? { first: 0, last: 0 } : pagesSeen(seen, pages.length);
  const isSeen = at >= first && at <= last;
  if (onlyKept ? !(isSeen && old.kept) : !(isSeen || at === 0))
    return { ...withoutGone(old, gone), kept: onlyKept ? (old.kept ?? false) : true };
  const page = await read(pageParam);
  return at === pages.length - 1 || page.nextCursor === old.nextCursor ? page : await join(page, { pages, at, gone, read });
}

function withoutGone<Page extends ListPage>(page: Page, gone: ReadonlySet<string>): Page {
  if (!page.uniqueVideos.some((row) => gone.has(row.content_id))) return page;
  return { ...page, uniqueVideos: page.uniqueVideos.filter((row) => !gone.has(row.content_id)) };
}

type Known<Page> = {
  pages: readonly Page[];
  at: number;
  gone: Set<string>;
  read: Wanted<Page>['read'];
};

/**
 * Rows came or went, so the page ends elsewhere. Where its last row is known, the known rows behind that one follow, and those
 * before it that were not read are gone. Otherwise more is read; after a few pages without a known row the list ends there,
 * and is read on as its end is seen.
 */
async function join<Page extends ListPage>(page: Page, { pages, at, gone, read }: Known<Page>): Promise<Page> {
  const old = pages.slice(at).flatMap((one) => one.uniqueVideos);
  let rows = page.uniqueVideos;
  let cursor = page.nextCursor;
  for (let more = 0; cursor !== null; more++) {
    const end = old.findIndex((row) => row.content_id === rows.at(-1)?.content_id);
    if (end >= 0) {
      const fresh = new Set(rows.map((row) => row.content_id));
      for (const { content_id: id } of old.slice(0, end)) if (!fresh.has(id)) gone.add(id);
      const ofPage = pages[at]?.uniqueVideos ?? [];
      const rest = ofPage.slice(end + 1).filter((row) => !fresh.has(row.content_id));
      return { ...page, uniqueVideos: [...rows, ...rest], nextCursor: pages[at]?.nextCursor ?? null };
    }
    if (more === mostUnknown) break;
    const next = await read(cursor);
    rows = [...rows, ...next.uniqueVideos];
    cursor = next.nextCursor;
  }
  return { ...page, uniqueVideos: rows, nextCursor: cursor };
}
