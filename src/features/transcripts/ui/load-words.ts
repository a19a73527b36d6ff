import { defineWords } from '#i18n/language.ts';

export const loadTranscriptWords = defineWords(import.meta.glob('../words/*.ts'));
