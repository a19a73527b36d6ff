import { defineWords } from '#i18n/language.ts';

export const loadChatWords = defineWords(import.meta.glob('../words/*.ts'));
