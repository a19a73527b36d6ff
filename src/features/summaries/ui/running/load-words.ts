import { defineWords } from '#i18n/language.ts';

export const loadBatchWords = defineWords(import.meta.glob('../../words/batches/*.ts'));
