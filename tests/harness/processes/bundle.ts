/** Makes the bundle of the server for the tests of a run. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { provideBundle } from './server-programs.ts';

/** Below `node_modules`, where packages that are no part of it are found. */
const home = fileURLToPath(new URL('../../../node_modules/.cache/gleaner-test-server/', import.meta.url));

/** A bundle keeps its folder as long as it is the same: compiled code is kept by path. Runs side by side do not meet. */
export async function bundleServer(): Promise<void> {
  mkdirSync(home, { recursive: true });
  const made = mkdtempSync(join(home, 'new-'));
  // Children run as another user.
  chmodSync(made, 0o755);
  const program = fileURLToPath(new URL('./bundle-server.ts', import.meta.url));
  // In a process of its own: the bundler changes its environment.
  await promisify(execFile)(process.execPath, [program, made], { env: { ...process.env, NODE_ENV: 'production' } });
  const folder = join(home, hashOf(made));
  if (existsSync(folder)) rmSync(made, { recursive: true });
  else renameSync(made, folder);
  provideBundle(folder);
}

/** Names of the parts are made of what is in them. */
function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const parts of ['parts', 'child-parts'])
    for (const name of readdirSync(join(folder, parts)).sort()) hash.update(`${name}\n`);
  for (const name of readdirSync(folder).sort()) if (name.endsWith('.mjs')) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
