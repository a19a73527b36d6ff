/** Without schemas, because the browser imports it. */
export const highlightScopes = ['note', 'subtitle', 'article'] as const;
export type HighlightScope = (typeof highlightScopes)[number];

export const highlightColours = ['yellow', 'green', 'blue', 'pink'] as const;
export type HighlightColour = (typeof highlightColours)[number];

export const maxHighlightLength = 10_000;
export const maxCommentLength = 10_000;
