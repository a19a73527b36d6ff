import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContentType, contentTypes } from '#lib/content-type.ts';
import { useFormat } from '#ui/format.ts';
import { type LibraryAddress, writeAddress } from '../shared/library-address.ts';

type TypeFilterProps = {
  address: LibraryAddress;
  counts: Record<ContentType, number> | null;
};

/** Links, so that each filter has an address and a place in the history. */
export function TypeFilter({ address, counts }: TypeFilterProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // Keeps the previous counts while another type loads.
  const [known, setKnown] = useState(counts);
  if (counts !== null && counts !== known) setKnown(counts);
  const selected = address.type ?? address.unknownType;
  const total = known === null ? null : contentTypes.reduce((sum, type) => sum + known[type], 0);
  const entries = [{ type: null, count: total }, ...contentTypes.map((type) => ({ type, count: known?.[type] ?? null }))];
  return (
    <nav aria-label={t(($) => $.records.types.label)} className="md:mb-4">
      <ul className="flex flex-wrap gap-1.5 py-0.5">
        {entries.map(({ type, count }) => {
          const name = t(($) => $.records.types[type ?? 'all']);
          const current = selected === type;
          return (
            <li key={type ?? 'all'}>
              <Link
                to="/user/videos"
                search={writeAddress({ ...address, type, unknownType: null, page: null })}
                aria-current={current ? 'page' : undefined}
                className={clsx(
                  'relative inline-flex h-8 items-center gap-1.5 max-md:h-10 rounded-full border px-3 text-sm whitespace-nowrap transition-colors',
                  current
                    ? 'border-transparent bg-accent-soft font-medium text-ink'
                    : 'border-line text-soft hover:bg-hover hover:text-ink',
                )}
              >
                <span aria-hidden>{name}</span>
                {/* Keeps room for one digit until the count is known. */}
                <span aria-hidden className={clsx('text-xs text-faint tabular-nums', count === null && 'invisible')}>
                  {format.number(count ?? 0)}
                </span>
                <span className="sr-only">
                  {count === null ? name : t(($) => $.records.types.withCount, { name, formatted: format.number(count) })}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
