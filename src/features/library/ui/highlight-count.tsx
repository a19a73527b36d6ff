import { Highlighter } from 'lucide-react';
import { useRowWords } from './row-words.tsx';

export function HighlightCount({ count }: { count: number }) {
  const { t, format } = useRowWords();
  if (count === 0) return null;
  const label = t(($) => $.library.highlights, { count, formatted: format.number(count) });
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center gap-1 tabular-nums">
      <Highlighter aria-hidden className="size-3.5" />
      {format.number(count)}
    </span>
  );
}
