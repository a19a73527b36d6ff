/** PDF, EPUB and DOCX from the home page to a note, dropped and pasted; and what a reader is told when there is none. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { makeDocx, makeEpub, makePdf, wordParagraph } from '../harness/files/make-documents.ts';

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

const docx = makeDocx(
  chapters.map((chapter) => wordParagraph(chapter.title, '<w:pStyle w:val="Heading1"/>') + wordParagraph(chapter.text)).join(''),
  { title: '陶窑报告' },
);
const epub = makeEpub({
  chapters: chapters.map((chapter, index) => ({ file: `c${index}.xhtml`, title: chapter.title, body: `<p>${chapter.text}</p>` })),
  metadata: '<dc:title>陶窑之书</dc:title><dc:language>zh</dc:language>',
});

async function drop(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}

function note(page: Page) {
  return page.getByRole('article', { name: '笔记' });
}

for (const [name, content, title, anchor] of [
  ['窑.pdf', pdf('陶窑论文'), '陶窑论文', /^p\.[1-6]$/],
  ['窑.docx', docx, '陶窑报告', /^¶\d+$/],
  ['窑.epub', epub, '陶窑之书', /^¶\d+$/],
] as const) {
  test(`SUM-05 SUM-14 ${name} becomes a note with its title, whose lines lead into the text`, async ({ page }) => {
    await drop(page, name, content);
    await expect(note(page)).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(note(page)).toContainText(/窑|火候|测量/);
    const chip = note(page).getByRole('button').filter({ hasText: anchor }).last();
    // What is read out is what is shown.
    const [, number] = /(\d+)/.exec((await chip.textContent()) ?? '') ?? [];
    await expect(chip).toHaveAccessibleName(
      name.endsWith('.pdf') ? `p.${number} 查看原文第 ${number} 页` : `查看原文第 ${number} 段`,
    );
    await chip.hover();
    const card = page.getByRole('dialog', { name: '原文' });
    await expect(card).toContainText(name.endsWith('.pdf') ? `第 ${number} 页` : `第 ${number} 段`);
    await expect(card.getByRole('button')).toHaveText([name.endsWith('.pdf') ? `打开第 ${number} 页` : '在原文中查看']);
    await chip.click();
    if (name.endsWith('.pdf')) {
      // The page it names, with its words lit where they stand.
      const shown = page.getByRole('region', { name: `第 ${number} 页`, exact: true });
      await expect(shown.locator('[data-lit]').first()).toBeInViewport();
      await expect(shown).toContainText(facts[Number(number) - 1]?.slice(0, 12) ?? '');
      await page.getByRole('tab', { name: '文章' }).click();
    }
    // The paragraph it leads to stands in the article, under the headings of the document.
    await expect(page.getByRole('heading', { name: '第6节' })).toBeVisible();
    await expect(page.getByText(facts[5] ?? '').last()).toBeVisible();
  });
}

test('SUM-05 SUM-01 a pasted link to a PDF becomes a note of its pages', async ({ page, site }) => {
  site.on('/papers/kiln', { body: pdf('陶窑链接'), type: 'application/pdf' });
  await page.goto('/');
  await page.getByRole('textbox', { name: '粘贴链接，或拖入文件' }).fill(`${site.url}/papers/kiln`);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(note(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: '陶窑链接', level: 1 })).toBeVisible();
  await expect(
    note(page)
      .getByRole('button')
      .filter({ hasText: /^p\.\d$/ })
      .first(),
  ).toBeVisible();
});

test('SUM-05 SUM-07 a scan, a locked and a cut document each say what to do', async ({ page }) => {
  await drop(page, '扫描.pdf', makePdf({ pages: ['image', 'image'] }));
  await expect(page.getByText(/扫描件.*OCR/).first()).toBeVisible();
  await drop(page, '上锁.pdf', makePdf({ pages: [['x']], encrypted: true }));
  await expect(page.getByText(/密码/).first()).toBeVisible();
  await drop(page, '残缺.epub', epub.subarray(0, epub.length / 2));
  await expect(page.getByText(/可能已损坏/).first()).toBeVisible();
});
