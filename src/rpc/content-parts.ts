import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { type RouterOutputs, useTRPC } from './client.tsx';

type Overview = Pick<
  RouterOutputs['content']['overview'],
  'contentId' | 'extractionId' | 'hasScript' | 'transcriptVersion' | 'hasText'
>;
type Wanted = { enabled?: boolean };

/** The overview says when there is a newer one. */
const lasting = { staleTime: Number.POSITIVE_INFINITY };

/** When not `enabled`, shows cached data and requests nothing. */
export function useTranscript(overview: Overview, { enabled = true }: Wanted = {}) {
  const { contentId, extractionId, transcriptVersion } = overview;
  const trpc = useTRPC();
  const wanted = enabled && overview.hasScript;
  const query = useQuery(trpc.content.transcript.queryOptions({ contentId }, { ...lasting, enabled: wanted }));
  useReadAnew(query, wanted && isOther(query.data, overview), `${extractionId} ${transcriptVersion}`);
  return query;
}

export function useSourceText(overview: Overview, { enabled = true }: Wanted = {}) {
  const { contentId, extractionId } = overview;
  const trpc = useTRPC();
  const wanted = enabled && overview.hasText;
  const query = useQuery(trpc.content.sourceText.queryOptions({ contentId }, { ...lasting, enabled: wanted }));
  const other = query.data !== undefined && query.data.extractionId !== extractionId;
  useReadAnew(query, wanted && other, `${extractionId}`);
  return query;
}

/** The lines that a reference is checked with, for when the rest is not loaded. */
export function useLinesNear(overview: Overview, anchor: NoteAnchor, { enabled = true }: Wanted = {}) {
  const { contentId, extractionId, transcriptVersion } = overview;
  const trpc = useTRPC();
  const query = useQuery(trpc.content.linesNear.queryOptions({ contentId, anchor }, { ...lasting, enabled }));
  useReadAnew(query, enabled && isOther(query.data, overview), `${extractionId} ${transcriptVersion}`);
  return query;
}

/** Asks for the lines near a place, unless they or the whole text are here. */
export function usePrepareLines(overview: Overview): (anchor: NoteAnchor) => void {
  const { contentId, hasScript, hasText } = overview;
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useCallback(
    (anchor) => {
      const whole = anchor.kind === 'time' ? trpc.content.transcript : trpc.content.sourceText;
      const exists = anchor.kind === 'time' ? hasScript : hasText;
      if (!exists || queries.getQueryData(whole.queryKey({ contentId })) !== undefined) return;
      void queries.prefetchQuery(trpc.content.linesNear.queryOptions({ contentId, anchor }, lasting));
    },
    [contentId, hasScript, hasText, trpc, queries],
  );
}

export function isOther(
  part: { extractionId: string | null; transcriptVersion: number } | undefined,
  { extractionId, transcriptVersion }: Pick<Overview, 'extractionId' | 'transcriptVersion'>,
): boolean {
  return part !== undefined && (part.extractionId !== extractionId || part.transcriptVersion !== transcriptVersion);
}

/** Once for each state of the overview: a part may be newer than the overview. */
function useReadAnew({ refetch }: { refetch: () => Promise<unknown> }, other: boolean, state: string): void {
  const read = useRef('');
  useEffect(() => {
    if (!other || read.current === state) return;
    read.current = state;
    void refetch();
  }, [other, state, refetch]);
}

/** Cached, else from the server; for one-time uses as a download. */
export function readTranscript(queries: QueryClient, trpc: ReturnType<typeof useTRPC>, contentId: string) {
  return queries.fetchQuery(trpc.content.transcript.queryOptions({ contentId }, lasting));
}

export function readSourceText(queries: QueryClient, trpc: ReturnType<typeof useTRPC>, contentId: string) {
  return queries.fetchQuery(trpc.content.sourceText.queryOptions({ contentId }, lasting));
}
