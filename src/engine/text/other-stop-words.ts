import { createRequire } from 'node:module';
import { guessLanguage } from './language.ts';

/** A language besides English and Chinese (BCP 47), and its stop words. */
export type OtherLanguage = { name: string; stopWords: ReadonlySet<string> };

const loaded = new Map<string, OtherLanguage>();

/** Null for a text in English or Chinese, whose stop words are known anyway, and for one whose language is unknown. */
export function otherLanguageOf(text: string): OtherLanguage | null {
  const name = guessLanguage(text);
  if (name === null || name === 'en' || name === 'zh') return null;
  const known = loaded.get(name);
  if (known) return known;
  // Loaded on demand: most texts need none of its languages.
  const lists: Record<string, string[] | undefined> = createRequire(import.meta.url)(
    'stopwords-iso',
  ) as typeof import('stopwords-iso');
  const language = { name, stopWords: new Set(lists[name]) };
  loaded.set(name, language);
  return language;
}
