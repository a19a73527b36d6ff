/** Stores files. A blob is either complete or absent, and never changes. */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Blobs } from '#engine/ports.ts';
import { AppError, toAppError } from '#lib/app-error.ts';
import { createIncoming, type RequireRoom } from './incoming.ts';

export type BlobStore = Blobs & {
  /** Moves the file, or copies it from another disk. */
  putFile(key: string, path: string): Promise<{ size: number }>;
  stat(key: string): Promise<{ size: number; modifiedAt: Date }>;
  /** `start` and `end` are inclusive. The caller must read to the end or destroy the stream. Errors: `file_missing`. */
  openRange(key: string, start: number, end: number): Promise<Readable>;
  list(folder: string): Promise<{ name: string; modifiedAt: Date }[]>;
  /** Removes unfinished files of killed processes, idle for `idleMs`. Returns their number. */
  removeUnfinished(idleMs: number): Promise<number>;
  check(): Promise<void>;
};

export type BlobStoreOptions = { requireRoom?: RequireRoom };

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Keys are paths of letters, digits, `-`, `_`, `.`; no part starts with a dot. */
export async function createBlobStore(directory: string, options: BlobStoreOptions = {}): Promise<BlobStore> {
  const root = join(directory, 'blobs');
  const incomingFolder = join(directory, 'incoming');
  await mkdir(root, { recursive: true, mode: 0o700 });
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 });
  const incoming = createIncoming(incomingFolder, options.requireRoom ?? (async () => undefined));

  function pathOf(key: string): string {
    if (key.length > 300 || !keyPattern.test(key))
      throw new AppError('storage_failed', { detail: `not a key: ${JSON.stringify(key)}` });
    return join(root, ...key.split('/'));
  }

  return {
    async put(key, bytes) {
      const target = pathOf(key);
      return guard(() => incoming.write(target, bytes));
    },

    async putFile(key, path) {
      const target = pathOf(key);
      return guard(() => incoming.move(path, target));
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

    removeUnfinished: (idleMs) => incoming.removeIdle(idleMs),
    check: () => guard(() => incoming.probe()),
  };
}

async function guard<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new AppError('file_missing', { cause: error });
    const known = toAppError(error);
    if (known.code === 'storage_failed') throw known;
    if (error instanceof Error && 'errno' in error) throw new AppError('storage_failed', { cause: error });
    throw error;
  }
}
