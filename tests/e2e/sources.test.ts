/** Files of words, with times and without, and a video, from the home page to a note whose lines lead back to them. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl, appWithModelUrl } from '../harness/browser/e2e-ports.ts';
import { makeMp4 } from '../harness/files/make-media.ts';
import { chanceOf, sentence } from '../harness/files/make-tracks.ts';

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

function clock(index: number): string {
  const total = index * 10;
  return `00:${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')},000`;
}

const srt = talk.map((text, index) => `${index + 1}\n${clock(index)} --> ${clock(index + 1)}\n${text}\n`).join('\n');
const markdown = `# 陶窑笔记\n\n${facts.map((fact, index) => `## 第${index + 1}节\n\n${fact}${fact}\n`).join('\n')}`;

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

for (const [name, content, anchor] of [
  ['陶窑.srt', srt, /^\d\d:\d\d$/],
  ['陶窑.md', markdown, /^¶\d+$/],
] as const) {
  test(`SUM-05 SUM-14 ${name} becomes a note of its own sentences, each leading back`, async ({ page }) => {
    await drop(page, name, content);
    await expect(note(page)).toBeVisible();
    // Said plainly to be extracted, and it is: the sentences stand in the file.
    await expect(page.getByText('原文摘选').first()).toBeVisible();
    await expect(note(page)).toContainText(/陶|窑|火候|测量|造价|试烧/);
    await expect(note(page).getByRole('button').filter({ hasText: anchor }).first()).toBeVisible();
    // The record stands in the sidebar, under the name of the file or the title in it.
    await expect(page.getByRole('complementary').getByRole('link', { name: /^陶窑/ })).toBeVisible();
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
