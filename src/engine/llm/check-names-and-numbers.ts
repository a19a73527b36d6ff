/** Numbers must be near the cited lines, names near the cited section. Wording is not judged. */
import { foldLetters } from '#lib/text/fold-text.ts';
import type { Chapter, Outline, Segment } from '../domain.ts';
import type { NamedNumber } from '../text/numbers/named-number.ts';
import { isSaid, numbersIn } from '../text/numbers/numbers.ts';
import { englishStopWords } from '../text/stop-words.ts';
import { isSaidBy, type Name, namesIn } from './names.ts';
import type { SourceFacts } from './source-prompt.ts';

const NEAR = 8;

/** Small numbers are often the writer's own count (`three reasons`). */
const MOST_COUNTED = 10;

export type Statement = { text: string; segmentIds: number[]; unverified?: string[] | undefined };

export type Grounding = {
  missing(statement: Statement, section: readonly number[]): string[];
};

export function createGrounding(segments: readonly Segment[], facts: SourceFacts): Grounding {
  const described = [facts.title, facts.author, facts.description, ...facts.chapters.map(({ title }) => title)]
    .concat((facts.sections ?? []).map(({ title }) => title))
    .join('\n');
  const known = foldName(described);
  const knownNumbers = numbersIn(described);
  const script = scriptOf(segments);
  const speakers = new Set(segments.flatMap(({ speaker }) => (speaker && foldName(speaker).length > 1 ? speaker : [])));
  const texts = new Map<string, { text: string; folded: string; numbers?: NamedNumber[] }>();
  const around = (ids: readonly number[]) => {
    const key = stretches(ids);
    const kept = texts.get(key);
    if (kept) return kept;
    const text = linesAround(segments, ids);
    const made: { text: string; folded: string; numbers?: NamedNumber[] } = { text, folded: foldName(text) };
    if (texts.size > 200) texts.clear();
    texts.set(key, made);
    return made;
  };

  return {
    missing(statement, section) {
      const missing: string[] = [];
      const claimed = numbersIn(statement.text).filter(isClaim);
      if (claimed.length > 0) {
        const lines = around(statement.segmentIds);
        lines.numbers ??= numbersIn(lines.text);
        const said = [...lines.numbers, ...knownNumbers];
        for (const number of claimed) if (!isSaid(number, said)) missing.push(number.text);
      }
      // A source in another script spells names differently, so such names are not checked.
      const chinese = hasHan(statement.text);
      const names = namesIn(statement.text).filter((name) => isComparable(name, chinese, script));
      const mentioned = [...speakers].filter((speaker) => statement.text.includes(speaker));
      if (names.length > 0 || mentioned.length > 0) {
        const { text, folded } = around([...new Set([...section, ...statement.segmentIds])]);
        const all = folded + known;
        for (const name of names) missing.push(...missingOf(name, all, text));
        for (const speaker of mentioned) if (!folded.includes(foldName(speaker))) missing.push(speaker);
      }
      for (const speaker of speakers) if (isWronglySaid(statement, speaker, segments)) missing.push(speaker);
      return [...new Set(missing)];
    },
  };
}

/** A short cache key for many ids: `0-3,7`. */
function stretches(ids: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < ids.length; ) {
    const first = ids[at] ?? 0;
    let next = at + 1;
    while (ids[next] === first + next - at) next++;
    parts.push(next - at > 1 ? `${first}-${first + next - at - 1}` : `${first}`);
    at = next;
  }
  return parts.join();
}

const NEAR_SPEAKER = 3;

/** `Ada says …` has to cite lines that Ada speaks, or that name her. */
function isWronglySaid(statement: Statement, speaker: string, segments: readonly Segment[]): boolean {
  const words = speaker.split(/\s+/);
  const names = [speaker, words.length > 1 ? (words.at(-1) ?? '') : ''].filter((name) => name.length > 1);
  const name = names.find((one) => isSaidBy(statement.text, one));
  if (name === undefined || statement.segmentIds.length === 0) return false;
  const folded = foldName(linesAround(segments, statement.segmentIds, NEAR_SPEAKER));
  return !folded.includes(foldName(name));
}

function isClaim(number: NamedNumber): boolean {
  const [value = 0] = number.values;
  return !number.loose && (number.share || value > MOST_COUNTED || !Number.isInteger(value));
}

type Script = { han: boolean; latin: boolean };

function scriptOf(segments: readonly Segment[]): Script {
  let han = 0;
  let latin = 0;
  for (const { text } of segments.slice(0, 2000)) {
    han += text.match(/\p{Script=Han}/gu)?.length ?? 0;
    latin += text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  }
  return { han: han > latin, latin: latin > 0 };
}

function isComparable(name: Name, inChinese: boolean, source: Script): boolean {
  if (hasHan(name.words.join(''))) return source.han;
  return inChinese ? source.latin : !source.han;
}

function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

const LONGEST_INITIALS = 12;
const LONGEST_WORD = 40;

/** Words of a name that are missing, unless the source has its initials or full form. */
function missingOf(name: Name, folded: string, text: string): string[] {
  const missing = name.words.filter((word) => !stands(word, folded));
  if (missing.length === 0) return [];
  if (name.words.length > 1 && name.words.length <= LONGEST_INITIALS) {
    const initials = name.words.map((word) => word.charAt(0)).join('');
    if (new RegExp(`(?<!\\p{L})${Array.from(initials).join('\\.?')}(?!\\p{L})`, 'u').test(text)) return [];
  }
  return missing.filter((word) => !(/^\p{Lu}{3,6}$/u.test(word) && standsInFull(word, text)));
}

/** Whether the word occurs as it is, without its ending (`TVs`, `American`), or part by part (`Forbes-approved`). */
function stands(word: string, folded: string): boolean {
  const whole = foldName(word);
  if (folded.includes(whole)) return true;
  const stem = /^(.{4,}?)(?:s|ns?|ians?)$|^(..+)s$/u.exec(whole);
  if (stem && folded.includes(stem[1] ?? stem[2] ?? whole)) return true;
  const parts = word.split(/[-–]/).filter((part) => /\p{Lu}/u.test(part));
  return /[-–]/.test(word) && !/\d/.test(word) && parts.every((part) => folded.includes(foldName(part)));
}

/** WHO matches `World Health Organization`; without capitals, the words must be long ones in a row. */
function standsInFull(initials: string, text: string): boolean {
  const letters = Array.from(initials);
  const capitals = letters.map((letter) => `${letter}[\\p{L}-]{1,${LONGEST_WORD}}`).join('(?: (?:of|the|and|for)){0,4} ');
  if (new RegExp(`(?<!\\p{L})${capitals}`, 'u').test(text)) return true;
  const anyCase = letters.map((letter) => `${letter}\\p{L}{3,}`).join(' ');
  return [...text.matchAll(new RegExp(`(?<!\\p{L})${anyCase}`, 'giu'))].some(([match]) =>
    match.split(' ').every((word) => !englishStopWords.has(word.toLowerCase())),
  );
}

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
  // The abstract has no references, so all of the source counts.
  for (const point of outline.abstract) setUnverified(point, grounding.missing(point, []));
  outline.checks.statements = total;
  outline.checks.statementsVerified = total - failing.length;
  return { failing };
}

export function markTitles(
  outline: Outline,
  grounding: Grounding,
  ownTitles: ReadonlySet<string>,
): { chapter: Chapter; statement: Statement }[] {
  return outline.chapters.flatMap((chapter) => {
    const { title: text, segmentIds } = chapter;
    setUnverified(chapter, ownTitles.has(text) || chapter.extractive ? [] : grounding.missing({ text, segmentIds }, segmentIds));
    return chapter.unverified ? [{ chapter, statement: { text, segmentIds: [], unverified: chapter.unverified } }] : [];
  });
}

function setUnverified(target: { unverified?: string[] | undefined }, missing: string[]): void {
  if (missing.length > 0) target.unverified = missing;
  else delete target.unverified;
}

function linesAround(segments: readonly Segment[], ids: readonly number[], reach = NEAR): string {
  const wanted = new Set<number>();
  for (const id of ids)
    for (let near = Math.max(0, id - reach); near <= Math.min(segments.length - 1, id + reach); near++) wanted.add(near);
  const lines = ids.length === 0 ? segments : [...wanted].sort((a, b) => a - b).map((id) => segments[id]);
  return lines.map((segment) => `${segment?.speaker ?? ''} ${segment?.text ?? ''}`).join(' ');
}

/** Accents and quotation marks are folded too: `Zürich` to `Zurich`, `O’Neil` to `O'Neil`. */
function foldName(text: string): string {
  return foldLetters(text.normalize('NFKD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1'));
}
