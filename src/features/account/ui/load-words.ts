import { defineWords } from '#i18n/language.ts';

export const loadAccountWords = defineWords(import.meta.glob('../words/*.ts'));
