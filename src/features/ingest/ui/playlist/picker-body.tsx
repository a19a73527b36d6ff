import { ListX } from 'lucide-react';
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { ItemList } from './item-list.tsx';
import { matches, withAll, without } from './selection.ts';
import type { ListingItem, Playlist } from './use-playlist.ts';

export type Picking = { picked: ReadonlySet<number>; onPick: (picked: ReadonlySet<number>) => void };

export function PickerBody({ listing, picked, onPick }: Picking & { listing: Playlist }) {
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
        <Cover src={view?.cover ?? null} className="w-32 self-start max-sm:hidden" />
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

/** For input without a Shift key. */
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
