/** A video of a site that yt-dlp reads, from paste to note, and what a user sees where there is none, or an old one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FakeBehaviour, writeFakeYtDlp } from '../fakes/yt-dlp.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import type { TestServer } from '../harness/http/server.ts';
import { type Replay, startReplay } from '../harness/sites/replay.ts';

// The program is installed and updated while the server runs.
test.setTimeout(120_000);
test.use({ locale: 'zh-CN' });

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

/** A talk of three minutes in which no sentence comes twice. */
function captions(): string {
  const clock = (seconds: number) => `00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.000`;
  const of = (list: readonly string[], index: number) => list[index % list.length] ?? '';
  const said = (index: number) =>
    `${of(people, index)}在${of(places, index * 3)}${of(deeds, index * 5 + 1)}，窑火烧了${index + 3}个小时，得到${index * 7 + 11}件陶器。`;
  const cues = Array.from({ length: 30 }, (_, index) => `${clock(index * 6)} --> ${clock(index * 6 + 5)}\n${said(index)}\n`);
  return `WEBVTT\n\n${cues.join('\n')}`;
}

function talk(id: number, title: string): FakeBehaviour {
  const info = {
    id: String(id),
    extractor_key: 'Vimeo',
    title,
    uploader: 'Ada Brook',
    duration: 180,
    webpage_url: `https://vimeo.com/${id}`,
    chapters: [
      { title: '第一次点火', start_time: 0 },
      { title: '第二次点火', start_time: 90 },
    ],
    subtitles: { zh: [{ ext: 'vtt', name: '中文' }] },
    formats: [{ vcodec: 'avc1', acodec: 'mp4a' }],
  };
  return { answers: { [info.webpage_url]: { info, tracks: { zh: { format: 'vtt', text: captions() } } } } };
}

function pageOf(id: number, title: string): void {
  const head = `<title>Vimeo</title><meta property="og:title" content="${title}"><meta property="og:description" content="Kilns.">`;
  internet.on(`https://vimeo.com/${id}`, { body: `<html><head>${head}</head><body></body></html>`, type: 'text/html' });
}

async function paste(page: Page, url: string): Promise<void> {
  await page.goto(server.url);
  await page.getByRole('textbox', { name: '粘贴链接，或拖入文件' }).fill(url);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结', exact: true }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}

test('SUM-02 SUM-07 without yt-dlp, and with an old one, the page says what to do, and then there is a note with times', async ({
  page,
}) => {
  const title = '陶窑讲座';
  const again = page.getByRole('button', { name: /再次总结/ }).first();
  pageOf(410_001, title);
  await paste(page, 'https://vimeo.com/410001');
  await expect(page.getByText(/需要 yt-dlp，而服务器上没有安装.*pip install yt-dlp/).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await writeFakeYtDlp(program(), { version: '2024.03.10' });
  await again.click();
  await expect(page.getByText(/yt-dlp 太旧.*pip install -U yt-dlp/).first()).toBeVisible();
  await writeFakeYtDlp(program(), talk(410_001, title));
  await again.click();
  const note = page.getByRole('article', { name: '笔记' });
  await expect(note).toBeVisible();
  await expect(note).toContainText('第二次点火');
  await expect(
    note
      .getByRole('button')
      .filter({ hasText: /^\d\d:\d\d$/ })
      .first(),
  ).toBeVisible();
});
