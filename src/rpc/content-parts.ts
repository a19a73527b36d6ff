import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
  const other =
    query.data !== undefined && (query.data.extractionId !== extractionId || query.data.transcriptVersion !== transcriptVersion);
  useReadAnew(query, wanted && other, `${extractionId} ${transcriptVersion}`);
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
