/** Bad input that keeps a reader busy: it is worked on in children, and nobody else waits for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Bomb,
  feedBomb,
  htmlBombs,
  longMarkdownBomb,
  markdownBombs,
  slowPage,
  subtitleBomb,
} from '../harness/files/bombs.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { WORKER_CONCURRENCY: '4', TASK_PROCESSES: '2' } });
});
afterAll(() => world.close());

/** The server's children that work on untrusted text. */
function computeChildren(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return parent === world.server.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('compute-child');
      } catch {
        return false;
      }
    });
}

/** The most memory the server itself has held, in MB. */
function peakMb(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${world.server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** How each content ends, as the code of its problem or its status. */
async function outcomesOf(bombs: readonly Bomb[]): Promise<Record<string, string>> {
  const client = world.client();
  const ids: [string, string][] = [];
  for (const { name, fileName, body } of bombs)
    ids.push([name, await uploadFile(client, world.server.url, { name: fileName, bytes: Buffer.from(body) })]);
  const outcomes: Record<string, string> = {};
  for (const [name, id] of ids) {
    const { problem, status } = await settled(client, id, 170_000);
    outcomes[name] = problem?.code ?? status;
  }
  return outcomes;
}

const typed = /^(?:completed|page_too_complex|page_no_text|text_too_complex|text_too_long|transcript_too_long|document_no_text)$/;

describe.runIf(process.platform === 'linux')('bombs', { timeout: 180_000 }, () => {
  // The reader itself meets every shape in every size in `html-bombs.test.ts`. Here: what is made of those that can be read, and
  // of some that cannot.
  test('19 pages and 15 Markdown files end with a note or a code', async () => {
    const chosen = / × (?:1000|20000)$|(?:siblings|entities) × 100000$|(?:nested|attributes) × 400000$/;
    const outcomes = await outcomesOf([...htmlBombs.filter(({ name }) => chosen.test(name)), ...markdownBombs(100_000)]);
    expect(Object.keys(outcomes)).toHaveLength(34);
    for (const [name, outcome] of Object.entries(outcomes))
      expect(`${name}: ${outcome.replace(typed, 'ended')}`).toBe(`${name}: ended`);
  });

  test('6 MB of open emphasis and 200,000 cues are refused with the limit, and leave the server its memory', async () => {
    const before = peakMb();
    const outcomes = await outcomesOf([longMarkdownBomb, subtitleBomb(200_000)]);
    expect(Object.values(outcomes)).toEqual(['text_too_long', 'transcript_too_long']);
    // The bytes of both files, several times over; parsing them here took 700 MB and 1.7 GB.
    expect(peakMb() - before).toBeLessThan(250);
  });

  test('a transcript under the limit becomes a note that covers all of it', async () => {
    const client = world.client();
    const bomb = subtitleBomb(20_000);
    const id = await uploadFile(client, world.server.url, { name: bomb.fileName, bytes: Buffer.from(bomb.body) });
    const detail = await settled(client, id, 170_000);
    expect(detail).toMatchObject({ status: 'completed', problem: null });
    expect(detail.subtitlesArray).toHaveLength(20_000);
    expect(detail.subtitlesArray.at(-1)?.text).toContain('Line 19999');
  });

  test('a stranger’s preview of a feed with 60,000 @ as its author does not block others', async () => {
    world.internet.on('https://feeds.example/at', { body: feedBomb(60_000).body, type: 'application/rss+xml' });
    const looking = world.client().rpc.ingest.preview.query({ text: 'https://feeds.example/at' });
    expect((await world.client().fetch('/healthz')).status).toBe(200);
    const { items } = await looking;
    expect(items).toHaveLength(1);
    expect(items[0]?.problem).toBeNull();
  });

  test('slow pages of one user do not block the page and preview of another', async () => {
    const [hostile, other] = [world.client(), world.client()];
    const slow = [];
    for (const path of ['/slow-1', '/slow-2', '/slow-3']) {
      world.site.on(path, { body: slowPage });
      slow.push(await submit(hostile, `${world.site.url}${path}`));
    }
    await waitFor('a child at work', () => computeChildren()[0]);
    world.internet.on('https://valley.example/lane', { body: articleHtml('Kiln Lane') });
    const { items } = await other.rpc.ingest.preview.query({ text: 'https://valley.example/lane' });
    expect(items[0]).toMatchObject({ title: 'Kiln Lane', problem: null });
    world.site.on('/ordinary', { body: articleHtml('Ordinary Page') });
    const ordinary = await settled(other, await submit(other, `${world.site.url}/ordinary`));
    expect(ordinary).toMatchObject({ status: 'completed', title: 'Ordinary Page' });
    const { items: running } = await hostile.rpc.content.running.query();
    expect(running.length).toBeGreaterThan(0);
    for (const id of slow) expect((await settled(hostile, id)).problem?.code).toBe('page_too_complex');
  });

  test('the work is done in the child: killing it ends that note with a code and nothing else', async () => {
    const client = world.client();
    const long = subtitleBomb(29_000);
    const id = await uploadFile(client, world.server.url, { name: 'killed.srt', bytes: Buffer.from(long.body) });
    await waitFor('sentences being chosen', async () => {
      const { run } = await client.rpc.content.detail.query({ contentId: id });
      return run?.code === 'choosing_sentences' ? true : undefined;
    });
    const pids = await waitFor('a child', () => (computeChildren().length > 0 ? computeChildren() : undefined));
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    expect((await settled(client, id)).problem?.code).toBe('text_too_complex');
    expect((await client.fetch('/healthz')).status).toBe(200);
    world.site.on('/after', { body: articleHtml('After the Kill') });
    const after = await settled(client, await submit(client, `${world.site.url}/after`));
    expect(after).toMatchObject({ status: 'completed', title: 'After the Kill' });
  });
});
