import { defineWords } from '#i18n/language.ts';

export const loadCollectionWords = defineWords(import.meta.glob('../words/*.ts'));
