import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { NotebookText } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordStatus } from '#features/library/ui/record-status.tsx';
import { type RecordRow, recordTitle, useRecords } from '#features/library/ui/use-records.ts';
import { useAppError } from '#i18n/error-text.ts';
import { formatClock } from '#lib/time.ts';
import { useStored } from '#ui/browser/use-stored.ts';
import { Cover } from '#ui/cover.tsx';
import { dragKey, dragSource } from '#ui/drag/drag-source.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Card, Skeleton } from '#ui/surfaces.tsx';
import { hasPicture, picturesOf, skeletonPictures } from './recent-pictures.ts';
import { RowWordsProvider, useRowWords } from './row-words.tsx';

const shown = 6;
const grid = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3 sm:gap-4';

/** `emptyAction`: the way to a first note, shown if there is none. */
export function RecentNotes({ emptyAction }: { emptyAction: ReactNode }) {
  const { t } = useTranslation();
  const query = useRecords();
  const error = useAppError(query.error);
  // Running tasks are in a list of their own above.
  const rows = query.rows.filter((row) => row.excerpt !== null || (row.run === null && row.status !== 'processing'));
  const processing = query.rows.length > rows.length;
  const pictures = usePicturesBefore(rows);
  return (
    <section aria-labelledby="recent-notes-title">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="recent-notes-title" className="text-base font-semibold">
          {t(($) => $.library.recent.title)}
        </h2>
        {rows.length > 0 ? (
          <Link to="/user/videos" className="rounded-sm text-sm text-accent-ink hover:underline">
            {t(($) => $.library.recent.all)}
          </Link>
        ) : null}
      </div>
      {query.isPending || (query.isFetching && query.rows.length === 0 && error === null) ? (
        // Also while an empty list reloads: a note that was just begun is about to appear.
        <div role="status" className={grid}>
          <span className="sr-only">{t(($) => $.common.loading)}</span>
          {pictures.map((before, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
            <NoteCardSkeleton key={index} withPicture={before} />
          ))}
        </div>
      ) : error !== null && rows.length === 0 ? (
        <Card>
          <ErrorState
            title={t(($) => $.library.recent.failed)}
            message={error.message}
            code={error.code}
            retrying={query.isFetching}
            onRetry={query.retry}
          />
        </Card>
      ) : rows.length === 0 ? (
        processing ? null : (
          <EmptyState
            className="rounded-lg border border-dashed border-line"
            icon={<NotebookText />}
            title={t(($) => $.library.recent.emptyTitle)}
            description={t(($) => $.library.recent.empty)}
            action={emptyAction}
          />
        )
      ) : (
        <RowWordsProvider>
          <ul className={grid}>
            {rows.slice(0, shown).map((row) => (
              <li key={row.content_id}>
                <NoteCard row={row} />
              </li>
            ))}
          </ul>
        </RowWordsProvider>
      )}
    </section>
  );
}

function NoteCard({ row }: { row: RecordRow }) {
  const { t, format, text } = useRowWords();
  const title = recordTitle(row, 60) ?? t(($) => $.common.untitled);
  const small = !hasPicture(row);
  return (
    <Card
      {...dragSource({ id: row.content_id, title })}
      className="relative flex h-full gap-3 p-3 transition-colors hover:bg-sunken sm:flex-col"
    >
      <Cover
        src={row.cover_url}
        badge={row.duration_seconds === null ? null : formatClock(row.duration_seconds * 1000)}
        className="w-28 self-start sm:w-full"
      />
      <div className="flex min-w-0 grow flex-col">
        <h3 className="font-medium">
          <Link
            to="/content/$contentId"
            params={{ contentId: row.content_id }}
            title={title}
            aria-keyshortcuts={dragKey}
            className="line-clamp-2 wrap-anywhere after:absolute after:inset-0 after:rounded-lg"
          >
            {title}
          </Link>
        </h3>
        <p className={clsx('mt-1 line-clamp-2 text-sm wrap-anywhere text-soft', small && 'sm:line-clamp-8')}>
          {text(row, small ? 320 : 160)}
        </p>
        <div className="mt-auto flex items-center gap-2 pt-2 text-xs text-faint">
          <RecordStatus row={row} />
          {row.cover_url === null && row.duration_seconds !== null ? (
            <span className="tabular-nums">{formatClock(row.duration_seconds * 1000)}</span>
          ) : null}
          <time dateTime={row.updated_at} title={format.dateTime(row.updated_at)}>
            {format.ago(row.updated_at)}
          </time>
        </div>
      </div>
    </Card>
  );
}

function usePicturesBefore(rows: readonly RecordRow[]): readonly boolean[] {
  const [stored, setStored] = useStored('gleaner.recent-pictures', { pictures: [] as boolean[] });
  const [before] = useState(() => skeletonPictures(stored.pictures));
  const now = JSON.stringify(picturesOf(rows));
  useEffect(() => {
    if (now !== '[]') setStored({ pictures: JSON.parse(now) as boolean[] });
  }, [now, setStored]);
  return before;
}

function NoteCardSkeleton({ withPicture }: { withPicture: boolean }) {
  return (
    <Card className="flex gap-3 p-3 sm:flex-col">
      {withPicture ? <Skeleton className="aspect-video w-28 shrink-0 sm:w-full" /> : null}
      <div className="grow">
        <Skeleton className="mt-1 h-3.5 w-4/5" />
        <Skeleton className="mt-3 h-3.5 w-full" />
        <Skeleton className="mt-2 h-3.5 w-2/3" />
        <Skeleton className="mt-3 h-3 w-1/3" />
      </div>
    </Card>
  );
}
