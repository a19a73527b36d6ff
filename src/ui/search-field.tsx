import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from '#ui/browser/is-composing.ts';
import { Input } from '#ui/fields.tsx';
import { afterSearch, type TypedSearch } from '#ui/typed-search.ts';

const debounceMs = 500;

type SearchFieldProps = {
  search: string;
  label: string;
  maxLength: number;
  onSearch: (search: string) => void;
  className?: string;
};

/** Searches when typing pauses, or at once on Enter. */
export function SearchField({ search, label, maxLength, onSearch, className }: SearchFieldProps) {
  const [field, setField] = useState<TypedSearch>({ typed: search, known: search, handed: [] });
  // The letters of a word that an input method is still making are no search.
  const [composing, setComposing] = useState(false);
  const { typed, known } = field;
  if (search !== known) setField(afterSearch(field, search));
  const handOver = (text: string) => {
    if (text !== search) setField((before) => ({ ...before, handed: [...before.handed, text] }));
    onSearch(text);
  };
  const send = useEffectEvent(() => {
    if (typed.trim() !== search) handOver(typed.trim());
  });
  useEffect(() => {
    if (composing || typed.trim() === known) return;
    const timer = setTimeout(() => send(), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, known, composing]);
  return (
    <search className={clsx('relative block max-w-md', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-faint" />
      <Input
        type="search"
        value={typed}
        maxLength={maxLength}
        aria-label={label}
        placeholder={label}
        onChange={({ target }) => setField((before) => ({ ...before, typed: target.value }))}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) handOver(typed.trim());
        }}
        className="pl-9"
      />
    </search>
  );
}
