import type { Page } from '@playwright/test';
import { openTab } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording, openSummarised, summariseLink } from '../harness/browser/recording.ts';
import { expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

/** Drags over the words like a mouse would, in the element that holds them. */
async function select(page: Page, scope: 'note' | 'subtitle' | 'article', words: string): Promise<void> {
  const measure = () =>
    page.evaluate(
      async ({ scope, words }) => {
        // Two frames, so that what has just been drawn or scrolled has come to rest.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const root = document.querySelector(`[data-text-scope=${scope}]`) as Element;
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = (node as Text).data.indexOf(words);
          if (at < 0 || node.parentElement?.closest('button')) continue;
          node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + words.length);
          const rects = [...range.getClientRects()];
          const [first, last] = [rects[0], rects.at(-1)];
          return first && last
            ? { from: [first.left + 1, first.top + first.height / 2], to: [last.right - 1, last.top + last.height / 2] }
            : null;
        }
        return null;
      },
      { scope, words },
    );
  await expect(async () => {
    // A press on what is selected already would drag it away instead of selecting anew.
    await page.evaluate(() => document.getSelection()?.removeAllRanges());
    const ends = await measure();
    expect(await measure()).toEqual(ends);
    if (!ends) throw new Error(`no ${words} in ${scope}`);
    await page.mouse.move(ends.from[0] ?? 0, ends.from[1] ?? 0);
    await page.mouse.down();
    await page.mouse.move(ends.to[0] ?? 0, ends.to[1] ?? 0, { steps: 6 });
    await page.mouse.up();
    // The page may have moved under the mouse while its work came to an end.
    expect(await page.evaluate(() => document.getSelection()?.toString().trim())).toBe(words);
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 45_000 });
}

/** What is painted in each colour. */
function painted(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...CSS.highlights].map(([name, highlight]) => [
        name,
        [...highlight]
          .map((each) => {
            const range = document.createRange();
            range.setStart(each.startContainer, each.startOffset);
            range.setEnd(each.endContainer, each.endOffset);
            return range.toString();
          })
          .join('|'),
      ]),
    ),
  );
}

/** Presses in the middle of the first painted stretch of a colour, until its card is open. */
async function openPainted(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await pressPainted(page, name);
    await expect(page.getByRole('dialog', { name: '高亮' })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 45_000 });
}

async function pressPainted(page: Page, name: string): Promise<void> {
  const at = await page.evaluate(async (wanted) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const [each] = [...(CSS.highlights.get(wanted) ?? [])];
    if (!each) return null;
    const range = document.createRange();
    range.setStart(each.startContainer, each.startOffset);
    range.setEnd(each.endContainer, each.endOffset);
    const rect = range.getClientRects()[0];
    return rect ? { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 } : null;
  }, name);
  if (!at) throw new Error(`nothing in ${name}`);
  await page.mouse.click(at.x, at.y);
}

/** Some words of the note that stand in one piece of text. */
async function wordsOfNote(page: Page): Promise<string> {
  const item = await page
    .getByRole('article', { name: /^(?:笔记|Note)$/ })
    .locator('li')
    .first()
    .textContent();
  const sentence = (item ?? '').split(/[\n.]/)[0]?.trim() ?? '';
  return sentence.split(' ').slice(1, 5).join(' ');
}

test('CON-06 words of the note are marked, commented, survive an edit before and inside of them, and are told when gone', async ({
  page,
}) => {
  await openRecording(page);
  const words = await wordsOfNote(page);
  await select(page, 'note', words);
  const bar = page.getByRole('toolbar', { name: '标记所选文字' });
  await expect(bar).toBeVisible();
  // By keys alone from here.
  await page.keyboard.press('h');
  await page.keyboard.press('ArrowRight');
  await expect(bar.getByRole('button', { name: '标为绿色' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-green': words });

  await openPainted(page, 'gleaner-green');
  const card = page.getByRole('dialog', { name: '高亮' });
  await card.getByRole('textbox', { name: '批注' }).fill('<b>why</b> so?');
  await card.getByRole('radio', { name: '粉色' }).click({ force: true });
  await expect(card.getByRole('radio', { name: '粉色' })).toBeChecked();
  await card.getByRole('button', { name: '完成' }).click();
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-pink': words });

  // Before the words, then inside of them, then they go.
  const [first = '', second = ''] = words.split(' ');
  await editNote(page, (note) => `New first line, written by hand.\n\n${note}`);
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-pink': words });
  await editNote(page, (note) => note.replaceAll(words, words.replace(second, `${second}s`)));
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-pink': words.replace(second, `${second}s`) });
  await page.reload();
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-pink': words.replace(second, `${second}s`) });
  await editNote(page, (note) =>
    note
      .split('\n')
      .filter((line) => !line.includes(`${first} ${second}s`))
      .join('\n'),
  );
  await expect.poll(() => painted(page)).toEqual({});

  await page.getByRole('tab', { name: '高亮' }).click();
  const item = page.getByRole('list', { name: '高亮列表' }).getByRole('listitem');
  await expect(item).toContainText('原文已改');
  await expect(item).toContainText(words);
  await expect(item).toContainText('<b>why</b> so?');

  // What is typed is saved when the page is left in the middle of it.
  const comment = card.getByRole('textbox', { name: '批注' });
  await item.getByRole('button', { name: '编辑高亮' }).click();
  await comment.fill('Because.');
  await page.reload();
  await expect(item).toContainText('Because.');

  // Nothing is, where nothing was typed or all is deleted; taking that back saves what was typed.
  const updates: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('highlights.update')) updates.push(request.postData() ?? '');
  });
  await item.getByRole('button', { name: '编辑高亮' }).click();
  await card.getByRole('button', { name: '完成' }).click();
  await expect(card).toBeHidden();
  await item.getByRole('button', { name: '编辑高亮' }).click();
  await comment.fill('Because of the mill.');
  await card.getByRole('button', { name: '删除高亮' }).click();
  await expect(page.getByText('还没有高亮')).toBeVisible();
  const undo = page.getByRole('listitem').filter({ hasText: '高亮已删除' }).getByRole('button', { name: '撤销' });
  await expect(undo).toBeVisible();
  expect(updates).toEqual([]);
  await undo.click();
  await expect(item).toContainText(words);
  await expect(item).toContainText('Because of the mill.');
  await expect.poll(() => updates.length).toBe(1);
  await page.reload();
  await expect(item).toContainText('Because of the mill.');
});

/** Changes the note as another tab would, and waits until this one shows it. */
async function editNote(page: Page, change: (note: string) => string): Promise<void> {
  const id = /content\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
  const call = async (name: string, input: unknown, method: 'GET' | 'POST') => {
    const query = method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const response = await page.request.fetch(`${appUrl}/api/trpc/${name}${query}`, {
      method,
      headers: { 'x-gleaner': '1', 'content-type': 'application/json' },
      ...(method === 'POST' ? { data: JSON.stringify(input) } : {}),
    });
    return ((await response.json()) as { result: { data: Record<string, string> } }).result.data;
  };
  const { note = '', noteVersionId } = await call('content.detail', { contentId: id }, 'GET');
  await call('content.saveNote', { contentId: id, baseVersionId: noteVersionId, note: change(note) }, 'POST');
  await page.evaluate(() => new BroadcastChannel('gleaner').postMessage('changed'));
}

test('CON-06 a line of the script is marked across its neighbours, found by its tab, played and exported', async ({ page }) => {
  await openRecording(page);
  await page.getByRole('tab', { name: '字幕' }).click();
  const script = page.getByRole('region', { name: /^字幕，共 40 行$/ });
  await script
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: '在字幕里查找' }))
    .first()
    .fill('part 34');
  await expect(script.getByText(/part 34\./)).toBeVisible();
  await select(page, 'subtitle', 'part 34');
  // What is marked is what is selected, even when the bar has not heard of the full stop yet.
  await page.getByRole('button', { name: '标为蓝色' }).evaluate((button: HTMLElement) => {
    document.getSelection()?.modify('extend', 'forward', 'character');
    button.click();
  });
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-blue': 'part 34.' });
  // Out of sight the line is not drawn; back again it is painted again.
  await page.getByRole('textbox', { name: '在字幕里查找' }).fill('part 2.');
  await expect.poll(() => painted(page)).toEqual({});

  await page.getByRole('tab', { name: '高亮' }).click();
  await page.getByRole('list', { name: '高亮列表' }).getByRole('button', { name: 'part 34' }).click();
  await expect(page.getByRole('tab', { name: '字幕' })).toHaveAttribute('aria-selected', 'true');
  await expect(script.getByText(/part 34\./)).toBeInViewport();
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-blue': 'part 34.', 'gleaner-chosen': 'part 34.' });
  await expect
    .poll(() =>
      page
        .locator('audio, video')
        .first()
        .evaluate((media: HTMLMediaElement) => media.currentTime),
    )
    .toBeGreaterThan(98);

  await page.getByRole('tab', { name: '高亮' }).click();
  await page.getByRole('button', { name: '导出' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /Markdown/ }).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/> part 34\. \[01:39\]\n/);
});

test('CON-06 words of a talk’s article have their moment, and are told when they are gone', async ({ page }) => {
  await openRecording(page);
  await page.getByRole('tab', { name: '文章' }).click();
  await select(page, 'article', 'village kept its grain');
  await page.getByRole('toolbar', { name: '标记所选文字' }).getByRole('button', { name: '标为黄色' }).click();
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-yellow': 'village kept its grain' });
  await page.getByRole('tab', { name: '高亮' }).click();
  const item = page.getByRole('list', { name: '高亮列表' }).getByRole('listitem');
  await expect(item).toContainText('village kept its grain');
  await expect(item.getByRole('button', { name: /00:00/ })).toBeVisible();
  await expect(item).not.toContainText('原文已改');

  await page.getByRole('tab', { name: '字幕' }).click();
  await page.getByRole('button', { name: '校正字幕' }).click();
  await page.getByRole('button', { name: '校正 00:00 的一行' }).click();
  await page.getByRole('textbox', { name: '这一行的文字' }).fill('Nobody knows what was there before.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已校正 1 处')).toBeVisible();
  await page.getByRole('tab', { name: '高亮' }).click();
  await expect(item).toContainText('原文已改');
  await page.reload();
  await expect(item).toContainText('原文已改');
});

test('CON-06 a selection that goes on while the script scrolls keeps its beginning, whose line is long out of sight', async ({
  page,
}) => {
  await openRecording(page);
  await page.getByRole('tab', { name: '字幕' }).click();
  const script = page.getByRole('region', { name: /^字幕，共 40 行$/ });
  await expect(script.locator('[data-segment]').first()).toBeVisible();
  const first = (await script.locator('[data-segment]').first().textContent()) ?? 'nothing';
  // As a pointer does it: held down in the first line, moved on while the lines scroll by, let go in the last one.
  await script.evaluate(async (box) => {
    const line = box.querySelector('[data-segment]')?.firstChild;
    if (line) document.getSelection()?.setBaseAndExtent(line, 0, line, 5);
    // No hand is so quick that the lines scroll before the page has heard of it.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  for (let part = 1; part <= 4; part++) {
    await script.evaluate((box, share) => box.scrollTo(0, box.scrollHeight * share), part / 4);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await expect(script.getByText(/part 40\./)).toBeVisible();
  await script.evaluate((box) => {
    const last = [...box.querySelectorAll('[data-segment]')].at(-1)?.firstChild;
    if (last) document.getSelection()?.extend(last, last.textContent?.length ?? 0);
  });
  await page.getByRole('button', { name: '标为绿色' }).click();
  await page.getByRole('tab', { name: '高亮' }).click();
  await expect(page.getByRole('list', { name: '高亮列表' }).getByRole('listitem')).toContainText(first.trim());
  await page.getByRole('button', { name: '导出' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /Markdown/ }).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  for (const part of [2, 20, 40]) expect(text).toContain(`part ${part}.`);
});

test('CON-06 without the highlight interface marks are lines under the words', async ({ page }) => {
  await page.addInitScript(() => {
    // @ts-expect-error an old browser
    delete window.Highlight;
  });
  await openRecording(page);
  const words = await wordsOfNote(page);
  await select(page, 'note', words);
  await page.getByRole('button', { name: '标为黄色' }).click();
  await expect(page.locator('.highlight-boxes > [data-kind=yellow]').first()).toBeVisible();
});

const chinese = {
  comment: '标记并写批注',
  card: '高亮',
  highlights: '高亮',
  list: '高亮列表',
  export: '导出',
  none: '没有找到',
};
const english: typeof chinese = {
  comment: 'Highlight and comment',
  card: 'Highlight',
  highlights: 'Highlights',
  list: 'Highlights',
  export: 'Export',
  none: 'No results',
};

/** Marks words of a note and finds them in the list of all highlights. The page is looked at on the way. */
async function walkList(page: Page, width: number, say: typeof chinese): Promise<void> {
  const look = (name: string) =>
    expectNoViolationsInEitherScheme(page, async (scheme) => {
      if (process.env.GLEANER_SHOTS)
        await page.screenshot({ path: `${process.env.GLEANER_SHOTS}/highlights-${name}-${width}-${scheme}.png` });
    });
  await page.setViewportSize({ width, height: 844 });
  await openRecording(page);
  const contentUrl = page.url();
  const words = await wordsOfNote(page);
  await select(page, 'note', words);
  await expect(page.getByRole('toolbar')).toBeVisible();
  await look('menu');
  await page.getByRole('toolbar').getByRole('button', { name: say.comment }).click();
  const card = page.getByRole('dialog', { name: say.card });
  await expect(card.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('=1+1 is two');
  await look('card');
  const stored = page.waitForResponse(/highlights\.update/);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await stored;
  await openTab(page, say.highlights);
  await expect(page.getByRole('listitem').filter({ hasText: '=1+1 is two' })).toBeVisible();
  await look('tab');

  await page.goto('/user/outputs/highlight');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.highlights);
  const list = page.getByRole('list', { name: say.list });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await look('page');
  await page.getByRole('button', { name: say.export }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /csv/ }).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain(`"'=1+1 is two"`);
  const search = page.getByRole('searchbox');
  await search.fill('nowhere to be found');
  await expect(page.getByText(say.none)).toBeVisible();
  await search.fill('two');
  await list.getByRole('link', { name: words }).click();
  await expect(page).toHaveURL(new RegExp(new URL(contentUrl).pathname));
  await expect.poll(() => painted(page)).toMatchObject({ 'gleaner-yellow': words, 'gleaner-chosen': words });
}

test('OUT-07 SHL-08 the list of all highlights leads back, searches and exports, on a phone', ({ page }) =>
  walkList(page, 390, chinese));

test('OUT-07 the list says what to do while there is nothing, and what is wrong when it cannot be read', async ({ page }) => {
  await page.goto('/user/outputs/highlight');
  await expect(page.getByText('还没有高亮')).toBeVisible();
  await expect(page.getByRole('link', { name: '查看总结记录' })).toBeVisible();
  await openRecording(page);
  await page.route(/highlights\.list/, (route) => route.abort());
  await page.goto('/user/outputs/highlight');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('高亮没有加载出来');
  await page.unroute(/highlights\.list/);
  await page.getByRole('main').getByRole('alert').getByRole('button').click();
  await expect(page.getByText('还没有高亮')).toBeVisible();
});

test('CON-06 an article is marked by touch, across paragraphs, and leads back to its paragraph', async ({ browser, site }) => {
  const context = await browser.newContext({
    baseURL: appUrl,
    locale: 'zh-CN',
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const paragraphs = Array.from(
    { length: 30 },
    (_, index) =>
      `<p>Report ${index + 1} says that the oven of Lorn${index} keeps its heat for ${index + 2} hours and was measured by ${index + 3} teams before the winter came back to the hills.</p>`,
  );
  site.on('/touched-oven', {
    body: `<!doctype html><html lang="en"><head><title>Touched oven</title></head><body><main><article><h1>Touched oven</h1>${paragraphs.join('')}</article></main></body></html>`,
  });
  await openSummarised(page, await summariseLink(page, `${site.url}/touched-oven`));
  await openTab(page, '文章');
  await expect(page.getByRole('article', { name: '文章' })).toContainText('Lorn29');
  // As the handles of a touch selection do: no pointer goes down on the page.
  await page.evaluate(() => {
    const [first, second] = [...document.querySelectorAll('[data-text-scope=article] p')].slice(20, 22);
    const text = (element: Element | undefined) =>
      document.createTreeWalker(element as Element, NodeFilter.SHOW_TEXT).nextNode() as Node;
    document.getSelection()?.setBaseAndExtent(text(first), 30, text(second), 20);
  });
  const bar = page.getByRole('toolbar', { name: '标记所选文字' });
  await expect(bar).toBeVisible();
  const end = (await bar.boundingBox().then((box) => box && box.y + box.height)) ?? 0;
  expect(end).toBeLessThanOrEqual((await page.locator('nav[data-bottom-bar]').boundingBox())?.y ?? 0);
  await bar.getByRole('button', { name: '标为绿色' }).tap();
  await expect(bar).toBeHidden();
  await expect.poll(async () => (await painted(page))['gleaner-green']).toMatch(/Lorn20 keeps[\s\S]+Report 22 says/);

  await openTab(page, '高亮');
  const item = page.getByRole('list', { name: '高亮列表' }).getByRole('listitem');
  await expect(item).toContainText('Lorn20');
  await expect(item).not.toContainText('原文已改');
  await item.getByRole('button', { name: /Lorn20/ }).tap();
  await expect(page.getByRole('tabpanel', { name: '文章' })).toBeVisible();
  await expect(page.getByText(/Report 21 says/)).toBeInViewport();
  await expect.poll(async () => (await painted(page))['gleaner-chosen']).toMatch(/Lorn20/);
  // The link from outside does the same.
  await page.goto(`/content/${/content\/([\da-f-]{36})/.exec(page.url())?.[1]}?tab=article`);
  await expect.poll(async () => (await painted(page))['gleaner-green']).toMatch(/Lorn20/);
  await context.close();
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });
  test('OUT-07 SHL-08 the list of all highlights leads back, searches and exports', ({ page }) => walkList(page, 1440, english));
});
