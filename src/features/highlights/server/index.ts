/** What other features may call. */
export { moveHighlights } from './move-highlights.ts';
