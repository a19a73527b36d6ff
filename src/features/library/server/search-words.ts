/** The words of a search in SQL: as values, or as placeholders that are bound later, so that a statement is built once. */
import { type Placeholder, sql } from 'drizzle-orm';
import { isLetter, isSure } from '#lib/text/search-grams.ts';

type Value = string | Placeholder;
/** `letter`: matches as a whole word only. `sure`: the index alone proves a match, no recheck of the text. */
type Kind = 'letter' | 'sure' | 'other';
export type SoughtWord = { kind: Kind; is: Value; begins: Value; whole: Value };
export type SoughtWords = { phrase: SoughtWord; terms: SoughtWord[] };

const kinds: readonly Kind[] = ['letter', 'sure', 'other'];
const kindOf = (term: string): Kind => (isLetter(term) ? 'letter' : isSure(term) ? 'sure' : 'other');
const spellings = (words: string) => ({ is: words, begins: ` ${words}`, whole: ` ${words} ` });
const wordOf = (words: string): SoughtWord => ({ kind: kindOf(words), ...spellings(words) });

export function wordsOf(terms: readonly string[]): SoughtWords {
  return { phrase: wordOf(terms.join(' ')), terms: terms.map(wordOf) };
}

/** What the SQL depends on, other than the bound values. */
export const kindsOf = (terms: readonly string[]): string => terms.map(kindOf).join();

/** Placeholders for the kinds that `kindsOf` gave. */
export function wordsTold(said: string): SoughtWords {
  const terms = said.split(',').map((name, at): SoughtWord => toldWord(kinds.find((kind) => kind === name) ?? 'other', `${at}`));
  const [first] = terms;
  return { phrase: toldWord(terms.length === 1 && first ? first.kind : 'other', 'Phrase'), terms };
}

const toldWord = (kind: Kind, of: string): SoughtWord => ({
  kind,
  is: sql.placeholder(`is${of}`),
  begins: sql.placeholder(`begins${of}`),
  whole: sql.placeholder(`whole${of}`),
});

export function valuesOfWords(terms: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [of, words] of [['Phrase', terms.join(' ')], ...terms.map((term, at) => [`${at}`, term])] as [string, string][])
    for (const [name, value] of Object.entries(spellings(words))) values[`${name}${of}`] = value;
  return values;
}
