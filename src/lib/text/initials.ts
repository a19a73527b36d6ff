const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Stands in for a picture: one character in scripts without spaces, else the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._-]+/u)
    .filter((word) => word !== '');
  const [first = ''] = words;
  if (han.test(first) || words.length < 2) return headOf(first);
  return headOf(first) + headOf(words.at(-1) ?? '');
}

function headOf(word: string): string {
  const [head] = graphemes.segment(word);
  return (head?.segment ?? '').toLocaleUpperCase();
}
