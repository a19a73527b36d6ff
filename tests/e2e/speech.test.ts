import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { countingWords, makeVoice } from '../harness/files/make-voice.ts';
import type { TestServer } from '../harness/http/server.ts';
import { type FakeSpeech, heardSegments, startFakeSpeech } from '../harness/models/fake-speech.ts';

test.use({ locale: 'zh-CN' });
test.describe.configure({ mode: 'default' });

let service: FakeSpeech;
let server: TestServer;

test.beforeAll(async () => {
  service = await startFakeSpeech();
  server = await startOwnServer({
    env: {
      SPEECH_BASE_URL: service.url,
      SPEECH_API_KEY: 'sk-speech-canary-000000',
      SPEECH_MODEL: 'whisper-1',
      SPEECH_PARALLEL: '1',
    },
  });
});
test.afterAll(async () => {
  await server.stop();
  server.remove();
  await service.close();
});

async function upload(page: Page, url: string, name: string, seconds: number, first: number): Promise<void> {
  await page.goto(url);
  const buffer = makeVoice(countingWords(seconds, { first }), seconds * 1000);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'audio/wav', buffer });
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}

test('SUM-04 a recording without subtitles is listened to, and its note leads to the second', async ({ page }) => {
  // Seen at work for as long as that takes.
  const { promise: until, resolve } = Promise.withResolvers<void>();
  service.script(({ words }) => ({ segments: heardSegments(words), until }));
  await upload(page, server.url, 'talk.wav', 64, 0);
  await expect(page.getByText(/正在听写/).last()).toBeVisible();
  resolve();
  const note = page.getByRole('article', { name: '笔记' });
  await expect(note).toBeVisible();
  await expect(page.getByText(/语音识别 · whisper-1（远程服务）/).first()).toBeVisible();
  await expect(note).toContainText(/\d\d:\d\d/);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SUM-04 without a recogniser the record stays, says what would help, plays, and leads to the settings', async ({
    page,
  }) => {
    await upload(page, appUrl, 'mute.wav', 21, 80);
    await expect(page.getByText('This recording has no embedded subtitles', { exact: true })).toBeVisible();
    await expect(page.getByText(/speech_(?:not_configured|model_missing)/)).toBeAttached();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect
      .poll(() => page.locator('audio').evaluate((element: HTMLMediaElement) => element.currentTime))
      .toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Set up speech recognition' }).click();
    await expect(page).toHaveURL(/\/user\/settings\?section=speech$/);
    await expect(page.getByRole('heading', { name: 'Speech recognition' })).toBeVisible();
  });
});
