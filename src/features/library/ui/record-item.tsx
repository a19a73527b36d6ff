import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { RowMenu } from '#features/library/ui/page/row-menu.tsx';
import { SelectBox } from '#features/library/ui/page/select-box.tsx';
import type { RowSelection } from '#features/library/ui/page/use-selection.ts';
import { RecordStatus } from '#features/library/ui/record-status.tsx';
import { type RecordRow, recordTitle } from '#features/library/ui/use-records.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { displayWidth } from '#lib/text/display-width.ts';
import { formatClock } from '#lib/time.ts';
import { Cover } from '#ui/cover.tsx';
import { dragSource } from '#ui/drag/drag-source.ts';
import { Skeleton } from '#ui/surfaces.tsx';
import { TypeSign } from '#ui/type-sign.tsx';
import { FoundText, FoundTitle } from './found.tsx';
import { HighlightCount } from './highlight-count.tsx';
import { RecordExtra } from './record-extra.tsx';
import { RecordLink } from './record-link.tsx';
import { useRowWords } from './row-words.tsx';

const shownTags = 2;
/** Titles of this display width fit into the line of a wide screen. */
const titleColumns = 44;
/** More characters than fit into the widest row, so that the browser lays out no text that is never seen. */
const textLength = 180;

/** Fixed heights, so that a list of thousands knows its length and scroll position at once. */
export const recordRowPx = { phone: 108, wide: 76 } as const;
const rowHeight = 'h-[108px] md:h-[76px]';

type RecordItemProps = {
  row: RecordRow;
  action?: ((contentId: string, title: string) => ReactNode) | undefined;
  selection?: RowSelection | undefined;
};

/** The link of the title covers the whole row. */
export const RecordItem = memo(function RecordItem({ row, action, selection }: RecordItemProps) {
  const { t } = useRowWords();
  const title = recordTitle(row, 80) ?? t(($) => $.common.untitled);
  const chosen = selection?.has(row.content_id) ?? false;
  return (
    <article
      {...dragSource({ id: row.content_id, title, chosen })}
      className={clsx(
        'group relative flex items-center gap-3 border-b border-line transition-colors md:gap-4 md:px-3',
        chosen ? 'bg-accent-soft' : 'hover:bg-sunken',
        rowHeight,
      )}
    >
      {selection ? (
        <div
          className={clsx(
            'z-10 -mr-2 -ml-2',
            !selection.active &&
              'absolute top-1 left-2 rounded-md group-focus-within:bg-surface/90 group-hover:bg-surface/90 pointer-coarse:hidden',
          )}
        >
          <SelectBox id={row.content_id} title={title} selection={selection} quiet={!selection.active} />
        </div>
      ) : null}
      <div className="grid w-24 shrink-0 place-items-center">
        <Cover
          src={row.cover_url}
          badge={row.duration_seconds === null ? null : formatClock(row.duration_seconds * 1000)}
          className="w-24"
          fallback={<TypeSign type={row.content_type} className="w-24" />}
        />
      </div>
      <div className="flex min-w-0 grow flex-col gap-1">
        <h2 className="font-medium max-md:text-sm">
          <RecordLink
            contentId={row.content_id}
            title={title}
            className={clsx(
              'line-clamp-2 wrap-anywhere after:absolute after:inset-0 md:line-clamp-1',
              !row.near && displayWidth(title) <= titleColumns && 'lg:line-clamp-none',
            )}
          >
            <FoundTitle row={row} title={title} />
          </RecordLink>
        </h2>
        <div className="flex min-w-0 items-center gap-3 max-md:flex-col max-md:items-stretch max-md:gap-1">
          <RowText row={row} />
          <RowFacts row={row} />
        </div>
      </div>
      {selection ? (
        <div className="relative -mr-1 flex shrink-0 md:mr-0">
          <RecordExtra row={row} title={title} />
          <RowMenu row={row} title={title} onDeleted={selection.drop} />
        </div>
      ) : null}
      {action ? (
        <div className="relative -mr-1 shrink-0 has-[[data-drop]]:static md:mr-0">{action(row.content_id, title)}</div>
      ) : null}
    </article>
  );
});

function RowFacts({ row }: { row: RecordRow }) {
  const { t, format } = useRowWords();
  return (
    <div className="flex min-w-0 shrink-0 items-center gap-x-2 text-xs whitespace-nowrap text-faint max-md:overflow-hidden md:max-w-1/2">
      <RowTags tags={row.tags} />
      <RecordStatus row={row} />
      <HighlightCount count={row.highlightCount} />
      {row.tags.includes(favoriteTag) ? (
        <Star role="img" aria-label={t(($) => $.library.favorite)} className="size-3.5 shrink-0 fill-accent text-accent" />
      ) : null}
      {row.cover_url === null && row.duration_seconds !== null ? (
        <span className="tabular-nums">{formatClock(row.duration_seconds * 1000)}</span>
      ) : null}
      <time
        dateTime={row.updated_at}
        title={t(($) => $.library.updated, { time: format.dateTime(row.updated_at) })}
        className="shrink-0 max-md:order-first md:min-w-18 md:text-right"
      >
        {format.ago(row.updated_at)}
      </time>
    </div>
  );
}

function RowTags({ tags }: { tags: readonly string[] }) {
  const { t } = useRowWords();
  const shown = tags.filter((tag) => tag !== favoriteTag).slice(0, shownTags);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t(($) => $.library.tags)} className="flex h-4 min-w-0 gap-x-2 overflow-hidden text-soft max-md:hidden">
      {shown.map((tag) => (
        <li key={tag} className="max-w-28 truncate">
          #{tag}
        </li>
      ))}
    </ul>
  );
}

function RowText({ row }: { row: RecordRow }) {
  const { text } = useRowWords();
  return (
    <FoundText row={row} instead={text(row, textLength)} className="min-w-0 grow truncate text-sm text-soft max-md:text-xs" />
  );
}

export function RecordItemSkeleton() {
  return (
    <div aria-hidden className={clsx('flex items-center gap-4 border-b border-line md:px-3', rowHeight)}>
      <Skeleton className="aspect-video w-24 shrink-0" />
      <div className="grow">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="mt-2 h-3.5 w-4/5" />
      </div>
    </div>
  );
}
