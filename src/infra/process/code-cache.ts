/** Compiling takes longer than a small file. In the installation, read-only for sandboxed children. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childUser, openToAll } from './child-user.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The cache folder changes with the entry, the dependencies and the runtime. */
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

/** Once it is filled. The runtime keeps code readable for its own user only, and by the number of that user. */
export function lendCodeCache(folder: string): void {
  openToAll(folder);
  const user = childUser();
  const own = `-${process.getuid?.()}`;
  if (user === null) return;
  try {
    for (const name of readdirSync(folder).filter((name) => name.endsWith(own)))
      symlinkSync(name, join(folder, `${name.slice(0, -own.length)}-${user.uid}`));
  } catch {
    // Without it children compile.
  }
}
