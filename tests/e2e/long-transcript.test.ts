/** Ten hours of lines in the browser. The figures are `npm run bench -- long-transcript`; here it only has to move. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording } from '../harness/browser/recording.ts';
import { lengthen, longLines, watchLongTasks } from '../harness/files/long-recording.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

/**
 * What froze for this long was the page itself: a second, or where this machine is slow, or does many other things, as
 * much of its time as a second is where it is not.
 */
async function frozenMs(page: Page): Promise<number> {
  const samples = await page.evaluate(() =>
    Array.from({ length: 5 }, () => {
      const start = performance.now();
      let text = '';
      for (let line = 0; line < 20_000; line += 1) text += `${line * 7919}: the keeper weighed sack number ${line}\n`;
      const found = text.split('\n').filter((each) => each.includes('9: the')).length;
      return found > 0 ? performance.now() - start : 0;
    }),
  );
  return Math.max(1000, 40 * Math.max(...samples));
}

async function expectNoFreeze(page: Page, tasks: () => Promise<number[]>): Promise<void> {
  const held = await tasks();
  const limit = await frozenMs(page);
  expect(held.filter((ms) => ms > limit)).toEqual([]);
  // Its own work is no task of the page's.
  await tasks();
}

test('CON-04 a ten-hour script scrolls, follows and is searched without freezing', async ({ page }) => {
  test.setTimeout(120_000);
  await openRecording(page);
  await lengthen(page);
  await page.goto(`${page.url().split('?')[0]}?tab=subtitle`);
  const script = page.getByRole('region', { name: `字幕，共 ${longLines.length} 行` });
  await expect(script.getByText('Line 3:')).toBeVisible();
  const tasks = await watchLongTasks(page);

  await script.hover();
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, step % 10 === 9 ? 200_000 : 900);
  await expect(script.getByText('Line 3:')).toBeHidden();
  // No more lines in the page than a reader can see, and some to spare.
  expect(await script.getByRole('listitem').count()).toBeLessThan(120);
  await expectNoFreeze(page, tasks);

  await page.evaluate(() => {
    const audio = document.querySelector('audio');
    if (!audio) throw new Error('no sound');
    audio.currentTime = 20_000;
    audio.playbackRate = 16;
    return audio.play();
  });
  await expect(script.locator('[aria-current=time]')).toHaveCount(1);
  const lit = async () => Number(/Line (\d+):/.exec((await script.locator('[aria-current=time]').textContent()) ?? '')?.[1]);
  await expect.poll(lit).toBeGreaterThan(20_040);
  await expectNoFreeze(page, tasks);

  await page.getByRole('textbox', { name: '在字幕里查找' }).fill('Line 31234:');
  await expect(script.getByText('Line 31234:')).toBeVisible();
  await expectNoFreeze(page, tasks);
});
