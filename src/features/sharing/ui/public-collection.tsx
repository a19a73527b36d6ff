import { Check, Folder, LibraryBig, Rss } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/time.ts';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { useFormat } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LongText } from '#ui/long-text.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { TypeSign } from '#ui/type-sign.tsx';
import { feedPath, itemPath } from '../shared/public-paths.ts';
import { AddAll } from './add-all.tsx';
import { ListEnd } from './list-end.tsx';
import { useAddToLibrary } from './use-add-to-library.ts';
import { usePages } from './use-pages.ts';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog);

type Opened = RouterOutputs['public']['collection'];

type PublicCollectionPageProps = {
  /** The id or the slug. */
  id: string;
  missing: ReactNode;
  onTitle: (title: string) => void;
  onOpen: (contentId: string) => void;
};

const isMissing = (code: string) => code === 'not_found' || code === 'bad_request';

export function PublicCollectionPage({ id, missing, onTitle, onOpen }: PublicCollectionPageProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = usePages(trpc.public.collection.infiniteQueryKey({ id }), (cursor, signal) =>
    client.public.collection.query({ id, cursor }, { signal }),
  );
  const { pages, failed } = list;
  const collection = pages?.at(-1)?.collection ?? null;
  const name = collection?.name ?? null;
  useEffect(() => {
    if (name !== null) onTitle(name);
  }, [name, onTitle]);
  // Also if it is made private while somebody reads it.
  if (failed && isMissing(failed.code)) return missing;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      {pages && collection ? (
        <>
          <Head collection={collection} />
          <Items collection={collection} items={pages.flatMap((page) => page.items)} onOpen={onOpen} />
          <ListEnd
            list={list}
            failedTitle={t(($) => $.sharing.collection.moreFailed)}
            loading={t(($) => $.sharing.square.loadingMore)}
          />
        </>
      ) : failed ? (
        <ErrorState
          title={t(($) => $.sharing.collection.failed)}
          message={failed.message}
          code={failed.code}
          retrying={list.isFetching}
          onRetry={list.retry}
        />
      ) : (
        <div role="status">
          <span className="sr-only">{t(($) => $.sharing.collection.loading)}</span>
          <Skeleton className="mb-4 h-8 w-56" />
          {['a', 'b', 'c'].map((row) => (
            <Skeleton key={row} className="mb-3 h-28" />
          ))}
        </div>
      )}
    </div>
  );
}

function Head({ collection }: { collection: Opened['collection'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [reporting, setReporting] = useState(false);
  const { name, slug, description, item_count } = collection;
  return (
    <header className="mb-4">
      <h1 tabIndex={-1} className="text-2xl font-semibold wrap-anywhere focus:outline-none">
        {name}
      </h1>
      {description === '' ? null : <LongText text={description} className="mt-2 max-w-2xl text-sm text-soft" />}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-sm text-faint tabular-nums">
          {t(($) => $.sharing.collection.items, { count: item_count, formatted: format.number(item_count) })}
        </p>
        <Button asChild size="sm" variant="ghost">
          <a href={feedPath(slug)} title={t(($) => $.sharing.collection.feedHint, { name })}>
            <Rss aria-hidden className="size-4" />
            {t(($) => $.sharing.collection.feed)}
          </a>
        </Button>
        <Button size="sm" variant="ghost" className="ml-auto" onClick={() => setReporting(true)}>
          {t(($) => $.sharing.collection.report)}
        </Button>
      </div>
      {item_count > 0 ? <AddAll collection={collection} /> : null}
      {reporting ? (
        <Suspense>
          <ReportDialog collection={slug} onClose={() => setReporting(false)} />
        </Suspense>
      ) : null}
    </header>
  );
}

type ItemsProps = Pick<Opened, 'collection' | 'items'> & Pick<PublicCollectionPageProps, 'onOpen'>;

function Items({ collection, items, onOpen }: ItemsProps) {
  const { t } = useTranslation();
  const { add, adding, taken } = useAddToLibrary(collection.slug, { onOpen });
  if (items.length === 0) return <EmptyState icon={<Folder />} title={t(($) => $.sharing.collection.empty)} />;
  return (
    <ul aria-label={t(($) => $.sharing.collection.list, { name: collection.name })} className="border-t border-line">
      {items.map((item) => (
        <li key={item.content_id} className="[contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
          <Item
            item={item}
            href={itemPath(collection.slug, item.content_id)}
            action={
              item.source_url === null ? null : (
                <IconButton
                  label={
                    taken.has(item.content_id)
                      ? t(($) => $.sharing.collection.added)
                      : t(($) => $.sharing.collection.addOne, { title: item.title })
                  }
                  className="relative"
                  aria-busy={adding.includes(item.content_id)}
                  onClick={() => {
                    if (adding.length === 0) add([item.content_id]);
                  }}
                >
                  {taken.has(item.content_id) ? <Check aria-hidden className="text-success" /> : <LibraryBig aria-hidden />}
                </IconButton>
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** A plain link: the note's page is a document of its own, without the interface. */
function Item({ item, href, action }: { item: Opened['items'][number]; href: string; action: ReactNode }) {
  const { t } = useTranslation();
  const { title, cover_url, content_type, excerpt, author, site_name, source_url, duration_seconds } = item;
  const facts = [author, site_name].filter((fact) => fact !== null && fact !== '');
  return (
    <article className="relative flex items-start gap-4 border-b border-line py-4 hover:bg-sunken md:px-3">
      <Cover
        src={cover_url}
        badge={duration_seconds === null ? null : formatClock(duration_seconds * 1000)}
        className="w-28 md:w-40"
        fallback={<TypeSign type={content_type} className="w-28 md:w-40" />}
      />
      <div className="min-w-0 grow">
        <h2 className="font-medium">
          <a href={href} className="line-clamp-2 wrap-anywhere after:absolute after:inset-0">
            {title}
          </a>
        </h2>
        <p className="mt-1 line-clamp-3 text-sm wrap-anywhere text-soft">{excerpt ?? t(($) => $.sharing.collection.noNote)}</p>
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs wrap-anywhere text-faint">
          {facts.join(' · ')}
          {source_url === null || !/^https?:/i.test(source_url) ? null : (
            <a
              href={source_url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="relative underline decoration-line-strong underline-offset-4 hover:text-ink"
            >
              {t(($) => $.sharing.collection.original)}
            </a>
          )}
        </p>
      </div>
      {action}
    </article>
  );
}
