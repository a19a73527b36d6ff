import { defineWords } from '#i18n/language.ts';

export const loadBatchSummaryWords = defineWords(import.meta.glob('../../words/batch-summary/*.ts'));
