import { useMutation } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TaskEvent } from '#lib/task-event.ts';
import { applyTaskEvent, emptyTaskView, isEnd, type TaskView } from '#lib/task-view.ts';
import { useTRPC } from '#rpc/client.tsx';

/** A burst of replayed events is drawn once. */
const flushMs = 50;

export type WatchedTask = TaskView & {
  reconnecting: boolean;
  cancel: () => void;
  cancelling: boolean;
};

type Told = { taskId: string | null; view: TaskView };
type Arrived = { of: string; event: TaskEvent };

function tell({ taskId, view }: Told, { of, event }: Arrived): Told {
  return { taskId: of, view: applyTaskEvent(taskId === of ? view : emptyTaskView, event) };
}

export type TaskCallbacks = {
  /** After a checkpoint and at the end; at most every `everyMs`. */
  onChange?: () => void;
  everyMs?: number;
  onCancelError?: (error: unknown) => void;
};

/** Replays missed events, then follows, through every loss of the stream. Null: none. */
export function useTask(taskId: string | null, { onChange, everyMs = 0, onCancelError }: TaskCallbacks = {}): WatchedTask {
  const trpc = useTRPC();
  const [told, setTold] = useState<Told>({ taskId: null, view: emptyTaskView });
  const waiting = useRef<Arrived[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const announce = useEffectEvent(() => onChange?.());
  const view = told.taskId === taskId ? told.view : emptyTaskView;

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const events = waiting.current;
    waiting.current = [];
    setTold((before) => events.reduce(tell, before));
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { phase, stage } = view;
  useEffect(() => {
    const hasEnded = phase === 'completed' || phase === 'failed' || phase === 'cancelled';
    if (!hasEnded && stage === null) return;
    const waitMs = hasEnded ? 0 : Math.max(0, changedAt.current + everyMs - performance.now());
    const due = setTimeout(() => {
      changedAt.current = performance.now();
      announce();
    }, waitMs);
    return () => clearTimeout(due);
  }, [phase, stage, everyMs]);

  const stream = useSubscription(
    trpc.task.watch.subscriptionOptions(
      { taskId: taskId ?? '' },
      {
        enabled: taskId !== null,
        onData: ({ data }) => {
          waiting.current.push({ of: taskId ?? '', event: data });
          if (isEnd(data)) flush();
          else timer.current ??= setTimeout(flush, flushMs);
        },
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
