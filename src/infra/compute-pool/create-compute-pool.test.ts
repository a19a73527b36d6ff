import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError, findAppError, toAppError } from '#lib/app-error.ts';
import { feedBomb, markdownBombs, slowPage, subtitleBomb } from '../../../tests/harness/files/bombs.ts';
import { waitFor } from '../../../tests/harness/wait.ts';
import { isWorthRetrying } from '../jobs/job.ts';
import { type ComputePool, type ComputePoolOptions, createComputePool } from './create-compute-pool.ts';

const never = { signal: new AbortController().signal };
let pool: ComputePool | undefined;
afterEach(() => pool?.close());

function start(options: ComputePoolOptions = {}): ComputePool {
  pool = createComputePool(options);
  return pool;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const pageOf = (body: string) => ({ bytes: encode(body), contentType: 'text/html; charset=utf-8', url: 'https://example.com/a' });
const ordinary = pageOf(
  `<article><h1>Gardens</h1><p>${'An ordinary sentence about gardens of the north. '.repeat(20)}</p></article>`,
);
const slow = pageOf(slowPage);

function childPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        // Excludes the child that fills the code cache of a new installation.
        return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith('compute-child.ts\0');
      } catch {
        return false;
      }
    });
}

describe.runIf(process.platform === 'linux')('compute pool', { timeout: 60_000 }, () => {
  test('a computation runs in a child within its limits and without the environment', async () => {
    const { compute } = start();
    process.env.GLEANER_TEST_SECRET = 'canary';
    await compute('readSubtitles', { bytes: encode(subtitleBomb(10).body), name: 'a.srt' }, never);
    delete process.env.GLEANER_TEST_SECRET;
    const [pid] = childPids();
    expect(pid).toBeGreaterThan(0);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('canary');
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    if (readdirSync('/usr/bin').includes('prlimit')) {
      expect(limits).toMatch(/Max data size\s+\d+/);
      expect(limits).toMatch(/Max cpu time\s+900/);
      expect(limits).toMatch(/Max file size\s+0/);
    }
  });

  test('a child finds its code compiled, whichever user it runs as', async () => {
    const { compute } = start();
    await compute('readSubtitles', { bytes: encode(subtitleBomb(10).body), name: 'a.srt' }, never);
    const [pid] = childPids();
    const folder = /NODE_COMPILE_CACHE=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1] ?? '';
    const user = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    // Polled, because the first child of an installation does not wait for the cache.
    const kept = await waitFor('the code', () => {
      const own = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith(`-${user}`)) : undefined;
      return own === undefined ? undefined : readdirSync(join(folder, own));
    });
    expect(kept.length).toBeGreaterThan(50);
  });

  test('hostile pages that take long do not hold up another page', async () => {
    const { extractPage } = start({ children: 2, timeoutMs: 20_000 });
    const stop = new AbortController();
    let ended = 0;
    const hostile = Promise.allSettled(Array.from({ length: 4 }, () => extractPage(slow, stop.signal).finally(() => ended++)));
    const read = await extractPage(ordinary, never.signal);
    expect(read.text).toContain('gardens of the north');
    expect(ended).toBe(0);
    stop.abort();
    for (const outcome of await hostile) expect(outcome).toMatchObject({ reason: { code: 'cancelled' } });
  });

  test('heavy computations leave a child to light ones and need no extra child for it', async () => {
    const { extractPage } = start({ children: 2, timeoutMs: 20_000 });
    const stop = new AbortController();
    const heavy = Promise.allSettled(Array.from({ length: 3 }, () => extractPage(slow, stop.signal)));
    await extractPage(ordinary, never.signal);
    expect(childPids()).toHaveLength(2);
    stop.abort();
    await heavy;
  });

  test('a light computation gets an extra child while computations that turned heavy have all others', async () => {
    const { extractPage } = start({ children: 2 });
    const both = () => [1, 2].map(() => extractPage(ordinary, never.signal));
    await Promise.all(both());
    // The children are paused until their small computations count as heavy.
    for (const pid of childPids()) process.kill(pid, 'SIGSTOP');
    let ended = 0;
    const held = Promise.allSettled(both().map((computation) => computation.finally(() => ended++)));
    const read = await extractPage(ordinary, never.signal);
    expect(read.text).toContain('gardens of the north');
    expect(ended).toBe(0);
    expect(childPids()).toHaveLength(3);
    for (const pid of childPids()) process.kill(pid, 'SIGCONT');
    for (const outcome of await held) expect(outcome.status).toBe('fulfilled');
  });

  test('many light computations do not hold up a heavy one', async () => {
    const { compute } = start({ children: 2 });
    let open = true;
    const flood = Array.from({ length: 4 }, async () => {
      while (open) await compute('lookAtPage', { bytes: ordinary.bytes, contentType: 'text/html', url: ordinary.url }, never);
    });
    const heavy = await compute('readSubtitles', { bytes: encode(subtitleBomb(10_000).body), name: 'a.srt' }, never);
    open = false;
    await Promise.all(flood);
    expect(heavy.cues).toHaveLength(10_000);
  });

  test('urgent work runs before other waiting work', async () => {
    const { compute } = start({ children: 2 });
    const order: string[] = [];
    const look = (name: string, urgent: boolean) =>
      compute('lookAtPage', { bytes: ordinary.bytes, contentType: 'text/html', url: ordinary.url }, { ...never, urgent }).then(
        () => order.push(name),
      );
    // A child that still starts would hold up the computation it was given, while the other takes all others.
    await Promise.all([look('first', false), look('second', false)]);
    order.length = 0;
    const waiting = Array.from({ length: 12 }, (_, i) => look(`later ${i}`, false));
    await look('urgent', true);
    expect(order.length).toBeLessThan(8);
    await Promise.all(waiting);
  });

  test('a computation past its time limit ends with a final code and a new child', async () => {
    const { extractPage } = start({ children: 2, timeoutMs: 2_000 });
    const error = await extractPage(slow, never.signal).catch(toAppError);
    expect(error).toMatchObject({ code: 'page_too_complex' });
    expect(error instanceof AppError && isWorthRetrying(error)).toBe(false);
    expect((await extractPage(ordinary, never.signal)).text).toContain('gardens');
  });

  test('an error of a computation keeps its code and parameters', async () => {
    const { compute } = start();
    const tooMany = { bytes: encode(subtitleBomb(100_001).body), name: 'a.srt' };
    await expect(compute('readSubtitles', tooMany, never)).rejects.toMatchObject({
      code: 'transcript_too_long',
      params: { most: 100_000 },
    });
  });

  test('a feed with 60,000 @ as its author and Markdown full of marks end', async () => {
    const { compute } = start();
    const feed = { bytes: encode(feedBomb(60_000).body), contentType: 'application/rss+xml', base: 'https://a.example/' };
    const listing = await compute('listFeed', { ...feed, feedUrl: 'https://a.example/', limit: 10 }, never).catch(
      (error: unknown) => findAppError(error)?.code,
    );
    expect(typeof listing === 'string' ? listing : listing?.items.length).toBe(2);
    for (const bomb of markdownBombs(300_000)) {
      const outcome = await compute('readText', { bytes: encode(bomb.body), name: bomb.fileName }, never).then(
        ({ kind }) => kind,
        (error: unknown) => findAppError(error)?.code,
      );
      expect(['text', 'document_no_text', 'text_too_long', 'text_too_complex']).toContain(outcome);
    }
  });

  test('closing ends running computations and refuses new ones', async () => {
    const closing = start();
    const running = closing.extractPage(slow, never.signal);
    await Promise.all([expect(running).rejects.toMatchObject({ code: 'cancelled' }), closing.close()]);
    await expect(closing.extractPage(ordinary, never.signal)).rejects.toMatchObject({ code: 'busy' });
    expect(childPids()).toEqual([]);
  });
});
