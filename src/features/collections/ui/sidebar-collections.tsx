import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, Folder, FolderPlus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
import { dropTarget } from '#ui/drag/drag-source.ts';
import { useDragged, useIsOver } from '#ui/drag/drag-state.ts';
import { dropClass } from '#ui/drag/drop-class.ts';
import { useFormat } from '#ui/format.ts';
import { Skeleton } from '#ui/surfaces.tsx';
import { collectionPlace, newCollectionPlace } from '../shared/drop-places.ts';
import { NewCollection } from './new-collection.tsx';
import { rememberedRows, rememberRows } from './sidebar-rows.ts';
import { type Collection, useCollections } from './use-collections.ts';

const shownAtFirst = 3;

export function SidebarCollections() {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useCollections();
  const [opened, setWhole] = useState(false);
  const dragged = useDragged();
  const section = useDropSection(dragged !== null);
  const whole = opened || dragged !== null;
  const [naming, setNaming] = useState(false);
  const all = query.data ?? [];
  const count = query.data?.length;
  useEffect(() => {
    if (count !== undefined) rememberRows(count);
  }, [count]);
  const shown = whole ? all : all.slice(0, shownAtFirst);
  return (
    <section ref={section} aria-labelledby="collections-title" className="mt-4 shrink-0 scroll-mt-2">
      <div className="relative flex h-7 items-center pr-3 pl-4">
        <h2 id="collections-title" className="grow text-xs text-faint">
          <Link
            to="/user/collections"
            activeOptions={{ exact: true }}
            className="inline-flex h-7 items-center rounded-sm hover:text-ink"
            activeProps={{ className: 'font-medium text-ink' }}
          >
            {t(($) => $.collections.sidebar.title)}
          </Link>
        </h2>
        <IconButton size="sm" className="size-7!" label={t(($) => $.collections.sidebar.create)} onClick={() => setNaming(true)}>
          <Plus aria-hidden />
        </IconButton>
        {dragged ? <NewTarget /> : null}
      </div>
      <div className="px-2" aria-busy={query.isPending}>
        {query.isPending ? (
          <div role="status">
            <span className="sr-only">{t(($) => $.common.loading)}</span>
            {Array.from({ length: rememberedRows() ?? 1 }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
              <div key={row} className="flex h-8 items-center px-2">
                <Skeleton className="h-3.5 w-full" />
              </div>
            ))}
          </div>
        ) : !query.data ? (
          <div role="alert" className="px-2 py-1 text-sm text-soft">
            <p>{t(($) => $.collections.sidebar.failed)}</p>
            <Button size="sm" className="mt-2" loading={query.isFetching} onClick={() => void query.refetch()}>
              {t(($) => $.common.retry)}
            </Button>
          </div>
        ) : all.length === 0 ? (
          <p className="flex h-8 items-center px-2 text-sm text-faint">{t(($) => $.collections.sidebar.empty)}</p>
        ) : (
          <ul>
            {shown.map((collection) => (
              <CollectionLine key={collection.id} collection={collection} leaving={dragged?.from === collection.id} />
            ))}
          </ul>
        )}
        {all.length > shownAtFirst && !dragged ? (
          <Button
            size="sm"
            variant="ghost"
            className="w-full justify-start! gap-2! px-2! font-normal!"
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {whole ? <ChevronUp aria-hidden className="size-4" /> : <ChevronDown aria-hidden className="size-4" />}
            {whole
              ? t(($) => $.collections.sidebar.showLess)
              : t(($) => $.collections.sidebar.showAll, { formatted: format.number(all.length) })}
          </Button>
        ) : null}
      </div>
      {naming ? <NewCollection onClose={() => setNaming(false)} /> : null}
    </section>
  );
}

type CollectionLineProps = { collection: Collection /** The dragged contents are in it and would leave it. */; leaving: boolean };

function CollectionLine({ collection: { id, slug, name }, leaving }: CollectionLineProps) {
  const { t } = useTranslation();
  const place = { id: collectionPlace(id), name: t(($) => $.collections.sidebar.place, { name }) };
  const over = useIsOver(place.id);
  return (
    <li {...(leaving ? {} : dropTarget(place))}>
      <Link
        to="/user/collections/$id"
        params={{ id: slug }}
        title={name}
        className={clsx('flex h-8 items-center gap-2 rounded-md px-2 text-sm transition-colors', over && dropClass)}
        activeProps={{ className: 'bg-hover font-medium text-ink' }}
        inactiveProps={{ className: 'text-soft hover:bg-hover hover:text-ink' }}
      >
        <Folder aria-hidden className="size-4 shrink-0" />
        <span className="truncate">{name}</span>
      </Link>
    </li>
  );
}

/** Lies over the heading, so that nothing moves away from the pointer. */
function NewTarget() {
  const { t } = useTranslation();
  const name = t(($) => $.collections.sidebar.create);
  const over = useIsOver(newCollectionPlace);
  return (
    <p
      {...dropTarget({ id: newCollectionPlace, name })}
      className={clsx(
        'absolute inset-x-2 -top-1 bottom-0 flex items-center gap-2 rounded-md border border-dashed border-line-strong bg-sunken px-2 text-sm',
        over ? dropClass : 'text-soft',
      )}
    >
      <FolderPlus aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{name}</span>
    </p>
  );
}

/** Scrolls the section into view while something is dragged, and back afterwards. */
function useDropSection(dragging: boolean) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const scroller = section.current?.closest('[data-sidebar-scroll]');
    if (!dragging || !scroller) return;
    const before = scroller.scrollTop;
    section.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      scroller.scrollTop = before;
    };
  }, [dragging]);
  return section;
}
