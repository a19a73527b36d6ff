/** The page of any link: opens what is there, else offers a summary, a note of one's own, copy and export. */
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target) }))).toEqual([]);
}

function article(title: string): string {
  const text = `<p>${title} keeps its heat for eleven hours, and the village of Lorn built nine more of them before winter came back.</p>`;
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta property="og:site_name" content="The Valley Post"><meta property="og:title" content="${title}"></head><body><article><h1>${title}</h1>${text.repeat(8)}</article></body></html>`;
}

const words = {
  'zh-CN': {
    lead: '你还没有总结过这个链接。',
    note: '笔记',
    copy: '复制链接和笔记',
    exportIt: '导出 Markdown',
    save: '保存为笔记',
    now: '现在总结',
    invalid: '这不是一个可以打开的链接',
  },
  'en-US': {
    lead: 'You have not summarised this link yet.',
    note: 'Note',
    copy: 'Copy link and note',
    exportIt: 'Export Markdown',
    save: 'Save as a note',
    now: 'Summarise now',
    invalid: 'This is no link that can be opened',
  },
} as const;

for (const locale of ['zh-CN', 'en-US'] as const) {
  const say = words[locale];
  test.describe(locale, () => {
    test.use({ locale, permissions: ['clipboard-read', 'clipboard-write'] });

    test('CON-09 CON-10 a link without a summary: preview, copy, export, and a note of one’s own that opens with it later', async ({
      page,
      site,
    }) => {
      const path = `/link-note-${locale}`;
      site.on(path, { body: article('The Noted Oven') });
      const url = `${site.url}${path}?a=1&b=x.y`;
      const address = `/s/${encodeURIComponent(url)}`;
      await page.goto(address);
      await expect(page.getByText(say.lead)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'The Noted Oven' })).toBeVisible();
      await expect(page).toHaveTitle(/The Noted Oven/);
      await expectNoViolations(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
        .toBeLessThanOrEqual(0);
      await expectNoViolations(page);

      await page.getByRole('textbox', { name: say.note }).fill('Worth **a** visit.');
      await page.getByRole('button', { name: say.copy }).click();
      const text = `# The Noted Oven\n\n<${url}>\n\nWorth **a** visit.\n`;
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: say.exportIt }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe('The Noted Oven.md');
      expect(await readFile(await download.path(), 'utf8')).toBe(text);

      await page.getByRole('button', { name: say.save }).click();
      await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}$/);
      await expect(page.getByRole('article', { name: say.note })).toContainText('Worth a visit.');
      const content = new URL(page.url()).pathname;
      // The same link in another form, with a tab of its own.
      await page.goto(`${address}%26utm_source%3Dx?tab=article`);
      await expect(page).toHaveURL(new RegExp(`${content}\\?tab=article$`));
      await page.goto(`${address}?promptId=official-quotes`);
      await expect(page).toHaveURL(new RegExp(`${content}\\?tab=custom-official-quotes$`));
    });

    test('CON-10 a link without a summary is summarised from its page; what is no link is said to be none', async ({
      page,
      site,
    }) => {
      const path = `/link-now-${locale}`;
      site.on(path, { body: article('The Sudden Oven') });
      await page.goto(`/s/${encodeURIComponent(`${site.url}${path}`)}`);
      await page.getByRole('button', { name: say.now }).click();
      await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/, { timeout: 30_000 });
      await expect(page.getByRole('article', { name: say.note })).toBeVisible({ timeout: 30_000 });
      await page.goto('/s/javascript%3Aalert(1)');
      await expect(page.getByText(say.invalid)).toBeVisible();
      await expectNoViolations(page);
    });
  });
}

test.describe('a content without a note', () => {
  test.use({ locale: 'zh-CN' });

  test('CON-09 offers a note of one’s own', async ({ page, site }) => {
    // Nothing is there: the content fails at once.
    await page.goto(`/s/${encodeURIComponent(`${site.url}/link-gone`)}`);
    await page.getByRole('button', { name: '现在总结' }).click();
    await expect(page).toHaveURL(/\/content\//, { timeout: 30_000 });
    await page.getByRole('button', { name: '写笔记' }).click({ timeout: 30_000 });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '笔记' }).fill('只有标题。');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: '保存为笔记' }).click();
    await expect(page.getByRole('article', { name: '笔记' })).toContainText('只有标题。');
    await expect(page.getByRole('button', { name: '写笔记' })).toHaveCount(0);
  });
});
