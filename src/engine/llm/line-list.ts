/** `L12`, `L12-L18, L30`, `L3至L5、L9`. Unambiguous, so that a failed match takes linear time; no groups. */
const between = String.raw`(?:[-–—~～至到,，;；、]|\.\.)`;
export const lineList = String.raw`L\s*\d+(?:(?:\s*${between}\s*(?:L\s*)?|\s*L\s*|\s+)\d+)*`;

/** The digit after `3.` or `2、` makes it a number of the text ("3.5 million", "2、3个月"), the one after `-` a negative one. */
export const listMark = /^(?:[*•]|[-+](?!\d)|\d{1,3}(?:\)|[.、](?!\d)))\s*/;

const SPAN = /(\d+)(?:(?:\s*行)?\s*\\?(?:[-–—~至到]|\.{2,3}|to|through)\s*(?:第\s*)?(?:(?:L|lines?)\s*)?(\d+))?/gi;

/** `L3-L5, L9 L12` gives 3–5, 9 and 12: without a dash or a word for it, two numbers are two lines. */
export function spansIn(list: string): { from: number; to: number }[] {
  return [...list.normalize('NFKC').matchAll(SPAN)].map(([, from, to = from]) => ({ from: Number(from), to: Number(to) }));
}

const marked = new RegExp(String.raw`(?<![\x60*])(\x60|\*\*)([[【]\s*${lineList}\s*[\]】])\1(?![\x60*])`, 'giu');

/** Some models write a reference as code, or in bold. */
export function withPlainReferences(text: string): string {
  return text.replace(marked, '$2');
}
