import { defineWords } from '#i18n/language.ts';

export const loadRecordWords = defineWords(import.meta.glob('../words/records/*.ts'));
