import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageCodes, languages } from '#lib/languages.ts';
import { writeCookie } from '#ui/cookie.ts';

export type InterfaceLanguage = (typeof languageCodes)[number];

const storageKey = 'gleaner.language';
const cookieName = 'language';
const cookieDays = 365;

function isLanguage(value: unknown): value is InterfaceLanguage {
  return languageCodes.some((language) => language === value);
}

/** What was chosen before, else the first of the browser's languages that we speak, else Chinese; as `public/boot.js` does. */
function preferredLanguage(): InterfaceLanguage {
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

/** Starts i18next with the words of one language: nobody fetches those of the others. */
export async function startLanguage(): Promise<void> {
  const language = preferredLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'zh',
    ns: ['app'],
    defaultNS: 'app',
    resources: { [language]: { app: await firstWords[language]() } },
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  document.documentElement.lang = languages[language].locale;
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
  if (i18next.getResource(language, 'app', 'common') === undefined)
    i18next.addResourceBundle(language, 'app', await firstWords[language](), true, true);
  // While some are loaded, others may be asked for: those still come in the language before.
  for (let missing = missingIn(language); missing.length > 0; missing = missingIn(language))
    await Promise.all(missing.map((area) => addArea(language, area)));
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = languages[language].locale;
}

/** What every page may say. The build tells `public/boot.js` where these are, which has them on their way at once. */
const firstWords = {
  zh: async () => (await import('#web/i18n/zh/catalogue.ts')).zh,
  en: async () => (await import('#web/i18n/en/catalogue.ts')).en,
} as const;

/** Words that not every page says, each area a file of its own that exports it under its name. */
const areas = {
  chat: { zh: () => import('#web/i18n/zh/chat.ts'), en: () => import('#web/i18n/en/chat.ts') },
  collections: { zh: () => import('#web/i18n/zh/collections.ts'), en: () => import('#web/i18n/en/collections.ts') },
  content: { zh: () => import('#web/i18n/zh/content.ts'), en: () => import('#web/i18n/en/content.ts') },
  exports: { zh: () => import('#web/i18n/zh/exports.ts'), en: () => import('#web/i18n/en/exports.ts') },
  highlights: { zh: () => import('#web/i18n/zh/highlights.ts'), en: () => import('#web/i18n/en/highlights.ts') },
  listings: { zh: () => import('#web/i18n/zh/listings.ts'), en: () => import('#web/i18n/en/listings.ts') },
  prompts: { zh: () => import('#web/i18n/zh/prompts.ts'), en: () => import('#web/i18n/en/prompts.ts') },
  records: { zh: () => import('#web/i18n/zh/records.ts'), en: () => import('#web/i18n/en/records.ts') },
  settings: { zh: () => import('#web/i18n/zh/settings.ts'), en: () => import('#web/i18n/en/settings.ts') },
  wish: { zh: () => import('#web/i18n/zh/wish.ts'), en: () => import('#web/i18n/en/wish.ts') },
} as const;

type Area = keyof typeof areas;

/** What was asked for, in whatever language comes next. */
const wanted = new Set<Area>();

function missingIn(language: InterfaceLanguage): Area[] {
  return [...wanted].filter((area) => i18next.getResource(language, 'app', area) === undefined);
}

async function addArea(language: InterfaceLanguage, area: Area): Promise<void> {
  if (i18next.getResource(language, 'app', area) !== undefined) return;
  i18next.addResourceBundle(language, 'app', { ...(await areas[area][language]()) }, true, true);
}

async function load(area: Area): Promise<void> {
  wanted.add(area);
  await addArea(i18next.language === 'en' ? 'en' : 'zh', area);
}

/** The content page's words, fetched before that page is shown: the other pages start without their weight. */
export const loadContentWords = () => load('content');

/** Words of the conversation about a content. */
export const loadChatWords = () => load('chat');

/** Words that only the record page uses. */
export const loadRecordWords = () => load('records');

/** Words of prompts and of links without a summary: their own pages and a part of the content page say them. */
export const loadPromptWords = () => load('prompts');

/** Words that only the settings page uses. */
export const loadSettingsWords = () => load('settings');

/** Words of the options beside the button that starts a note. */
export const loadWishWords = () => load('wish');

/** Words of the picker for links that stand for many, and of what was queued with it. */
export const loadListingWords = () => load('listings');

/** Words of the collections that users make. */
export const loadCollectionWords = () => load('collections');

/** Words of what takes a note or a link to another program. */
export const loadExportWords = () => load('exports');

/** Words of highlights, on the content page and on their own. */
export const loadHighlightWords = () => load('highlights');
