import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordStatus } from '#features/library/ui/record-status.tsx';
import { useRecordText } from '#features/library/ui/use-record-text.ts';
import { type RecordRow, recordTitle } from '#features/library/ui/use-records.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { formatClock } from '#lib/time.ts';
import { Cover } from '#ui/cover.tsx';
import { useFormat } from '#ui/format.ts';
import { Skeleton } from '#ui/surfaces.tsx';

const shownTags = 4;

/** Fixed, so that a list of thousands knows its length and scroll position at once. */
export const recordRowPx = { phone: 156, wide: 132 } as const;
const rowHeight = 'h-[156px] md:h-[132px]';

type RecordItemProps = {
  row: RecordRow;
  action?: ((contentId: string, title: string) => ReactNode) | undefined;
};

/** The title's link covers the row. */
export const RecordItem = memo(function RecordItem({ row, action }: RecordItemProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const tags = row.tags.filter((tag) => tag !== favoriteTag);
  const title = recordTitle(row, 80) ?? t(($) => $.common.untitled);
  return (
    <article
      className={clsx(
        'relative flex gap-4 overflow-hidden border-b border-line py-4 transition-colors hover:bg-sunken md:px-3',
        rowHeight,
      )}
    >
      <Cover
        src={row.cover_url}
        badge={row.duration_seconds === null ? null : formatClock(row.duration_seconds * 1000)}
        className="w-28 self-start md:w-39"
      />
      <div className="flex min-w-0 grow flex-col">
        <h2 className="text-base font-medium">
          <Link
            to="/content/$contentId"
            params={{ contentId: row.content_id }}
            className="line-clamp-2 wrap-anywhere after:absolute after:inset-0 md:line-clamp-1"
            title={title}
          >
            {title}
          </Link>
        </h2>
        <RowText row={row} />
        <div className="flex min-w-0 items-center gap-x-2 pt-2 md:mt-auto text-xs text-faint">
          <RecordStatus row={row} />
          {row.cover_url === null && row.duration_seconds !== null ? (
            <span className="tabular-nums">{formatClock(row.duration_seconds * 1000)}</span>
          ) : null}
          <time className="truncate" dateTime={row.updated_at} title={format.dateTime(row.updated_at)}>
            {t(($) => $.library.updated, { time: format.ago(row.updated_at) })}
          </time>
          {tags.length > 0 ? (
            <ul
              aria-label={t(($) => $.library.tags)}
              className="flex h-4 min-w-0 flex-wrap gap-x-2 overflow-hidden text-soft max-md:hidden"
            >
              {tags.slice(0, shownTags).map((tag) => (
                <li key={tag} className="max-w-40 truncate">
                  #{tag}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
      {action ? <div className="relative -mr-1 shrink-0 md:mr-0">{action(row.content_id, title)}</div> : null}
    </article>
  );
});

function RowText({ row }: { row: RecordRow }) {
  const text = useRecordText();
  return <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-soft">{text(row)}</p>;
}

export function RecordItemSkeleton() {
  return (
    <div aria-hidden className={clsx('flex gap-4 border-b border-line py-4 md:-mx-3 md:px-3', rowHeight)}>
      <Skeleton className="aspect-video w-28 self-start md:w-39" />
      <div className="grow">
        <Skeleton className="mt-1 h-4 w-3/5" />
        <Skeleton className="mt-3 h-3.5 w-full" />
        <Skeleton className="mt-2 h-3.5 w-4/5" />
      </div>
    </div>
  );
}
