/** Each kind of source, from the home page to a note whose lines lead back to it; each refusal as the user sees it. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl, appWithModelUrl } from '../harness/browser/e2e-ports.ts';
import { makeMp4 } from '../harness/files/make-media.ts';
import { chanceOf, sentence } from '../harness/files/make-tracks.ts';
import { copiedBy } from './clipboard.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const facts = [
  '陶窑的温度在夜里可以保持十一个小时，村民因此不再半夜添柴。',
  '三支测量队在一九八七年得到了相同的结果，误差不到百分之二。',
  '新窑的造价只有旧窑的三分之一，砖块来自附近的河滩。',
  '前两次试烧都失败了，第三次才烧出没有裂纹的陶罐。',
  '如今山谷里的每一所学校都会教孩子们怎样看火候。',
  '老师傅说，火候的秘密在于烟囱的高度和进风口的大小。',
];
const talk = Array.from(
  { length: 36 },
  (_, index) => facts[index % facts.length]?.replace('。', `，这是第${index + 1}次记录。`) ?? '',
);

function clock(index: number, separator: ',' | '.'): string {
  const total = index * 10;
  return `00:${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}${separator}000`;
}

const srt = talk.map((text, index) => `${index + 1}\n${clock(index, ',')} --> ${clock(index + 1, ',')}\n${text}\n`).join('\n');
const vtt = `WEBVTT\n\n${talk.map((text, index) => `${clock(index, '.')} --> ${clock(index + 1, '.')}\n${text}\n`).join('\n')}`;
const ass = `[Script Info]\nTitle: 陶窑\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${talk
  .map(
    (text, index) =>
      `Dialogue: 0,0:${clock(index, '.').slice(3, 8)}.00,0:${clock(index + 1, '.').slice(3, 8)}.00,Default,,0,0,0,,{\\i1}${text}`,
  )
  .join('\n')}\n`;
const lrc = `[ti:陶窑]\n${talk.map((text, index) => `[${clock(index, '.').slice(3, 8)}.00]${text}`).join('\n')}\n`;
const markdown = `# 陶窑笔记\n\n${facts.map((fact, index) => `## 第${index + 1}节\n\n${fact}${fact}\n`).join('\n')}`;
const html = `<!doctype html><html lang="zh"><head><meta charset="gb2312"><title>陶窑网页</title></head><body><article><h1>陶窑网页</h1>${talk.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`;

async function drop(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.goto('/');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}

function note(page: Page) {
  return page.getByRole('article', { name: '笔记' });
}

async function paste(page: Page, url: string): Promise<void> {
  await page.getByRole('textbox', { name: '粘贴链接，或拖入文件' }).fill(url);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}

for (const [name, content, anchor] of [
  ['陶窑.srt', srt, /^\d\d:\d\d$/],
  ['陶窑.vtt', vtt, /^\d\d:\d\d$/],
  ['陶窑.ass', ass, /^\d\d:\d\d$/],
  ['陶窑.lrc', lrc, /^\d\d:\d\d$/],
  ['陶窑.srt.gz', gzipSync(srt), /^\d\d:\d\d$/],
  ['陶窑.txt', talk.join('\n\n'), /^¶\d+$/],
  ['陶窑.md', markdown, /^¶\d+$/],
  ['陶窑.html', html.replace('gb2312', 'utf-8'), /^¶\d+$/],
] as const) {
  test(`SUM-05 SUM-14 ${name} becomes a note of its own sentences, each leading back`, async ({ page }) => {
    await drop(page, name, content);
    await expect(note(page)).toBeVisible();
    // Said plainly to be extracted, and it is: the sentences stand in the file.
    await expect(page.getByText('原文摘选').first()).toBeVisible();
    await expect(note(page)).toContainText(/陶|窑|火候|测量|造价|试烧/);
    await expect(note(page).getByRole('button').filter({ hasText: anchor }).first()).toBeVisible();
  });
}

test('SUM-04 CON-02 a video’s own subtitle track becomes the note and the script, and its lines play the video', async ({
  page,
}, info) => {
  // A track that says the same again and again is not believed: this one says something new each time.
  const chance = chanceOf(7);
  const cues = talk.map((_, index) => ({
    startMs: index * 10_000,
    endMs: index * 10_000 + 9_000,
    text: `${sentence('zh', chance)}${sentence('zh', chance)}这是第${index + 1}次记录。`,
  }));
  const path = info.outputPath('kiln.mp4');
  await makeMp4(path, {
    seconds: 360,
    width: 64,
    height: 48,
    playable: true,
    tags: { title: '陶窑访谈' },
    subtitles: [{ language: 'chi', cues: [...cues, { startMs: 390_000, endMs: 392_000, text: '片尾之后的一句' }] }],
  });
  await drop(page, 'kiln.mp4', await readFile(path));
  await expect(note(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: '陶窑访谈', level: 1 })).toBeVisible();
  // Until the note is finished, its chips are drawn anew.
  await expect(page.getByText('原文摘选').first()).toBeVisible();

  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => Math.round(element.duration))).toBe(360);
  const chip = note(page)
    .getByRole('button')
    .filter({ hasText: /^\d\d:\d\d$/ })
    .last();
  const [minutes = 0, seconds = 0] = ((await chip.textContent()) ?? '').split(':').map(Number);
  await chip.click();
  // The server answered a range in the middle of the file.
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThanOrEqual(minutes * 60 + seconds);
  await page.getByRole('tab', { name: '字幕' }).click();
  await expect(page.getByText(/第36次记录/)).toBeVisible();
  await expect(page.getByText('略去片尾之后的 1 行').first()).toBeVisible();
  await expect(page.getByText('片尾之后的一句')).toHaveCount(0);
});

test('SUM-01 a Chinese page in an old charset becomes a note with its title, source, date and paragraphs', async ({
  page,
  site,
}) => {
  const body = html
    .replace('<article>', '<article><p>2010年03月12日 08:30 来源：山谷日报 作者：林小禾</p>')
    .replace('</head>', '<meta name="description" content="一座陶窑的来历"></head>');
  const bytes = execFileSync('iconv', ['-f', 'utf-8', '-t', 'gb18030'], { input: body });
  site.on('/kiln', { body: bytes, type: 'text/html' });
  await page.goto('/');
  await paste(page, `${site.url}/kiln`);
  await expect(note(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: '陶窑网页', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('2010');
  await expect(page.getByRole('main')).toContainText('林小禾');
});

test('SUM-07 each thing that cannot be used says why and what to do, in the user’s language', async ({ page, site }) => {
  site.on('/forbidden', { body: 'no', status: 403 });
  site.on('/shell', {
    body: '<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script src="/a.js"></script></body></html>',
  });
  for (const [path, code] of [
    ['/forbidden', 'fetch_status'],
    ['/shell', /page_(needs_browser|no_text)/],
  ] as const) {
    await page.goto('/');
    const contentId = await page.evaluate(
      async ([url]) => {
        const response = await fetch('/api/trpc/ingest.submit', {
          method: 'POST',
          headers: { 'x-gleaner': '1', 'content-type': 'application/json' },
          body: JSON.stringify({ items: [{ url }], noteLanguage: 'zh' }),
        });
        const { result } = (await response.json()) as { result: { data: { results: { contentId: string }[] } } };
        return result.data.results[0]?.contentId;
      },
      [`${site.url}${path}`],
    );
    await page.goto(`/content/${contentId}`);
    await expect(page.getByText(code).first()).toBeAttached();
    await expect(page.getByRole('button', { name: '再次总结' }).first()).toBeVisible();
  }
  for (const [name, content, code] of [
    ['broken.mp4', Buffer.alloc(5000), 'media_unreadable'],
    ['empty.srt', ' ', /subtitles_empty|document_no_text/],
    [
      'program.bin',
      Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 256)),
      /input_unsupported|media_unreadable/,
    ],
  ] as const) {
    await drop(page, name, content);
    await expect(page.getByText(code).first()).toBeAttached();
  }
});

test('SUM-09 SUM-11 one link, two people: one fetch, a note each, and the summary by its link', async ({
  page,
  site,
  browser,
}) => {
  site.on('/shared-kiln', { body: html.replace('gb2312', 'utf-8') });
  await page.goto('/');
  await paste(page, `${site.url}/shared-kiln#top`);
  await expect(note(page)).toBeVisible();
  const other = await browser.newContext({ baseURL: appUrl, locale: 'zh-CN' });
  const second = await other.newPage();
  await second.goto('/');
  await paste(second, `${site.url}/shared-kiln?utm_source=friend`);
  await expect(note(second)).toBeVisible();
  expect(second.url()).not.toBe(page.url());
  await expect(note(second)).toHaveText((await note(page).textContent()) ?? '');
  // Looked at by each of the two previews, and read once.
  const summary = await second.evaluate(async (url) => {
    const input = encodeURIComponent(JSON.stringify({ url, waitMs: 20_000 }));
    const response = await fetch(`/api/trpc/video.summary?input=${input}`, { headers: { 'x-gleaner': '1' } });
    return ((await response.json()) as { result: { data: { status: string; summary: string } } }).result.data;
  }, `${site.url}/shared-kiln`);
  expect(summary.status).toBe('completed');
  expect(summary.summary).toMatch(/^#\S/m);
  await other.close();
});

test('SUM-13 the tags under a note are the hashtags inside it', async ({ page }) => {
  await drop(page, '标签.txt', talk.join('\n\n'));
  await expect(note(page)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = await copiedBy(page, () => page.getByRole('button', { name: '复制笔记' }).click());
  const tags = copied.trimEnd().split('\n').at(-1)?.split(' ') ?? [];
  expect(tags.length).toBeGreaterThan(1);
  for (const tag of tags) await expect(page.getByText(tag, { exact: true }).first()).toBeVisible();
});

test.describe('with a model', () => {
  test.use({ baseURL: appWithModelUrl });

  test('SUM-08 SUM-10 the note of a model names it and streams in; cancelling a second one keeps the first', async ({
    page,
    model,
  }) => {
    const mark = crypto.randomUUID();
    await drop(page, `${mark}.srt`, srt);
    await expect(note(page)).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText('由 fake-model 撰写').first()).toBeVisible();
    const first = await note(page).textContent();
    const release = await model.hold(mark);
    await chooseAction(page, '再次总结');
    await page.getByRole('button', { name: '取消' }).first().click();
    await expect(page.getByRole('button', { name: '取消' })).toHaveCount(0);
    await release();
    await expect(note(page)).toHaveText(first ?? '');
  });
});
