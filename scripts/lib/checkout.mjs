// Which processes use this checkout: servers that run from it, and the one script that changes its packages or its interface.
// Each leaves a small file in .cache/run, with the start time of its process, as process ids are reused.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, fail } from './project.mjs';

const folder = at('.cache', 'run');
const lockPath = join(folder, 'changing.json');
const ownPath = join(folder, `server-${process.pid}.json`);
/** An install takes minutes on a slow line; a script that waits longer than this fails. */
const longestWaitMs = 30 * 60_000;

/** When the process started, as the system reports it; empty where it does not report it. Null when there is no such process. */
function startOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return null;
  }
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return null;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[18]}`;
    } catch {
      return '';
    }
  }
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

function entry(more = {}) {
  return JSON.stringify({ pid: process.pid, started: startOf(process.pid), ...more });
}

/** The registration of a process that still runs; null when there is no file, or its process has ended. */
function readLive(path) {
  try {
    const found = JSON.parse(readFileSync(path, 'utf8'));
    return Number.isInteger(found.pid) && startOf(found.pid) === found.started ? found : null;
  } catch {
    return null;
  }
}

/** Registers a server that runs from this checkout as long as this process does. `usesInterface`: it serves `dist/web`. */
export function registerServer({ usesInterface }) {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(ownPath, entry({ usesInterface }));
    process.on('exit', unregisterServer);
  } catch {
    // A read-only checkout is not changed by anybody either.
  }
}

function unregisterServer() {
  rmSync(ownPath, { force: true });
}

function findServer(matters) {
  for (const name of readdirSync(folder).filter((name) => name.startsWith('server-'))) {
    const path = join(folder, name);
    const found = readLive(path);
    if (!found) rmSync(path, { force: true });
    else if (found.pid !== process.pid && matters(found)) return found;
  }
  return null;
}

/** True when another process is changing the checkout; this one's registration is then removed and the end awaited. */
export async function isBeingChanged() {
  if (!readLive(lockPath)) return false;
  unregisterServer();
  await waitForLock();
  return true;
}

async function waitForLock() {
  const deadline = Date.now() + longestWaitMs;
  let told = false;
  for (let holder = readLive(lockPath); holder && holder.pid !== process.pid; holder = readLive(lockPath)) {
    if (!told) process.stdout.write(`Process ${holder.pid} is changing this checkout (${holder.doing}); waiting for it …\n`);
    told = true;
    if (Date.now() > deadline) fail(`Process ${holder.pid} has been changing this checkout for very long. End it and try again.`);
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
}

async function takeLock(doing) {
  mkdirSync(folder, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockPath, entry({ doing }), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    await waitForLock();
    clearStaleLock();
  }
}

/** Moves the lock away before removing it: of two processes that find the same stale lock, only one can move it. */
function clearStaleLock() {
  const aside = `${lockPath}.${process.pid}`;
  try {
    renameSync(lockPath, aside);
    // Another process was quicker, and this is its lock: it goes back.
    if (readLive(aside)) renameSync(aside, lockPath);
    else rmSync(aside, { force: true });
  } catch {
    // Another process has removed it.
  }
}

/**
 * Runs `work` while no other script changes the checkout, unless `isNeeded` says that it is done by then. Ends this process
 * with a message when a running server needs what would be changed: `packages` or the `interface`.
 */
export async function changeCheckout(what, isNeeded, work) {
  const doing = what === 'packages' ? 'installing packages' : 'building the interface';
  await takeLock(doing);
  try {
    if (!isNeeded()) return;
    const server = findServer(({ usesInterface }) => what === 'packages' || usesInterface);
    if (server) refuse(server, what);
    await work();
  } finally {
    rmSync(lockPath, { force: true });
  }
}

function refuse(server, what) {
  rmSync(lockPath, { force: true });
  const change =
    what === 'packages'
      ? 'The packages in node_modules have to be installed anew, and that would take them away from it.'
      : 'The interface has to be built anew, and that would take away the files it serves.';
  fail(
    `Gleaner is running from this folder (process ${server.pid}).\n${change}\nStop it first (Ctrl+C, or kill ${server.pid}), then do this again.`,
  );
}
