/** Below a limit of free space, files are refused. On a full disk, a reserve file is deleted to make room for the database. */
import { randomFillSync } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, fullDiskRetryMs } from '#lib/app-error.ts';

export type DiskState = 'ok' | 'low' | 'full';

export type Disk = {
  roomBytes(): Promise<number>;
  state(): Promise<DiskState>;
  tend(): Promise<void>;
};

const largestReserveBytes = 64 * 1024 ** 2;
const blockBytes = 1024 ** 2;
const abandonedMs = 60_000;

export function createDisk({ directory, floorBytes }: { directory: string; floorBytes: number }): Disk {
  const reservePath = join(directory, 'reserve');
  const unfinishedPath = join(directory, 'reserve.new');
  const reserveBytes = Math.min(largestReserveBytes, Math.floor(floorBytes / 4));
  const fullBelowBytes = Math.floor(reserveBytes / 4);

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  }

  async function makeReserve(): Promise<void> {
    const begun = await stat(unfinishedPath).catch(() => null);
    if (begun && Date.now() - begun.mtimeMs > abandonedMs) await rm(unfinishedPath, { force: true });
    // Fails when another process is creating the reserve.
    const file = await open(unfinishedPath, 'wx', 0o600);
    try {
      // Random bytes, because compressing file systems store zeros in no space.
      const block = Buffer.alloc(blockBytes);
      for (let left = reserveBytes; left > 0; left -= block.length)
        await file.writeFile(randomFillSync(block).subarray(0, Math.min(left, block.length)));
      await rename(unfinishedPath, reservePath);
    } catch (error) {
      await rm(unfinishedPath, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  return {
    roomBytes: async () => (await freeBytes()) - floorBytes,
    async state() {
      const free = await freeBytes();
      if (free < fullBelowBytes || (reserveBytes > 0 && !(await exists(reservePath)))) return 'full';
      return free < floorBytes ? 'low' : 'ok';
    },
    async tend() {
      if (reserveBytes === 0) return;
      try {
        const free = await freeBytes();
        if (free < fullBelowBytes) await rm(reservePath, { force: true });
        // The reserve is recreated only if as much space again stays free.
        else if (free >= 2 * reserveBytes + fullBelowBytes && !(await exists(reservePath))) await makeReserve();
      } catch {}
    },
  };
}

export function watchDisk(disk: Disk): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void disk.tend().finally(() => {
      busy = false;
    });
  }, 2000);
  timer.unref();
  return () => clearInterval(timer);
}

/** The error for a write without space; it postpones jobs. */
export function noRoom(detail: string, cause?: unknown): AppError {
  return new AppError('storage_failed', { cause, detail, retry: { afterMs: fullDiskRetryMs } });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
