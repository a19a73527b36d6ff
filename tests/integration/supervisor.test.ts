/** `npm start` as a supervisor: a server that crashed comes back, one that was asked to end does not, none is left behind. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../harness/http/server.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, submit } from './setup.ts';

let site: Site;
let llm: FakeLlm;
let folder = '';
const started: TestServer[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
  [site, llm] = await Promise.all([startSite(), startFakeLlm()]);
  // Slow enough that a kill meets a note that is being written.
  llm.script((request) => ({ text: writeNoteFor(request.prompt), pieceLength: 24, delayMs: 40 }));
});
afterAll(async () => {
  for (const server of started) {
    await server.stop();
    server.remove();
  }
  await Promise.all([site.close(), llm.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Under the supervisor, on the packaged database, at a port that stays the same. */
async function start(options: TestServerOptions = {}): Promise<TestServer> {
  const env = {
    OPENAI_BASE_URL: llm.url,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_MODEL: 'fake-model',
    GLEANER_FETCH_ALLOW: site.host,
    ...options.env,
  };
  const server = await startTestServer({ supervised: true, port: await freePort(), ...options, env });
  started.push(server);
  return server;
}

/** What a server says that does not start. */
async function refusalOf(options: TestServerOptions): Promise<string> {
  return start(options).then(
    () => 'it started',
    (error: unknown) => String(error),
  );
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** The server below the supervisor. */
function serverOf(supervisor: number): number {
  const found = execFileSync('pgrep', ['-P', String(supervisor), '-f', 'src/server/main.ts'], { encoding: 'utf8' });
  return Number(found.trim().split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const gone = (pid: number) => waitFor(`the end of ${pid}`, () => (isAlive(pid) ? undefined : true));
const readies = (server: TestServer) => server.output().match(/^Gleaner is ready/gm)?.length ?? 0;

describe.skipIf(process.platform === 'win32')('the server under `npm start`', () => {
  test('is started again after a SIGKILL and finishes the interrupted note; a SIGTERM ends both with 0', async () => {
    const server = await start();
    const client = createTestClient(server.url);
    site.on('/kiln', { body: articleHtml('The kiln', { paragraphs: 14 }) });
    const contentId = await submit(client, `${site.url}/kiln`);
    await waitFor('the model to be asked', () => (llm.requests.length > 0 ? true : undefined));
    const first = serverOf(server.pid);
    process.kill(first, 'SIGKILL');
    await waitFor('a second server', () => (readies(server) === 2 ? true : undefined), 60_000);
    const second = serverOf(server.pid);
    expect(second).not.toBe(first);
    expect(await settled(client, contentId, 120_000)).toMatchObject({ status: 'completed', problem: null, noteMethod: 'model' });
    expect((await client.rpc.content.versions.query({ contentId })).versions).toHaveLength(1);

    expect(await server.stop()).toBe(0);
    await gone(second);
    expect(readies(server)).toBe(2);
    expect(existsSync(join(server.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('ends orderly when its supervisor is killed, so that a new one has the data folder', async () => {
    const server = await start();
    const pid = serverOf(server.pid);
    await server.kill();
    await gone(pid);
    expect(existsSync(join(server.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    const next = await start({ dataDir: server.dataDir });
    expect(await next.stop()).toBe(0);
  });

  test('is not started again when the configuration is wrong', async () => {
    const said = await refusalOf({ env: { OPENAI_BASE_URL: 'not-a-url' } });
    expect(said.match(/The configuration is invalid/g)).toHaveLength(1);
    expect(said).not.toContain('starting it again');
  });

  test('is not started again when its port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const said = await refusalOf({ port });
    holder.close();
    expect(said.match(/the port is taken/g)).toHaveLength(1);
    expect(said).not.toContain('starting it again');
  });
});

/** Runs the supervisor on a script in place of the server, with short pauses. Gives its process and what it said. */
function superviseScript(script: string, times: Record<string, number> = {}) {
  const path = join(folder, `server-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(path, script);
  const module = new URL('../../scripts/lib/supervise.mjs', import.meta.url).href;
  const program = `import { supervise } from ${JSON.stringify(module)};
    process.exit(await supervise(process.execPath, [${JSON.stringify(path)}], { env: process.env,
      say: (text) => process.stdout.write(text + '\\n'), ...${JSON.stringify({ firstPauseMs: 10, ...times })} }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, exited, output: () => output };
}

/** Counts its starts in a file; `n` is the number of this one. */
const counted = (counter: string, rest: string) => `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
  const n = existsSync(${JSON.stringify(counter)}) ? Number(readFileSync(${JSON.stringify(counter)}, 'utf8')) + 1 : 1;
  writeFileSync(${JSON.stringify(counter)}, String(n));
  ${rest}`;

describe('a supervisor', () => {
  test('waits longer after each failure, and gives up when starts in a row do not get ready', async () => {
    const counter = join(folder, 'failing');
    const script = counted(counter, `if (n === 1) process.send({ type: 'ready' }, () => process.exit(7)); else process.exit(7);`);
    const { exited, output } = superviseScript(script, { mostFailures: 4, longestPauseMs: 40 });
    expect(await exited).toBe(7);
    expect(readFileSync(counter, 'utf8')).toBe('5');
    expect(output().match(/again in [\d.]+ s/g)).toEqual([
      'again in 0.01 s',
      'again in 0.02 s',
      'again in 0.04 s',
      'again in 0.04 s',
    ]);
    expect(output()).toContain('did not get ready in 4 starts in a row; giving up');
  });

  test('begins with short pauses again after a server that ran well', async () => {
    const counter = join(folder, 'well');
    const script = counted(counter, `process.send({ type: 'ready' }, () => process.exit(n === 4 ? 0 : 7));`);
    const { exited, output } = superviseScript(script, { goodMs: 0 });
    expect(await exited).toBe(0);
    expect(output().match(/again in [\d.]+ s/g)).toEqual(Array.from({ length: 3 }, () => 'again in 0.01 s'));
  });

  test('a first start that fails is not repeated, and its exit code is passed on', async () => {
    const counter = join(folder, 'first');
    const { exited, output } = superviseScript(counted(counter, 'process.exit(2);'));
    expect(await exited).toBe(2);
    expect(readFileSync(counter, 'utf8')).toBe('1');
    expect(output()).toBe('');
  });

  test.skipIf(process.platform === 'win32')('a second signal ends a server that does not listen', async () => {
    const { child, exited, output } = superviseScript(
      `process.on('SIGTERM', () => console.log('asked')); setInterval(() => {}, 1000); process.send({ type: 'ready' }); console.log('pid ' + process.pid);`,
    );
    const pid = await waitFor('the server', () => /pid (\d+)/.exec(output())?.[1]);
    child.kill('SIGTERM');
    await waitFor('the first signal', () => (output().includes('asked') ? true : undefined));
    // One that comes within a second counts as the same; so it is sent until it takes effect.
    await waitFor('the end', () => (child.kill('SIGTERM') && isAlive(Number(pid)) ? undefined : true));
    expect(await exited).toBe(1);
    expect(output()).not.toContain('again');
  });
});
