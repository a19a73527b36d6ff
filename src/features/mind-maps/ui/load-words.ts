import { defineWords } from '#i18n/language.ts';

export const loadMindMapWords = defineWords(import.meta.glob('../words/*.ts'));
