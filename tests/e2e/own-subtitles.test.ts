/** Subtitles of one's own on a recording that has none that can be used, and rejected ones used anyway. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { shot } from '../harness/browser/shots.ts';
import { makeMatroska } from '../harness/files/make-matroska.ts';
import { expectNoViolations } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const cues = Array.from({ length: 20 }, (_, n) => ({
  startMs: n * 3000,
  endMs: n * 3000 + 2800,
  text: 'We keep the grain in the stone barn.',
}));

const own = Array.from(
  { length: 12 },
  (_, n) =>
    `${n + 1}\n00:00:${10 + n},000 --> 00:00:${10 + n},900\nThe keeper of house ${n + 1} weighed ${n + 3} sacks of rye.\n`,
).join('\n');

const note = (page: Page) => page.getByRole('article', { name: '笔记' });
const buffer = () => makeMatroska({ seconds: 60, subtitles: [{ codec: 'S_TEXT/UTF8', language: 'eng', cues }] });

async function openRefused(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'video/x-matroska', buffer: buffer() });
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(page.getByText('同样的话反复出现')).toBeVisible({ timeout: 20_000 });
}

test('SUM-06 subtitles that were rejected are named with their reason and used anyway, which the page says', async ({ page }) => {
  await openRefused(page, '粮仓.mkv');
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByText('自带的字幕没有通过检查')).toBeVisible();
  await expect(page.getByText('1 条字幕没有采用', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^仍然使用/ })).toBeVisible();
  await page.getByRole('button', { name: '仍用这条字幕' }).click();
  await expect(note(page)).toContainText('stone barn');
  await expect(page.getByText('没有通过检查，是你选择使用的')).toBeVisible();
  await expect(page.getByText(/没有通过检查：同样的话反复出现/)).toBeVisible();
  await expectNoViolations(page);
  // Words that failed their check can be replaced by a file as well.
  await page.screenshot({ path: 'test-results/own-subtitles-zh-1280.png' });
  await expect(page.getByRole('button', { name: '添加字幕文件' })).toBeVisible();
  await page.getByRole('button', { name: '改回来源的字幕' }).click();
  await expect(page.getByRole('button', { name: /^仍然使用/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '改回来源的字幕' })).toHaveCount(0, { timeout: 20_000 });
  await expect(note(page)).toContainText('stone barn');
});

test('SUM-06 a subtitle file is chosen or dropped onto a recording that failed', async ({ page }) => {
  await openRefused(page, '磨坊.mkv');
  const failed = page.getByTestId('subtitles-drop');
  const drop = (name: string, text: string) =>
    failed.evaluate(
      (element, [fileName = '', body = '']) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([body], fileName));
        element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
      },
      [name, text],
    );
  await drop('空.srt', '1\n00:00:01,000 --> 00:00:02,000\n\n');
  await expect(page.getByText('字幕没有换上。')).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await drop('磨坊.srt', own);
  await expect(note(page)).toContainText('sacks of rye');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('磨坊');
  await page.getByRole('tab', { name: '字幕' }).click();
  await expect(page.getByText('The keeper of house 1 weighed 3 sacks of rye.')).toBeVisible();

  // From the list of what was rejected, as it also stands beside a note.
  await openRefused(page, '磨坊三.mkv');
  await page.getByRole('button', { name: /^仍然使用/ }).click();
  await expect(note(page)).toContainText('stone barn');
  // A file dropped on that note replaces them too; that it is on its way, and has no connection, is said.
  let away = true;
  await page.route('**/api/uploads', (route) => (away ? route.abort('connectionreset') : route.fallback()));
  await drop('磨坊.srt', own);
  await expect(failed.getByRole('status').filter({ hasText: '正在上传字幕文件' })).toBeVisible();
  await expect(page.getByText('连接断开，正在重新连接')).toBeVisible();
  away = false;
  await expect(note(page)).toContainText('sacks of rye');
  await expect(page.getByText('连接断开，正在重新连接')).toHaveCount(0);

  await openRefused(page, '磨坊二.mkv');
  const chooser = page.waitForEvent('filechooser');
  await failed.getByRole('button', { name: '添加字幕文件' }).click();
  await (await chooser).setFiles({ name: '磨坊.srt', mimeType: 'text/plain', buffer: Buffer.from(own) });
  await expect(note(page)).toContainText('sacks of rye');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('磨坊二');
});

const subtitles = (name: string, text = own) => ({ name, mimeType: 'application/x-subrip', buffer: Buffer.from(text) });
const recording = (name: string) => ({ name, mimeType: 'video/x-matroska', buffer: buffer() });
const files = (page: Page) => page.locator('input[type=file]');

/** Requests that send a file of this many bytes, counted from now on. */
function countSendings(page: Page, { length }: Buffer): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.headers()['upload-length'] === String(length)) sent++;
  });
  return () => sent;
}

/** The library's list in the middle of the page: the sidebar names recent items too. */
async function expectOneRecord(page: Page, title: string): Promise<void> {
  await page.goto('/user/videos?viewType=list');
  const list = page.getByRole('main').getByRole('list', { name: '总结记录列表' });
  await expect(list.getByRole('link', { name: title, exact: true })).toHaveCount(1);
  await expect(list.getByRole('article')).toHaveCount(1);
}

test('SUM-04 a recording and its subtitles that are chosen together become one record, with a note from them', async ({
  page,
}) => {
  let away = true;
  await page.route('**/api/uploads', (route) => (away ? route.abort('connectionreset') : route.fallback()));
  await page.goto('/');
  await files(page).setInputFiles([subtitles('谷场.zh.srt'), recording('谷场.mkv'), subtitles('谷场.en.srt')]);
  const row = page.getByTestId('upload-item');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('谷场.mkv 和 谷场.zh.srt');
  await expect(row).toContainText('连接断开，正在重新连接');
  await expect(page.getByText('谷场.mkv 的文字取自 谷场.zh.srt，没有用：谷场.en.srt')).toBeVisible();
  await expectNoViolations(page);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await shot(page, `paired-files-waiting-zh-${width}-${colorScheme}`);
    }
  away = false;
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(note(page)).toContainText('sacks of rye', { timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('谷场');
  await expect(page.getByText(/没有通过检查/)).toHaveCount(0);
  await shot(page, 'paired-files-note-zh');
  await expectOneRecord(page, '谷场');
});

test('SUM-04 a recording and its transcript that are dropped together become one record', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').evaluate(
    (element, [talk = '', text = '']) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(talk), (character) => character.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], '录音 0042.mkv'));
      dataTransfer.items.add(new File([text], '文字稿.txt'));
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    },
    [buffer().toString('base64'), 'The keeper of the mill weighed seven sacks of barley.\n\n'.repeat(6)],
  );
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(note(page)).toContainText('sacks of barley', { timeout: 20_000 });
  await expectOneRecord(page, '录音 0042');
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });

  test('SUM-04 words that cannot be read are told, and the recording goes on without them unsent', async ({ page }) => {
    const sent = countSendings(page, buffer());
    await page.goto('/');
    await files(page).setInputFiles([recording('barn.mkv'), subtitles('barn.srt', '1\n00:00:01,000 --> 00:00:02,000\n\n')]);
    const row = page.getByTestId('upload-item');
    await expect(row).toContainText('barn.mkv with barn.srt');
    await expect(row.getByRole('alert')).toContainText('This subtitle file is empty.', { timeout: 20_000 });
    await expect(row).toContainText('Couldn’t use barn.srt.');
    await expectNoViolations(page);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1440]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await shot(page, `paired-files-refused-en-${width}-${colorScheme}`);
      }
    // Trying again does not send the recording, nor does going on without the words.
    await row.getByRole('button', { name: 'Retry barn.mkv' }).click();
    await expect(row.getByRole('alert')).toContainText('This subtitle file is empty.', { timeout: 20_000 });
    await row.getByRole('button', { name: 'Retry without barn.srt' }).click();
    await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('barn');
    expect(sent()).toBe(1);
  });
});
