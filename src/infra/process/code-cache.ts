/** Compiled code of children, since compiling takes longer than a small task. Sandboxed children can only read it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childUser, openToAll } from './child-user.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A folder for each version of the entry, the dependencies and the runtime. */
export function codeCacheOf(entry: string): string {
  const facts = ['by user', entry, process.version, changedAt(entry), changedAt(join(root, 'package.json'))];
  const name = createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 16);
  return join(root, 'node_modules', '.cache', 'gleaner-code', name);
}

function changedAt(path: string): number {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

export function claimCodeCache(folder: string): boolean {
  try {
    if (existsSync(folder)) return false;
    return mkdirSync(folder, { recursive: true }) !== undefined;
  } catch {
    return false;
  }
}

/** Removes the folder of a failed warm-up, so that another process can fill it. */
export function dropCodeCache(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // If it cannot be removed, it is used as it is.
  }
}

/** Call it when the cache is filled. Node stores code under the id of its user and readable only by that user. */
export function lendCodeCache(folder: string): void {
  openToAll(folder);
  const user = childUser();
  const own = `-${process.getuid?.()}`;
  if (user === null) return;
  try {
    for (const name of readdirSync(folder).filter((name) => name.endsWith(own)))
      symlinkSync(name, join(folder, `${name.slice(0, -own.length)}-${user.uid}`));
  } catch {
    // Without the link, children compile by themselves.
  }
}
