/** Makes a model's text safe: references become anchors; links, pictures and HTML become plain text. */

import { anchorOf, unverifiedMark } from '#lib/notes/write-line.ts';
import { withoutInvisible } from '#lib/text/invisible.ts';
import type { Segment } from '../domain.ts';
import type { Grounding } from '../llm/check-names-and-numbers.ts';
import { checkQuotes, type QuoteIndex } from '../llm/check-quotes.ts';
import { lineList, spansIn } from '../llm/line-list.ts';

const REFERENCE = new RegExp(String.raw`[[【（(]\s*(${lineList})\s*[\]】）)]`, 'gi');
/** An incomplete reference at the end, or text that may become one. */
const OPEN_END = /(?<!\s)\s*[[【（(](?:[^\S\n]*L(?:[^\S\n]|[L\d\-–—~～至到,，;；、.])*|[^\]】）)\n]{0,60})$/i;
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

type Reading = Cleaned & { cited: Set<number>; given: Cleaning };

export function cleanAnswer(raw: string, given: Cleaning): Cleaned {
  const checks = { cited: 0, unverified: 0, droppedReferences: 0, quotesVerified: 0, quotesUnmarked: 0 };
  const reading: Reading = { markdown: '', citedIds: [], checks, cited: new Set(), given };
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of withoutWrapping(raw).split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
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

/** Removes invisible characters and a fence around the whole answer. */
function withoutWrapping(raw: string): string {
  const text = withoutInvisible(raw.replace(/\r\n?/g, '\n')).trim();
  const wrapped = /^```(?:markdown|md)?\n([\s\S]*?)(?:\n```)?$/.exec(text)?.[1];
  return wrapped !== undefined && !wrapped.includes('\n```') ? wrapped : text;
}

/** Matches indent, quote marks, list mark, checkbox and heading; then the text. */
const STRUCTURE = /^(\s*(?:>\s?)*(?:[-*+]\s+|\d{1,4}[.)]\s+)?(?:\[[ xX]\]\s+)?(?:#{1,6}\s+)?)(.*)$/su;

function cleanLine(line: string, reading: Reading): string {
  const [, structure = '', rest = ''] = STRUCTURE.exec(line) ?? [null, '', line];
  // Each cell is checked by itself, as a cell may have references of its own.
  if (!/^\s*\|.*\|\s*$/.test(rest)) return structure + cleanStatement(rest, reading);
  if (/^[\s|:-]+$/.test(rest)) return structure + rest;
  const cells = rest
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  const ids = referencesIn(rest, reading.given.segments).ids;
  return `${structure}|${cells.map((cell) => ` ${cleanStatement(cell.trim(), reading, ids)} `).join('|')}|`;
}

function cleanStatement(given: string, reading: Reading, rowIds: readonly number[] = []): string {
  if (given.trim() === '') return given;
  const { segments, verify } = reading.given;
  const pieces: string[] = [];
  const places: string[] = [];
  const own: number[] = [];
  let at = 0;
  for (const match of given.matchAll(REFERENCE)) {
    const { ids, dropped } = readReference(match[1] ?? '', segments.length);
    reading.checks.droppedReferences += dropped;
    pieces.push(given.slice(at, match.index).replace(/(?<![ \t])[ \t]+$/, ''));
    places.push(anchorsOf(ids, segments));
    own.push(...ids.flatMap(({ first, last }) => range(first, last)));
    at = match.index + match[0].length;
  }
  pieces.push(given.slice(at));
  const ids = own.length > 0 ? own : [...rowIds];
  for (const id of own) reading.cited.add(id);
  if (own.length > 0) reading.checks.cited++;

  const text = pieces.join(' ').trim();
  let bodies = pieces;
  let mark = '';
  if (verify && /[\p{L}\p{N}]/u.test(text)) {
    const checked = pieces.map((piece) => checkQuotes({ text: piece, segmentIds: ids }, segments, verify.quotes));
    bodies = checked.map((piece) => piece.text);
    for (const piece of checked) {
      reading.checks.quotesVerified += piece.verified + piece.repaired;
      reading.checks.quotesUnmarked += piece.unmarked;
    }
    const missing = verify.grounding.missing({ text: bodies.join(' '), segmentIds: ids }, ids);
    if (missing.length > 0) {
      reading.checks.unverified++;
      mark = ` ${unverifiedMark}`;
    }
  }
  return bodies.map((body, index) => escapeMarkup(body) + (places[index] ?? '')).join('') + mark;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

function referencesIn(text: string, segments: readonly Segment[]): { ids: number[] } {
  const ids: number[] = [];
  for (const match of text.matchAll(REFERENCE))
    for (const { first, last } of readReference(match[1] ?? '', segments.length).ids) ids.push(...range(first, last));
  return { ids };
}

function readReference(text: string, count: number): { ids: { first: number; last: number }[]; dropped: number } {
  const ids: { first: number; last: number }[] = [];
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

function anchorsOf(ids: readonly { first: number }[], segments: readonly Segment[]): string {
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
