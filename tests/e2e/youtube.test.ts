/** YouTube from the home page to a note with seconds, and each state in which there is none, as the reader sees it. */
import type { Page } from '@playwright/test';
import { expectAction } from '../harness/browser/actions.ts';
import { expect, type Internet, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { becomeGuest, call } from '../harness/browser/guests.ts';
import { openSummarised, summariseLink } from '../harness/browser/recording.ts';
import type { TestServer } from '../harness/http/server.ts';
import { type Replay, startReplay } from '../harness/sites/replay.ts';
import { type FakeVideo, json3, refusals, watchPage } from '../harness/sites/youtube.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });
// One site is asked at its own pace, a few seconds apart, whoever asks.
test.setTimeout(180_000);

const facts = ['陶窑的温度', '河水的颜色', '旧窑的砖块', '山谷的学校', '冬天的柴火', '绿色的釉料'];
const cues = Array.from({ length: 36 }, (_, index) => ({
  startMs: index * 10_000,
  endMs: index * 10_000 + 9000,
  text: `第${index + 1}段说到${facts[index % facts.length]}，第${index * 7 + 3}户人家在${1900 + index}年记下了${index + 11}次，后来又有${index + 2}位陶工来看。`,
}));

/** Whatever the page itself would fetch from elsewhere is refused, and remembered. */
async function stayInside(page: Page): Promise<string[]> {
  const outside: string[] = [];
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  return outside;
}

async function onVideo(internet: Internet, video: FakeVideo, captions: Record<string, typeof cues> = {}): Promise<void> {
  await internet.on(`https://www.youtube.com/watch?v=${video.id}`, watchPage(video));
  for (const [language, track] of Object.entries(captions))
    await internet.on(`https://www.youtube.com/api/timedtext?v=${video.id}&lang=${language}`, json3(track));
}

/** Begins the work of the page's guest and gives the address of its page. */
async function submit(page: Page, server: string, id: string, noteLanguage: 'zh' | 'en'): Promise<string> {
  const items = [{ url: `https://www.youtube.com/watch?v=${id}` }];
  const { results } = await call<{ results: { contentId: string }[] }>(page, server, 'ingest.submit', { items, noteLanguage });
  return `/content/${results[0]?.contentId}`;
}

test('SUM-02 CON-08 a link becomes a note with seconds beside the video’s own player', async ({ page, internet }) => {
  const outside = await stayInside(page);
  const id = 'e2eNote01xx';
  await onVideo(
    internet,
    {
      id,
      title: '火与灰',
      author: '山谷影像',
      seconds: 365,
      tracks: [{ language: 'zh-Hans', name: 'Chinese (Simplified)' }],
      chapters: [
        { title: '看火', startMs: 0 },
        { title: '出窑', startMs: 180_000 },
      ],
    },
    { 'zh-Hans': cues },
  );
  await page.goto('/');
  const link = `https://www.youtube.com/watch?v=${id}&t=20&list=PLabcdefghijk123`;
  await page.getByRole('textbox', { name: '粘贴链接，或拖入文件' }).fill(link);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结', exact: true }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  const note = page.getByRole('article', { name: '笔记' });
  await expect(note).toBeVisible();
  await expect(page.getByRole('heading', { name: '火与灰', level: 1 })).toBeVisible();
  await expect(note).toContainText('出窑');
  await expect(
    note
      .getByRole('button')
      .filter({ hasText: /^0\d:\d\d$/ })
      .first(),
  ).toBeVisible();
  // The site's player waits behind our own picture until somebody presses it.
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(outside).toEqual([]);
});

const states: [string, Partial<FakeVideo>, string][] = [
  ['private', { title: undefined, status: refusals.private } as Partial<FakeVideo>, 'video_private'],
  ['age', { status: refusals.age }, 'video_age_restricted'],
];
test('SUM-07 what cannot be had says why and what to do', async ({ page, internet }) => {
  await stayInside(page);
  await becomeGuest(page, appUrl);
  const pages: { name: string; code: string; titled: boolean; path: string }[] = [];
  for (const [index, [name, over, code]] of states.entries()) {
    const id = `e2eNot${index}00xx`;
    await onVideo(internet, { id, title: `影片 ${name}`, seconds: 100, ...over });
    pages.push({ name, code, titled: !('title' in over), path: await submit(page, appUrl, id, 'zh') });
  }
  for (const { name, code, titled, path } of pages) {
    await page.goto(path);
    await expect(page.getByText(code).first()).toBeAttached();
    await expectAction(page, '再次总结');
    if (titled) await expect(page.getByRole('heading', { name: `影片 ${name}`, level: 1 })).toBeVisible();
  }
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SUM-02 SUM-07 only a description: the note says so, and why', async ({ page, internet }) => {
    await stayInside(page);
    const id = 'e2eDes100xx';
    const description = facts
      .map((fact, index) => `这部影片在第${index + 1}段讲到${fact}，老人们记得很清楚，并且写下了${index + 3}页笔记给后来的人看。`)
      .join('\n\n');
    await onVideo(internet, { id, title: '没有字幕的影片', seconds: 300, description, tracks: [] });
    await openSummarised(page, await summariseLink(page, `https://www.youtube.com/watch?v=${id}`, { timeoutMs: 120_000 }));
    await expect(page.getByText('This note is based on the description only')).toBeVisible();
  });

  test.describe('turned away', () => {
    // After this refusal a server pauses all its requests to YouTube, which would delay other tests on a shared server.
    let server: TestServer;
    let youtube: Replay;
    test.beforeAll(async () => {
      youtube = await startReplay();
      server = await startOwnServer({ env: { GLEANER_REPLAY: youtube.url } });
    });
    test.afterAll(async () => {
      await server?.stop();
      server?.remove();
      await youtube?.close();
    });

    test('SUM-08 taken for a robot: the run waits, says so, and can be cancelled', async ({ page }) => {
      await stayInside(page);
      const id = 'e2eBot100xx';
      youtube.on(`https://www.youtube.com/watch?v=${id}`, watchPage({ id, status: refusals.bot }));
      await becomeGuest(page, server.url);
      await page.goto(`${server.url}${await submit(page, server.url, id, 'en')}`);
      // Other ways are tried first.
      await expect(page.getByText(/waiting/i).first()).toBeVisible({ timeout: 120_000 });
      await page.getByRole('button', { name: 'Cancel' }).first().click();
      await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Summarize again' })).toBeVisible();
    });
  });
});
