/** Gives a child one file; the folders above it stay closed to the child's user. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childUser } from './child-user.ts';

export type LentFile = {
  source: string;
  path: string;
  /** Null: the child opens the path itself. */
  descriptor: number | null;
  close(): void;
};

/** The first descriptor after the three standard streams. */
const lentDescriptor = 3;

export async function lendFile(path: string): Promise<LentFile> {
  if (!childUser()) return { source: path, path, descriptor: null, close: () => {} };
  const own = openSync(path, 'r');
  // The child reopens the descriptor through `/proc`, so only the file's own mode counts.
  const descriptor = (fstatSync(own).mode & 0o004) === 0 ? await openCopy(path).finally(() => closeSync(own)) : own;
  return { source: path, path: `/proc/self/fd/${lentDescriptor}`, descriptor, close: () => closeSync(descriptor) };
}

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

export function shownFile({ path, descriptor }: LentFile): { from: string; to: string }[] {
  return descriptor === null ? [{ from: path, to: path }] : [];
}
