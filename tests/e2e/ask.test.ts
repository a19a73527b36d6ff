import type { Page } from '@playwright/test';
import { createDatabase, type DatabaseConnection } from '#db/client.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { sharedDatabase, startOwnServer } from '../harness/browser/e2e-server.ts';
import { becomeGuest } from '../harness/browser/guests.ts';
import { shot } from '../harness/browser/shots.ts';
import { writeTalk } from '../harness/database/write-talk.ts';
import { type FakeLlm, startFakeLlm } from '../harness/models/fake-llm.ts';
import { expectNoViolations, expectNoViolationsInEitherScheme } from './settled.ts';

const filler = (count: number) => Array.from({ length: count }, (_, n) => `The clerk wrote of rye and weather on day ${n}.`);
const ovens = [...filler(20), 'The granite oven cost 240 crowns.', ...filler(20)];
const mills = [...filler(30), 'A granite mill is 310 crowns.', ...filler(20)];
const title =
  'A very long title of a talk about ovens that goes on and on without an end in sight, for a whole line and then another';

/** A guest of this server with two talks. */
async function withTalks(
  page: Page,
  server: { url: string; database: DatabaseConnection },
  use: (url: string, ids: string[]) => Promise<void>,
): Promise<void> {
  const { db, close } = createDatabase(server.database, { max: 2, applicationName: 'test' });
  try {
    const userId = await becomeGuest(page, server.url);
    const note = (text: string, second: number) => `## Part\n\n- ${text} [0:${second}](#t=${second})\n\n#stone`;
    const ids = [
      await writeTalk(db, userId, { title, lines: ovens, note: note('The granite is dear', 80) }),
      await writeTalk(db, userId, { title: 'Mills', lines: mills, note: note('Some granite is cheap', 120) }),
    ];
    await use(server.url, ids);
  } finally {
    await close();
  }
}

/** What this model writes is the matter of one test. */
async function startServerWith(llm: FakeLlm) {
  return startOwnServer({
    env: { OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: 'sk-test-canary-000000000000', OPENAI_MODEL: 'fake-model' },
  });
}

test.describe('in Chinese, with a model', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

  test('the library answers with places that are checked in their card and lead to their second', async ({ page }) => {
    const llm = await startFakeLlm();
    const lineOf = (prompt: string, words: string) =>
      /^L(\d+) /.exec(prompt.split('\n').find((line) => line.includes(words)) ?? '')?.[1];
    llm.script(({ prompt }) => ({
      text: prompt.includes('write one note')
        ? `两者都说到花岗岩 [L${lineOf(prompt, '240 crowns')}]。\n`
        : `石炉花了 240 克朗 [L${lineOf(prompt, '240 crowns')}]。磨坊是 310 克朗 [L${lineOf(prompt, '310 crowns')}]。\n\nRELATED\n- 谁付的钱？\n`,
      pieceLength: 4,
      delayMs: 10,
    }));
    const server = await startServerWith(llm);
    await withTalks(page, server, async (url, [ovenId]) => {
      await page.goto(`${url}/user/videos`);
      await page.getByRole('link', { name: '提问', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: '问资料库' })).toBeVisible();
      const field = page.getByRole('textbox', { name: '你的问题' });
      await expect(field).toBeFocused();
      await expect(page.getByText('2 项有文字')).toBeVisible();
      await expectNoViolationsInEitherScheme(page);
      const release = llm.hold('Question: granite 花了多少？', 3);
      await field.fill('granite 花了多少？');
      await field.press('Enter');
      // What was read stands there while the answer is written.
      await expect(page.getByRole('button', { name: '停止' })).toBeVisible();
      await expect(page.getByRole('heading', { name: '最相关的原文' })).toBeVisible();
      release();
      const answer = page.getByRole('article');
      await expect(answer.getByText('磨坊是 310 克朗。')).toBeVisible();
      await expect(answer.getByRole('heading', { name: '出处', exact: true })).toBeVisible();
      await page.reload();
      await expect(answer.getByRole('link', { name: title })).toBeVisible();
      await expectNoViolationsInEitherScheme(page);
      await shot(page, 'ask-zh-1440', { fullPage: true });
      const place = answer.getByRole('button', { name: `打开《${title}》到 01:20` }).first();
      await place.hover();
      const card = page.getByRole('dialog', { name: '出处' });
      await expect(card.getByText('The granite oven cost 240 crowns.')).toBeVisible();
      await expect(card.getByText(title)).toBeVisible();
      await shot(page, 'ask-card-zh-1440');
      await place.click();
      // Nothing plays here, so the place opens its text.
      await expect(page).toHaveURL(`${url}/content/${ovenId}?tab=subtitle`);
      await expect(page.getByRole('tabpanel').getByText('The granite oven cost 240 crowns.')).toBeInViewport();
      await page.goBack();
      await page.getByRole('link', { name: '新的问题' }).click();
      await page.getByRole('button', { name: '写一份综述' }).click();
      await expect(answer.getByRole('heading', { name: '综述：整个资料库' })).toBeVisible();
      await expect(answer.getByText('两者都说到花岗岩。')).toBeVisible();
      await page.getByRole('link', { name: 'granite 花了多少？' }).click();
      await expect(answer.getByText('磨坊是 310 克朗。')).toBeVisible();
      await page.getByRole('button', { name: '删除', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
      await expect(page.getByRole('link', { name: 'granite 花了多少？' })).toBeHidden();
      await expect(page.getByRole('link', { name: '综述：整个资料库' })).toBeVisible();
    });
    await server.stop();
    server.remove();
    await llm.close();
  });
});

test.describe('in English, on a phone, without a model', () => {
  test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } });

  test('the best passages of a scope answer, and what is not found says what to do', async ({ page }) => {
    await withTalks(page, { url: appUrl, database: sharedDatabase() }, async (url, ids) => {
      await page.goto(`${url}/user/ask?contents=${ids[1]}`);
      await expect(page.getByText('Selected items')).toBeVisible();
      const field = page.getByRole('textbox', { name: 'Your question' });
      await field.fill('What does granite cost?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      const passages = page.getByRole('list', { name: 'Sources in “Mills”' });
      await expect(passages.getByRole('listitem')).toHaveCount(1);
      await expect(passages.locator('mark').first()).toHaveText('granite');
      await expect(page.getByRole('link', { name: title })).toBeHidden();
      await expectNoViolations(page);
      await shot(page, 'ask-en-390', { fullPage: true });
      const next = page.getByRole('textbox', { name: 'Ask a follow-up' });
      await next.fill('And in May?');
      const { promise: sent, resolve: send } = Promise.withResolvers<void>();
      await page.route(/ask\.ask/, (route) => sent.then(() => route.continue()));
      await next.press('Enter');
      await next.fill('And in June?');
      send();
      await expect(page.getByRole('heading', { name: 'And in May?' })).toBeVisible();
      // What is typed while a question is asked stands below its answer.
      await expect(next).toHaveValue('And in June?');
      await expect(passages.locator('mark').first()).toHaveText('granite');
      await expect(page.getByRole('link', { name: 'Follows “What does granite cost?”' })).toBeVisible();
      await shot(page, 'ask-follow-en-390', { fullPage: true });
      await page.getByRole('link', { name: 'New question' }).click();
      await field.fill('Which mill?');
      await page.getByRole('link', { name: 'Ask the whole library' }).click();
      await expect(page.getByText('2 items with text')).toBeVisible();
      await expect(field).toHaveValue('Which mill?');
      await page.getByRole('button', { name: 'Write a brief' }).click();
      const brief = page.getByRole('article');
      await expect(brief.getByRole('heading', { name: 'granite' })).toBeVisible();
      await expect(brief.getByText('Some granite is cheap').first()).toBeVisible();
      await shot(page, 'ask-brief-en-390', { fullPage: true });
      await page.getByRole('link', { name: 'New question' }).click();
      await field.fill('zeppelins?');
      await field.press('Enter');
      await expect(page.getByText('No matching passages').last()).toBeVisible();
      await page.goto(`${url}/user/ask?tag=nothing`);
      await expect(page.getByText('There’s no text to search in this scope yet.')).toBeVisible();
      await page.goto(`${url}/user/ask?collection=00000000-0000-4000-8000-000000000000`);
      await expect(page.getByText('Couldn’t open this scope')).toBeVisible();
      await page.getByRole('link', { name: 'Ask the whole library' }).click();
      await expect(page.getByText('2 items with text')).toBeVisible();
    });
  });
});
