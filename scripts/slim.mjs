// npm run slim: leaves in node_modules what a running server needs, once the interface is built. Whatever needs more
// (`npm test`, `npm run dev`, a build after an update) installs it again. `--image`: also without what images leave out.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './lib/build.mjs';
import { changeCheckout } from './lib/checkout.mjs';
import { at, fail } from './lib/project.mjs';
import { readLock, runtimePackages, unusedEndings, unusedFiles } from './lib/runtime.mjs';

const image = process.argv.includes('--image');
const home = at('node_modules');

/** Megabytes on disk; a file with several names counts once. */
function sizeOf(folder) {
  const seen = new Set();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { ino, blocks, size } = statSync(join(entry.parentPath ?? entry.path, entry.name));
    if (ino && seen.has(ino)) continue;
    seen.add(ino);
    bytes += blocks ? blocks * 512 : size;
  }
  return Math.round(bytes / 1024 ** 2);
}

function removePackages() {
  const listPath = join(home, '.package-lock.json');
  const list = JSON.parse(readFileSync(listPath, 'utf8'));
  const needed = runtimePackages(readLock(), { image });
  const gone = Object.keys(list.packages).filter((path) => !needed.has(path));
  for (const path of gone) {
    // Nested packages go with their parent, even those that are needed at another place.
    rmSync(at(path), { recursive: true, force: true });
    delete list.packages[path];
  }
  // npm's own list says what is installed; `isInstalled` reads it.
  writeFileSync(listPath, `${JSON.stringify(list, null, 2)}\n`);
  return gone.length;
}

function removeFiles() {
  for (const path of unusedFiles) rmSync(join(home, path), { recursive: true, force: true });
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && unusedEndings.some((ending) => entry.name.endsWith(ending))) rmSync(path);
    // Commands of removed packages.
    if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path);
  }
  for (const name of readdirSync(home)) {
    if (name.startsWith('@') && readdirSync(join(home, name)).length === 0) rmdirSync(join(home, name));
  }
}

if (!existsSync(join(home, '.package-lock.json'))) fail('There is nothing to make smaller: run `npm run setup` first.');
if (!isBuilt()) fail('The interface has to be built first: run `npm run setup`.');
await changeCheckout(
  'packages',
  () => true,
  () => {
    const before = sizeOf(home);
    const count = removePackages();
    removeFiles();
    process.stdout.write(`${count} packages removed; node_modules: ${before} MB before, ${sizeOf(home)} MB now\n`);
  },
);
