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
    /** While waiting: the previous items, against flicker. */
    items: wanted ? (query.data?.items ?? null) : null,
    /** False: notes are made of the sources' own sentences. */
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

/** Some problems of a preview may pass, so the user may insist. */
export function isSubmittable(item: PreviewItem, insisted: ReadonlySet<string>): boolean {
  return (item.problem === null || insisted.has(item.url)) && !isListingOnly(item);
}

export function isListingOnly(item: PreviewItem): boolean {
  return item.listing !== null && !item.listing.alsoItem;
}

/** Whether a note without a model would be in another language than the wanted one. */
export function isOtherLanguage(item: PreviewItem, noteLanguage: NoteLanguage): boolean {
  return item.language !== null && item.language !== noteLanguage;
}

export function mayInsist(item: PreviewItem): boolean {
  return item.problem !== null && !hopeless.has(item.problem.code);
}
