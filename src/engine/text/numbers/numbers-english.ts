import { type FoundNumber, round } from './named-number.ts';

const ones = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
];
const teens = ['fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const small = new Map<string, number>([...ones, ...teens].map((word, value) => [word, value]));
const tens = new Map<string, number>(
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map((word, index) => [word, (index + 2) * 10]),
);
const ordinals = new Map<string, number>([
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'].map(
    (word, index): [string, number] => [word, index + 1],
  ),
  ...[
    'tenth',
    'eleventh',
    'twelfth',
    'thirteenth',
    'fourteenth',
    'fifteenth',
    'sixteenth',
    'seventeenth',
    'eighteenth',
    'nineteenth',
  ].map((word, index): [string, number] => [word, index + 10]),
  ...[...tens].map(([word, value]): [string, number] => [word.replace(/y$/, 'ieth'), value]),
]);
const decades = new Map([...tens].map(([word, value]) => [word.replace(/y$/, 'ies'), value]));
const scales = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
const parts = new Map([
  ['half', 2],
  ['halves', 2],
  ['third', 3],
  ['thirds', 3],
  ['quarter', 4],
  ['quarters', 4],
  ['fifth', 5],
  ['fifths', 5],
  ['tenth', 10],
  ['tenths', 10],
]);

type Word = { text: string; start: number; end: number; joined: boolean };
/** `to` is exclusive. */
type Piece = { value: number; from: number; to: number; unit: number; fraction: boolean; ordinal: boolean };

export function englishNumbers(text: string): FoundNumber[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[a-z]+/gi)) {
    const before = words.at(-1);
    const joined = before !== undefined && /^(?: {0,2}|-)$/.test(text.slice(before.end, match.index));
    words.push({ text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length, joined });
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < words.length; ) {
    // In `1.2 million` the word belongs to the digits.
    const piece = /\d\s?$/.test(text.slice(Math.max(0, (words[at]?.start ?? 0) - 2), words[at]?.start))
      ? null
      : readNumber(words, at);
    if (piece) pieces.push(piece);
    at = Math.max(piece?.to ?? 0, at + 1);
  }
  const inPiece = covering(
    pieces.map(({ from, to }) => ({ start: (words[from]?.start ?? 0) + 1, end: words[to - 1]?.end ?? 0 })),
  );
  // `three and a half million` does not name half a million.
  const together = [...pairs(pieces, words, text), ...wordsForNumbers(text).filter((other) => !inPiece(other))];
  const inWhole = covering(together);
  const found = pieces.map((piece, index) => {
    const number = place(piece, pieces, index, words, text);
    // `nineteen eighty-four` does not claim nineteen.
    return { ...number, loose: inWhole(number) };
  });
  return [...found, ...together];
}

type Span = { start: number; end: number };

function covering(spans: readonly Span[]): (inner: Span) => boolean {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  let furthest = 0;
  const ends = sorted.map(({ end }) => {
    furthest = Math.max(furthest, end);
    return furthest;
  });
  return (inner) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) <= inner.start) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (ends[low - 1] ?? 0) >= inner.end;
  };
}

function readNumber(words: readonly Word[], from: number): Piece | null {
  const follows = (index: number, text?: string) =>
    words[index]?.joined === true && (text === undefined || words[index]?.text === text);
  let at = from;
  let total = 0;
  let ordinal = false;
  let unit = 1;
  let lastScale = Number.POSITIVE_INFINITY;
  let read = false;
  for (;;) {
    const group = readGroup(words, at, read);
    if (!group) break;
    const scale = group.to === at || follows(group.to) ? scales.get(words[group.to]?.text ?? '') : undefined;
    // `two thousand twenty-four` continues; `twenty thirty` does not.
    if (read && (scale ?? 1) >= lastScale) break;
    total += group.value * (scale ?? 1);
    at = group.to + (scale === undefined ? 0 : 1);
    unit = scale ?? 1;
    read = true;
    ordinal = group.ordinal;
    if (scale === undefined || ordinal) break;
    lastScale = scale;
    if (follows(at, 'and') && follows(at + 1) && readGroup(words, at + 1, true)) at++;
    else if (!follows(at)) break;
  }
  if (!read) return null;
  const plain: Piece = { value: total, from, to: at, unit, fraction: false, ordinal };
  return ordinal ? plain : (withDecimals(words, plain) ?? withHalf(words, plain) ?? asFraction(words, plain) ?? plain);
}

/** A group up to 999, also `a hundred` and `eleven hundred`. */
function readGroup(
  words: readonly Word[],
  from: number,
  inside: boolean,
): { value: number; to: number; ordinal: boolean } | null {
  const text = (index: number) => (index === from || words[index]?.joined ? (words[index]?.text ?? '') : '');
  if (inside && !words[from]?.joined) return null;
  const below = (index: number): { value: number; to: number; ordinal: boolean } | null => {
    const ten = tens.get(text(index));
    if (ten !== undefined) {
      const one = small.get(text(index + 1));
      if (one !== undefined && one > 0 && one < 10) return { value: ten + one, to: index + 2, ordinal: false };
      const last = ordinals.get(text(index + 1));
      if (last !== undefined && last < 10 && words[index + 1]?.joined) return { value: ten + last, to: index + 2, ordinal: true };
      return { value: ten, to: index + 1, ordinal: false };
    }
    const value = small.get(text(index));
    if (value !== undefined) return { value, to: index + 1, ordinal: false };
    const last = ordinals.get(text(index));
    return last === undefined || (last < 10 && !inside) ? null : { value: last, to: index + 1, ordinal: true };
  };
  let start = below(from);
  if (!start && (text(from) === 'a' || text(from) === 'several') && (text(from + 1) === 'hundred' || scales.has(text(from + 1))))
    start = { value: 1, to: from + 1, ordinal: false };
  if (!start && (text(from) === 'hundred' || (!inside && scales.has(text(from))))) start = { value: 1, to: from, ordinal: false };
  if (!start || start.ordinal || text(start.to) !== 'hundred') return start;
  const hundred = start.value * 100;
  const next = text(start.to + 1) === 'and' ? start.to + 2 : start.to + 1;
  const rest = words[next]?.joined ? below(next) : null;
  return rest
    ? { value: hundred + rest.value, to: rest.to, ordinal: rest.ordinal }
    : { value: hundred, to: start.to + 1, ordinal: false };
}

function withDecimals(words: readonly Word[], number: Piece): Piece | null {
  if (words[number.to]?.text !== 'point' || !words[number.to]?.joined) return null;
  let at = number.to + 1;
  let decimals = '';
  for (; words[at]?.joined; at++) {
    const text = words[at]?.text ?? '';
    const digit = text === 'oh' ? 0 : (small.get(text) ?? tens.get(text));
    if (digit === undefined) break;
    decimals += digit;
  }
  if (decimals === '') return null;
  const scale = words[at]?.joined ? scales.get(words[at]?.text ?? '') : undefined;
  const value = round(Number(`${number.value}.${decimals}`) * (scale ?? 1));
  return { ...number, value, to: at + (scale === undefined ? 0 : 1), unit: 10 ** -decimals.length * (scale ?? 1) };
}

function withHalf(words: readonly Word[], number: Piece): Piece | null {
  const [and, a, part] = [words[number.to], words[number.to + 1], words[number.to + 2]];
  const share = { half: 0.5, quarter: 0.25 }[part?.text ?? ''];
  if (and?.text !== 'and' || !and.joined || !/^(?:a|one)$/.test(a?.text ?? '') || share === undefined) return null;
  const at = number.to + 3;
  const scale = words[at]?.joined ? scales.get(words[at]?.text ?? '') : undefined;
  if (scale !== undefined) return { ...number, value: (number.value + share) * scale, to: at + 1, unit: scale / 10 };
  return { ...number, value: number.value + share * Math.max(number.unit, 1), to: at, unit: number.unit / 10 };
}

function asFraction(words: readonly Word[], number: Piece): Piece | null {
  const word = words[number.to];
  const of = word?.joined ? parts.get(word.text) : undefined;
  const isOne = number.value === 1;
  if (of === undefined || number.value >= of || (!isOne && !word?.text.endsWith('s'))) return null;
  return { ...number, value: number.value / of, to: number.to + 1, unit: 1e-6, fraction: true };
}

function place(piece: Piece, pieces: readonly Piece[], index: number, words: readonly Word[], text: string): FoundNumber {
  const start = words[piece.from]?.start ?? 0;
  const end = words[piece.to - 1]?.end ?? start;
  const values = piece.fraction ? [round(piece.value * 100), round(piece.value)] : [piece.value];
  const next = pieces[index + 1];
  // `two to three hundred`: the first number has the scale of the second.
  if (next && piece.value < 100 && next.from === piece.to + 1 && /^(?:to|or)$/.test(words[piece.to]?.text ?? '')) {
    const scale = scaleOf(words.slice(next.from, next.to).map(({ text }) => text));
    if (scale > 1) values.push(piece.value * scale);
  }
  if (words[piece.to]?.joined && words[piece.to]?.text === 'k') values.push(piece.value * 1000);
  const share = /^\s+(?:percent|per cent|percentage points?)\b/i.test(text.slice(end));
  if (share) values.push(round(piece.value / 100));
  return {
    text: text.slice(start, end),
    values,
    unit: piece.unit,
    hedged: false,
    share: share || piece.fraction,
    loose: false,
    start,
    end,
  };
}

/** A hundred of `three hundred` and of `fifteen hundred`, a million of `thirty million`, a hundred thousand of `three hundred thousand`. */
function scaleOf(words: readonly string[]): number {
  const word = words.at(-1) ?? '';
  const last = word === 'hundred' ? 100 : (scales.get(word) ?? 1);
  return last > 100 && words.at(-2) === 'hundred' ? 100 * last : last;
}

/** `nineteen eighty-four`, `ten thirty`, `three fifty`, `nineteen eighties`. */
function pairs(pieces: readonly Piece[], words: readonly Word[], text: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  const add = (from: number, to: number, values: number[]) => {
    const start = words[from]?.start ?? 0;
    const end = words[to - 1]?.end ?? start;
    found.push({ text: text.slice(start, end), values, unit: 1, hedged: false, share: false, loose: false, start, end });
  };
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    const isWhole = Number.isInteger(piece.value) && piece.value > 0 && piece.value < 100 && !piece.ordinal;
    if (!isWhole) continue;
    const follower = words[piece.to];
    if (next && next.from === piece.to && follower?.joined && next.value >= 10 && next.value < 100) {
      // A year, a time or a price: `twelve fifty` may be 12.50.
      add(piece.from, next.to, [piece.value * 100 + next.value, piece.value + next.value / 100]);
    }
    const low = follower?.joined && /^(?:oh|o)$/.test(follower.text) ? small.get(words[piece.to + 1]?.text ?? '') : undefined;
    if (low !== undefined && low < 10) add(piece.from, piece.to + 2, [piece.value * 100 + low]);
  }
  for (const [index, word] of words.entries()) {
    const decade = decades.get(word.text);
    if (decade === undefined) continue;
    const century = word.joined ? small.get(words[index - 1]?.text ?? '') : undefined;
    if (century !== undefined && century >= 10) add(index - 1, index + 1, [century * 100 + decade, decade]);
    else add(index, index + 1, [decade, 1900 + decade]);
  }
  return found;
}

const hours = [...small.keys()].slice(1, 13).join('|');
const spoken = new RegExp(
  String.raw`\b(?:(?:an? |one )?(?<part>half|quarter)(?: (?:of )?an? |[- ])(?<scale>thousand|million|billion|trillion)|(?:an? )?(?<quarter>half|quarter) (?<side>past|to) (?<hour>${hours})|(?<count>an?|one|two|three|four|five|six) (?!thousand|million|billion|trillion)\w+ and a half|(?:(?<dozens>an?|one|two|three|four|five|six) )?dozen|in oh (?<year>${hours})|(?<share>half|(?:a|one) third|(?:a|one) quarter)|(?<times>doubled?|doubling|twice|tripled?|quadrupled?))\b`,
  'gi',
);

function wordsForNumbers(text: string): FoundNumber[] {
  return [...text.matchAll(spoken)].map((match) => {
    const said = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, value?.toLowerCase() ?? '']),
    );
    const { part, scale, quarter, side, hour, count, dozens, year, share, times = '' } = said;
    const countOf = (word: string | undefined) => small.get(word ?? '') ?? 1;
    const number = {
      text: match[0],
      unit: 1,
      hedged: false,
      share: false,
      loose: true,
      start: match.index,
      end: match.index + match[0].length,
    };
    if (part && scale) return { ...number, values: [(part === 'half' ? 0.5 : 0.25) * (scales.get(scale) ?? 1)], loose: false };
    if (quarter) {
      const minutes = quarter === 'half' ? 30 : 15;
      const next = countOf(hour);
      // A quarter to one is 12:45.
      return { ...number, values: [side === 'past' ? next * 100 + minutes : (next === 1 ? 13 : next) * 100 - 40 - minutes] };
    }
    if (count) return { ...number, values: [countOf(count) + 0.5] };
    if (/dozen$/i.test(match[0])) return { ...number, values: [12 * countOf(dozens)] };
    if (year) return { ...number, values: [2000 + countOf(year)] };
    if (share) {
      const of = share === 'half' ? 2 : share.endsWith('third') ? 3 : 4;
      return { ...number, values: [round(100 / of), round(1 / of)], share: true };
    }
    const factor = times.startsWith('tr') ? 3 : times.startsWith('q') ? 4 : 2;
    return { ...number, values: [(factor - 1) * 100, factor, factor * 100], share: true };
  });
}
