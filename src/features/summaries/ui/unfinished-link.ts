/** Holds back a half-written link at the end of a streaming note: `[12:3`, `[12:34](#t=7`. */
export function withoutUnfinishedLink(text: string): string {
  const tail = text.slice(-200);
  const open = /\[[^\]\n]{0,60}(?:\](?:\([^)\n]{0,120})?)?$/.exec(tail);
  if (!open) return text;
  return text.slice(0, text.length - open[0].length).replace(/(?<![ \t])[ \t]+$/, '');
}
