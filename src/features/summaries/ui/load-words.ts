import { defineWords } from '#i18n/language.ts';

export const loadSummaryWords = defineWords(import.meta.glob('../words/*.ts'));
