import { defineWords } from '#i18n/language.ts';

/** What the cards of references say. */
export const loadCitedWords = defineWords(import.meta.glob('../../../features/transcripts/words/*.ts'));
