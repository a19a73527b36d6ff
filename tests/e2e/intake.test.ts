/** What a link or text is known by before its note is there. */
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const field = '粘贴链接，或拖入文件';

function head(title: string, lang = 'en'): string {
  return `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>`;
}

test('SUM-02 SHL-05 the title of the preview stays when work starts, also of a link that is asked again', async ({
  page,
  site,
}) => {
  for (const name of ['barn', 'mill']) {
    let asked = 0;
    // Looks end, the work between them does not.
    site.on(`/intake-${name}`, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(head(`The stone ${name} of Lorn`));
      if (++asked !== 2) response.end('</body></html>');
    });
  }
  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill(`${site.url}/intake-barn\n${site.url}/intake-mill`);
  await expect(page.getByTestId('preview-item')).toHaveCount(2);
  await page.getByRole('button', { name: '总结 2 项' }).click();
  const running = page.getByRole('region', { name: '正在进行' });
  const sidebar = page.getByRole('complementary');
  for (const title of ['The stone barn of Lorn', 'The stone mill of Lorn']) {
    await expect(running.getByRole('link', { name: title })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: title })).toBeVisible();
  }
  await sidebar.getByRole('link', { name: 'The stone mill of Lorn' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The stone mill of Lorn');
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page.getByText('已取消').first()).toBeVisible();

  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill(`${site.url}/intake-mill`);
  await expect(page.getByTestId('preview-item')).toContainText('The stone mill of Lorn');
  await expect(page.getByTestId('preview-item')).not.toContainText(`${site.url}/intake-mill`);
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The stone mill of Lorn');
});

test('SUM-10 without a model, a note in another language than the source’s is said before the start', async ({
  page,
  site,
  withModelUrl,
}) => {
  const text = '<p>The village kept its grain in a stone barn near the river, and a keeper wrote down each sack.</p>'.repeat(6);
  site.on('/intake-english', { body: `${head('A barn beside the river')}<article>${text}</article></body></html>` });
  site.on('/intake-chinese', { body: `${head('河边的石头粮仓', 'zh')}</body></html>` });
  const hint = page.getByText('没有设置模型时，笔记由原文的句子组成，仍是原文的语言，不会写成中文。');
  const preview = page.getByTestId('preview-item');
  const fill = (path: string) => page.getByRole('textbox', { name: field }).fill(`${site.url}${path}`);
  await page.goto('/');
  await fill('/intake-chinese');
  await expect(preview).toContainText('河边的石头粮仓');
  await expect(hint).toHaveCount(0);
  await fill('/intake-english');
  await expect(hint).toBeVisible();
  await page.getByRole('combobox', { name: '笔记语言' }).selectOption('en');
  await expect(hint).toHaveCount(0);

  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page.getByRole('article', { name: '笔记' })).toBeVisible();
  await chooseAction(page, '换个详细程度或语言重新总结');
  const kept = page.getByText('没有设置模型，笔记仍是原文的语言。');
  await expect(kept).toHaveCount(0);
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await expect(kept).toBeVisible();

  await page.goto(`${withModelUrl}/`);
  await fill('/intake-english');
  await expect(preview).toContainText('A barn beside the river');
  await expect(hint).toHaveCount(0);
});

test('SHL-08 going to a page while offline says that one is offline', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: field })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '总结记录' }).click();
  const failed = page.getByRole('main').getByRole('alert');
  await expect(failed).toContainText('连不上服务器');
  await expect(failed).toContainText('offline');
  await expect(failed).not.toContainText('internal');
  await context.setOffline(false);
  await failed.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText('还没有总结记录')).toBeVisible();
});

const paragraphs = Array.from(
  { length: 12 },
  (_, index) =>
    `The keeper of house ${index + 1} weighed ${index + 3} sacks of rye and wrote their weight into the book of the village.`,
);

test('SUM-01 SUM-05 a pasted text becomes a document under its first line', async ({ page, site }) => {
  site.on('/intake-linked', { body: `${head('A linked page')}</body></html>` });
  const box = page.getByRole('textbox', { name: field });
  const row = page.getByTestId('pasted-text');
  const links = page.getByTestId('preview-item');
  await page.goto('/');
  await box.fill('仓库管理员写的一句话');
  await expect(page.getByText('没有找到链接')).toBeVisible();
  await expect(page.getByRole('button', { name: '开始总结' })).toBeDisabled();

  // A long comment on a link: its link is meant, and the text can be.
  const comment = `看看\n${paragraphs.slice(0, 4).join('\n')}\n${site.url}/intake-linked`;
  await box.fill(comment);
  await expect(links).toContainText('A linked page');
  await page.getByRole('button', { name: '总结这段文字' }).click();
  await expect(row).toContainText('粘贴的文字');
  await expect(links).toHaveCount(0);
  await page.getByRole('button', { name: '改为总结其中的链接' }).click();
  await expect(links).toHaveCount(1);

  const text = `# The book of Lorn\n\n${paragraphs.join('\n\n')}`;
  await box.fill(text);
  await expect(row).toContainText('The book of Lorn');
  await expect(row).toContainText(`粘贴的文字 · ${text.length.toLocaleString('zh-CN')} 字`);
  await page.getByRole('button', { name: '开始总结' }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The book of Lorn');
  await expect(page.getByRole('article', { name: '笔记' })).toContainText('weighed');
  await page.goto('/');
  await expect(box).toHaveValue('');
});

test('SUM-05 a text past what is looked through for links is summarised as it is', async ({ page }) => {
  const long = Array.from({ length: 185 }, (_, index) => `${paragraphs[index % 12]} Entry ${index}.`).join('\n\n');
  expect(long.length).toBeGreaterThan(20_000);
  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill(long);
  await expect(page.getByTestId('pasted-text')).toContainText('The keeper of house 1 weighed 3 sacks');
  await page.getByRole('textbox', { name: field }).press('Enter');
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(page.getByRole('article', { name: '笔记' })).toContainText('sacks of rye');
});

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('SUM-05 a text from the clipboard lands in the field from anywhere on the page', async ({ page }) => {
    const first = `# The clipboard of Lorn\r\n\r\n${paragraphs.slice(0, 6).join('\r\n\r\n')}`;
    const box = page.getByRole('textbox', { name: field });
    const copy = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(box).not.toBeFocused();
    await copy(first);
    await page.keyboard.press('ControlOrMeta+v');
    await expect(box).toBeFocused();
    const row = page.getByTestId('pasted-text');
    await expect(row).toContainText('The clipboard of Lorn');
    await copy(`\n\n${paragraphs.slice(6).join('\n\n')}`);
    await page.keyboard.press('ControlOrMeta+v');
    const whole = `# The clipboard of Lorn\n\n${paragraphs.join('\n\n')}`;
    await expect(box).toHaveValue(whole);
    await expect(row).toContainText(`粘贴的文字 · ${whole.length.toLocaleString('zh-CN')} 字`);
  });
});
