/** An EPUB or a Word file by its chapters beside the note: gone through by list and button, lit where it is cited. */
import type { Page } from '@playwright/test';
import { openTab } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openSummarised, summariseLink, summariseUpload } from '../harness/browser/recording.ts';
import { makeDocx, makeEpub, wordParagraph } from '../harness/files/make-documents.ts';
import { chanceOf, sentence } from '../harness/files/make-tracks.ts';
import { expectNoViolations } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'en-US', viewport: { width: 1440, height: 900 } });

const chapterCount = 9;

function book(): Buffer {
  const chance = chanceOf(21);
  const body = (number: number): string =>
    `<h1>Chapter ${number}</h1><script>document.title = "taken over"</script><img src="http://elsewhere.example/${number}.png"/>` +
    Array.from({ length: 9 }, () => `<p>${sentence('en', chance)} ${sentence('en', chance)} ${sentence('en', chance)}</p>`).join(
      '',
    );
  return makeEpub({
    chapters: Array.from({ length: chapterCount }, (_, index) => ({
      file: `c${index}.xhtml`,
      title: `Chapter ${index + 1}`,
      body: body(index + 1),
    })),
    metadata: '<dc:title>The valley book</dc:title><dc:language>en</dc:language>',
  });
}

function report(): Buffer {
  const chance = chanceOf(22);
  const chapters = Array.from(
    { length: 6 },
    (_, index) =>
      wordParagraph(`Finding ${index + 1}`, '<w:pStyle w:val="Heading1"/>') +
      Array.from({ length: 8 }, () => wordParagraph(`${sentence('en', chance)} ${sentence('en', chance)}`)).join(''),
  );
  return makeDocx(chapters.join(''), { title: 'Kiln report' });
}

const note = (page: Page) => page.getByRole('article', { name: 'Note' });
const text = (page: Page) => page.getByRole('region', { name: 'Source text' });
const chapters = (page: Page) => page.getByRole('button', { name: /^Chapters:/ });
const lit = (page: Page) => page.locator('[data-shown]');

async function openBook(page: Page): Promise<void> {
  await openSummarised(page, await summariseUpload(page, { name: 'book.epub', buffer: book() }));
}

async function reachChapters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show document beside the note' }).click();
  await expect(chapters(page)).toHaveText('Chapters: Chapter 1');
  await expect(page.getByRole('button', { name: 'Previous chapter' })).toBeDisabled();
  await chapters(page).click();
  const list = page.getByRole('dialog', { name: 'Chapters' });
  await expect(list.getByRole('button')).toHaveCount(chapterCount);
  await expect(list.getByRole('button', { name: 'Chapter 1' })).toBeFocused();
  await list.getByRole('button', { name: 'Chapter 6' }).click();
  const heading = text(page).getByRole('heading', { name: 'Chapter 6' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(chapters(page)).toHaveText('Chapters: Chapter 6');
  await page.getByRole('button', { name: 'Next chapter' }).click();
  await expect(chapters(page)).toHaveText('Chapters: Chapter 7');
  await page.getByRole('button', { name: 'Previous chapter' }).click();
  await expect(chapters(page)).toHaveText('Chapters: Chapter 6');
  await text(page).hover();
  await page.mouse.wheel(0, 100_000);
  await expect(chapters(page)).toHaveText(`Chapters: Chapter ${chapterCount}`);
  await expect(page.getByRole('button', { name: 'Next chapter' })).toBeDisabled();
  await expectNoViolations(page, { where: 'a book beside its note' });

  // Put away and back: the same chapter. After a reload: open still.
  await page.getByRole('button', { name: 'Hide document beside the note' }).click();
  await expect(text(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show document beside the note' }).click();
  await expect(chapters(page)).toHaveText(`Chapters: Chapter ${chapterCount}`);
  // What stands beside the note does not stand in the middle as well.
  await page.getByRole('tab', { name: 'Article' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('The document is open beside this.');
  await page.reload();
  await expect(text(page)).toBeVisible();
}

/** In the book that is open beside the note. */
async function markInBook(page: Page): Promise<void> {
  const paragraph = text(page).locator('p').last();
  await paragraph.evaluate((element) => element.scrollIntoView());
  await paragraph.click({ clickCount: 3 });
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /yellow/i })
    .click();
  await page.getByRole('button', { name: 'Open side pane' }).click();
  await page.getByRole('group', { name: 'Side pane' }).getByRole('button', { name: 'Highlights' }).click();
  await text(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  await expect(paragraph).not.toBeInViewport();
  await page.getByRole('list', { name: 'Highlights' }).getByRole('button').first().click();
  await expect(paragraph).toBeInViewport();
  await expect(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

/** The words that are lit, at the moment when they are. */
async function litSentence(page: Page): Promise<string> {
  const words = await page.waitForFunction(() =>
    [...(CSS.highlights.get('gleaner-cited') ?? [])].map((range) => (range instanceof Range ? range.toString() : '')).join(''),
  );
  return words.jsonValue();
}

async function followReference(page: Page): Promise<void> {
  const chip = note(page)
    .getByRole('button', { name: /paragraph/ })
    .last();
  await chip.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  await chip.click();
  const sentence = await litSentence(page);
  await expect(lit(page)).toBeInViewport();
  await expect(lit(page)).toBeFocused();
  await expect(text(page).locator('[data-shown]')).toHaveCount(1);
  await expect(chapters(page)).toHaveText(`Chapters: Chapter ${chapterCount}`);
  await expect(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  // The sentence in the reference's card is what is lit, and no more of its paragraph.
  await chip.hover();
  await expect(page.getByRole('dialog', { name: 'Source' })).toBeVisible();
  await expect(chip).toHaveAccessibleDescription(sentence);
  await expect(lit(page)).toHaveCount(0);
  expect(await page.evaluate(() => CSS.highlights.has('gleaner-cited'))).toBe(false);
}

test('SUM-05 CON-08 OUT-07 a book beside its note: chapters by list and by button, words marked in it, a reference opens its paragraph', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openBook(page);
  await expect(page.getByRole('heading', { name: 'The valley book', level: 1 })).toBeVisible();
  await test.step('chapters are reached by list and by button, and the pane is found as it was left', () => reachChapters(page));
  await page.getByRole('tab', { name: 'Summary' }).click();
  await test.step('words marked in the text are found again there', () => markInBook(page));
  await page.getByRole('group', { name: 'Side pane' }).getByRole('button', { name: 'Close side pane' }).click();
  await page.getByRole('button', { name: 'Hide document beside the note' }).click();
  await expect(text(page)).toHaveCount(0);
  await test.step('a reference opens the book at the cited paragraph, and the note stays where it is', () =>
    followReference(page));
  await expect(page).not.toHaveTitle(/taken over/);
  expect(asked.filter((url) => url.startsWith('http') && !url.startsWith(appUrl))).toEqual([]);
});

test('SUM-05 SUM-01 CON-08 a linked Word file has its chapters beside the note too', async ({ page, site }) => {
  site.on('/files/kiln', { body: report(), type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' });
  await openSummarised(page, await summariseLink(page, `${site.url}/files/kiln`));
  await expect(page.getByRole('heading', { name: 'Kiln report', level: 1 })).toBeVisible();
  await note(page)
    .getByRole('button', { name: /paragraph/ })
    .last()
    .click();
  await expect(text(page).locator('[data-shown]')).toBeInViewport();
  await expect(chapters(page)).toHaveText('Chapters: Finding 6');
  await expect(page.getByRole('link', { name: 'Download original file' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('CON-08 a reference opens the book over the note by its chapters, and closing it leaves the note where it was', async ({
    page,
  }) => {
    await openBook(page);
    // Of a page without an earlier place the way back would lead out of the application.
    for (const name of ['Article', 'Summary']) await openTab(page, name);
    await note(page)
      .getByRole('button', { name: /paragraph/ })
      .last()
      .tap();
    const scrolled = await page.evaluate(() => window.scrollY);
    await page.getByRole('dialog', { name: 'Source' }).getByRole('button').last().tap();
    await expect(lit(page)).toBeInViewport();
    const sheet = page.getByRole('dialog', { name: 'Source' });
    await expect(chapters(page)).toHaveText(`Chapters: Chapter ${chapterCount}`);
    await page.getByRole('button', { name: 'Previous chapter' }).tap();
    await expect(chapters(page)).toHaveText(`Chapters: Chapter ${chapterCount - 1}`);
    await expectNoViolations(page, { where: 'a book over its note' });
    await sheet.getByRole('button', { name: 'Back to note' }).tap();
    await expect(sheet).toHaveCount(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    await expect(page.getByRole('tabpanel', { name: 'Summary' })).toBeVisible();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('button', { name: 'Source' }).tap();
    await expect(chapters(page)).toHaveText(`Chapters: Chapter ${chapterCount - 1}`);
    await page.goBack();
    await expect(sheet).toHaveCount(0);

    // A link to a place covers a note that was not seen yet.
    await page.goto(`${page.url().split('?')[0]}?p=3`);
    await expect(lit(page)).toBeInViewport();
    await sheet.getByRole('button', { name: 'Back to note' }).tap();
    await expect(note(page)).toBeInViewport();

    await openTab(page, 'Article');
    const outline = page.getByRole('button', { name: 'Outline' });
    await outline.tap();
    const list = page.getByRole('dialog', { name: 'Outline' });
    await expect(list.getByRole('button')).toHaveCount(chapterCount);
    await list.getByRole('button', { name: 'Chapter 2' }).tap();
    await expect(page.getByRole('article', { name: 'Article' }).getByRole('heading', { name: 'Chapter 2' })).toBeInViewport();
  });
});
