/** What somebody meets in the first hour: each of these was a place where one hesitated. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording, openSummarised, summariseUpload } from '../harness/browser/recording.ts';
import { copiedBy } from './clipboard.ts';
import { edit, field, saved } from './note-editor.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const note = (page: Page) => page.getByRole('article', { name: /^(?:笔记|Note)$/ });

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('not drawn');
  return box;
}

async function call<Answer>(page: Page, procedure: string, input: unknown): Promise<Answer> {
  const response = await page.request.post(`/api/trpc/${procedure}`, { headers: { 'x-gleaner': '1' }, data: input });
  return ((await response.json()) as { result: { data: Answer } }).result.data;
}

async function openText(page: Page, paragraphs: string): Promise<void> {
  await openSummarised(page, await summariseUpload(page, { name: '窑.md', buffer: Buffer.from(paragraphs) }));
}

const kiln = Array.from(
  { length: 8 },
  (_, index) => `第 ${index + 1} 座窑在河边烧了 ${index + 20} 年，窑工每天搬运 ${index + 3} 车陶土，再把瓷器送到码头。`,
).join('\n\n');

const messageOf = (page: Page) => page.getByRole('region', { name: /通知/ }).getByRole('listitem');

test('SUM-09 a message about a failure has its code only where it asks to pass the code on', async ({ page, site }) => {
  site.on('/kiln', { body: `<!doctype html><title>窑</title><article><h1>窑</h1><p>${kiln}</p></article>` });
  await page.goto('/');
  await page.getByRole('textbox').first().fill(`${site.url}/kiln`);
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.route(/ingest\.submit/, (route) => route.abort());
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(messageOf(page)).toContainText('请检查网络，或确认 Gleaner 还在运行，然后重试。');
  await expect(messageOf(page)).not.toContainText('offline');
  await messageOf(page).getByRole('button', { name: '关闭' }).click();
  // A message that was closed moves out of sight before it leaves the list.
  await expect(messageOf(page)).toHaveCount(0);
  await page.unroute(/ingest\.submit/);
  await page.route(/ingest\.submit/, (route) =>
    route.fulfill({ status: 500, json: [{ error: { message: 'broken', code: -32603, data: {} } }] }),
  );
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(messageOf(page)).toContainText('请把错误代码告诉管理员。 (internal)');
});

test('LIB-22 CON-03 a task that was typed stands on the line of its box, and the map shows no signs for it', async ({ page }) => {
  await openText(page, kiln);
  await edit(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n- [x] 问窑工');
  await page.getByRole('button', { name: '完成' }).click();
  const box = await boxOf(page.getByRole('checkbox', { name: '问窑工' }));
  const words = await boxOf(note(page).getByText('问窑工').last());
  expect(box.y + box.height / 2).toBeGreaterThan(words.y);
  expect(box.y + box.height / 2).toBeLessThan(words.y + words.height);
  expect(box.x).toBeLessThanOrEqual(words.x + 1);
  await page.getByRole('tab', { name: '思维导图' }).click();
  const map = page.getByRole('tabpanel', { name: '思维导图' });
  await expect(map).toContainText('窑');
  await expect(map).not.toContainText(/\[[x ]\]/);
});

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('CON-13 a numbered heading is copied as it reads, and a copy whose links work here alone says so', async ({ page }) => {
    await openText(page, `# 河边的窑\n\n${kiln}`);
    await expect(page.getByText('文本', { exact: true })).toBeVisible();
    await edit(page);
    await saved(page, '1. 来历', async () => {
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\n\n## 1. 来历');
    });
    await page.getByRole('button', { name: '完成' }).click();
    const copied = await copiedBy(page, () => page.getByRole('button', { name: '复制笔记' }).click());
    expect(copied).toContain('## 1. 来历');
    await expect(messageOf(page)).toContainText('里面的时间链接只能在这台电脑上打开');
    await edit(page);
    await expect(field(page)).toContainText('1. 来历');
    await expect(field(page)).not.toContainText('\\.');
    await page.getByRole('button', { name: '完成' }).click();
    await page.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: '分享笔记' }).click();
    await expect(page.getByText('在这里复制的链接在别处打不开')).toBeVisible();
  });
});

test('SUM-09 a page that asks to sign in is named and offered, and becomes no note', async ({ page, site }) => {
  const links = Array.from({ length: 12 }, (_, index) => `<li><a href="/menu-${index}">窑的栏目 ${index + 1}</a></li>`).join('');
  site.on('/members', {
    body: `<!doctype html><title>会员登录 - 河边的窑</title><nav><ul>${links}</ul></nav><main><h1>会员登录</h1><form><input name="n"><input type="password"></form><p>请使用手机号码登录，登录后可以查看全部文章和评论，没有账号请先注册。</p></main>`,
  });
  await page.goto('/');
  await page.getByRole('textbox').first().fill(`${site.url}/members`);
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(page.getByRole('main')).toContainText('登录');
  await expect(
    page
      .getByRole('button', { name: '粘贴文字' })
      .or(page.getByRole('link', { name: /粘贴/ }))
      .first(),
  ).toBeVisible();
  await expect(note(page)).toHaveCount(0);
});

test('CON-11 the open search of an item is there as soon as the item has words', async ({ page, site }) => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  site.on('/slow-kiln', (_, response) => {
    asked++;
    void held.promise.then(() =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><title>窑</title><article><h1>窑</h1><p>${kiln.replaceAll('\n\n', '</p><p>')}</p></article>`),
    );
  });
  await page.addInitScript(() => localStorage.setItem('gleaner.study', JSON.stringify({ side: 'chat' })));
  await page.goto('/');
  const items = [{ url: `${site.url}/slow-kiln` }];
  const { results } = await call<{ results: { contentId: string }[] }>(page, 'ingest.submit', { items, noteLanguage: 'zh' });
  await page.goto(`/content/${results[0]?.contentId}`);
  await expect(page.getByText('这份内容里没有可以查找的文字。')).toBeVisible();
  expect(asked).toBeGreaterThan(0);
  held.resolve();
  await expect(page.getByRole('searchbox', { name: '要查找的词或句子' })).toBeVisible();
});

test('CON-08 beside a text there is no pane for a transcript, and one cross closes the pane', async ({ page }) => {
  await openText(page, kiln);
  await page.route(/chat\.history/, (route) => route.abort());
  await page.getByRole('button', { name: '打开旁边的栏' }).click();
  await expect(page.getByRole('complementary').getByText('在内容中查找')).toBeVisible();
  await page.unroute(/chat\.history/);
  await expect(page.getByRole('searchbox', { name: '要查找的词或句子' })).toBeVisible();
  const side = page.locator('#side-pane');
  await expect(side.getByRole('button', { name: '字幕' })).toHaveCount(0);
  await expect(side.getByRole('button', { name: /关闭/ })).toHaveCount(1);
  await side.getByRole('button', { name: '关闭旁边的栏' }).click();
  await expect(side).toHaveCount(0);
});

test('OUT-07 the list of highlights shows the words that were marked, not their beginning', async ({ page }) => {
  await openRecording(page);
  const point = note(page).locator('li, p').first();
  await point.click({ clickCount: 3 });
  const chosen = await page.evaluate(() => document.getSelection()?.toString().trim() ?? '');
  expect(chosen.length).toBeGreaterThan(50);
  await page.getByRole('button', { name: '标为黄色' }).click();
  await page.goto('/user/outputs/highlight');
  const words = chosen.replace(/\s*\d\d:\d\d.*$/s, '');
  await expect(page.getByRole('list', { name: '高亮列表' }).getByRole('link')).toHaveText(words);
});

test('CON-02 the reference of a long heading stands behind its last word', async ({ page }) => {
  await openRecording(page);
  const contentId = page.url().split('/').at(-1) ?? '';
  const { noteVersionId } = await call<{ noteVersionId: string | null }>(page, 'content.detail', { contentId });
  const title =
    'The keeper weighed each sack of the village and wrote its weight into a book that nobody was ever allowed to read';
  await call(page, 'content.saveNote', {
    contentId,
    baseVersionId: noteVersionId,
    note: `## ${title} [00:03](#t=3)\n\n- A point of it. [00:06](#t=6)`,
  });
  await page.reload();
  const heading = note(page).getByRole('heading', { name: title });
  const last = await heading.evaluate((element) => {
    const lines = [...element.getClientRects()];
    return { count: lines.length, bottom: lines.at(-1)?.bottom ?? 0, right: lines.at(-1)?.right ?? 0 };
  });
  expect(last.count).toBe(2);
  const chip = await boxOf(note(page).locator('[data-anchor="#t=3"]'));
  expect(chip.y).toBeLessThan(last.bottom);
  expect(chip.x).toBeGreaterThanOrEqual(last.right);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('SHL-08 nothing on the home page and in the map asks for a mouse or keys', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('textbox', { name: '粘贴链接，或选择文件' })).toBeVisible();
    await expect(page.getByText('还没有笔记')).toBeVisible();
    await expect(page.locator('body')).not.toContainText(/拖|鼠标|滚轮|Enter/);
    await openRecording(page);
    await page.goto(`${page.url()}?tab=mindmap`);
    await expect(page.getByText('双指缩放，单指平移。')).toBeVisible();
    await expect(page.getByText('滚轮缩放')).toBeHidden();
    // Its words can be read, and a finger finds each node.
    const tree = page.getByRole('tree');
    const sizes = await tree.evaluate((svg) => {
      const scale = new DOMMatrix((svg as unknown as SVGElement).style.transform).a;
      const drawn = [...svg.querySelectorAll('[role=treeitem]')].map((item) => item.getBoundingClientRect().height);
      const words = [...svg.querySelectorAll('text')].map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * scale);
      return { words: Math.min(...words), least: Math.min(...drawn) };
    });
    expect(sizes.words).toBeGreaterThanOrEqual(10);
    expect(sizes.least).toBeGreaterThanOrEqual(24);
  });

  test('CON-02 the card of a reference low on the screen is whole above the bar, with the way on', async ({ page }) => {
    await openRecording(page);
    const chip = note(page).locator('[data-anchor]').last();
    const bars = page.locator('[data-bottom-bar]');
    await expect(bars).toHaveCount(2);
    const top = Math.min(...(await bars.evaluateAll((each) => each.map((bar) => bar.getBoundingClientRect().top))));
    await chip.evaluate((element, to) => window.scrollBy(0, element.getBoundingClientRect().bottom - to), top - 60);
    await chip.tap();
    const card = page.getByRole('dialog', { name: '原文' });
    const way = card.getByRole('button', { name: '在字幕中查看' });
    await expect(way).toBeVisible();
    // Both at once, because the card moves while it opens.
    const edges = await way.evaluate((button) => {
      const frame = button.closest('[role="dialog"]')?.getBoundingClientRect();
      return {
        top: frame?.top ?? -1,
        bottom: frame?.bottom ?? Number.POSITIVE_INFINITY,
        button: button.getBoundingClientRect().bottom,
      };
    });
    expect(edges.top).toBeGreaterThanOrEqual(0);
    expect(edges.bottom).toBeLessThanOrEqual(top);
    expect(edges.button).toBeLessThanOrEqual(edges.bottom);
    await way.tap();
    await expect(page).toHaveURL(/tab=subtitle/);
  });

  test('CON-11 the way back closes the search that covers the screen, then leaves the page', async ({ page }) => {
    await openRecording(page);
    await page.goto('/user/videos');
    await page.getByRole('link', { name: /barn-talk/ }).tap();
    await expect(note(page)).toBeVisible();
    const address = page.url();
    await page.getByRole('button', { name: '查找', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: '在内容中查找' });
    await expect(sheet).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(address);
    await expect(note(page)).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/user\/videos$/);
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SHL-07 an apostrophe is no wider than a letter', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('No notes yet')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const widths = await page.evaluate(() =>
      ['’', '“', 'n'].map((letter) => {
        const span = document.createElement('span');
        span.textContent = letter.repeat(20);
        span.style.position = 'absolute';
        document.querySelector('main')?.append(span);
        const { width } = span.getBoundingClientRect();
        span.remove();
        return width;
      }),
    );
    expect(widths[0]).toBeLessThan(widths[2] ?? 0);
    expect(widths[1]).toBeLessThan(widths[2] ?? 0);
  });
});
