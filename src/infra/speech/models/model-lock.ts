import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';

const beatMs = 2000;
const staleMs = 15_000;

export type ModelLock = { release(): Promise<void> };

/** Null when another process holds the lock. `onLost` is called when another process takes it over. */
export async function takeLock(path: string, onLost: () => void): Promise<ModelLock | null> {
  const token = randomUUID();
  if ((await isHeld(path)) || !(await create(path, token))) return null;
  const timer = setInterval(() => void beat(), beatMs);
  timer.unref();
  async function beat(): Promise<void> {
    if ((await readFile(path, 'utf8').catch(() => null)) === token) {
      const now = new Date();
      await utimes(path, now, now).catch(() => {});
      return;
    }
    clearInterval(timer);
    onLost();
  }
  return {
    async release() {
      clearInterval(timer);
      if ((await readFile(path, 'utf8').catch(() => null)) === token) await rm(path, { force: true });
    },
  };
}

export async function isHeld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < staleMs;
}

async function create(path: string, token: string): Promise<boolean> {
  const left = await readFile(path, 'utf8').catch(() => null);
  if (left !== null) {
    // The lock of a dead process. It is renamed first, so that only one process removes it.
    const aside = `${path}.${token}`;
    await rename(path, aside).catch(() => {});
    await rm(aside, { force: true });
  }
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
