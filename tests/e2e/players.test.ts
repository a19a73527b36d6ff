/** A site's own player: nothing is asked of the site before somebody presses something, then times lead into it. */
import type { Page } from '@playwright/test';
import { expect, type Internet, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openSummarised, summariseLink } from '../harness/browser/recording.ts';
import { chanceOf, wholeTrack } from '../harness/files/make-tracks.ts';
import { json3, watchPage } from '../harness/sites/youtube.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

/** Runs at one site start some seconds apart, and all of these tests ask the same one. */
const long = { timeoutMs: 120_000 };

const youtubeHost = 'https://www.youtube-nocookie.com';
const bilibiliHost = 'https://player.bilibili.com';

/** Speaks the protocol of YouTube's framed player: reports once it is asked to, plays by a clock that commands move. */
const fakeYoutube = `<!doctype html><title>player</title><output id="said"></output><script>
const query = new URLSearchParams(location.search);
const said = [];
let time = Number(query.get('start')), playing = true, known = false;
const tell = (event, info) => parent.postMessage(JSON.stringify({ event, info, channel: 'widget' }), query.get('origin'));
const state = () => ({ currentTime: time, duration: 600, playerState: playing ? 1 : 2, playbackRate: 1, muted: false, volume: 100 });
addEventListener('message', (event) => {
  if (event.origin !== query.get('origin')) return;
  const message = JSON.parse(event.data);
  if (message.event === 'listening') { known = true; tell('initialDelivery', state()); tell('onReady', null); return; }
  said.push(message.func + (message.args.length ? ':' + message.args.join(',') : ''));
  document.getElementById('said').textContent = said.join(' ');
  if (message.func === 'seekTo') time = message.args[0];
  if (message.func === 'playVideo') playing = true;
  if (message.func === 'pauseVideo') playing = false;
  tell('infoDelivery', state());
});
setInterval(() => { if (known && playing) { time += 0.25; tell('infoDelivery', { currentTime: time }); } }, 250);
</script>`;

/** Refuses to play here, as videos do whose owners do not want it. */
const refusingYoutube = `<!doctype html><script>
addEventListener('message', () => parent.postMessage(JSON.stringify({ event: 'onError', info: 101 }), '*'));
</script>`;

/** Every address outside this machine that the page asked for, and an answer for the player's. */
async function watchOutside(page: Page, player: string): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    async (route) => {
      asked.push(route.request().url());
      await (route.request().resourceType() === 'document'
        ? route.fulfill({ contentType: 'text/html', body: player })
        : route.abort());
    },
  );
  return asked;
}

/** A video of ten minutes; with `wrong`, its creator's captions are another video's and its automatic ones are right. */
async function publish(internet: Internet, id: string, options: { wrong?: boolean } = {}): Promise<void> {
  const { cues } = wholeTrack('zh', 600, chanceOf(21));
  const tracks = [{ language: 'zh', name: '中文（自动生成）', automatic: true }];
  if (options.wrong) tracks.unshift({ language: 'zh-Hans', name: '简体中文', automatic: false });
  await internet.on(
    `https://www.youtube.com/watch?v=${id}`,
    watchPage({ id, title: `山谷里的窑 ${id}`, seconds: 600, tracks, description: '一座窑的来历。' }),
  );
  await internet.on(`https://www.youtube.com/api/timedtext?v=${id}&lang=zh`, json3(cues));
  await internet.on(
    `https://www.youtube.com/api/timedtext?v=${id}&lang=zh-Hans`,
    json3(wholeTrack('zh', 1500, chanceOf(22)).cues),
  );
}

/** The content as the server has it, with other media. */
async function withMedia(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.route('**/api/trpc/**content.overview**', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(
      /"embed":(?:null|\{[^}]*\})/g,
      `"embed":${JSON.stringify(change.embed ?? null)}`,
    );
    const body = change.media ? text.replaceAll('"media":null', `"media":${JSON.stringify(change.media)}`) : text;
    await route.fulfill({ response, body });
  });
}

function chips(page: Page) {
  return page
    .getByRole('article')
    .getByRole('button')
    .filter({ hasText: /^\d\d:\d\d$/ });
}

function secondsOf(text: string | null): number {
  const [minutes = 0, seconds = 0] = (text ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}

test('CON-08 SUM-02 a YouTube video: nothing is asked of it until it is pressed, then chips, lines and keys move it', async ({
  page,
  internet,
}) => {
  await publish(internet, 'playerONE_1');
  const asked = await watchOutside(page, fakeYoutube);
  await openSummarised(page, await summariseLink(page, 'https://www.youtube.com/watch?v=playerONE_1', long));
  await expect(page.getByRole('button', { name: /用 YouTube 播放器播放/ })).toBeVisible();
  await expect(page.getByText('按下后从 www.youtube-nocookie.com 载入播放器')).toBeVisible();
  await page.getByRole('tab', { name: '字幕' }).click();
  await page.getByRole('tab', { name: '总结' }).click();
  expect(asked).toEqual([]);

  const chip = chips(page).nth(1);
  const wanted = secondsOf(await chip.textContent());
  await chip.click();
  const frame = page.frameLocator('iframe[title^="YouTube 播放器"]');
  await expect(frame.locator('#said')).toContainText('addEventListener');
  const address = new URL(asked[0] ?? '');
  expect(address.origin).toBe(youtubeHost);
  expect(address.searchParams.get('start')).toBe(String(wanted));
  expect(asked.every((url) => url.startsWith(youtubeHost))).toBe(true);
  const attributes = await page.locator('iframe').evaluate((element: HTMLIFrameElement) => ({
    sandbox: element.getAttribute('sandbox'),
    referrer: element.referrerPolicy,
  }));
  expect(attributes.sandbox).not.toContain('top-navigation');
  expect(attributes.referrer).toBe('strict-origin');

  // The link to the site keeps up with what the player tells.
  const link = page.getByRole('link', { name: /在 YouTube 从 .* 打开/ });
  await expect.poll(async () => Number(/t=(\d+)s$/.exec((await link.getAttribute('href')) ?? '')?.[1])).toBeGreaterThan(wanted);
  const last = chips(page).last();
  const later = secondsOf(await last.textContent());
  await last.click();
  await expect(frame.locator('#said')).toContainText(new RegExp(`seekTo:${later}(?:\\.\\d+)?,true playVideo`));

  await page.getByRole('tab', { name: '字幕' }).click();
  const script = page.getByRole('region', { name: /字幕，共/ });
  await expect(script.locator('[aria-current]')).toBeVisible();
  const line = script.getByRole('button').nth(2);
  await line.click();
  await expect(frame.locator('#said')).toContainText(/seekTo:\d+(?:\.\d+)?,true playVideo .*seekTo/);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('k');
  await expect(frame.locator('#said')).toContainText('pauseVideo');
  const moves = ((await frame.locator('#said').textContent()) ?? '').split('seekTo').length;
  await page.keyboard.press('l');
  await expect.poll(async () => ((await frame.locator('#said').textContent()) ?? '').split('seekTo').length).toBe(moves + 1);
});

test('CON-08 ignores messages of other senders', async ({ page, internet }) => {
  await publish(internet, 'playerONE_2');
  await watchOutside(page, fakeYoutube);
  await openSummarised(page, await summariseLink(page, 'https://www.youtube.com/watch?v=playerONE_2', long));
  await page.getByRole('button', { name: /用 YouTube 播放器播放/ }).click();
  await expect(page.getByRole('link', { name: /在 YouTube 从 00:\d\d 打开/ })).toBeVisible();
  const lie = JSON.stringify({ event: 'infoDelivery', info: { currentTime: 500, duration: 600, playerState: 2 } });
  const heard = page.evaluate(
    (told) =>
      new Promise<void>((resolve) => {
        let left = 2;
        window.addEventListener('message', ({ data }) => {
          if (data === told && --left === 0) resolve();
        });
        const stranger = document.createElement('iframe');
        stranger.name = 'stranger';
        document.body.append(stranger);
      }),
    lie,
  );
  await expect.poll(() => page.frame({ name: 'stranger' })).not.toBeNull();
  // Said by the page itself, and by a frame that is not the player's.
  await page.evaluate((told) => window.postMessage(told, '*'), lie);
  await page.frame({ name: 'stranger' })?.evaluate((told) => window.parent.postMessage(told, '*'), lie);
  await heard;
  const link = page.getByRole('link', { name: /在 YouTube 从/ });
  const before = secondsOf(/(\d\d:\d\d)/.exec((await link.textContent()) ?? '')?.[1] ?? null);
  await expect
    .poll(async () => secondsOf(/(\d\d:\d\d)/.exec((await link.textContent()) ?? '')?.[1] ?? null))
    .toBeGreaterThan(before);
  expect(secondsOf(/(\d\d:\d\d)/.exec((await link.textContent()) ?? '')?.[1] ?? null)).toBeLessThan(60);
});

test('CON-08 a video that may not be played here says so, and leads to the site at this second', async ({ page, internet }) => {
  await publish(internet, 'playerONE_3');
  await watchOutside(page, refusingYoutube);
  await openSummarised(page, await summariseLink(page, 'https://www.youtube.com/watch?v=playerONE_3', long));
  const chip = chips(page).nth(1);
  const wanted = secondsOf(await chip.textContent());
  await chip.click();
  const failure = page.getByRole('alert').filter({ hasText: 'YouTube 的播放器没有打开' });
  await expect(failure).toBeVisible();
  await expect(failure.getByRole('link')).toHaveAttribute('href', `https://www.youtube.com/watch?v=playerONE_3&t=${wanted}s`);
  await expect(failure.getByRole('button', { name: '重新载入' })).toBeVisible();
});

test('CON-08 Bilibili’s player goes to a moment by loading anew', async ({ page, internet }) => {
  await publish(internet, 'playerONE_4');
  const asked = await watchOutside(page, '<!doctype html><title>bilibili</title>');
  await withMedia(page, { embed: { player: 'bilibili', id: 'BV1xx411c7mD', part: 2 } });
  await openSummarised(page, await summariseLink(page, 'https://www.youtube.com/watch?v=playerONE_4', long));
  await expect(page.getByText('按下后从 player.bilibili.com 载入播放器')).toBeVisible();
  expect(asked).toEqual([]);
  for (const index of [1, 2]) {
    const chip = chips(page).nth(index);
    const wanted = secondsOf(await chip.textContent());
    await chip.click();
    await expect.poll(() => asked.length).toBe(index);
    const address = new URL(asked[index - 1] ?? '');
    expect(address.origin).toBe(bilibiliHost);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ bvid: 'BV1xx411c7mD', p: '2', t: String(wanted) });
    await expect(page.getByRole('link', { name: /在 Bilibili 从/ })).toHaveAttribute(
      'href',
      `https://www.bilibili.com/video/BV1xx411c7mD?p=2&t=${wanted}`,
    );
  }
  // It tells nothing: on a phone it is large as soon as it is loaded, and small it has no key that would do nothing.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const player = page.locator('[data-player]');
  const play = player.getByRole('button', { name: '播放', exact: true });
  await expect(player).toHaveAttribute('data-mini');
  await play.click();
  await expect.poll(() => asked.length).toBe(3);
  await expect(player).not.toHaveAttribute('data-mini');
  await player.getByRole('button', { name: '缩小播放器' }).click();
  await expect(player).toHaveAttribute('data-mini');
  await expect(play).toHaveCount(0);
  // Nor is there a moment to insert into the note.
  await page.getByRole('button', { name: '编辑笔记' }).click();
  await expect(page.getByRole('toolbar').getByRole('button').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '插入当前播放时间' })).toHaveCount(0);
});

test('CON-08 the player can be put away, and stays away, for every content', async ({ page, internet }) => {
  await publish(internet, 'playerONE_5');
  const asked = await watchOutside(page, fakeYoutube);
  await openSummarised(page, await summariseLink(page, 'https://www.youtube.com/watch?v=playerONE_5', long));
  await page.getByRole('button', { name: '隐藏播放器' }).click();
  await expect(page.getByRole('button', { name: /用 YouTube 播放器播放/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByRole('button', { name: /用 YouTube 播放器播放/ })).toHaveCount(0);
  // Times then lead to their lines.
  await chips(page).nth(1).click();
  await expect(page).toHaveURL(/tab=subtitle/);
  await page.getByRole('button', { name: '显示播放器' }).click();
  await expect(page.getByRole('button', { name: /用 YouTube 播放器播放/ })).toBeVisible();
  expect(asked).toEqual([]);
});

test('CON-08 sound that was published without encryption is asked for with it, and a failure says why', async ({
  page,
  internet,
}) => {
  await publish(internet, 'playerONE_6');
  const asked = await watchOutside(page, '');
  await withMedia(page, { media: { type: 'audio', mime: 'audio/mpeg', url: 'http://media.example/talk.mp3' } });
  await openSummarised(page, await summariseLink(page, 'https://www.youtube.com/watch?v=playerONE_6', long));
  await expect(page.getByRole('alert').filter({ hasText: '没有加密的连接' })).toBeVisible();
  expect(asked).toContain('https://media.example/talk.mp3');
  expect(asked.some((url) => url.startsWith('http:'))).toBe(false);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SUM-02 the page says which track was used and why the other was not', async ({ page, internet }) => {
    await publish(internet, 'playerTWO_1', { wrong: true });
    await watchOutside(page, fakeYoutube);
    await openSummarised(page, await summariseLink(page, 'https://www.youtube.com/watch?v=playerTWO_1', long));
    const more = { name: '1 other not used' };
    const reason = 'seems to belong to another video';
    await page.getByRole('button', more).click();
    await expect(page.getByRole('listitem').filter({ hasText: '简体中文' })).toContainText(reason);
    // Once, above the tabs, for all of them.
    await page.getByRole('tab').nth(2).click();
    await expect(page.getByRole('tabpanel')).not.toContainText(/auto-generated/);
    await expect(page.getByText(/auto-generated/)).toBeVisible();
  });
});
