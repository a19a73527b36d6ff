import { Link } from '@tanstack/react-router';
import { Folder, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { Cover } from '#ui/cover.tsx';
import { Input, Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { ListEnd } from './list-end.tsx';
import { usePages } from './use-pages.ts';

export const squareOrders = ['published', 'updated'] as const;
export type SquareOrder = (typeof squareOrders)[number];

type PublicSquareProps = {
  search: string;
  order: SquareOrder;
  onChange: (next: { search: string; order: SquareOrder }) => void;
};

type PublicCollection = RouterOutputs['public']['collections']['collections'][number];

const debounceMs = 500;
const longestSearch = 100;

export function PublicSquare({ search, order, onChange }: PublicSquareProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = usePages(trpc.public.collections.infiniteQueryKey({ search, order }), (cursor, signal) =>
    client.public.collections.query({ search, order, cursor }, { signal }),
  );
  const { pages, failed } = list;
  const found = pages?.flatMap(({ collections }) => collections) ?? [];
  return (
    <>
      <Filters search={search} order={order} onChange={onChange} />
      {pages === null ? (
        failed ? (
          <ErrorState
            title={t(($) => $.sharing.square.failed)}
            message={failed.message}
            code={failed.code}
            retrying={list.isFetching}
            onRetry={list.retry}
          />
        ) : (
          <div role="status" className={grid}>
            <span className="sr-only">{t(($) => $.sharing.square.loading)}</span>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
              <Skeleton key={card} className="aspect-[16/14] rounded-lg" />
            ))}
          </div>
        )
      ) : found.length === 0 ? (
        search === '' ? (
          <EmptyState
            icon={<Folder />}
            title={t(($) => $.sharing.square.emptyTitle)}
            description={t(($) => $.sharing.square.empty)}
          />
        ) : (
          <EmptyState
            icon={<Search />}
            title={t(($) => $.sharing.square.noMatchTitle)}
            description={<span className="wrap-anywhere">{t(($) => $.sharing.square.noMatch, { search })}</span>}
          />
        )
      ) : (
        <>
          <ul aria-label={t(($) => $.sharing.square.list)} className={grid}>
            {found.map((collection) => (
              <li key={collection.id} className="[contain-intrinsic-size:auto_16rem] [content-visibility:auto]">
                <Card collection={collection} />
              </li>
            ))}
          </ul>
          <ListEnd
            list={list}
            failedTitle={t(($) => $.sharing.square.moreFailed)}
            loading={t(($) => $.sharing.square.loadingMore)}
          />
        </>
      )}
    </>
  );
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-4';

/** Searches when typing rests; Enter does so at once. */
function Filters({ search, order, onChange }: PublicSquareProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  // The address changed by another way.
  if (search !== known) {
    setKnown(search);
    if (search !== typed.trim()) setTyped(search);
  }
  const send = useEffectEvent(() => {
    if (typed.trim() !== search) onChange({ search: typed.trim(), order });
  });
  useEffect(() => {
    if (typed.trim() === known) return;
    const timer = setTimeout(() => send(), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, known]);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <search className="relative block w-full max-w-md">
        <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-faint" />
        <Input
          type="search"
          value={typed}
          maxLength={longestSearch}
          aria-label={t(($) => $.sharing.square.search)}
          placeholder={t(($) => $.sharing.square.search)}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onChange({ search: typed.trim(), order });
          }}
          className="pl-9"
        />
      </search>
      <div className="ml-auto flex items-center gap-2">
        <label htmlFor={id} className="text-sm whitespace-nowrap text-soft">
          {t(($) => $.sharing.square.order)}
        </label>
        <Select
          id={id}
          value={order}
          className="w-auto!"
          onChange={(event) => onChange({ search, order: squareOrders.find((one) => one === event.target.value) ?? 'published' })}
        >
          {squareOrders.map((one) => (
            <option key={one} value={one}>
              {t(($) => $.sharing.square.orders[one])}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}

function Card({ collection }: { collection: PublicCollection }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, slug, description, cover_url, item_count, updated_at } = collection;
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors hover:border-line-strong">
      <div className="flex aspect-video items-center justify-center bg-sunken text-faint">
        <Cover src={cover_url} className="size-full rounded-none!" fallback={<Folder aria-hidden className="size-8" />} />
      </div>
      <div className="p-3">
        <h2 className="font-medium">
          <Link
            to="/user/collections/$id"
            params={{ id: slug }}
            title={name}
            className="line-clamp-2 wrap-anywhere after:absolute after:inset-0"
          >
            {name}
          </Link>
        </h2>
        {description === '' ? null : <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-soft">{description}</p>}
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-faint tabular-nums">
          {t(($) => $.sharing.collection.items, { count: item_count, formatted: format.number(item_count) })}
          <time dateTime={updated_at}>{format.ago(updated_at)}</time>
        </p>
      </div>
    </article>
  );
}
