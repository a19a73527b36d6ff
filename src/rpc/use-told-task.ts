import { useCallback, useEffect, useRef, useState } from 'react';
import type { TaskEvent } from '#lib/task-event.ts';
import { applyToldEvent, isEnd, nothingTold, type ToldTask } from '#lib/task-view.ts';

/** A burst of replayed events is drawn once. */
const flushMs = 50;

type Arrived = { of: string; event: TaskEvent };

/** What a stream has told of a task so far. Another task starts from nothing; an end is drawn at once. */
export function useToldTask(): { told: ToldTask; tell: (taskId: string, event: TaskEvent) => void; forget: () => void } {
  const [told, setTold] = useState(nothingTold);
  const waiting = useRef<Arrived[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const events = waiting.current;
    waiting.current = [];
    setTold((before) => events.reduce((next, { of, event }) => applyToldEvent(next, of, event), before));
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = useCallback(
    (of: string, event: TaskEvent) => {
      waiting.current.push({ of, event });
      if (isEnd(event)) flush();
      else timer.current ??= setTimeout(flush, flushMs);
    },
    [flush],
  );
  const forget = useCallback(() => {
    waiting.current = [];
    setTold(nothingTold);
  }, []);
  return { told, tell, forget };
}
