import { defineWords } from '#i18n/language.ts';

export const loadCredentialWords = defineWords(import.meta.glob('../words/settings/*.ts'));
