export { moveHighlights } from './move-highlights.ts';
