// A copy of the project in which sources may be broken without disturbing anybody.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { at, childEnvironment, packageCommand, projectNode, run } from '../lib/project.mjs';

let home;
const running = new Set();

/** Outside of node_modules, where Node runs no TypeScript. The folder and the processes that run there end with this process. */
function openHome() {
  if (home !== undefined) return home;
  home = mkdtempSync(join(tmpdir(), 'gleaner-mutate-'));
  // Some children run as another user.
  chmodSync(home, 0o755);
  process.on('exit', () => {
    for (const group of running) signal(group, 'SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => process.exit(1));
  return home;
}

async function trackedFiles() {
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard'], { quiet: true });
  return output.split('\n').filter((path) => path !== '' && existsSync(at(path)));
}

/** Gives the folder of the copy. */
export async function makeSandbox(name) {
  const folder = join(openHome(), name);
  rmSync(folder, { recursive: true, force: true });
  for (const path of await trackedFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(at(path), join(folder, path));
  }
  symlinkSync(at('node_modules'), join(folder, 'node_modules'));
  if (existsSync(at('dist'))) symlinkSync(at('dist'), join(folder, 'dist'));
  return folder;
}

export const removeSandbox = (folder) => rmSync(folder, { recursive: true, force: true });

/** Diagnostics of unused code: a small fault may leave something unused, which breaks nothing. */
const unused = new Set(['TS6133', 'TS6138', 'TS6192', 'TS6196', 'TS6198', 'TS6199', 'TS7027']);
const ofTypes = /^typescript\((TS\d+|no-floating-promises|no-misused-promises)\)$/;

/** The type errors by file, as codes and names of rules, without those of unused code. `report`: the checker's, as JSON. */
export function typeFaults(report) {
  const faults = new Map();
  for (const { code, filename } of JSON.parse(report).diagnostics) {
    const fault = ofTypes.exec(code ?? '')?.[1];
    if (fault !== undefined && !unused.has(fault)) faults.set(filename, [...(faults.get(filename) ?? []), fault]);
  }
  return faults;
}

/** The given files that have type errors, for which `npm run check` fails. */
export async function refusedByTypes(folder, files) {
  const args = [packageCommand('oxlint'), '--type-aware', '--type-check', '--quiet', '--format=json', ...files];
  const { output } = await run(projectNode(), args, { cwd: folder, quiet: true });
  return new Set(typeFaults(output).keys());
}

/**
 * Runs test files of a project in the sandbox. Gives `{ code, output, seconds }`; `code` is null after a timeout. Whatever the
 * run started ends with it.
 */
export function runTests(folder, { project, files, args = [], limitMs, env = {} }) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(
      projectNode(),
      [packageCommand('vitest'), 'run', '--project', project, '--passWithNoTests', '--retry=0', ...args, ...files],
      { cwd: folder, env: childEnvironment({ ...env, CI: '1' }), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    );
    running.add(child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-200_000);
      });
    let late = false;
    const timer = limitMs
      ? setTimeout(() => {
          late = true;
          // SIGINT first, so that it ends what it started in order.
          signal(child.pid, 'SIGINT');
          setTimeout(() => signal(child.pid, 'SIGKILL'), 15_000).unref();
        }, limitMs)
      : undefined;
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child.pid);
      signal(child.pid, 'SIGKILL');
      resolve({ code: late ? null : code, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}

function signal(group, name) {
  try {
    process.kill(-group, name);
  } catch {
    // Already ended.
  }
}

/** PostgreSQL for all tests of this process. Gives the environment variables with which a test run finds it. */
export function startClusters() {
  const child = spawn(projectNode(), [at('tests', 'harness', 'processes', 'serve-clusters.ts')], {
    env: childEnvironment(),
    // It ends when its input does, and its input ends with this process in any case.
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`no clusters: ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (!output.includes('\n')) return;
      for (const one of [child, child.stdin, child.stdout]) one.unref();
      resolve({ GLEANER_TEST_CLUSTERS: output.trim() });
    });
  });
}
