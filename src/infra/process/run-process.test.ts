import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { codeCacheOf } from './code-cache.ts';
import { canBox, confine } from './confine.ts';
import { fillCodeCache, runEntry, runProcess } from './run-process.ts';
import { findTool } from './tools.ts';

const linux = process.platform === 'linux';
const signal = new AbortController().signal;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-process-'));
  // When the tests run as root, children run as another user, who also writes here.
  chmodSync(folder, 0o777);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

function runScript(script: string, options: Partial<Parameters<typeof runProcess>[2]> = {}) {
  return runProcess(process.execPath, ['-e', script], { signal, timeoutMs: 20_000, ...options });
}

/** A script that writes its own and its child's process id into the folder; then both sleep. */
function family(): string {
  const grandchild = `require('fs').writeFileSync('${folder}/grandchild-' + process.pid, '');setInterval(() => {}, 1000)`;
  return `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'ignore' });
    require('fs').writeFileSync('${folder}/child-' + process.pid, '');setInterval(() => {}, 1000)`;
}

function familyIds(): number[] {
  return readdirSync(folder).map((name) => Number(name.split('-')[1]));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed process may still exist as a zombie.
    return !linux || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function waitForFamily(): Promise<number[]> {
  await vi.waitFor(() => expect(familyIds()).toHaveLength(2), { timeout: 15_000 });
  return familyIds();
}

async function expectGone(pids: number[]): Promise<void> {
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 10_000 });
}

describe('input and output of a child', () => {
  test('passes output, exit code and input, and no shell reads the arguments', async () => {
    const script = "process.stdin.on('data', (d) => process.stdout.write(d + process.argv[1]));process.exitCode = 3";
    const result = await runProcess(process.execPath, ['-e', script, '$(id); `id` "x'], {
      signal,
      timeoutMs: 20_000,
      input: 'in:',
    });
    expect(result).toMatchObject({ exitCode: 3, signal: null, truncated: false, stderr: '' });
    expect(result.stdout.toString()).toBe('in:$(id); `id` "x');
  });

  test('hides our environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'secret');
    const result = await runScript('process.stdout.write(JSON.stringify(process.env))', { env: { GIVEN: 'yes' } });
    vi.unstubAllEnvs();
    const env = JSON.parse(result.stdout.toString()) as Record<string, string>;
    expect(env.GIVEN).toBe('yes');
    expect(env.OPENAI_API_KEY).toBeUndefined();
    if (linux) expect(Object.keys(env).toSorted()).toEqual(['GIVEN', 'LANG', 'PATH']);
  });

  test('ends a child that prints without end and keeps its output up to the limit', async () => {
    const result = await runScript("for (;;) process.stdout.write('x'.repeat(65536))", { maxStdoutBytes: 100_000 });
    expect(result.truncated).toBe(true);
    expect(result.stdout).toHaveLength(100_000);
  });

  test('throws for a missing program', async () => {
    const tool = findTool('prlimit') ? [] : [join(folder, 'nothing')];
    if (tool[0]) expect(await codeOf(runProcess(tool[0], [], { signal, timeoutMs: 1000 }))).toBe('internal');
    else expect((await runProcess(join(folder, 'nothing'), [], { signal, timeoutMs: 5000 })).exitCode).not.toBe(0);
  });
});

describe('the end of a child', () => {
  test('kills the whole process tree at the time limit', async () => {
    const running = codeOf(runScript(family(), { timeoutMs: 5000 }));
    const pids = await waitForFamily();
    expect(await running).toBe('timed_out');
    await expectGone(pids);
  });

  test('kills the whole process tree when cancelled', async () => {
    const stop = new AbortController();
    const running = codeOf(runScript(family(), { signal: stop.signal }));
    const pids = await waitForFamily();
    stop.abort();
    expect(await running).toBe('cancelled');
    await expectGone(pids);
  });

  test('starts nothing for a signal that has fired', async () => {
    const left = AbortSignal.abort(new Error('left'));
    await expect(runScript(family(), { signal: left })).rejects.toMatchObject({ code: 'cancelled', cause: left.reason });
    expect(familyIds()).toEqual([]);
  });

  test.runIf(linux && findTool('setpriv'))('a child does not outlive a killed parent', async () => {
    const module = JSON.stringify(new URL('./run-process.ts', import.meta.url).href);
    const script = `import(${module}).then((m) => m.runProcess(process.execPath, ['-e', ${JSON.stringify(
      `require('fs').writeFileSync('${folder}/child-' + process.pid, '');setInterval(() => {}, 1000)`,
    )}], { signal: new AbortController().signal, timeoutMs: 60000 }))`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: 'ignore', cwd: process.cwd() });
    await vi.waitFor(() => expect(familyIds()).toHaveLength(1), { timeout: 15_000 });
    const pids = familyIds();
    parent.kill('SIGKILL');
    await expectGone(pids);
  });
});

test.runIf(linux && findTool('setpriv'))('a child gains no rights from a setuid program, unless it says that it has to', () => {
  expect(confine(process.execPath, [], {}).args).toContain('--no-new-privs');
  expect(confine(process.execPath, [], { mayGain: true }).args).not.toContain('--no-new-privs');
});

describe.runIf(linux && findTool('prlimit'))('limits', () => {
  test('limits memory', async () => {
    const hungry = 'const kept = [];for (let i = 0; i < 40; i++) kept.push(Buffer.alloc(64 * 1024 * 1024, 1));console.log("fed")';
    const result = await runScript(hungry, { limits: { dataBytes: 1024 ** 3 } });
    expect(result.exitCode).not.toBe(0);
    expect(result.stdout.toString()).not.toContain('fed');
  });

  test('limits processor time', async () => {
    const result = await runScript('for (;;);', { limits: { cpuSeconds: 1 }, timeoutMs: 50_000 });
    expect(result.signal === 'SIGXCPU' || result.signal === 'SIGKILL').toBe(true);
  });

  test('limits written files', async () => {
    const script = `require('fs').writeFileSync('${folder}/big', Buffer.alloc(100000))`;
    const result = await runScript(script, { limits: { fileSizeBytes: 1000 } });
    expect(result.exitCode).not.toBe(0);
    expect(readFileSync(join(folder, 'big')).length).toBeLessThanOrEqual(1000);
  });
});

describe.runIf(canBox())('the box', () => {
  test('runs one of our files, which sees its arguments and nothing else', async () => {
    const given = join(folder, 'given');
    const other = join(folder, 'other');
    writeFileSync(given, 'given');
    writeFileSync(other, 'other');
    const script = `import { readFileSync } from 'node:fs';import { networkInterfaces } from 'node:os';
      const read = (path: string): string | null => { try { return readFileSync(path, 'utf8') } catch { return null } };
      console.log(JSON.stringify([...process.argv.slice(2).map(read), read('/etc/passwd'), Object.keys(networkInterfaces())]))`;
    const entry = join(folder, 'entry.ts');
    writeFileSync(entry, script);
    const readOnly = [given, entry].map((path) => ({ from: path, to: path }));
    const result = await runEntry(pathToFileURL(entry), [given, other], { signal, timeoutMs: 20_000, sandbox: { readOnly } });
    const [first, second, passwords, network] = JSON.parse(result.stdout.toString()) as [string, unknown, unknown, string[]];
    expect([first, second, passwords]).toEqual(['given', null, null]);
    expect(network.filter((name) => name !== 'lo')).toEqual([]);
  });
});

test('a warm-up that hangs or fails costs the task nothing, one that is cancelled ends it, and the next process may try again', async () => {
  const warm = async (name: string, script: string, until: AbortSignal, warmMs: number) => {
    const entry = join(folder, name);
    writeFileSync(entry, script);
    const ended = await codeOf(fillCodeCache(pathToFileURL(entry), [], { signal: until, flags: [], warmMs }));
    return [ended, existsSync(codeCacheOf(entry))];
  };
  const hangs = 'setInterval(() => {}, 1000)';
  expect(await warm('hangs.mjs', hangs, signal, 50)).toEqual(['no error', false]);
  expect(await warm('fails.mjs', 'process.exit(3)', signal, 20_000)).toEqual(['no error', false]);
  expect(await warm('left.mjs', hangs, AbortSignal.timeout(50), 20_000)).toEqual(['cancelled', false]);
});
