import { defineWords } from '#i18n/language.ts';

export const loadAskWords = defineWords(import.meta.glob('../words/*.ts'));
