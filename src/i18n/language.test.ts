import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeLanguage, defineWords, startLanguage } from '#i18n/language.ts';

const loadSettingsWords = defineWords(import.meta.glob('../features/speech/words/settings/*.ts'));
const loadChatWords = defineWords(import.meta.glob('../features/chat/words/*.ts'));

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, cookie: '' });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  // What other files of this process have chosen counts for nothing.
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
});
afterAll(() => vi.unstubAllGlobals());

test('words asked for while the language changes come in the new one too, before it is shown', async () => {
  await startLanguage(import.meta.glob('../web/words/*.ts'));
  await loadSettingsWords();
  expect(i18next.language).toBe('en');
  const has = (area: string) => i18next.getResource('zh', 'app', area) !== undefined;
  // As when a page is opened between a file of words and the change itself.
  let asked: Promise<void> | undefined;
  i18next.store.on('added', () => {
    if (has('speech')) asked ??= loadChatWords();
  });
  let whole = false;
  i18next.on('languageChanged', () => {
    whole = has('common') && has('speech') && has('chat');
  });
  await changeLanguage('zh');
  expect(i18next.language).toBe('zh');
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(whole).toBe(true);
  await asked;
  expect(asked).toBeDefined();
});

test('of two changes under way the last one counts, whichever words come first', async () => {
  await changeLanguage('en');
  const { promise: held, resolve: comes } = Promise.withResolvers<object>();
  await defineWords({ './late/zh.ts': () => held, './late/en.ts': async () => ({}) })();
  const toChinese = changeLanguage('zh');
  await changeLanguage('en');
  comes({});
  await toChinese;
  expect(i18next.language).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});

test('words that failed to load are asked for again', async () => {
  let attempts = 0;
  const fetchFile = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('offline');
    return {};
  };
  const load = defineWords({ './words/zh.ts': fetchFile, './words/en.ts': fetchFile });
  await expect(load()).rejects.toThrow('offline');
  await load();
  await load();
  expect(attempts).toBe(2);
});

/** Starts a page in a browser with these languages that has kept this choice. */
async function startedIn(languages: string[], kept: string | null | Error): Promise<string[]> {
  const getItem = (key: string) => {
    if (kept instanceof Error) throw kept;
    return key === 'gleaner.language' ? kept : null;
  };
  vi.stubGlobal('localStorage', { getItem });
  vi.stubGlobal('navigator', { languages });
  await startLanguage(import.meta.glob('../web/words/*.ts'));
  return [i18next.language, document.documentElement.lang];
}

test('a page begins in the chosen language, else in the browser’s first that there is, else in Chinese', async () => {
  const [english, chinese] = [
    ['en', 'en'],
    ['zh', 'zh-CN'],
  ];
  expect(await startedIn(['zh-CN'], 'en')).toEqual(english);
  expect(await startedIn(['en'], 'zh')).toEqual(chinese);
  expect(await startedIn(['fr', 'EN-us', 'zh'], 'fr')).toEqual(english);
  expect(await startedIn(['fr', 'zh-Hant-TW', 'en'], null)).toEqual(chinese);
  expect(await startedIn(['fr'], null)).toEqual(chinese);
  expect(await startedIn(['en'], new DOMException('denied', 'SecurityError'))).toEqual(english);
});

test('a choice is kept in this browser, and its words are fetched once', async () => {
  await startedIn(['en'], null);
  const kept: string[] = [];
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => void kept.push(`${key} ${value}`) });
  const fetched: string[] = [];
  const load = defineWords({
    './area/zh.ts': async () => ({ area: fetched.push('zh') }),
    './area/en.ts': async () => ({ area: fetched.push('en') }),
  });
  await load();
  await load();
  expect(fetched).toEqual(['en']);
  await changeLanguage('zh');
  expect([kept, document.cookie, fetched]).toEqual([
    ['gleaner.language zh'],
    'language=zh; path=/; max-age=31536000; samesite=lax',
    ['en', 'zh'],
  ]);
  await changeLanguage('en');
  expect([kept.at(-1), document.documentElement.lang, fetched]).toEqual(['gleaner.language en', 'en', ['en', 'zh']]);
});
