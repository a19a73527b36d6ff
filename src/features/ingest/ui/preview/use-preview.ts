import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NoteLanguage } from '#lib/languages.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { pastedTextLimit } from '../submit/limits.ts';

export type PreviewItem = RouterOutputs['ingest']['preview']['items'][number];

const debounceMs = 300;

/** Requests after a pause in typing. */
export function usePreview(text: string) {
  const trpc = useTRPC();
  const settled = useDebounced(text.trim(), debounceMs);
  const tooLong = text.length > pastedTextLimit;
  const wanted = text.trim() !== '' && !tooLong;
  const query = useQuery(
    trpc.ingest.preview.queryOptions(
      { text: settled },
      { enabled: wanted && settled !== '', staleTime: 60_000, retry: false, placeholderData: (previous) => previous },
    ),
  );
  const waiting = wanted && (settled !== text.trim() || query.isFetching);
  return {
    tooLong,
    waiting,
    error: wanted && !waiting ? query.error : null,
    /** The previous items while the new ones load, so that the list does not flicker. */
    items: wanted ? (query.data?.items ?? null) : null,
    /** False: no model writes the notes; they consist of sentences from the source. */
    withModel: query.data?.withModel ?? true,
    retry: () => void query.refetch(),
  };
}

function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

const hopeless = new Set(['url_invalid', 'url_blocked', 'input_unsupported', 'input_empty', 'show_not_found']);

/** Some problems are temporary, so the user may submit the link all the same. */
export function isSubmittable(item: PreviewItem, insisted: ReadonlySet<string>): boolean {
  return (item.problem === null || insisted.has(item.url)) && !isListingOnly(item);
}

export function isListingOnly(item: PreviewItem): boolean {
  return item.listing !== null && !item.listing.alsoItem;
}

/** Whether a note made without a model would not be in the wanted language. */
export function isOtherLanguage(item: PreviewItem, noteLanguage: NoteLanguage): boolean {
  return item.language !== null && item.language !== noteLanguage;
}

export function mayInsist(item: PreviewItem): boolean {
  return item.problem !== null && !hopeless.has(item.problem.code);
}
