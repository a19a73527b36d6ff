/** Watch later, and links that come from elsewhere. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { call } from '../harness/browser/guests.ts';
import { type SeededLibrary, withSeededLibrary } from '../harness/browser/seeded-server.ts';
import { expectNoSidewaysScroll, expectNoViolations, expectNoViolationsInEitherScheme } from './settled.ts';

const listOf = (page: Page) => page.getByRole('list', { name: /^(?:总结记录列表|Items in your library)$/ });
const card = (page: Page, title: string) => listOf(page).locator('article').filter({ hasText: title });

async function signIn({ database, userId }: SeededLibrary): Promise<void> {
  await database.query(`update "user" set is_anonymous = false, email = id || '@example.org' where id = $1`, [userId]);
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('LIB-20 LIB-21 what is kept for later is added, listed and removed, only where it is asked for and one is signed in', async ({
    page,
  }) => {
    await withSeededLibrary(page, 3, async (library) => {
      await library.database.query(
        `delete from user_content_highlights where content_id = (select id from contents where user_id = $1 and title = 'Recording 1')`,
        [library.userId],
      );
      const { url } = library;
      await page.goto(`${url}/user/videos?viewType=gallery`);
      await expect(listOf(page).getByRole('heading')).toHaveCount(3);
      await expect(page.getByRole('link', { name: '稍后再看' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /稍后再看/ })).toHaveCount(0);
      await expect(card(page, 'Recording 1').getByRole('img', { name: /处高亮/ })).toHaveCount(0);
      await expect(card(page, 'Recording 2').getByRole('img', { name: /处高亮/ })).toBeVisible();

      await page.goto(`${url}/user/videos?viewType=masonry&playlist=1`);
      await expect(card(page, 'Recording 2').getByText(/height of the water.*…$/)).toBeVisible();
      await page.getByRole('button', { name: '加入稍后再看：Recording 2' }).click();
      await expect(page.getByText('请先登录或注册')).toBeVisible();
      await expect(page.getByRole('button', { name: '加入稍后再看：Recording 2' })).toBeVisible();

      await signIn(library);
      await page.reload();
      await page.getByRole('button', { name: '加入稍后再看：Recording 2' }).click();
      await expect(page.getByRole('button', { name: '移出稍后再看：Recording 2' })).toBeVisible();
      await expectNoViolationsInEitherScheme(page);
      await page.getByRole('link', { name: '稍后再看' }).click();
      await expect(page).toHaveURL(/playlist=1&watchLater=true/);
      await expect(listOf(page).getByRole('heading')).toHaveCount(1);
      await page.getByRole('button', { name: '移出稍后再看：Recording 2' }).click();
      await expect(page.getByText('没有要稍后再看的内容')).toBeVisible();
      await page.getByRole('button', { name: '撤销' }).last().click();
      await expect(card(page, 'Recording 2')).toBeVisible();
    });
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('LIB-20 a link from elsewhere is added only after a question, into the queue or to watch later', async ({
    page,
    site,
  }) => {
    for (const name of ['one', 'two'])
      site.on(`/later-${name}`, {
        body: `<html lang="en"><title>Oven ${name}</title><article>${'<p>The oven keeps its heat for eleven hours, they say in the valley.</p>'.repeat(12)}</article></html>`,
      });
    await withSeededLibrary(page, 1, async (library) => {
      const { url } = library;
      const titles = async () =>
        (await call<{ uniqueVideos: { title: string }[] }>(page, url, 'user.videos', {})).uniqueVideos.map(({ title }) => title);
      await page.goto(`${url}/add?url=${encodeURIComponent(`${site.url}/later-one`)}&playlist=1`);
      await page.getByRole('button', { name: 'Watch later' }).click();
      await expect(page.getByText('You need an account for this. Sign in or sign up first.')).toBeVisible();
      expect(await titles()).toEqual(['Recording 1']);
      await signIn(library);
      await page.goto(`${url}/add?url=${encodeURIComponent(`${site.url}/later-one`)}&queue=1`);
      await expect(page.getByRole('heading', { name: 'Summarize this link?' })).toBeVisible();
      await expect(page.getByText('Oven one')).toBeVisible();
      expect(await titles()).toEqual(['Recording 1']);
      await expect(page.getByRole('button', { name: 'Watch later' })).toHaveCount(0);
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Add to queue' }).click();
      await expect(page.getByText('Added to the queue')).toBeVisible();
      await expect(page).toHaveURL(`${url}/user/videos`);
      await expect.poll(titles).toEqual(['Oven one', 'Recording 1']);

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${url}/add?url=${encodeURIComponent(`${site.url}/later-two`)}&playlist=1`);
      await expect(page.getByRole('button', { name: 'Summarize', exact: true })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Watch later' }).click();
      await expect(page).toHaveURL(/watchLater=true/);
      await expect(listOf(page).getByRole('heading')).toHaveCount(1);
      await expect(card(page, 'Oven two')).toBeVisible();
      await page.goto(`${url}/add?url=${encodeURIComponent('javascript:alert(1)')}`);
      await expect(page.getByText('There is no link to add')).toBeVisible();
    });
  });
});
