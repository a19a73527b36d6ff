import { defineWords } from '#i18n/language.ts';

export const loadChannelWords = defineWords(import.meta.glob('../words/channels/*.ts'));
