import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { useActionFailed } from './use-prompts.ts';

/** Runs a prompt on a content; `onStarted` opens the place where the answer is written. */
export function useRunFromList(onStarted: (contentId: string, promptId: string) => void) {
  const run = useRunPrompt();
  return (contentId: string, promptId: string) => {
    run.mutate({ contentId, promptId }, { onSuccess: () => onStarted(contentId, promptId) });
  };
}

export function useRunPrompt() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useActionFailed('run');
  const language = useInterfaceLanguage();
  const client = useTRPCClient();
  return useMutation({
    mutationFn: (place: { contentId: string; promptId: string }) => client.prompt.run.mutate({ ...place, language }),
    onError: failed,
    onSettled: (_data, _error, place) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.prompt.result.queryKey(place) }),
        queryClient.invalidateQueries({ queryKey: trpc.prompt.results.queryKey({ contentId: place.contentId }) }),
      ]),
  });
}
