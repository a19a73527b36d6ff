/** Ten hours of lines (36,000) in the browser: how long tasks hold the page up while one scrolls, follows, searches and corrects. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { talkArticle } from '../src/engine/article/talk-article.ts';
import { applyEdits } from '../src/lib/transcripts/transcript-edits.ts';
import { openRecording } from '../tests/harness/browser/recording.ts';
import { lengthen, longLines, watchLongTasks } from '../tests/harness/files/long-recording.ts';
import { startTestServer } from '../tests/harness/http/server.ts';

const targetMs = 200;

function row(name: string, tasks: readonly number[]): void {
  const longest = Math.max(0, ...tasks);
  const over = tasks.filter((ms) => ms > targetMs).length;
  process.stdout.write(
    `${name.padEnd(34)} ${String(tasks.length).padStart(4)} tasks over 50 ms   longest ${longest.toFixed(0).padStart(4)} ms   over ${targetMs} ms: ${over}\n`,
  );
}

function timed(name: string, work: () => unknown): void {
  const started = performance.now();
  work();
  process.stdout.write(`${name.padEnd(34)} ${(performance.now() - started).toFixed(0)} ms on the server\n`);
}

timed('article of ten hours', () => talkArticle(longLines, { chapters: [{ title: 'All', startMs: 0 }], language: 'en' }));
timed('500 corrections replayed', () =>
  applyEdits(
    longLines,
    Array.from({ length: 500 }, (_, index) => {
      const line = index * 60;
      const was = longLines[line]?.text ?? '';
      return { type: 'text' as const, line, startMs: line * 1000, was, text: `${was} corrected` };
    }),
  ),
);

const dataDir = join(tmpdir(), `gleaner-long-${process.pid}`);
const server = await startTestServer({ dataDir });
const browser = await chromium.launch({
  executablePath: process.env.GLEANER_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ],
});
try {
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await openRecording(page);
  await lengthen(page);
  await page.goto(`${page.url().split('?')[0]}?tab=subtitle`);
  const script = page.getByRole('region', { name: `字幕，共 ${longLines.length} 行` });
  await script.getByText('Line 3:').waitFor();
  await sleep(2000);
  const read = await watchLongTasks(page);

  await script.hover();
  for (let step = 0; step < 120; step++) {
    await page.mouse.wheel(0, step % 12 === 11 ? 150_000 : 700);
    await sleep(30);
  }
  row('scrolling', await read());

  // A string, as Node's types do not know the page's objects.
  await page.evaluate(`{
    const audio = document.querySelector('audio');
    audio.currentTime = 18_000;
    audio.playbackRate = 8;
    audio.play();
  }`);
  await read();
  await sleep(10_000);
  row('following at 8×, ten seconds', await read());

  const field = page.getByRole('textbox', { name: '在字幕里查找' });
  await field.pressSequentially('sack number 77', { delay: 60 });
  await sleep(1000);
  row('searching as one types', await read());
  await field.fill('');
  await page.evaluate(`document.querySelector('audio').pause()`);

  await page.getByRole('button', { name: '校正字幕' }).click();
  await script.getByRole('button', { name: /^校正/ }).first().click();
  await page.getByRole('textbox', { name: '这一行的文字' }).pressSequentially('typing in a line of it', { delay: 40 });
  row('typing in a line', await read());
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
