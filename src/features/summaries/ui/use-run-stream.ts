import { useSubscription } from '@trpc/tanstack-react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ProgressEvent } from '#engine/domain.ts';
import type { RunState } from '#features/contents/contract.ts';
import { useTRPC } from '#rpc/client.tsx';
import { applyRunEvent, emptyRunStream, type RunStream, seedRunStream } from './run-stream.ts';

/** A burst of replayed events is drawn once. */
const flushMs = 50;

export type LiveRun = {
  stream: RunStream;
  /** The stream was cut and is being taken up again; the work itself goes on. */
  reconnecting: boolean;
  /** Milliseconds since the last event: a silent stream makes the page ask for itself. */
  silentMs: () => number;
};

/**
 * What the content's run has told so far: stored events first, so that a reload or a second tab catches up, then live
 * ones. `onChange` is called when the source has been read and when a run has ended: what is stored has changed.
 */
export function useRunStream(contentId: string, run: RunState | null, active: boolean, onChange: () => void): LiveRun {
  const trpc = useTRPC();
  const [stream, setStream] = useState<RunStream>(() => seedRunStream(run, Date.now()));
  const waiting = useRef<ProgressEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastEventAt = useRef(Date.now());
  const handleChange = useEffectEvent(onChange);
  const sourceRead = useRef(false);
  const [connected, setConnected] = useState(false);

  function flush(): void {
    timer.current = undefined;
    const events = waiting.current;
    waiting.current = [];
    const now = Date.now();
    setStream((before) => events.reduce((next, event) => applyRunEvent(next, event, now), before));
    // The source has been read: title, length and the rest are known now.
    const wrote = events.some((event) => event.type === 'stage' && event.stage === 'outline');
    if (wrote && !sourceRead.current) {
      sourceRead.current = true;
      handleChange();
    }
    if (events.some((event) => event.type === 'completed' || event.type === 'failed' || event.type === 'cancelled'))
      handleChange();
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const subscription = useSubscription(
    trpc.content.progress.subscriptionOptions(
      { contentId },
      {
        enabled: active,
        onStarted: () => setConnected(true),
        onData: ({ data }) => {
          lastEventAt.current = Date.now();
          waiting.current.push(data.event);
          timer.current ??= setTimeout(flush, flushMs);
        },
      },
    ),
  );

  // A run that the page learns of by itself (started here, or in another tab) begins from its known state; when there is
  // none any more, what was streamed has been replaced by the note.
  useEffect(() => {
    sourceRead.current = false;
    if (!active) {
      setStream(emptyRunStream);
      setConnected(false);
    } else lastEventAt.current = Date.now();
  }, [active]);
  useEffect(() => {
    if (run) setStream((before) => (before.phase === 'waiting' ? seedRunStream(run, Date.now()) : before));
  }, [run]);

  const silentMs = useCallback(() => Date.now() - lastEventAt.current, []);
  return { stream, reconnecting: active && connected && subscription.status === 'connecting', silentMs };
}
