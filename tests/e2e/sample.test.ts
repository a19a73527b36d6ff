import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl, appWithModelUrl } from '../harness/browser/e2e-ports.ts';

test.use({ baseURL: appUrl });

const languages = [
  {
    locale: 'zh-CN',
    press: '用一篇短文试试',
    title: '灯塔怎样让船认出自己',
    sections: ['为什么要建得高', '菲涅耳透镜', '闪光就是名字', '白天看什么', '守塔人离开以后'],
  },
  {
    locale: 'en-US',
    press: 'Try it with a short text',
    title: 'How a lighthouse tells ships which one it is',
    sections: [
      'Why lighthouses are tall',
      'The Fresnel lens',
      'A rhythm is a name',
      'What to look for by day',
      'After the keepers left',
    ],
  },
] as const;

for (const { locale, press, title, sections } of languages)
  test.describe(locale, () => {
    test.use({ locale });

    test('SUM-14 an empty library offers a text, whose note is made as any other and checked', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: press }).press('Enter');
      await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const note = page.getByRole('tabpanel');
      for (const section of sections) await expect(note.getByRole('heading', { name: section })).toBeVisible();
      await page.goto('/');
      await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
      // The library is no longer empty.
      await expect(page.getByRole('button', { name: press })).toHaveCount(0);
    });
  });

test.describe('where there is a model', () => {
  test.use({ baseURL: appWithModelUrl, locale: 'zh-CN' });

  test('SUM-14 the model writes the note of the offered text', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: '用一篇短文试试' }).click();
    await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
    await expect(page.getByText(/由 fake-model 撰写|fake-model/).first()).toBeVisible();
  });
});
