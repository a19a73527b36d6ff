import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Library } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordItem, RecordItemSkeleton, recordRowPx } from '#features/library/ui/record-item.tsx';
import { TypeFilter } from '#features/library/ui/type-filter.tsx';
import { type Records, useRecords } from '#features/library/ui/use-records.ts';
import { contentTypes } from '#lib/content-type.ts';
import { useAppError } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { mobileQuery, useMediaQuery } from '#ui/use-media-query.ts';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Read on while this many rows are still ahead, so that scrolling seldom meets the end. */
const readAhead = 8;

/** `type` as the address has it; one that does not exist reads nothing. */
export function RecordList({ type }: { type: string | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const known = contentTypes.find((name) => name === type);
  const unknown = type !== null && known === undefined;
  const query = useRecords({ type: known, enabled: !unknown });
  const error = useAppError(query.error);
  const { rows, count } = query;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      <div className="mb-4 flex items-baseline gap-3">
        <h1 className="text-2xl font-semibold">{t(($) => $.library.title)}</h1>
        {count === null || count === 0 ? null : (
          <p className="text-sm text-faint tabular-nums">
            {t(($) => $.library.count, { count, formatted: format.number(count) })}
          </p>
        )}
      </div>
      <TypeFilter selected={type} counts={query.typeCounts} />
      {unknown ? (
        <EmptyState
          icon={<Library />}
          title={t(($) => $.records.unknownType)}
          description={t(($) => $.records.unknownTypeHint)}
          action={<ShowAll />}
        />
      ) : query.isPending ? (
        <div role="status">
          <span className="sr-only">{t(($) => $.common.loading)}</span>
          {skeletonRows.map((row) => (
            <RecordItemSkeleton key={row} />
          ))}
        </div>
      ) : error !== null && rows.length === 0 ? (
        <ErrorState
          title={t(($) => $.library.failed)}
          message={error.message}
          code={error.code}
          retrying={query.isFetching}
          onRetry={query.retry}
        />
      ) : rows.length === 0 && known ? (
        <EmptyState
          icon={<Library />}
          title={t(($) => $.records.noneOfType)}
          description={t(($) => $.records.noneOfTypeHint)}
          action={<ShowAll />}
        />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<Library />}
          title={t(($) => $.library.emptyTitle)}
          description={t(($) => $.library.empty)}
          action={
            <Button variant="primary" asChild>
              <Link to="/">{t(($) => $.library.emptyAction)}</Link>
            </Button>
          }
        />
      ) : (
        <VirtualRows key={type} query={query} />
      )}
    </div>
  );
}

function ShowAll() {
  const { t } = useTranslation();
  return (
    <Button asChild>
      <Link to="/user/videos">{t(($) => $.records.showAll)}</Link>
    </Button>
  );
}

function VirtualRows({ query }: { query: Records }) {
  const { t } = useTranslation();
  const error = useAppError(query.error);
  const { rows, hasNextPage, isFetching, isNextPageError, fetchNextPage } = query;
  const rowPx = useMediaQuery(mobileQuery) ? recordRowPx.phone : recordRowPx.wide;
  const listRef = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin(listRef.current?.offsetTop ?? 0);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollMargin,
    getItemKey: (index) => rows[index]?.content_id ?? index,
  });
  // Heights are known, not measured: a change of width brings other ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one object for the list's life.
  useEffect(() => virtualizer.measure(), [rowPx]);
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  const latest = useRef(fetchNextPage);
  useEffect(() => {
    latest.current = fetchNextPage;
  });
  const nearEnd = lastIndex >= rows.length - readAhead;
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetching && !isNextPageError) latest.current();
  }, [nearEnd, hasNextPage, isFetching, isNextPageError]);

  return (
    <>
      <ul
        ref={listRef}
        aria-label={t(($) => $.library.list)}
        className="relative border-t border-line md:-mx-3"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={item.key}
              aria-setsize={hasNextPage ? -1 : rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
            >
              <RecordItem row={row} />
            </li>
          );
        })}
      </ul>
      {error !== null && isNextPageError ? (
        <ErrorState
          layout="row"
          title={t(($) => $.library.moreFailed)}
          message={error.message}
          code={error.code}
          retrying={isFetching}
          onRetry={fetchNextPage}
        />
      ) : hasNextPage ? (
        <div role="status">
          <span className="sr-only">{t(($) => $.library.loadingMore)}</span>
          <RecordItemSkeleton />
        </div>
      ) : null}
    </>
  );
}
