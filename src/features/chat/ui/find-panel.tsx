import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { chatLimits } from '#lib/input-limits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Input } from '#ui/fields.tsx';
import { type KeptText, useKeptText } from '#ui/kept-text.ts';
import { placeOf } from '#ui/reader/place-chip.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import type { FoundPassage } from '../contract.ts';
import { ChatPlace } from './chat-place.tsx';
import { searchSuggestions } from './search-suggestions.ts';

const pauseMs = 200;

type FindPanelProps = { contentId: string; search: KeptText; takeFocus: boolean };

/** Without a model: the passages that hold the words, with the moment of each. */
export function FindPanel({ contentId, search, takeFocus }: FindPanelProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const field = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [text, setText] = useKeptText(search);
  const wanted = usePaused(text.trim());
  const query = useQuery(
    trpc.chat.find.queryOptions({ contentId, query: wanted }, { enabled: wanted !== '', placeholderData: keepPreviousData }),
  );
  const error = useAppError(query.error);
  useEffect(() => {
    if (takeFocus) field.current?.focus({ preventScroll: true });
  }, [takeFocus]);
  const passages = wanted === '' ? undefined : query.data?.passages;
  // Reads the cache of the page, without a request.
  const note = useQuery(trpc.content.overview.queryOptions({ contentId }, { enabled: false })).data?.note ?? '';
  const suggestions = useMemo(() => searchSuggestions(note), [note]);

  function handleSuggestion(suggestion: string): void {
    setText(suggestion);
    field.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <search className="shrink-0 border-b border-line p-3">
        <Input
          ref={field}
          type="search"
          value={text}
          maxLength={chatLimits.findLength}
          aria-label={t(($) => $.chat.findField)}
          aria-describedby={hint}
          placeholder={t(($) => $.chat.findPlaceholder)}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={hint} className="mt-1.5 text-xs text-faint">
          {t(($) => $.chat.findHint)}
        </p>
      </search>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div tabIndex={0} className="min-h-0 grow overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-2">
        <p role="status" className={passages?.length === 0 ? 'py-6 text-center text-soft' : 'sr-only'}>
          {passages === undefined
            ? ''
            : passages.length === 0
              ? t(($) => $.chat.nothingFound)
              : t(($) => $.chat.found, { count: passages.length })}
        </p>
        {text.trim() === '' && suggestions.length > 0 ? (
          <div className="animate-fade-in">
            <p className="mb-2 text-sm text-soft">{t(($) => $.chat.suggestions)}</p>
            <ul className="flex flex-col items-start gap-2">
              {suggestions.map((suggestion) => (
                <li key={suggestion} className="max-w-full">
                  <button
                    type="button"
                    onClick={() => handleSuggestion(suggestion)}
                    className="min-h-9 max-w-full rounded-md border border-line px-3 py-1.5 text-start text-sm transition-colors [overflow-wrap:anywhere] hover:bg-hover active:bg-line max-md:min-h-11"
                  >
                    {suggestion}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {wanted !== '' && query.isPending ? (
          <div aria-hidden className="animate-fade-in space-y-3 [animation-delay:150ms] [animation-fill-mode:backwards]">
            <Skeleton className="h-6 w-16" />
            <Skeleton className="h-12" />
          </div>
        ) : null}
        {error ? (
          <ErrorState
            message={error.message}
            code={error.code}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : null}
        {passages && passages.length > 0 ? (
          <ol aria-label={t(($) => $.chat.results)} className="space-y-4">
            {passages.map((passage) => (
              <li key={`${passage.first}-${passage.last}`}>
                <ChatPlace {...placeOf(passage)} />
                <p className="mt-1 text-[15px] leading-6 [overflow-wrap:anywhere]">{withMarks(passage)}</p>
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </>
  );
}

function withMarks({ text, marks }: FoundPassage): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} className="rounded-sm bg-warning-soft text-warning">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}

/** The value after it has not changed for a moment; at once when it becomes empty. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
