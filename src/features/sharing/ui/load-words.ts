import { defineWords } from '#i18n/language.ts';

export const loadSharingWords = defineWords(import.meta.glob('../words/*.ts'));
