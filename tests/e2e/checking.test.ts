/** Checking a statement in place: the card of a reference. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { cues, openRecording } from '../harness/browser/recording.ts';
import { expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const cardOf = (page: Page) => page.getByRole('dialog', { name: '原文' });
const chipsOf = (page: Page) => page.getByRole('article', { name: '笔记' }).locator('button[data-anchor]');

/** The lines of the recording that a reference stands for. */
async function citedBy(chip: Locator) {
  const startMs = Number(((await chip.getAttribute('data-anchor')) ?? '').replace('#t=', '')) * 1000;
  const at = cues.findIndex((cue) => cue.startMs === startMs);
  const [before, line, after] = [cues[at - 1]?.text, cues[at]?.text ?? '', cues[at + 1]?.text];
  return { startMs, before, line, after };
}

/** Questions about lines or the whole script, from here on. */
function linesAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, call] = /\/api\/trpc\/.*(content\.(?:linesNear|transcript|sourceText))/.exec(request.url()) ?? [];
    if (call) asked.push(call);
  });
  return asked;
}

const audioOf = (page: Page) => page.locator('audio');
const mediaMs = (page: Page) => audioOf(page).evaluate((element: HTMLMediaElement) => element.currentTime * 1000);

/** Neither covers the other, and the card is whole on the screen. */
async function expectBeside(chip: Locator, card: Locator, width: number): Promise<void> {
  const [a, b] = [await chip.boundingBox(), await card.boundingBox()];
  if (!a || !b) throw new Error('not shown');
  expect(b.y >= a.y + a.height || b.y + b.height <= a.y).toBe(true);
  expect(b.x).toBeGreaterThanOrEqual(0);
  expect(b.x + b.width).toBeLessThanOrEqual(width);
}

/** A reference that comes to lie under a mouse at rest opens no card until the mouse moves. */
async function restUnderNote(page: Page): Promise<void> {
  const asked = linesAsked(page);
  const chip = chipsOf(page).last();
  const box = await chip.boundingBox();
  if (!box) throw new Error('not drawn');
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2) + 60];
  await page.mouse.move(x, y);
  await page.locator('[data-text-scope=note]').evaluate((element) => {
    element.style.paddingTop = '60px';
  });
  await expect.poll(() => chip.evaluate((element) => element.matches(':hover'))).toBe(true);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  expect(asked).toEqual([]);
  await page.mouse.move(x + 1, y);
  await expect(cardOf(page)).toBeVisible();
  expect(asked).toEqual(['content.linesNear']);
  await page.locator('[data-text-scope=note]').evaluate((element) => {
    element.style.paddingTop = '';
  });
  await page.mouse.move(0, 0);
  await expect(cardOf(page)).toBeHidden();
}

/** One small request, or none when it or the whole script is here. */
async function pointAtPlaces(page: Page): Promise<void> {
  const asked = linesAsked(page);
  const [chip, other] = [chipsOf(page).nth(1), chipsOf(page).nth(2)];
  const { line, before, after } = await citedBy(chip);
  await chip.hover();
  const card = cardOf(page);
  await expect(card).toContainText(line);
  expect(before && after).toBeTruthy();
  await expect(card).toContainText(before ?? '');
  await expect(card).toContainText(after ?? '');
  await expect(card.getByRole('button', { name: /^从 \d\d:\d\d 播放$/ })).toBeVisible();
  await expectBeside(chip, card, 1440);
  expect(asked).toEqual(['content.linesNear']);
  // The way into the card, and out of it.
  await card.hover();
  await expect(card).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(card).toBeHidden();
  // It is known, and not asked again.
  await chip.hover();
  await expect(card).toContainText(line);
  expect(asked).toHaveLength(1);
  await expectNoViolationsInEitherScheme(page);

  await card.getByRole('button', { name: '在字幕中查看' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('tab', { name: '字幕' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(line)).toBeInViewport();
  await page.getByRole('tab', { name: '总结' }).click();
  asked.length = 0;
  const second = await citedBy(other);
  await other.hover();
  await expect(card).toContainText(second.line);
  expect(asked).toEqual([]);
  // A click goes there, as ever.
  await other.click();
  await expect(card).toBeHidden();
  await expect.poll(() => mediaMs(page)).toBeGreaterThanOrEqual(second.startMs);
}

/** The card stands below while it has room there, else above all of the statement. */
async function openBesideStatement(page: Page): Promise<void> {
  const chip = chipsOf(page).nth(1);
  const card = cardOf(page);
  const item = chip.locator('xpath=ancestor::*[self::li or self::p or self::h2][1]');
  for (const [room, isAbove] of [
    [320, false],
    [90, true],
  ] as const) {
    await page.mouse.move(0, 0);
    await expect(card).toBeHidden();
    await chip.evaluate((element, px) => {
      const scope = element.closest<HTMLElement>('[data-text-scope=note]');
      if (!scope) return;
      scope.style.padding = '0';
      scope.style.paddingTop = `${window.innerHeight - px - element.getBoundingClientRect().bottom}px`;
    }, room);
    await chip.hover();
    await expect(card).toContainText((await citedBy(chip)).line);
    await card.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const [a, b] = [await item.boundingBox(), await card.boundingBox()];
    if (!a || !b) throw new Error('not shown');
    if (isAbove) expect(b.y + b.height).toBeLessThanOrEqual(a.y);
    else expect(b.y).toBeGreaterThanOrEqual(a.y + a.height - 8);
  }
  await page.mouse.move(0, 0);
  await page.locator('[data-text-scope=note]').evaluate((element) => element.removeAttribute('style'));
}

/** A card that was used closes with its reference out of view, and the next opens. */
async function scrollAwayFromCard(page: Page): Promise<void> {
  const card = cardOf(page);
  const chip = chipsOf(page).nth(1);
  const { line } = await citedBy(chip);
  await page.locator('[data-text-scope=note]').evaluate((element) => {
    element.style.paddingBottom = '3000px';
  });
  await chip.hover();
  await card.getByText(line).click();
  await page.mouse.move(0, 0);
  await expect(card).toBeVisible();
  await page.evaluate(() => window.scrollBy(0, 1800));
  await expect(chip).not.toBeInViewport();
  await expect(card).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await chipsOf(page).nth(2).hover();
  await expect(card).toContainText((await citedBy(chipsOf(page).nth(2))).line);
  await page.mouse.move(0, 0);
  await expect(card).toBeHidden();
  await page.locator('[data-text-scope=note]').evaluate((element) => element.removeAttribute('style'));
}

/** The line that was asked for is lit, where the recording stands at another; no other looks so under the mouse. */
async function seeAskedLine(page: Page): Promise<void> {
  const chip = chipsOf(page).nth(1);
  const { line } = await citedBy(chip);
  await audioOf(page).evaluate((element: HTMLMediaElement) => {
    element.pause();
    element.currentTime = 110;
  });
  await chip.hover();
  await cardOf(page).getByRole('button', { name: '在字幕中查看' }).click();
  const script = page.getByRole('region', { name: /^字幕，共/ });
  const lit = script.locator('[aria-current=time]');
  await expect(lit).toContainText(line);
  await expect(lit).toBeInViewport();
  await expect(page.getByRole('button', { name: '回到正在播放的一行' })).toBeVisible();
  await page.getByRole('button', { name: '回到正在播放的一行' }).click();
  await expect(lit).not.toContainText(line);
  // A seek by the player goes on from the line asked for, too.
  await page.getByRole('tab', { name: '总结' }).click();
  await chip.hover();
  await cardOf(page).getByRole('button', { name: '在字幕中查看' }).click();
  await expect(lit).toContainText(line);
  await audioOf(page).evaluate((element: HTMLMediaElement) => {
    element.currentTime = 60;
  });
  await expect(lit).not.toContainText(line);
  await expect(page.getByRole('button', { name: '回到正在播放的一行' })).toBeHidden();
  await page.getByRole('tab', { name: '总结' }).click();
}

async function playOneSentence(page: Page): Promise<void> {
  const chip = chipsOf(page).nth(1);
  const { startMs } = await citedBy(chip);
  await audioOf(page).evaluate((element: HTMLMediaElement) => {
    element.pause();
    element.currentTime = 2;
  });
  await chip.hover();
  const card = cardOf(page);
  await card.getByRole('button', { name: '播放这一句' }).click();
  await expect(card.getByRole('button', { name: '停止' })).toBeVisible();
  await expect.poll(() => mediaMs(page)).toBeGreaterThanOrEqual(startMs);
  // Held by the press, it stays when the mouse goes.
  await page.mouse.move(0, 0);
  await audioOf(page).evaluate((element: HTMLMediaElement, ms) => {
    element.currentTime = ms / 1000;
  }, startMs + 2500);
  await expect(card.getByRole('button', { name: '播放这一句' })).toBeVisible();
  expect(await audioOf(page).evaluate((element: HTMLMediaElement) => element.paused)).toBe(true);
  const ended = await mediaMs(page);
  expect(ended).toBeGreaterThanOrEqual(startMs + 2700);
  expect(ended).toBeLessThan(startMs + 3300);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect.poll(() => mediaMs(page)).toBe(2000);
}

test('CON-02 pointing shows the sentence between its neighbours by one small request, or none when the script is here; it plays alone', async ({
  page,
}) => {
  await openRecording(page);
  // English, on a Chinese page.
  await expect(page.getByRole('article', { name: '笔记' })).toHaveAttribute('lang', 'en');
  await test.step('a mouse at rest opens no card until it moves', () => restUnderNote(page));
  await test.step('pointing asks for a few lines at most', () => pointAtPlaces(page));
  await test.step('a card covers nothing of the statement', () => openBesideStatement(page));
  await test.step('a used card goes with its reference', () => scrollAwayFromCard(page));
  await test.step('the line asked for is lit', () => seeAskedLine(page));
  await test.step('the card plays its sentence alone, and leaves the player where it was', () => playOneSentence(page));
});

async function lookInScriptAndBack(page: Page, chip: Locator): Promise<void> {
  const { line } = await citedBy(chip);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await cardOf(page).getByRole('button', { name: '在字幕中查看' }).press('Enter');
  await expect(page.getByRole('tab', { name: '字幕' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: line })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: '总结' })).toHaveAttribute('aria-selected', 'true');
  await expect(chip).toBeFocused();
  await expect(chip).toBeInViewport();
  await expect(cardOf(page)).toBeHidden();
}

test('CON-02 by keys the card opens on arriving, describes the reference, and Enter goes there', async ({ page }) => {
  await openRecording(page);
  // Past the player and the chapters.
  await page.getByRole('link', { name: '跳到正文' }).press('Enter');
  await expect(page.getByRole('tabpanel', { name: '总结' })).toBeFocused();
  const [first, second, third] = [chipsOf(page).nth(0), chipsOf(page).nth(1), chipsOf(page).nth(2)];
  const card = cardOf(page);
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(second).toBeFocused();
  await expect(card).toContainText((await citedBy(second)).line);
  await expect(second).toHaveAccessibleDescription((await citedBy(second)).line);
  await expect(first).toHaveAccessibleDescription('');
  await page.keyboard.press('Tab');
  await expect(third).toBeFocused();
  await expect(card).toHaveCount(1);
  await expect(third).toHaveAccessibleDescription((await citedBy(third)).line);
  await page.keyboard.press('ArrowLeft');
  await expect(second).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(second).toBeFocused();
  // Into the card and back.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(card.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: '播放这一句' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(third).toBeFocused();
  await test.step('from the script in place of the note, Escape leads back', () => lookInScriptAndBack(page, third));
  await page.keyboard.press('Enter');
  await expect.poll(() => mediaMs(page)).toBeGreaterThanOrEqual((await citedBy(third)).startMs);
});

test('CON-02 a statement whose place does not hold it says so in the card', async ({ page }) => {
  await page.route('**/api/trpc/**content.overview**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(\\n- [^\\]*\(#t=[\d.]+\))/, '$1 [?](#unverified)');
    await route.fulfill({ response, body });
  });
  await openRecording(page);
  const mark = page.getByRole('img', { name: /^未核对/ });
  await expect(mark).toHaveCount(1);
  const item = page.getByRole('listitem').filter({ has: mark });
  const card = cardOf(page);
  await item.locator('button[data-anchor]').hover();
  await expect(card).toContainText('未核对：笔记这一句里的数字或名字，在这里没有找到');
  await chipsOf(page).first().hover();
  await expect(card).toContainText((await citedBy(chipsOf(page).first())).line);
  await expect(card).not.toContainText('未核对');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('CON-02 the first tap opens the card, as wide as the screen allows and beside the reference, with the ways on', async ({
    page,
  }) => {
    await openRecording(page);
    const chip = chipsOf(page).nth(1);
    const { line, startMs } = await citedBy(chip);
    const card = cardOf(page);
    await chip.tap();
    await expect(card).toContainText(line);
    expect(await mediaMs(page)).toBe(0);
    await expectBeside(chip, card, 390);
    expect((await card.boundingBox())?.width).toBeGreaterThanOrEqual(370);
    await chip.tap();
    await expect(card).toBeHidden();
    await chip.tap();
    await card.getByRole('button', { name: /^从 \d\d:\d\d 播放$/ }).tap();
    await expect(card).toBeHidden();
    await expect.poll(() => mediaMs(page)).toBeGreaterThanOrEqual(startMs);
  });
});

test('CON-03 in the mind map the card opens on a place and by keys', async ({ page }) => {
  await openRecording(page);
  await page.getByRole('tab', { name: '思维导图' }).click();
  // Of a single chapter the points are there at once.
  await page.getByRole('button', { name: /适应窗口/ }).click();
  const node = page
    .getByRole('treeitem')
    .filter({ has: page.locator('[data-place]') })
    .last();
  await expect(node).toBeVisible();
  const [label = ''] = /\d\d:\d\d/.exec((await node.getAttribute('aria-label')) ?? '') ?? [];
  const [minutes = 0, seconds = 0] = label.split(':').map(Number);
  const line = cues.findLast(({ startMs }) => startMs <= (minutes * 60 + seconds) * 1000)?.text ?? '';
  const card = cardOf(page);
  await node.locator('[data-place]').hover();
  await expect(card).toContainText(line);
  await page.mouse.move(0, 0);
  await expect(card).toBeHidden();
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('End');
  await expect(node).toBeFocused();
  await expect(card).toContainText(line);
  await expect(node).toHaveAccessibleDescription(line);
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(node).toBeFocused();
});

test('CON-09 in exported HTML a reference opens its sentence without a script, beside it and within the page', async ({
  page,
  browser,
}) => {
  await openRecording(page);
  const { line, after } = await citedBy(chipsOf(page).nth(1));
  const file = await page.request.get(`/api/exports/${new URL(page.url()).pathname.split('/').at(-1)}/html`);
  const html = await file.text();
  const plain = await (await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })).newPage();
  await plain.route('https://saved.example/', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await plain.goto('https://saved.example/');
  const chip = plain.locator('.place > button').nth(1);
  const card = plain.locator('.card').nth(1);
  await expect(card).toBeHidden();
  await chip.click();
  await expect(card).toBeVisible();
  await expect(card).toContainText(line);
  await expect(card).toContainText(after ?? '');
  await expectBeside(chip, card, 390);
  await plain.keyboard.press('Escape');
  await plain.mouse.move(0, 0);
  await expect(card).toBeHidden();
  // The mouse alone is enough.
  await chip.hover();
  await expect(card).toBeVisible();
  await plain.close();
});

test('CON-10 a note that a link leads to is checked in place', async ({ page, site }) => {
  const told = Array.from(
    { length: 9 },
    (_, i) => `The oven of house ${i + 1} was built in ${1700 + i} from river stone. It still stands today.`,
  );
  const body = `<!doctype html><html lang="en"><head><title>Ovens</title></head><body><article><h1>Ovens</h1>${told.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`;
  site.on('/ovens.html', { body });
  const address = `${site.url}/ovens.html`;
  await page.goto(`/s/${encodeURIComponent(address)}`);
  await page.getByRole('main').getByRole('button', { name: /总结/ }).first().click();
  await expect(page).toHaveURL(/\/content\//);
  await expect(page.getByRole('article', { name: '笔记' })).toHaveAttribute('aria-busy', 'false');
  await page.goto(`/s/${encodeURIComponent(address)}`);
  await expect(page).toHaveURL(/\/content\//);
  const chip = chipsOf(page).last();
  const number = Number(((await chip.getAttribute('data-anchor')) ?? '').replace('#p', ''));
  await chip.hover();
  const card = cardOf(page);
  await expect(card).toContainText(`第 ${number + 1} 段`);
  await expect(card).toContainText(/The oven of house \d was built/);
  await expect(card.getByRole('button')).toHaveText(['在原文中查看']);
  await page.mouse.move(0, 0);
  // Beside the note, by keys: there and back.
  await page.getByRole('button', { name: '在旁边显示文档' }).click();
  const source = page.locator('section[data-text-scope=article]');
  await expect(source).toBeVisible();
  // Without a chapter and a file to download nothing stands above the text.
  expect(await source.evaluate((element) => element.previousElementSibling)).toBeNull();
  await chip.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(chip).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(source.locator('[data-shown]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chip).toBeFocused();
  await expect(card).toBeHidden();
});
