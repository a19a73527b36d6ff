import { defineWords } from '#i18n/language.ts';

export const loadCollectionMoveWords = defineWords(import.meta.glob('../../words/move/*.ts'));
