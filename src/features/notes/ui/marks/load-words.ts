import { defineWords } from '#i18n/language.ts';

export const loadTagBatchWords = defineWords(import.meta.glob('../../words/batch/*.ts'));
