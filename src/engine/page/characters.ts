/** Counts characters in one pass. One pattern for each kind would several times make an array of all letters of a page. */

const letter = 1;
const upper = 2;
/** Letters, numbers and the underscore, which make up words. */
const word = 4;
const cjk = 8;
const known = 128;

const patterns = [
  [letter, /\p{L}/u],
  [upper, /\p{Lu}/u],
  [word, /[\p{L}\p{N}_]/u],
  [cjk, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
] as const;

const plane = new Uint8Array(0x10000);

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  return patterns.reduce((kinds, [kind, pattern]) => (pattern.test(character) ? kinds | kind : kinds), known);
}

function kindsOf(code: number): number {
  if (code > 0xffff) return classify(code);
  const kinds = plane[code] as number;
  if (kinds !== 0) return kinds;
  const found = classify(code);
  plane[code] = found;
  return found;
}

function codeAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  return unit >= 0xd800 && unit < 0xdc00 ? (text.codePointAt(i) ?? unit) : unit;
}

/** Runs of letters and numbers count as words; each CJK character counts by itself. */
export function wordCounts(text: string): { latin: number; cjk: number } {
  let latin = 0;
  let characters = 0;
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const code = codeAt(text, i);
    if (code > 0xffff) i++;
    const kinds = kindsOf(code);
    if ((kinds & cjk) !== 0) {
      if ((kinds & word) !== 0) characters++;
      isInside = false;
    } else if ((kinds & word) === 0) isInside = false;
    else if (!isInside) {
      latin++;
      isInside = true;
    }
  }
  return { latin, cjk: characters };
}

const marks = {
  sentence: '.!?。！？',
  comma: ',，、',
  digit: '0123456789',
  separator: '|›»>·•',
  loud: '!！?？',
  quote: '"“”„«»「」『』',
} as const;
const markNames = ['sentence', 'comma', 'digit', 'separator', 'loud', 'quote'] as const;
type Mark = (typeof markNames)[number];
const marksOf = new Map<number, readonly number[]>();
for (const [place, name] of markNames.entries())
  for (const character of marks[name]) {
    const code = character.charCodeAt(0);
    marksOf.set(code, [...(marksOf.get(code) ?? []), place]);
  }

const persons = new Map<string, 'first' | 'second'>([
  ...'i me my we our us ich mein mir wir uns je mon nous yo mi'.split(' ').map((name) => [name, 'first'] as const),
  ...'you your du dein sie ihr ihre vous votre tu tus'.split(' ').map((name) => [name, 'second'] as const),
]);
const longestPerson = 5;
const firstPersonMark = '我'.charCodeAt(0);
const secondPersonMarks = new Set(['你', '您'].map((character) => character.charCodeAt(0)));

export type CharacterCounts = Record<Mark, number> & {
  letters: number;
  upper: number;
  /** Upper-case letters that no letter precedes. */
  capitals: number;
  firstPerson: number;
  secondPerson: number;
};

export function characterCounts(text: string): CharacterCounts {
  const found = [0, 0, 0, 0, 0, 0];
  let letters = 0;
  let uppers = 0;
  let capitals = 0;
  const people = { first: 0, second: 0 };
  let start = -1;
  const endRun = (end: number): void => {
    if (start >= 0 && end - start <= longestPerson) {
      const person = persons.get(text.slice(start, end).toLowerCase());
      if (person) people[person]++;
    }
    start = -1;
  };
  for (let i = 0; i < text.length; i++) {
    const code = codeAt(text, i);
    const kinds = kindsOf(code);
    if ((kinds & letter) !== 0) {
      letters++;
      if ((kinds & upper) !== 0) {
        uppers++;
        if (start < 0) capitals++;
      }
      if (start < 0) start = i;
      if (code === firstPersonMark) people.first++;
      else if (secondPersonMarks.has(code)) people.second++;
    } else {
      endRun(i);
      const places = code === 0x20 ? undefined : marksOf.get(code);
      if (places) for (const place of places) found[place] = (found[place] ?? 0) + 1;
    }
    if (code > 0xffff) i++;
  }
  endRun(text.length);
  const [sentence = 0, comma = 0, digit = 0, separator = 0, loud = 0, quote = 0] = found;
  return {
    sentence,
    comma,
    digit,
    separator,
    loud,
    quote,
    letters,
    upper: uppers,
    capitals,
    firstPerson: people.first,
    secondPerson: people.second,
  };
}
