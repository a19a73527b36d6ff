import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTRPC } from '#rpc/client.tsx';
import { useTask, type WatchedTask } from '#rpc/use-task.ts';
import { useActionFailed } from './use-prompts.ts';

/** Rarely: the task itself reports its parts, and the result changes only when it ends. */
const readAgainMs = 10_000;

export function usePromptResult({ contentId, promptId }: { contentId: string; promptId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.prompt.result.queryOptions({ contentId, promptId }));
  const result = query.data?.result ?? null;
  const refresh = useCallback(
    () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.prompt.result.queryKey({ contentId, promptId }) }),
        queryClient.invalidateQueries({ queryKey: trpc.prompt.results.queryKey({ contentId }) }),
      ]),
    [queryClient, trpc, contentId, promptId],
  );
  const onCancelError = useActionFailed('stop');
  const task = useTask(result?.taskId ?? null, { onChange: () => void refresh(), everyMs: readAgainMs, onCancelError });
  return { query, result, running: result !== null && result.taskId !== null, task, refresh };
}

/** Progress over the parts of a long source; none if it is read whole. */
export function partsOf({ stage }: WatchedTask): { done: number; total: number } {
  const { done, total } = stage?.params ?? {};
  return { done: Number(done ?? 0), total: Number(total ?? 0) };
}
