/** The scripts do not take packages or the interface away from a server that runs from the same folder. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../harness/wait.ts';

let checkout = '';
const running: Script[] = [];

type Script = { pid: number; output(): string; exited: Promise<number | null>; signal(name: NodeJS.Signals): void };

/** A checkout with the real scripts, one package, and stand-ins for npm, Vite and the server. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  cpSync(fileURLToPath(new URL('../../scripts', import.meta.url)), join(checkout, 'scripts'), { recursive: true });
  mkdirSync(join(checkout, 'src', 'server'), { recursive: true });
  mkdirSync(join(checkout, 'bin'));
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ name: 'small', version: '1.0.0', type: 'module' }));
  lock('1.0.0');
  writeFileSync(
    join(checkout, 'src', 'server', 'main.ts'),
    `process.on('SIGTERM', () => process.exit(0)); process.on('disconnect', () => process.exit(0));
     process.send({ type: 'ready' }); console.log('Gleaner is ready'); setInterval(() => {}, 1000);`,
  );
  writeFileSync(join(checkout, 'bin', 'npm'), `#!${process.execPath}\n(${fakeNpm.toString()})(${JSON.stringify(checkout)});\n`, {
    mode: 0o755,
  });
});
afterEach(async () => {
  for (const script of running.splice(0)) {
    script.signal('SIGKILL');
    await script.exited;
  }
  rmSync(checkout, { recursive: true, force: true });
});

function lock(version: string): void {
  const packages = { '': { name: 'small', version: '1.0.0', dependencies: { vite: version } }, 'node_modules/vite': { version } };
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
}

/** Empties node_modules and fills it again, as `npm ci` does; waits in between while there is a file `hold`. */
async function fakeNpm(root: string): Promise<void> {
  const {
    appendFileSync,
    existsSync: exists,
    mkdirSync: mkdir,
    readFileSync: read,
    rmSync: remove,
    writeFileSync: write,
  } = process.getBuiltinModule('fs');
  appendFileSync(`${root}/npm.log`, `${process.argv[2]}\n`);
  remove(`${root}/node_modules`, { recursive: true, force: true });
  while (exists(`${root}/hold`)) await new Promise((resolve) => setTimeout(resolve, 20));
  mkdir(`${root}/node_modules/vite`, { recursive: true });
  write(`${root}/node_modules/vite/package.json`, '{ "bin": "vite.mjs" }');
  const built = `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('${root}/dist/web', { recursive: true }); writeFileSync('${root}/dist/web/index.html', 'built');`;
  write(`${root}/node_modules/vite/vite.mjs`, built);
  write(`${root}/node_modules/.package-lock.json`, read(`${root}/package-lock.json`));
}

function run(name: string, ...args: string[]): Script {
  const child = spawn(process.execPath, [join(checkout, 'scripts', `${name}.mjs`), ...args], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: [join(checkout, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const script = {
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
  };
  running.push(script);
  return script;
}

async function startServer(...args: string[]): Promise<Script> {
  const server = run('start', ...args);
  await waitFor('the server', () => (server.output().includes('Gleaner is ready') ? true : undefined));
  return server;
}

const installs = () => readFileSync(join(checkout, 'npm.log'), 'utf8').trim().split('\n').length;

describe.skipIf(process.platform === 'win32')('a checkout', () => {
  test('keeps its packages while a server runs, whichever script would install them', async () => {
    const server = await startServer();
    expect(installs()).toBe(1);
    lock('2.0.0');
    for (const name of ['setup', 'start', 'test']) {
      const script = run(name);
      expect(await script.exited, name).toBe(1);
      expect(script.output()).toContain(`Gleaner is running from this folder (process ${server.pid})`);
      expect(script.output()).toContain('Stop it first');
    }
    expect(installs()).toBe(1);
    expect(existsSync(join(checkout, 'node_modules', 'vite', 'package.json'))).toBe(true);
    server.signal('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(await run('setup').exited).toBe(0);
    expect(installs()).toBe(2);
  });

  test('keeps the interface that a server serves; a worker serves none', async () => {
    const server = await startServer();
    const refused = run('build');
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain(`process ${server.pid}`);
    server.signal('SIGTERM');
    await server.exited;
    await startServer('--role', 'worker');
    expect(await run('build').exited).toBe(0);
  });

  test('is left alone by scripts that have nothing to install or build', async () => {
    await startServer();
    expect(await run('setup').exited).toBe(0);
    const second = await startServer('--role', 'worker');
    second.signal('SIGTERM');
    expect(await second.exited).toBe(0);
  });

  test('is changed by one script at a time: the second waits and finds it done', async () => {
    writeFileSync(join(checkout, 'hold'), '');
    const first = run('setup');
    await waitFor('the first install', () => (existsSync(join(checkout, 'npm.log')) ? true : undefined));
    const second = run('start');
    await waitFor('the second to wait', () => (second.output().includes(`Process ${first.pid} is changing`) ? true : undefined));
    rmSync(join(checkout, 'hold'));
    expect(await first.exited).toBe(0);
    await waitFor('the server', () => (second.output().includes('Gleaner is ready') ? true : undefined));
    expect(installs()).toBe(1);
  });

  test('is not held by processes that have ended, nor by others that got their numbers', async () => {
    const folder = join(checkout, '.cache', 'run');
    mkdirSync(folder, { recursive: true });
    const other = JSON.stringify({ pid: process.pid, started: 'another time', usesInterface: true, doing: 'nothing' });
    writeFileSync(join(folder, `server-${process.pid}.json`), other);
    writeFileSync(join(folder, 'changing.json'), other);
    expect(await run('setup').exited).toBe(0);
    const server = await startServer();
    server.signal('SIGKILL');
    await server.exited;
    lock('3.0.0');
    expect(await run('setup').exited).toBe(0);
    expect(installs()).toBe(2);
  });
});
