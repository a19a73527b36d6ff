const segmenter = new Intl.Segmenter('zh', { granularity: 'sentence' });
/** The segmenter wrongly ends a sentence after these. */
const abbreviation = /(?:^|[\s(“"])(?:mr|mrs|ms|dr|prof|st|vs|no|fig|e\.g|i\.e|[a-z])\.$/i;

/** In order, trimmed and not empty. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    const text = open + segment;
    // The segmenter puts an opening quotation mark at the end of the sentence before it.
    const opener = /[“‘「『（《]$/u.test(text) ? text.slice(-1) : '';
    const sentence = text.slice(0, text.length - opener.length).trim();
    const isWhole = sentence !== '' && !abbreviation.test(sentence);
    if (isWhole) sentences.push(sentence);
    open = isWhole ? opener : text;
  }
  if (open.trim() !== '') sentences.push(open.trim());
  return sentences;
}

/** Index of the sentence that shares the most words with the claim, the first if equal; -1 if none shares two. */
export function closestSentence(sentences: readonly string[], claim: string): number {
  const wanted = wordsOf(claim);
  let [best, most] = [-1, 1];
  for (const [index, sentence] of sentences.entries()) {
    const shared = [...wordsOf(sentence)].filter((word) => wanted.has(word)).length;
    if (shared > most) [best, most] = [index, shared];
  }
  return best;
}

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}\p{N}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Numbers, words of three letters and more, and pairs of Chinese or Japanese characters. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(word)) {
    if (!unspaced.test(run)) {
      if (run.length > 2 || /\p{N}/u.test(run)) words.add(run);
      continue;
    }
    const characters = Array.from(run);
    for (const [index, first] of characters.entries()) {
      const second = characters[index + 1];
      if (second !== undefined) words.add(first + second);
    }
  }
  return words;
}
