import { defineWords } from '#i18n/language.ts';

export const loadArticleWords = defineWords(import.meta.glob('../words/*.ts'));
