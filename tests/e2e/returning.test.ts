/** What a reader finds on coming back to a tab, and where references lead. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording, openSummarised, summariseLink } from '../harness/browser/recording.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN', viewport: { width: 1280, height: 620 } });

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const noteOf = (page: Page) => page.getByRole('article', { name: '笔记' });
const scriptOf = (page: Page) => page.getByRole('region', { name: '字幕，共 40 行' });
const windowY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const scrollTopOf = (script: Locator) => script.evaluate((element) => Math.round(element.scrollTop));

/** Where it stands once its lines are measured and it moves no more. */
async function restOf(script: Locator): Promise<number> {
  let before = -1;
  await expect
    .poll(async () => {
      const last = before;
      before = await scrollTopOf(script);
      return before === last;
    })
    .toBe(true);
  return before;
}

async function openArticle(page: Page, url: string): Promise<void> {
  await openSummarised(page, await summariseLink(page, url));
  await expect(
    noteOf(page)
      .getByRole('button', { name: /^查看原文第 \d+ 段$/ })
      .last(),
  ).toBeVisible();
}

const who = ['keeper', 'miller', 'widow', 'priest', 'pedlar', 'smith', 'reeve', 'ferryman', 'weaver', 'cooper'];
const sentences = who.map(
  (name, index) =>
    `Paragraph ${index + 1}: the ${name} carried ${index + 3} sacks of rye to the stone barn near the river and wrote it into the book. The book of the ${name} shows that poor years were followed by better storage, and that fewer people left the village in the spring after year ${1600 + index}.`,
);

/** Its heading, which is not quite the document's title, is the first of its paragraphs. */
function articlePage(): string {
  const paragraphs = sentences.map((text) => `<p>${text}</p>`).join('');
  return `<!doctype html><html lang="en"><head><title>The barn and its keepers</title></head><body><article><h1>The barn, and its keepers!</h1>${paragraphs}</article></body></html>`;
}

test('CON-02 CON-04 a time pressed by key leads to its line once; the script is found as it was left', async ({ page }) => {
  await openRecording(page);
  await page.getByRole('button', { name: '隐藏播放器' }).click();
  const chip = noteOf(page)
    .getByRole('button', { name: /^查看 \d\d:\d\d 的字幕$/ })
    .last();
  const time = (await chip.textContent()) ?? '';
  await chip.press('Enter');
  const script = scriptOf(page);
  const cited = script.locator('[aria-current=time]');
  // Heard and seen: the line's own button.
  await expect(cited.getByRole('button')).toBeFocused();
  await expect(cited).toContainText(time);
  await expect(cited).toBeInViewport();
  const there = await restOf(script);
  expect(there).toBeGreaterThan(0);

  await page.goBack();
  await expect(noteOf(page)).toBeVisible();
  await page.goForward();
  await expect(cited).toBeInViewport();
  await expect.poll(() => restOf(script)).toBe(there);

  await page.getByRole('textbox', { name: '在字幕里查找' }).fill('sack');
  await expect(script.locator('mark[data-chosen]')).toBeVisible();
  await script.evaluate((element) => element.scrollTo({ top: 333 }));
  await expect(script.getByText('part 9.')).toBeVisible();
  expect(await restOf(script)).toBe(333);
  const found = await page.getByRole('search').getByRole('status').textContent();
  await tabOf(page, '总结').click();
  await expect(noteOf(page)).toBeVisible();
  await tabOf(page, '字幕').click();
  await expect(page.getByRole('textbox', { name: '在字幕里查找' })).toHaveValue('sack');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(found ?? '');
  await expect.poll(() => restOf(script)).toBe(333);
  await expect(tabOf(page, '字幕')).toBeFocused();
});

test('CON-01 CON-05 a paragraph is gone to once, the title too; note and article are found where they were left', async ({
  page,
  site,
}) => {
  site.on('/returning', { body: articlePage() });
  await openArticle(page, `${site.url}/returning`);
  const article = page.getByRole('article', { name: '文章' });
  const lit = article.locator('[data-shown]');
  await noteOf(page)
    .getByRole('button', { name: /^查看原文第 \d+ 段$/ })
    .last()
    .click();
  await expect(lit).toBeFocused();

  // Through the tabs by keys, past the article and back to it.
  await tabOf(page, '思维导图').focus();
  await page.keyboard.press('ArrowRight');
  await expect(article).toBeVisible();
  await expect(tabOf(page, '文章')).toBeFocused();
  await expect(lit).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(tabOf(page, '高亮')).toBeFocused();

  // Each text where it was left, with the tabs in sight.
  await tabOf(page, '文章').click();
  await article.getByText('Paragraph 6:').evaluate((element) => element.scrollIntoView());
  const inArticle = await windowY(page);
  await tabOf(page, '总结').click();
  await expect(noteOf(page)).toBeVisible();
  await expect.poll(() => windowY(page)).toBeLessThan(inArticle);
  await expect(tabOf(page, '总结')).toBeInViewport({ ratio: 0.9 });
  await noteOf(page)
    .locator('p, li')
    .last()
    .evaluate((element) => element.scrollIntoView());
  const inNote = await windowY(page);
  await tabOf(page, '文章').click();
  await expect.poll(() => windowY(page)).toBe(inArticle);
  await tabOf(page, '总结').click();
  await expect.poll(() => windowY(page)).toBe(inNote);

  // The title stands only at the head of the page.
  await page.goto(`${page.url().split('?')[0]}?tab=article&p=0`);
  await expect(lit).toBeFocused();
  await expect(lit).toContainText('Paragraph 1:');
});
