/** Files are written to a separate folder, synced, and then renamed into place. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export type Incoming = {
  write(target: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ size: number }>;
  move(path: string, target: string): Promise<{ size: number }>;
  removeIdle(idleMs: number): Promise<number>;
  probe(): Promise<void>;
};

/** Throws when there is no room for `bytes` more. Called at the start and every few megabytes. */
export type RequireRoom = (bytes: number) => Promise<void>;

const pieceBytes = 8 * 1024 ** 2;
const probeBytes = 64 * 1024;

/** Other users can read files but not enter folders, so that a child can be lent a file; also under a strict umask. */
const blobMode = 0o644;

export function createIncoming(directory: string, requireRoom: RequireRoom): Incoming {
  const newPath = () => join(directory, randomUUID());

  async function copyAndSettle(path: string, target: string, size: number): Promise<void> {
    const temporary = newPath();
    try {
      await requireRoom(size);
      await pipeline(createReadStream(path), createWriteStream(temporary, { flush: true }));
      await chmod(temporary, blobMode);
      await settle(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
    await rm(path, { force: true });
  }

  return {
    async write(target, bytes) {
      const temporary = newPath();
      try {
        const size = await writeAll(await open(temporary, 'wx', 0o600), bytes, requireRoom);
        await chmod(temporary, blobMode);
        await settle(temporary, target);
        return { size };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async move(path, target) {
      const { size } = await stat(path);
      await sync(path, 'r+');
      try {
        await settle(path, target);
      } catch (error) {
        if (!isFromAnotherDisk(error)) throw error;
        await copyAndSettle(path, target, size);
      }
      return { size };
    },

    async removeIdle(idleMs) {
      let removed = 0;
      for (const name of await readdir(directory)) {
        const path = join(directory, name);
        const found = await stat(path).catch(() => null);
        if (!found || Date.now() - found.mtimeMs < idleMs) continue;
        await rm(path, { force: true });
        removed++;
      }
      return removed;
    },

    async probe() {
      const path = join(directory, `check-${randomUUID()}`);
      try {
        await writeAll(await open(path, 'wx', 0o600), new Uint8Array(probeBytes));
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

async function settle(from: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rename(from, target);
  await syncDirectory(dirname(target));
}

function isFromAnotherDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV';
}

async function writeAll(
  handle: FileHandle,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  requireRoom?: (bytes: number) => Promise<void>,
): Promise<number> {
  let size = 0;
  let allowed = 0;
  try {
    const chunks = bytes instanceof Uint8Array ? [bytes] : bytes;
    for await (const chunk of chunks) {
      if (requireRoom && size + chunk.byteLength > allowed) {
        const piece = bytes instanceof Uint8Array ? chunk.byteLength : Math.max(pieceBytes, chunk.byteLength);
        await requireRoom(piece);
        allowed = size + piece;
      }
      await handle.writeFile(chunk);
      size += chunk.byteLength;
    }
    await handle.sync();
    return size;
  } finally {
    await handle.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return;
  await sync(path, 'r');
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
