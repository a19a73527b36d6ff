import { defineWords } from '#i18n/language.ts';

export const loadCitedWords = defineWords(import.meta.glob('../../../features/transcripts/words/*.ts'));
