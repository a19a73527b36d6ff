import { expect, test, vi } from 'vitest';
import { startLanguage } from '#i18n/language.ts';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { setTheme } from '../theme.ts';
import { useAccountPreferences } from './use-account-preferences.ts';

const user = { id: 'ada', name: 'Ada', isAnonymous: false, language: null, theme: null };

function openFor(account: object) {
  const page = openPage({
    answers: { 'account.me': () => ({ user: { ...user, ...account } }), 'account.savePreferences': () => ({}) },
  });
  const saved = () => page.calls.filter(({ path }) => path === 'account.savePreferences').map(({ input }) => input);
  return { page, saved };
}

test('SHL-07 SHL-08 what the account says is taken and not saved again, while the words of its language are still fetched', async () => {
  setTheme('light');
  const { page, saved } = openFor({ language: 'zh', theme: 'dark' });
  // As every page does before it is drawn; a change without it spoils the language for other files of this process.
  vi.stubGlobal('navigator', { languages: ['en'] });
  await startLanguage({});
  await page.render(useAccountPreferences, undefined);
  await page.settle();
  expect(page.storage.get('gleaner.theme')).toBe('dark');
  expect(saved()).toEqual([]);
});

test('SHL-08 a theme that is chosen is saved once, and one that was there before the account is not', async () => {
  setTheme('light');
  const { page, saved } = openFor({});
  const hook = await page.render(useAccountPreferences, undefined);
  await page.settle();
  expect(saved()).toEqual([]);
  await hook.after(() => setTheme('dark'));
  await hook.after(() => setTheme('dark'));
  expect(saved()).toEqual([{ theme: 'dark' }]);
  // The page knows the account’s choice without asking again.
  expect(page.queryClient.getQueryData([['account', 'me'], { type: 'query' }])).toEqual({ user: { ...user, theme: 'dark' } });
  await hook.after(() => setTheme('system'));
  expect(saved()).toEqual([{ theme: 'dark' }, { theme: 'system' }]);
});

test('SHL-08 a guest’s theme is not saved', async () => {
  setTheme('light');
  const { page, saved } = openFor({ isAnonymous: true, theme: 'dark' });
  const hook = await page.render(useAccountPreferences, undefined);
  await hook.after(() => setTheme('system'));
  expect(saved()).toEqual([]);
});

test('SHL-08 a theme that is chosen before the account is known is saved then, and not replaced by the account’s', async () => {
  setTheme('light');
  const asked = Promise.withResolvers<undefined>();
  const { page, saved } = openFor({ theme: 'system' });
  const { 'account.me': me } = page.answers;
  page.answers['account.me'] = async () => {
    await asked.promise;
    return me?.(undefined as never);
  };
  const hook = await page.render(useAccountPreferences, undefined);
  await hook.after(() => setTheme('dark'));
  expect(saved()).toEqual([]);
  await hook.after(() => asked.resolve(undefined));
  expect(saved()).toEqual([{ theme: 'dark' }]);
  expect(page.storage.get('gleaner.theme')).toBe('dark');
});

test('SHL-08 what a guest chooses is not saved, and the account that is then signed in to says what is shown', async () => {
  setTheme('light');
  const { page, saved } = openFor({ isAnonymous: true });
  const hook = await page.render(useAccountPreferences, undefined);
  await hook.after(() => setTheme('dark'));
  page.answers['account.me'] = () => ({ user: { ...user, theme: 'system' } });
  await hook.after(() => void page.queryClient.invalidateQueries());
  await page.settle();
  expect(saved()).toEqual([]);
  expect(page.storage.get('gleaner.theme')).toBe('system');
});
