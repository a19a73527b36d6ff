import type { Language } from '../../../domain.ts';
import { splitClauses } from './split-clauses.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const auxiliaries =
  setOf(`am is are was were has have had do does did can could will would shall should may might must cannot ain't isn't aren't
  wasn't weren't hasn't haven't hadn't don't doesn't didn't can't couldn't won't wouldn't shan't shouldn't needn't mustn't`);
const pronouns = setOf('i we you they he she it there who everyone everybody someone somebody nobody');
const irregular =
  setOf(`went made took came gave found got saw knew thought told became left felt put brought began kept held wrote stood heard let
  meant set met ran paid sat spoke lost led understood chose grew built sent fell said drew drove spent won sold taught bought caught cut hit shut
  rose broke wore threw ate flew`);
const determiners =
  setOf(`the a an my your our their his her its this that these those some any every each no another such more most less all both what which
  whose very so too as`);
const prepositions =
  setOf(`of in on at to for from by with about into onto over under through between among during before after without within against
  across around behind than upon towards toward off per via like and or but nor if whether because when while where how why`);
/** Words that follow a plural verb, which has no ending of its own. */
const plainObject = /^(?:the|a|an|to|it|them|their|our|your|more|most|that|all)$/;
const relatives = setOf('which who that whose where');
const afterVerb =
  setOf(`the a an my your our their his her its this that these those us them me him it you some any every each more most less to in on at
  for from by with about into over through as if whether how what why not up out down off back all both
  many several one two three`);
const contracted = /^(?:\p{L}+)['’](?:re|ve|ll|d|m)$/u;
const contractedIs = /^(?:i|it|he|she|that|there|here|what|who|where|how|this|one|everybody|everyone|let)['’]s$/;

/** Words after an `'s` that is not possessive: `Adam 's just …`. */
const possessiveNot =
  /^(?:not|just|pretty|very|a|an|the|gonna|really|also|still|so|more|been|quite|too|always|never|probably|already|\p{L}{2,}ing)$/u;

const subordinate =
  /^(?:if|when|while|although|though|unless|until|since|because|whether|as|once|after|before|given|even if|even though|where|wherever|whatever|which|who|whose)\b/i;
const phrase = /^(?:in|on|at|for|from|by|with|to|of|under|over|through|during|between|about|without|within|like|despite)\b/i;
/** Words before the sentence proper: `Most importantly, …`, `Mark, …`. */
const leadIn = /^(?:[\p{L}-]+ ){0,2}[\p{L}-]+, (?=\S)/u;

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/ (?='(?:s|re|ll|ve|d|m|t)\b)/gu, '')
      .match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []
  );
}

/** Fewest words of a clause: `Clearly` alone is not one. */
const leastWords = 3;

function verbsIn(words: readonly string[]): number[] {
  const verbs: number[] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? '';
    // `have got` is one verb.
    const helped = verbs.at(-1) === at - 1 && (auxiliaries.has(before) || before.includes("'"));
    if (!helped && isVerb(word, before, words[at + 1] ?? '', words[at - 2] ?? '')) verbs.push(at);
  }
  return verbs;
}

function isVerb(word: string, before: string, after: string, second: string): boolean {
  if (contracted.test(word) || contractedIs.test(word)) return true;
  if (word.endsWith("'s")) return possessiveNot.test(after);
  if (before === 'to') return false;
  if (auxiliaries.has(word)) return true;
  if (pronouns.has(before)) return word === 'like' || !(prepositions.has(word) || determiners.has(word));
  const pointed = /^(?:this|that)$/.test(before) && word.endsWith('s') && (second === '' || prepositions.has(second));
  if (before === '' || (determiners.has(before) && !pointed) || prepositions.has(before)) return false;
  if (irregular.has(word)) return true;
  const adverb = /^(?:\p{L}{3,}ly|also|often|always|never|still|now)$/u;
  if (/(?:[^s]s|ed)$/.test(word) && word.length > 3)
    return pointed || (after === '' && word.endsWith('ed')) || (afterVerb.has(after) && after !== 'of') || adverb.test(before);
  const noun = adverb.test(before) ? second : before;
  return /[^s]s$/.test(noun) && plainObject.test(after) && !/\p{L}{3}ing$/u.test(word) && !adverb.test(word);
}

/** The only verb of `The project which is …` belongs to its relative clause. */
function hasMainVerb(text: string): boolean {
  const words = wordsOf(text);
  const verbs = verbsIn(words);
  const relative = words.findIndex((word, at) => {
    const before = words[at - 1] ?? '';
    const follows = at > 0 && relatives.has(word) && !prepositions.has(before) && !pronouns.has(before);
    return follows && !verbs.some((verb) => verb < at);
  });
  if (relative < 0) return verbs.length > 0;
  const after = verbs.filter((verb) => verb > relative);
  const sides = words.slice(relative, after.at(-1)).filter((word) => relatives.has(word)).length;
  return after.length > sides;
}

/** Whether English speech has a subject and a predicate and is not half a sentence. Always true for Chinese. */
export function hasPredicate(text: string, language: Language, punctuated: boolean): boolean {
  if (language === 'zh') return true;
  const bare = text.replace(leadIn, '');
  return saysSomething(text, punctuated) || (bare !== text && saysSomething(bare, punctuated));
}

function saysSomething(text: string, punctuated: boolean): boolean {
  const clauses = splitClauses(text, 'en', punctuated).map(({ start, end }) => text.slice(start, end).trim());
  const main = clauses.find((clause) => !subordinate.test(clause) && wordsOf(clause).length >= leastWords);
  if (main === undefined) return verbsIn(wordsOf(text)).length > 1;
  return hasMainVerb(main) || (phrase.test(main) && main !== clauses.at(-1) && hasMainVerb(text.slice(main.length)));
}
