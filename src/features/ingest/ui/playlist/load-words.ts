import { defineWords } from '#i18n/language.ts';

export const loadListingWords = defineWords(import.meta.glob('../../words/listings/*.ts'));
