/** The lock is in the upload's row, with a heartbeat every half second; five seconds without one free it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { AppError } from '#lib/app-error.ts';
import { beatLock, releaseLock, takeLock } from './lock-rows.ts';

type Lock = { lock(signal: AbortSignal, requestRelease: () => Promise<void> | void): Promise<void>; unlock(): Promise<void> };

export type UploadLocks = {
  /** Errors of `lock`: `upload_not_found`, `busy` after `waitMs`. */
  newLock(id: string): Lock;
  /** Throws `busy` when another process may hold the lock. */
  requireHeld(id: string): void;
};

const beatMs = 500;
/** Well before another process may take the lock. */
const trustedMs = 3500;
const askAgainMs = 200;
const waitMs = 30_000;

/** `sizeOnDisk` returns 0 without a part. */
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
      // Without an answer the lock counts as ours for `trustedMs`, see `requireHeld`.
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
        // A failed release expires.
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
