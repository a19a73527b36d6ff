const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A longer word stays breakable, or it would leave a narrow column. */
const longestWord = 24;

/**
 * Where the end of a text begins that no line may part from the reference behind it: its last two characters, of Latin
 * script its last word, with the marks and spaces behind. Equal to the text's length where nothing is bound.
 */
export function boundEnd(text: string): number {
  const characters = Array.from(text.slice(-60));
  let at = characters.length;
  while (at > 0 && /[\s\p{P}]/u.test(characters[at - 1] ?? '')) at--;
  const end = at;
  let letters = 0;
  while (at > 0 && letters < 2 && !/\s/u.test(characters[at - 1] ?? '')) {
    at--;
    letters++;
    if (han.test(characters[at] ?? '')) continue;
    // A word is not cut.
    while (at > 0 && !/\s/u.test(characters[at - 1] ?? '') && !han.test(characters[at - 1] ?? '')) at--;
  }
  if (end - at > longestWord || characters.length - at > longestWord + 4 || end === at) return text.length;
  return text.length - characters.slice(at).join('').length;
}
