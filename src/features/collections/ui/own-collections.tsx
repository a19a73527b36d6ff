import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Folder, Info, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { CoverCard, coverCardLink } from '#ui/cover-card.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { NewCollection } from './new-collection.tsx';
import { PublicBadge } from './public-badge.tsx';
import { type Collection, itemCount, useCollections } from './use-collections.ts';

const CollectionSheet = lazyPart(async () => (await import('./collection-sheet.tsx')).CollectionSheet);

const coversAtOnce = 100;
const searchableFrom = 9;

export function OwnCollections({ publicLinks }: { publicLinks?: (collection: { slug: string }) => ReactNode }) {
  const { t } = useTranslation();
  const query = useCollections();
  const failed = useAppError(query.error);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const [naming, setNaming] = useState(false);
  const all = query.data ?? [];
  const wanted = search.trim().toLocaleLowerCase();
  const shown = wanted === '' ? all : all.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const create = (
    <Button variant="primary" onClick={() => setNaming(true)}>
      <Plus aria-hidden className="size-4" />
      {t(($) => $.collections.sidebar.create)}
    </Button>
  );
  return (
    <>
      {query.data ? (
        all.length === 0 ? (
          <EmptyState
            icon={<Folder />}
            title={t(($) => $.collections.list.emptyTitle)}
            description={t(($) => $.collections.list.empty)}
            action={create}
          />
        ) : (
          <>
            <div className="mb-4 flex flex-wrap items-center gap-3">
              {all.length >= searchableFrom ? (
                <Input
                  type="search"
                  value={search}
                  className="max-w-xs! max-sm:max-w-none!"
                  aria-label={t(($) => $.collections.menu.search)}
                  placeholder={t(($) => $.collections.menu.search)}
                  onChange={(event) => setSearch(event.target.value)}
                />
              ) : null}
              <div className="ml-auto">{create}</div>
            </div>
            {shown.length === 0 ? (
              <p role="status" className="py-12 text-center text-sm wrap-anywhere text-soft">
                {t(($) => $.collections.menu.noMatch, { search: search.trim() })}
              </p>
            ) : (
              <Cards collections={shown} onDetails={setOpened} />
            )}
          </>
        )
      ) : failed ? (
        <ErrorState
          title={t(($) => $.collections.menu.failed)}
          message={failed.message}
          code={failed.code}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div role="status" className={grid}>
          <span className="sr-only">{t(($) => $.collections.menu.loading)}</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
            <Skeleton key={card} className="aspect-[16/13] rounded-lg" />
          ))}
        </div>
      )}
      {naming ? <NewCollection onClose={() => setNaming(false)} /> : null}
      {opened === null ? null : (
        <Suspense>
          <CollectionSheet id={opened} onClose={() => setOpened(null)} publicLinks={publicLinks} />
        </Suspense>
      )}
    </>
  );
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-4';

function Cards({ collections, onDetails }: { collections: Collection[]; onDetails: (id: string) => void }) {
  const { t } = useTranslation();
  const covers = useCovers(collections);
  return (
    <ul aria-label={t(($) => $.collections.list.own)} className={grid}>
      {collections.map((collection) => (
        <li key={collection.id} className="[contain-intrinsic-size:auto_14rem] [content-visibility:auto]">
          <Card collection={collection} cover={covers.get(collection.id) ?? null} onDetails={() => onDetails(collection.id)} />
        </li>
      ))}
    </ul>
  );
}

function useCovers(collections: readonly Collection[]): Map<string, string> {
  const trpc = useTRPC();
  const ids = collections.filter((collection) => itemCount(collection) > 0).map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / coversAtOnce) }, (_, part) =>
    ids.slice(part * coversAtOnce, (part + 1) * coversAtOnce),
  );
  const queries = useQueries({
    queries: parts.map((collectionIds) => trpc.share.getCollectionCovers.queryOptions({ collectionIds })),
  });
  return new Map(queries.flatMap(({ data }) => Object.entries(data ?? {})));
}

type CardProps = { collection: Collection; cover: string | null; onDetails: () => void };

function Card({ collection, cover, onDetails }: CardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { slug, name } = collection;
  const count = itemCount(collection);
  return (
    <CoverCard
      cover={cover}
      icon={<Folder aria-hidden className="size-8" />}
      title={
        <Link to="/user/collections/$id" params={{ id: slug }} title={name} className={coverCardLink}>
          {name}
        </Link>
      }
      facts={
        <>
          {t(($) => $.collections.page.count, { count, formatted: format.number(count) })}
          <time dateTime={collection.updated_at}>{format.ago(collection.updated_at)}</time>
          <PublicBadge collection={collection} />
        </>
      }
      action={
        <IconButton size="sm" className="relative" label={t(($) => $.collections.list.detailsOf, { name })} onClick={onDetails}>
          <Info aria-hidden />
        </IconButton>
      }
    />
  );
}
