import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#rpc/client.tsx';
import type { SpeechModelItem } from '../contract.ts';

/** While something moves the list is read this often; else only when it may have changed. */
const movingMs = 700;

/** The models, kept fresh while one is being fetched: by this page, another, or a run that needs it. */
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

/** What can be done to a model, or to the lot of them; the list is read again after each. */
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
