import { defineWords } from '#i18n/language.ts';

export const loadMeteringWords = defineWords(import.meta.glob('../words/*.ts'));
