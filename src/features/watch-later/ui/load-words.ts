import { defineWords } from '#i18n/language.ts';

export const loadWatchLaterWords = defineWords(import.meta.glob('../words/*.ts'));
