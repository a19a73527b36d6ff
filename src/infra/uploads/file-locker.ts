/**
 * One writer per upload, also when several web processes share the folder: a client that lost its connection resumes
 * at once, while the process it talked to before may still be writing what had arrived.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type Lock = { lock(signal: AbortSignal, requestRelease: () => Promise<void> | void): Promise<void>; unlock(): Promise<void> };

/** A holder says this often that it lives, and looks whether another waits. */
const beatMs = 500;
const staleMs = 5000;

export function createFileLocker(directory: string): { newLock(id: string): Lock } {
  return {
    newLock(id) {
      const lockPath = join(directory, `${id}.lock`);
      const wantedPath = join(directory, `${id}.wanted`);
      const token = randomUUID();
      let beat: NodeJS.Timeout | undefined;

      async function keep(requestRelease: () => Promise<void> | void): Promise<void> {
        const now = new Date();
        await utimes(lockPath, now, now).catch(() => undefined);
        if (await stat(wantedPath).catch(() => null)) {
          await rm(wantedPath, { force: true });
          await requestRelease();
        }
      }

      return {
        async lock(signal, requestRelease) {
          for (;;) {
            signal.throwIfAborted();
            const taken = await writeFile(lockPath, token, { flag: 'wx', mode: 0o600 }).then(
              () => true,
              () => false,
            );
            if (taken) break;
            const held = await stat(lockPath).catch(() => null);
            if (held && Date.now() - held.mtimeMs > staleMs) await rm(lockPath, { force: true });
            else await writeFile(wantedPath, '', { mode: 0o600 });
            await sleep(100, undefined, { signal });
          }
          await rm(wantedPath, { force: true });
          beat = setInterval(() => void keep(requestRelease), beatMs);
          beat.unref();
        },
        async unlock() {
          clearInterval(beat);
          // Only our own: after a long pause it may be another's.
          const holder = await readFile(lockPath, 'utf8').catch(() => null);
          if (holder === token) await rm(lockPath, { force: true });
        },
      };
    },
  };
}
