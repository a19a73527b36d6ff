/** What the parts of this feature say to each other about one highlight. */
import type { HighlightScope } from '#lib/highlight-kinds.ts';

/** A highlight to go to; `nonce` tells a second wish for the same one from the first. */
export type WantedHighlight = { id: string; nonce: number };
/** A card that is open: of which highlight, where on the screen, and whether a comment is about to be written. */
export type OpenCard = { id: string; rect: DOMRect; writing?: boolean };

/** The tab of the content page that shows a text. */
export const tabOfScope = { note: 'outline', subtitle: 'subtitle', article: 'article' } as const satisfies Record<
  HighlightScope,
  string
>;
export type TextTab = (typeof tabOfScope)[HighlightScope];
