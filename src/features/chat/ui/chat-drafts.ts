import type { KeptText } from '#ui/kept-text.ts';

export type ChatDrafts = { question: KeptText; search: KeptText };

export function emptyDrafts(): ChatDrafts {
  return { question: { current: '' }, search: { current: '' } };
}
