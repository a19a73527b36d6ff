import { useMutation } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { emptyTaskView, type TaskView } from '#lib/task-view.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useToldTask } from '#rpc/use-told-task.ts';

export type WatchedTask = TaskView & {
  reconnecting: boolean;
  cancel: () => void;
  cancelling: boolean;
};

export type TaskCallbacks = {
  /** After a checkpoint and at the end; at most every `everyMs`. */
  onChange?: (ended: boolean) => void;
  everyMs?: number;
  onCancelError?: (error: unknown) => void;
};

/** Replays missed events, then follows, through every loss of the stream. Null: none. */
export function useTask(taskId: string | null, { onChange, everyMs = 0, onCancelError }: TaskCallbacks = {}): WatchedTask {
  const trpc = useTRPC();
  const { told, tell } = useToldTask();
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const announce = useEffectEvent((ended: boolean) => onChange?.(ended));
  const view = told.taskId === taskId ? told.view : emptyTaskView;

  const { phase, stage } = view;
  useEffect(() => {
    const hasEnded = phase === 'completed' || phase === 'failed' || phase === 'cancelled';
    if (!hasEnded && stage === null) return;
    const waitMs = hasEnded ? 0 : Math.max(0, changedAt.current + everyMs - performance.now());
    const due = setTimeout(() => {
      changedAt.current = performance.now();
      announce(hasEnded);
    }, waitMs);
    return () => clearTimeout(due);
  }, [phase, stage, everyMs]);

  const stream = useSubscription(
    trpc.task.watch.subscriptionOptions(
      { taskId: taskId ?? '' },
      {
        enabled: taskId !== null,
        onData: ({ data }) => tell(taskId ?? '', data),
      },
    ),
  );
  const cancel = useMutation(trpc.task.cancel.mutationOptions({ onError: (error) => onCancelError?.(error) }));
  return {
    ...view,
    reconnecting: phase === 'running' && stream.status === 'connecting',
    cancel: () => (taskId === null ? undefined : cancel.mutate({ taskId })),
    cancelling: cancel.isPending,
  };
}
