import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { chaptersAbove, openRecording, prependToNote } from '../harness/browser/recording.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

type View = { x: number; y: number; scale: number };
type Point = { x: number; y: number };

async function openMap(page: Page, above = chaptersAbove): Promise<Locator> {
  await prependToNote(page, above);
  await openRecording(page);
  await page.getByRole('tab', { name: '思维导图' }).click();
  const tree = page.getByRole('tree');
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  await page.getByRole('button', { name: '全部展开' }).click();
  await page.getByRole('button', { name: /适应窗口/ }).click();
  // The panel as a whole is on the screen: what leaves the map leaves the page.
  await page
    .getByRole('toolbar')
    .filter({ hasText: '%' })
    .evaluate((bar) => bar.scrollIntoView());
  return tree;
}

const viewOf = (tree: Locator): Promise<View> =>
  tree.evaluate((svg) => {
    const { a, e, f } = new DOMMatrix((svg as unknown as SVGElement).style.transform);
    return { scale: a, x: e, y: f };
  });

const portOf = (tree: Locator) =>
  tree.evaluate((svg) => (svg.parentElement as HTMLElement).getBoundingClientRect().toJSON() as DOMRect);

async function centreOf(item: Locator): Promise<Point> {
  const box = await item.locator('rect').first().boundingBox();
  if (box === null) throw new Error('The node is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: Point, by: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 40 });
  await page.mouse.up();
}

const secondsOf = (page: Page) => page.locator('audio').evaluate((element: HTMLMediaElement) => element.currentTime);

test('CON-03 the mouse drags and zooms the map, and a drag presses nothing', async ({ page }) => {
  const tree = await openMap(page);
  const node = tree.getByRole('treeitem').last();
  const scrolled = await page.evaluate(() => scrollY);
  const at = await centreOf(node);
  await page.mouse.move(at.x, at.y);

  const first = await viewOf(tree);
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await viewOf(tree)).scale).toBeCloseTo(first.scale * Math.exp(300 * 0.0018), 2);
  // What is under the pointer stays there.
  const after = await centreOf(node);
  expect(Math.hypot(after.x - at.x, after.y - at.y)).toBeLessThan(1.5);
  await page.mouse.wheel(0, -90_000);
  await expect.poll(async () => (await viewOf(tree)).scale).toBeCloseTo(3, 5);
  await page.mouse.wheel(0, 90_000);
  await expect.poll(async () => (await viewOf(tree)).scale).toBeCloseTo(0.1, 5);
  // At its limit the wheel still belongs to the map.
  await page.mouse.wheel(0, 500);
  await page.mouse.wheel(0, 500);

  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('0');
  await expect.poll(async () => (await viewOf(tree)).scale).toBeGreaterThan(0.1);
  const fitted = await viewOf(tree);
  await page.keyboard.press('+');
  await expect.poll(async () => (await viewOf(tree)).scale).toBeCloseTo(fitted.scale * 1.25, 4);
  await page.keyboard.press('-');
  await expect.poll(async () => (await viewOf(tree)).scale).toBeCloseTo(fitted.scale, 4);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  // Sideways.
  const port = await portOf(tree);
  // Where no place is: its card would open under the pointer.
  await page.mouse.move(port.x + port.width / 2, port.y + 20);
  await page.mouse.wheel(60, 0);
  await expect.poll(async () => (await viewOf(tree)).x).toBeCloseTo(fitted.x - 60, 1);
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, 40);
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await viewOf(tree)).x).toBeCloseTo(fitted.x - 100, 1);
  const zoomedFrom = await viewOf(tree);
  // A zoom right after goes on from there.
  await page.mouse.wheel(0, -20);
  await expect.poll(async () => (await viewOf(tree)).scale).toBeGreaterThan(zoomedFrom.scale);
  expect(Math.abs((await viewOf(tree)).x - zoomedFrom.x)).toBeLessThan(40);

  const before = await viewOf(tree);
  await drag(page, await centreOf(node), { x: -120, y: -60 });
  const dragged = await viewOf(tree);
  expect(Math.abs(dragged.x - (before.x - 120))).toBeLessThan(8);
  expect(Math.abs(dragged.y - (before.y - 60))).toBeLessThan(8);
  expect(await secondsOf(page)).toBe(0);
  await drag(page, await centreOf(node), { x: 3000, y: 3000 });
  // A corner of it stays in sight.
  const kept = await viewOf(tree);
  expect([kept.x, kept.y].map(Math.round)).toEqual([port.width - 82, port.height - 82].map(Math.round));

  await page.getByRole('button', { name: /适应窗口/ }).click();
  await expect.poll(async () => (await viewOf(tree)).scale).toBeCloseTo(fitted.scale, 4);
  const background = { x: port.x + 3, y: port.y + 3 };
  await page.mouse.dblclick(background.x, background.y);
  expect(await viewOf(tree)).toEqual(fitted);
  expect(await tree.evaluate((svg) => Number.parseFloat(getComputedStyle(svg).transitionDuration))).toBeLessThan(0.001);
  // A hand that is not quite still presses all the same.
  await drag(page, await centreOf(node), { x: 2, y: 1 });
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(20);
});

test('CON-03 two fingers zoom the map, one moves it, and a tap opens the card of a node', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: appUrl, locale: 'zh-CN', hasTouch: true });
  const page = await context.newPage();
  const tree = await openMap(page);
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  const port = await portOf(tree);
  const middle = { x: Math.round(port.x + port.width / 2), y: Math.round(port.y + port.height / 2) };
  const around = (spread: number) => [
    { x: middle.x - spread, y: middle.y },
    { x: middle.x + spread, y: middle.y },
  ];

  const first = await viewOf(tree);
  await touch('touchStart', around(50));
  for (let spread = 52; spread <= 80; spread += 2) await touch('touchMove', around(spread));
  await touch('touchEnd', []);
  const pinched = await viewOf(tree);
  expect(pinched.scale / first.scale).toBeGreaterThan(1.3);
  expect(pinched.scale / first.scale).toBeLessThan(1.65);

  await touch('touchStart', [middle]);
  for (let step = 1; step <= 60; step += 1) await touch('touchMove', [{ x: middle.x - step, y: middle.y }]);
  await touch('touchEnd', []);
  const moved = await viewOf(tree);
  expect(pinched.x - moved.x).toBeGreaterThan(35);
  expect(pinched.x - moved.x).toBeLessThan(62);
  expect(moved.scale).toBe(pinched.scale);
  expect(await secondsOf(page)).toBe(0);

  await page.getByRole('button', { name: /适应窗口/ }).tap();
  const { x, y } = await centreOf(tree.getByRole('treeitem').last());
  await expect.poll(async () => (await viewOf(tree)).scale).toBeLessThan(pinched.scale);
  await page.touchscreen.tap(x, y);
  const play = page.getByRole('dialog', { name: '原文' }).getByRole('button', { name: /^从 \d\d:\d\d 播放$/ });
  await expect(play).toBeVisible();
  expect(await secondsOf(page)).toBe(0);
  await play.tap();
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(20);
  await context.close();
});

/** All of it unfolded fits the window, and folded again it is as it was. */
async function unfoldAndFold(page: Page, tree: Locator): Promise<void> {
  const deep = tree.locator('[role=treeitem][aria-level="4"]');
  const folded = await viewOf(tree);
  await page.getByRole('button', { name: '全部展开' }).click();
  await expect(deep.first()).toBeVisible();
  const unfolded = await viewOf(tree);
  expect(unfolded).not.toEqual(folded);
  await page.getByRole('button', { name: /适应窗口/ }).click();
  expect(await viewOf(tree)).toEqual(unfolded);
  await page.getByRole('button', { name: '全部折叠' }).click();
  await expect(deep).toHaveCount(0);
  expect(await viewOf(tree)).toEqual(folded);
}

/** By keys; as it is left, it is found again. Gives how many nodes are shown then. */
async function unfoldOneChapter(page: Page, tree: Locator): Promise<number> {
  const items = tree.getByRole('treeitem');
  const chapter = tree.locator('[role=treeitem][aria-level="3"]').first();
  await items.first().focus();
  // Past the title of the note, which stands above its chapters.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(chapter).toBeFocused();
  const folded = await items.count();
  await page.keyboard.press('ArrowRight');
  await expect(chapter).toHaveAttribute('aria-expanded', 'true');
  const count = await items.count();
  await page.keyboard.press('ArrowLeft');
  await expect(items).toHaveCount(folded);
  await page.keyboard.press('Space');
  await expect(items).toHaveCount(count);
  await page.getByRole('tab', { name: '总结' }).click();
  await page.getByRole('tab', { name: '思维导图' }).click();
  await expect(items).toHaveCount(count);
  return count;
}

/** A panel that opens beside it takes nothing out of the middle. */
async function changeItsRoom(page: Page, tree: Locator): Promise<void> {
  const middle = async () => {
    const [drawn, room] = [await tree.boundingBox(), await portOf(tree)];
    return Math.round((drawn?.x ?? 0) + (drawn?.width ?? 0) / 2 - room.x - room.width / 2);
  };
  const off = await middle();
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect.poll(middle).toBe(off);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(middle).toBe(off);
}

async function fillTheWindow(page: Page, tree: Locator, count: number): Promise<void> {
  const items = tree.getByRole('treeitem');
  const sizeOfText = () =>
    tree.evaluate((svg) => {
      const scale = new DOMMatrix((svg as unknown as SVGElement).style.transform).a;
      return Math.min(
        ...[...svg.querySelectorAll('text')].map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * scale),
      );
    });
  const full = page.getByRole('button', { name: '占满窗口' });
  await full.click();
  const window = page.getByRole('dialog');
  await expect(window).toBeVisible();
  expect(await window.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  await expect(items).toHaveCount(count);
  // One chapter is unfolded, the other is not.
  await page.getByRole('button', { name: '全部展开' }).click();
  const all = await items.count();
  expect(all).toBeGreaterThan(count);
  await page.getByRole('button', { name: /适应窗口/ }).click();
  await expect.poll(sizeOfText).toBeGreaterThanOrEqual(11.9 * (10 / 13));
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect(full).toBeFocused();
  await expect(items).toHaveCount(all);
}

/** Enter on a place plays it. */
async function seekByKeys(page: Page, tree: Locator): Promise<void> {
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(20);
}

async function savePicture(page: Page, tree: Locator): Promise<void> {
  const size = await tree.evaluate((element) => [Number(element.getAttribute('width')), Number(element.getAttribute('height'))]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page.getByRole('menuitem', { name: /PNG/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^barn-talk.*\.png$/);
  const png = await readFile(await file.path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size.map((side) => side * 3));
}

test('CON-01 CON-03 the map begins whole with its chapters, folds, keeps its folds, fills the window, seeks, and is saved as a picture', async ({
  page,
}) => {
  await prependToNote(page, chaptersAbove);
  await openRecording(page);
  await page.getByRole('tab', { name: '思维导图' }).click();
  const tree = page.getByRole('tree');
  const items = tree.getByRole('treeitem');
  await expect(items.first()).toBeVisible();
  await expect(tree.locator('[role=treeitem][aria-level="4"]')).toHaveCount(0);
  await expect(tree.locator('[role=treeitem][aria-level="3"]').first()).toHaveAttribute('aria-expanded', 'false');
  // Whole and in the middle.
  const port = await portOf(tree);
  const drawing = await tree.boundingBox();
  if (!drawing) throw new Error('no map');
  expect(Math.abs(drawing.x + drawing.width / 2 - port.x - port.width / 2)).toBeLessThan(2);
  expect(drawing.width).toBeLessThanOrEqual(port.width + 1);
  await test.step('it fits its window unfolded, and folded again', () => unfoldAndFold(page, tree));
  const count = await test.step('a fold stays while another tab is read', () => unfoldOneChapter(page, tree));
  await test.step('it stays in the middle of its room', () => changeItsRoom(page, tree));
  await test.step('it fills the window until Escape', () => fillTheWindow(page, tree, count));
  await test.step('a key plays a place', () => seekByKeys(page, tree));
  await test.step('its picture is three times its size', () => savePicture(page, tree));

  // On a phone its frame ends above the bars: from below them no finger in the frame could scroll it up.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(items.first()).toBeVisible();
  const frame = await portOf(tree);
  expect(frame.y + frame.height).toBeLessThanOrEqual((await page.locator('[data-player]').boundingBox())?.y ?? 0);
});

test('CON-03 a leaf whose text is cut shows all of it on pointing and on focus', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
  const tree = await openMap(page, `## One\n\n- ${words}`);
  const leaf = tree.getByRole('treeitem', { name: new RegExp(`^${words}`) });
  await expect(leaf.locator('tspan')).toHaveCount(2);
  await expect(leaf.locator('tspan').last()).toContainText('…');
  await tree.getByRole('treeitem').first().focus();
  const whole = page.locator('[data-whole-text]');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(leaf).toBeFocused();
  await expect(whole).toHaveText(words);
  await page.keyboard.press('ArrowLeft');
  await expect(whole).toHaveCount(0);
  await leaf.hover();
  await expect(whole).toHaveText(words);
});
