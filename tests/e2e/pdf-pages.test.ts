/** The pages of a PDF beside its note: reached by number, drawn as far as they are seen, marked where they are cited. */
import type { Page } from '@playwright/test';
import { openTab } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openSummarised, summariseUpload } from '../harness/browser/recording.ts';
import { makePdf } from '../harness/files/make-documents.ts';
import { chanceOf, sentence } from '../harness/files/make-tracks.ts';
import { expectNoViolations } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'en-US', viewport: { width: 1440, height: 900 } });

const pageCount = 60;

function report(title: string): Buffer {
  const chance = chanceOf(11);
  return makePdf({
    pages: Array.from({ length: pageCount }, (_, index) => [
      { text: `Part ${index + 1}`, size: 18 },
      ...Array.from({ length: 8 }, () => ({ text: sentence('en', chance), size: 9, gap: 40 })),
    ]),
    info: { Title: title },
  });
}

const pages = (page: Page) => page.getByRole('region', { name: 'PDF pages' });
const onePage = (page: Page, number: number) => page.getByRole('region', { name: `Page ${number}`, exact: true });

async function openReport(page: Page): Promise<void> {
  await openSummarised(page, await summariseUpload(page, { name: 'report.pdf', buffer: report('Kiln report') }));
}

async function openPages(page: Page): Promise<void> {
  await openReport(page);
  await page.getByRole('tab', { name: 'PDF' }).click();
  await expect(onePage(page, 1)).toContainText('Part 1');
}

/** The page's picture has dark pixels, and is drawn by a worker, not by the page. */
async function lookAtPicture(page: Page): Promise<void> {
  const canvas = onePage(page, 1).locator('canvas');
  await expect(canvas).toBeVisible();
  const seen = await canvas.evaluate(async (element: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(element.width, element.height).getContext('2d');
    copy?.drawImage(await createImageBitmap(element), 0, 0);
    const pixels = copy?.getImageData(0, 0, element.width, element.height).data ?? [];
    const dark = pixels.filter((value, index) => index % 4 === 0 && value < 128).length;
    let own = true;
    try {
      HTMLCanvasElement.prototype.getContext.call(element, '2d');
    } catch {
      // Another thread has it.
      own = false;
    }
    return { dark, own };
  });
  expect(seen.own).toBe(false);
  expect(seen.dark).toBeGreaterThan(500);
}

async function reachPages(page: Page): Promise<void> {
  const number = page.getByRole('textbox', { name: 'Go to page' });
  await expect(number).toHaveValue('1');
  await number.fill('41');
  await number.press('Enter');
  await expect(onePage(page, 41)).toBeInViewport();
  await expect(number).toHaveValue('41');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(number).toHaveValue('42');
  await number.fill('none');
  await number.press('Enter');
  await expect(number).toHaveValue('42');
  await number.fill('900');
  await number.press('Enter');
  await expect(onePage(page, pageCount)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await pages(page).hover();
  await page.mouse.wheel(0, -100_000);
  await expect(onePage(page, 1).locator('canvas')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  expect(await pages(page).locator('canvas').count()).toBeLessThan(6);
}

async function download(page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download original file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('report.pdf');
}

test('CON-08 pages are reached by number, by button and by scrolling, and only those in sight are drawn; the file is downloaded under its own name', async ({
  page,
}) => {
  await openPages(page);
  await test.step('a page shows the picture of the worker as it came', () => lookAtPicture(page));
  await test.step('pages are reached, and only those in sight are drawn', () => reachPages(page));
  await test.step('the file is downloaded under its own name', () => download(page));
});

test('CON-08 a page drawn larger keeps its place, and its cited words stay marked', async ({ page }) => {
  await openPages(page);
  await page.getByRole('tab', { name: 'Summary' }).click();
  const chip = page
    .getByRole('article', { name: 'Note' })
    .getByRole('button')
    .filter({ hasText: /^p\.[2-5]\d$/ })
    .first();
  const cited = Number(((await chip.textContent()) ?? '').slice(2));
  await chip.click();
  const lit = onePage(page, cited).locator('[data-lit]').first();
  await expect(lit).toBeInViewport();
  await expect(pages(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  // The interface's language has another face, in which the marked words would end elsewhere.
  await expect(onePage(page, cited).locator('.pdf-words')).toHaveAttribute('lang', '');
  const words = async () => {
    const box = await lit.boundingBox();
    const around = await onePage(page, cited).boundingBox();
    return box && around ? { share: (box.y - around.y) / around.height, width: around.width } : null;
  };
  const before = await words();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await words())?.width).toBeCloseTo((before?.width ?? 0) * 1.25, -1);
  await expect.poll(async () => (await words())?.share).toBeCloseTo(before?.share ?? 0, 2);
  await expect(onePage(page, cited)).toBeInViewport();
  await expectNoViolations(page, { where: 'PDF pages' });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('CON-08 a reference opens its page over the note, with the cited words marked', async ({ page }) => {
    await openReport(page);
    // Of a page without an earlier place the way back would lead out of the application.
    for (const name of ['Article', 'Summary']) await openTab(page, name);
    const chip = page
      .getByRole('article', { name: 'Note' })
      .getByRole('button')
      .filter({ hasText: /^p\.[2-5]\d$/ })
      .first();
    const cited = Number(((await chip.textContent()) ?? '').slice(2));
    await chip.tap();
    await page.evaluate(`new MutationObserver((_, observer) => {
      globalThis.firstDrawn = document.querySelector('.pdf-page canvas')?.closest('section').ariaLabel;
      if (globalThis.firstDrawn) observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true })`);
    await page
      .getByRole('dialog', { name: 'Source' })
      .getByRole('button', { name: `Open page ${cited}` })
      .tap();
    await expect(onePage(page, cited).locator('[data-lit]').first()).toBeInViewport();
    await expect.poll(() => page.evaluate('globalThis.firstDrawn')).toBe(`Page ${cited}`);
    // Its words are large enough to be read, and begin at the screen's edge.
    const width = async () => (await onePage(page, cited).boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(390 * 1.4);
    await expect
      .poll(async () => (await onePage(page, cited).locator('[data-lit]').first().boundingBox())?.x)
      .toBeLessThanOrEqual(16);
    await expectNoViolations(page, { where: 'PDF over the note' });
    await page.goBack();
    await expect(pages(page)).toHaveCount(0);
    await expect(chip).toBeInViewport();
  });
});

test('CON-08 a PDF that cannot be opened says so and is tried again', async ({ page }) => {
  let broken = true;
  await page.route(/\/api\/contents\/[^/]+\/pdf$/, (route) => (broken ? route.fulfill({ status: 404 }) : route.continue()));
  await openReport(page);
  await page.getByRole('tab', { name: 'PDF' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t open the PDF' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(onePage(page, 1)).toContainText('Part 1');
});
