import { defineWords } from '#i18n/language.ts';

export const loadSmartFolderWords = defineWords(import.meta.glob('../words/*.ts'));
