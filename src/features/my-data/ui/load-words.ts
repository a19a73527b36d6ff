import { defineWords } from '#i18n/language.ts';

export const loadMyDataWords = defineWords(import.meta.glob('../words/*.ts'));
