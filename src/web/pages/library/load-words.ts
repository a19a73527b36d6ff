import { defineWords } from '#i18n/language.ts';

export const loadLibraryPageWords = defineWords(import.meta.glob('./words/*.ts'));
