/** Everything one owns: taken along, brought back to another account, and deleted with a time of grace. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { becomeGuest, call } from '../harness/browser/guests.ts';
import { openSummarised, summariseUpload } from '../harness/browser/recording.ts';
import { createTestClient } from '../harness/http/client.ts';
import { expectNoViolationsInEitherScheme, expectUsableAtBothWidths } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const subtitles = Array.from(
  { length: 12 },
  (_, i) =>
    `${i + 1}\n00:00:${String(i * 4).padStart(2, '0')},000 --> 00:00:${String(i * 4 + 4).padStart(2, '0')},000\nThe keeper of the mill weighed ${i + 30} sacks of rye.\n`,
).join('\n');

test('ACC-12 an archive is downloaded, and another account takes it in and opens the same note', async ({ page, browser }) => {
  const settings = '/user/settings?section=my-data';
  await page.goto(settings);
  await expect(page.getByText('还没有可以导出的内容。')).toBeVisible();
  await openSummarised(page, await summariseUpload(page, { name: 'the-mill.srt', buffer: Buffer.from(subtitles) }));
  const written = (await page.getByRole('article', { name: '笔记' }).textContent()) ?? '';
  await page.goto(settings);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: '下载全部数据' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^gleaner-\d{4}-\d\d-\d\d\.zip$/);
  const archive = readFileSync(await download.path());

  const context = await browser.newContext({ baseURL: appUrl, locale: 'zh-CN' });
  const other = await context.newPage();
  await other.goto(settings);
  const part = other.getByRole('region', { name: '导入' });
  await part
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer: archive.subarray(0, archive.length - 40) });
  await expect(part.getByRole('alert')).toContainText('不是从这里导出的存档');
  await part.locator('input[type=file]').setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer: archive });
  await expect(part.getByRole('status')).toContainText('导入完成');
  await expect(part.getByRole('status')).toContainText('新增 1 篇记录');
  await expectUsableAtBothWidths(other, 'my-data');
  await other.setViewportSize({ width: 1440, height: 900 });
  await other.goto('/user/videos');
  await other.getByRole('main').getByRole('link', { name: 'the-mill' }).first().click();
  await expect(other.getByRole('article', { name: '笔记' })).toHaveText(written);
  await context.close();
});

test('ACC-12 an account is kept when its owner changes their mind', async ({ page }) => {
  await becomeGuest(page, appUrl);
  await page.goto('/user/settings?section=my-data');
  const field = page.getByRole('textbox', { name: /以确认/ });
  const remove = page.getByRole('button', { name: '删除账号和全部数据' });
  await field.fill('删除');
  await expect(remove).toBeDisabled();
  await field.fill('删除账号');
  await remove.click();
  await expect(page.getByRole('timer')).toContainText('还剩');
  await page.getByRole('button', { name: '保留我的账号' }).click();
  await expect(page.getByText('账号会保留，什么都没有删除。')).toBeVisible();
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('ACC-12 an archive is downloaded, and another account takes it in and has the same note', async ({ page }) => {
    const settings = '/user/settings?section=my-data';
    const file = { name: 'the-brook.srt', buffer: Buffer.from(subtitles) };
    await page.goto(settings);
    await expect(page.getByText('There is nothing to export yet.')).toBeVisible();
    const contentId = await summariseUpload(page, file);
    const { note } = await call<{ note: string }>(page, appUrl, 'content.overview', { contentId });
    await page.reload();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all data' }).click();
    const archive = readFileSync(await (await downloading).path());
    await page.context().clearCookies();
    await page.reload();
    const part = page.getByRole('region', { name: 'Import' });
    const take = (buffer: Buffer) =>
      part.locator('input[type=file]').setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer });
    await take(archive.subarray(0, archive.length - 40));
    await expect(part.getByRole('alert')).toHaveText(
      'This file isn’t an archive exported from here. Choose the .zip file you downloaded.',
    );
    await take(archive);
    await expect(part.getByRole('status')).toContainText('Import finished');
    await expect(part.getByRole('status')).toContainText('1 new item');
    const { rpc } = createTestClient(
      appUrl,
      (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
    );
    const [taken] = (await rpc.user.videos.query({})).uniqueVideos;
    expect(taken?.title).toBe('the-brook');
    expect((await rpc.content.overview.query({ contentId: taken?.content_id ?? '' })).note).toBe(note);
  });
  test('ACC-12 an account is deleted only after a word is typed, and is kept when its owner changes their mind', async ({
    page,
  }) => {
    // A clock that is two days ahead changes nothing: it is the server that counts.
    await page.clock.setFixedTime(Date.now() + 172_800_000);
    await becomeGuest(page, appUrl);
    await page.goto('/user/settings?section=my-data');
    const field = page.getByRole('textbox', { name: /to confirm/ });
    const remove = page.getByRole('button', { name: 'Delete account and all data' });
    await field.fill('delete');
    await expect(remove).toBeDisabled();
    await field.fill('Delete my account');
    await remove.click();
    await expect(page.getByRole('timer')).toContainText('left');
    await expectNoViolationsInEitherScheme(page);
    // The same after a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByText('Your account stays. Nothing was deleted.')).toBeVisible();
    await expect(field).toBeVisible();
  });
});
