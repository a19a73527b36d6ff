import { Folder, FolderX, Pencil, Trash2, X } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { type CollectionItems, useCollectionItems, useRenameAndDelete } from './use-collection-items.ts';
import { type Collection, itemCount, useCollectionChanges } from './use-collections.ts';

const NameDialog = lazyPart(async () => (await import('./name-dialog.tsx')).NameDialog);

type CollectionPageProps = {
  id: string;
  /** Title for the browser's tab; null while unknown. */
  onTitle: (title: string | null) => void;
  onDeleted: () => void;
  /** `action` is at the end of each row. */
  rows: (items: CollectionItems, label: string, action: (contentId: string, title: string) => ReactNode) => ReactNode;
  records: ReactNode;
};

export function CollectionPage({ id, onTitle, onDeleted, rows, records }: CollectionPageProps) {
  const { t } = useTranslation();
  const items = useCollectionItems(id);
  const failed = useAppError(items.error);
  const { collection } = items;
  const name = collection?.name ?? null;
  useEffect(() => onTitle(name), [onTitle, name]);
  const page = useRef<HTMLDivElement>(null);
  const leaving = useFocusAfterRemoval(page, items.rows);
  if (failed?.code === 'not_found' || failed?.code === 'bad_request' || failed?.code === 'unauthenticated') {
    return (
      <div className="flex grow flex-col items-center justify-center px-6 py-16 text-center">
        <FolderX aria-hidden className="mb-4 size-8 text-faint" />
        <h1 className="text-2xl font-semibold">{t(($) => $.collections.page.notFound)}</h1>
        <p className="mt-2 max-w-md text-base text-soft">{t(($) => $.collections.page.notFoundHint)}</p>
        <div className="mt-6">{records}</div>
      </div>
    );
  }
  return (
    <div ref={page} className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      {collection ? (
        <>
          <Head collection={collection} onDeleted={onDeleted} />
          {items.rows.length > 0 ? (
            <Contents collection={collection} items={items} rows={rows} onRemove={leaving} />
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

/** The focus of a removed row goes to the next row's button, else to the heading. Call it with the removed content. */
function useFocusAfterRemoval(page: RefObject<HTMLElement | null>, rows: CollectionItems['rows']): (contentId: string) => void {
  const leaving = useRef<{ contentId: string; next: string | null } | null>(null);
  useEffect(() => {
    const left = leaving.current;
    if (!left || rows.some(({ content_id }) => content_id === left.contentId)) return;
    leaving.current = null;
    if (document.activeElement !== document.body) return;
    const next = left.next === null ? null : page.current?.querySelector<HTMLElement>(`[data-take-out="${left.next}"]`);
    (next ?? page.current?.querySelector<HTMLElement>('h1'))?.focus();
  }, [page, rows]);
  return (contentId) => {
    const index = rows.findIndex(({ content_id }) => content_id === contentId);
    leaving.current = { contentId, next: rows[index + 1]?.content_id ?? null };
  };
}

type ContentsProps = {
  collection: Collection;
  items: CollectionItems;
  rows: CollectionPageProps['rows'];
  onRemove: (contentId: string) => void;
};

function Contents({ collection, items, rows, onRemove }: ContentsProps) {
  const { t } = useTranslation();
  const { remove } = useCollectionChanges();
  const { id, name, is_public } = collection;
  return rows(
    items,
    t(($) => $.collections.page.list, { name }),
    (contentId, title) => (
      <IconButton
        size="sm"
        label={t(($) => $.collections.page.removeItem, { title })}
        data-take-out={contentId}
        onClick={() => {
          onRemove(contentId);
          remove.mutate({ contentId, collection: { id, name, is_public } });
        }}
      >
        <X aria-hidden />
      </IconButton>
    ),
  );
}

function Head({ collection, onDeleted }: { collection: Collection; onDeleted: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { rename, remove } = useRenameAndDelete(collection, { onDeleted });
  const count = itemCount(collection);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <h1 tabIndex={-1} className="min-w-0 text-2xl font-semibold [overflow-wrap:anywhere] focus:outline-none">
        {collection.name}
      </h1>
      <p className="text-sm text-faint tabular-nums">
        {t(($) => $.collections.page.count, { count, formatted: format.number(count) })}
      </p>
      <div className="ml-auto flex gap-1">
        <Button size="sm" variant="ghost" onClick={() => setOpen('rename')}>
          <Pencil aria-hidden className="size-4" />
          {t(($) => $.collections.page.rename)}
        </Button>
        <Button size="sm" variant="danger-ghost" onClick={() => setOpen('delete')}>
          <Trash2 aria-hidden className="size-4" />
          {t(($) => $.collections.page.remove)}
        </Button>
      </div>
      {open === 'rename' ? (
        <Suspense>
          <NameDialog
            title={t(($) => $.collections.page.renameTitle)}
            initial={collection.name}
            saveLabel={t(($) => $.collections.page.renameSave)}
            saving={rename.isPending}
            onSave={(name) => rename.mutate({ id: collection.id, name }, { onSuccess: () => setOpen(null) })}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      ) : null}
      <AlertDialog
        open={open === 'delete'}
        onOpenChange={(next) => (next ? undefined : setOpen(null))}
        danger
        pending={remove.isPending}
        title={t(($) => $.collections.page.deleteTitle, { name: collection.name })}
        description={t(($) => $.collections.page.deleteText, { count })}
        confirmLabel={t(($) => $.collections.page.deleteConfirm)}
        cancelLabel={t(($) => $.common.cancel)}
        onConfirm={() => remove.mutate({ id: collection.id })}
      />
    </div>
  );
}
