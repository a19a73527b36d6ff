import { Link } from '@tanstack/react-router';
import { Clock, FolderSearch, Highlighter, Library, ListTodo, type LucideIcon, Search, Shapes, Star, Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { EmptyState } from '#ui/states.tsx';
import type { LibraryAddress } from '../../shared/library-address.ts';
import { mostLookedThroughForOne } from '../../shared/limits-of-search.ts';

const reasons = {
  search: Search,
  highlighted: Highlighter,
  smartFolder: FolderSearch,
  favorited: Star,
  tag: Tag,
  todo: ListTodo,
  notInCollection: Library,
  watchLater: Clock,
  type: Shapes,
} satisfies Record<string, LucideIcon>;
type Reason = keyof typeof reasons;

/** The narrowest filter, which explains best why the list is empty; null without filters. */
export function reasonOf(address: LibraryAddress): Reason | null {
  if (address.search !== '') return 'search';
  if (address.highlighted) return 'highlighted';
  if (address.smartFolder !== null) return 'smartFolder';
  if (address.tag !== null) return address.tag === favoriteTag ? 'favorited' : 'tag';
  if (address.watchLater) return 'watchLater';
  if (address.todo) return 'todo';
  if (address.notInCollection) return 'notInCollection';
  return address.type === null ? null : 'type';
}

export function NearOnly({ search, onSearchEverywhere }: { search: string; onSearchEverywhere: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 text-sm text-soft">
      <p role="status">{t(($) => $.records.search.nearOnly, { search })}</p>
      <Button size="sm" onClick={() => onSearchEverywhere(search)}>
        {t(($) => $.records.search.everywhere)}
      </Button>
    </div>
  );
}

export function OneCharacter() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p className="mt-4 text-center text-sm text-faint">
      {t(($) => $.records.search.oneCharacter, { formatted: format.number(mostLookedThroughForOne) })}
    </p>
  );
}

export function OnlyBest({ shown }: { shown: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p role="status" className="mb-3 text-sm text-soft">
      {t(($) => $.records.search.onlyBest, { formatted: format.number(shown) })}
    </p>
  );
}

type NothingListedProps = { address: LibraryAddress; onSearchEverywhere: (text: string) => void };

export function NothingListed({ address, onSearchEverywhere }: NothingListedProps) {
  const { t } = useTranslation();
  const reason = reasonOf(address);
  if (reason === null)
    return (
      <EmptyState
        icon={<Library />}
        title={t(($) => $.library.emptyTitle)}
        description={t(($) => $.library.empty)}
        action={
          <Button variant="primary" asChild>
            <Link to="/">{t(($) => $.library.emptyAction)}</Link>
          </Button>
        }
      />
    );
  const Icon = reasons[reason];
  return (
    <EmptyState
      icon={<Icon />}
      title={t(($) => $.records.nothing[reason].title, { tag: address.tag ?? '', search: address.search })}
      description={t(($) => $.records.nothing[reason].hint)}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {reason === 'search' ? (
            <Button variant="primary" onClick={() => onSearchEverywhere(address.search)}>
              {t(($) => $.records.search.everywhere)}
            </Button>
          ) : null}
          <Button asChild>
            <Link to="/user/videos">{t(($) => $.records.showAll)}</Link>
          </Button>
        </div>
      }
    />
  );
}
