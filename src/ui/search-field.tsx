import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from '#ui/browser/is-composing.ts';
import { Input } from '#ui/fields.tsx';

const debounceMs = 500;

type SearchFieldProps = {
  /** The current search. */
  search: string;
  label: string;
  maxLength: number;
  onSearch: (search: string) => void;
  className?: string;
};

/** Searches when typing pauses, or at once on Enter. */
export function SearchField({ search, label, maxLength, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  // The letters of a word that an input method is still making are no search.
  const [composing, setComposing] = useState(false);
  // The search was changed elsewhere, as by the back button.
  if (search !== known) {
    setKnown(search);
    if (search !== typed.trim()) setTyped(search);
  }
  const send = useEffectEvent(() => {
    if (typed.trim() !== search) onSearch(typed.trim());
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
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) onSearch(typed.trim());
        }}
        className="pl-9"
      />
    </search>
  );
}
