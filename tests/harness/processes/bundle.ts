/** Makes the bundle of the server for the tests of a run. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { provideBundle } from './server-programs.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Below `node_modules`, where packages that are no part of it are found. */
const home = join(root, 'node_modules/.cache/gleaner-test-server/');

/** A bundle keeps its folder as long as it is the same: compiled code is kept by path. Runs side by side do not meet. */
export async function bundleServer(): Promise<void> {
  mkdirSync(home, { recursive: true });
  // Names the folder that was made of these sources: making it again takes seven seconds of processor time.
  const note = join(home, `of-${hashOfSources()}`);
  const known = existsSync(note) ? join(home, readFileSync(note, 'utf8')) : null;
  if (known !== null && existsSync(known)) return provideBundle(known);
  const made = mkdtempSync(join(home, 'new-'));
  // Children run as another user.
  chmodSync(made, 0o755);
  const program = fileURLToPath(new URL('./bundle-server.ts', import.meta.url));
  // In a process of its own: the bundler changes its environment.
  await promisify(execFile)(process.execPath, [program, made], { env: { ...process.env, NODE_ENV: 'production' } });
  const name = hashOf(made);
  const folder = join(home, name);
  if (existsSync(folder)) rmSync(made, { recursive: true });
  else renameSync(made, folder);
  // Another run reads the whole of it or nothing.
  writeFileSync(`${note}.${process.pid}`, name);
  renameSync(`${note}.${process.pid}`, note);
  provideBundle(folder);
}

/** Of all that a bundle is made of. It names the places of the sources, and trees side by side may share `node_modules`. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(`${root}\n${process.version}\n`);
  const files = ['src', 'tests/harness/processes'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'].map((name) => join(root, name));
  for (const path of [...files.sort(), ...settings])
    hash.update(`${path}\n`).update(createHash('sha256').update(readFileSync(path)).digest());
  return hash.digest('hex').slice(0, 16);
}

/** Names of the parts are made of what is in them. */
function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const parts of ['parts', 'child-parts'])
    for (const name of readdirSync(join(folder, parts)).sort()) hash.update(`${name}\n`);
  for (const name of readdirSync(folder).sort()) if (name.endsWith('.mjs')) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
