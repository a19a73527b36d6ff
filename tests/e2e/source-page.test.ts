/** The page of any link: opens what is there, else offers a summary, a note of one's own, copy and export. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { copiedBy } from './clipboard.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './settled.ts';

/** Shoots the page where somebody asked for pictures to look at. */
async function look(page: Page, name: string): Promise<void> {
  if (process.env.GLEANER_LOOK)
    await page.screenshot({ path: `${process.env.GLEANER_LOOK}/${name}.png`, animations: 'disabled' });
}

/** Programs of the machine are not started: their addresses are kept. Call before the page is opened. */
async function keepOpened(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const opened: string[] = [];
    const click = Reflect.get(HTMLElement.prototype, 'click') as (this: HTMLElement) => void;
    Object.assign(window, { opened });
    HTMLAnchorElement.prototype.click = function press(this: HTMLAnchorElement) {
      if (/^(https?|blob):/.test(this.href)) click.call(this);
      else opened.push(this.href);
    };
  });
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened);
}

function article(title: string): string {
  const text = `<p>${title} keeps its heat for eleven hours, and the village of Lorn built nine more of them before winter came back.</p>`;
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta property="og:site_name" content="The Valley Post"><meta property="og:title" content="${title}"></head><body><article><h1>${title}</h1>${text.repeat(8)}</article></body></html>`;
}

test.use({ locale: 'zh-CN', permissions: ['clipboard-read', 'clipboard-write'] });

test('CON-09 CON-10 a link without a summary: preview, copy, export, and a note of one’s own that opens with it later', async ({
  page,
  site,
}) => {
  const path = '/link-note';
  site.on(path, { body: article('The Noted Oven') });
  const url = `${site.url}${path}?a=1&b=x.y`;
  const address = `/s/${encodeURIComponent(url)}`;
  await page.goto(address);
  await expect(page.getByText('你还没有总结过这个链接。')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'The Noted Oven' })).toBeVisible();
  await expect(page).toHaveTitle(/The Noted Oven/);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);

  await page.getByRole('textbox', { name: '笔记' }).fill('Worth **a** visit.');
  const text = `# The Noted Oven\n\n<${url}>\n\nWorth **a** visit.\n`;
  expect(await copiedBy(page, () => page.getByRole('button', { name: '复制链接和笔记' }).click())).toBe(text);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await expectNoViolations(page);
  await page.getByRole('menuitem', { name: 'Markdown 文件' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('The Noted Oven.md');
  expect(await readFile(await download.path(), 'utf8')).toBe(text);

  // Though another tab was asked for, and is empty: what was saved is shown.
  await page.goto(`${address}?tab=article`);
  await expect(page.getByRole('textbox', { name: '笔记' })).toHaveValue('Worth **a** visit.');
  await page.getByRole('button', { name: '保存为笔记' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('article', { name: '笔记' })).toContainText('Worth a visit.');
  const content = new URL(page.url()).pathname;
  // A tracking parameter does not make it another link, and the asked tab is opened.
  await page.goto(`${address}%26utm_source%3Dx?tab=article`);
  await expect(page).toHaveURL(new RegExp(`${content}\\?tab=article$`));
  await page.goto(`${address}?promptId=official-quotes`);
  await expect(page).toHaveURL(new RegExp(`${content}\\?tab=custom-official-quotes$`));
});

test('CON-09 CON-13 a link without a summary goes to note apps, by mail and to the system; copying says that it did or did not', async ({
  page,
  site,
}) => {
  const opened = await keepOpened(page);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', { value: async (data: unknown) => void shared.push(data) });
  });
  const send = async (name: string) => {
    const before = (await opened()).length;
    await page.getByRole('button', { name: '导出', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect.poll(async () => (await opened()).length).toBe(before + 1);
    return (await opened()).at(-1) ?? '';
  };
  const valuesOf = (href: string) => Object.fromEntries(new URLSearchParams(href.slice(href.indexOf('?') + 1)));
  const path = '/link-apps';
  site.on(path, { body: article('The Exported Oven') });
  const url = `${site.url}${path}?a=1&b=x.y`;
  await page.goto(`/s/${encodeURIComponent(url)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'The Exported Oven' })).toBeVisible();
  const field = page.getByRole('textbox', { name: '笔记' });
  await field.fill('Warm & *bright*.');
  const whole = `# The Exported Oven\n\n<${url}>\n\nWarm & *bright*.\n`;
  expect(valuesOf(await send('发送到 Obsidian'))).toEqual({ name: 'The Exported Oven', content: whole });
  expect(valuesOf(await send('发送到 Logseq'))).toEqual({ title: 'The Exported Oven', url, content: 'Warm & *bright*.' });
  expect(valuesOf(await send('用邮件发送'))).toEqual({ subject: 'The Exported Oven', body: `${url}\r\n\r\nWarm & *bright*.` });
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByRole('menuitem', { name: '分享到其他应用…' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
    .toEqual([{ title: 'The Exported Oven', text: 'Warm & *bright*.', url }]);

  // Formatted as well, for programs that take it.
  await page.getByRole('button', { name: '复制链接和笔记' }).click();
  await expect(page.getByRole('button', { name: '已复制', exact: true })).toBeVisible();
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text();
  });
  expect(html).toContain('<em>bright</em>');
  await expect(page.getByRole('button', { name: '复制链接和笔记' })).toBeVisible();

  // Too long for an address: by way of the clipboard.
  const long = '很长的笔记。'.repeat(100);
  await field.fill(long);
  const toObsidian = async () => {
    // The message does not stand for long.
    const [href] = await Promise.all([
      send('发送到 Obsidian'),
      expect(page.getByText('已复制全文，并交给 Obsidian')).toBeVisible(),
    ]);
    expect(href).toBe('obsidian://new?name=The%20Exported%20Oven&clipboard');
  };
  expect(await copiedBy(page, toObsidian)).toContain(long);
  const toLogseq = async () =>
    expect(valuesOf(await send('发送到 Logseq'))).toEqual({
      title: 'The Exported Oven',
      url,
      content: '（全文已复制，请粘贴在这里）',
    });
  expect(await copiedBy(page, toLogseq)).toBe(long);
  await look(page, 'link');

  // A clipboard that refuses: nothing is opened that would have nothing to take.
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse, write: refuse } });
  });
  const before = (await opened()).length;
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByRole('menuitem', { name: '发送到 Obsidian' }).click();
  await expect(page.getByText('没有复制成功')).toHaveCount(1);
  expect(await opened()).toHaveLength(before);
  await page.getByRole('button', { name: '复制链接和笔记' }).click();
  await expect(page.getByText('没有复制成功')).toHaveCount(2);
});

test('CON-09 a content without a note offers a note of one’s own', async ({ page, site }) => {
  // Nothing is there: the content fails at once.
  await page.goto(`/s/${encodeURIComponent(`${site.url}/link-gone`)}`);
  // What is known of the page moves the button to its place.
  await expect(page.getByText(/^没有取到这个页面的信息/)).toBeVisible();
  await page.getByRole('button', { name: '现在总结' }).click();
  await expect(page).toHaveURL(/\/content\//);
  await chooseAction(page, '写笔记');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '笔记' }).fill('只有标题。');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: '保存为笔记' }).click();
  await expect(page.getByRole('article', { name: '笔记' })).toContainText('只有标题。');
  await page.getByRole('button', { name: '更多操作' }).click();
  await expect(page.getByRole('menuitem', { name: '历史版本' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '写笔记' })).toHaveCount(0);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('CON-09 a note goes to note apps with the head and the links of its file', async ({ page, site }) => {
    const opened = await keepOpened(page);
    const path = '/note-apps';
    site.on(path, { body: article('The Travelling Oven') });
    await page.goto(`/s/${encodeURIComponent(`${site.url}${path}`)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'The Travelling Oven' })).toBeVisible();
    await page.getByRole('button', { name: 'Summarize now' }).click();
    await expect(page.getByRole('article', { name: 'Note' })).toHaveAttribute('aria-busy', 'false');
    await chooseAction(page, 'Download');
    await look(page, 'note');
    await page.getByRole('menuitem', { name: 'Send to Obsidian' }).click();
    await expect.poll(async () => (await opened())[0]).toMatch(/^obsidian:\/\/new\?name=The%20Travelling%20Oven&/);
    const href = (await opened())[0] ?? '';
    const text = href.endsWith('&clipboard')
      ? await page.evaluate(() => navigator.clipboard.readText())
      : (new URLSearchParams(href.slice(href.indexOf('?') + 1)).get('content') ?? '');
    expect(text).toMatch(/^---\ntitle: "The Travelling Oven"\nsource: "http/);
    expect(text).toContain(`](${new URL(page.url()).origin}/content/`);
    expect(text).not.toContain('](#');
  });

  test('CON-10 a link without a summary is summarised from its page, what was written before stays a version', async ({
    page,
    site,
  }) => {
    const path = '/link-now';
    site.on(path, { body: article('The Sudden Oven') });
    await page.goto(`/s/${encodeURIComponent(`${site.url}${path}`)}`);
    const field = page.getByRole('textbox', { name: 'Note' });
    await field.fill('Written before the summary.');
    await page.reload();
    await expect(field).toHaveValue('Written before the summary.');
    await expect(page.getByRole('heading', { level: 1, name: 'The Sudden Oven' })).toBeVisible();
    await page.getByRole('button', { name: 'Summarize now' }).click();
    await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
    await expect(page.getByRole('article', { name: 'Note' })).toContainText('eleven hours');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Version history' }).click();
    await expect(page.getByRole('dialog').getByText('Written before the summary.').first()).toBeVisible();
    // What is no link is said to be none.
    await page.goto('/s/javascript%3Aalert(1)');
    await expect(page.getByText('This link can’t be opened')).toBeVisible();
    await expectNoViolations(page);
  });
});
