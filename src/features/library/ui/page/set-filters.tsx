import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { mobileQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { changeAddress, type LibraryAddress, type ViewType, writeAddress } from '../../shared/library-address.ts';
import { useFolderName } from './use-folder-name.ts';
import { useSortName } from './use-sort-name.ts';

/** Filters that have no tab, each with a button to remove it. */
export function SetFilters({ address, view }: { address: LibraryAddress; view: ViewType }) {
  const { t } = useTranslation();
  const sortName = useSortName();
  const { type } = address;
  const phone = useMediaQuery(mobileQuery);
  const folder = useFolderName(address.smartFolder);
  const set = [
    ...(address.tag === null || address.tag === favoriteTag ? [] : [{ name: `#${address.tag}`, without: { tag: null } }]),
    ...(address.smartFolder === null
      ? []
      : [{ name: folder ?? t(($) => $.records.smartFolder), without: { smartFolder: null } }]),
    ...(phone && type !== null ? [{ name: t(($) => $.records.types[type]), without: { type: null } }] : []),
    // The table shows its order in the column headers.
    ...(address.sort === null || view === 'table' ? [] : [{ name: sortName(address.sort), without: { sort: null } }]),
  ];
  if (set.length === 0) return null;
  return (
    <ul aria-label={t(($) => $.records.filters.set)} className="mb-4 flex flex-wrap gap-2">
      {set.map(({ name, without }) => (
        <li key={name}>
          <Link
            to="/user/videos"
            search={writeAddress(changeAddress(address, without))}
            aria-label={t(($) => $.records.filters.drop, { name })}
            className="inline-flex h-8 items-center gap-1 rounded-full bg-accent-soft pr-2 pl-3 text-sm text-ink hover:bg-hover max-md:h-10"
          >
            <span className="max-w-60 truncate">{name}</span>
            <X aria-hidden className="size-3.5" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
