import { cutText } from '#lib/text/cut-text.ts';

const shownCharacters = 12;

/** The part of a name that a narrow button shows; the whole name is read out. */
export function shortCollectionName(name: string): string {
  return cutText(name, shownCharacters);
}
