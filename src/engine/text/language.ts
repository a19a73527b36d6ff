import type { Language } from '../model.ts';

const hanPattern = /\p{Script=Han}/gu;
const latinWordPattern = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,}/gu;

/** Enough to decide on, and cheap for a transcript of ten hours. */
const sampleCharacters = 40_000;

/**
 * Which of the two treatments a text wants: `zh` for text written without spaces, `en` for all others.
 * One Han character weighs as much as one word, because Chinese text quotes many English names.
 */
export function detectLanguage(text: string): Language {
  const sample = text.length > sampleCharacters ? text.slice(0, sampleCharacters) : text;
  const han = sample.match(hanPattern)?.length ?? 0;
  const words = sample.match(latinWordPattern)?.length ?? 0;
  return han > words ? 'zh' : 'en';
}

/** Is a text surely not in the language it claims (a BCP 47 tag)? Unknown languages are given the benefit of the doubt. */
export function isOtherLanguage(text: string, claimed: string): boolean {
  const sample = text.slice(0, sampleCharacters);
  const base = claimed.toLowerCase().split(/[-_]/)[0] ?? '';
  const han = sample.match(hanPattern)?.length ?? 0;
  const words = sample.match(latinWordPattern)?.length ?? 0;
  if (han + words < 20) return false;
  if (/^(?:zh|zho|chi|cmn|yue)$/.test(base)) return han < words / 4;
  if (/^(?:en|eng|fr|de|es|it|pt|ru|nl|pl)$/.test(base)) return words < han / 4;
  return false;
}
