import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { writeCookie } from '#ui/cookie.ts';
import { zh } from '#web/i18n/zh/catalogue.ts';

export const languages = ['zh', 'en'] as const;
export type InterfaceLanguage = (typeof languages)[number];

const storageKey = 'gleaner.language';
const cookieName = 'language';
const cookieDays = 365;

/** BCP 47 tags for `<html lang>` and for `Intl`. */
export const localeOf: Record<InterfaceLanguage, string> = { zh: 'zh-CN', en: 'en' };

function isLanguage(value: unknown): value is InterfaceLanguage {
  return languages.some((language) => language === value);
}

/** What was chosen before, else the first of the browser's languages that we speak, else Chinese. */
export function preferredLanguage(): InterfaceLanguage {
  const stored = readStored();
  if (stored !== null) return stored;
  for (const tag of navigator.languages) {
    const primary = tag.toLowerCase().split('-')[0];
    if (isLanguage(primary)) return primary;
  }
  return 'zh';
}

function readStored(): InterfaceLanguage | null {
  try {
    const value = localStorage.getItem(storageKey);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

/** Starts i18next; Chinese is in the entry, English is fetched when it is the language to show. */
export async function startLanguage(): Promise<void> {
  const language = preferredLanguage();
  await i18next.use(initReactI18next).init({
    lng: 'zh',
    fallbackLng: 'zh',
    ns: ['app'],
    defaultNS: 'app',
    resources: { zh: { app: zh } },
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  await show(language);
}

/** Changes the interface's language and remembers it on this device. */
export async function changeLanguage(language: InterfaceLanguage): Promise<void> {
  await show(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // A browser that keeps no storage still has the cookie.
  }
  writeCookie(cookieName, language, cookieDays);
}

async function show(language: InterfaceLanguage): Promise<void> {
  if (language === 'en' && !i18next.hasResourceBundle('en', 'app')) {
    const { en } = await import('#web/i18n/en/catalogue.ts');
    i18next.addResourceBundle('en', 'app', en);
  }
  if (contentWordsWanted) await addContentWords(language);
  if (chatWordsWanted) await addChatWords(language);
  if (collectionWordsWanted) await addCollectionWords(language);
  if (wishWordsWanted) await addWishWords(language);
  if (recordWordsWanted) await addRecordWords(language);
  if (settingsWordsWanted) await addSettingsWords(language);
  if (promptWordsWanted) await addPromptWords(language);
  if (highlightWordsWanted) await addHighlightWords(language);
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = localeOf[language];
}

let contentWordsWanted = false;

/** The content page's words, fetched before that page is shown: the other pages start without their weight. */
export async function loadContentWords(): Promise<void> {
  contentWordsWanted = true;
  await addContentWords(i18next.language === 'en' ? 'en' : 'zh');
}

async function addContentWords(language: InterfaceLanguage): Promise<void> {
  if (i18next.getResource(language, 'app', 'content') !== undefined) return;
  const { content } = language === 'en' ? await import('#web/i18n/en/content.ts') : await import('#web/i18n/zh/content.ts');
  i18next.addResourceBundle(language, 'app', { content }, true, true);
}

let chatWordsWanted = false;

/** Words of the conversation about a content. */
export async function loadChatWords(): Promise<void> {
  chatWordsWanted = true;
  await addChatWords(i18next.language === 'en' ? 'en' : 'zh');
}

async function addChatWords(language: InterfaceLanguage): Promise<void> {
  if (i18next.getResource(language, 'app', 'chat') !== undefined) return;
  const { chat } = language === 'en' ? await import('#web/i18n/en/chat.ts') : await import('#web/i18n/zh/chat.ts');
  i18next.addResourceBundle(language, 'app', { chat }, true, true);
}

let recordWordsWanted = false;

/** Words that only the record page uses, like those of the content page. */
export async function loadRecordWords(): Promise<void> {
  recordWordsWanted = true;
  await addRecordWords(i18next.language === 'en' ? 'en' : 'zh');
}

async function addRecordWords(language: InterfaceLanguage): Promise<void> {
  if (i18next.getResource(language, 'app', 'records') !== undefined) return;
  const { records } = language === 'en' ? await import('#web/i18n/en/records.ts') : await import('#web/i18n/zh/records.ts');
  i18next.addResourceBundle(language, 'app', { records }, true, true);
}

let promptWordsWanted = false;

/** Words of prompts and of links without a summary: their own pages and a part of the content page say them. */
export async function loadPromptWords(): Promise<void> {
  promptWordsWanted = true;
  await addPromptWords(i18next.language === 'en' ? 'en' : 'zh');
}

async function addPromptWords(language: InterfaceLanguage): Promise<void> {
  if (i18next.getResource(language, 'app', 'prompts') !== undefined) return;
  const { prompts } = language === 'en' ? await import('#web/i18n/en/prompts.ts') : await import('#web/i18n/zh/prompts.ts');
  i18next.addResourceBundle(language, 'app', { prompts }, true, true);
}

let settingsWordsWanted = false;

/** Words that only the settings page uses, like those of the content page. */
export async function loadSettingsWords(): Promise<void> {
  settingsWordsWanted = true;
  await addSettingsWords(i18next.language === 'en' ? 'en' : 'zh');
}

async function addSettingsWords(language: InterfaceLanguage): Promise<void> {
  if (i18next.getResource(language, 'app', 'settings') !== undefined) return;
  const { settings } = language === 'en' ? await import('#web/i18n/en/settings.ts') : await import('#web/i18n/zh/settings.ts');
  i18next.addResourceBundle(language, 'app', { settings }, true, true);
}

let wishWordsWanted = false;

/** Words of the options beside the button that starts a note. */
export async function loadWishWords(): Promise<void> {
  wishWordsWanted = true;
  await addWishWords(i18next.language === 'en' ? 'en' : 'zh');
}

async function addWishWords(language: InterfaceLanguage): Promise<void> {
  if (i18next.getResource(language, 'app', 'wish') !== undefined) return;
  const { wish } = language === 'en' ? await import('#web/i18n/en/wish.ts') : await import('#web/i18n/zh/wish.ts');
  i18next.addResourceBundle(language, 'app', { wish }, true, true);
}

let collectionWordsWanted = false;

/** Words of the picker for links that stand for many, and of what was queued with it. */
export async function loadCollectionWords(): Promise<void> {
  collectionWordsWanted = true;
  await addCollectionWords(i18next.language === 'en' ? 'en' : 'zh');
}

async function addCollectionWords(language: InterfaceLanguage): Promise<void> {
  if (i18next.getResource(language, 'app', 'collections') !== undefined) return;
  const { collections } =
    language === 'en' ? await import('#web/i18n/en/collections.ts') : await import('#web/i18n/zh/collections.ts');
  i18next.addResourceBundle(language, 'app', { collections }, true, true);
}

let highlightWordsWanted = false;

/** Words of highlights, on the content page and on their own. */
export async function loadHighlightWords(): Promise<void> {
  highlightWordsWanted = true;
  await addHighlightWords(i18next.language === 'en' ? 'en' : 'zh');
}

async function addHighlightWords(language: InterfaceLanguage): Promise<void> {
  if (i18next.getResource(language, 'app', 'highlights') !== undefined) return;
  const { highlights } =
    language === 'en' ? await import('#web/i18n/en/highlights.ts') : await import('#web/i18n/zh/highlights.ts');
  i18next.addResourceBundle(language, 'app', { highlights }, true, true);
}
