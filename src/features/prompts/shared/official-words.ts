import { fallbackLanguage, type InterfaceLanguage } from '#lib/languages.ts';

/** The prompts in this language, or in the fallback language if they are not translated. */
export function officialWordsIn<Words>(
  language: InterfaceLanguage,
  words: Partial<Record<InterfaceLanguage, Words>> & Record<typeof fallbackLanguage, Words>,
): Words {
  return words[language] ?? words[fallbackLanguage];
}
