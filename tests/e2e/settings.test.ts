/** The settings page, on a server of its own: models belong to a server, and other tests would see what is done here. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { cues, summariseUpload } from '../harness/browser/recording.ts';
import { shot } from '../harness/browser/shots.ts';
import { toSrt } from '../harness/files/make-tracks.ts';
import type { TestServer } from '../harness/http/server.ts';
import { type FakeLlm, startFakeLlm } from '../harness/models/fake-llm.ts';
import { type ModelServer, serve, someFile, startModelServer } from '../harness/models/model-server.ts';
import { expectNoViolationsInEitherScheme, expectUsableAtBothWidths } from './settled.ts';

test.use({ locale: 'zh-CN' });
test.describe.configure({ mode: 'serial' });

let models: ModelServer;
/** The internet, as far as model providers are concerned. */
let llm: FakeLlm;
let ollama: FakeLlm;
let app: TestServer;
let folder: string;
const [small, big, brought] = [someFile(4_000), someFile(3_000_000), someFile(50_000)];

/** Ends an answer that was held after its first bytes. */
let release: () => void;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-settings-'));
  [models, llm, ollama] = await Promise.all([startModelServer(), startFakeLlm(), startFakeLlm()]);
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
  app = await startOwnServer({
    env: {
      SPEECH_MODEL_MANIFEST: manifest,
      GLEANER_FETCH_ALLOW: models.host,
      GLEANER_REPLAY: `http://${llm.host}`,
      OLLAMA_PORT: ollama.host.split(':')[1] ?? '',
    },
  });
});
test.afterAll(async () => {
  await app.stop();
  app.remove();
  await Promise.all([models.close(), llm.close(), ollama.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${app.url}/user/settings?section=speech`);
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
  await expect(page.getByRole('heading', { name: '自己的模型密钥' })).toBeVisible();
});

const nav = (page: Page) => page.getByRole('navigation', { name: '设置' });

test('SHL-05 every section is reached by keyboard from the navigation, and by its address', async ({ page }) => {
  await page.goto(`${app.url}/user/settings`);
  const links = nav(page).getByRole('link');
  await expect(links).toHaveText(['语言模型', '语音识别', '站点登录', '账号', '用时', '语言与外观', '书签与安装', '我的数据']);
  await expect(links.first()).toHaveAttribute('aria-current', 'page');
  const places = [
    ['语言模型', 'model', '自己的模型密钥'],
    ['语音识别', 'speech', '语音识别'],
    ['站点登录', 'sign-ins', '站点登录'],
    ['账号', 'account', '账号'],
    ['用时', 'time', '用时'],
    ['语言与外观', 'appearance', '语言与外观'],
    ['书签与安装', 'doors', '书签与安装'],
    ['我的数据', 'my-data', '我的数据'],
  ] as const;
  await links.first().focus();
  for (const [name, section, heading] of places) {
    const link = nav(page).getByRole('link', { name });
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/user/settings\\?section=${section}$`));
    await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible();
    await expect(nav(page).locator('[aria-current=page]')).toHaveText(name);
    // The focus stays in the list.
    await expect(link).toBeFocused();
    await page.keyboard.press('Tab');
  }
  for (const [name, section, heading] of places) {
    await page.goto(`${app.url}/user/settings?section=${section}`);
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await expect(nav(page).locator('[aria-current=page]')).toHaveText(name);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: '书签与安装' })).toBeVisible();
  await page.goto(`${app.url}/user/settings?section=nonsense`);
  await expect(page.getByRole('heading', { level: 2, name: '自己的模型密钥' })).toBeVisible();
});

test('SHL-05 language and appearance are chosen in the settings and remembered', async ({ page }) => {
  await page.goto(`${app.url}/user/settings?section=appearance`);
  await page.getByRole('radio', { name: '深色' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: '深色' }).press('ArrowLeft');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('radio', { name: '深色' }).check();
  await page.getByRole('radio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
});

test('SUM-15 SUM-10 excerpts from before there was a model are rewritten with it by a press beside them', async ({
  page,
  browser,
}) => {
  ollama.models = ['qwen3:8b'];
  await page.goto(app.url);
  const contentId = await summariseUpload(page, { name: 'barn.srt', buffer: Buffer.from(toSrt(cues)) }, { origin: app.url });
  const rewrite = page.getByRole('button', { name: '用 qwen3:8b 重写' });
  await page.goto(`${app.url}/content/${contentId}`);
  await expect(page.getByText('原文摘选', { exact: true })).toBeVisible();
  await expect(rewrite).toHaveCount(0);
  await page.goto(`${app.url}/user/settings`);
  await page.getByRole('button', { name: '使用 Ollama 的 qwen3:8b' }).click();
  await expect(page.getByText('之后的内容由 qwen3:8b 来写')).toBeVisible();
  await page.goto(`${app.url}/content/${contentId}`);
  await expect(rewrite).toBeVisible();
  const english = await browser.newContext({ locale: 'en-US', storageState: await page.context().storageState() });
  const other = await english.newPage();
  await other.goto(`${app.url}/content/${contentId}`);
  await expect(other.getByRole('button', { name: 'Rewrite with qwen3:8b' })).toBeVisible();
  await english.close();
  await rewrite.click();
  await expect(page.getByText('由 qwen3:8b 撰写')).toBeVisible();
  await expect(rewrite).toHaveCount(0);
  await page.goto(`${app.url}/user/settings`);
  await page.getByRole('button', { name: '停止使用' }).click();
  await expect(page.getByRole('button', { name: '使用 Ollama 的 qwen3:8b' })).toBeVisible();
});

test('SUM-15 the home page leads to the model, and a pasted key chooses its provider, is tried, and saved with one that works', async ({
  page,
}) => {
  await page.goto(app.url);
  await expect(page.getByText('还没有模型：')).toBeVisible();
  await page.getByRole('link', { name: '设置模型' }).click();
  await expect(page).toHaveURL(/section=model$/);
  const section = page.getByRole('region', { name: '自己的模型密钥' });
  const [provider, model, key] = [
    section.getByLabel('服务商'),
    section.getByLabel('模型', { exact: true }),
    section.getByLabel('API Key', { exact: true }),
  ];
  await expect(section.getByRole('button', { name: '检查并保存' })).toBeDisabled();
  await key.fill(`sk-ant-${'x'.repeat(40)}`);
  await expect(provider).toHaveValue('anthropic');
  await expect(model).toHaveValue('claude-haiku-4-5');
  await expect(section.getByText('这是 Anthropic 的密钥，已换成 Anthropic。')).toBeVisible();

  await provider.selectOption('deepseek');
  await key.fill('AIza-too-short');
  await key.press('Enter');
  await expect(page.getByText('不是有效的 APIKey')).toBeVisible();
  await expect(key).toHaveAttribute('aria-invalid', 'true');

  llm.models = ['deepseek-v4-flash', 'deepseek-v4-pro'];
  llm.script(({ model: asked, authorization }) =>
    authorization?.includes('refused') ? { status: 401 } : asked === 'deepseek-v4-pro' ? { text: 'OK' } : { status: 400 },
  );
  // A key that works, but is replaced while it is tried: it is not saved, and what was typed meanwhile stays.
  const replaced = Promise.withResolvers<void>();
  const tried = /account\.tryModelKey/;
  await page.route(
    tried,
    async (route) => {
      await replaced.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await model.fill('deepseek-v4-pro');
  await key.fill(`sk-${'e'.repeat(32)}`);
  await key.press('Enter');
  await expect(section.getByRole('button', { name: '正在检查' })).toBeVisible();
  await key.fill(`sk-refused${'d'.repeat(32)}`);
  const answered = page.waitForResponse(tried);
  replaced.resolve();
  await answered;
  await key.press('Enter');
  const trial = section.getByRole('alert');
  await expect(trial).toContainText('服务商不接受这个密钥');
  // “Save anyway” would save it in the other place.
  await section.getByRole('radio', { name: '在服务器上' }).check();
  await expect(trial).toBeHidden();
  await section.getByRole('radio', { name: '只在这个浏览器里' }).check();
  await key.fill(`sk-${'d'.repeat(32)}`);
  await expect(trial).toBeHidden();
  await model.fill('gpt-of-another');
  await section.getByRole('button', { name: '检查并保存' }).click();
  await expect(trial).toContainText('服务商没有这个模型');
  await expectNoViolationsInEitherScheme(page);
  await expect(section.getByText('未保存', { exact: true })).toBeVisible();
  await trial.getByRole('button', { name: 'deepseek-v4-pro' }).click();
  await expect(section.getByText('已保存', { exact: true })).toBeVisible();
  const works = section.getByRole('status').filter({ hasText: '检查过了，deepseek-v4-pro 可以使用。' });
  await expect(works).toContainText('这个密钥还能用：deepseek-v4-flash');
  // Another model with the saved key: it need not be pasted again.
  llm.script(() => ({ text: 'OK' }));
  await model.fill('deepseek-v4-flash');
  await section.getByRole('button', { name: '检查并保存' }).click();
  await expect(section.getByText(/deepseek-v4-flash · 文字发往 api\.deepseek\.com/)).toBeVisible();
  await page.goto(app.url);
  await expect(page.getByText('由 deepseek-v4-flash 撰写')).toBeVisible();
});

test('SUM-15 a model on this computer is found, says what it replaces, and is used with one press', async ({ page }) => {
  ollama.models = ['llama3.2:3b', 'qwen3:8b'];
  await page.goto(`${app.url}/user/settings`);
  const local = page.getByRole('region', { name: '这台电脑上的模型' });
  await expect(local.getByRole('listitem')).toHaveCount(1);
  await expect(local).not.toContainText('已保存的密钥会被移除');
  await local.getByLabel(/^Ollama/).selectOption('qwen3:8b');
  await local.getByRole('button', { name: '使用 Ollama 的 qwen3:8b' }).click();
  await expect(local.getByText('正在使用')).toBeVisible();
  const told = page.getByText('之后的内容由 qwen3:8b 来写');
  await expect(told).toBeVisible();
  await expect(told).toHaveCSS('font-family', /Noto Sans CJK SC/);
  await page.goto(app.url);
  await expect(page.getByText('由 qwen3:8b 撰写')).toBeVisible();
  // The program was ended since: every note would fail, and only here can that be changed.
  const withoutLocal = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/"servers":\[\{[^{}]*\}\]/, '"servers":[]') });
  };
  await page.route(/account\.localModels/, withoutLocal);
  await page.goto(`${app.url}/user/settings`);
  await expect(local.getByRole('listitem')).toContainText('qwen3:8b 连不上，总结和提问会失败。请启动 Ollama，或停止使用它。');
  await expect(local.getByRole('button', { name: '停止使用' })).toBeVisible();
  await page.unroute(/account\.localModels/);
  // Nobody could say what runs: that is no reason to call it ended.
  await page.route(/account\.localModels/, async (route) => {
    const response = await route.fetch();
    const answers: { result?: { data?: { servers?: unknown } } }[] = JSON.parse(await response.text());
    const error = { message: 'internal', data: { app: { code: 'internal', params: {} } } };
    await route.fulfill({ response, json: answers.map((answer) => (answer.result?.data?.servers ? { error } : answer)) });
  });
  await page.goto(`${app.url}/user/settings`);
  await expect(page.getByRole('region', { name: '自己的模型密钥' }).getByLabel('服务商')).toBeVisible();
  await expect(local).toBeHidden();
  await page.unroute(/account\.localModels/);
  await page.goto(`${app.url}/user/settings`);
  await local.getByRole('button', { name: '停止使用' }).click();
  await expect(local.getByRole('button', { name: '使用 Ollama 的 qwen3:8b' })).toBeVisible();
  const key = page.getByRole('region', { name: '自己的模型密钥' });
  await key.getByLabel('服务商').selectOption('deepseek');
  await key.getByLabel('API Key', { exact: true }).fill(`sk-${'d'.repeat(32)}`);
  await key.getByRole('button', { name: '检查并保存' }).click();
  await expect(key.getByText('已保存', { exact: true })).toBeVisible();
  await expect(local).toContainText('已保存的密钥会被移除');
  const hint = page.getByText(/也可以用这台电脑上的模型：Ollama/);
  await expect(hint).toHaveCount(0);
  await page.route(/account\.localModels/, withoutLocal);
  await page.reload();
  await expect(hint).toBeVisible();
  await expect(local).toBeHidden();
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

test('SHL-08 every section stands on a wide screen and a phone, light and dark, without an accessibility fault or sideways scrolling', async ({
  page,
}) => {
  await openSettings(page);
  await expect(row(page, 'brought')).toBeVisible();
  await expectUsableAtBothWidths(page, 'settings');
  ollama.models = ['llama3.2:3b'];
  // `time` and `my-data` are looked at by their own tests.
  for (const section of ['model', 'sign-ins', 'account', 'appearance']) {
    await page.goto(`${app.url}/user/settings?section=${section}`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectUsableAtBothWidths(page, `settings-${section}`);
    // On a phone the list is above what it leads to.
    const [list, content] = [await nav(page).boundingBox(), await page.getByRole('heading', { level: 2 }).first().boundingBox()];
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(content?.y ?? 0);
  }
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });
  test('SHL-07 the page speaks English', async ({ page }) => {
    await page.goto(`${app.url}/user/settings?section=speech`);
    await expect(page.getByRole('heading', { name: 'Speech recognition' })).toBeVisible();
    await expect(row(page, 'sense-voice')).toContainText('Cantonese');
    await shot(page, 'settings-en', { fullPage: true });
  });
});
