import { Link } from '@tanstack/react-router';
import { Folder, Search } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { CoverCard, coverCardLink } from '#ui/cover-card.tsx';
import { Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SearchField } from '#ui/search-field.tsx';
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

function Filters({ search, order, onChange }: PublicSquareProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField
        search={search}
        label={t(($) => $.sharing.square.search)}
        maxLength={longestSearch}
        onSearch={(next) => onChange({ search: next, order })}
        className="w-full"
      />
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
    <CoverCard
      cover={cover_url}
      icon={<Folder aria-hidden className="size-8" />}
      title={
        <Link to="/user/collections/$id" params={{ id: slug }} title={name} className={coverCardLink}>
          {name}
        </Link>
      }
      description={description}
      facts={
        <>
          {t(($) => $.sharing.collection.items, { count: item_count, formatted: format.number(item_count) })}
          <time dateTime={updated_at}>{format.ago(updated_at)}</time>
        </>
      }
    />
  );
}
