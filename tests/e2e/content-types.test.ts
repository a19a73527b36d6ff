/** The record page by type: each kind of content under its own name, in the address. */
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { becomeGuest } from '../harness/browser/guests.ts';
import { summariseLink, summariseUpload } from '../harness/browser/recording.ts';
import { chanceOf, sentence, wholeTrack } from '../harness/files/make-tracks.ts';
import { json3, watchPage } from '../harness/sites/youtube.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

test('SUM-06 LIB-23 the record page shows one type at a time, counts each, and keeps the choice in the address', async ({
  page,
  site,
  internet,
}) => {
  const chance = chanceOf(41);
  const paragraphs = Array.from({ length: 20 }, () => `<p>${sentence('zh', chance)}${sentence('zh', chance)}</p>`).join('');
  site.on('/types-page', {
    body: `<!doctype html><html lang="zh"><title>类型之页</title><article><h1>类型之页</h1>${paragraphs}</article></html>`,
  });
  for (const [id, title, seconds] of [
    ['typeSHORT_1', '三分钟的窑', 180],
    ['typeLONG__1', '一小时的窑', 3600],
  ] as const) {
    const tracks = [{ language: 'zh', name: '中文' }];
    await internet.on(`https://www.youtube.com/watch?v=${id}`, watchPage({ id, title, seconds, tracks }));
    await internet.on(
      `https://www.youtube.com/api/timedtext?v=${id}&lang=zh`,
      json3(wholeTrack('zh', seconds, chanceOf(seconds)).cues),
    );
  }
  const text = Array.from({ length: 12 }, () => sentence('zh', chance)).join('\n\n');
  await becomeGuest(page, appUrl);
  await Promise.all([
    ...[
      `${site.url}/types-page`,
      'https://www.youtube.com/watch?v=typeSHORT_1',
      'https://www.youtube.com/watch?v=typeLONG__1',
    ].map((address) => summariseLink(page, address)),
    summariseUpload(page, { name: '自己的文件.txt', buffer: Buffer.from(text) }),
  ]);

  await page.goto('/user/videos');
  const filter = page.getByRole('navigation', { name: '按类型筛选' });
  const rows = page.getByRole('list', { name: '总结记录列表' }).getByRole('listitem').getByRole('heading');
  await expect(rows).toHaveCount(4);
  for (const [name, title, type] of [
    ['长视频，1 篇', '一小时的窑', 'longVideo'],
    ['短视频，1 篇', '三分钟的窑', 'shortVideo'],
    ['网页与文档，1 篇', '类型之页', 'online'],
    ['本地文件，1 篇', '自己的文件', 'local'],
  ] as const) {
    await filter.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/user/videos\\?type=${type}$`));
    await expect(filter.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(rows).toHaveText([title]);
  }
  await page.reload();
  await expect(rows).toHaveText(['自己的文件']);
  await page.goBack();
  await expect(rows).toHaveText(['类型之页']);
  await filter.getByRole('link', { name: '音频，0 篇' }).click();
  await expect(page.getByText('这一类还没有记录')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '查看全部' }).click();
  await expect(rows).toHaveCount(4);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('LIB-23 a type that does not exist reads nothing and says so', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().includes('%22type%22') && asked.push(request.url())));
    await page.goto('/user/videos?type=podcasts');
    await expect(page.getByText('Unknown type')).toBeVisible();
    expect(asked).toEqual([]);
  });
});
