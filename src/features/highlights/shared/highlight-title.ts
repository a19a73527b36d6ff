import { cutText } from '#lib/text/cut-text.ts';

const titleLength = 50;

/** In lists of highlights: one line. */
export function highlightTitle(text: string): string {
  return cutText(text.replace(/\s+/gu, ' ').trim(), titleLength);
}
