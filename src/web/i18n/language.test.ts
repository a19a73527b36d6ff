import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeLanguage, loadChatWords, loadSettingsWords, startLanguage } from '#web/i18n/language.ts';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, cookie: '' });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
afterAll(() => vi.unstubAllGlobals());

test('words asked for while the language changes come in the new one too, before it is shown', async () => {
  await startLanguage();
  await loadSettingsWords();
  expect(i18next.language).toBe('en');
  const has = (area: string) => i18next.getResource('zh', 'app', area) !== undefined;
  // As when a page is opened between a file of words and the change itself.
  let asked: Promise<void> | undefined;
  i18next.store.on('added', () => {
    if (has('settings')) asked ??= loadChatWords();
  });
  let whole = false;
  i18next.on('languageChanged', () => {
    whole = has('common') && has('settings') && has('chat');
  });
  await changeLanguage('zh');
  expect(i18next.language).toBe('zh');
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(whole).toBe(true);
  await asked;
  expect(asked).toBeDefined();
});
