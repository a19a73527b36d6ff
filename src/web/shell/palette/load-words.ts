import { defineWords } from '#i18n/language.ts';

export const loadPaletteWords = defineWords(import.meta.glob('./words/*.ts'));
