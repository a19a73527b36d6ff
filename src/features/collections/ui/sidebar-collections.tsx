import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Folder, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Skeleton } from '#ui/surfaces.tsx';
import { NewCollection } from './new-collection.tsx';
import { rememberedRows, rememberRows } from './sidebar-rows.ts';
import { useCollections } from './use-collections.ts';

const shownAtFirst = 3;

export function SidebarCollections() {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useCollections();
  const [whole, setWhole] = useState(false);
  const [naming, setNaming] = useState(false);
  const all = query.data ?? [];
  const count = query.data?.length;
  useEffect(() => {
    if (count !== undefined) rememberRows(count);
  }, [count]);
  const shown = whole ? all : all.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="collections-title" className="mt-4 shrink-0">
      <div className="flex h-7 items-center pr-3 pl-4">
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
            {shown.map(({ id, slug, name }) => (
              <li key={id}>
                <Link
                  to="/user/collections/$id"
                  params={{ id: slug }}
                  title={name}
                  className="flex h-8 items-center gap-2 rounded-md px-2 text-sm transition-colors"
                  activeProps={{ className: 'bg-hover font-medium text-ink' }}
                  inactiveProps={{ className: 'text-soft hover:bg-hover hover:text-ink' }}
                >
                  <Folder aria-hidden className="size-4 shrink-0" />
                  <span className="truncate">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {all.length > shownAtFirst ? (
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
