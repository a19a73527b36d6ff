/** Words of scripts with spaces, single characters of others. */
export type Token = { word: string; start: number; end: number };

const pattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu;
const unspaced =
  /(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/u;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    let at = match.index;
    // A Latin word may touch Chinese without a space.
    for (const part of match[0].split(unspaced)) {
      tokens.push({ word: part.normalize('NFKC').toLowerCase().replaceAll('’', "'"), start: at, end: at + part.length });
      at += part.length;
    }
  }
  return tokens;
}
