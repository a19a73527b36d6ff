/** Compiling takes longer than a small file. In the installation, read-only for sandboxed children. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The cache folder changes with the entry, the dependencies and the runtime. */
export function codeCacheOf(entry: string): string {
  const facts = [entry, process.version, changedAt(entry), changedAt(join(root, 'package.json'))];
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
