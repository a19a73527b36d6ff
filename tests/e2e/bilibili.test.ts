/** Bilibili as users meet it: a link becomes a note, each refusal says what to do, and a sign-in is left and taken back. */
import type { Page } from '@playwright/test';
import { bvidOf } from '#engine/sites/bilibili/shared/link.ts';
import { bilibiliAnswers, type FakeVideo, spokenLines } from '../harness/bilibili.ts';
import { expect, type Internet, test } from '../harness/e2e.ts';
import { appUrl } from '../harness/e2e-ports.ts';

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

async function paste(page: Page, url: string): Promise<void> {
  await fence(page);
  await page.goto('/');
  await page.getByRole('textbox').first().fill(url);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/, soon);
}

test('SUM-02 a link becomes a note with chapters, times and the site’s player', async ({ page, internet }) => {
  const points = [
    { from: 0, to: 200, content: '选土与和泥' },
    { from: 200, to: 400, content: '入窑与看火' },
  ];
  const { bvid, title } = await publish(internet, 41_001, { openTracks: [{ ...track, lan: 'zh-Hans', name: '中文' }], points });
  await paste(page, `https://www.bilibili.com/video/${bvid}/?spm_id_from=333.337&vd_source=abc`);
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

test('SUM-02 a part of a video is a record of its own', async ({ page, internet }) => {
  const parts = [
    { cid: 4_100_201, title: '上集', seconds: 400 },
    { cid: 4_100_202, title: '下集', seconds: 400 },
  ];
  const { bvid } = await publish(internet, 41_002, { parts, seconds: 800, openTracks: [track] });
  await paste(page, `https://www.bilibili.com/video/${bvid}?p=2`);
  await expect(page.getByRole('heading', { level: 1, name: /P2 下集/ })).toBeVisible(soon);
  await expect(page.getByRole('article', { name: '笔记' })).toBeVisible(soon);
});

const refusals: { name: string; aid: number; code: number; zh: RegExp; en: RegExp }[] = [
  { name: 'removed', aid: 41_010, code: -404, zh: /已被删除或下架/, en: /has been removed/ },
  { name: 'private', aid: 41_011, code: 62012, zh: /私享视频/, en: /is private/ },
  { name: 'closed to the region', aid: 41_012, code: -10403, zh: /不对服务器所在的地区开放/, en: /not open to the region/ },
];

for (const locale of ['zh-CN', 'en-US'] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    const lang = locale === 'zh-CN' ? 'zh' : 'en';
    const shift = lang === 'zh' ? 0 : 500;

    test('SUM-02 each refusal says what it is and what to do', async ({ page, internet }) => {
      for (const { aid, code, ...texts } of refusals) {
        const bvid = bvidOf(aid + shift) ?? '';
        await internet.on(`https://api.bilibili.com/x/web-interface/view?bvid=${bvid}`, {
          body: JSON.stringify({ code, message: '' }),
        });
        await showPage(internet, bvid);
        await paste(page, `https://www.bilibili.com/video/${bvid}`);
        await expect(page.getByRole('alert').filter({ hasText: texts[lang] })).toBeVisible(soon);
      }
      const { bvid, title } = await publish(internet, 41_013 + shift, { paid: true });
      await paste(page, `https://www.bilibili.com/video/${bvid}`);
      const members = lang === 'zh' ? /只对会员或付费用户开放/ : /members or paying viewers only/;
      await expect(page.getByRole('alert').filter({ hasText: members })).toBeVisible(soon);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    });

    test('SUM-02 a video that wants a sign-in leads to leaving one, and becomes a note with it', async ({
      page,
      internet,
    }, info) => {
      // What is published changes on the way: done again, it is another video.
      const aid = 41_020 + shift + info.repeatEachIndex * 1000;
      const words = {
        zh: { wanted: /在设置里填上/, save: '保存', saved: '已保存', again: /重新总结|再次总结|重试/ },
        en: { wanted: /sign-in of your own in the settings/, save: 'Save', saved: 'Saved', again: /Summarize again|Try again/ },
      }[lang];
      const { bvid, title } = await publish(internet, aid, { tracks: [track] });
      await paste(page, `https://www.bilibili.com/video/${bvid}`);
      await expect(page.getByRole('alert').filter({ hasText: words.wanted })).toBeVisible(soon);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const address = page.url();

      await page.goto('/user/settings');
      await page.getByLabel('SESSDATA').fill(`buvid3=A; SESSDATA=${session}; bili_jct=0123`);
      await page.locator('#sign-ins').getByRole('button', { name: words.save, exact: true }).click();
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible();

      await publish(internet, aid, { tracks: [track] }, true);
      await page.goto(address);
      await page.getByRole('button', { name: words.again }).first().click();
      await expect(page.getByRole('article')).toBeVisible(soon);
      await expect(page.getByText(words.wanted)).toHaveCount(0);
    });

    test('a sign-in is left, replaced and removed, and never shown', async ({ page }) => {
      const words = {
        zh: {
          ...{ save: '保存', saved: '已保存', replace: '更换', remove: '移除', none: '未保存', replaceField: '新的 SESSDATA' },
          ...{ notFound: /没有找到 SESSDATA/, expired: /已经过期/, until: /有效期到/ },
        },
        en: {
          ...{
            save: 'Save',
            saved: 'Saved',
            replace: 'Replace',
            remove: 'Remove',
            none: 'Not saved',
            replaceField: 'New SESSDATA',
          },
          ...{ notFound: /no SESSDATA in this/, expired: /has expired/, until: /Valid until/ },
        },
      }[lang];
      await fence(page);
      const sent: string[] = [];
      const received: string[] = [];
      page.on('request', (request) => void sent.push(request.postData() ?? ''));
      page.on('response', async (response) => {
        if (response.url().includes('/api/trpc/')) received.push(await response.text().catch(() => ''));
      });
      await page.goto('/user/settings');
      const section = page.getByRole('region', { name: lang === 'zh' ? '站点登录' : 'Site sign-ins' });
      await expect(section.getByText(words.none)).toBeVisible();

      const field = section.getByLabel('SESSDATA');
      const save = section.getByRole('button', { name: words.save, exact: true });
      await expect(save).toBeDisabled();
      await field.fill('bili_jct=0123456789abcdef');
      await save.click();
      await expect(section.getByRole('alert')).toHaveText(words.notFound);
      await field.fill('e2ecanary0,1600000000,abcde*91');
      await field.press('Enter');
      await expect(section.getByRole('alert')).toHaveText(words.expired);
      expect(sent.some((body) => body.includes('e2ecanary'))).toBe(false);

      await field.fill(`buvid3=not-to-be-sent; SESSDATA=${session}; bili_jct=not-to-be-sent`);
      await field.press('Enter');
      await expect(section.getByText(words.saved, { exact: true })).toBeVisible();
      await expect(section.getByText(words.until)).toBeVisible();
      await expect(section.getByLabel(words.replaceField)).toHaveValue('');
      expect(sent.some((body) => body.includes('e2ecanary1'))).toBe(true);
      expect(sent.some((body) => body.includes('not-to-be-sent'))).toBe(false);

      await page.reload();
      await expect(section.getByText(words.saved, { exact: true })).toBeVisible();
      await expect(section.getByRole('button', { name: words.replace, exact: true })).toBeVisible();
      expect(await page.content()).not.toContain('e2ecanary');
      expect(received.join('\n')).not.toContain('e2ecanary');
      if (process.env.GLEANER_SHOTS)
        await page.screenshot({ path: `${process.env.GLEANER_SHOTS}/sign-ins-${lang}.png`, fullPage: true });

      await section.getByRole('button', { name: words.remove, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: words.remove, exact: true }).click();
      await expect(section.getByText(words.none)).toBeVisible();
      await page.reload();
      await expect(section.getByText(words.none)).toBeVisible();
    });
  });
}
