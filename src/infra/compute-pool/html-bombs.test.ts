import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { hasCode } from '#lib/app-error.ts';
import { slowPage } from '../../../tests/harness/files/bombs.ts';
import { createComputePool } from './create-compute-pool.ts';

const extractor = createComputePool({ timeoutMs: 9_000, children: 2 });
afterAll(() => extractor.close());

const never = new AbortController().signal;
const text = `<p>${'A perfectly ordinary sentence about gardens, rivers and towns of the north. '.repeat(10)}</p>`;
const page = (html: string) => ({
  bytes: new TextEncoder().encode(html),
  contentType: 'text/html; charset=utf-8',
  url: 'https://example.com/a',
});

const shapes: Record<string, (n: number) => string> = {
  nested: (n) => '<div>'.repeat(n) + text,
  formatting: (n) => `${Array.from({ length: n }, (_, i) => `<b class=c${i}>`).join('')}${'<p>x'.repeat(50)}${text}`,
  attributes: (n) => `<div ${Array.from({ length: n }, (_, i) => `a${i}=1`).join(' ')}>${text}`,
  tables: (n) => '<table><tr><td>'.repeat(n) + text,
  siblings: (n) => '<p>word'.repeat(n) + text,
  entities: (n) => `<p>${'&amp;&#x41;&notit;'.repeat(n)}${text}`,
  misnested: (n) => '<a><table><a>'.repeat(n) + text,
};

/** Peak memory of the page children of this process, in MB; 0 when the system does not tell. */
function peakMb(): number {
  let peak = 0;
  for (const pid of existsSync('/proc/self/status') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []) {
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
      if (Number(parent) !== process.pid || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('compute-child')) continue;
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return peak;
}

describe('bad input: HTML bombs, 7 shapes in 5 sizes', () => {
  const bombs = Object.entries(shapes).flatMap(([name, make]) =>
    [1_000, 5_000, 20_000, 100_000, 400_000].map((n) => ({ name, n, make })),
  );
  test.each(bombs)(
    '$name × $n is read or refused by code, in the memory it may have',
    { timeout: 60_000 },
    async ({ make, n }) => {
      const input = page(make(n));
      const outcome = await extractor.extractPage(input, never).then(
        (read) => (read.text.includes('ordinary sentence') ? 'read' : 'lost'),
        (error: unknown) => (hasCode(error, 'page_too_complex') ? 'refused' : String(error)),
      );
      expect(['read', 'refused']).toContain(outcome);
      expect(peakMb()).toBeLessThan(256);
    },
  );
});

test('a child that runs out of memory is replaced, and this process continues', { timeout: 60_000 }, async () => {
  const small = createComputePool({ heapMb: 24, timeoutMs: 9_000 });
  try {
    await expect(small.extractPage(page('<p>word <b>bold</b>'.repeat(12_000)), never)).rejects.toMatchObject({
      code: 'page_too_complex',
    });
    const next = await small.extractPage(page(`<article>${text}</article>`), never);
    expect(next.text).toContain('ordinary sentence');
  } finally {
    await small.close();
  }
});

test('a page past its time ends with its child, and the next one is read', { timeout: 60_000 }, async () => {
  const hasty = createComputePool({ timeoutMs: 2_000 });
  try {
    const slow = page(slowPage);
    await expect(hasty.extractPage(slow, never)).rejects.toMatchObject({ code: 'page_too_complex' });
    expect((await hasty.extractPage(page(`<article>${text}</article>`), never)).text).toContain('ordinary sentence');
  } finally {
    await hasty.close();
  }
});

test('an abort ends the work on a page, and a waiting page too', { timeout: 60_000 }, async () => {
  const single = createComputePool({ children: 2 });
  try {
    const controller = new AbortController();
    const slow = page(`<div ${Array.from({ length: 400_000 }, (_, i) => `a${i}=1`).join(' ')}>`);
    const both = [single.extractPage(slow, controller.signal), single.extractPage(page(text), controller.signal)];
    const outcomes = Promise.allSettled(both);
    controller.abort();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    expect((await single.extractPage(page(`<article>${text}</article>`), never)).text).toContain('ordinary sentence');
  } finally {
    await single.close();
  }
});

test('many pages at once share a small pool', { timeout: 60_000 }, async () => {
  const pool = createComputePool({ children: 2 });
  try {
    const read = await Promise.all(
      Array.from({ length: 20 }, (_, i) => pool.extractPage(page(`<article><h1>Page number ${i}</h1>${text}</article>`), never)),
    );
    expect(read.map((one) => one.title)).toEqual(Array.from({ length: 20 }, (_, i) => `Page number ${i}`));
  } finally {
    await pool.close();
  }
  await expect(pool.extractPage(page(text), never)).rejects.toMatchObject({ code: 'busy' });
});
