const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A longer word may break, or it would not fit into a narrow column. */
const longestWord = 24;

/** Where the end begins that must stay in one line with the reference after it: two characters, or a Latin word. */
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
    // Words are not split.
    while (at > 0 && !/\s/u.test(characters[at - 1] ?? '') && !han.test(characters[at - 1] ?? '')) at--;
  }
  if (end - at > longestWord || characters.length - at > longestWord + 4 || end === at) return text.length;
  return text.length - characters.slice(at).join('').length;
}
