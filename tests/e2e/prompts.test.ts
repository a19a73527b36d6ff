/** Prompts in the browser: one's own and the official ones, and their answers on a content. */
import type { Page } from '@playwright/test';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appWithModelUrl } from '../harness/browser/e2e-ports.ts';
import { openSummarised, summariseLink } from '../harness/browser/recording.ts';
import { busyWords } from '../harness/models/fake-llm.ts';
import type { Site } from '../harness/sites/site.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './settled.ts';

/** `mark` stands in it, and so in what a model is asked about it. */
function article(title: string, mark: string): string {
  const paragraphs = Array.from(
    { length: 10 },
    (_, index) =>
      `<p>Report ${index + 1} on ${title} says that the oven keeps its heat for eleven hours, and that the village of Lorn${index} built ${index + 2} more of them before winter came back to the hills.</p>`,
  );
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${paragraphs.join('')}<p>The oven bears the mark ${mark} above its door, which nobody in the village can explain.</p></article></body></html>`;
}

/** Opens the note of an article. Gives a word that stands in no other article. */
async function openArticle(page: Page, site: Site, name: string, title: string): Promise<string> {
  const mark = crypto.randomUUID();
  const path = `${name}-${mark}`;
  site.on(path, { body: article(title, mark) });
  await openSummarised(page, await summariseLink(page, `${site.url}${path}`));
  return mark;
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('OUT-02 a prompt is created, edited, duplicated, deleted and brought back; without a model it says what is missing', async ({
    page,
  }) => {
    await page.goto('/user/prompts/custom');
    await expect(page).toHaveTitle(/我的提示词/);
    await expect(page.getByText('提示词需要语言模型')).toBeVisible();
    await expect(page.getByText('还没有自己的提示词')).toBeVisible();
    await page.getByRole('button', { name: '新建提示词' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('{{title}} {{author}}')).toBeVisible();
    await expect(dialog.getByLabel('名称')).toBeFocused();
    await dialog.getByLabel('名称').fill('找风险');
    await expect(dialog.getByRole('button', { name: '保存', exact: true })).toBeDisabled();
    await dialog.getByRole('textbox', { name: '提示词' }).fill('列出全部风险 {{constructor}}');
    await expectNoViolations(page);
    // Closed by mistake, it is all there again; given up, it is not.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.reload();
    await page.getByRole('button', { name: '新建提示词' }).click();
    await expect(dialog.getByText('还没有保存的内容')).toBeVisible();
    await expect(dialog.getByLabel('名称')).toHaveValue('找风险');
    await expectNoViolations(page);
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: '新建提示词' }).click();
    await expect(dialog.getByRole('textbox', { name: '提示词' })).toHaveValue('列出全部风险 {{constructor}}');
    await dialog.getByRole('button', { name: '保存', exact: true }).click();
    const list = page.getByRole('list', { name: '我的提示词' });
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('button', { name: '新建提示词' })).toBeFocused();
    await expect(list).toContainText('列出全部风险 {{constructor}}');
    await expect(list.getByRole('button', { name: '运行“找风险”' })).toHaveCount(0);
    await page.getByRole('button', { name: '新建提示词' }).click();
    await expect(dialog.getByLabel('名称')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: '编辑“找风险”' }).click();
    await dialog.getByLabel('名称').fill('不要这个名称');
    await dialog.getByRole('button', { name: '不保存' }).click();
    await page.getByRole('button', { name: '编辑“找风险”' }).click();
    await expect(dialog.getByLabel('名称')).toHaveValue('找风险');
    await dialog.getByLabel('名称').fill('找出风险');
    await dialog.getByRole('button', { name: '保存', exact: true }).click();
    await expect(list.getByRole('heading', { name: '找出风险' })).toBeVisible();
    await page.getByRole('button', { name: '“找出风险”的更多操作' }).click();
    await page.getByRole('menuitem', { name: '复制一份' }).click();
    await expect(list.getByRole('heading', { name: '找出风险 副本' })).toBeVisible();

    await page.getByRole('button', { name: '“找出风险”的更多操作' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('listitem').filter({ hasText: '已删除“找出风险' }).getByRole('button', { name: '撤销' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  });

  test('CON-07 without a model the menu of a content says that prompts need one', async ({ page, site }) => {
    await openArticle(page, site, '/prompt-plain', 'The Plain Oven');
    await chooseAction(page, '运行提示词');
    await expect(page.getByText('提示词需要语言模型')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('menuitem', { name: '打开设置' }).click();
    await expect(page).toHaveURL(/\/user\/settings\?section=model$/);
  });

  test.describe('with a model', () => {
    test.use({ baseURL: appWithModelUrl });

    test('CON-07 OUT-02 a new prompt is written where it is needed, and run there', async ({ page, site }) => {
      await openArticle(page, site, '/prompt-new', 'The New Oven');
      const address = page.url();
      await chooseAction(page, '运行提示词', '新建提示词…');
      const editor = page.getByRole('dialog', { name: '新建提示词' });
      // What is to be filled in has the focus, not what closes it.
      await expect(editor.getByLabel('名称')).toBeFocused();
      await editor.getByLabel('名称').fill('谁在场');
      await editor.getByRole('textbox', { name: '提示词' }).fill('列出提到的每一个人。');
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: '更多操作' })).toBeFocused();
      await chooseAction(page, '运行提示词', '新建提示词…');
      await expect(editor.getByLabel('名称')).toHaveValue('谁在场');
      await editor.getByRole('button', { name: '保存并运行' }).click();
      await expect(page.getByRole('tab', { name: '谁在场' })).toHaveAttribute('aria-selected', 'true');
      const answer = page.getByRole('article', { name: '答案' });
      await expect(answer).toHaveAttribute('aria-busy', 'false');
      expect(page.url().startsWith(address)).toBe(true);
      // It is one of the prompts from now on.
      await chooseAction(page, '运行提示词');
      await expect(page.getByRole('menuitem', { name: '谁在场' })).toBeVisible();
    });

    test('CON-07 an official prompt is run: streamed, there after a reload, its places lead to the source', async ({
      page,
      site,
      model,
    }) => {
      const release = await model.hold(await openArticle(page, site, '/prompt-run', 'The Prompted Oven'));
      await chooseAction(page, '运行提示词');
      await expectNoViolations(page);
      await page.getByRole('menuitem', { name: '行动清单' }).click();
      await expect(page).toHaveURL(/tab=custom-official-action-items/);
      const answer = page.getByRole('article', { name: '答案' });
      await expect(answer).toHaveAttribute('aria-busy', 'true');
      // Nothing of it depends on this page.
      await page.reload();
      await expect(answer).toHaveAttribute('aria-busy', 'true');
      await release();
      await expect(answer).toHaveAttribute('aria-busy', 'false');
      await expect(page.getByRole('tab', { name: '行动清单' })).toHaveAttribute('aria-selected', 'true');
      await expect(answer).toContainText('Lorn');
      await expect(page.getByText(/由 fake-model.* 撰写 · \d+ 处引用/)).toBeVisible();
      await expectNoViolations(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await answer
        .getByRole('button', { name: /第 1 段/ })
        .first()
        .click();
      await expect(page).toHaveURL(/tab=article/);
      await page.getByRole('tab', { name: '行动清单' }).click();

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: '导出 Markdown' }).click();
      expect((await download).suggestedFilename()).toBe('The Prompted Oven 行动清单.md');

      await page.getByRole('button', { name: '删除答案' }).click();
      await expect(page.getByRole('tab', { name: '行动清单' })).toHaveCount(0);
      await expect(page.getByRole('tab', { name: '总结' })).toBeFocused();
      await page
        .getByRole('listitem')
        .filter({ hasText: '已删除“行动清单”的答案' })
        .getByRole('button', { name: '撤销' })
        .click();
      await expect(page.getByRole('tab', { name: '行动清单' })).toBeVisible();
    });

    test('CON-07 an answer that is put off says that the provider is busy', async ({ page, site }) => {
      await openArticle(page, site, '/prompt-busy', 'The Busy Oven');
      await chooseAction(page, '运行提示词', '新建提示词…');
      const editor = page.getByRole('dialog', { name: '新建提示词' });
      await editor.getByLabel('名称').fill('忙');
      await editor.getByRole('textbox', { name: '提示词' }).fill(busyWords);
      await editor.getByRole('button', { name: '保存并运行' }).click();
      await expect(page.getByText('正在等服务商，稍后自动再试')).toBeVisible();
      await page.getByRole('button', { name: '停止', exact: true }).click();
      await expect(page.getByText('没有留下答案')).toBeVisible();
    });

    test('CON-07 an answer is stopped while it is written, and run again', async ({ page, site, model }) => {
      const mark = await openArticle(page, site, '/prompt-stop', 'The Stopped Oven');
      const first = await model.hold(mark);
      await chooseAction(page, '运行提示词', '时间线');
      await page.getByRole('button', { name: '停止', exact: true }).click();
      await expect(page.getByText('没有留下答案')).toBeVisible();
      await expect(page.getByRole('button', { name: '重新运行' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: '停止', exact: true })).toBeFocused();
      await first();
      const answer = page.getByRole('article', { name: '答案' });
      await expect(answer).toHaveAttribute('aria-busy', 'false');
      // The old answer stays while it is written anew.
      const second = await model.hold(mark);
      await page.getByRole('button', { name: '重新运行' }).click();
      await expect(page.getByText('正在重写')).toBeVisible();
      await expect(answer).toContainText('Lorn');
      await page.getByRole('button', { name: '停止', exact: true }).click();
      await expect(page.getByText('重写已停止，下面是之前的答案。').and(page.locator(':not([role=status])'))).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: '重写已停止' })).toHaveCount(1);
      await expect(page.getByText('答案写好了')).toHaveCount(0);
      await page.getByRole('button', { name: '重新运行' }).click();
      await expect(page.getByText('正在重写')).toBeVisible();
      await second();
      await expect(page.getByText('正在重写')).toHaveCount(0);
      await expect(page.getByText('答案写好了')).toHaveCount(1);
    });
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US', baseURL: appWithModelUrl });

  test('OUT-02 CON-07 an official prompt is kept as one’s own and run on a content from the list', async ({ page, site }) => {
    await openArticle(page, site, '/prompt-list', 'The Listed Oven');
    await page.getByRole('link', { name: 'Official prompts' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Official prompts' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(10);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Quotes worth keeping' })
      .getByRole('button', { name: 'Show full prompt' })
      .click();
    await expect(page.getByText('Copy them word for word inside quotation marks')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Save to my prompts: “Quotes worth keeping”' }).click();
    await expect(page.getByText('Saved to My prompts')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'My prompts', exact: true }).click();
    // The page before has such a button too, and takes its dialog with it.
    await expect(page.getByRole('heading', { level: 1, name: 'My prompts' })).toBeVisible();
    await page.getByRole('button', { name: 'Run “Quotes worth keeping”' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('dialog').getByRole('button', { name: 'The Listed Oven' }).click();
    await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}\?tab=custom-[0-9a-f-]{36}/);
    await expect(page.getByRole('article', { name: 'Answer' })).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('tab', { name: 'Quotes worth keeping' })).toHaveAttribute('aria-selected', 'true');
  });
});
