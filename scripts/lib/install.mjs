// Brings node_modules to what package-lock.json says, and does nothing when it is there already.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changeCheckout } from './checkout.mjs';
import { at, fail, projectNode, readJson, run } from './project.mjs';
import { readLock, runtimePackages } from './runtime.mjs';

/**
 * Whether the folder holds what the lock names. npm leaves a list of what it installed in the folder.
 * `need`: `all` packages, or only those to `run` the server (what `npm run slim` leaves).
 */
export function isInstalled(need = 'all') {
  const listPath = at('node_modules', '.package-lock.json');
  if (!existsSync(listPath)) return false;
  const installed = readJson(listPath).packages;
  const wanted = readLock();
  const needed = need === 'run' ? runtimePackages(wanted) : new Set(Object.keys(wanted));
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '' || !needed.has(path)) return true;
    const found = installed[path];
    // Packages for other platforms are named in the lock and installed nowhere else.
    return found ? found.version === version : optional === true;
  });
}

/** npm as it was called, else the npm on the path. */
function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args]);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { shell: process.platform === 'win32' });
}

async function hasRuntime() {
  const { code, output } = await run(projectNode(), ['--version'], { quiet: true });
  return code === 0 && Number(/^v(\d+)/.exec(output)?.[1]) >= 24;
}

const saySeconds = 15;

/** Names of the folders that npm made; those that packages bring for themselves are not counted. */
function packageFolders(folder) {
  const visible = (path) => readdirSync(path).filter((name) => !name.startsWith('.'));
  try {
    return visible(folder).flatMap((name) =>
      name.startsWith('@') ? visible(join(folder, name)).map((part) => join(name, part)) : [name],
    );
  } catch {
    // npm removes and creates folders meanwhile.
    return [];
  }
}

/** The progress of npm, which makes all folders first and then fills them one after the other. */
export function progressOf(folder) {
  const folders = packageFolders(folder);
  const unpacked = folders.filter((name) => existsSync(join(folder, name, 'package.json'))).length;
  if (folders.length === 0) return 'looking up packages';
  return unpacked < folders.length
    ? `${unpacked} of ${folders.length} packages unpacked`
    : `all ${unpacked} packages unpacked, running their install scripts`;
}

/** Prints the progress, as npm prints nothing until the end. Gives a function that stops it. */
function sayProgress() {
  const folder = at('node_modules');
  const started = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(`  … ${seconds} s, ${progressOf(folder)}\n`);
  }, saySeconds * 1000);
  return () => clearInterval(timer);
}

async function install() {
  process.stdout.write('Installing packages: about 1.2 GB on the disk, which takes a few minutes on a usual connection …\n');
  const end = sayProgress();
  try {
    await installPackages();
  } finally {
    end();
  }
}

async function installPackages() {
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  let { code } = await npm(['ci', ...flags]);
  if (code !== 0) {
    process.stdout.write('npm ci did not work here; trying npm install …\n');
    ({ code } = await npm(['install', '--no-save', ...flags]));
  }
  if (code !== 0) fail('The packages could not be installed. npm says above what went wrong.');
}

/** The install script of the package `node` leaves a second copy of it with headers and npm; the runtime is linked, not copied. */
function removeSecondRuntime() {
  rmSync(at('node_modules', 'node', 'node_modules'), { recursive: true, force: true });
}

/** `need` as in `isInstalled`. */
export async function ensureInstalled(need = 'all') {
  if (!isInstalled(need)) await changeCheckout('packages', () => !isInstalled(need), install);
  if (await hasRuntime()) return removeSecondRuntime();
  // The packages were installed without install scripts: the runtime's own has not run yet.
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: at('node_modules', 'node') });
  if (!(await hasRuntime())) {
    fail(
      'Node 24 is not there: the package `node` did not install it. Allow its install script (npm 11: `npm install-scripts approve node`), or use Node 24 or newer.',
    );
  }
  removeSecondRuntime();
}
