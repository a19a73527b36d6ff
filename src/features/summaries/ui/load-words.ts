import { defineWords } from '#i18n/language.ts';

export const loadSummaryWords = defineWords(import.meta.glob('../words/*.ts'));

export const loadBatchSummaryWords = defineWords(import.meta.glob('../words/batch-summary/*.ts'));
