import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '#ui/fields.tsx';
import { searchLength } from '../../shared/library-address.ts';

const debounceMs = 500;

type SearchFieldProps = { search: string; onSearch: (search: string) => void };

/** Searches when typing rests; Enter does so at once. */
export function SearchField({ search, onSearch }: SearchFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  // The address changed by another way.
  if (search !== known) {
    setKnown(search);
    if (search !== typed.trim()) setTyped(search);
  }
  const send = useEffectEvent(() => {
    if (typed.trim() !== search) onSearch(typed.trim());
  });
  useEffect(() => {
    if (typed.trim() === known) return;
    const timer = setTimeout(() => send(), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, known]);
  return (
    <search className="relative mb-3 block max-w-md">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-faint" />
      <Input
        type="search"
        value={typed}
        maxLength={searchLength}
        aria-label={t(($) => $.records.search.label)}
        placeholder={t(($) => $.records.search.label)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(typed.trim());
        }}
        className="pl-9"
      />
    </search>
  );
}
