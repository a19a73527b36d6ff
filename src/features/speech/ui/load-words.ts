import { defineWords } from '#i18n/language.ts';

export const loadSpeechWords = defineWords(import.meta.glob('../words/settings/*.ts'));
