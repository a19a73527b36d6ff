/** The texts behind a content's page, each read when something shows it. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type RouterOutputs, useTRPC } from './client.tsx';

type Overview = Pick<
  RouterOutputs['content']['overview'],
  'contentId' | 'extractionId' | 'hasScript' | 'transcriptVersion' | 'hasText'
>;
type Wanted = { enabled?: boolean };

/** Never out of date by time alone: the overview says when there is another one. */
const lasting = { staleTime: Number.POSITIVE_INFINITY };

/** The timed script. While it is not wanted, what is there already is shown and nothing is asked for. */
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

/** The text of a page or a document. */
export function useSourceText(overview: Overview, { enabled = true }: Wanted = {}) {
  const { contentId, extractionId } = overview;
  const trpc = useTRPC();
  const wanted = enabled && overview.hasText;
  const query = useQuery(trpc.content.sourceText.queryOptions({ contentId }, { ...lasting, enabled: wanted }));
  const other = query.data !== undefined && query.data.extractionId !== extractionId;
  useReadAnew(query, wanted && other, `${extractionId}`);
  return query;
}

/** Once for each state that the overview names: a part may also be newer than the overview. */
function useReadAnew({ refetch }: { refetch: () => Promise<unknown> }, other: boolean, state: string): void {
  const read = useRef('');
  useEffect(() => {
    if (!other || read.current === state) return;
    read.current = state;
    void refetch();
  }, [other, state, refetch]);
}

/** For what is done once, as a download: the part that is there, else the server's. */
export function readTranscript(queries: QueryClient, trpc: ReturnType<typeof useTRPC>, contentId: string) {
  return queries.fetchQuery(trpc.content.transcript.queryOptions({ contentId }, lasting));
}

export function readSourceText(queries: QueryClient, trpc: ReturnType<typeof useTRPC>, contentId: string) {
  return queries.fetchQuery(trpc.content.sourceText.queryOptions({ contentId }, lasting));
}
