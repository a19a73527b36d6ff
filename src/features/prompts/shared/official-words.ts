import { fallbackLanguage, type InterfaceLanguage } from '#lib/languages.ts';

/** Where they are not translated into the language, those of the fallback language. */
export function officialWordsIn<Words>(
  language: InterfaceLanguage,
  words: Partial<Record<InterfaceLanguage, Words>> & Record<typeof fallbackLanguage, Words>,
): Words {
  return words[language] ?? words[fallbackLanguage];
}
