import type { KeptText } from '#ui/kept-text.ts';

/** Unsent text about a content: a question, or a search where there is no model. */
export type ChatDrafts = { question: KeptText; search: KeptText };

export function emptyDrafts(): ChatDrafts {
  return { question: { current: '' }, search: { current: '' } };
}
