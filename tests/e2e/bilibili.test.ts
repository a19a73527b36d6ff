/** Bilibili as users meet it: a link becomes a note, each refusal says what to do, and a sign-in is left and taken back. */
import type { Page } from '@playwright/test';
import { bvidOf } from '#engine/sites/bilibili/shared/link.ts';
import { expect, type Internet, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { becomeGuest, call } from '../harness/browser/guests.ts';
import { bilibiliAnswers, type FakeVideo, spokenLines } from '../harness/sites/bilibili.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

// Runs at one site start some seconds apart, and all of these tests ask the same one.
test.describe.configure({ timeout: 180_000 });
const soon = { timeout: 60_000 };

const session = 'e2ecanary1%2C1990000000%2Cabcde*91';
const track = { lan: 'ai-zh', name: '中文（自动生成）', lines: spokenLines(400) };

/** Videos of these tests alone; a number is never used twice. */
async function publish(internet: Internet, aid: number, more: Partial<FakeVideo> = {}, signedIn = false): Promise<FakeVideo> {
  const video: FakeVideo = { aid, bvid: bvidOf(aid) ?? '', title: `山谷陶窑 ${aid}`, seconds: 400, ...more };
  await showPage(internet, video.bvid);
  for (const { address, body } of bilibiliAnswers(video, signedIn))
    await internet.on(address, { body, type: 'application/json' });
  return video;
}

/** The video's own page, which the first look at a link reads. */
async function showPage(internet: Internet, bvid: string): Promise<void> {
  const body = '<!doctype html><html lang="zh"><head><title>山谷陶窑_哔哩哔哩_bilibili</title></head><body></body></html>';
  for (const end of ['', '/']) await internet.on(`https://www.bilibili.com/video/${bvid}${end}`, { body });
}

/** No packet leaves this machine, whatever the page asks for. */
async function fence(page: Page): Promise<void> {
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) =>
      route.request().resourceType() === 'document'
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>player</title><p>player</p>' })
        : route.abort(),
  );
}

/** Begins the work by call and opens its page. */
async function openBegun(page: Page, bvid: string): Promise<void> {
  await fence(page);
  await becomeGuest(page, appUrl);
  const items = [{ url: `https://www.bilibili.com/video/${bvid}` }];
  const { results } = await call<{ results: { contentId: string }[] }>(page, appUrl, 'ingest.submit', {
    items,
    noteLanguage: 'zh',
  });
  await page.goto(`/content/${results[0]?.contentId}`);
}

test('SUM-02 a link becomes a note with chapters, times and the site’s player', async ({ page, internet }) => {
  const points = [
    { from: 0, to: 200, content: '选土与和泥' },
    { from: 200, to: 400, content: '入窑与看火' },
  ];
  const { bvid, title } = await publish(internet, 41_001, { openTracks: [{ ...track, lan: 'zh-Hans', name: '中文' }], points });
  await fence(page);
  await page.goto('/');
  await page.getByRole('textbox').first().fill(`https://www.bilibili.com/video/${bvid}/?spm_id_from=333.337&vd_source=abc`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/, soon);
  const note = page.getByRole('article', { name: '笔记' });
  await expect(note).toBeVisible(soon);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(note.getByText('入窑与看火')).toBeVisible();
  // The time of a point leads into the site's own player.
  await note
    .getByRole('button')
    .filter({ hasText: /^\d+:\d\d$/ })
    .last()
    .click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('src', new RegExp(`player\\.bilibili\\.com/.*bvid=${bvid}`));
  await expect(frame).toHaveAttribute('src', /[?&]t=\d{2,3}/);
});

test('SUM-02 what is gone and what is for paying viewers says what it is and what to do', async ({ page, internet }) => {
  const gone = bvidOf(41_010) ?? '';
  await internet.on(`https://api.bilibili.com/x/web-interface/view?bvid=${gone}`, {
    body: JSON.stringify({ code: -404, message: '' }),
  });
  await showPage(internet, gone);
  await openBegun(page, gone);
  await expect(page.getByRole('alert').filter({ hasText: /已被删除或下架/ })).toBeVisible(soon);
  const { bvid, title } = await publish(internet, 41_013, { paid: true });
  await openBegun(page, bvid);
  await expect(page.getByRole('alert').filter({ hasText: /只对会员或付费用户开放/ })).toBeVisible(soon);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a sign-in is left, replaced and removed, and never shown', async ({ page }) => {
  await fence(page);
  const sent: string[] = [];
  const received: string[] = [];
  page.on('request', (request) => void sent.push(request.postData() ?? ''));
  page.on('response', async (response) => {
    if (response.url().includes('/api/trpc/')) received.push(await response.text().catch(() => ''));
  });
  await page.goto('/user/settings?section=sign-ins');
  const section = page.getByRole('region', { name: '站点登录' });
  await expect(section.getByText('未保存')).toBeVisible();

  const field = section.getByLabel('SESSDATA');
  const save = section.getByRole('button', { name: '保存', exact: true });
  await expect(save).toBeDisabled();
  await field.fill('bili_jct=0123456789abcdef');
  await save.click();
  await expect(section.getByRole('alert')).toHaveText(/没有找到 SESSDATA/);
  await field.fill('e2ecanary0,1600000000,abcde*91');
  await field.press('Enter');
  await expect(section.getByRole('alert')).toHaveText(/已经过期/);
  expect(sent.some((body) => body.includes('e2ecanary'))).toBe(false);

  await field.fill(`buvid3=not-to-be-sent; SESSDATA=${session}; bili_jct=not-to-be-sent`);
  await field.press('Enter');
  await expect(section.getByText('已保存', { exact: true })).toBeVisible();
  await expect(section.getByText(/有效期到/)).toBeVisible();
  await expect(section.getByLabel('新的 SESSDATA')).toHaveValue('');
  expect(sent.some((body) => body.includes('e2ecanary1'))).toBe(true);
  expect(sent.some((body) => body.includes('not-to-be-sent'))).toBe(false);

  await page.reload();
  await expect(section.getByText('已保存', { exact: true })).toBeVisible();
  await expect(section.getByRole('button', { name: '更换', exact: true })).toBeVisible();
  expect(await page.content()).not.toContain('e2ecanary');
  expect(received.join('\n')).not.toContain('e2ecanary');
  if (process.env.GLEANER_SHOTS) await page.screenshot({ path: `${process.env.GLEANER_SHOTS}/sign-ins.png`, fullPage: true });

  await section.getByRole('button', { name: '移除', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '移除', exact: true }).click();
  await expect(section.getByText('未保存')).toBeVisible();
  await page.reload();
  await expect(section.getByText('未保存')).toBeVisible();
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SUM-02 a video that wants a sign-in leads to leaving one, and becomes a note with it', async ({
    page,
    internet,
  }, info) => {
    // What is published changes on the way: done again, it is another video.
    const aid = 41_020 + info.repeatEachIndex * 1000;
    const wanted = /Add a sign-in in Settings/;
    const { bvid, title } = await publish(internet, aid, { tracks: [track] });
    await openBegun(page, bvid);
    await expect(page.getByRole('alert').filter({ hasText: wanted })).toBeVisible(soon);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const address = page.url();

    await page.goto('/user/settings?section=sign-ins');
    await page.getByLabel('SESSDATA').fill(`buvid3=A; SESSDATA=${session}; bili_jct=0123`);
    await page.getByRole('region', { name: 'Site sign-ins' }).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    await publish(internet, aid, { tracks: [track] }, true);
    await page.goto(address);
    await page
      .getByRole('button', { name: /Summarize again|Try again/ })
      .first()
      .click();
    await expect(page.getByRole('article')).toBeVisible(soon);
    await expect(page.getByText(wanted)).toHaveCount(0);
  });
});
