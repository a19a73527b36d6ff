import { defineWords } from '#i18n/language.ts';

/** The words in the cards of references. */
export const loadCitedWords = defineWords(import.meta.glob('../../../features/transcripts/words/*.ts'));
