/**
 * Faults of notes without a model, counted per 100 lines on the shared meetings, which are split by name into a half to look at and a
 * half held out. Run: `node bench/note-faults.bench.ts`; `--show <fault>` prints the lines of the first half, `--only <group>` counts one group
 * (`en plain`). Needs ../shared/fixtures.
 */
import { fileURLToPath } from 'node:url';
import type { Language, Outline, Segment } from '../src/engine/domain.ts';
import { summariseExtractive } from '../src/engine/summarise/extractive/summarise.ts';
import { words } from '../src/engine/text/words.ts';
import { aboutTalk, clauseOpener, lightTag, lightTitle, long, openEnd, opener, openStart, pronoun } from './note-faults/lists.ts';
import { readSources, type Source } from './note-faults/sources.ts';

const faults = ['opener', 'pronoun', 'cut', 'long', 'about talk', 'title', 'tag', 'overview', 'chapter'] as const;
type Fault = (typeof faults)[number];
type Found = { fault: Fault; text: string };

const mark = /[\p{P}\s]$/u;

/** The shortest place that begins and ends with the text's letters, as fillers may have been taken out of its middle. */
function placeOf(text: string, source: string, head: RegExp, tail: RegExp): { start: number; end: number } | null {
  const ends = Array.from(source.matchAll(tail), ({ index, 0: found }) => index + found.length);
  let best: { start: number; end: number } | null = null;
  for (const { index: start } of source.matchAll(head)) {
    const end = ends.find((one) => one >= start + text.length / 2);
    if (end !== undefined && (!best || end - start < best.end - best.start)) best = { start, end };
  }
  return best;
}

function neighbours(text: string, source: string): { before: string; after: string } | null {
  const exactly = (part: string): RegExp => new RegExp(part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const bare = text.replace(/[\p{P}\s]+$/u, '');
  const place = placeOf(text, source, exactly(text.slice(0, 14)), exactly(bare.slice(-14)));
  return place && { before: source.slice(0, place.start), after: source.slice(place.end) };
}

/** Like `neighbours`, for a text that lost its punctuation: compares letters alone. */
function inOriginal(text: string, original: string): { before: string; after: string } | null {
  const byLetters = (part: string): RegExp =>
    new RegExp(Array.from(part.replace(/[^\p{L}\p{N}]+/gu, ''), (letter) => letter).join('[^\\p{L}\\p{N}]*'), 'giu');
  const bare = text.replace(/[\p{P}\s]+$/u, '');
  const place = placeOf(text, original, byLetters(text.slice(0, 18)), byLetters(bare.slice(-18)));
  return (
    place && {
      before: original.slice(Math.max(0, place.start - 30), place.start),
      after: original.slice(place.end, place.end + 30),
    }
  );
}

/** `We feel. We feel obligated …`: the words before the line are its own beginning. */
function isSaidAgain(before: string, text: string, language: Language): boolean {
  const letters = (part: string): string => part.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const least = language === 'zh' ? 2 : 4;
  const own = letters(text.slice(0, 40));
  const earlier = letters(before.slice(-40));
  for (let size = least; size <= own.length; size += 1) if (earlier.endsWith(own.slice(0, size))) return true;
  return false;
}

function isCut(text: string, ids: readonly number[], source: Source): boolean {
  const { language, plain, segments } = source;
  const bare = text.replace(/[。！？!?.…”"'’\s]+$/u, '');
  if (openEnd[language].test(bare) || openStart[language].test(text)) return true;
  const cited = ids.map((id) => segments[id]?.text ?? '').join(language === 'zh' ? '' : ' ');
  const around = plain ? inOriginal(text, source.original) : neighbours(text, cited);
  if (!around) return false;
  const { before, after } = around;
  if (after.trim() !== '' && !clauseOpener[language].test(after)) return true;
  if (isSaidAgain(before, text, language)) return false;
  const lastWords = before.trimEnd().slice(-12);
  const follows = lastWords === '' || (language === 'zh' ? mark.test(before) : /[.,;:!?…"”-]$/.test(before.trimEnd()));
  if (follows) return false;
  // The words before may have been taken off as an opener or a filler.
  const taken =
    language === 'zh'
      ? /(?:然后|但是?|所以说?|因为|而且?|那么?|就是说?|我觉得|对|嗯|呃|啊|哎|其实|比如说?|如果|另外|还有|包括|的话|吧|呢|这个|那个|说|认为|相信|首先|同时|也|当然|好|就|因此|实际上|不过|完了|我|为此|从而|再|第.个?)$/u
      : /\b(?:and|but|so|or|because|cuz|that|well|okay|ok|yeah|um|uh|er|mm|hmm|now|then|like|know|mean|think|guess|actually|basically|right|yes|no|also|say|said|believe|which|oh|just|if|when|sure|alright|anyway|the|a|i|you|we|still|of course|first|especially|in|wait)$/i;
  return !taken.test(lastWords.trimEnd());
}

function subjectsOf({ reference, language, segments }: Source): Set<string> {
  const counts = new Map<string, number>();
  for (const { text } of segments)
    for (const { key, isStop } of words(text, language)) if (!isStop) counts.set(key, (counts.get(key) ?? 0) + 1);
  const named = words(reference, language).filter(
    ({ key, isStop, text }) => !isStop && text.length > 1 && (counts.get(key) ?? 0) >= 3,
  );
  return new Set(named.map(({ key }) => key));
}

const quarterHour = 15 * 60 * 1000;

function faultsOfLine(text: string, ids: readonly number[], source: Source): Found[] {
  const { language } = source;
  const found: Found[] = [];
  const add = (fault: Fault, has: boolean): void => {
    if (has) found.push({ fault, text });
  };
  const bare = text.replace(/^(?:[“"「『]|…)+/u, '');
  add('opener', opener[language].test(bare));
  add('pronoun', pronoun[language].test(bare));
  add('cut', isCut(text, ids, source));
  add('long', long[language](text));
  add('about talk', aboutTalk[language].test(text));
  return found;
}

type Tally = { lines: number; overview: number; titles: number; tags: number; chapters: number; notes: number; found: Found[] };

function linesOf(outline: Outline): { text: string; segmentIds: number[] }[] {
  const points = outline.chapters.flatMap(({ points: own }) => own.flatMap((point) => [point, ...(point.details ?? [])]));
  // Questions are not counted, as the note shows them as questions.
  return [...outline.abstract, ...points].filter(({ text }) => !/[?？]$/.test(text));
}

function isLightTitle(title: string, source: Source, everywhere: ReadonlyMap<string, number>): boolean {
  const { language } = source;
  if (lightTitle[language].test(title)) return true;
  const own = words(title, language);
  const last = own.at(-1)?.text ?? '';
  if (
    language === 'zh' &&
    last.length === 1 &&
    !/[人法力率化性者家学员师区链币度型式类业界户库层费量感论权制额期款品机器网店课堂城市图书车房药病]/u.test(last)
  )
    return true;
  return own.some(({ key, isStop }) => !isStop && (everywhere.get(key) ?? 0) < 2);
}

function tallyOf(source: Source, tally: Tally): Outline {
  const { segments, language } = source;
  const outline = summariseExtractive({
    segments,
    timed: true,
    title: null,
    language,
    noteLanguage: language,
    sourceChapters: [],
  });
  for (const { text, segmentIds } of linesOf(outline)) {
    // The overview first says who speaks, and about what.
    const opens = outline.abstract.slice(0, 2).some((line) => line.text === text);
    tally.found.push(...faultsOfLine(text, segmentIds, source).filter(({ fault }) => !(opens && fault === 'about talk')));
  }
  const everywhere = new Map<string, number>();
  for (const { text } of segments)
    for (const { key } of words(text, language)) everywhere.set(key, (everywhere.get(key) ?? 0) + 1);
  for (const { title, segmentIds } of outline.chapters) {
    if (isLightTitle(title, source, everywhere)) tally.found.push({ fault: 'title', text: title });
    if (lengthOf(segments, segmentIds) > quarterHour * 1.1) tally.found.push({ fault: 'chapter', text: title });
  }
  for (const tag of outline.tags) if (lightTag[language].test(tag)) tally.found.push({ fault: 'tag', text: tag });
  const subjects = subjectsOf(source);
  for (const { text } of outline.abstract) {
    const named = new Set(
      words(text, language)
        .filter(({ key }) => subjects.has(key))
        .map(({ key }) => key),
    );
    if (named.size < 1) tally.found.push({ fault: 'overview', text });
  }
  tally.notes += 1;
  tally.lines += linesOf(outline).length;
  tally.overview += outline.abstract.length;
  tally.titles += outline.chapters.length;
  tally.chapters += outline.chapters.length;
  tally.tags += outline.tags.length;
  return outline;
}

function lengthOf(segments: readonly Segment[], ids: readonly number[]): number {
  return (segments[ids.at(-1) ?? 0]?.endMs ?? 0) - (segments[ids[0] ?? 0]?.startMs ?? 0);
}

const totalOf = (tally: Tally, fault: Fault): number =>
  fault === 'title'
    ? tally.titles
    : fault === 'tag'
      ? tally.tags
      : fault === 'overview'
        ? tally.overview
        : fault === 'chapter'
          ? tally.chapters
          : tally.lines;

const fixtures = process.env.GLEANER_FIXTURES ?? fileURLToPath(new URL('../../shared/fixtures', import.meta.url));
const shown = process.argv.includes('--show') ? process.argv[process.argv.indexOf('--show') + 1] : undefined;
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const groups = new Map<string, Tally>();
for (const source of readSources(fixtures)) {
  const name = `${source.language}${source.plain ? ' plain' : ''}${source.heldOut ? ' held out' : ''}`;
  if (only !== undefined && only !== name) continue;
  const tally = groups.get(name) ?? { lines: 0, overview: 0, titles: 0, tags: 0, chapters: 0, notes: 0, found: [] };
  groups.set(name, tally);
  tallyOf(source, tally);
}
if (groups.size === 0) console.log('no shared test sets');
for (const [name, { found }] of groups)
  if (shown !== undefined && !name.includes('held out'))
    for (const { fault, text } of found) if (fault === shown) console.log(`${name}: ${text}`);
console.log(
  `${'per 100'.padEnd(18)}${'notes'.padStart(6)}${'lines'.padStart(7)}${faults.map((fault) => fault.padStart(11)).join('')}`,
);
for (const [name, tally] of groups) {
  const cells = faults.map((fault) => {
    const count = tally.found.filter((one) => one.fault === fault).length;
    return ((count * 100) / Math.max(1, totalOf(tally, fault))).toFixed(1).padStart(11);
  });
  console.log(`${name.padEnd(18)}${String(tally.notes).padStart(6)}${String(tally.lines).padStart(7)}${cells.join('')}`);
}
