/**
 * One writer per upload over all web processes: the lock is in the upload's row. Its holder says every half second that
 * it lives; a lock without that for five seconds, by the database's clock, is free for the next. Nothing holds a
 * connection. The same statement writes down how many bytes have arrived.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { AppError } from '#lib/app-error.ts';
import { beatLock, releaseLock, takeLock } from './lock-rows.ts';

type Lock = { lock(signal: AbortSignal, requestRelease: () => Promise<void> | void): Promise<void>; unlock(): Promise<void> };

export type UploadLocks = {
  /** For the tus server. `lock` errors: `upload_not_found`, `busy` after `waitMs`. */
  newLock(id: string): Lock;
  /** Throws `busy` when this process does not surely hold the lock: another may be writing. */
  requireHeld(id: string): void;
};

const beatMs = 500;
/** Well before another may take the lock. */
const trustedMs = 3500;
const askAgainMs = 200;
const waitMs = 30_000;

/** `sizeOnDisk` gives the bytes of the upload's part, 0 when there is none. */
export function createUploadLocks(db: Db, sizeOnDisk: (id: string) => Promise<number>): UploadLocks {
  const held = new Map<string, { token: string; seenAt: number }>();

  function newLock(id: string): Lock {
    const token = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    let beating: Promise<void> = Promise.resolve();

    async function keep(requestRelease: () => Promise<void> | void): Promise<void> {
      const mine = held.get(id);
      const askedAt = performance.now();
      const answer = await beatLock(db, id, { token, sizeOnDisk: await sizeOnDisk(id) }).catch(() => undefined);
      // Without an answer the lock counts as ours for a little longer: see `requireHeld`.
      if (answer === undefined || mine?.token !== token) return;
      if (answer === null) held.delete(id);
      else mine.seenAt = askedAt;
      if (answer === null || answer.wanted) await requestRelease();
    }

    return {
      async lock(signal, requestRelease) {
        const deadline = performance.now() + waitMs;
        for (;;) {
          signal.throwIfAborted();
          const askedAt = performance.now();
          if (await takeLock(db, id, token)) {
            held.set(id, { token, seenAt: askedAt });
            break;
          }
          if (performance.now() > deadline) throw new AppError('busy');
          await sleep(askAgainMs, undefined, { signal });
        }
        let busy = false;
        timer = setInterval(() => {
          if (busy) return;
          busy = true;
          beating = keep(requestRelease).finally(() => {
            busy = false;
          });
        }, beatMs);
        timer.unref();
      },
      async unlock() {
        clearInterval(timer);
        await beating;
        if (held.get(id)?.token === token) held.delete(id);
        // What cannot be said now is said by silence.
        await releaseLock(db, id, { token, sizeOnDisk: await sizeOnDisk(id) }).catch(() => undefined);
      },
    };
  }

  return {
    newLock,
    requireHeld(id) {
      const lock = held.get(id);
      if (!lock || performance.now() - lock.seenAt > trustedMs) throw new AppError('busy', { detail: 'the lock may be lost' });
    },
  };
}
