import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordRow, recordTitle, useRecords } from '#features/library/ui/use-records.ts';
import { isWordless } from '#lib/wordless.ts';
import { useVisible } from '#ui/browser/use-visible.ts';
import { Button } from '#ui/button.tsx';
import { dragKey, dragSource } from '#ui/drag/drag-source.ts';
import { Skeleton } from '#ui/surfaces.tsx';

const skeletonRows = ['a', 'b', 'c', 'd'];
const endVisibility = 0.4;
const pageRows = 30;

/** Loads more when its end is 40 % visible. */
export function RecentList({ currentPath }: { currentPath: string }) {
  const { t } = useTranslation();
  const query = useRecords();
  const [shown, setShown] = useState(pageRows);
  const more = shown < query.rows.length;
  function showMore() {
    setShown((count) => count + pageRows);
    if (!more) query.fetchNextPage();
  }
  const endRef = useVisible(showMore, {
    threshold: endVisibility,
    enabled: more || (query.hasNextPage && !query.isFetching && !query.isNextPageError),
  });
  // The library page may have loaded thousands of rows into the shared query; this list shows them gradually.
  const rows = query.rows.slice(0, shown);
  return (
    <section aria-labelledby="recent-title" className="mt-4 grow">
      <h2 id="recent-title" className="px-4 pb-1 text-xs text-faint">
        {t(($) => $.library.sidebar.title)}
      </h2>
      <div className="px-2 pb-2" aria-busy={query.isPending}>
        {query.isPending ? (
          <div role="status">
            <span className="sr-only">{t(($) => $.common.loading)}</span>
            {skeletonRows.map((row) => (
              <div key={row} className="flex h-8 items-center px-2" data-testid="recent-skeleton">
                <Skeleton className="h-3.5 w-full" />
              </div>
            ))}
          </div>
        ) : query.error !== null && rows.length === 0 ? (
          <div role="alert" className="px-2 py-1 text-sm text-soft">
            <p>{t(($) => $.library.sidebar.failed)}</p>
            <Button size="sm" className="mt-2" loading={query.isFetching} onClick={query.retry}>
              {t(($) => $.common.retry)}
            </Button>
          </div>
        ) : rows.length === 0 ? (
          <p className="px-2 py-1 text-sm text-faint">{t(($) => $.library.sidebar.empty)}</p>
        ) : (
          <ul>
            {rows.map((row) => (
              <RecentItem key={row.content_id} row={row} active={currentPath.startsWith(`/content/${row.content_id}`)} />
            ))}
          </ul>
        )}
        {more || query.hasNextPage ? (
          <div ref={endRef} className="flex h-8 items-center px-2">
            {query.isNextPageError ? (
              <Button size="sm" variant="ghost" onClick={query.fetchNextPage}>
                {t(($) => $.common.retry)}
              </Button>
            ) : (
              <Skeleton className="h-3.5 w-2/3" />
            )}
          </div>
        ) : null}
      </div>
    </section>
  );
}

const RecentItem = memo(function RecentItem({ row, active }: { row: RecordRow; active: boolean }) {
  const { t } = useTranslation();
  const title = recordTitle(row, 60) ?? t(($) => $.common.untitled);
  return (
    // Rows outside the view are not laid out.
    <li {...dragSource({ id: row.content_id, title })} className="[contain-intrinsic-height:2rem] [content-visibility:auto]">
      <Link
        to="/content/$contentId"
        params={{ contentId: row.content_id }}
        aria-current={active ? 'page' : undefined}
        title={title}
        aria-keyshortcuts={dragKey}
        className={clsx(
          'flex h-8 items-center gap-2 rounded-md px-2 text-sm transition-colors',
          active ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
        )}
      >
        <span className="grow truncate">{title}</span>
        {row.run !== null || row.status === 'processing' ? (
          <LoaderCircle
            role="img"
            aria-label={t(($) => $.library.sidebar.processing)}
            className="size-3.5 shrink-0 animate-spin"
          />
        ) : row.status === 'failed' && !isWordless(row.problem?.code) ? (
          <CircleAlert role="img" aria-label={t(($) => $.library.sidebar.failedItem)} className="size-3.5 shrink-0 text-danger" />
        ) : null}
      </Link>
    </li>
  );
});
