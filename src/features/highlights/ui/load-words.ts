import { defineWords } from '#i18n/language.ts';

export const loadHighlightWords = defineWords(import.meta.glob('../words/*.ts'));
