/** The program itself: how soon it serves, what it takes while idle, and how much script the home page loads first. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { startTestServer, type TestServer } from '../tests/harness/http/server.ts';

const dataDir = join(tmpdir(), `gleaner-bench-${process.pid}`);
const targetScriptKb = 160;

function row(name: string, value: string, beside = ''): void {
  process.stdout.write(`${name.padEnd(44)} ${value.padStart(10)}   ${beside}\n`);
}

async function timedStart(): Promise<{ server: TestServer; seconds: number }> {
  const started = performance.now();
  const server = await startTestServer({ dataDir });
  return { server, seconds: (performance.now() - started) / 1000 };
}

/** The process ids of a process and its descendants. Linux only. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const family = [pid];
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

/** Memory in MB, shared pages divided among those who share them. */
function pssOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function firstLoadScripts(url: string): Promise<string[]> {
  const executablePath = [process.env.GLEANER_CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const scripts = new Set<string>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return [...scripts];
  } finally {
    await browser.close();
  }
}

const first = await timedStart();
row('first start, database made', `${first.seconds.toFixed(2)} s`);
await first.server.stop();
const seconds: number[] = [];
for (let round = 0; round < 3; round++) {
  const { server, seconds: taken } = await timedStart();
  seconds.push(taken);
  await server.stop();
}
seconds.sort((a, b) => a - b);
row('later starts, median of three', `${(seconds[1] ?? 0).toFixed(2)} s`);

const { server } = await timedStart();
const answers: number[] = [];
for (let call = 0; call < 200; call++) {
  const started = performance.now();
  await (await fetch(`${server.url}/readyz`)).arrayBuffer();
  answers.push(performance.now() - started);
}
answers.sort((a, b) => a - b);
row('readiness answered, median / 99 %', `${answers[100]?.toFixed(1)} ms`, `${answers[198]?.toFixed(1)} ms`);

if (process.platform === 'linux') {
  await sleep(5000);
  const [node = 0, ...database] = familyOf(server.pid).map(pssOf);
  const databaseMb = database.reduce((sum, mb) => sum + mb, 0);
  row('idle memory (proportional), server', `${node.toFixed(0)} MB`);
  row('idle memory (proportional), its database', `${databaseMb.toFixed(0)} MB`, `${database.length} processes`);
}

const scripts = await firstLoadScripts(server.url);
const bytes = scripts.map((path) => gzipSync(readFileSync(join('dist/web', path)), { level: 9 }).length);
const kilobytes = bytes.reduce((sum, size) => sum + size, 0) / 1024;
const verdict = kilobytes <= targetScriptKb ? '' : '   OVER';
row(
  'first-load script of the home page, gzip',
  `${kilobytes.toFixed(1)} kB`,
  `target ${targetScriptKb} kB, ${scripts.length} files${verdict}`,
);

await server.stop();
rmSync(dataDir, { recursive: true, force: true });
