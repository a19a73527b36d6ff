/** UTF-8 read as a Western charset (`Ã©`, `â€™`, `æˆ‘`), and what a Chinese charset makes of broken bytes. */
const misread =
  /[ÃÂ][\u0080-\u00bf\u0152-\u0178\u2013-\u2122]|â€|锟斤拷|烫烫烫|屯屯屯|ï¿½|[ä-é][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u2122]{2}/gu;

/** Text that no writer wrote: lost or misread characters, control characters. */
export function isDamagedText(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const lost = text.replace(/\s+/g, '').match(/[\ufffd\p{Cc}\p{Co}]/gu)?.length ?? 0;
  if (lost * 100 > letters + lost) return true;
  const wrong = text.match(misread)?.length ?? 0;
  return wrong >= 3 && wrong * 60 > letters;
}
