/** A PDF from the home page to a note; and what a reader is told when there is none. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { makePdf } from '../harness/files/make-documents.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const facts = [
  '陶窑的温度在夜里可以保持十一个小时，村民因此不再半夜添柴。',
  '三支测量队在一九八七年得到了相同的结果，误差不到百分之二。',
  '新窑的造价只有旧窑的三分之一，砖块来自附近的河滩。',
  '前两次试烧都失败了，第三次才烧出没有裂纹的陶罐。',
  '如今山谷里的每一所学校都会教孩子们怎样看火候。',
  '老师傅说，火候的秘密在于烟囱的高度和进风口的大小。',
];
const chapters = facts.map((fact, index) => ({ title: `第${index + 1}节`, text: fact }));

function pdf(title: string): Buffer {
  return makePdf({
    pages: chapters.map((chapter) => [
      { text: chapter.title, size: 18 },
      { text: chapter.text, gap: 40 },
    ]),
    outline: chapters.map((chapter, index) => ({ title: chapter.title, page: index + 1 })),
    info: { Title: title, Author: '林小禾' },
  });
}

async function drop(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}

function note(page: Page) {
  return page.getByRole('article', { name: '笔记' });
}

test('SUM-05 SUM-14 a PDF becomes a note with its title, whose lines lead into the text', async ({ page }) => {
  await drop(page, '窑.pdf', pdf('陶窑论文'));
  await expect(note(page)).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('heading', { name: '陶窑论文', level: 1 })).toBeVisible();
  await expect(note(page)).toContainText(/窑|火候|测量/);
  const chip = note(page)
    .getByRole('button')
    .filter({ hasText: /^p\.[1-6]$/ })
    .last();
  // What is read out is what is shown.
  const [, number] = /(\d+)/.exec((await chip.textContent()) ?? '') ?? [];
  await expect(chip).toHaveAccessibleName(`p.${number} 查看原文第 ${number} 页`);
  await chip.hover();
  const card = page.getByRole('dialog', { name: '原文' });
  await expect(card).toContainText(`第 ${number} 页`);
  await expect(card.getByRole('button')).toHaveText([`打开第 ${number} 页`]);
  await chip.click();
  // The page it names, with its words lit where they stand.
  const shown = page.getByRole('region', { name: `第 ${number} 页`, exact: true });
  await expect(shown.locator('[data-lit]').first()).toBeInViewport();
  await expect(shown).toContainText(facts[Number(number) - 1]?.slice(0, 12) ?? '');
  await page.getByRole('tab', { name: '文章' }).click();
  // The paragraph it leads to stands in the article, under the headings of the document.
  await expect(page.getByRole('heading', { name: '第6节' })).toBeVisible();
  await expect(page.getByText(facts[5] ?? '').last()).toBeVisible();
});

test('SUM-05 SUM-07 a scanned document says what to do', async ({ page }) => {
  const name = `${'一九八七年山谷里三支测量队的报告'.repeat(5)}第二卷.pdf`;
  await drop(page, name, makePdf({ pages: ['image', 'image'] }));
  await expect(page.getByText(/扫描件.*OCR/).first()).toBeVisible();
  // A long name is cut before its ending.
  await expect(page.getByRole('alert')).toContainText(/没能为“一九八七年.+….*第二卷\.pdf”写出笔记/);
  const find = page.getByRole('button', { name: '查找', exact: true });
  const reason = '这份内容还没有可供查找的字幕或正文。';
  await expect(find).toBeDisabled();
  await expect(find).toHaveAccessibleDescription(reason);
  await find.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible();
  await expect(find).toHaveAttribute('aria-expanded', 'false');
});
