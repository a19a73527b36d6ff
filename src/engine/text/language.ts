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
