import { defineWords } from '#i18n/language.ts';

export const loadAdminWords = defineWords(import.meta.glob('../words/*.ts'));
