import { cutText } from '#lib/text/cut-text.ts';

const shownCharacters = 12;

/** What a narrow button shows of a name; the whole one is read out. */
export function shortCollectionName(name: string): string {
  return cutText(name, shownCharacters);
}
