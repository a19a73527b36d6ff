import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, type InterfaceLanguage, isInterfaceLanguage, languages } from '#lib/languages.ts';
import { writeCookie } from '#ui/browser/cookie.ts';

const storageKey = 'gleaner.language';
const cookieName = 'language';
const cookieDays = 365;

/** From `import.meta.glob('../words/*.ts')`: files named by their language, which export areas under their names. */
type WordFiles = Record<string, () => Promise<unknown>>;

/** What was asked for, with the languages that are there: a change of language fetches the same words in the new one. */
const wanted = new Map<WordFiles, Set<InterfaceLanguage>>();

/** Returns a function that fetches the words in the interface's language; a route's loader or a lazy part waits for it. */
export function defineWords(files: WordFiles): () => Promise<void> {
  return async () => {
    if (!wanted.has(files)) wanted.set(files, new Set());
    await addWords(interfaceLanguage(), files);
  };
}

function interfaceLanguage(): InterfaceLanguage {
  return isInterfaceLanguage(i18next.language) ? i18next.language : defaultLanguage;
}

async function addWords(language: InterfaceLanguage, files: WordFiles): Promise<void> {
  if (wanted.get(files)?.has(language)) return;
  i18next.addResourceBundle(language, 'app', await fetchWords(language, files), true, true);
  wanted.get(files)?.add(language);
}

async function fetchWords(language: InterfaceLanguage, files: WordFiles): Promise<object> {
  const ofLanguage = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.ts`));
  return Object.assign({}, ...(await Promise.all(ofLanguage.map(([, fetchFile]) => fetchFile()))));
}

/** What was chosen before, else the first of the browser's languages that we speak, else the default; as `public/boot.js` does. */
function preferredLanguage(): InterfaceLanguage {
  const stored = readStored();
  if (stored !== null) return stored;
  for (const tag of navigator.languages) {
    const primary = tag.toLowerCase().split('-')[0];
    if (isInterfaceLanguage(primary)) return primary;
  }
  return defaultLanguage;
}

function readStored(): InterfaceLanguage | null {
  try {
    const value = localStorage.getItem(storageKey);
    return isInterfaceLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

/** Starts i18next with the words of every page in one language. Those of the other languages are not fetched. */
export async function startLanguage(firstWords: WordFiles): Promise<void> {
  const language = preferredLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: defaultLanguage,
    ns: ['app'],
    defaultNS: 'app',
    resources: { [language]: { app: await fetchWords(language, firstWords) } },
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  wanted.set(firstWords, new Set([language]));
  document.documentElement.lang = languages[language].locale;
}

let latest: InterfaceLanguage | null = null;

/** Changes the interface's language and remembers it on this device. Of several calls under way, the last one counts. */
export async function changeLanguage(language: InterfaceLanguage): Promise<void> {
  latest = language;
  await load(language);
  if (latest !== language) return;
  await show(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // A browser that keeps no storage still has the cookie.
  }
  writeCookie(cookieName, language, cookieDays);
}

/** While some words are loaded, others may be asked for: those still come in the language before. */
async function load(language: InterfaceLanguage): Promise<void> {
  for (let missing = missingIn(language); missing.length > 0; missing = missingIn(language))
    await Promise.all(missing.map((files) => addWords(language, files)));
}

async function show(language: InterfaceLanguage): Promise<void> {
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = languages[language].locale;
}

function missingIn(language: InterfaceLanguage): WordFiles[] {
  return [...wanted].filter(([, loaded]) => !loaded.has(language)).map(([files]) => files);
}
