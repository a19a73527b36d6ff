import { defineWords } from '#i18n/language.ts';

export const loadTourWords = defineWords(import.meta.glob('./words/*.ts'));
