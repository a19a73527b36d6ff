/** A blob appears whole or not at all and never changes. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs } from '#engine/ports.ts';
import { AppError, toAppError } from '#lib/app-error.ts';

export type BlobStore = Blobs & {
  /** Moves the file, or copies it from another disk. */
  putFile(key: string, path: string): Promise<{ size: number }>;
  stat(key: string): Promise<{ size: number; modifiedAt: Date }>;
  /** Both ends included. The caller reads to the end or destroys it. Errors: `file_missing`. */
  openRange(key: string, start: number, end: number): Promise<Readable>;
  list(folder: string): Promise<{ name: string; modifiedAt: Date }[]>;
  /** Files of killed processes, idle for `idleMs`. Returns the number. */
  removeUnfinished(idleMs: number): Promise<number>;
  check(): Promise<void>;
};

export type BlobStoreOptions = {
  /** Throws when there is no room for `bytes` more; asked at the start and every few megabytes. */
  requireRoom?: (bytes: number) => Promise<void>;
};

const pieceBytes = 8 * 1024 ** 2;
const probeBytes = 64 * 1024;

/** Folders are closed to others, files are not, so that children can be lent one. */
const blobMode = 0o644;

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Keys are paths of letters, digits, `-`, `_`, `.`; no part starts with a dot. */
export async function createBlobStore(directory: string, options: BlobStoreOptions = {}): Promise<BlobStore> {
  const requireRoom = options.requireRoom ?? (async () => undefined);
  const root = join(directory, 'blobs');
  const incoming = join(directory, 'incoming');
  await mkdir(root, { recursive: true, mode: 0o700 });
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  function pathOf(key: string): string {
    if (key.length > 300 || !keyPattern.test(key))
      throw new AppError('storage_failed', { detail: `not a key: ${JSON.stringify(key)}` });
    return join(root, ...key.split('/'));
  }

  /** Moves a file into place and syncs its bytes and name to disk. */
  async function settle(from: string, key: string): Promise<void> {
    const target = pathOf(key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(from, target);
    await syncDirectory(dirname(target));
  }

  const store: BlobStore = {
    async put(key, bytes) {
      pathOf(key);
      const temporary = join(incoming, randomUUID());
      return guard(async () => {
        try {
          const handle = await open(temporary, 'wx', blobMode);
          const size = await writeAll(handle, bytes, requireRoom);
          await settle(temporary, key);
          return { size };
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
      });
    },

    async putFile(key, path) {
      pathOf(key);
      return guard(async () => {
        const { size } = await stat(path);
        await sync(path, 'r+');
        try {
          await settle(path, key);
        } catch (error) {
          if (!hasErrno(error, 'EXDEV')) throw error;
          const temporary = join(incoming, randomUUID());
          try {
            await requireRoom(size);
            await pipeline(createReadStream(path), createWriteStream(temporary, { mode: blobMode, flush: true }));
            await settle(temporary, key);
          } finally {
            await rm(temporary, { force: true });
          }
          await rm(path, { force: true });
        }
        return { size };
      });
    },

    async stat(key) {
      return guard(async () => {
        const found = await stat(pathOf(key));
        return { size: found.size, modifiedAt: found.mtime };
      });
    },

    async openRange(key, start, end) {
      return guard(async () => {
        const handle = await open(pathOf(key), 'r');
        return handle.createReadStream({ start, end, highWaterMark: 256 * 1024 });
      });
    },

    async localPath(key) {
      const path = pathOf(key);
      await guard(() => stat(path));
      return path;
    },

    async delete(key) {
      await guard(() => rm(pathOf(key), { force: true }));
    },

    async list(folder) {
      const path = pathOf(folder);
      const names = await readdir(path).catch(() => []);
      const found = await Promise.all(names.map((name) => stat(join(path, name)).catch(() => null)));
      return names.flatMap((name, index) => {
        const file = found[index];
        return file?.isFile() ? [{ name, modifiedAt: file.mtime }] : [];
      });
    },

    async removeUnfinished(idleMs) {
      let removed = 0;
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const found = await stat(path).catch(() => null);
        if (!found || Date.now() - found.mtimeMs < idleMs) continue;
        await rm(path, { force: true });
        removed++;
      }
      return removed;
    },

    async check() {
      const probe = join(incoming, `check-${randomUUID()}`);
      await guard(async () => {
        try {
          await writeAll(await open(probe, 'wx', 0o600), new Uint8Array(probeBytes));
        } finally {
          await rm(probe, { force: true });
        }
      });
    },
  };
  return store;
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

async function guard<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (hasErrno(error, 'ENOENT')) throw new AppError('file_missing', { cause: error });
    const known = toAppError(error);
    if (known.code === 'storage_failed') throw known;
    if (error instanceof Error && 'errno' in error) throw new AppError('storage_failed', { cause: error });
    throw error;
  }
}

function hasErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
