import { defineWords } from '#i18n/language.ts';

export const loadExportBatchWords = defineWords(import.meta.glob('../../words/batch/*.ts'));
