import type { HighlightScope } from '../shared/highlight-kinds.ts';

/** `nonce` distinguishes repeated requests. */
export type WantedHighlight = { id: string; nonce: number };
export type OpenCard = { id: string; rect: DOMRect; writing?: boolean };

export const tabOfScope = { note: 'outline', subtitle: 'subtitle', article: 'article' } as const satisfies Record<
  HighlightScope,
  string
>;
export type TextTab = (typeof tabOfScope)[HighlightScope];
