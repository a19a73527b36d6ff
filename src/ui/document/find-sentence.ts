/** Finds a sentence in a text that is cut into items, such as the text nodes of a paragraph. */
import { findOnPage } from './find-on-page.ts';

/** A place between two characters of an item. */
export type TextPoint = { item: number; offset: number };
export type Stretch = { start: TextPoint; end: TextPoint };

const letter = /[\p{L}\p{N}]/u;

/** Its stretches in order, with the punctuation at both ends; none when too little of it is there. */
export function findSentence(items: readonly string[], sentence: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { item, from, to } of findOnPage(items, sentence)) {
    const last = stretches.at(-1);
    const start = { item, offset: from };
    const end = { item, offset: to };
    // Spaces and punctuation within the sentence belong to it.
    if (last && !letter.test(textBetween(items, last.end, start))) last.end = end;
    else stretches.push({ start, end });
  }
  const [first] = stretches;
  const last = stretches.at(-1);
  if (first) first.start = before(items, first.start, marksBefore(sentence));
  if (last) last.end = after(items, last.end, marksAfter(sentence));
  return stretches;
}

function textBetween(items: readonly string[], { item, offset }: TextPoint, end: TextPoint): string {
  if (item === end.item) return (items[item] ?? '').slice(offset, end.offset);
  const whole = items.slice(item + 1, end.item).join('');
  return (items[item] ?? '').slice(offset) + whole + (items[end.item] ?? '').slice(0, end.offset);
}

function marksBefore(sentence: string): string {
  return sentence.slice(0, Math.max(0, sentence.search(letter)));
}

function marksAfter(sentence: string): string {
  const characters = Array.from(sentence);
  return characters.slice(characters.findLastIndex((character) => letter.test(character)) + 1).join('');
}

/** As many of the marks as stand right before the point. */
function before(items: readonly string[], { item, offset }: TextPoint, marks: string): TextPoint {
  const text = items[item] ?? '';
  let at = offset;
  for (let left = marks.length; left > 0 && at > 0 && text[at - 1] === marks[left - 1]; left--) at--;
  return { item, offset: at };
}

/** As many of the marks as stand right after the point; a full stop after a link is in the next item. */
function after(items: readonly string[], point: TextPoint, marks: string): TextPoint {
  let end = point;
  for (const mark of marks.split('')) {
    let { item, offset } = end;
    while (offset >= (items[item]?.length ?? 0) && item < items.length - 1) [item, offset] = [item + 1, 0];
    if (items[item]?.[offset] !== mark) break;
    end = { item, offset: offset + 1 };
  }
  return end;
}
