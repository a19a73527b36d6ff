import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListX } from 'lucide-react';
import { type FormEvent, useDeferredValue, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError, useTRPC } from '#rpc/client.tsx';
import { useFailureToast } from '#rpc/failure-toast.ts';
import { refreshWork } from '#rpc/refresh-work.ts';
import { Button } from '#ui/button.tsx';
import { CoverTile } from '#ui/cover-tile.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { readNoteWish } from '#ui/note-wish.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast.ts';
import type { NoteLanguage } from '../submit/use-submit.ts';
import { ItemList } from './item-list.tsx';
import { itemsPerQueue } from './limits.ts';
import { firstOf, matches, withAll, without } from './selection.ts';
import { type ListingItem, usePlaylist } from './use-playlist.ts';

type PlaylistPickerProps = {
  url: string;
  noteLanguage: NoteLanguage;
  onClose: () => void;
  /** Something was queued. */
  onQueued: () => void;
};

/** What is behind a link that stands for many, to pick from and queue. */
export function PlaylistPicker({ url, noteLanguage, onClose, onQueued }: PlaylistPickerProps) {
  const { t } = useTranslation();
  const listing = usePlaylist(url);
  const error = useAppError(listing.error);
  const { view, items } = listing;
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [language, setLanguage] = useState(noteLanguage);
  const queue = useQueueItems({ onQueued });
  const description = useDescription(listing);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={view?.title ?? (error === null ? t(($) => $.listings.loadingTitle) : t(($) => $.listings.pick))}
      {...(description === null ? {} : { description })}
      className="sm:max-w-3xl [&_h2]:line-clamp-2 [&_h2]:wrap-anywhere sm:top-[6vh] sm:max-h-[88vh]"
      footer={
        view === null ? undefined : (
          <Footer
            items={items}
            picked={picked}
            onPick={setPicked}
            language={language}
            onLanguage={setLanguage}
            queueing={queue.isPending}
            onQueue={() =>
              queue.mutate({
                listingId: view.listingId,
                positions: [...picked],
                noteLanguage: language,
                detail: readNoteWish().detail,
              })
            }
          />
        )
      }
    >
      {view !== null ? (
        <PickerBody url={url} listing={listing} picked={picked} onPick={setPicked} />
      ) : error === null ? (
        <PickerSkeleton />
      ) : error.code === 'listing_empty' ? (
        <EmptyState
          icon={<ListX />}
          title={t(($) => $.listings.emptyTitle)}
          description={t(($) => $.listings.empty)}
          action={<Button onClick={onClose}>{t(($) => $.common.close)}</Button>}
        />
      ) : (
        <ErrorState
          title={t(($) => $.listings.failed)}
          message={error.message}
          code={error.code}
          retrying={listing.reading}
          onRetry={listing.retry}
        />
      )}
    </Dialog>
  );
}

type Listing = ReturnType<typeof usePlaylist>;

function useDescription({ view, items, complete }: Listing): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  if (view === null) return null;
  const count = Math.max(view.total ?? 0, items.length);
  const facts = [
    t(($) => $.listings.kind[view.kind]),
    view.siteName,
    complete || view.total !== null ? t(($) => $.listings.count, { count, replace: { count: format.number(count) } }) : null,
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}

type Picking = { picked: ReadonlySet<number>; onPick: (picked: ReadonlySet<number>) => void };

function PickerBody({ url, listing, picked, onPick }: Picking & { url: string; listing: Listing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, items, complete } = listing;
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter.trim());
  const error = useAppError(listing.error);
  const shown = useMemo(
    () => (wanted === '' ? items : items.filter((item) => matches(`${item.title} ${item.author ?? ''}`, wanted))),
    [items, wanted],
  );
  if (items.length === 0)
    return <EmptyState icon={<ListX />} title={t(($) => $.listings.emptyTitle)} description={t(($) => $.listings.empty)} />;
  const total = view?.total ?? null;
  const numbers = { listed: format.number(items.length), total: format.number(total ?? 0) };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-4">
        <CoverTile
          src={view?.cover ?? null}
          title={view?.title ?? ''}
          sourceUrl={url}
          className="w-32 self-start max-sm:hidden"
        />
        <div className="flex min-w-0 grow flex-col gap-2">
          <Input
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            aria-label={t(($) => $.listings.filter)}
            placeholder={t(($) => $.listings.filter)}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button size="sm" onClick={() => onPick(withAll(picked, shown))}>
              {wanted === '' ? t(($) => $.listings.all) : t(($) => $.listings.allShown, { number: format.number(shown.length) })}
            </Button>
            <Button
              size="sm"
              disabled={picked.size === 0}
              onClick={() => onPick(wanted === '' ? new Set() : without(picked, shown))}
            >
              {t(($) => $.listings.none)}
            </Button>
            <RangeForm items={items} picked={picked} onPick={onPick} />
          </div>
        </div>
      </div>
      <p role="status" className="min-h-4 text-xs text-soft tabular-nums empty:hidden">
        {!complete && error === null
          ? total === null
            ? t(($) => $.listings.reading, { listed: numbers.listed })
            : t(($) => $.listings.readingOf, numbers)
          : complete && total !== null && total > items.length
            ? t(($) => $.listings.partly, numbers)
            : null}
      </p>
      {error === null ? null : (
        <ErrorState
          layout="row"
          className="rounded-md border border-line"
          title={t(($) => $.listings.moreFailed)}
          message={error.message}
          code={error.code}
          retrying={listing.reading}
          onRetry={listing.retry}
        />
      )}
      {shown.length === 0 ? (
        <p
          role="status"
          className="flex h-[min(26rem,42dvh)] items-center justify-center px-6 text-center text-sm text-soft wrap-anywhere"
        >
          {t(($) => $.listings.noMatch, { filter: wanted })}
        </p>
      ) : (
        <ItemList items={shown} picked={picked} onPick={onPick} />
      )}
    </div>
  );
}

/** From one number of the list to another, for those without a Shift key at hand. */
function RangeForm({ items, picked, onPick }: Picking & { items: readonly ListingItem[] }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const ends = [Number(from), Number(until)].sort((a, b) => a - b);
  const [first = 0, last = 0] = ends;
  const valid = first >= 1 && last <= items.length && Number.isInteger(first) && Number.isInteger(last);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (valid) onPick(withAll(picked, items.slice(first - 1, last)));
  }

  const field = {
    type: 'text',
    inputMode: 'numeric',
    maxLength: 5,
    className: 'h-8! px-2! text-center tabular-nums',
  } as const;
  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap items-center gap-1.5 text-sm text-soft sm:ml-auto">
      <span aria-hidden>{t(($) => $.listings.range)}</span>
      <div className="w-14">
        <Input
          {...field}
          value={from}
          aria-label={t(($) => $.listings.rangeFrom)}
          onChange={(event) => setFrom(event.target.value)}
        />
      </div>
      <span aria-hidden>{t(($) => $.listings.rangeTo)}</span>
      <div className="w-14">
        <Input
          {...field}
          value={until}
          aria-label={t(($) => $.listings.rangeUntil)}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      <Button type="submit" size="sm" disabled={!valid}>
        {t(($) => $.listings.rangePick)}
      </Button>
    </form>
  );
}

type FooterProps = Picking & {
  items: readonly ListingItem[];
  language: NoteLanguage;
  onLanguage: (language: NoteLanguage) => void;
  queueing: boolean;
  onQueue: () => void;
};

function Footer({ items, picked, onPick, language, onLanguage, queueing, onQueue }: FooterProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const languageId = useId();
  const chosen = useMemo(() => items.filter(({ position }) => picked.has(position)), [items, picked]);
  const seconds = chosen.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0);
  const isExact = chosen.every(({ durationSeconds }) => durationSeconds !== null);
  const tooMany = picked.size > itemsPerQueue;
  const duration = format.duration(seconds);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 grow text-sm tabular-nums">
        {tooMany ? (
          <span className="text-danger">
            {t(($) => $.listings.tooMany, { limit: itemsPerQueue, number: format.number(picked.size) })}
          </span>
        ) : (
          <>
            {t(($) => $.listings.picked, { count: picked.size })}
            {seconds > 0 ? (
              <span className="text-soft">
                {' · '}
                {isExact ? t(($) => $.listings.length, { duration }) : t(($) => $.listings.lengthAtLeast, { duration })}
              </span>
            ) : null}
          </>
        )}
      </p>
      <label htmlFor={languageId} className="text-sm text-soft">
        {t(($) => $.listings.language)}
      </label>
      <select
        id={languageId}
        value={language}
        onChange={(event) => onLanguage(event.target.value === 'en' ? 'en' : 'zh')}
        className="h-10 rounded-md border border-line-strong bg-surface px-2 text-sm"
      >
        <option value="zh">{t(($) => $.listings.languages.zh)}</option>
        <option value="en">{t(($) => $.listings.languages.en)}</option>
      </select>
      {tooMany ? (
        <Button className="max-sm:w-full" onClick={() => onPick(firstOf(picked, itemsPerQueue))}>
          {t(($) => $.listings.keepFirst, { limit: itemsPerQueue })}
        </Button>
      ) : (
        <Button variant="primary" className="max-sm:w-full" disabled={picked.size === 0} loading={queueing} onClick={onQueue}>
          {picked.size === 0 ? t(($) => $.listings.queueNone) : t(($) => $.listings.queue, { count: picked.size })}
        </Button>
      )}
    </div>
  );
}

function useQueueItems({ onQueued }: { onQueued: () => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  return useMutation(
    trpc.ingest.queueItems.mutationOptions({
      onSuccess: ({ queued, existing, problems }) => {
        const rest = [
          existing > 0 ? t(($) => $.listings.alreadyThere, { count: existing }) : null,
          problems.length > 0 ? t(($) => $.listings.notStarted, { count: problems.length }) : null,
        ].filter((part) => part !== null);
        showToast({
          tone: problems.length > 0 ? 'warning' : 'success',
          message: t(($) => $.listings.queued, { count: queued }),
          ...(rest.length > 0 ? { description: rest.join(t(($) => $.common.listSeparator)) } : {}),
        });
        onQueued();
      },
      onError: (error) =>
        failed(
          t(($) => $.listings.queueFailed),
          error,
        ),
      onSettled: () => refreshWork(queryClient, trpc),
    }),
  );
}

function PickerSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t(($) => $.listings.loadingTitle)}</span>
      <Skeleton className="h-10 w-full" />
      <div className="flex gap-2">
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-20" />
      </div>
      <div className="h-[min(26rem,42dvh)] overflow-hidden rounded-md border border-line">
        {[0.8, 0.55, 0.7, 0.45, 0.65, 0.75, 0.5, 0.6].map((width) => (
          <div key={width} className="flex h-[76px] items-center gap-3 border-b border-line px-3 sm:h-[52px]">
            <Skeleton className="size-[18px] shrink-0" />
            <div className="grow">
              <Skeleton className="h-3.5" style={{ width: `${width * 100}%` }} />
              <Skeleton className="mt-2 h-3 w-1/4" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
