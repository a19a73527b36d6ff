/** The real program in a process of its own, for tests: a free port, an own data folder, an own database. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { connectionUrl, type DatabaseConnection } from '#db/client.ts';
import { programOf, sourceOf } from '../processes/server-programs.ts';
import { waitFor } from '../wait.ts';

export type TestServer = {
  /** `http://127.0.0.1:<port>`; empty for a worker. */
  url: string;
  dataDir: string;
  pid: number;
  /** False once it has ended. */
  isRunning(): boolean;
  /** Everything it has written so far. */
  output(): string;
  /** Asks it to end, as a deployment does. Gives the exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Removes its data folder, when it made one. */
  remove(): void;
};

export type TestServerOptions = {
  role?: 'all' | 'web' | 'worker';
  /** By default the packaged PostgreSQL in its own data folder. */
  database?: DatabaseConnection;
  dataDir?: string;
  port?: number;
  /** As `npm start` runs it: `pid` is then the supervisor's. */
  supervised?: boolean;
  /** As it is shipped, and not the bundle of this run. */
  fromSources?: boolean;
  /** Nobody stops it: it ends when this process does. */
  endsWithParent?: boolean;
  env?: Record<string, string>;
  /** Told what it writes, also before it is ready. */
  onOutput?: (text: string) => void;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Compiled code of earlier starts: without it a process takes a second longer. */
export const compileCache = join(root, 'node_modules/.cache/node-compile');

/** Starts a server and waits until it says that it is ready. Rejects with what it said when it is not. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const ownDataDir = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'gleaner-app-'));
  mkdirSync(dataDir, { recursive: true });
  const role = options.role ?? 'all';
  const main = options.fromSources ? sourceOf('main') : programOf('main');
  // A tenth of the time of a start went into collecting garbage that fits into memory.
  const flags = options.fromSources || options.supervised ? [] : ['--min-semi-space-size=32', '--max-semi-space-size=32'];
  const program = options.supervised ? join(root, 'scripts/start.mjs') : main;
  const child = spawn(process.execPath, [...flags, program, '--role', role], {
    // Not the project's folder: a developer's .env is not part of a test.
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.endsWithParent ? (['ipc'] as const) : [])],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(options.port ?? 0),
      DATA_DIR: dataDir,
      LOG_FORMAT: 'json',
      // Made-up sites are in no hurry to be left alone.
      SITE_PACE: '0.1',
      // What this machine has installed is no part of a test.
      YTDLP_PATH: '/nonexistent/yt-dlp',
      OLLAMA_PORT: '0',
      LM_STUDIO_PORT: '0',
      // A recording without words would otherwise start a fetch of hundreds of megabytes.
      SPEECH_MODEL_FETCH: 'ask',
      // Space to keep, and a reserve of a fourth of it: little, since every test makes one.
      DISK_FLOOR_BYTES: String(4 * 1024 ** 2),
      // Every test is somebody else.
      ACCOUNTS: 'open',
      // Tests make many guests, all from this machine.
      ACCOUNTS_PER_HOUR: '0',
      ACCOUNTS_PER_DAY: '0',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache,
      ...(options.database ? { DATABASE_URL: connectionUrl(options.database) } : {}),
      ...options.env,
    },
  }) as ChildProcessByStdio<null, Readable, Readable>;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      options.onOutput?.(text);
    });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  // Its last words may come behind the news of its end.
  const silent = Promise.all(
    [child.stdout, child.stderr].map((stream) => new Promise((resolve) => stream.once('close', resolve))),
  );
  const ready = await Promise.race([
    waitFor('the server', () => /^Gleaner is ready(?: at (\S+)| and working on jobs)$/m.exec(output) ?? undefined, 60_000).catch(
      () => null,
    ),
    exited.then(() => null),
  ]);
  if (!ready) {
    child.kill('SIGKILL');
    await silent;
    throw new Error(`the server did not start:\n${output}`);
  }
  const port = ready[1] === undefined ? '' : new URL(ready[1]).port;
  return {
    url: port === '' ? '' : `http://127.0.0.1:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    async stop() {
      const code = await end(child, exited, 'SIGTERM');
      await silent;
      return code;
    },
    async kill() {
      await end(child, exited, 'SIGKILL');
    },
    remove() {
      if (ownDataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess, exited: Promise<number | null>, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return exited;
}
