/** A page that shows a talk of ten hours: the server's own answer about a short one, with ten hours of lines put into it. */
import type { Page } from '@playwright/test';

const longSeconds = 36_000;

/** One line a second. */
export const longLines = Array.from({ length: longSeconds }, (_, id) => ({
  id,
  startMs: id * 1000,
  endMs: id * 1000 + 950,
  text: `Line ${id}: the keeper weighed sack number ${(id * 7919) % 10_007} and wrote it down${id % 9 === 0 ? ', then the miller came and asked for a tenth of every sack as he did each year' : ''}.`,
}));

const rate = 3000;
const headerBytes = 44;

/** Eight-bit silence of that length, made as it is asked for. */
function silence(from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from + 1, 128);
  if (from < headerBytes) {
    const total = longSeconds * rate;
    const head = Buffer.alloc(headerBytes);
    head.write('RIFF', 0, 'latin1');
    head.writeUInt32LE(36 + total, 4);
    head.write('WAVEfmt ', 8, 'latin1');
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(1, 20);
    head.writeUInt16LE(1, 22);
    head.writeUInt32LE(rate, 24);
    head.writeUInt32LE(rate, 28);
    head.writeUInt16LE(1, 32);
    head.writeUInt16LE(8, 34);
    head.write('data', 36, 'latin1');
    head.writeUInt32LE(total, 40);
    head.copy(bytes, 0, from, Math.min(headerBytes, to + 1));
  }
  return bytes;
}

export async function lengthen(page: Page): Promise<void> {
  const size = headerBytes + longSeconds * rate;
  await page.route(/\/api\/contents\/[^/]+\/media$/, async (route) => {
    const range = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(size - 1, range?.[2] ? Number(range[2]) : start + 400_000);
    await route.fulfill({
      status: 206,
      headers: { 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'content-range': `bytes ${start}-${end}/${size}` },
      body: silence(start, end),
    });
  });
  await page.route(/\/api\/trpc\/[^?]*content\.(?:overview|transcript)/, async (route) => {
    const response = await route.fetch();
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    const answers = (await response.json()) as { result: { data: Record<string, unknown> } }[];
    const answerTo = (name: string) => answers[names.indexOf(name)]?.result.data ?? {};
    Object.assign(answerTo('content.overview'), { durationSeconds: longSeconds });
    Object.assign(answerTo('content.transcript'), { subtitlesArray: longLines });
    await route.fulfill({ response, json: answers });
  });
}

/** Starts to note every task that holds the page up; what `read` gives is in ms, since the last reading. */
export async function watchLongTasks(page: Page): Promise<() => Promise<number[]>> {
  // As text: the types here are those of Node, which knows no such entries.
  await page.evaluate(`{
    globalThis.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  }`);
  return () =>
    page.evaluate(() => {
      const { longTasks } = globalThis as unknown as { longTasks: number[] };
      return longTasks.splice(0);
    });
}
