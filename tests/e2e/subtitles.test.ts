/** Correcting a script, a talk as an article, and the player's bar, as a reader uses them. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openTab } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { cues, openRecording, openSummarised, seconds, serveTone, summariseUpload } from '../harness/browser/recording.ts';
import { makeMatroska } from '../harness/files/make-matroska.ts';
import { expectNoViolations } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

async function openEditing(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '字幕' }).click();
  await page.getByRole('button', { name: '校正字幕' }).click();
}

function script(page: Page) {
  return page.getByRole('region', { name: /^(字幕，共|Transcript,) \d+/ });
}

/** While lines are corrected. */
async function pressLineAndTime(page: Page): Promise<void> {
  const audio = page.locator('audio');
  await page.locator('[data-segment]').nth(2).click();
  await expect(page.getByRole('textbox', { name: '这一行的文字' })).toHaveValue(cues[2]?.text ?? '');
  expect(await audio.evaluate((element: HTMLMediaElement) => element.currentTime)).toBe(0);
  // The time of another line still plays it.
  await page.getByRole('button', { name: /^00:12 / }).click();
  await expect.poll(() => audio.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThanOrEqual(12);
  await audio.evaluate((element: HTMLMediaElement) => {
    element.pause();
    element.currentTime = 0;
  });
}

test('CON-04 a corrected line is corrected in script, article, download and after a reload, and can be undone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openRecording(page);
  const [hint, count] = [page.getByText('改错字、合并、拆分、改说话人'), page.getByText('已校正 1 处')];
  const undo = page.getByRole('button', { name: '撤销上一次校正' });
  await page.getByRole('tab', { name: '字幕' }).click();
  await expect(script(page)).toBeVisible();
  // Told once, above the tabs, in words that are nobody's trade.
  await expect(page.getByText('字幕：文件自带（英语）')).toHaveCount(1);
  await expect(hint).toBeHidden();
  await page.getByRole('button', { name: '校正字幕' }).click();
  await expect(hint).toBeVisible();
  await expect(undo).toBeHidden();
  await test.step('a press on a line opens it and plays nothing, a press on a time plays', () => pressLineAndTime(page));
  await script(page).getByRole('button', { name: '校正 00:00 的一行' }).click();
  const field = page.getByRole('textbox', { name: '这一行的文字' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('The village kept its grain in a stone barn near the river.');
  await expectNoViolations(page);
  await field.fill('The hamlet kept its grain in a stone barn near the river.');
  await field.press('Enter');
  await expect(field).toBeHidden();
  const corrected = script(page).getByRole('button', { name: '校正 00:00 的一行' });
  await expect(corrected).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(corrected).toBeFocused();
  await expect(script(page).getByText('The hamlet kept its grain')).toBeVisible();
  await expect(count).toBeVisible();
  await expect(hint).toBeHidden();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载字幕' }).click();
  await page.getByRole('menuitem', { name: /SRT/ }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('The hamlet kept its grain');

  await page.getByRole('tab', { name: '文章' }).click();
  await expect(page.getByRole('article', { name: '文章' })).toContainText('The hamlet kept its grain in a stone barn');
  await page.reload();
  await page.getByRole('tab', { name: '字幕' }).click();
  await expect(script(page).getByText('The hamlet kept its grain')).toBeVisible();
  // The number stays in sight for readers, taking back is for those who correct.
  await expect(count).toBeVisible();
  await expect(undo).toBeHidden();
  await page.getByRole('button', { name: '校正字幕' }).click();
  await undo.click();
  await expect(script(page).getByText('The village kept its grain')).toBeVisible();
  await expect(hint).toBeVisible();
});

test('CON-04 what is typed for a line is saved when another is opened, and waits where one leaves without saving', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openRecording(page);
  await openEditing(page);
  const pencil = (time: string) => script(page).getByRole('button', { name: `校正 ${time} 的一行` });
  const field = page.getByRole('textbox', { name: '这一行的文字' });
  await pencil('00:00').click();
  await field.fill('The hamlet kept its grain in a stone barn near the river.');
  await pencil('00:06').click();
  await expect(script(page).getByText('The hamlet kept its grain')).toBeVisible();
  await expect(page.getByText('已校正 1 处')).toBeVisible();
  await expect(field).toBeFocused();

  // To another tab and back, and through a reload.
  await field.fill('Words in the middle of being typed.');
  await page.getByRole('tab', { name: '文章' }).click();
  await expect(field).toBeHidden();
  await page.getByRole('tab', { name: '字幕' }).click();
  await expect(field).toHaveValue('Words in the middle of being typed.');
  await expect(field).not.toBeFocused();
  await page.reload();
  await expect(field).toHaveValue('Words in the middle of being typed.');
  await expect(page.getByText('这里是上次没来得及保存的内容。')).toBeVisible();
  await expectNoViolations(page);

  // Taking the other correction back leaves it alone; ending saves it.
  await page.getByRole('button', { name: '撤销上一次校正' }).click();
  await expect(script(page).getByText('The village kept its grain')).toBeVisible();
  await expect(field).toHaveValue('Words in the middle of being typed.');
  await page.getByRole('button', { name: '结束校正' }).click();
  await expect(field).toBeHidden();
  await expect(script(page).getByText('Words in the middle of being typed.')).toBeVisible();
  await page.reload();
  await expect(script(page).getByText('Words in the middle of being typed.')).toBeVisible();
  await expect(field).toBeHidden();
});

test.describe('in English, on a phone', () => {
  test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } });

  test('CON-04 lines are merged and split, speakers named everywhere, and the second tab is told', async ({ page, context }) => {
    await openRecording(page);
    await openTab(page, 'Transcript');
    const other = await context.newPage();
    // As in another browser: no tab tells it what happens.
    await other.addInitScript('delete globalThis.BroadcastChannel');
    await serveTone(other);
    await other.goto(`${page.url().split('?')[0]}?tab=subtitle`);
    await expect(script(other)).toHaveAccessibleName(/40 lines/);

    await page.getByRole('button', { name: 'Correct transcript' }).click();
    await script(page).getByRole('button', { name: 'Correct the line at 00:00' }).click();
    await page.getByRole('button', { name: 'Merge with next line' }).click();
    await expect(script(page)).toHaveAccessibleName(/39 lines/);
    await script(page).getByRole('button', { name: 'Correct the line at 00:00' }).click();
    const field = page.getByRole('textbox', { name: 'Line text' });
    await field.press('Control+Home');
    for (let step = 0; step < 'The village '.length; step += 1) await field.press('ArrowRight');
    await page.getByRole('button', { name: 'Split at cursor' }).click();
    await expect(script(page)).toHaveAccessibleName(/40 lines/);
    await expect(script(page).getByText('The village', { exact: true })).toBeVisible();
    await script(page).getByRole('button', { name: 'Correct the line at 00:00' }).first().click();
    await page.getByRole('combobox', { name: 'Speaker' }).fill('Ann');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(script(page).getByText('Ann:')).toBeVisible();

    await other.bringToFront();
    await other.getByRole('button', { name: 'Correct transcript' }).click();
    await script(other).getByRole('button', { name: 'Correct the line at 00:06' }).click();
    const typed = other.getByRole('textbox', { name: 'Line text' });
    await typed.fill('What I typed meanwhile.');
    await typed.press('Enter');
    await expect(other.getByText(/just changed somewhere else/)).toBeVisible();
    await expect(script(other).getByText('Ann:')).toBeVisible();
    await expect(typed).toHaveValue('What I typed meanwhile.');
  });
});

test('CON-05 a talk is read as paragraphs; each plays its moment and is lit while it is spoken', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openRecording(page);
  await page.getByRole('tab', { name: '文章' }).click();
  const article = page.getByRole('article', { name: '文章' });
  const chips = article.getByRole('button', { name: /^从 .* 播放$/ });
  await expect(chips.nth(1)).toBeVisible();
  expect(await chips.count()).toBeLessThan(20);
  await chips.nth(1).click();
  await expect(article.locator('[data-talk="1"]')).toHaveAttribute('aria-current', 'time');
  await expectNoViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 Markdown' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text).toMatch(/^# /);
  expect(text).toContain('The village kept its grain in a stone barn near the river.');
  // A file of one's own on a server of this machine: there is nothing to lead to elsewhere.
  expect(text).toMatch(/ \[00:00\]\n/);
});

test('CON-08 the bar names the chapter one points at, and keys change the speed', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await serveTone(page);
  const chapters = [
    { startMs: 0, title: 'The stone barn' },
    { startMs: 60_000, title: 'The mill by the river' },
  ];
  const subtitles = [{ codec: 'S_TEXT/UTF8' as const, language: 'eng', cues }];
  const buffer = makeMatroska({ seconds, subtitles, chapters });
  await openSummarised(page, await summariseUpload(page, { name: 'barn-chapters.mkv', buffer }));
  const bar = page.getByRole('slider', { name: '播放位置' });
  await expect(bar).toBeEnabled();
  await expect(page.locator('[data-chapter-tick]')).toHaveCount(1);
  const box = await bar.boundingBox();
  if (!box) throw new Error('no bar');
  await bar.hover({ position: { x: box.width * 0.9, y: box.height / 2 } });
  await expect(page.locator('[data-seek-label]')).toContainText(/01:4\d.*The mill by the river/s);
  await page.mouse.move(0, 0);
  await expect(page.locator('[data-seek-label]')).toBeHidden();
  await page.locator('h1').click();
  await page.keyboard.press('Shift+>');
  await expect(page.getByRole('button', { name: '播放速度: 1.25×' })).toBeVisible();
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog').getByText('放慢、加快播放')).toBeVisible();
});
