import { defineWords } from '#i18n/language.ts';

export const loadNoteWords = defineWords(import.meta.glob('../words/*.ts'));
