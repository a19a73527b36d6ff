import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording } from '../harness/browser/recording.ts';
import { edit, expectSaved, field, saved } from './note-editor.ts';
import { expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

test('CON-02 SHL-08 a note is edited in place, saved at every pause, and is there after a reload; dialogs give the focus back', async ({
  page,
}) => {
  await openRecording(page);
  const covered = page.getByRole('group', { name: /^摘句覆盖讲话的/ });
  await expect(covered).toBeVisible();
  await expect(page.getByText('之后手动修改')).toHaveCount(0);
  await edit(page);
  await page.keyboard.press('Control+End');
  await saved(page, 'My own thought about the mill', () => page.keyboard.type('\nMy own thought about the mill'));
  // Written as an anchor, shown as the chip it is.
  await expect(page.locator('.cm-anchor').first()).toHaveText(/^\d\d:\d\d$/);
  await page.getByRole('button', { name: '插入当前播放时间' }).click();
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('button', { name: '编辑笔记' })).toBeFocused();
  const note = page.getByRole('article', { name: '笔记' });
  await expect(note.getByText('My own thought about the mill')).toBeVisible();
  await page.reload();
  // The header does not vouch for what nobody checked.
  await expect(page.getByText('之后手动修改')).toBeVisible();
  await expect(covered).toBeVisible();
  await expect(note.getByText('My own thought about the mill')).toBeVisible();
  await expect(note.getByRole('button', { name: /00:00/ }).last()).toBeVisible();

  const more = page.getByRole('button', { name: '更多操作' });
  for (const name of ['删除', '历史版本']) {
    await more.click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  }
  await more.click();
  await page.getByRole('menuitem', { name: '历史版本' }).click();
  const versions = page.getByRole('dialog');
  // Without a field it has the focus itself, not its cross.
  await expect(versions).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(versions.getByRole('button', { name: '关闭' })).toBeFocused();
  await expect(versions.getByText('手动修改')).toBeVisible();
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await versions.getByRole('button', { name: /^预览/ }).last().click();
  await versions.getByRole('button', { name: '与现在的对照' }).click();
  await expect(versions.getByRole('list', { name: '逐行对照' }).getByText('My own thought about the mill')).toBeVisible();
  await versions.getByRole('button', { name: '恢复' }).click();
  await expect(more).toBeFocused();
  await expect(note.getByText('My own thought about the mill')).toHaveCount(0);
  await expect(covered).toBeVisible();
});

test('CON-02 what is typed before the editor is there is kept for it, and moves nothing in the player', async ({ page }) => {
  await openRecording(page);
  const arrived = Promise.withResolvers<void>();
  await page.route(/note-editor[^/]*\.js/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: '编辑笔记' }).click();
  await expect(page.getByRole('textbox', { name: '正在打开编辑器…' })).toBeFocused();
  await page.keyboard.type('milk? >');
  arrived.resolve();
  // Also what is typed just while it comes.
  await saved(page, 'milk? > and flour', () => page.keyboard.type(' and flour', { delay: 20 }));
  await expect(field(page)).toContainText('milk? > and flour');
  const player = page.locator('audio, video').first();
  expect(await player.evaluate((media: HTMLMediaElement) => [media.muted, media.playbackRate])).toEqual([false, 1]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article', { name: '笔记' }).getByText('milk? > and flour')).toBeVisible();
});

test('LIB-22 todo items are ticked in the note and stay ticked', async ({ page }) => {
  await openRecording(page);
  await edit(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await page.getByRole('button', { name: '待办' }).click();
  await page.keyboard.type('ask the keeper');
  await page.keyboard.press('Enter');
  await page.keyboard.type('find the book');
  // The list ends with the item that stays empty, and what comes then is no part of it.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('then we walked home');
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: /^then we walked home$/ })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'find the book', exact: true })).toBeVisible();
  const keeper = page.getByRole('checkbox', { name: 'ask the keeper' });
  const book = page.getByRole('checkbox', { name: 'find the book' });
  await expect(keeper).not.toBeChecked();
  await keeper.check();
  await book.check();
  await keeper.uncheck();
  await page.reload();
  await expect(book).toBeChecked();
  await expect(keeper).not.toBeChecked();

  // All in one moment, and away.
  const address = page.url();
  await page.evaluate(() => {
    for (const box of document.querySelectorAll<HTMLElement>('article input[type=checkbox]')) box.click();
    window.location.href = '/user/videos';
  });
  await page.waitForURL('**/user/videos');
  await page.goto(address);
  await expect(keeper).toBeChecked();
  await expect(book).not.toBeChecked();
});

test('CON-02 CON-06 what is typed in the moment before the page is left is kept: in the note, in a comment', async ({ page }) => {
  await openRecording(page);
  const address = page.url();
  const note = page.getByRole('article', { name: '笔记' });
  await edit(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nwritten at the last moment');
  await page.goto('/user/videos');
  await page.goto(address);
  await expect(note.getByText('written at the last moment')).toBeVisible();
  // It arrived: nothing is left over to be saved, and nothing conflicts.
  await edit(page);
  await page.keyboard.press('Control+End');
  await saved(page, 'written at the last moment!', () => page.keyboard.type('!'));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: '完成' }).click();

  await note.getByText('written at the last moment!').click({ clickCount: 3 });
  const marked = page.waitForResponse(/highlights\.create/);
  await page.getByRole('toolbar', { name: '标记所选文字' }).getByRole('button', { name: '标记并写批注' }).click();
  await marked;
  await page.getByRole('dialog', { name: '高亮' }).getByRole('textbox', { name: '批注' }).fill('a thought at the door');
  // What a page sends as it goes may arrive after the next one has read the list.
  await expect(async () => {
    await page.goto('/user/outputs/highlight');
    await expect(page.getByText('a thought at the door')).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 45_000 });
});

test('CON-02 two tabs never overwrite each other: the second is told, compares, and both texts stay', async ({
  page,
  context,
}) => {
  await openRecording(page);
  const other = await context.newPage();
  // As in another browser: a tab of this one is told, and shows at once what was saved.
  await other.addInitScript('delete globalThis.BroadcastChannel');
  await other.goto(page.url());
  await edit(page);
  await edit(other);
  await page.keyboard.press('Control+End');
  await saved(page, 'from the first tab', () => page.keyboard.type('\nfrom the first tab'));
  await other.keyboard.press('Control+End');
  await other.keyboard.type('\nfrom the second tab');
  await expect(other.getByRole('alert').filter({ hasText: '别处改过' })).toBeVisible();
  await other.getByRole('button', { name: '对照' }).click();
  const dialog = other.getByRole('dialog');
  await expect(dialog.getByText('from the first tab')).toBeVisible();
  await expect(dialog.getByText('from the second tab')).toBeVisible();
  await saved(other, 'from the second tab', () => dialog.getByRole('button', { name: '用我的' }).click());
  await other.getByRole('button', { name: '完成' }).click();
  const note = other.getByRole('article', { name: '笔记' });
  await expect(note.getByText('from the second tab')).toBeVisible();
  await expect(note.getByText('from the first tab')).toHaveCount(0);
  await other.getByRole('button', { name: '更多操作' }).click();
  await other.getByRole('menuitem', { name: '历史版本' }).click();
  await expect(other.getByRole('dialog').getByRole('listitem')).toHaveCount(3);

  // The first tab wrote on, and lets the other's stand: what it wrote stays in the history all the same.
  await page.keyboard.type(', which goes on');
  await page.getByRole('button', { name: '对照' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '用已保存的' }).click();
  await expect(field(page)).toContainText('from the second tab');
  await expectSaved(page);
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('article', { name: '笔记' }).getByText('from the second tab')).toBeVisible();
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '历史版本' }).click();
  const versions = page.getByRole('dialog');
  await versions.getByRole('button', { name: /^预览/ }).nth(1).click();
  await expect(versions.getByText('from the first tab, which goes on')).toBeVisible();
});

test('CON-02 what could not be sent is there when the editor opens again', async ({ page: closed, context }) => {
  // In this page no note reaches the server, also none that is sent while it closes.
  await closed.addInitScript(() => {
    const send = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : new URL(input, location.href).href;
      return url.includes('content.saveNote') ? Promise.reject(new TypeError('no connection')) : send(input, init);
    };
  });
  await openRecording(closed);
  const address = closed.url();
  await edit(closed);
  await closed.keyboard.press('Control+End');
  await closed.keyboard.type('\nwritten on a train');
  await expect(closed.getByRole('status').filter({ hasText: /服务器|网络|连接/ })).toBeVisible();
  await closed.close();
  const page = await context.newPage();
  await page.goto(address);
  await edit(page);
  await expect(field(page)).toContainText('written on a train');
  await expect(page.getByText('这里是上次没来得及保存的内容。')).toBeVisible();
  await expectSaved(page);
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('article', { name: '笔记' }).getByText('written on a train')).toBeVisible();
});

test('SHL-08 the editor is free of violations on a wide screen and a phone, light and dark; what does not fit is one press away', async ({
  page,
}) => {
  await openRecording(page);
  await edit(page);
  const look = (width: number) =>
    expectNoViolationsInEitherScheme(page, async (scheme) => {
      if (process.env.GLEANER_SHOTS)
        await page.screenshot({ path: `${process.env.GLEANER_SHOTS}/editor-${width}-${scheme}.png` });
    });
  await look(1440);
  await page.setViewportSize({ width: 390, height: 900 });
  // That there is more than fits is seen.
  const time = page.getByRole('button', { name: '插入当前播放时间' });
  await expect(time).not.toBeInViewport({ ratio: 0.9 });
  const aside = page.getByRole('toolbar', { name: '排版' }).locator('xpath=following-sibling::button');
  await aside.click();
  await expect(time).toBeInViewport({ ratio: 0.9 });
  await expect(aside).toHaveCount(0);
  await page.getByRole('toolbar', { name: '排版' }).evaluate((bar) => bar.scrollTo({ left: 0 }));
  await expect(aside).toBeVisible();
  await look(390);
});
