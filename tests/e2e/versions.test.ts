/** Earlier versions of a note, and an editor that is open while the note is replaced, emptied, or cannot be saved. */
import type { Page } from '@playwright/test';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { cues, openRecording } from '../harness/browser/recording.ts';
import { edit, expectSaved, field, saved } from './note-editor.ts';
import { expectNoViolations } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const conflict = '别处改过';

function note(page: Page) {
  return page.getByRole('article', { name: '笔记' });
}

/** Writes a line at the end, and waits until it is saved; the editor stays open. */
async function append(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+End');
  await saved(page, words, () => page.keyboard.type(`\n\n${words}`));
}

/** The first version there was, as a page of the dialog. */
async function openFirstVersion(page: Page) {
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '历史版本' }).click();
  const versions = page.getByRole('dialog');
  await versions.getByRole('button', { name: /^预览/ }).last().click();
  return versions;
}

test('SUM-10 the comparison says what restoring would do: plus is what it brings, minus is what it takes away', async ({
  page,
}) => {
  await openRecording(page);
  const heading = (await note(page).getByRole('heading').last().textContent()) ?? '';
  expect(heading).not.toBe('');
  await edit(page);
  // One line goes, another one comes.
  const line = field(page).locator('.cm-line').filter({ hasText: heading }).last();
  await line.click();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await saved(page, 'a heading of mine', () => page.keyboard.type('## a heading of mine'));
  await page.getByRole('button', { name: '完成' }).click();
  const versions = await openFirstVersion(page);
  await versions.getByRole('button', { name: '与现在的对照' }).click();
  await expect(versions.getByText('加号是恢复后会多出来的，减号是恢复后会去掉的。')).toBeVisible();
  const rows = versions.getByRole('list', { name: '逐行对照' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'a heading of mine' })).toContainText('删去：');
  await expect(rows.filter({ hasText: heading }).filter({ hasText: '增加：' })).toHaveCount(1);
  await expectNoViolations(page);
  await versions.getByRole('button', { name: '恢复' }).click();
  await expect(note(page).getByText(heading).last()).toBeVisible();
  await expect(note(page).getByText('a heading of mine')).toHaveCount(0);
  // A reference leads to its place, which the dialog would cover.
  const again = await openFirstVersion(page);
  await again
    .getByRole('button')
    .filter({ hasText: /^\d\d:\d\d$/ })
    .first()
    .click();
  await expect(again).toBeHidden();
});

test('SUM-10 CON-02 an open editor goes on from the version that is restored, and from a note that is rewritten', async ({
  page,
}) => {
  await openRecording(page);
  await edit(page);
  await append(page, 'before the restoring');
  const versions = await openFirstVersion(page);
  await versions.getByRole('button', { name: '恢复' }).click();
  await expect(versions).toBeHidden();
  await expect(field(page)).not.toContainText('before the restoring');
  await expectSaved(page);
  await field(page).click();
  await append(page, 'after the restoring');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await chooseAction(page, '再次总结');
  await expect(field(page)).not.toContainText('after the restoring');
  await expectSaved(page);
  await field(page).click();
  await append(page, 'after the rewriting');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: '完成' }).click();
  await expect(note(page).getByText('after the rewriting')).toBeVisible();
  await expect(note(page).getByText('after the restoring')).toHaveCount(0);
});

test('CON-02 an open editor shows what is saved in another tab, and keeps what is not saved when the note is replaced', async ({
  page,
  context,
}) => {
  await openRecording(page);
  await edit(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await edit(other);
  await append(other, 'from the other tab');
  await expect(field(page)).toContainText('from the other tab');
  await expectSaved(page);
  await append(page, 'and from this one');
  await expect(field(other)).toContainText('and from this one');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(other.getByRole('alert')).toHaveCount(0);
  await other.close();

  // On its way to the server while the note is replaced.
  const arrived = Promise.withResolvers<void>();
  await page.route(/content\.saveNote/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const sent = page.waitForRequest(/content\.saveNote/);
  await page.keyboard.type(', not saved');
  await sent;
  const versions = await openFirstVersion(page);
  await versions.getByRole('button', { name: '恢复' }).click();
  await expect(versions).toBeHidden();
  arrived.resolve();
  await expect(page.getByRole('alert').filter({ hasText: conflict })).toBeVisible();
  await expect(field(page)).toContainText('and from this one, not saved');
});

test('CON-02 what an input method is composing is not replaced under it', async ({ page, context }) => {
  await openRecording(page);
  await edit(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  const keys = await context.newCDPSession(page);
  const answer = await saved(page, 'milk ni', async () => {
    await page.keyboard.type('milk ');
    await keys.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  });
  // Saved from elsewhere, without this page losing the focus: that would end the composition.
  const { result } = (await answer.json()) as { result: { data: { versionId: string } } };
  const sent = answer.request().postDataJSON() as { contentId: string; note: string };
  const { ok } = await page.evaluate(
    async ({ url, body }) => {
      const headers = { 'content-type': 'application/json', 'x-gleaner': '1' };
      return { ok: (await fetch(url, { method: 'POST', headers, body })).ok };
    },
    {
      url: answer.url(),
      body: JSON.stringify({
        contentId: sent.contentId,
        note: `${sent.note}\n\nfrom elsewhere`,
        baseVersionId: result.data.versionId,
      }),
    },
  );
  expect(ok).toBe(true);
  const told = page.waitForResponse(
    async (response) => response.url().includes('content.overview') && (await response.text()).includes('from elsewhere'),
  );
  await page.evaluate(() => new BroadcastChannel('gleaner').postMessage('changed'));
  await told;
  await keys.send('Input.insertText', { text: '你' });
  await expect(page.getByRole('alert').filter({ hasText: conflict })).toBeVisible();
  await expect(field(page)).toContainText('milk 你');
  await expect(field(page)).not.toContainText('from elsewhere');
});

test('CON-02 SUM-10 an emptied note says so, and leads back to words: written, restored or summarized', async ({ page }) => {
  await openRecording(page);
  const words = (await note(page).getByRole('heading').last().textContent()) ?? '';
  await edit(page);
  await page.keyboard.press('Control+a');
  await saved(page, '"note":""', () => page.keyboard.press('Delete'));
  await page.getByRole('button', { name: '完成' }).click();
  const tab = page.getByRole('tabpanel', { name: '总结' });
  await expect(tab.getByText('这篇笔记是空的')).toBeVisible();
  await expect(tab.getByRole('button', { name: '再次总结' })).toBeVisible();
  await expect(tab.getByRole('button', { name: '写笔记' })).toBeFocused();
  await expectNoViolations(page);
  if (process.env.GLEANER_SHOTS) await page.screenshot({ path: `${process.env.GLEANER_SHOTS}/empty-note.png` });
  await tab.getByRole('button', { name: '写笔记' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');

  await tab.getByRole('button', { name: '历史版本' }).click();
  const versions = page.getByRole('dialog');
  await expect(versions.getByRole('listitem').first()).toContainText('（空）');
  await versions.getByRole('button', { name: /^预览/ }).last().click();
  await versions.getByRole('button', { name: '恢复' }).click();
  await expect(note(page).getByText(words).last()).toBeVisible();
  await expect(page.getByRole('button', { name: '编辑笔记' })).toBeFocused();
});

test('CON-02 with the server away the editor says what becomes of the words, tries now, and can be left', async ({ page }) => {
  await page.clock.install();
  await openRecording(page);
  const unsaved = page.getByRole('alert').filter({ hasText: '还没有保存' });
  const cut = () => page.route(/content\.saveNote/, (route) => route.abort());
  await edit(page);
  await cut();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nwritten without a server');
  await page.getByRole('button', { name: '完成' }).click();
  await expect(unsaved).toContainText('写下的都留在这个浏览器里，每隔几秒会再试。');
  await expect(field(page)).toBeVisible();
  await expectNoViolations(page);
  if (process.env.GLEANER_SHOTS) await page.screenshot({ path: `${process.env.GLEANER_SHOTS}/unsaved.png` });
  await page.unroute(/content\.saveNote/);
  await saved(page, 'written without a server', () => unsaved.getByRole('button', { name: '现在再试' }).click());
  await expect(unsaved).toHaveCount(0);

  await field(page).click();
  await cut();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(', and left');
  await page.keyboard.press('Escape');
  await unsaved.getByRole('button', { name: '先离开' }).click();
  const left = page.getByRole('status').filter({ hasText: '有改动还没有保存' });
  await left.getByRole('button', { name: '继续编辑' }).click();
  await expect(field(page)).toContainText('written without a server, and left');
  await page.keyboard.press('Escape');
  await unsaved.getByRole('button', { name: '先离开' }).click();
  await expect(left).toBeVisible();
  // Saved by the retry that comes every few seconds, without a press.
  await page.unroute(/content\.saveNote/);
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(left).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 45_000, intervals: [0] });
  await expect(note(page).getByText('written without a server, and left')).toBeVisible();
});

test('CON-04 CON-02 the header says at once that the note is no longer what was written when it follows a correction', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openRecording(page);
  const said = (await note(page).textContent()) ?? '';
  const cue = cues.find(({ text }) => said.includes(text));
  if (!cue) throw new Error('the note quotes no line');
  const time = `00:${String(Math.floor(cue.startMs / 1000)).padStart(2, '0')}`;
  await expect(page.getByText('之后手动修改')).toHaveCount(0);
  await page.getByRole('tab', { name: '字幕' }).click();
  await page.getByRole('button', { name: '校正字幕' }).click();
  await page.getByRole('button', { name: `校正 ${time} 的一行` }).click();
  const line = page.getByRole('textbox', { name: '这一行的文字' });
  await line.fill(cue.text.replace(/^\S+ \S+/, 'A certain somebody'));
  await line.press('Enter');
  await expect(page.getByText(/^笔记里引用的 \d+ 处也改了/)).toBeVisible();
  await expect(page.getByText('之后手动修改')).toBeVisible();
  await page.getByRole('button', { name: '撤销上一次校正' }).click();
  await expect(page.getByText('之后手动修改')).toHaveCount(0);
});
