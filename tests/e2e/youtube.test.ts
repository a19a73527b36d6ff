/** YouTube from the home page to a note with seconds, and each state in which there is none, as the reader sees it. */
import type { Page } from '@playwright/test';
import { expect, type Internet, test } from '../harness/e2e.ts';
import { appUrl, appWithModelUrl } from '../harness/e2e-ports.ts';
import { type FakeVideo, json3, refusals, watchPage } from '../harness/youtube.ts';

test.use({ baseURL: appUrl });
// One site is asked at its own pace, a few seconds apart, whoever asks.
test.setTimeout(180_000);

const facts = ['陶窑的温度', '河水的颜色', '旧窑的砖块', '山谷的学校', '冬天的柴火', '绿色的釉料'];
const cues = Array.from({ length: 36 }, (_, index) => ({
  startMs: index * 10_000,
  endMs: index * 10_000 + 9000,
  text: `第${index + 1}段说到${facts[index % facts.length]}，第${index * 7 + 3}户人家在${1900 + index}年记下了${index + 11}次，后来又有${index + 2}位陶工来看。`,
}));

const words = {
  zh: {
    locale: 'zh-CN',
    capture: '粘贴链接，或拖入文件',
    start: '开始总结',
    note: '笔记',
    private: /这个视频/,
    again: '再次总结',
    described: '这篇笔记只依据简介写成',
    cancel: '取消',
  },
  en: {
    locale: 'en-US',
    capture: 'Paste a link, or drop files',
    start: 'Summarize',
    note: 'Note',
    private: /video/i,
    again: 'Summarize again',
    described: 'This note rests on the description alone',
    cancel: 'Cancel',
  },
} as const;

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

async function paste(page: Page, url: string, language: 'zh' | 'en'): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: words[language].capture }).fill(url);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: words[language].start, exact: true }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}

for (const language of ['zh', 'en'] as const) {
  const said = words[language];

  test.describe(language, () => {
    test.use({ locale: said.locale });

    test(`SUM-02 CON-08 a link becomes a note with seconds beside the video’s own player (${language})`, async ({
      page,
      internet,
    }, info) => {
      const outside = await stayInside(page);
      const id = `e2eNote${language}01`.padEnd(11, 'x');
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
      await paste(page, `https://www.youtube.com/watch?v=${id}&t=20&list=PLabcdefghijk123`, language);
      const note = page.getByRole('article', { name: said.note });
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
      await page.screenshot({ path: info.outputPath(`note-${language}.png`) });
      expect(outside).toEqual([]);
    });

    const states: [string, Partial<FakeVideo>, string][] = [
      ['private', { title: undefined, status: refusals.private } as Partial<FakeVideo>, 'video_private'],
      ['deleted', { title: undefined, status: refusals.deleted } as Partial<FakeVideo>, 'video_unavailable'],
      ['age', { status: refusals.age }, 'video_age_restricted'],
      ['region', { status: refusals.region }, 'video_region_blocked'],
      ['members', { status: refusals.members }, 'video_members_only'],
      ['live', { details: { isLive: true } }, 'video_live'],
    ];
    test(`SUM-07 what cannot be had says why and what to do (${language})`, async ({ page, internet }, info) => {
      await stayInside(page);
      // Half of the states in each language: a site is asked seconds apart.
      for (const [index, [name, over, code]] of states.filter((_, at) => at % 2 === (language === 'zh' ? 0 : 1)).entries()) {
        const id = `e2eNot${language}${index}00`.padEnd(11, 'x');
        await onVideo(internet, { id, title: `影片 ${name}`, seconds: 100, ...over });
        await paste(page, `https://www.youtube.com/watch?v=${id}`, language);
        await expect(page.getByText(code).first()).toBeVisible();
        await expect(page.getByRole('button', { name: said.again }).first()).toBeVisible();
        if (!('title' in over)) await expect(page.getByRole('heading', { name: `影片 ${name}`, level: 1 })).toBeVisible();
        await page.screenshot({ path: info.outputPath(`${name}-${language}.png`) });
      }
    });

    test(`SUM-02 SUM-07 only a description: the note says so, and why (${language})`, async ({ page, internet }, info) => {
      await stayInside(page);
      const id = `e2eDes${language}100`.padEnd(11, 'x');
      const description = facts
        .map(
          (fact, index) => `这部影片在第${index + 1}段讲到${fact}，老人们记得很清楚，并且写下了${index + 3}页笔记给后来的人看。`,
        )
        .join('\n\n');
      await onVideo(internet, { id, title: '没有字幕的影片', seconds: 300, description, tracks: [] });
      await paste(page, `https://www.youtube.com/watch?v=${id}`, language);
      await expect(page.getByRole('article', { name: said.note })).toBeVisible();
      await expect(page.getByText(said.described)).toBeVisible();
      await page.screenshot({ path: info.outputPath(`described-${language}.png`) });
    });
  });
}

// On the other server: being turned away holds up everybody who asks the same site.
test.describe('turned away', () => {
  test.use({ baseURL: appWithModelUrl });
  for (const language of ['zh', 'en'] as const) {
    const said = words[language];
    test.describe(language, () => {
      test.use({ locale: said.locale });
      test(`SUM-08 taken for a robot: the run waits, says so, and can be cancelled (${language})`, async ({
        page,
        internet,
      }, info) => {
        await stayInside(page);
        const id = `e2eBot${language}100`.padEnd(11, 'x');
        await onVideo(internet, { id, status: refusals.bot });
        await paste(page, `https://www.youtube.com/watch?v=${id}`, language);
        const status = page.getByText(language === 'zh' ? /等候/ : /waiting/i).first();
        await expect(status).toBeVisible();
        await page.screenshot({ path: info.outputPath(`waiting-${language}.png`) });
        await page.getByRole('button', { name: said.cancel }).first().click();
        await expect(page.getByRole('button', { name: said.again }).first()).toBeVisible();
      });
    });
  }
});
