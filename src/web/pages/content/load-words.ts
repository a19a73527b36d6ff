import { defineWords } from '#i18n/language.ts';

/** Enough to report a missing content. */
export const loadContentWords = defineWords(import.meta.glob('./words/*.ts'));

/** Words of a feature that are not in a subfolder (such as `words/settings`) belong to this page. */
const loadFeatureWords = defineWords(import.meta.glob('../../../features/*/words/*.ts'));

export async function loadContentPageWords(): Promise<void> {
  await Promise.all([loadContentWords(), loadFeatureWords()]);
}
