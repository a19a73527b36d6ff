import { cutText } from '#lib/text/cut-text.ts';

const titleLength = 50;

export function highlightTitle(text: string): string {
  return cutText(text.replace(/\s+/gu, ' ').trim(), titleLength);
}
