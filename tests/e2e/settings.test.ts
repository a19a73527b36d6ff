/** The settings page, on a server of its own: models belong to a server, and other tests would see what is done here. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { startOwnServer } from '../harness/e2e-server.ts';
import { makeWav } from '../harness/make-media.ts';
import { type ModelServer, serve, someFile, startModelServer } from '../harness/model-server.ts';
import type { TestServer } from '../harness/server.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ locale: 'zh-CN' });
test.describe.configure({ mode: 'serial' });

let models: ModelServer;
let app: TestServer;
let folder: string;
const [small, big, brought] = [someFile(4_000), someFile(3_000_000), someFile(50_000)];

/** Ends an answer that was held after its first bytes. */
let release: () => void;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-settings-'));
  models = await startModelServer();
  const licence = { name: 'MIT', url: 'https://example.com/licence' };
  const model = (id: string, name: string, files: { name: string; file: typeof big }[]) => ({
    id,
    name,
    engine: 'whisper',
    languages: ['fr', 'pt'],
    licence,
    parts: { model: files[0]?.name },
    files: files.map(({ name: file, file: { body, sha256 } }) => ({
      name: file,
      bytes: body.length,
      sha256,
      urls: [`${models.url}/${file}`],
    })),
  });
  const manifest = join(folder, 'models.json');
  writeFileSync(
    manifest,
    JSON.stringify({
      models: [
        model('trial', 'Trial model', [
          { name: 'small.bin', file: small },
          { name: 'big.bin', file: big },
        ]),
        model('brought', 'Brought model', [{ name: 'brought.bin', file: brought }]),
      ],
    }),
  );
  app = await startOwnServer({ env: { SPEECH_MODEL_MANIFEST: manifest, GLEANER_FETCH_ALLOW: models.host } });
});
test.afterAll(async () => {
  await app.stop();
  app.remove();
  await models.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${app.url}/user/settings`);
  await expect(page.getByRole('heading', { name: '语音识别' })).toBeVisible();
}

const row = (page: Page, id: string) => page.getByTestId(`speech-model-${id}`);

test('SHL-01 the settings are reached from the user menu by keyboard', async ({ page }) => {
  await page.goto(app.url);
  await page.getByRole('button', { name: '用户菜单' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '设置' }).press('Enter');
  await expect(page).toHaveURL(/\/user\/settings$/);
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible();
  await expect(page).toHaveTitle(/设置/);
  await expect(page.getByRole('heading', { name: '站点登录' })).toBeVisible();
});

test('SUM-04 every model says how large it is, what it understands and under which licence', async ({ page }) => {
  await openSettings(page);
  const senseVoice = row(page, 'sense-voice');
  await expect(senseVoice).toContainText('SenseVoice Small');
  await expect(senseVoice).toContainText('推荐');
  await expect(senseVoice).toContainText('粤语');
  await expect(senseVoice).toContainText(/229\s*MB/);
  await expect(senseVoice.getByRole('link', { name: /FunASR Model License/ })).toHaveAttribute('rel', /noreferrer/);
  await expect(row(page, 'trial')).toContainText('法语');
});

test('SUM-04 a fetch shows how far it is, is stopped, goes on where it was, survives a reload, and ends', async ({ page }) => {
  models.on('/small.bin', serve(small));
  models.on('/big.bin', (request, response) => {
    const from = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const range = from > 0 ? { 'content-range': `bytes ${from}-${big.body.length - 1}/${big.body.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': big.body.length - from, ...range });
    const half = from + Math.floor((big.body.length - from) / 2);
    response.write(big.body.subarray(from, half));
    release = () => response.end(big.body.subarray(half));
  });
  await openSettings(page);
  const trial = row(page, 'trial');
  await trial.getByRole('button', { name: '下载 Trial model' }).click();
  const bar = trial.getByRole('progressbar', { name: 'Trial model 的下载进度' });
  await expect(bar).toHaveAttribute('aria-valuenow', '50');
  await expect(trial).toContainText('正在下载');
  await page.reload();
  await expect(bar).toHaveAttribute('aria-valuenow', '50');
  await trial.getByRole('button', { name: '停止下载 Trial model' }).click();
  await expect(trial).toHaveAttribute('data-state', 'partial');
  await expect(trial).toContainText('继续时接着下载');
  await trial.getByRole('button', { name: '继续下载 Trial model' }).click();
  await expect(bar).toHaveAttribute('aria-valuenow', '75');
  release();
  await expect(trial).toHaveAttribute('data-state', 'installed');
  await expect(trial.getByRole('status').filter({ hasText: 'Trial model 已可使用' })).toBeAttached();
  expect(models.requests.map(({ range }) => range)).toEqual([undefined, undefined, 'bytes=1500000-']);
});

test('SUM-04 an installed model is removed after a question', async ({ page }) => {
  await openSettings(page);
  const trial = row(page, 'trial');
  await trial.getByRole('button', { name: '删除 Trial model' }).click();
  const dialog = page.getByRole('alertdialog', { name: '删除 Trial model？' });
  await expect(dialog).toContainText(/2\.9\s*MB/);
  await page.keyboard.press('Escape');
  await expect(trial).toHaveAttribute('data-state', 'installed');
  await trial.getByRole('button', { name: '删除 Trial model' }).click();
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect(trial).toHaveAttribute('data-state', 'absent');
});

test('SUM-04 what cannot be fetched, and what is not the model, is said in words', async ({ page }) => {
  models.on('/small.bin', (_request, response) => response.writeHead(503).end());
  await openSettings(page);
  const trial = row(page, 'trial');
  await trial.getByRole('button', { name: '下载 Trial model' }).click();
  await expect(trial.getByRole('alert')).toContainText('speech_model_unreachable');
  models.on('/small.bin', serve({ ...small, body: Buffer.alloc(small.body.length) }));
  await trial.getByRole('button', { name: '下载 Trial model' }).click();
  await expect(trial.getByRole('alert')).toContainText('speech_model_broken');
  await expect(trial.getByRole('alert')).toContainText('不完整或不是预期的文件');
  await trial.getByRole('button', { name: '删除 Trial model' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  await expect(trial).toHaveAttribute('data-state', 'absent');
});

test('SUM-04 a model that was brought is imported; what is missing is named', async ({ page }) => {
  await openSettings(page);
  const importButton = page.getByRole('button', { name: '导入', exact: true });
  await importButton.click();
  await expect(page.getByRole('alert').filter({ hasText: 'speech_import_missing' })).toContainText('没有完整的模型');
  const target = join(app.dataDir, 'models/import');
  await expect(page.locator('code').filter({ hasText: target })).toBeVisible();
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'brought.bin'), brought.body);
  await importButton.click();
  await expect(page.getByText('已导入：Brought model')).toBeVisible();
  await expect(row(page, 'brought')).toHaveAttribute('data-state', 'installed');
});

test('SUM-04 a recording without words leads to the settings', async ({ page }) => {
  await page.goto(app.url);
  await page.locator('input[type=file]').setInputFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer: makeWav(5) });
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(page.getByText(/speech_model_missing/)).toBeVisible();
  await page.getByRole('link', { name: '设置语音识别' }).click();
  await expect(page).toHaveURL(/\/user\/settings#speech$/);
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`the page stands at ${width} px, light and dark, without an accessibility fault or sideways scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openSettings(page);
    await expect(row(page, 'brought')).toBeVisible();
    await expectNoViolationsInEitherScheme(page, async (scheme) => {
      if (process.env.GLEANER_SHOTS)
        await page.screenshot({ path: join(process.env.GLEANER_SHOTS, `settings-${width}-${scheme}.png`), fullPage: true });
    });
    await expectNoSidewaysScroll(page);
  });

test.describe('in English', () => {
  test.use({ locale: 'en-US' });
  test('SHL-07 the page speaks English', async ({ page }) => {
    await page.goto(`${app.url}/user/settings`);
    await expect(page.getByRole('heading', { name: 'Speech recognition' })).toBeVisible();
    await expect(row(page, 'sense-voice')).toContainText('Cantonese');
    if (process.env.GLEANER_SHOTS)
      await page.screenshot({ path: join(process.env.GLEANER_SHOTS, 'settings-en.png'), fullPage: true });
  });
});
