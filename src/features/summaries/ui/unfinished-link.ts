/**
 * A half-written link at the end of a streaming note would show as brackets until its last character arrives:
 * `[12:3`, `[12:34](#t=7`. Such a tail is held back.
 */
export function withoutUnfinishedLink(text: string): string {
  const tail = text.slice(-200);
  const open = /\[[^\]\n]{0,60}(?:\](?:\([^)\n]{0,120})?)?$/.exec(tail);
  if (!open) return text;
  return text.slice(0, text.length - open[0].length).replace(/(?<![ \t])[ \t]+$/, '');
}
