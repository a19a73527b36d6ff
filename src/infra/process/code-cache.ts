/**
 * Compiled code of our child entries, kept between runs: stripping types and compiling takes twice as long as the work
 * on a small file. The folder lies in the installation, not in a shared temporary folder where others could plant code,
 * and a boxed child sees it read-only: what fills it is a run of the entry without any input.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Where the cache of an entry is; a change of the entry, the dependencies or the runtime makes a new one. */
export function codeCacheOf(entry: string): string {
  const facts = [entry, process.version, changedAt(entry), changedAt(join(root, 'package.json'))];
  const name = createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 16);
  return join(root, 'node_modules', '.cache', 'gleaner-code', name);
}

function changedAt(path: string): number {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/** Makes the folder. False when it is there already (filled, or being filled) or cannot be made. */
export function claimCodeCache(folder: string): boolean {
  try {
    if (existsSync(folder)) return false;
    return mkdirSync(folder, { recursive: true }) !== undefined;
  } catch {
    return false;
  }
}
