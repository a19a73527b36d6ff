/** The content page in English: every row that the other files walk through in Chinese, with the words of this language. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appWithModelUrl } from '../harness/browser/e2e-ports.ts';
import { crawl, cues, openRecording, spoken } from '../harness/browser/recording.ts';
import { copiedBy } from './clipboard.ts';

test.use({ locale: 'en-US', permissions: ['clipboard-read', 'clipboard-write'] });

async function mediaSeconds(page: Page): Promise<number> {
  return page.locator('audio').evaluate((element: HTMLMediaElement) => element.currentTime);
}

/** Nothing of the page is left in the other language; what the source says itself is English here. */
async function expectNoChinese(page: Page): Promise<void> {
  const left = await page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown counts, not what styles and scripts hold
    const texts = [document.body.innerText];
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
    // The switch of languages names each in its own.
    return (
      texts
        .join('\n')
        .match(/\p{Script=Han}{2,}/gu)
        ?.filter((words) => !/^(?:中文|简体中文|拾穗)$/.test(words)) ?? []
    );
  });
  expect(left).toEqual([]);
}

test('SUM-14 CON-01 CON-02 CON-03 CON-04 CON-05 CON-08 a talk is read in all its tabs, in English', async ({ page }) => {
  await openRecording(page);
  const note = page.getByRole('article', { name: 'Note' });
  await expect(page.getByText('Excerpts', { exact: true }).first()).toBeVisible();
  await expectNoChinese(page);
  const chip = note.getByRole('button', { name: /^Play from \d\d:\d\d$/ }).last();
  const [minutes = 0, wanted = 0] = ((await chip.textContent()) ?? '').split(':').map(Number);
  await chip.click();
  await expect.poll(() => mediaSeconds(page)).toBeGreaterThanOrEqual(minutes * 60 + wanted);
  await expect(page.getByRole('slider', { name: 'Playback position' })).toBeVisible();

  await page.getByRole('tab', { name: 'Mind map' }).click();
  await expect(page).toHaveURL(/\?tab=mindmap$/);
  await expect(page.getByRole('tree').getByRole('treeitem').first()).toBeVisible();
  await expectNoChinese(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const outline = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Outline (Markdown)' }).click();
  expect(await readFile(await (await outline).path(), 'utf8')).toContain('- ');

  await page.getByRole('tab', { name: 'Transcript' }).click();
  const script = page.getByRole('region', { name: 'Transcript, 40 lines' });
  await page.getByRole('textbox', { name: 'Search transcript' }).fill('miller');
  const total = cues.reduce((sum, cue) => sum + (cue.text.match(/miller/gi)?.length ?? 0), 0);
  // From the line that is being spoken on.
  await expect(page.getByRole('search').getByRole('status')).toHaveText(new RegExp(`^[1-${total}] of ${total}$`));
  // Only the lines around the one being spoken are drawn; a found one is brought into view.
  await page.getByRole('textbox', { name: 'Search transcript' }).fill('part 3.');
  await crawl(page);
  await script.getByRole('button', { name: /part 3\./ }).click();
  await expect(script.locator('[aria-current=time]')).toContainText('part 3.');
  await expectNoChinese(page);
  await page.getByRole('button', { name: 'Download transcript' }).click();
  const subtitles = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /VTT/ }).click();
  expect(await readFile(await (await subtitles).path(), 'utf8')).toMatch(/^WEBVTT/);

  await page.getByRole('tab', { name: 'Article' }).click();
  await expect(page.getByRole('article', { name: 'Article' })).toContainText(spoken[0] ?? '');
  await expectNoChinese(page);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Article' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true');
});

test('CON-02 CON-06 CON-13 LIB-22 a note is written in, ticked, marked and copied, in English', async ({ page }) => {
  await openRecording(page);
  const note = page.getByRole('article', { name: 'Note' });
  await page.getByRole('button', { name: 'Edit note' }).click();
  await expect(page.getByRole('textbox', { name: 'Note editor' })).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nwritten by hand about bread\n\n');
  await page.getByRole('button', { name: 'Task' }).click();
  await page.keyboard.type('ask the keeper');
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  await expectNoChinese(page);
  await page.getByRole('button', { name: 'Done' }).click();
  const stored = page.waitForResponse(
    (response) => response.url().includes('content.setTask') && (response.request().postData() ?? '').includes('ask the keeper'),
  );
  await page.getByRole('checkbox', { name: 'ask the keeper' }).check();
  await stored;
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'ask the keeper' })).toBeChecked();

  await note.getByText('written by hand about bread').click({ clickCount: 3 });
  await page
    .getByRole('toolbar', { name: 'Highlight selected text' })
    .getByRole('button', { name: 'Highlight and comment' })
    .click();
  const card = page.getByRole('dialog', { name: 'Highlight' });
  await card.getByRole('textbox', { name: 'Comment' }).fill('so it was');
  await expectNoChinese(page);
  await card.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('tab', { name: 'Highlights' }).click();
  const item = page.getByRole('list', { name: 'Highlights' }).getByRole('listitem');
  await expect(item).toContainText('written by hand about bread');
  await expect(item).toContainText('so it was');
  await expectNoChinese(page);

  await page.getByRole('tab', { name: 'Summary' }).click();
  const copied = await copiedBy(page, async () => {
    await page.getByRole('button', { name: 'Copy note' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  });
  expect(copied).toContain('written by hand about bread');
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error('refused'));
  });
  await expect(page.getByRole('button', { name: 'Copy note' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy note' }).click();
  await expect(page.getByText(/^Couldn’t copy/)).toBeVisible();
});

test.describe('with a model', () => {
  test.use({ baseURL: appWithModelUrl });

  test('SUM-08 SUM-10 a note streams in, is written again and the first one restored, in English', async ({
    page,
    site,
    model,
  }) => {
    const mark = crypto.randomUUID();
    const text = Array.from({ length: 12 }, (_, index) => `<p>Paragraph ${index + 1}. ${spoken.join('. ')}.</p>`).join('');
    const path = `/streams-in-english-${mark}`;
    const release = await model.hold(mark);
    site.on(path, {
      body: `<!doctype html><html lang="en"><head><title>The barn</title></head><body><article><h1>The barn</h1>${text}<p>Above its door stands ${mark}, which nobody in the village can explain.</p></article></body></html>`,
    });
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Paste a link or drop files' }).fill(`${site.url}${path}`);
    // What is known of the link moves the button to its place.
    await expect(page.getByTestId('preview-item')).toBeVisible();
    await page.getByRole('button', { name: 'Summarize' }).click();
    await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
    const run = page.getByRole('region', { name: 'Writing the note' });
    await expect(run.getByRole('progressbar')).toBeVisible();
    await expect(run.getByText(/elapsed$/)).toBeVisible();
    await expectNoChinese(page);
    await release();
    const note = page.getByRole('article', { name: 'Note' });
    await expect(note).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText(/^Written by fake-model/)).toBeVisible();

    await chooseAction(page, 'Summarize again');
    await expect(page.getByText('This note stays until the new one is ready.', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Version history' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await dialog.getByRole('listitem').last().getByRole('button').click();
    // Its text moves the button to its place.
    await expect(dialog.getByRole('article')).toBeVisible();
    await expectNoChinese(page);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await expect(page.getByText(/^Restored\./)).toBeVisible();
  });
});
