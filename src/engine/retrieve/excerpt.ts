import type { Segment } from '../domain.ts';
import { marksOf } from './terms.ts';

/** `first` and `last` are segment ids; `marks`: ranges of `text` that match the query. */
export type Excerpt = {
  first: number;
  last: number;
  startMs: number | null;
  page: number | null;
  text: string;
  marks: { start: number; end: number }[];
};

export function foundIn(lines: readonly Segment[], wanted: ReadonlySet<string>): Excerpt[] {
  const worth = lines.map((line) => marksOf(line.text, wanted).reduce((sum, { start, end }) => sum + end - start, 0));
  const best = Math.max(0, worth.indexOf(Math.max(...worth)));
  const shown = lines.slice(Math.max(0, best - 1), best + 3);
  const start = lines[best];
  const last = shown.at(-1);
  if (!start || !last) return [];
  const text = shown.map((line) => line.text.replace(/\s+/g, ' ').trim()).join(' ');
  return [{ first: start.id, last: last.id, startMs: start.startMs, page: start.page ?? null, ...excerpt(text, wanted) }];
}

const EXCERPT = 420;

function excerpt(text: string, wanted: ReadonlySet<string>): Pick<Excerpt, 'text' | 'marks'> {
  const [first] = marksOf(text, wanted);
  const near = text.length <= EXCERPT || !first || first.end < EXCERPT * 0.8 ? 0 : Math.max(0, first.start - 80);
  const from = wordEnd(text, near, 1);
  const to = wordEnd(text, Math.min(text.length, near + EXCERPT), -1);
  const shown = `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
  return { text: shown, marks: marksOf(shown, wanted) };
}

const LONGEST_WORD = 30;
const ofWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}\uD800-\uDFFF'’-]/u;

/** The nearest position in the direction of `step` that is not within a word or a character. */
function wordEnd(text: string, at: number, step: 1 | -1): number {
  const isWithin = (place: number): boolean => ofWord.test(text[place - 1] ?? '') && ofWord.test(text[place] ?? '');
  for (let place = at; Math.abs(place - at) <= LONGEST_WORD; place += step) if (!isWithin(place)) return place;
  return at;
}
