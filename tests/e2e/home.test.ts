import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { summariseUpload } from '../harness/browser/recording.ts';
import { countShifts, shifted } from './stillness.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const field = '粘贴链接，或拖入文件';

const story = [
  'The village kept its grain in a stone barn near the river.',
  'Every autumn the families carried what they had gathered to the barn.',
  'A keeper weighed each sack and wrote its weight into a book.',
  'The book shows that poor years were followed by better storage.',
  'Better storage meant that fewer people left the village in spring.',
].join(' ');

function articlePage(title: string): string {
  const paragraphs = Array.from({ length: 6 }, (_, index) => `<p>Part ${index + 1}. ${story}</p>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta property="og:site_name" content="Field Notes"></head>
    <body><article><h1>${title}</h1>${paragraphs}</article></body></html>`;
}

const subtitles = Array.from(
  { length: 40 },
  (_, index) =>
    `${index + 1}\n00:00:${String(index).padStart(2, '0')},000 --> 00:00:${String(index).padStart(2, '0')},900\n${story}\n`,
).join('\n');

test('SUM-01 a pasted link is recognised before the work starts, and one press leads to its content', async ({ page, site }) => {
  site.on('/barn', { body: articlePage('The stone barn') });
  await page.goto('/');
  const preview = page.getByTestId('preview-item');
  await page.getByRole('textbox', { name: field }).fill(`看看这篇：${site.url}/barn 很不错`);
  await expect(preview).toContainText('The stone barn');
  await expect(preview).toContainText('Field Notes');
  // No picture, and none in its place.
  await expect(preview.locator('.aspect-video')).toHaveCount(0);
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  // The record stands in the sidebar under its title, and the same link is known from now on.
  await expect(page.getByRole('complementary').getByRole('link', { name: 'The stone barn' })).toBeVisible();
  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill(`${site.url}/barn`);
  await expect(preview).toContainText(/已在总结记录中|正在处理中/);
  await expect(preview.getByRole('link', { name: '打开' })).toBeVisible();
});

test('SUM-01 several links are started together and the page stays', async ({ page, site }) => {
  site.on('/one', { body: articlePage('First field') });
  site.on('/two', { body: articlePage('Second field') });
  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill(`${site.url}/one\n${site.url}/two`);
  await expect(page.getByTestId('preview-item')).toHaveCount(2);
  await page.getByRole('button', { name: '总结 2 项' }).click();
  const notes = page.getByRole('region', { name: '最近的笔记' });
  await expect(notes.getByRole('link', { name: 'First field' })).toBeVisible();
  await expect(notes.getByRole('link', { name: 'Second field' })).toBeVisible();
  await expect(page).toHaveURL(`${appUrl}/`);
  await expect(page.getByRole('textbox', { name: field })).toHaveValue('');
});

test('SUM-01 a blocked address says why with its code, and nothing can be started', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill('http://127.0.0.1:9/x');
  await expect(page.getByTestId('preview-item')).toContainText('url_blocked');
  await expect(page.getByRole('button', { name: '开始总结' })).toBeDisabled();
});

test('SUM-05 files may be dropped anywhere, several at once, and each can be opened', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: field })).toBeVisible();
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const name of ['a.srt', 'b.srt']) data.items.add(new File([${JSON.stringify(subtitles)}], name, { type: 'text/plain' }));
    return data;
  })()`);
  /** Whether the page takes it, instead of the browser. */
  const isTaken = (type: string, dataTransfer = transfer) =>
    page.locator('#main').evaluate(
      (main, [name, data]) => {
        const event = new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data as DataTransfer });
        return !main.dispatchEvent(event);
      },
      [type, dataTransfer] as const,
    );
  const invitation = page.getByText('松开，上传这些文件');
  const words = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'words of a page');
    return data;
  })()`);
  for (const type of ['dragenter', 'dragover']) expect(await isTaken(type, words)).toBe(false);
  await expect(invitation).toBeHidden();
  expect(await isTaken('drop', words)).toBe(false);
  // Over a part of the page and off the page.
  await isTaken('dragenter');
  await isTaken('dragenter');
  await isTaken('dragleave');
  await expect(invitation).toBeVisible();
  await isTaken('dragleave');
  await expect(invitation).toBeHidden();
  await isTaken('dragenter');
  await expect(invitation).toBeVisible();
  expect(await isTaken('dragover')).toBe(true);
  expect(await isTaken('drop')).toBe(true);
  await expect(invitation).toBeHidden();
  const uploads = page.getByRole('region', { name: '上传' });
  await expect(uploads.getByRole('link', { name: '打开' })).toHaveCount(2);
});

/**
 * Sent pieces and where they begin; the two after the first do not get through. In the page: a request that the runner looks
 * into is handed to it with all of its bytes.
 */
async function breakUploads(page: Page) {
  await page.addInitScript(() => {
    const offsets: number[] = [];
    const asking = Promise.withResolvers<void>();
    Object.assign(window, { offsets, letAsk: asking.resolve });
    const asked = new WeakMap<XMLHttpRequest, { method: string; offset: number }>();
    window.XMLHttpRequest = class extends XMLHttpRequest {
      override open(method: string, url: string | URL): void {
        asked.set(this, { method, offset: 0 });
        super.open(method, url, true);
      }
      override setRequestHeader(name: string, value: string): void {
        const about = asked.get(this);
        if (about && name.toLowerCase() === 'upload-offset') about.offset = Number(value);
        super.setRequestHeader(name, value);
      }
      override send(body?: XMLHttpRequestBodyInit): void {
        const { method = '', offset = 0 } = asked.get(this) ?? {};
        if (method === 'PATCH') offsets.push(offset);
        // It asks where it stopped: until then, what it says about that stands.
        if (method === 'HEAD') void asking.promise.then(() => super.send(body));
        else if (method === 'PATCH' && offset > 0 && offsets.length < 4)
          queueMicrotask(() => this.dispatchEvent(new ProgressEvent('error')));
        else super.send(body);
      }
    };
  });
  return {
    offsets: () => page.evaluate(() => (window as unknown as { offsets: number[] }).offsets),
    letAsk: () => page.evaluate(() => (window as unknown as { letAsk: () => void }).letAsk()),
  };
}

test('SUM-05 an upload survives a dropped connection and goes on where it stopped', async ({ page }, info) => {
  const pieceBytes = 16 * 1024 * 1024;
  const broken = await breakUploads(page);
  const path = info.outputPath('long talk.mp4');
  await writeFile(path, Buffer.alloc(pieceBytes + 1_000_000, 7));
  await page.goto('/');
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByRole('region', { name: '上传' })).toContainText('连接断开，正在重新连接');
  await broken.letAsk();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  expect(await broken.offsets()).toEqual([0, pieceBytes, pieceBytes, pieceBytes]);
});

test('SUM-05 a file over the limit is refused before a byte is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/uploads')) sent.push(request.url());
  });
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: field })).toBeVisible();
  const transfer = await page.evaluateHandle(`(() => {
    const file = new File(['x'], 'long.mp4');
    Object.defineProperty(file, 'size', { value: 5 * 1024 ** 3 });
    const data = new DataTransfer();
    Object.defineProperty(data, 'files', { value: [file] });
    Object.defineProperty(data, 'types', { value: ['Files'] });
    return data;
  })()`);
  await page.dispatchEvent('#main', 'drop', { dataTransfer: transfer });
  await expect(page.getByText(/long\.mp4 有 5 ?GB，超过了 4 ?GB 的上限/)).toBeVisible();
  expect(sent).toEqual([]);
});

test('SUM-01 a link pasted outside of the field lands in it, and outlasts a look at another page, as does that page', async ({
  page,
  site,
}) => {
  site.on('/pasted', { body: articlePage('Pasted from anywhere') });
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: field })).toBeVisible();
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(`${site.url}/pasted`)});
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
  await expect(page.getByRole('textbox', { name: field })).toHaveValue(`${site.url}/pasted`);
  await expect(page.getByTestId('preview-item')).toContainText('Pasted from anywhere');
  const leave = async () => {
    await page.getByRole('navigation').getByRole('link', { name: '总结记录' }).click();
    await expect(page).toHaveURL(`${appUrl}/user/videos`);
  };
  await leave();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: field })).toHaveValue(`${site.url}/pasted`);
  // Whoever has left while it is submitted is told, and not taken to it.
  const left = Promise.withResolvers<void>();
  await page.route(/ingest\.submit/, async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page.getByRole('button', { name: '正在提交' })).toBeVisible();
  await leave();
  left.resolve();
  await expect(page.getByText('已提交 1 项')).toBeVisible();
  await expect(page).toHaveURL(`${appUrl}/user/videos`);
});

test('running work shows its stage and time and can be cancelled, which the record shows', async ({ page, site }) => {
  // A page that never ends: the work stays where it is until it is cancelled.
  let asked = 0;
  site.on('/slow', (request, response) => {
    if (request.headers.range === undefined && ++asked === 1) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage('Slow field'));
    } else response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html>');
  });
  site.on('/quick', { body: articlePage('Quick field') });
  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill(`${site.url}/slow\n${site.url}/quick`);
  await expect(page.getByTestId('preview-item')).toHaveCount(2);
  await page.getByRole('button', { name: '总结 2 项' }).click();
  const running = page.getByRole('region', { name: '正在进行' });
  await expect(running).toContainText('已用');
  await expect(running.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', /\d+/);
  await expect(running.getByRole('button', { name: /取消/ })).toHaveCount(1);
  await running.getByRole('button', { name: /取消/ }).click();
  await expect(running).toHaveCount(0);
  await expect(page.getByText(/已取消/).first()).toBeVisible();
});

test('SHL-07 the record list of a new guest says what to do next; a full one shows notes and tags', async ({ page, site }) => {
  await page.goto('/user/videos');
  await expect(page.getByText('还没有总结记录')).toBeVisible();
  await page.getByRole('link', { name: '写第一篇' }).click();
  site.on('/row', { body: articlePage('A row of sheaves') });
  await page.getByRole('textbox', { name: field }).fill(`${site.url}/row`);
  await page.getByRole('textbox', { name: field }).press('Enter');
  await expect(page).toHaveURL(/\/content\//);
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '总结记录' }).click();
  const row = page.getByRole('list', { name: '总结记录列表' }).getByRole('listitem').first();
  await expect(row).toContainText('A row of sheaves');
  await expect(row.getByRole('list', { name: '标签' })).toContainText('#');
  await expect(row).not.toContainText('[¶');
});

test('SUM-09 a failing server is told apart from an empty one, and trying again brings the page back', async ({ page, site }) => {
  site.on('/kept', { body: articlePage('Kept field') });
  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill(`${site.url}/kept`);
  await page.getByRole('textbox', { name: field }).press('Enter');
  await expect(page).toHaveURL(/\/content\//);
  await page.route('**/api/trpc/**', (route) => route.abort('connectionrefused'));
  await page.goto('/user/videos');
  const failure = page.getByRole('alert').filter({ hasText: '总结记录没有加载出来。' });
  await expect(failure).toContainText('offline');
  await expect(page.getByText('还没有总结记录')).toHaveCount(0);
  await page.unroute('**/api/trpc/**');
  await failure.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('list', { name: '总结记录列表' })).toContainText('Kept field');
});

test('SHL-08 what is drawn while the notes are read has the place of what comes, on a desk and on a phone', async ({ page }) => {
  await summariseUpload(page, { name: 'field-notes.srt', buffer: Buffer.from(subtitles) });
  await countShifts(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/api\/trpc\/[^?]*user\.videos/, async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto('/');
    const recent = page.getByRole('region', { name: '最近的笔记' });
    await expect(recent.getByRole('status')).toBeVisible();
    const place = await recent.boundingBox();
    release();
    await expect(recent.getByRole('link', { name: /field-notes/ })).toBeVisible();
    expect((await recent.boundingBox())?.y).toBe(place?.y);
    const { sum, shifts } = await shifted(page);
    expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
    await page.unrouteAll({ behavior: 'wait' });
  }
});
