import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '#ui/browser/is-composing.ts';
import { IconButton } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';

type ScriptSearchProps = {
  query: string;
  onQuery: (query: string) => void;
  total: number;
  current: number;
  onStep: (step: 1 | -1) => void;
};

export function ScriptSearch({ query, onQuery, total, current, onStep }: ScriptSearchProps) {
  const { t } = useTranslation();
  const has = query.trim() !== '';

  function handleKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape' && query !== '') {
      event.preventDefault();
      onQuery('');
    }
  }

  return (
    <search className="flex min-w-0 grow flex-wrap items-center gap-x-1 gap-y-2">
      <div className="relative min-w-36 grow">
        <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-faint" />
        <Input
          type="text"
          enterKeyHint="search"
          value={query}
          maxLength={200}
          aria-label={t(($) => $.transcripts.search)}
          placeholder={t(($) => $.transcripts.search)}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={handleKeyDown}
          className="pr-10 pl-9"
        />
        {query !== '' ? (
          <IconButton
            size="sm"
            label={t(($) => $.transcripts.clear)}
            className="absolute top-1 right-1"
            onClick={() => onQuery('')}
          >
            <X aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <p role="status" className={has ? 'px-1 text-sm whitespace-nowrap text-soft tabular-nums' : 'sr-only'}>
        {has
          ? total === 0
            ? t(($) => $.transcripts.noMatch)
            : t(($) => $.transcripts.count, { current: current + 1, total })
          : ''}
      </p>
      {has && total > 0 ? (
        <>
          <IconButton size="sm" label={t(($) => $.transcripts.previous)} onClick={() => onStep(-1)}>
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton size="sm" label={t(($) => $.transcripts.next)} onClick={() => onStep(1)}>
            <ChevronDown aria-hidden />
          </IconButton>
        </>
      ) : null}
    </search>
  );
}
