/** Makes a model's text safe: references become anchors; links, pictures and HTML become plain text. */

import { anchorOf, unverifiedMark } from '#lib/notes/write-line.ts';
import { withoutInvisible } from '#lib/text/invisible.ts';
import type { Segment } from '../domain.ts';
import type { Grounding } from '../llm/check-names-and-numbers.ts';
import { checkQuotes, type QuoteIndex } from '../llm/check-quotes.ts';
import { lineList, spansIn, withPlainReferences } from '../llm/line-list.ts';
import { codeSpansIn, type Escaped, escapeAround, hasOnlyItsCode, joinEscaped, withoutCode } from './code-spans.ts';

const REFERENCE = new RegExp(String.raw`[[【（(]\s*(${lineList})\s*[\]】）)]`, 'gi');
/** An incomplete reference at the end, or text that may become one. */
const OPEN_END = /(?<!\s)\s*[[【（(](?:[^\S\n]*L(?:[^\S\n]|[L\d\-–—~～至到,，;；、.])*|[^\]】）)\n]{0,60})$/i;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MOST_ANCHORS = 6;
const LONGEST_SPAN = 60;

export type Cleaning = {
  segments: readonly Segment[];
  verify?: { grounding: Grounding; quotes: QuoteIndex } | undefined;
};

export type StatementChecks = {
  cited: number;
  /** Number of lines with figures or names that their source lines do not contain; these lines get a mark. */
  unverified: number;
  droppedReferences: number;
  quotesVerified: number;
  quotesUnmarked: number;
};

export type Cleaned = {
  markdown: string;
  citedIds: number[];
  checks: StatementChecks;
};

type Reading = Cleaned & {
  cited: Set<number>;
  given: Cleaning;
  /** A line of this paragraph has backticks that may begin code and end it in a later line. */
  codeMayBeOpen: boolean;
};

export function cleanAnswer(raw: string, given: Cleaning): Cleaned {
  const checks = { cited: 0, unverified: 0, droppedReferences: 0, quotesVerified: 0, quotesUnmarked: 0 };
  const reading: Reading = { markdown: '', citedIds: [], checks, cited: new Set(), given, codeMayBeOpen: false };
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of withoutWrapping(raw).split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === null || (mark.startsWith(fence) && line.trim() === mark))) {
      fence = fence === null ? mark : null;
      // After the fence, only the name of a language is kept.
      lines.push(fence === null ? mark : mark + (/^ {0,3}[`~]{3,}\s*([\w+-]{0,20})/.exec(line)?.[1] ?? ''));
    } else if (fence !== null) lines.push(line.replace(REFERENCE, ''));
    else lines.push(cleanLine(line, reading));
  }
  return {
    markdown: `${lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`,
    citedIds: [...reading.cited].sort((a, b) => a - b),
    checks,
  };
}

export function cleanDraft(raw: string, segments: readonly Segment[]): string {
  return cleanAnswer(raw.replace(OPEN_END, ''), { segments }).markdown;
}

function withoutWrapping(raw: string): string {
  const text = withoutInvisible(raw.replace(/\r\n?/g, '\n')).trim();
  const wrapped = /^```(?:markdown|md)?\n([\s\S]*?)(?:\n```)?$/.exec(text)?.[1];
  return wrapped !== undefined && !wrapped.includes('\n```') ? wrapped : text;
}

/** Matches indent, quote marks, list mark, checkbox and heading; then the text. */
const STRUCTURE = /^(\s*(?:>\s?)*(?:[-*+]\s+|\d{1,4}[.)]\s+)?(?:\[[ xX]\]\s+)?(?:#{1,6}\s+)?)(.*)$/su;

function cleanLine(line: string, reading: Reading): string {
  const escaped = readLine(withPlainReferences(line), reading);
  const { safe, kept } = escaped;
  if (FENCE.test(safe)) {
    // Only what stood before it, and was dropped, kept this line from being a fence, which would open a block of code.
    reading.codeMayBeOpen = true;
    return safe.replace(/^ */, '$&\\');
  }
  if (safe.trim() === '') reading.codeMayBeOpen = false;
  if (!reading.codeMayBeOpen && hasOnlyItsCode(escaped)) return kept;
  reading.codeMayBeOpen ||= codeSpansIn(safe) === null;
  return safe;
}

function readLine(line: string, reading: Reading): Escaped {
  const [, structure = '', rest = ''] = STRUCTURE.exec(line) ?? [null, '', line];
  // Each cell is checked by itself, as a cell may have references of its own.
  if (!/^\s*\|.*\|\s*$/.test(rest)) return joinEscaped([structure, cleanStatement(rest, reading)]);
  if (/^[\s|:-]+$/.test(rest)) return joinEscaped([structure, rest]);
  const cells = rest
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  const ids = referencesIn(rest, reading.given.segments).ids;
  const row = cells.flatMap((cell) => ['| ', cleanStatement(cell.trim(), reading, ids), ' ']);
  return joinEscaped([structure, ...row, '|']);
}

function cleanStatement(given: string, reading: Reading, rowIds: readonly number[] = []): Escaped | string {
  if (given.trim() === '') return given;
  const { segments } = reading.given;
  const { pieces, places } = takeReferences(given, reading);
  const own = idsOf(places);
  if (own.length > 0) reading.checks.cited++;
  const { bodies, mark } = checkPieces(pieces, places, own.length > 0 ? own : rowIds, reading);
  for (const id of idsOf(places)) reading.cited.add(id);
  const parts = bodies.flatMap((body, index) => [escapeAround(body, escapeMarkup), anchorsOf(places[index] ?? [], segments)]);
  return joinEscaped([...parts, mark]);
}

type Place = Stretch[];
type Stretch = { first: number; last: number };

/** The place of a piece is that of the reference behind it. */
function takeReferences(given: string, reading: Reading): { pieces: string[]; places: Place[] } {
  const pieces: string[] = [];
  const places: Place[] = [];
  let at = 0;
  for (const match of withoutCode(given).matchAll(REFERENCE)) {
    const { ids, dropped } = readReference(match[1] ?? '', reading.given.segments.length);
    reading.checks.droppedReferences += dropped;
    pieces.push(given.slice(at, match.index).replace(/(?<![ \t])[ \t]+$/, ''));
    places.push(ids);
    at = match.index + match[0].length;
  }
  pieces.push(given.slice(at));
  return { pieces, places };
}

/** `ids`: the lines that the pieces may rest on. Changes the places of quotations that are from other lines. */
function checkPieces(
  pieces: readonly string[],
  places: Place[],
  ids: readonly number[],
  reading: Reading,
): { bodies: readonly string[]; mark: string } {
  const { segments, verify } = reading.given;
  if (!verify || !/[\p{L}\p{N}]/u.test(pieces.join(' '))) return { bodies: pieces, mark: '' };
  const cites = idsOf(places).length > 0;
  const checked = pieces.map((piece) => checkQuotes({ text: piece, segmentIds: [...ids] }, segments, verify.quotes));
  for (const [index, piece] of checked.entries()) {
    reading.checks.quotesVerified += piece.verified + piece.repaired;
    reading.checks.quotesUnmarked += piece.unmarked;
    if (!cites || piece.segmentIds.every((id) => ids.includes(id))) continue;
    // Behind the last reference, a quotation may have its own in front.
    const inFront = index === pieces.length - 1 && pieces[index - 1]?.trim() === '';
    const at = inFront ? index - 1 : index;
    const moved = stretchesOf(piece.segmentIds);
    // What is said beside the quotation keeps the lines that the model named for it.
    places[at] = saysMoreThanItQuotes(piece.text) ? [...(places[at] ?? []), ...moved] : moved;
  }
  const bodies = checked.map((piece) => piece.text);
  const text = bodies.join(' ');
  const missing = verify.grounding.missing({ text, segmentIds: cites ? idsOf(places) : [...ids] }, ids);
  if (missing.length > 0) reading.checks.unverified++;
  return { bodies, mark: missing.length > 0 ? ` ${unverifiedMark}` : '' };
}

const quoted = /[“"「『«‘][^“”"「」『』«»‘’]{0,2000}[”"」』»’]/gu;
/** `Ada said: “…”` says no more. */
const mostBesideQuotation = 24;

function saysMoreThanItQuotes(text: string): boolean {
  return text.replace(quoted, '').replace(/[^\p{L}\p{N}]/gu, '').length > mostBesideQuotation;
}

function idsOf(places: readonly Place[]): number[] {
  return places.flatMap((place) => place.flatMap(({ first, last }) => range(first, last)));
}

function stretchesOf(ids: readonly number[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const id of ids) {
    const before = stretches.at(-1);
    if (before && id === before.last + 1) before.last = id;
    else stretches.push({ first: id, last: id });
  }
  return stretches;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

function referencesIn(text: string, segments: readonly Segment[]): { ids: number[] } {
  const ids: number[] = [];
  for (const match of withoutCode(text).matchAll(REFERENCE))
    for (const { first, last } of readReference(match[1] ?? '', segments.length).ids) ids.push(...range(first, last));
  return { ids };
}

function readReference(text: string, count: number): { ids: Stretch[]; dropped: number } {
  const ids: Stretch[] = [];
  let dropped = 0;
  for (const { from, to } of spansIn(text)) {
    if (from >= count || to < from) {
      dropped++;
      continue;
    }
    ids.push({ first: from, last: Math.min(to, count - 1, from + LONGEST_SPAN) });
  }
  return { ids, dropped };
}

function anchorsOf(ids: readonly Stretch[], segments: readonly Segment[]): string {
  return [...new Set(ids.map(({ first }) => anchorOf(segments, first)))].slice(0, MOST_ANCHORS).join('');
}

/** Escapes what would become a link, picture or HTML. Drops backslashes before brackets first, as they would undo the escape. */
export function escapeMarkup(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/<((?:https?|mailto):[^<>\s]*)>/gi, '$1')
    .replace(/(?<!\\)\\+(?=[[\]<>&`])/g, '')
    .replace(/&(?=#?\w{1,32};)/g, '&amp;')
    .replace(/[[\]<]/g, '\\$&');
}
