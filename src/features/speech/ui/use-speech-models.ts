import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#rpc/client.tsx';
import type { SpeechModelItem } from '../contract.ts';

/** The polling interval while a model is downloaded or checked. */
const movingMs = 700;

/** Polls while a model is downloaded, by this page, another one or a run. */
export function useSpeechModels() {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.speech.models.queryOptions(),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.models.some(isMoving) ? movingMs : 10_000),
  });
}

export function isMoving({ state }: Pick<SpeechModelItem, 'state'>): boolean {
  return state === 'fetching' || state === 'checking';
}

export function useModelActions() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const again = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.speech.models.queryKey() }) };
  return {
    fetch: useMutation(trpc.speech.fetchModel.mutationOptions(again)),
    cancel: useMutation(trpc.speech.cancelFetch.mutationOptions(again)),
    remove: useMutation(trpc.speech.removeModel.mutationOptions(again)),
    importAll: useMutation(trpc.speech.importModels.mutationOptions(again)),
  };
}
