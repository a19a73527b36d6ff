import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { mayPass, readError } from '#lib/client-error.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useTask } from '#rpc/use-task.ts';

/** Until the conversation has been read once, a failure that may pass is tried again, as when the server is back. */
export function againAfterMs({ state }: { state: { data: unknown; error: unknown } }): number | false {
  return state.data === undefined && state.error !== null && mayPass(readError(state.error).code) ? 4000 : false;
}

/** A query without data forgets its error while it is read again: the failure stays in view until an answer is there. */
function useHeldError<Failure>(error: Failure | null, answered: boolean): Failure | null {
  const [held, setHeld] = useState<Failure | null>(null);
  const wanted = answered ? null : (error ?? held);
  if (wanted !== held) setHeld(wanted);
  return wanted;
}

export function useChat(contentId: string) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const failedWith = (message: string) => (error: unknown) => failed(message, error);
  const query = useQuery(trpc.chat.history.queryOptions({ contentId }, { staleTime: 0, refetchInterval: againAfterMs }));
  const error = useHeldError(query.data === undefined ? query.error : null, query.data !== undefined);
  /** A question on its way to the server. */
  const [pending, setPending] = useState<string | null>(null);
  const answeringId = query.data?.answeringId ?? null;

  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: trpc.chat.history.queryKey({ contentId }) }),
    [queryClient, trpc, contentId],
  );

  const answer = useTask(answeringId, {
    onChange: () => void refresh(),
    onCancelError: failedWith(t(($) => $.chat.stopFailed)),
  });

  function handleRefusal(error: unknown): void {
    failed(
      t(($) => $.chat.askFailed),
      error,
    );
    // Another page may have gone on with the conversation.
    void refresh();
  }
  const ask = useMutation(
    trpc.chat.ask.mutationOptions({
      onMutate: ({ question }) => setPending(question.trim()),
      // The question stays in view until the refreshed conversation holds it.
      onSuccess: () => refresh(),
      onError: handleRefusal,
      onSettled: () => setPending(null),
    }),
  );
  const retry = useMutation(
    trpc.chat.retry.mutationOptions({
      onSuccess: refresh,
      onError: handleRefusal,
    }),
  );
  const clearing = useMutation(
    trpc.chat.clear.mutationOptions({
      onSuccess: refresh,
      onError: failedWith(t(($) => $.chat.clear.failed)),
    }),
  );

  return {
    data: query.data,
    error: useAppError(error),
    refetching: query.isFetching,
    refetch: () => void query.refetch(),
    pending,
    /** The text of the answer so far; null when none is being written. */
    writing: answeringId === null ? null : answer.draft,
    reconnecting: answer.reconnecting,
    busy: answeringId !== null || ask.isPending || retry.isPending,
    /** Resolves to whether the question was accepted. */
    ask: (question: string) =>
      ask.mutateAsync({ contentId, question }).then(
        () => true,
        () => false,
      ),
    /** `messageId`: the last message that is shown. */
    retry: (messageId: string) => retry.mutate({ contentId, messageId }),
    stop: answer.cancel,
    stopping: answer.cancelling,
    clear: {
      isPending: clearing.isPending,
      mutate: (_: undefined, options: { onSuccess: () => void }) => clearing.mutate({ contentId }, options),
    },
  };
}

export type ChatState = ReturnType<typeof useChat>;
