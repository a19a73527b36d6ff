/** Escaped characters are replaced by private-use ones while marks are removed. */
const apart = 0x10_0000;

export function plainLine(line: string): string {
  return line
    .replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => String.fromCodePoint(apart + character.charCodeAt(0)))
    .replace(/^\s*(?:>\s*)+/, '')
    .replace(/^\s{0,3}#{1,6}\s+/, '')
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/!\[[^\]]{0,500}\]\([^)]{0,2000}\)/g, '')
    .replace(/(?<!\s)\s*\[[^\]]{0,500}\]\(#(?:t=|p\d|unverified)[^)]{0,100}\)/g, '')
    .replace(/\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/\*\*|__|\*|`|~~/g, '')
    .replace(/&amp;/g, '&')
    .replace(/[\u{100021}-\u{10007e}]/gu, (kept) => String.fromCodePoint((kept.codePointAt(0) ?? 0) - apart))
    .replace(/\s+/g, ' ')
    .trim();
}
