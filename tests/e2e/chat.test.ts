import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { openRecording, recording, serveTone, summariseUpload } from '../harness/browser/recording.ts';
import type { TestServer } from '../harness/http/server.ts';
import { type FakeLlm, type LlmReply, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { copiedBy } from './clipboard.ts';
import { expectNoViolations } from './settled.ts';

/** One server whose model answers as each test wants: the shared one only writes notes. */
let llm: FakeLlm;
let server: TestServer;
const replies = new Map<string, (prompt: string) => LlmReply>();

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  llm = await startFakeLlm();
  llm.script((request) => {
    const question = /^Question: (.*)$/m.exec(request.prompt)?.[1];
    if (question === undefined) return { text: writeNoteFor(request.prompt) };
    for (const [key, reply] of replies) if (question.includes(key)) return reply(request.prompt);
    return { text: 'Nothing planned. [L0]' };
  });
  server = await startOwnServer({
    env: { OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: 'sk-test-canary-000000000000', OPENAI_MODEL: 'fake-model' },
  });
});
test.afterAll(async () => {
  await server.stop();
  server.remove();
  await llm.close();
});

async function mediaSeconds(page: Page): Promise<number> {
  return page
    .locator('audio, video')
    .first()
    .evaluate((element: HTMLMediaElement) => element.currentTime);
}

test.describe('in Chinese, with a model', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });

  test('CON-11 an answer streams in, its times play the moment, its sources and next questions stand under it', async ({
    page,
  }) => {
    replies.set('粮食', () => ({
      text: '村里把粮食放在河边的石头谷仓里 [L0]。每袋都称过重 [L10]。\n\n- 账本记下了重量 [L10-L11]\n\nRELATED\n- 磨坊主收多少报酬？\n- 面粉的价格怎么变了？\n',
      firstDelayMs: 300,
      delayMs: 60,
      pieceLength: 6,
    }));
    replies.set('报酬', () => ({ text: '磨坊主要每袋的十分之一 [L30]。' }));
    // Seen while it is written for as long as that takes.
    const release = llm.hold('Question: 粮食放在哪里？', 8);
    await open(page);
    await page.getByRole('button', { name: '提问' }).click();
    const panel = page.getByRole('complementary', { name: '问这份内容' });
    const field = panel.getByRole('textbox', { name: '你的问题' });
    await expect(field).toBeFocused();
    await expect(panel.getByRole('button', { name: '这份内容的主要结论是什么？' })).toBeVisible();
    await expectNoViolations(page);
    await page.screenshot({ path: 'test-results/chat-zh-1440-empty.png' });
    await field.fill('粮食放在哪里？');
    await field.press('Enter');
    await expect(panel.getByText('粮食放在哪里？')).toBeVisible();
    await expect(panel.getByRole('button', { name: '停止回答' })).toBeVisible();
    await expect(panel.getByText('村里把粮食')).toBeVisible();
    release();
    await expect(panel.getByRole('button', { name: '重新回答' })).toBeVisible();
    await expect(panel.getByText(/\[L|RELATED/)).toHaveCount(0);
    await panel.getByText('出处 3 处').click();
    await expect(panel.getByRole('listitem').filter({ hasText: 'The village kept its grain in a stone barn' })).toBeVisible();
    await expectNoViolations(page);
    await page.screenshot({ path: 'test-results/chat-zh-1440.png' });
    await panel.getByRole('button', { name: '从 00:30 播放' }).first().click();
    await expect.poll(() => mediaSeconds(page)).toBeGreaterThanOrEqual(30);
    expect(await copiedBy(page, () => panel.getByRole('button', { name: '复制回答' }).click())).toContain('石头谷仓里。 [00:00]');
    await panel.getByRole('button', { name: '磨坊主收多少报酬？' }).click();
    await expect(panel.getByText('磨坊主要每袋的十分之一')).toBeVisible();
    // It is open as it was left.
    await page.reload();
    await expect(panel.getByText('磨坊主要每袋的十分之一')).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await expectNoViolations(page);
    await page.screenshot({ path: 'test-results/chat-zh-1440-dark.png' });
    await panel.getByRole('button', { name: '删除对话' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await expect(panel.getByText('磨坊主要每袋的十分之一')).toBeHidden();
    await expect(panel.getByRole('button', { name: '这份内容的主要结论是什么？' })).toBeVisible();
    await panel.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: '提问' })).toBeFocused();
  });

  test('CON-11 stopping keeps what is there; a reload in the middle misses nothing; a failure says why and can be tried again', async ({
    page,
  }) => {
    // It comes to no end by itself.
    const text = `开头的话 [L0]。${'后面还有很多很多内容，'.repeat(200)}`;
    replies.set('很长', () => ({ text, delayMs: 60, hangAfterPieces: 60 }));
    let calls = 0;
    replies.set('出错', () => (++calls === 1 ? { status: 401 } : { text: '这次好了 [L1]。' }));
    await open(page);
    await page.getByRole('button', { name: '提问' }).click();
    const panel = page.getByRole('complementary', { name: '问这份内容' });
    const field = panel.getByRole('textbox', { name: '你的问题' });
    await field.fill('说一段很长的话');
    await field.press('Enter');
    await expect(panel.getByText('开头的话')).toBeVisible();
    // It is open as it was left.
    await page.reload();
    await expect(panel.getByText('开头的话')).toBeVisible();
    await panel.getByRole('button', { name: '停止回答' }).click();
    await expect(panel.getByRole('log').getByText('回答已停止，上面是停下之前写的部分。')).toBeVisible();
    await expect(panel.getByText('开头的话')).toBeVisible();
    await expect.poll(() => llm.counts.aborted).toBeGreaterThan(0);
    replies.set('沉默', () => ({ text: '太晚的话 [L0]。', hangAfterPieces: 0 }));
    await field.fill('沉默着的问题');
    await panel.getByRole('button', { name: '发送' }).click();
    await expect(panel.getByRole('button', { name: '停止回答' })).toBeVisible();
    await expect(field).toBeFocused();
    await panel.getByRole('button', { name: '停止回答' }).click();
    await expect(field).toBeFocused();
    await expect(panel.getByRole('log').getByText('回答已停止，还没有写出内容。')).toBeVisible();
    await expect(panel.getByRole('status').filter({ hasText: '还没有写出内容' })).toHaveCount(1);
    await field.fill('这次出错');
    await panel.getByRole('button', { name: '发送' }).click();
    await expect(panel.getByText('llm_unauthorized')).toBeAttached();
    await expectNoViolations(page);
    await panel.getByRole('button', { name: '重试' }).click();
    await expect(panel.getByRole('log')).toBeFocused();
    await expect(panel.getByText('这次好了')).toBeVisible();
    await expect(panel.getByText('llm_unauthorized')).toHaveCount(0);
  });
});

test.describe('in English, on a phone', () => {
  test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } });

  test('CON-11 the conversation fills the screen, and a time leads back to the page', async ({ page }) => {
    replies.set('grain', () => ({
      text: 'In a stone barn near the river [L0]. The **keeper** weighed each sack [L10].\n\nRELATED\n- What did the miller ask for?\n',
    }));
    await open(page);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Ask about this item' });
    await panel.getByRole('textbox', { name: 'Your question' }).fill('Where was the grain kept?');
    await panel.getByRole('button', { name: 'Send' }).click();
    await expect(panel.getByText('In a stone barn near the river.').first()).toBeVisible();
    await expect(panel.getByRole('button', { name: 'What did the miller ask for?' })).toBeVisible();
    await expectNoViolations(page);
    await page.screenshot({ path: 'test-results/chat-en-390.png' });
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(390);
    await panel.getByRole('button', { name: /from 00:30/ }).click();
    await expect(panel).toBeHidden();
    await expect.poll(() => mediaSeconds(page)).toBeGreaterThanOrEqual(30);
  });
});

test.describe('without a model', () => {
  test.use({ baseURL: appUrl, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

  test('CON-11 the panel finds passages of the source at once, with their times', async ({ page }) => {
    const said = (id: string, role: string, text: string) => ({
      ...{ id, role, parts: [{ type: 'text', text }] },
      metadata: { createdAt: null, sources: [], related: ['谁付的钱？'], ...(role === 'user' ? {} : { state: 'done' }) },
    });
    const earlier = JSON.stringify([said('1', 'user', '称过吗？'), said('2', 'assistant', '每袋都称过。')]);
    await page.route(/chat\.history/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('"messages":[]', `"messages":${earlier}`) });
    });
    await openRecording(page);
    await page.getByRole('button', { name: '查找', exact: true }).click();
    const panel = page.getByRole('complementary', { name: '在内容中查找' });
    // What was asked while there was a model is there to read, and only that.
    const log = panel.getByRole('region', { name: '对话' });
    await expect(log.getByText('每袋都称过。')).toBeVisible();
    await expect(log.getByRole('button', { name: '复制回答' })).toBeVisible();
    await expect(log.getByRole('button')).toHaveCount(1);
    // It begins with what the note is about, and no empty box.
    const suggestion = panel.getByRole('list').getByRole('button').first();
    await expect(suggestion).not.toHaveText(/^\d|\[/);
    const words = (await suggestion.textContent()) ?? '';
    await suggestion.click();
    await expect(panel.getByRole('searchbox', { name: '要查找的词或句子' })).toHaveValue(words);
    await expect(panel.getByRole('list', { name: '找到的原文' }).getByRole('listitem').first()).toBeVisible();
    await panel.getByRole('searchbox', { name: '要查找的词或句子' }).fill('weighing sacks');
    const results = panel.getByRole('list', { name: '找到的原文' });
    await expect(results.getByRole('listitem').first()).toContainText('weighed each sack');
    await expect(results.locator('mark').first()).toBeVisible();
    await expectNoViolations(page);
    await page.screenshot({ path: 'test-results/chat-find-zh-1440.png' });
    await results.getByRole('button').first().click();
    await expect.poll(() => mediaSeconds(page)).toBeGreaterThan(0);
    await panel.getByRole('searchbox', { name: '要查找的词或句子' }).fill('飞机');
    await expect(panel.getByText('没有找到，换个说法试试。')).toBeVisible();
  });
});

/** The recording on this test's own server. */
async function open(page: Page): Promise<void> {
  await serveTone(page);
  const contentId = await summariseUpload(page, { name: 'barn-talk.mkv', buffer: recording() }, { origin: server.url });
  await page.goto(`${server.url}/content/${contentId}`);
  await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false');
}
