/** Signals between processes, sent with LISTEN and NOTIFY. They carry ids only. */
import { sql as query } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import type { Listener } from '#db/listener.ts';

const CHANNEL = 'gleaner_events';

const zSignal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user_work'), userId: z.string() }),
  z.object({ type: z.literal('task'), taskId: z.string() }),
  z.object({ type: z.literal('task_cancelled'), taskId: z.string() }),
  z.object({ type: z.literal('channels_due') }),
]);
export type Signal = z.infer<typeof zSignal>;

export type EventBus = {
  publish(executor: Executor, signal: Signal): Promise<void>;
  /** Returns the unsubscribe function. `onSignal` gets null after a reconnect: signals may have been missed. */
  subscribe(onSignal: (signal: Signal | null) => void): () => void;
  close(): void;
};

export async function createEventBus(listener: Listener): Promise<EventBus> {
  const listeners = new Set<(signal: Signal | null) => void>();
  const tell = (signal: Signal | null) => {
    for (const onSignal of listeners) onSignal(signal);
  };
  const unlisten = await listener.listen(
    CHANNEL,
    (payload) => {
      const signal = zSignal.safeParse(parseJson(payload));
      if (signal.success) tell(signal.data);
    },
    () => tell(null),
  );
  return {
    async publish(executor, signal) {
      await executor.execute(query`select pg_notify(${CHANNEL}, ${JSON.stringify(signal)})`);
    },
    subscribe(onSignal) {
      listeners.add(onSignal);
      return () => listeners.delete(onSignal);
    },
    close() {
      listeners.clear();
      unlisten();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
