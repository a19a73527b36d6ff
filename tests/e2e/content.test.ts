import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseAction, openTab } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { crawl, cues, openRecording, openSummarised, spoken, summariseLink, upload } from '../harness/browser/recording.ts';
import { makeWav } from '../harness/files/make-media.ts';
import type { TestServer } from '../harness/http/server.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN', permissions: ['clipboard-read', 'clipboard-write'] });

function articlePage(title: string, word: string): string {
  const paragraphs = Array.from(
    { length: 12 },
    (_, index) => `<p>Paragraph ${index + 1} about ${word}. ${spoken.map((line) => `${line}.`).join(' ')}</p>`,
  ).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${paragraphs}</article></body></html>`;
}

async function openPage(page: Page, url: string, server: string): Promise<void> {
  await page.goto(`${server}/`);
  await page.getByRole('textbox', { name: '粘贴链接，或拖入文件' }).fill(url);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}

async function mediaSeconds(page: Page): Promise<number> {
  return page.locator('audio').evaluate((element: HTMLMediaElement) => element.currentTime);
}

test('CON-01 the tab is in the address, survives a reload and the way back; an unknown one is the summary; only a key draws a ring on it', async ({
  page,
}) => {
  await openRecording(page);
  await expect(page.getByRole('tab', { name: '总结' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: '思维导图' }).click();
  await expect(page).toHaveURL(/\?tab=mindmap$/);
  const script = page.getByRole('tab', { name: '字幕' });
  // The tab answers in the next frame, before its panel, which may be long, is drawn.
  const answer = await script.evaluate(async (tab: HTMLElement) => {
    tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return [tab.dataset.state, tab.ariaSelected];
  });
  expect(answer).toEqual(['active', 'false']);
  await expect(script).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.locator('[role=tab][aria-selected=true]')).toHaveText('思维导图');
  await expect(page.locator('[role=tab][data-state=active]')).toHaveText('思维导图');
  await page.goForward();
  await expect(script).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(page.getByRole('tab', { name: '字幕' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: '思维导图' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(page.url().replace(/tab=.*/, 'tab=nonsense'));
  await expect(page.getByRole('tab', { name: '总结' })).toHaveAttribute('aria-selected', 'true');

  await test.step('a mouse draws no focus ring on a tab of a fresh page, a key does', async () => {
    await script.click();
    await expect(script).toBeFocused();
    await expect(script).toHaveCSS('outline-style', 'none');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: '文章' })).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('ArrowLeft');
    await expect(script).toHaveCSS('outline-style', 'solid');
  });
});

test('CON-02 a time in the note plays that moment and its section is lit', async ({ page }) => {
  await openRecording(page);
  const note = page.getByRole('article', { name: '笔记' });
  const chip = note.getByRole('button', { name: /^从 \d\d:\d\d 播放$/ }).last();
  const [minutes = 0, wanted = 0] = ((await chip.textContent()) ?? '').split(':').map(Number);
  await chip.click();
  await expect.poll(() => mediaSeconds(page)).toBeGreaterThanOrEqual(minutes * 60 + wanted);
  // What plays goes on: standing still, it says where it was sent.
  await page.locator('audio').evaluate((element: HTMLMediaElement) => element.pause());
  expect(await mediaSeconds(page)).toBeLessThan(minutes * 60 + wanted + 10);
  await expect(note.locator('section[data-lit]')).toHaveCount(1);
  await expect(page.getByText('原文摘选', { exact: true }).first()).toBeVisible();
  // The keys of the player, away from any field.
  await page.getByRole('heading', { level: 1 }).click();
  const before = await mediaSeconds(page);
  await page.keyboard.press('j');
  await expect.poll(() => mediaSeconds(page)).toBeLessThan(before - 5);
});

test('CON-02 the strip above the note says which parts of the recording it does not rest on, and leads there', async ({
  page,
}) => {
  await openRecording(page);
  let coverage = {};
  let method = 'model';
  await page.route('**/api/trpc/**content.overview**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/"coverage":\{[^{}]*\}/g, `"coverage":${JSON.stringify(coverage)}`)
      .replace('"noteMethod":"extractive"', `"noteMethod":"${method}"`);
    await route.fulfill({ response, body });
  });
  // Of two minutes.
  for (const [share, slices, label, gaps] of [
    [1, [1, 0.5, 1], '笔记覆盖了原文的 100% · 每一段都有引用。', []],
    [0.5, [1, 0, 0, 0.1], '笔记覆盖了原文的 50% · 1 段没有引用。', ['没有引用 00:30–01:30']],
    [
      0.6,
      [0, 1, 0, 1, 0, 1, 0, 1],
      '笔记覆盖了原文的 60% · 4 段没有引用。',
      ['没有引用 00:00–00:15', '没有引用 00:30–00:45', '没有引用 01:00–01:15', '没有引用 01:30–01:45'],
    ],
  ] as const) {
    coverage = { share, slices };
    await page.reload();
    const strip = page.getByRole('group', { name: /^笔记覆盖了原文/ });
    await expect(strip).toHaveAttribute('aria-label', label);
    await expect(strip.locator('span')).toHaveCount(slices.length);
    await expect(strip.locator('.bg-success')).toHaveCount(slices.filter((slice) => slice > 0).length);
    const names = await strip.getByRole('button').evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
    expect(names).toEqual(gaps);
  }

  // Of the source's own sentences, that they were found there says nothing: it is said how much of it they are.
  method = 'extractive';
  await page.reload();
  await expect(page.getByText('摘句覆盖讲话的 50%')).toBeVisible();
  await expect(page.getByText(/条陈述中/)).toHaveCount(0);

  // The last one again: by key, by mouse on a stretch, and near one.
  const strip = page.getByRole('group', { name: /^摘句覆盖讲话/ });
  await strip.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(strip.getByRole('button', { name: '没有引用 00:30–00:45' })).toBeFocused();
  await expect(strip.locator('[data-coverage-tip]')).toHaveText('没有引用 00:30–00:45');
  await page.keyboard.press('Enter');
  await expect.poll(() => mediaSeconds(page)).toBeGreaterThanOrEqual(30);
  const box = await strip.boundingBox();
  if (!box) throw new Error('no strip');
  expect(Math.round(box.height)).toBeGreaterThanOrEqual(24);
  expect(Math.round((await strip.locator('div').first().boundingBox())?.height ?? 0)).toBe(8);
  await page.mouse.move(box.x + box.width * 0.55, box.y + 2);
  await expect(strip.locator('[data-coverage-tip]')).toHaveText('没有引用 01:00–01:15');
  await page.mouse.click(box.x + box.width * 0.625 + 8, box.y + box.height / 2);
  await expect.poll(() => mediaSeconds(page)).toBeGreaterThanOrEqual(60);
});

test('CON-04 the script is searched, a line seeks, the line being spoken is lit, and it is downloaded as SRT', async ({
  page,
}) => {
  await openRecording(page);
  await page.getByRole('tab', { name: '字幕' }).click();
  const script = page.getByRole('region', { name: /^字幕，共 40 行$/ });
  await page.getByRole('textbox', { name: '在字幕里查找' }).fill('MILLER');
  const status = page.getByRole('search').getByRole('status');
  const total = cues.reduce((sum, cue) => sum + (cue.text.match(/miller/gi)?.length ?? 0), 0);
  await expect(status).toHaveText(`第 1 处，共 ${total} 处`);
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(`第 2 处，共 ${total} 处`);
  await page.keyboard.press('Shift+Enter');
  await expect(script.locator('mark[data-chosen]')).toHaveText(/miller/i);
  await page.keyboard.press('Escape');

  await crawl(page);
  await script.getByRole('button', { name: /part 3\./ }).click();
  await expect.poll(() => mediaSeconds(page)).toBeGreaterThanOrEqual(6);
  await expect(script.locator('[aria-current=time]')).toContainText('part 3.');
  await page.locator('audio').evaluate((element: HTMLMediaElement) => {
    element.pause();
    element.currentTime = 100;
  });
  await expect(script.locator('[aria-current=time]')).toContainText('part 34.');
  await script.hover();
  await page.mouse.wheel(0, -2000);
  await page.getByRole('button', { name: '回到正在播放的一行' }).click();
  await expect(script.locator('[aria-current=time]')).toBeVisible();

  await page.getByRole('button', { name: '下载字幕' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /SRT/ }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain(`00:00:06,000 --> 00:00:08,800\r\n${cues[2]?.text}`);
});

test('SUM-07 SHL-08 media without subtitles says what would help, with its code among the details, and its player works all the same', async ({
  page,
}) => {
  await upload(page, { name: 'tone.wav', mimeType: 'audio/wav', buffer: makeWav(20) });
  await expect(page.getByText('这段音视频没有自带字幕', { exact: true })).toBeVisible();
  const code = page.getByRole('tabpanel').getByText(/^speech_(?:not_configured|model_missing)/);
  await expect(code).toBeAttached();
  await expect(code).toBeHidden();
  await page.getByText('技术细节').click();
  await expect(code).toBeVisible();
  // The way out comes first: trying again helps once it was taken.
  await expect(page.getByRole('tabpanel').getByRole('link', { name: '设置语音识别' })).toBeVisible();
  await page.getByRole('button', { name: '播放', exact: true }).click();
  await expect.poll(() => mediaSeconds(page)).toBeGreaterThan(0);
});

test('CON-05 SUM-01 the article is shown as text, a paragraph number leads to its paragraph, and it is downloaded', async ({
  page,
  site,
}) => {
  const said = '<meta name="author" content="Ada Quill"><meta property="article:published_time" content="2010-03-12T08:30:00Z">';
  site.on('/article', { body: articlePage('The barn and the mill', 'harvest').replace('<title>', `${said}<title>`) });
  await openSummarised(page, await summariseLink(page, `${site.url}/article`));
  await expect(page.getByRole('heading', { name: 'The barn and the mill', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ada Quill');
  await expect(page.getByRole('main')).toContainText('2010');
  const note = page.getByRole('article', { name: '笔记' });
  const chip = note.getByRole('button', { name: /^查看原文第 \d+ 段$/ }).last();
  await expect(chip).toBeVisible();
  await chip.click();
  await expect(page).toHaveURL(/tab=article/);
  const shown = page.getByRole('article', { name: '文章' }).locator('[data-shown]');
  await expect(shown).toBeFocused();
  const lit = await page.waitForFunction(() => [...(CSS.highlights.get('gleaner-cited') ?? [])].map(String).join(''));
  expect(await lit.jsonValue()).toMatch(/^[^.]+\.?$/);
  await expect(shown).toContainText(/Paragraph \d+ about harvest/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 Markdown' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('The barn and the mill.md');
  expect(await readFile(await file.path(), 'utf8')).toContain('Paragraph 7 about harvest');
});

test('CON-13 SUM-13 copying says so for two seconds, and a refused clipboard says what happened; the tags are the hashtags of the copy', async ({
  page,
}) => {
  // The page's own time, so that two seconds are two seconds on any machine.
  await page.clock.install();
  await openRecording(page);
  await expect(page.getByRole('button', { name: '复制笔记' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: '复制笔记' }).click();
  await expect(page.getByRole('button', { name: '已复制' })).toBeVisible();
  await page.clock.runFor(1900);
  await expect(page.getByRole('button', { name: '已复制' })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByRole('button', { name: '复制笔记' })).toBeVisible();
  await page.clock.resume();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^# barn-talk/);
  expect(text).toMatch(/\[\d\d:\d\d\]\(http:\/\/127\.0\.0\.1:\d+\/content\/[\w-]+\?t=[\d.]+\)/);
  expect(text).not.toContain('#t=');
  const tags = text.trimEnd().split('\n').at(-1)?.split(' ') ?? [];
  expect(tags.length).toBeGreaterThan(1);
  for (const tag of tags) await expect(page.getByText(tag, { exact: true }).first()).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error('refused'));
  });
  await page.getByRole('button', { name: '复制笔记' }).click();
  await expect(page.getByText(/没有复制成功/)).toBeVisible();
});

test.describe('while a note is being written', () => {
  // One after the other on one server, whose model takes its time.
  test.describe.configure({ mode: 'default' });
  let llm: FakeLlm;
  let server: TestServer;

  test.beforeAll(async ({ site }) => {
    llm = await startFakeLlm();
    llm.script((request) => ({ text: writeNoteFor(request.prompt), firstDelayMs: 200, pieceLength: 60, delayMs: 20 }));
    server = await startOwnServer({
      env: {
        GLEANER_FETCH_ALLOW: new URL(site.url).host,
        OPENAI_BASE_URL: llm.url,
        OPENAI_API_KEY: 'sk-test-canary-000000000000',
        OPENAI_MODEL: 'slow-model',
      },
    });
  });

  test.afterAll(async () => {
    await server.stop();
    server.remove();
    await llm.close();
  });

  test('SUM-08 it streams in with stage, percent and elapsed time, and a reload catches up', async ({ page, site }) => {
    site.on('/long', { body: articlePage('A long article', 'streams') });
    const release = llm.hold('A long article', 8);
    await openPage(page, `${site.url}/long`, server.url);
    const run = page.getByRole('region', { name: '正在写笔记' });
    await expect(run.getByRole('progressbar')).toBeVisible();
    await expect(run.getByText(/^已用 \d\d:\d\d$/)).toBeVisible();
    await expect(run.getByText(/^\d+%$/)).toBeVisible();
    const note = page.getByRole('article', { name: '笔记' });
    await expect(note).toHaveAttribute('aria-busy', 'true');
    await expect(note.getByRole('heading').first()).toBeVisible();
    const soFar = (await note.textContent()) ?? '';
    await page.reload();
    // At once, not from the beginning: what was written before is there with the first sight of the note.
    await expect(note).toContainText(soFar.slice(0, 60));
    await expect(note).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(note).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText('由 slow-model 撰写')).toBeVisible();
  });

  test('SUM-08 it can be cancelled and taken up again', async ({ page, site }) => {
    site.on('/cancel', { body: articlePage('A cancelled article', 'patience') });
    const release = llm.hold('A cancelled article', 5);
    await openPage(page, `${site.url}/cancel`, server.url);
    await page.getByRole('region', { name: '正在写笔记' }).getByRole('button', { name: '取消' }).click();
    await expect(page.getByText('已取消', { exact: true })).toBeVisible();
    release();
    await page.getByRole('button', { name: '再次总结' }).last().click();
    await expect(page.getByText('由 slow-model 撰写')).toBeVisible();
  });

  test('SUM-07 SUM-08 a note that the model refused is had in excerpts', async ({ page, site }) => {
    site.on('/refused', { body: articlePage('A refused article', 'locks') });
    llm.script((request) =>
      request.prompt.includes('A refused article') ? { status: 401 } : { text: writeNoteFor(request.prompt) },
    );
    await openPage(page, `${site.url}/refused`, server.url);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('模型服务不接受当前的密钥');
    await alert.getByRole('button', { name: '改用原文摘选' }).click();
    await expect(page.getByRole('article', { name: '笔记' })).toContainText('stone barn');
    await expect(page.getByText('原文摘选', { exact: true })).toBeVisible();
  });
});

test('CON-01 a content that does not exist has its own page with a way home', async ({ page }) => {
  await page.goto('/content/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: '没有这项内容' })).toBeVisible();
  await page.getByRole('link', { name: '回到首页' }).click();
  await expect(page).toHaveURL(`${appUrl}/`);
});

test('deleting asks first, then leads home with a word about the list', async ({ page }) => {
  await openRecording(page);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const kept = () =>
    page.evaluate(
      (contentId) =>
        [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)).filter((key) => key.includes(contentId)),
      id,
    );
  await expect.poll(kept).not.toEqual([]);
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  await expect(page).toHaveURL(`${appUrl}/`);
  await expect(page.getByText('已删除。列表稍后刷新。')).toBeVisible();
  // Nor does this browser keep anything of it.
  expect(await kept()).toEqual([]);
});

test('SHL-08 the mind map and the article of a content are free of violations on a wide screen and a phone, light and dark', async ({
  page,
}) => {
  await openRecording(page);
  // The note and the script are among the routes that are all looked at.
  for (const name of ['思维导图', '文章']) {
    await openTab(page, name);
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    // Neither what says that it is being fetched nor the blocks in its place.
    await expect(page.getByRole('tabpanel').locator('[aria-hidden].animate-pulse-soft')).toHaveCount(0);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoViolationsInEitherScheme(page);
      await expectNoSidewaysScroll(page);
    }
  }
});

test('SUM-08 SUM-10 what one tab does, the other sees: a new run, and that the record is gone', async ({
  page,
  context,
  site,
  model,
  withModelUrl,
}) => {
  site.on('/two-tabs', { body: articlePage('Two tabs of one browser', 'seed') });
  const contentId = await summariseLink(page, `${site.url}/two-tabs`, { origin: withModelUrl });
  await page.goto(`${withModelUrl}/content/${contentId}`);
  await expect(page.getByRole('article', { name: '笔记' })).toHaveAttribute('aria-busy', 'false');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('article', { name: '笔记' })).toBeVisible();

  const release = await model.hold('Two tabs of one browser');
  await chooseAction(page, '再次总结');
  await expect(other.getByRole('button', { name: '取消' })).toBeVisible();
  await release();
  await expect(other.getByRole('button', { name: '取消' })).toHaveCount(0);

  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: /删除/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /删除/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other.getByRole('article', { name: '笔记' })).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Two tabs of one browser' })).toHaveCount(0);
});
