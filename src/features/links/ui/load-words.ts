import { defineWords } from '#i18n/language.ts';

export const loadLinkWords = defineWords(import.meta.glob('../words/*.ts'));
