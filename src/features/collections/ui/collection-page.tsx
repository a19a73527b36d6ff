import { useQueryClient } from '@tanstack/react-query';
import { Folder, FolderX, Info } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { dragFrom } from '#ui/drag/drag-source.ts';
import { dragState } from '#ui/drag/drag-state.ts';
import { useFormat } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LongText } from '#ui/long-text.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { contentAtPlace } from '../shared/drop-places.ts';
import { HiddenText } from './hidden-text.tsx';
import { ItemMenu } from './item-menu.tsx';
import { MoveOneMenu } from './move/move-menu.tsx';
import { useMoveToCollection } from './move/use-move-to-collection.ts';
import { OrderPlace } from './order-place.tsx';
import { PublicBadge } from './public-badge.tsx';
import { useCollectionActions } from './use-collection-actions.ts';
import { type CollectionDetails, type CollectionItems, useCollectionItems } from './use-collection-items.ts';
import { useCollectionOrder } from './use-collection-order.ts';
import { itemCount, useCollectionChanges } from './use-collections.ts';

const CollectionSheet = lazyPart(async () => (await import('./collection-sheet.tsx')).CollectionSheet);

type CollectionPageProps = {
  /** The id or the slug, also a former one. */
  id: string;
  /** Called with the title for the browser's tab; null while unknown. */
  onTitle: (title: string | null) => void;
  onSlug: (slug: string) => void;
  onDeleted: () => void;
  /** `action` renders the end of each row. */
  rows: (items: CollectionItems, label: string, action: (contentId: string, title: string) => ReactNode) => ReactNode;
  records: ReactNode;
  /** False: it is not known yet whether there is a user, without whom the call would be refused. */
  enabled: boolean;
  /** Shown when the collection is not the user's own. */
  foreign?: ((missing: ReactNode) => ReactNode) | undefined;
  publicLinks?: ((collection: { slug: string }) => ReactNode) | undefined;
  actions?: ((collection: { id: string }) => ReactNode) | undefined;
};

const notOwn = ['not_found', 'bad_request', 'unauthenticated'];

export function CollectionPage(props: CollectionPageProps) {
  const { id, onTitle, onSlug, onDeleted, rows, records, enabled, foreign, publicLinks, actions } = props;
  const { t } = useTranslation();
  const items = useCollectionItems(id, { enabled });
  const failed = useAppError(items.error);
  const { collection } = items;
  const name = collection?.name ?? null;
  const isMissing = failed !== null && notOwn.includes(failed.code);
  useEffect(() => {
    if (!isMissing) onTitle(name);
  }, [onTitle, name, isMissing]);
  useCurrentSlug(id, collection, onSlug);
  const page = useRef<HTMLDivElement>(null);
  const focus = useRowFocus(page, items.rows);
  if (isMissing) {
    const missing = <MissingCollection records={records} />;
    return foreign ? foreign(missing) : missing;
  }
  return (
    <div ref={page} {...(collection ? dragFrom(collection.id) : {})} className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      {collection ? (
        <>
          <Head collection={collection} onDeleted={onDeleted} publicLinks={publicLinks} actions={actions} />
          {items.rows.length > 0 ? (
            <Contents collection={collection} items={items} rows={rows} focus={focus} />
          ) : items.hasNextPage ? (
            <Waiting />
          ) : (
            <EmptyState
              icon={<Folder />}
              title={t(($) => $.collections.page.emptyTitle)}
              description={t(($) => $.collections.page.empty)}
              action={records}
            />
          )}
        </>
      ) : failed ? (
        <>
          <h1 className="sr-only">{t(($) => $.collections.page.title)}</h1>
          <ErrorState
            title={t(($) => $.collections.page.failed)}
            message={failed.message}
            code={failed.code}
            retrying={items.isFetching}
            onRetry={items.retry}
          />
        </>
      ) : (
        <>
          <Skeleton className="mb-4 h-8 w-56" />
          <Waiting />
        </>
      )}
    </div>
  );
}

export function MissingCollection({ records }: { records: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex grow flex-col items-center justify-center px-6 py-16 text-center">
      <FolderX aria-hidden className="mb-4 size-8 text-faint" />
      <h1 className="text-2xl font-semibold">{t(($) => $.collections.page.notFound)}</h1>
      <p className="mt-2 max-w-md text-base text-soft">{t(($) => $.collections.page.notFoundHint)}</p>
      <div className="mt-6">{records}</div>
    </div>
  );
}

/** Copies the data loaded under the former address to the new one, so that it is shown at once. */
function useCurrentSlug(id: string, collection: CollectionDetails | null, onSlug: (slug: string) => void): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const current = collection && collection.id !== id && collection.slug !== id ? collection.slug : null;
  useEffect(() => {
    if (current === null) return;
    for (const [key, data] of queryClient.getQueriesData({ queryKey: trpc.share.getCollectionDetails.infiniteQueryKey() })) {
      const [path, options] = key as [unknown, { input?: { id?: string } }];
      if (options.input?.id === id)
        queryClient.setQueryData([path, { ...options, input: { ...options.input, id: current } }], data);
    }
    onSlug(current);
  }, [id, current, onSlug, queryClient, trpc]);
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t(($) => $.collections.page.loading)}</span>
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} className="h-28" />
      ))}
    </div>
  );
}

const menuOf = (contentId: string) => `[data-item-menu="${contentId}"]`;

/** When a row with the focus is removed, the next row's menu or the heading gets it; a moved row keeps it. */
function useRowFocus(page: RefObject<HTMLElement | null>, rows: CollectionItems['rows']) {
  const leaving = useRef<{ contentId: string; next: string | null } | null>(null);
  useLayoutEffect(() => {
    const left = leaving.current;
    if (!left) return;
    const stays = rows.some(({ content_id }) => content_id === left.contentId);
    if (stays && left.next !== left.contentId) return;
    if (document.activeElement !== document.body && document.activeElement !== null) {
      if (!stays) leaving.current = null;
      return;
    }
    leaving.current = null;
    const next = left.next === null ? null : page.current?.querySelector<HTMLElement>(menuOf(left.next));
    (next ?? page.current?.querySelector<HTMLElement>('h1'))?.focus();
  }, [page, rows]);
  return {
    removing(contentId: string) {
      const index = rows.findIndex(({ content_id }) => content_id === contentId);
      leaving.current = { contentId, next: rows[index + 1]?.content_id ?? null };
    },
    moving(contentId: string) {
      leaving.current = { contentId, next: contentId };
    },
  };
}

type ContentsProps = {
  collection: CollectionDetails;
  items: CollectionItems;
  rows: CollectionPageProps['rows'];
  focus: ReturnType<typeof useRowFocus>;
};

function Contents({ collection, items, rows, focus }: ContentsProps) {
  const { t } = useTranslation();
  const { remove } = useCollectionChanges();
  const { update } = useCollectionActions();
  const moves = useMoveToCollection();
  const order = useCollectionOrder(collection, items.rows);
  const { id, name, is_public } = collection;
  const format = useFormat();
  const drop = useEffectEvent((contentId: string, place: string) => {
    const other = contentAtPlace(id, place);
    if (other === null) focus.removing(contentId);
    else if (order.moveTo(contentId, other)) focus.moving(contentId);
  });
  useEffect(
    () =>
      dragState.subscribe(({ ended }, before) => {
        if (ended !== before.ended && ended?.place && ended.dragged.from === id) drop(ended.dragged.ids[0] ?? '', ended.place.id);
      }),
    [id],
  );
  const pictured = new Set(items.rows.flatMap((row) => (row.cover_url === null ? [] : [row.content_id])));
  return (
    <>
      {rows(
        items,
        t(($) => $.collections.page.list, { name }),
        (contentId, title) => (
          <>
            <OrderPlace
              collectionId={id}
              contentId={contentId}
              ids={order.ids}
              name={t(($) => $.collections.item.place, {
                place: format.number(order.ids.indexOf(contentId) + 1),
                total: format.number(order.count),
              })}
            />
            <MoveOneMenu moves={moves} contentId={contentId} title={title} from={id} onMove={() => focus.removing(contentId)} />
            <ItemMenu
              contentId={contentId}
              title={title}
              directions={order.directionsOf(contentId)}
              onMove={(direction) => {
                focus.moving(contentId);
                order.move(contentId, direction);
              }}
              onCover={pictured.has(contentId) ? () => update.mutate({ id, coverContentId: contentId }) : null}
              onRemove={() => {
                focus.removing(contentId);
                remove.mutate({ contentId, collection: { id, name, is_public } });
              }}
            />
          </>
        ),
      )}
      <p role="status" className="sr-only">
        {order.said}
      </p>
    </>
  );
}

type HeadProps = { collection: CollectionDetails } & Pick<CollectionPageProps, 'onDeleted' | 'publicLinks' | 'actions'>;

function Head({ collection, onDeleted, publicLinks, actions }: HeadProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState<string | null>(null);
  const count = itemCount(collection);
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h1 tabIndex={-1} className="min-w-0 text-2xl font-semibold wrap-anywhere focus:outline-none">
          {collection.name}
        </h1>
        <p className="mt-2 flex items-center gap-2 text-sm text-faint tabular-nums">
          {t(($) => $.collections.page.count, { count, formatted: format.number(count) })}
          <PublicBadge collection={collection} />
        </p>
        <div className="ml-auto flex gap-2">
          {actions?.(collection)}
          <Button size="sm" onClick={() => setOpen(collection.id)}>
            <Info aria-hidden className="size-4" />
            {t(($) => $.collections.sheet.title)}
          </Button>
        </div>
      </div>
      {collection.hidden ? (
        <p className="mt-2 max-w-2xl text-sm text-soft">
          <HiddenText reasons={collection.hidden_for} />
        </p>
      ) : null}
      {collection.description === '' ? null : (
        <LongText text={collection.description} className="mt-2 max-w-2xl text-sm text-soft" />
      )}
      {open === collection.id ? (
        <Suspense>
          <CollectionSheet id={collection.id} onClose={() => setOpen(null)} onDeleted={onDeleted} publicLinks={publicLinks} />
        </Suspense>
      ) : null}
    </div>
  );
}
