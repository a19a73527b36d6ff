/** Listens for notifications and reconnects by itself; `onResync` says that some may have been lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseConnection, openSession, type Session } from './client.ts';

export type Listener = {
  /** Returns the unsubscribe function. `onResync` runs after a reconnect. Rejects when the database does not answer. */
  listen(channel: string, onPayload: (payload: string) => void, onResync?: () => void): Promise<() => void>;
  close(): Promise<void>;
};

type Subscription = { channel: string; onPayload: (payload: string) => void; onResync: () => void };

const longestDelayMs = 2000;
/** A dead connection is noticed within this interval plus `answerWithinMs`. */
const checkEveryMs = 10_000;
const answerWithinMs = 5000;

export async function openListener(connection: DatabaseConnection, options: { applicationName: string }): Promise<Listener> {
  const subscriptions = new Set<Subscription>();
  const closing = new AbortController();
  let session = await open();
  const kept = keep();

  async function open(): Promise<Session> {
    const fresh = await openSession(connection, options);
    fresh.onNotification((channel, payload) => {
      for (const subscription of subscriptions) if (subscription.channel === channel) subscription.onPayload(payload);
    });
    try {
      for (const channel of new Set([...subscriptions].map((subscription) => subscription.channel)))
        await fresh.query(`listen ${channel}`);
    } catch (error) {
      await fresh.close();
      throw error;
    }
    return fresh;
  }

  async function keep(): Promise<void> {
    for (;;) {
      await watch(session, closing.signal);
      await session.close();
      const next = await reopen();
      if (!next) return;
      session = next;
      for (const { onResync } of subscriptions) onResync();
    }
  }

  async function reopen(): Promise<Session | null> {
    for (let delayMs = 100; !closing.signal.aborted; delayMs = Math.min(longestDelayMs, delayMs * 2)) {
      try {
        return await open();
      } catch {
        await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    return null;
  }

  return {
    async listen(channel, onPayload, onResync = () => undefined) {
      const subscription: Subscription = { channel, onPayload, onResync };
      subscriptions.add(subscription);
      await session.query(`listen ${channel}`).catch((error: unknown) => {
        subscriptions.delete(subscription);
        throw error;
      });
      return () => void subscriptions.delete(subscription);
    },
    async close() {
      subscriptions.clear();
      closing.abort();
      await kept;
    },
  };
}

function watch(session: Session, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let checking = false;
    const timer = setInterval(() => void check(), checkEveryMs);
    timer.unref();
    const finish = (): void => {
      clearInterval(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    async function check(): Promise<void> {
      if (checking) return;
      checking = true;
      const answer = session.query('select 1').then(
        () => true,
        () => false,
      );
      const answered = await Promise.race([answer, sleep(answerWithinMs, false, { ref: false })]);
      checking = false;
      if (!answered) finish();
    }
    signal.addEventListener('abort', finish, { once: true });
    void session.ended.then(finish);
    if (signal.aborted) finish();
  });
}
