import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { memo } from 'react';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { displayWidth } from '#lib/text/display-width.ts';
import { formatClock } from '#lib/time.ts';
import { Cover, isIcon } from '#ui/cover.tsx';
import { dragSource } from '#ui/drag/drag-source.ts';
import { Skeleton } from '#ui/surfaces.tsx';
import { FoundText, FoundTitle, foundIn } from '../found.tsx';
import { HighlightCount } from '../highlight-count.tsx';
import { RecordExtra } from '../record-extra.tsx';
import { RecordLink } from '../record-link.tsx';
import { RecordStatus } from '../record-status.tsx';
import { useRowWords } from '../row-words.tsx';
import { type RecordRow, recordTitle } from '../use-records.ts';
import { cutForLines, fitsLines } from './fit-lines.ts';
import { RowMenu } from './row-menu.tsx';
import { SelectBox } from './select-box.tsx';
import type { RowSelection } from './use-selection.ts';

const shownTags = 3;
/** A tag of this display width fits into `max-w-40`. */
const tagColumns = 18;

type RecordCardProps = {
  row: RecordRow;
  /** `even`: all cards have the same height. */
  shape: 'even' | 'tall';
  widthPx: number;
  selection: RowSelection;
};

/** Borders and padding of both sides. */
const asidePx = 26;
const fontPx = { small: 14, base: 16 } as const;

/** The title's link covers the card. Text is cut by code, because each box that clips its content slows down scrolling. */
export const RecordCard = memo(function RecordCard({ row, shape, widthPx, selection }: RecordCardProps) {
  const { t, text } = useRowWords();
  const title = recordTitle(row, 80) ?? t(($) => $.common.untitled);
  const picture = row.cover_url !== null && !isIcon(row.cover_url);
  const chosen = selection.has(row.content_id);
  const innerPx = widthPx - asidePx;
  const isShort = !row.near && fitsLines(title, shape === 'even' ? 2 : 3, innerPx, shape === 'even' ? fontPx.small : fontPx.base);
  const duration = row.duration_seconds === null ? null : formatClock(row.duration_seconds * 1000);
  return (
    <article
      {...dragSource({ id: row.content_id, title, chosen })}
      className={clsx(
        'group relative flex flex-col rounded-lg border bg-surface transition-colors hover:bg-sunken',
        shape === 'even' && 'h-full',
        chosen ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      {shape === 'even' && foundIn(row) !== undefined ? (
        <div className="aspect-video w-full shrink-0 overflow-hidden rounded-t-[7px] bg-sunken p-3">
          <FoundText
            row={row}
            instead={null}
            className="line-clamp-5 text-sm wrap-anywhere text-soft max-md:line-clamp-4 max-md:text-xs"
          />
        </div>
      ) : picture ? (
        <Cover
          src={row.cover_url}
          badge={duration}
          className="w-full rounded-t-[7px] rounded-b-none"
          fallback={shape === 'even' ? <Words text={text(row, 240)} innerPx={innerPx} /> : null}
        />
      ) : shape === 'even' ? (
        <Words text={text(row, 240)} innerPx={innerPx} />
      ) : null}
      <div className="flex min-h-0 grow flex-col p-3 max-md:p-2.5">
        <h2
          className={clsx(
            'font-medium text-wrap wrap-anywhere',
            shape === 'even' ? 'text-sm' : 'text-base',
            !isShort && (shape === 'even' ? 'line-clamp-2' : 'line-clamp-3'),
          )}
        >
          <RecordLink contentId={row.content_id} title={title} className="after:absolute after:inset-0 after:rounded-lg">
            <FoundTitle row={row} title={title} />
          </RecordLink>
        </h2>
        {shape === 'tall' ? (
          <FoundText
            row={row}
            instead={cutForLines(text(row, 320), picture ? 4 : 8, innerPx, fontPx.small)}
            className={clsx(
              'mt-1 text-sm text-wrap wrap-anywhere text-soft',
              foundIn(row) !== undefined && (picture ? 'line-clamp-4' : 'line-clamp-8'),
            )}
          />
        ) : null}
        {shape === 'tall' ? <Tags tags={row.tags} /> : null}
        <div className="mt-auto flex items-end gap-1">
          <CardFacts row={row} shape={shape} duration={picture ? null : duration} />
          {/* As high as the facts, though its buttons are higher. Above the link that covers the card. */}
          <div className="relative -mr-2 -mb-1 flex h-7 shrink-0 items-center">
            <RecordExtra row={row} title={title} />
            <RowMenu row={row} title={title} onDeleted={selection.drop} />
          </div>
        </div>
      </div>
      <div
        className={clsx(
          'absolute top-1 left-1 rounded-md',
          selection.active ? 'bg-surface/90' : 'group-focus-within:bg-surface/90 group-hover:bg-surface/90 pointer-coarse:hidden',
        )}
      >
        <SelectBox id={row.content_id} title={title} selection={selection} quiet={!selection.active} />
      </div>
    </article>
  );
});

/** Text shown in place of a missing picture. */
function Words({ text, innerPx }: { text: string; innerPx: number }) {
  return (
    <div aria-hidden className="aspect-video w-full shrink-0 overflow-clip rounded-t-[7px] bg-sunken p-3">
      <p className="text-sm text-wrap wrap-anywhere text-soft max-md:line-clamp-4 max-md:text-xs">
        {cutForLines(text, 5, innerPx, fontPx.small)}
      </p>
    </div>
  );
}

function CardFacts({ row, shape, duration }: Pick<RecordCardProps, 'row' | 'shape'> & { duration: string | null }) {
  const { t, format } = useRowWords();
  const isFull =
    row.status !== 'completed' ||
    row.run !== null ||
    row.open_todos + row.done_todos > 0 ||
    row.highlightCount > 0 ||
    row.tags.includes(favoriteTag);
  return (
    <div
      className={clsx(
        'flex h-7 min-w-0 grow items-end gap-2 text-xs whitespace-nowrap text-faint',
        isFull ? 'overflow-hidden' : 'max-md:overflow-hidden',
      )}
    >
      <RecordStatus row={row} />
      {duration === null ? null : <span className="tabular-nums">{duration}</span>}
      <time
        // Beside a length it would be cut on the small cards of a phone.
        className={clsx(isFull ? 'truncate' : 'max-md:truncate', shape === 'even' && duration !== null && 'max-md:hidden')}
        dateTime={row.updated_at}
        title={format.dateTime(row.updated_at)}
      >
        {format.ago(row.updated_at)}
      </time>
      <span className="ml-auto flex items-center gap-2">
        {row.tags.includes(favoriteTag) ? (
          <Star role="img" aria-label={t(($) => $.library.favorite)} className="size-3.5 fill-accent text-accent" />
        ) : null}
        <HighlightCount count={row.highlightCount} />
      </span>
    </div>
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useRowWords();
  const shown = tags.filter((tag) => tag !== favoriteTag);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t(($) => $.library.tags)} className="relative mt-2 flex flex-wrap gap-x-2 text-xs text-soft">
      {shown.slice(0, shownTags).map((tag) => (
        <li key={tag} className={displayWidth(tag) > tagColumns ? 'max-w-40 truncate' : 'whitespace-nowrap'}>
          <Link to="/user/videos" search={{ tag }} className="rounded-sm hover:text-ink hover:underline">
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function RecordCardSkeleton({ shape }: { shape: 'even' | 'tall' }) {
  return (
    <div aria-hidden className="overflow-hidden rounded-lg border border-line bg-surface">
      <Skeleton className="aspect-video w-full rounded-none" />
      <div className="p-3">
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="mt-2 h-3.5 w-3/5" />
        {shape === 'tall' ? <Skeleton className="mt-3 h-12 w-full" /> : null}
        <Skeleton className="mt-4 h-3 w-1/3" />
      </div>
    </div>
  );
}
