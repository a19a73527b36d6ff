import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { openRecording } from '../harness/browser/recording.ts';
import { shot } from '../harness/browser/shots.ts';
import { expectNoViolations } from './settled.ts';

test.use({ locale: 'zh-CN' });

const article = (word: string) =>
  `<!doctype html><html lang="en"><head><title>On ${word}</title></head><body><article><h1>On ${word}</h1>${Array.from(
    { length: 12 },
    (_, index) =>
      `<p>Report ${index + 1} on ${word}: the kiln near Harrow kept its heat for ${index + 11} hours, and the village wrote it down.</p>`,
  ).join('')}</article></body></html>`;

test('SUM-10 detail and language are chosen beside the button, remembered, and can be others the next time', async ({
  page,
  site,
  withModelUrl,
}) => {
  site.on('/note-options', { body: article('kilns') });
  await page.goto(`${withModelUrl}/`);
  await page.getByRole('combobox', { name: '详细程度' }).selectOption('brief');
  await page.getByRole('combobox', { name: '笔记语言' }).selectOption('en');
  await page.reload();
  await expect(page.getByRole('combobox', { name: '详细程度' })).toHaveValue('brief');
  await expect(page.getByRole('combobox', { name: '笔记语言' })).toHaveValue('en');
  await page.getByRole('textbox', { name: '粘贴链接，或拖入文件' }).fill(`${site.url}/note-options`);
  const sent = page.waitForRequest((request) => request.url().includes('ingest.submit'));
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: '开始总结' }).click();
  expect((await sent).postData()).toContain('"detail":"brief"');
  expect((await sent).postData()).toContain('"noteLanguage":"en"');
  await expect(page.getByText(/\d+ 条陈述中 \d+ 条已核对/)).toBeVisible({ timeout: 40_000 });

  // What the model read and wrote for it, for whoever wants to know.
  const use = page.getByRole('button', { name: '模型用量' });
  await expect(page.getByText('模型读入')).toBeHidden();
  await use.click();
  await expect(page.getByText(/^[\d,]+ 个 token/).first()).toBeVisible();
  await expect(page.getByText('请求次数')).toBeVisible();
  await expectNoViolations(page);
  await shot(page, 'note-use-zh-1280');
  await page.setViewportSize({ width: 390, height: 844 });
  await shot(page, 'note-use-zh-390');
  await page.setViewportSize({ width: 1280, height: 720 });
  await use.click();

  const openOptions = () => chooseAction(page, '换个详细程度或语言重新总结');
  const choice = (name: RegExp | string) => page.getByRole('menuitemradio', { name });
  await openOptions();
  await choice(/^详细/).click();
  await expect(choice(/^详细/)).toBeChecked();
  // What was not begun is not chosen the next time.
  await page.keyboard.press('Escape');
  await openOptions();
  await expect(choice(/^简要/)).toBeChecked();
  await expect(choice('English')).toBeChecked();
  await choice(/^详细/).click();
  await choice('中文').click();
  for (const chosen of [/^详细/, '中文']) await expect(choice(chosen)).toBeChecked();
  const again = page.waitForRequest((request) => request.url().includes('content.summarizeAgain'));
  await page.getByRole('menuitem', { name: '按此重新总结' }).click();
  expect((await again).postData()).toContain('"detail":"detailed","noteLanguage":"zh"');
});

test('SUM-15 a key of one’s own is checked, kept, never shown again and taken back', async ({ page, withModelUrl }) => {
  await page.goto(`${withModelUrl}/user/settings`);
  const section = page.getByRole('region', { name: '自己的模型密钥' });
  const field = section.getByLabel('API Key', { exact: true });
  const save = section.getByRole('button', { name: '检查并保存' });
  await section.getByLabel('服务商').selectOption('openai');
  await field.fill('sk-tooshort');
  await save.click();
  await expect(page.getByText('不是有效的 APIKey')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const key = `sk-${'aB3'.repeat(16)}`;
  await section.getByLabel('服务商').selectOption('server');
  await section.getByText('在服务器上', { exact: true }).click();
  await field.fill(`${key}, ${key.replace('aB3', 'cD4')}`);
  await save.click();
  await expect(section.getByRole('status').filter({ hasText: '检查过了，fake-model 可以使用。' })).toBeVisible();
  await expect(section.getByText('已保存', { exact: true })).toBeVisible();
  await page.reload();
  await expect(section.getByText('已保存', { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(key);
  expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain(
    key,
  );
  await expectNoViolations(page);
  for (const answer of ['取消', '移除']) {
    await expect(section.getByText('已保存', { exact: true })).toBeVisible();
    await section.getByRole('button', { name: '移除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  }
  await expect(section.getByText('未保存', { exact: true })).toBeVisible();
  await page.reload();
  await expect(section.getByText('未保存', { exact: true })).toBeVisible();
});

test('SUM-15 CON-04 a key of one’s own is enough for translation, where the server has no model', async ({ page }) => {
  await openRecording(page);
  await page.getByRole('tab', { name: '字幕' }).click();
  await expect(page.getByRole('tabpanel', { name: '字幕' })).toBeVisible();
  await expect(page.getByRole('button', { name: '下载字幕' })).toBeVisible();
  await expect(page.getByRole('button', { name: '翻译字幕' })).toHaveCount(0);
  const content = page.url();

  await page.goto('/user/settings');
  const section = page.getByRole('region', { name: '自己的模型密钥' });
  await section.getByLabel('API Key', { exact: true }).fill(`sk-${'aB3'.repeat(16)}`);
  await section.getByRole('button', { name: '检查并保存' }).click();
  // Here no provider answers.
  await expect(section.getByRole('alert')).toContainText('服务商自己出了问题');
  await expect(section.getByText('未保存', { exact: true })).toBeVisible();
  await section.getByRole('button', { name: '仍然保存' }).click();
  await expect(section.getByText('已保存', { exact: true })).toBeVisible();
  await page.goto(content);
  await page.getByRole('tab', { name: '字幕' }).click();
  await expect(page.getByRole('button', { name: '翻译字幕' })).toBeVisible();
});
