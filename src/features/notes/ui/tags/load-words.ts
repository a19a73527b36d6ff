import { defineWords } from '#i18n/language.ts';

export const loadTagWords = defineWords(import.meta.glob('../../words/tags/*.ts'));
