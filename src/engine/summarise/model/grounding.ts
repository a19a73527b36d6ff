/**
 * What a statement claims and its source does not say where it points: numbers have to stand in or near the cited
 * lines, names in or near the cited section. Wording is the model's own and is not judged.
 */
import type { Outline, Segment } from '../../model.ts';
import { numbersIn } from '../../text/numbers.ts';
import type { SourceFacts } from './prompts.ts';

/** Lines around the cited ones in which a number or a name may stand. */
const NEAR = 8;

/** Smaller whole numbers are as often counted by the writer (`three reasons`) as said by the source. */
const LEAST_NUMBER = 10;

/** A place in an outline whose claims were checked. */
export type Statement = { text: string; segmentIds: number[]; unverified?: string[] | undefined };

export type Grounding = {
  /** Numbers and names of the statement that were not found; empty when all were, or when there are none. */
  missing(statement: Statement, section: readonly number[]): string[];
};

export function createGrounding(segments: readonly Segment[], facts: SourceFacts): Grounding {
  const known = fold([facts.title, facts.author, facts.description, ...facts.chapters.map(({ title }) => title)].join(' '));
  const knownNumbers = new Set(numbersIn([facts.title, facts.description].join(' ')).map(({ value }) => value));
  // A source in another script spells its names another way: a Latin name cannot be looked up in it.
  const sample = segments
    .slice(0, 400)
    .map((segment) => segment.text)
    .join(' ');
  const latinShare = (sample.match(/\p{Script=Latin}/gu)?.length ?? 0) / Math.max(1, sample.match(/\p{L}/gu)?.length ?? 1);

  return {
    missing(statement, section) {
      const missing: string[] = [];
      const claimed = numbersIn(statement.text).filter(({ value }) => value >= LEAST_NUMBER || !Number.isInteger(value));
      if (claimed.length > 0) {
        const text = linesAround(segments, statement.segmentIds);
        const said = new Set(numbersIn(text).map(({ value }) => value));
        const folded = fold(text);
        for (const { text: written, value } of claimed) {
          const stands = said.has(value) || said.has(value / 100) || knownNumbers.has(value) || folded.includes(fold(written));
          if (!stands) missing.push(written);
        }
      }
      const names = latinShare >= 0.02 ? namesIn(statement.text) : [];
      if (names.length > 0) {
        const folded = fold(linesAround(segments, [...section, ...statement.segmentIds]));
        for (const name of names) if (!folded.includes(fold(name)) && !known.includes(fold(name))) missing.push(name);
      }
      return [...new Set(missing)];
    },
  };
}

/** Marks every point and detail of the outline and counts those that stand; gives the ones that do not. */
export function markGrounding(
  outline: Outline,
  grounding: Grounding,
): { failing: { statement: Statement; section: readonly number[] }[] } {
  const failing: { statement: Statement; section: readonly number[] }[] = [];
  let total = 0;
  const check = (statement: Statement, section: readonly number[], mayRestOnSection: boolean) => {
    total++;
    const missing = grounding.missing(statement, section);
    const rests = statement.segmentIds.length > 0 || mayRestOnSection;
    if (missing.length === 0 && rests) delete statement.unverified;
    else {
      statement.unverified = missing;
      failing.push({ statement, section });
    }
  };
  for (const chapter of outline.chapters) {
    for (const point of chapter.points) {
      check(point, chapter.segmentIds, false);
      for (const detail of point.details ?? []) check(detail, chapter.segmentIds, point.segmentIds.length > 0);
    }
  }
  outline.checks.statements = total;
  outline.checks.statementsVerified = total - failing.length;
  return { failing };
}

/** The text of the cited lines and those around them; of the whole source when nothing is cited. */
function linesAround(segments: readonly Segment[], ids: readonly number[]): string {
  const wanted = new Set<number>();
  for (const id of ids)
    for (let near = Math.max(0, id - NEAR); near <= Math.min(segments.length - 1, id + NEAR); near++) wanted.add(near);
  const lines = ids.length === 0 ? segments : [...wanted].sort((a, b) => a - b).map((id) => segments[id]);
  return lines.map((segment) => `${segment?.speaker ?? ''} ${segment?.text ?? ''}`).join(' ');
}

/** Latin names: words with a capital or a digit inside a sentence, and every Latin word of a Chinese one. */
export function namesIn(text: string): string[] {
  const names: string[] = [];
  const chinese = /\p{Script=Han}/u.test(text);
  for (const match of text.matchAll(/[\p{Script=Latin}][\p{Script=Latin}\p{M}\d'’.&+#-]*[\p{Script=Latin}\p{M}\d+#]|\p{Lu}/gu)) {
    const word = match[0].replace(/['’]s$/, '');
    const before = text.slice(0, match.index);
    const opensSentence = /(?:^|[.!?:;。！？：；]["”’»)\]]?|["“‘«(—–-])\s*$/u.test(before);
    if (word.length < 2) continue;
    if (
      chinese ? /\p{Script=Latin}{2}/u.test(word) : /\p{Lu}/u.test(word) && !(opensSentence && /^\p{Lu}[\p{Ll}’']*$/u.test(word))
    )
      names.push(word);
  }
  return names.filter((name) => !commonWords.has(name.toLowerCase()));
}

/** Written with a capital, or left in Latin letters in Chinese, without naming anything a source must have said so. */
const commonWords = new Set(
  'i am pm ok vs etc ai it tv pc id qa faq ceo cto cfo us uk eu usa un app api monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english chinese'.split(
    ' ',
  ),
);

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
