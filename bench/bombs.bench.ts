/**
 * How long `/healthz` takes while the server is given every bomb of tests/harness/bombs.ts, beside the same server at
 * rest in the same run. Delays are round trips from a thread of their own, every 10 ms. Also printed (on Linux): the longest
 * stretch of work of the server's main thread, and the longest pause of its event loop with what it consisted of.
 * Usage: node bench/bombs.bench.ts [words of the names of the rows to measure]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { type Bomb, feedBomb, htmlBombs, longMarkdownBomb, markdownBombs, subtitleBomb } from '../tests/harness/files/bombs.ts';
import { createTestClient, type TestClient } from '../tests/harness/http/client.ts';
import { startTestServer } from '../tests/harness/http/server.ts';
import { uploadFile } from '../tests/harness/http/upload.ts';
import { startReplay } from '../tests/harness/sites/replay.ts';

const quietMs = 10_000;
const longestMs = 180_000;
const targetMs = 100;
const only = process.argv[2] ?? '';

/** Asks `/healthz` again and again; answers each message with the delays (ms) since the last one. */
const proberCode = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true });
let delays = [];
parentPort.on('message', () => { parentPort.postMessage(delays); delays = []; });
(async () => {
  for (;;) {
    const began = performance.now();
    await new Promise((resolve) => http.get(workerData, { agent }, (answer) => answer.resume().once('end', resolve)).once('error', resolve));
    delays.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
})();`;

type Delays = { max: number; p99: number; over: number; count: number };

function startProber(url: string): { take(): Promise<Delays>; stop(): Promise<unknown> } {
  const worker = new Worker(proberCode, { eval: true, workerData: url });
  return {
    take: () =>
      new Promise((resolve) => {
        worker.once('message', (delays: number[]) => {
          const sorted = delays.toSorted((a, b) => a - b);
          resolve({
            max: sorted.at(-1) ?? 0,
            p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
            over: sorted.filter((delay) => delay > targetMs).length,
            count: sorted.length,
          });
        });
        worker.postMessage('take');
      }),
    stop: () => worker.terminate(),
  };
}

type Pause = { pauseMs: number; workMs: number; queueMs: number };

const watchFolder = mkdtempSync(join(tmpdir(), 'gleaner-loop-'));
const watchFile = join(watchFolder, 'pauses');

/** The pauses of the server's event loop since the last call, in words. */
function takePauses(): string {
  const pauses = readFileSync(watchFile, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Pause]));
  writeFileSync(watchFile, '');
  const longest = pauses.toSorted((a, b) => b.pauseMs - a.pauseMs)[0];
  if (!longest) return 'no pause';
  const most = Math.max(...pauses.map(({ workMs }) => workMs));
  const { pauseMs, workMs, queueMs } = longest;
  const rest = Math.max(0, pauseMs - workMs - queueMs);
  const parts = `${workMs.toFixed(0)} work, ${queueMs.toFixed(0)} no core, ${rest.toFixed(0)} other`;
  return `work ${most.toFixed(0)} ms; pause ${pauseMs.toFixed(0)} ms (${parts})`;
}

function row(name: string, { max, p99, over, count }: Delays, beside = ''): void {
  const numbers = [p99, max].map((ms) => `${ms.toFixed(0)} ms`.padStart(9)).join('');
  process.stdout.write(`${name.padEnd(38)}${numbers}${String(over).padStart(6)} of ${String(count).padEnd(6)} ${beside}\n`);
}

async function ended(client: TestClient, contentIds: readonly string[]): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const deadline = performance.now() + longestMs;
  const waiting = new Set(contentIds);
  while (waiting.size > 0 && performance.now() < deadline) {
    await sleep(500);
    for (const contentId of waiting) {
      const { items } = await client.rpc.content.running.query();
      if (items.some((item) => item.contentId === contentId)) break;
      waiting.delete(contentId);
      const { problem, status } = await client.rpc.content.detail.query({ contentId });
      const outcome = problem?.code ?? status;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  if (waiting.size > 0) outcomes.set('NOT ENDED', waiting.size);
  return outcomes;
}

const internet = await startReplay();
writeFileSync(watchFile, '');
const server = await startTestServer({
  env: {
    GLEANER_REPLAY: internet.url,
    SITE_PACE: '0',
    LOOP_WATCH: watchFile,
    ...(process.platform === 'linux' ? { NODE_OPTIONS: `--import ${new URL('loop-watch.mjs', import.meta.url).href}` } : {}),
  },
});
const prober = startProber(`${server.url}/healthz`);
const client = createTestClient(server.url);
const peakMb = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function measure(name: string, work: () => Promise<Map<string, number>>): Promise<void> {
  if (!name.includes(only) && !name.startsWith('at rest')) return;
  await prober.take();
  takePauses();
  const began = performance.now();
  const outcomes = await work();
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const ends = [...outcomes].map(([code, count]) => `${count} ${code}`).join(', ');
  row(name, await prober.take(), `${seconds} s; ${takePauses()}; ${ends}`);
}

async function upload(bombs: readonly Bomb[]): Promise<Map<string, number>> {
  const ids: string[] = [];
  for (const { fileName, body } of bombs)
    ids.push(await uploadFile(client, server.url, { name: fileName, bytes: Buffer.from(body) }));
  return ended(client, ids);
}

async function preview(bombs: readonly Bomb[], encoding?: 'gzip'): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  for (const [index, { body, type, fileName }] of bombs.entries()) {
    const url = `https://bombs.example/${index}/${fileName}`;
    const headers: Record<string, string> = encoding ? { 'content-encoding': encoding } : {};
    internet.on(url, { body: encoding ? gzipSync(body) : body, type, headers });
    const { items } = await createTestClient(server.url).rpc.ingest.preview.query({ text: url });
    const outcome = items[0]?.problem?.code ?? items[0]?.kind ?? 'listing';
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return outcomes;
}

process.stdout.write(`${''.padEnd(38)}      p99      max  over ${targetMs} ms\n`);
await sleep(2_000);
await measure('at rest', async () => {
  await sleep(quietMs);
  return new Map();
});
await measure('look at a feed with 60 kB of @', () => preview([feedBomb(60_000)]));
await measure('look at 35 HTML bombs', () => preview(htmlBombs));
await measure('look at 35 HTML bombs, gzipped', () => preview(htmlBombs, 'gzip'));
await measure('upload 35 HTML bombs', () => upload(htmlBombs));
await measure('upload 15 Markdown bombs of 200 kB', () => upload(markdownBombs(200_000)));
await measure('upload 15 Markdown bombs of 4 MB', () => upload(markdownBombs(4_000_000)));
await measure('upload Markdown of 6 MB', () => upload([longMarkdownBomb]));
await measure('upload 200,000 cues (12 MB)', () => upload([subtitleBomb(200_000)]));
await measure('upload 29,000 cues', () => upload([subtitleBomb(29_000)]));
await measure('at rest again', async () => {
  await sleep(quietMs);
  return new Map();
});
process.stdout.write(`\npeak memory of the server process ${peakMb().toFixed(0)} MB\n`);
await prober.stop();
await server.stop();
server.remove();
rmSync(watchFolder, { recursive: true });
await internet.close();
