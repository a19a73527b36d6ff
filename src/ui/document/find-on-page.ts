/** Characters `from` to `to` of the page's text item with this index. */
export type TextSpan = { item: number; from: number; to: number };

/** Letters and digits only: spaces, hyphens at line ends and punctuation differ between a page and its text. */
const meaningful = /[\p{L}\p{N}]/u;
/** A shorter common stretch may be chance. */
const seedLetters = 12;
/** The least share of the wanted letters; the rest may be on the next page. */
const leastShare = 0.4;
const leastLetters = 40;
/** Limits that bound the time; enough for any sentence and any ordinary page. */
const mostWanted = 600;
const mostOnPage = 100_000;

type Letters = { text: string; items: number[]; starts: number[]; ends: number[] };

/** Finds a text on a page. Gives its parts in order, or none when too little of it is there. */
export function findOnPage(items: readonly string[], wanted: string): TextSpan[] {
  const page = lettersOf(items, mostOnPage);
  const { text } = lettersOf([wanted], mostWanted);
  if (text === '') return [];
  const whole = page.text.indexOf(text);
  if (whole >= 0) return spansOf(page, [[whole, whole + text.length]]);
  const runs = commonRuns(page.text, text);
  const found = runs.reduce((sum, [start, end]) => sum + end - start, 0);
  return found >= Math.min(text.length * leastShare, leastLetters) ? spansOf(page, runs) : [];
}

function lettersOf(items: readonly string[], most: number): Letters {
  const letters: Letters = { text: '', items: [], starts: [], ends: [] };
  items.forEach((item, index) => {
    if (letters.text.length >= most) return;
    let at = 0;
    for (const character of item) {
      const end = at + character.length;
      for (const plain of character.normalize('NFKC').toLowerCase()) {
        if (!meaningful.test(plain) || letters.text.length >= most) continue;
        letters.text += plain;
        for (let unit = 0; unit < plain.length; unit++) {
          letters.items.push(index);
          letters.starts.push(at);
          letters.ends.push(end);
        }
      }
      at = end;
    }
  });
  return letters;
}

/** The stretches of `page` that also occur in `text`, in the same order. */
function commonRuns(page: string, text: string): [number, number][] {
  const runs: [number, number][] = [];
  let from = 0;
  for (let at = 0; at + seedLetters <= text.length; ) {
    const start = page.indexOf(text.slice(at, at + seedLetters), from);
    if (start < 0) {
      at++;
      continue;
    }
    let length = seedLetters;
    while (at + length < text.length && page[start + length] === text[at + length]) length++;
    runs.push([start, start + length]);
    from = start + length;
    at += length;
  }
  return runs;
}

function spansOf(page: Letters, runs: readonly [number, number][]): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const [start, end] of runs) {
    for (let at = start; at < end; at++) {
      const item = page.items[at] ?? 0;
      const last = spans.at(-1);
      const to = page.ends[at] ?? 0;
      if (last?.item === item && at > start) last.to = to;
      else spans.push({ item, from: page.starts[at] ?? 0, to });
    }
  }
  return spans;
}
