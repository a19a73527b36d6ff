/** The form of a language-model key as users paste it: one, or several separated by commas. */
const KEY = /^sk-[A-Za-z0-9]{48}$/;

/** Longer than a dozen keys. */
export const maxPastedKeys = 2_000;

/** Null when it is empty or one item is no key. */
export function readModelKeys(text: string): string | null {
  const items = text.split(',').map((item) => item.trim());
  return items.every((item) => KEY.test(item)) ? [...new Set(items)].join(',') : null;
}
