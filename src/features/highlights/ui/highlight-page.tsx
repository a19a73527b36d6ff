import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Highlighter, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportedHighlight } from '#engine/export/shared/highlight-export.ts';
import { useAppError } from '#i18n/error-text.ts';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { useVisible } from '#ui/browser/use-visible.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { tabOfScope } from './cards.ts';
import { ColourStripe } from './colour-picker.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ListSkeleton } from './highlights-tab.tsx';

type Listed = RouterOutputs['highlights']['list']['highlights'][number];

const pageSize = 30;
const exportPageSize = 500;

export function HighlightPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const query = useListed(search);
  const error = useAppError(query.error);
  const client = useTRPCClient();

  async function readAll(): Promise<ExportedHighlight[]> {
    const all: Listed[] = [];
    let cursor: string | null = null;
    do {
      const page: RouterOutputs['highlights']['list'] = await client.highlights.list.query({
        limit: exportPageSize,
        ...(search === '' ? {} : { search }),
        ...(cursor === null ? {} : { cursor }),
      });
      all.push(...page.highlights);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return all.map((each) =>
      toExported(
        each,
        t(($) => $.common.untitled),
      ),
    );
  }

  const nothing = query.rows.length === 0;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      <div className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="text-2xl font-semibold">{t(($) => $.highlights.page.title)}</h1>
        {query.count === null || query.count === 0 ? null : (
          <p className="text-sm text-faint tabular-nums">
            {t(($) => $.highlights.count, { count: query.count, formatted: format.number(query.count) })}
          </p>
        )}
      </div>
      {nothing && search === '' ? null : (
        <search className="mb-4 flex items-center gap-2">
          <div className="relative min-w-0 grow">
            <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-faint" />
            <Input
              type="search"
              value={typed}
              maxLength={200}
              aria-label={t(($) => $.highlights.page.search)}
              placeholder={t(($) => $.highlights.page.search)}
              onChange={(event) => setTyped(event.target.value)}
              className="pl-9"
            />
          </div>
          <ExportMenu name={t(($) => $.highlights.page.title)} read={readAll} className="h-10" />
        </search>
      )}
      {query.isPending ? (
        <ListSkeleton />
      ) : error && nothing ? (
        <ErrorState
          title={t(($) => $.highlights.loadFailed)}
          message={error.message}
          code={error.code}
          retrying={query.isFetching}
          onRetry={query.retry}
        />
      ) : nothing && search !== '' ? (
        <EmptyState
          icon={<Highlighter />}
          title={t(($) => $.highlights.page.noneFound)}
          description={t(($) => $.highlights.page.noneFoundHint)}
          action={<Button onClick={() => setTyped('')}>{t(($) => $.highlights.showAll)}</Button>}
        />
      ) : nothing ? (
        <EmptyState
          icon={<Highlighter />}
          title={t(($) => $.highlights.emptyTitle)}
          description={t(($) => $.highlights.page.empty)}
          action={
            <Button variant="primary" asChild>
              <Link to="/user/videos">{t(($) => $.highlights.page.emptyAction)}</Link>
            </Button>
          }
        />
      ) : (
        <Rows query={query} />
      )}
    </div>
  );
}

function toExported(each: Listed, untitled: string): ExportedHighlight {
  return {
    text: each.highlight_text,
    comment: each.comment,
    colour: each.colour,
    scope: each.scope,
    sectionId: each.section_id,
    createdAt: each.created_at,
    contentId: each.content_id,
    contentTitle: each.content.title || each.content.source_url || untitled,
    sourceUrl: each.content.source_url,
  };
}

/** Visitors without an account make no request. */
function useListed(search: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const me = useQuery(trpc.account.me.queryOptions());
  const input = { limit: pageSize, ...(search === '' ? {} : { search }) };
  const query = useInfiniteQuery({
    queryKey: trpc.highlights.list.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.highlights.list.query({ ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: me.data?.user != null,
    // Keeps results while the next search loads.
    placeholderData: (before) => before,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.highlights) ?? [], [pages]);
  const error = query.error ?? (me.data === undefined ? me.error : null);
  return {
    rows,
    count: pages?.at(-1)?.count ?? null,
    isPending: me.data?.user !== null && query.data === undefined && error === null,
    isFetching: query.isFetching,
    error,
    hasNextPage: query.hasNextPage,
    isNextPageError: query.isFetchNextPageError,
    fetchNextPage: () => void query.fetchNextPage(),
    retry: () => void (me.data === undefined ? me.refetch() : query.refetch()),
  };
}

function Rows({ query }: { query: ReturnType<typeof useListed> }) {
  const { t } = useTranslation();
  const error = useAppError(query.error);
  const end = useVisible(query.fetchNextPage, {
    threshold: 0,
    enabled: query.hasNextPage && !query.isFetching && !query.isNextPageError,
  });
  return (
    <>
      <ul aria-label={t(($) => $.highlights.list)} className="flex flex-col gap-2">
        {query.rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {error && query.isNextPageError ? (
        <ErrorState
          layout="row"
          message={error.message}
          code={error.code}
          retrying={query.isFetching}
          onRetry={query.fetchNextPage}
        />
      ) : query.hasNextPage ? (
        <div ref={end} className="flex justify-center pt-4">
          <Button loading={query.isFetching} onClick={query.fetchNextPage}>
            {t(($) => $.highlights.page.more)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Row({ row }: { row: Listed }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className="relative flex gap-3 rounded-lg border border-line bg-surface p-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] hover:bg-hover">
      <ColourStripe colour={row.colour} />
      <div className="min-w-0 grow">
        <Link
          to="/content/$contentId"
          params={{ contentId: row.content_id }}
          search={{ tab: tabOfScope[row.scope], highlight: row.id }}
          className="line-clamp-6 rounded-sm text-base whitespace-pre-line [overflow-wrap:anywhere] before:absolute before:inset-0 before:rounded-lg"
        >
          {row.highlight_text}
        </Link>
        {row.comment === '' ? null : (
          <p className="mt-1 line-clamp-3 border-l-2 border-line-strong pl-3 text-sm whitespace-pre-line text-soft [overflow-wrap:anywhere]">
            {row.comment}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-faint">
          <span className="min-w-0 truncate">{row.content.title || row.content.source_url || t(($) => $.common.untitled)}</span>
          <span>{t(($) => $.highlights.scopes[row.scope])}</span>
          <time dateTime={row.created_at}>{format.ago(row.created_at)}</time>
        </p>
      </div>
    </li>
  );
}
