import { useSubscription } from '@trpc/tanstack-react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunState } from '#features/contents/contract.ts';
import { emptyTaskView, isEnd, type TaskView } from '#lib/task-view.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useToldTask } from '#rpc/use-told-task.ts';

export type LiveRun = {
  view: TaskView;
  /** The stream was cut and is being reopened; the work itself goes on. */
  reconnecting: boolean;
  /** Milliseconds since the last event: when the stream is silent, the page asks by itself. */
  silentMs: () => number;
};

function viewOf(run: RunState | null): TaskView {
  return run === null ? emptyTaskView : { ...emptyTaskView, phase: 'running', stage: { type: 'stage', ...run } };
}

/** Stored events first, so that a reload catches up. `onChange`: the source was read or a run ended. */
export function useRunStream(contentId: string, run: RunState | null, active: boolean, onChange: () => void): LiveRun {
  const trpc = useTRPC();
  const { told, tell, forget } = useToldTask();
  const lastEventAt = useRef(Date.now());
  const sourceRead = useRef(false);
  const [connected, setConnected] = useState(false);

  const subscription = useSubscription(
    trpc.content.progress.subscriptionOptions(
      { contentId },
      {
        enabled: active,
        onStarted: () => setConnected(true),
        onData: ({ data: { taskId, event } }) => {
          lastEventAt.current = Date.now();
          tell(taskId ?? '', event);
          // The source has been read: title, length and the rest are known now.
          const isRead = event.type === 'stage' && event.stage === 'outline' && !sourceRead.current;
          if (isRead) sourceRead.current = true;
          if (isRead || isEnd(event)) onChange();
        },
      },
    ),
  );

  // When the run is gone, the note has replaced what was streamed.
  useEffect(() => {
    sourceRead.current = false;
    if (active) lastEventAt.current = Date.now();
    else {
      forget();
      setConnected(false);
    }
  }, [active, forget]);

  const silentMs = useCallback(() => Date.now() - lastEventAt.current, []);
  const view = told.taskId === null ? viewOf(run) : told.view;
  return { view, reconnecting: active && connected && subscription.status === 'connecting', silentMs };
}
