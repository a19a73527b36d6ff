import { defineWords } from '#i18n/language.ts';

export const loadExportWords = defineWords(import.meta.glob('../words/*.ts'));
