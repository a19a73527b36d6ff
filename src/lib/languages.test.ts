import { expect, test } from 'vitest';
import { fallbackLanguage, type InterfaceLanguage, interfaceLanguages, noteLanguageFor, noteLanguages } from './languages.ts';

test('note language: is that of the interface where notes are written in it, else the fallback', () => {
  for (const language of interfaceLanguages)
    expect(noteLanguageFor(language)).toBe(noteLanguages.find((one) => one === language) ?? fallbackLanguage);
  expect(noteLanguageFor('fr' as string as InterfaceLanguage)).toBe('en');
});
