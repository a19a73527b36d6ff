import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { type LibraryAddress, writeAddress } from '../../shared/library-address.ts';

const tabs = ['all', 'highlighted', 'notInCollection', 'favorited', 'todo', 'watchLater'] as const;
export type FilterTab = (typeof tabs)[number];

/** Null: several filters are set, or a tag other than the favourite. */
export function tabOf({ highlighted, notInCollection, todo, watchLater, tag }: LibraryAddress): FilterTab | null {
  const set: FilterTab[] = [
    ...(highlighted ? (['highlighted'] as const) : []),
    ...(notInCollection ? (['notInCollection'] as const) : []),
    ...(todo ? (['todo'] as const) : []),
    ...(watchLater ? (['watchLater'] as const) : []),
    ...(tag === favoriteTag ? (['favorited'] as const) : []),
  ];
  if (set.length === 0) return tag === null ? 'all' : null;
  return set.length === 1 ? (set[0] ?? null) : null;
}

/** Sets the tab's filter; keeps type, folder, view and search. */
export function withTab(address: LibraryAddress, tab: FilterTab): LibraryAddress {
  return {
    ...address,
    page: null,
    tag: tab === 'favorited' ? favoriteTag : null,
    highlighted: tab === 'highlighted',
    notInCollection: tab === 'notInCollection',
    todo: tab === 'todo',
    watchLater: tab === 'watchLater',
  };
}

/** Links, so that each filter has an address and a place in the history. */
export function FilterTabs({ address }: { address: LibraryAddress }) {
  const { t } = useTranslation();
  const current = tabOf(address);
  return (
    <nav aria-label={t(($) => $.records.filters.label)} className="fades-aside min-w-0 overflow-x-auto [scrollbar-width:none]">
      <ul className="flex w-max gap-1">
        {tabs
          .filter((tab) => tab !== 'watchLater' || address.playlist)
          .map((tab) => (
            <li key={tab}>
              <Link
                to="/user/videos"
                search={writeAddress(withTab(address, tab))}
                resetScroll
                aria-current={current === tab ? 'page' : undefined}
                className={clsx(
                  'inline-flex h-10 items-center border-b-2 px-3 text-sm whitespace-nowrap transition-colors max-md:h-11',
                  current === tab
                    ? 'border-accent font-medium text-ink'
                    : 'border-transparent text-soft hover:text-ink focus-visible:-outline-offset-2',
                )}
              >
                {t(($) => $.records.filters[tab])}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
