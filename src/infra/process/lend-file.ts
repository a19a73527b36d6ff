/**
 * Gives one file to a child of another user, as an open file: the folders above it stay closed to that user.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childUser } from './child-user.ts';

export type LentFile = {
  /** Where it lies for this process. */
  source: string;
  /** Where the child finds the file. */
  path: string;
  /** Null: the child opens the file by its own path. */
  descriptor: number | null;
  /** To be called when the child has ended, or is not started after all. */
  close(): void;
};

/** The number that the file has in the child: the first after its three standard streams. */
const lentDescriptor = 3;

/** Where children are not run as another user, this is the path itself. Errors: those of opening a file. */
export async function lendFile(path: string): Promise<LentFile> {
  if (!childUser()) return { source: path, path, descriptor: null, close: () => {} };
  const own = openSync(path, 'r');
  // The child opens it once more, under the name that Linux gives to an open file; for that its mode counts, and nothing above it.
  const descriptor = (fstatSync(own).mode & 0o004) === 0 ? await openCopy(path).finally(() => closeSync(own)) : own;
  return { source: path, path: `/proc/self/fd/${lentDescriptor}`, descriptor, close: () => closeSync(descriptor) };
}

/** A copy without a name: it is gone when it is closed. */
async function openCopy(path: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-lent-'));
  try {
    const copy = join(folder, 'copy');
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    await chmod(copy, 0o644);
    return openSync(copy, 'r');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a box shows of it: a file that is open already needs no place there. */
export function shownFile({ path, descriptor }: LentFile): { from: string; to: string }[] {
  return descriptor === null ? [{ from: path, to: path }] : [];
}
