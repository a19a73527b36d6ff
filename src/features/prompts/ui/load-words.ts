import { defineWords } from '#i18n/language.ts';

export const loadPromptWords = defineWords(import.meta.glob('../words/*.ts'));
