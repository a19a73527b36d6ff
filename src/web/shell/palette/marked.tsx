import { Fragment } from 'react';
import { foldLetters } from '#lib/text/fold-text.ts';

export function Marked({ text, keyword }: { text: string; keyword: string }) {
  return markedParts(text, keyword).map(({ text: part, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <mark key={index} className="rounded-sm bg-accent-soft text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** Highlights the server's matches: offsets of the words in UTF-16 units. */
export function Snippet({ text, ranges }: { text: string; ranges: readonly { start: number; end: number }[] }) {
  if (ranges.length === 0) return text;
  return ranges.map(({ start, end }, index) => (
    <Fragment key={start}>
      {text.slice(ranges[index - 1]?.end ?? 0, start)}
      <mark className="rounded-sm bg-accent-soft text-ink">{text.slice(start, end)}</mark>
      {index === ranges.length - 1 ? text.slice(end) : null}
    </Fragment>
  ));
}

type Part = { text: string; hit: boolean };

/** Compares letters as the search does: case, width and both Chinese scripts are equal, signs between letters do not count. */
export function markedParts(text: string, keyword: string): Part[] {
  const terms = keyword
    .split(/\s+/)
    .map(foldLetters)
    .filter((term) => term !== '')
    .toSorted((a, b) => b.length - a.length);
  const letters = Array.from(text);
  let folded = '';
  // For each folded letter, the letter it came from.
  const origin: number[] = [];
  letters.forEach((letter, index) => {
    for (const one of foldLetters(letter)) {
      folded += one;
      for (let unit = 0; unit < one.length; unit++) origin.push(index);
    }
  });
  const lit = new Set<number>();
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      const [first = 0, last = 0] = [origin[at], origin[at + term.length - 1]];
      for (let index = first; index <= last; index++) lit.add(index);
    }
  }
  const parts: Part[] = [];
  letters.forEach((letter, index) => {
    const hit = lit.has(index);
    const open = parts.at(-1);
    if (open?.hit === hit) open.text += letter;
    else parts.push({ text: letter, hit });
  });
  return parts;
}

export function hasAllWords(text: string, keyword: string): boolean {
  const folded = foldLetters(text);
  return keyword.split(/\s+/).every((word) => folded.includes(foldLetters(word)));
}
