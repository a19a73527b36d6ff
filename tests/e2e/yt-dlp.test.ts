/** A video of a site that yt-dlp reads, from paste to note, and what a user sees where there is none, or an old one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FakeBehaviour, writeFakeYtDlp } from '../fakes/yt-dlp.ts';
import { expect, test } from '../harness/e2e.ts';
import { startOwnServer } from '../harness/e2e-server.ts';
import { type Replay, startReplay } from '../harness/replay.ts';
import type { TestServer } from '../harness/server.ts';

// One program for all of them, installed and updated while the server runs.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

let server: TestServer;
let internet: Replay;
let folder: string;
const program = () => join(folder, 'yt-dlp');

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yt-dlp-e2e-'));
  internet = await startReplay();
  server = await startOwnServer({ env: { GLEANER_REPLAY: internet.url, YTDLP_PATH: program() } });
});
test.afterAll(async () => {
  await server?.stop();
  server?.remove();
  await internet?.close();
  await rm(folder, { recursive: true, force: true });
});
test.beforeEach(() => rm(program(), { force: true }));

const places = ['北坡', '河滩', '老井', '磨坊', '竹林', '南门', '石桥', '渡口', '晒场', '祠堂'];
const people = ['王师傅', '李家的女儿', '测量队', '年轻学徒', '村里的木匠'];
const deeds = ['量了窑壁的温度', '换掉了裂开的砖', '数出完好的陶罐', '记下添柴的时辰', '重新砌了烟囱', '筛过从山上挑来的泥'];
const englishPlaces = ['north slope', 'river bank', 'old well', 'mill', 'bamboo grove', 'south gate', 'bridge', 'ferry'];
const englishPeople = ['The master', 'A young apprentice', 'The survey team', 'Her elder sister', 'The carpenter'];
const englishDeeds = [
  'measured the wall',
  'replaced cracked bricks',
  'counted whole jars',
  'wrote down the hours',
  'sieved the clay',
  'rebuilt the chimney',
];

/** A talk of three minutes in which no sentence comes twice. */
function captions(language: 'zh' | 'en'): string {
  const clock = (seconds: number) => `00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.000`;
  const of = (list: readonly string[], index: number) => list[index % list.length] ?? '';
  const said = (index: number) =>
    language === 'zh'
      ? `${of(people, index)}在${of(places, index * 3)}${of(deeds, index * 5 + 1)}，窑火烧了${index + 3}个小时，得到${index * 7 + 11}件陶器。`
      : `${of(englishPeople, index)} at the ${of(englishPlaces, index * 3)} ${of(englishDeeds, index * 5 + 1)} after ${index + 3} hours and ${index * 7 + 11} pots.`;
  const cues = Array.from({ length: 30 }, (_, index) => `${clock(index * 6)} --> ${clock(index * 6 + 5)}\n${said(index)}\n`);
  return `WEBVTT\n\n${cues.join('\n')}`;
}

function talk(id: number, title: string, language: 'zh' | 'en'): FakeBehaviour {
  const info = {
    id: String(id),
    extractor_key: 'Vimeo',
    title,
    uploader: 'Ada Brook',
    duration: 180,
    webpage_url: `https://vimeo.com/${id}`,
    chapters: [
      { title: language === 'zh' ? '第一次点火' : 'First fire', start_time: 0 },
      { title: language === 'zh' ? '第二次点火' : 'Second fire', start_time: 90 },
    ],
    subtitles: { [language]: [{ ext: 'vtt', name: language === 'zh' ? '中文' : 'English' }] },
    formats: [{ vcodec: 'avc1', acodec: 'mp4a' }],
  };
  return { answers: { [info.webpage_url]: { info, tracks: { [language]: { format: 'vtt', text: captions(language) } } } } };
}

function pageOf(id: number, title: string): void {
  const head = `<title>Vimeo</title><meta property="og:title" content="${title}"><meta property="og:description" content="Kilns.">`;
  internet.on(`https://vimeo.com/${id}`, { body: `<html><head>${head}</head><body></body></html>`, type: 'text/html' });
}

const words = {
  zh: {
    locale: 'zh-CN',
    box: '粘贴链接，或拖入文件',
    start: '开始总结',
    again: /再次总结/,
    note: '笔记',
    title: '陶窑讲座',
    missing: /需要 yt-dlp，而服务器上没有安装.*pip install yt-dlp/,
    outdated: /yt-dlp 太旧.*pip install -U yt-dlp/,
    live: /直播还在进行或尚未开始/,
    chapter: '第二次点火',
  },
  en: {
    locale: 'en-US',
    box: 'Paste a link, or drop files',
    start: 'Summarize',
    again: /Summarize again/,
    note: 'Note',
    title: 'A talk on kilns',
    missing: /needs yt-dlp, which this server does not have.*pip install yt-dlp/,
    outdated: /yt-dlp on this server is too old.*pip install -U yt-dlp/,
    live: /live stream that is still running/,
    chapter: 'Second fire',
  },
};

for (const language of ['zh', 'en'] as const) {
  const said = words[language];
  const id = language === 'zh' ? 410_000 : 420_000;

  test.describe(language, () => {
    test.use({ locale: said.locale });

    async function paste(page: Page, url: string): Promise<void> {
      await page.goto(server.url);
      await page.getByRole('textbox', { name: said.box }).fill(url);
      // What is known of the link moves the button to its place.
      await expect(page.getByTestId('preview-item')).toBeVisible();
      await page.getByRole('button', { name: said.start, exact: true }).click();
      await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
    }

    test('SUM-02 a link to a talk becomes a note whose lines have times', async ({ page }) => {
      pageOf(id + 1, said.title);
      await writeFakeYtDlp(program(), talk(id + 1, said.title, language));
      await paste(page, `https://vimeo.com/${id + 1}`);
      const note = page.getByRole('article', { name: said.note });
      await expect(note).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: said.title })).toBeVisible();
      await expect(note).toContainText(said.chapter);
      await expect(
        note
          .getByRole('button')
          .filter({ hasText: /^\d\d:\d\d$/ })
          .first(),
      ).toBeVisible();
      await page.screenshot({ path: `test-results/yt-dlp-note-${language}.png` });
    });

    test('SUM-07 without yt-dlp, and with an old one, the page says what to do, and then it works', async ({ page }) => {
      const title = `${said.title} 2`;
      pageOf(id + 2, title);
      await paste(page, `https://vimeo.com/${id + 2}`);
      await expect(page.getByText(said.missing).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.screenshot({ path: `test-results/yt-dlp-missing-${language}.png` });
      await writeFakeYtDlp(program(), { version: '2024.03.10' });
      await page.getByRole('button', { name: said.again }).first().click();
      await expect(page.getByText(said.outdated).first()).toBeVisible();
      await page.screenshot({ path: `test-results/yt-dlp-outdated-${language}.png` });
      await writeFakeYtDlp(program(), talk(id + 2, title, language));
      await page.getByRole('button', { name: said.again }).first().click();
      await expect(page.getByRole('article', { name: said.note })).toBeVisible();
    });

    test('SUM-07 a stream that is still running says so', async ({ page }) => {
      pageOf(id + 3, said.title);
      const live = {
        id: '3',
        title: said.title,
        live_status: 'is_live',
        webpage_url: `https://vimeo.com/${id + 3}`,
        formats: [],
      };
      await writeFakeYtDlp(program(), { answers: { '*': { info: live } } });
      await paste(page, `https://vimeo.com/${id + 3}`);
      await expect(page.getByText(said.live).first()).toBeVisible();
    });
  });
}
