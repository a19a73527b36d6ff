/** A pure function of the text so far, so chunks make no difference. */

import { anchorOf, escapeInline, unverifiedMark } from '#lib/notes/write-line.ts';
import { sliceWhole } from '#lib/text/cut-text.ts';
import { withoutInvisible } from '#lib/text/invisible.ts';
import type { Segment } from '../domain.ts';
import { createGrounding } from '../llm/check-names-and-numbers.ts';
import { buildQuoteIndex, checkQuotes } from '../llm/check-quotes.ts';
import { lineList, listMark, withPlainReferences } from '../llm/line-list.ts';
import { readReferences } from '../llm/line-protocol.ts';
import { withoutReasoning } from '../llm/reasoning.ts';
import type { SourceFacts } from '../llm/source-prompt.ts';
import { createCodeReader } from './read-code.ts';
import { cellsOf, isRule, tableRow } from './read-table.ts';

/** `first` and `last` are segment ids, times are milliseconds. */
export type AnswerSource = { first: number; last: number; startMs: number | null; page: number | null; text: string };

export type ReadAnswer = {
  /** Without images, links and HTML, except as text in a code block. */
  markdown: string;
  sources: AnswerSource[];
  related: string[];
  droppedReferences: number;
};

export type AnswerReader = {
  /** While not `done`, what may still become a reference or the end of the answer is held back. */
  read(raw: string, done: boolean): ReadAnswer;
};

const reference = new RegExp(String.raw`[[【（(]\s*(?:${lineList}\s*|L\s*\d+(?!\d)[^\]】）)\n]{0,200})[\]】）)]`, 'gi');
const openTail = /(?<!\s)\s*[[【（(](?:[^\]】）)]{0,200}|\s{0,9}L[\s\d\-–—~～至到.,，、;；L]{0,500})$/i;
const openReference = /(?<!\s)\s*[[【（(]\s{0,9}L[\s\d\-–—~～至到.,，、;；L]{0,500}$/i;
const markers = ['related', 'relatedquestions', '相关问题', '延伸问题'];
const MOST_SOURCES = 24;
const MOST_ANCHORS = 3;
const SOURCE_LENGTH = 320;

type Statement = { text: string; ids: number[]; dropped: number; unverified: boolean };
type Line = { prefix: string; statements: Statement[] };

export type AnswerGround = {
  segments: readonly Segment[];
  facts: SourceFacts;
  given: (id: number) => boolean;
  /** Renders the reference to a line, beginning with a space; by default a place in the only source. */
  anchor?: (id: number) => string;
};

export function createAnswerReader(ground: AnswerGround): AnswerReader {
  const reader = createStatementReader(ground);
  return {
    read(raw, done) {
      const { body, related } = splitRelated(
        withoutReasoning(withoutInvisible(raw.toWellFormed().replace(/\r\n?/g, '\n'))),
        done,
      );
      const writer = createStatementWriter(ground);
      const markdown = spaced(writeLines(body.split('\n'), done, reader, writer));
      const sources = [...writer.sources.values()].sort((a, b) => a.first - b.first);
      return { markdown, sources, related, droppedReferences: writer.droppedReferences };
    },
  };
}

type StatementReader = {
  readLine(raw: string, whole: boolean): Line;
  readRow(raw: string, cells: readonly string[], head: boolean): Statement[][];
};

function createStatementReader({ segments, facts, given }: AnswerGround): StatementReader {
  const index = buildQuoteIndex(segments);
  const grounding = createGrounding(segments, facts);
  const range = { first: 0, last: segments.length - 1 };
  // Without this cache, checking all lines again for every chunk would take quadratic time.
  const known = new Map<string, Line>();
  const knownRows = new Map<string, Statement[][]>();

  function readStatement(piece: string, whole: boolean, beside: readonly number[] = []): Statement {
    let dropped = 0;
    const { text, ids } = readReferences(piece, range, () => dropped++);
    const cited = ids.filter(given);
    if (ids.length > 0 && cited.length === 0) dropped++;
    if (!whole) return { text, ids: cited, dropped, unverified: false };
    const ground = cited.length > 0 ? cited : [...beside];
    const checked = checkQuotes({ text, segmentIds: ground }, segments, index);
    const missing = grounding.missing(checked, ground);
    return { text: checked.text, ids: cited.length > 0 ? checked.segmentIds : [], dropped, unverified: missing.length > 0 };
  }

  return {
    readRow(raw, cells, head) {
      const key = `${head ? 'head' : 'row'} ${raw}`;
      const cached = knownRows.get(key);
      if (cached) return cached;
      const ids = readReferences(raw, range).ids.filter(given);
      const row = cells.map((cell) => statementsOf(cell).map((piece) => readStatement(piece, !head, ids)));
      knownRows.set(key, row);
      return row;
    },
    readLine(raw, whole) {
      const cached = whole ? known.get(raw) : undefined;
      if (cached) return cached;
      const [, indent = '', mark = '', body = ''] =
        /^(\s*)((?:[-*•+]|\d{1,3}[.)、])\s+)?(.*)/.exec(raw.replace(/^(\s*>)+\s?/, '')) ?? [];
      const text = withPlainReferences(body.replace(/^#{1,6}\s+/, ''));
      const statements = statementsOf(text)
        .map((piece) => readStatement(piece, whole))
        .filter((statement) => statement.text !== '' || statement.ids.length > 0);
      const bullet = mark === '' ? '' : /^\d/.test(mark) ? `${Number.parseInt(mark, 10)}. ` : '- ';
      const line = { prefix: bullet === '' ? '' : `${indent.length >= 2 ? '  ' : ''}${bullet}`, statements };
      if (whole) known.set(raw, line);
      return line;
    },
  };
}

type StatementWriter = {
  sources: Map<string, AnswerSource>;
  droppedReferences: number;
  write(statements: readonly Statement[]): string;
};

function createStatementWriter({ segments, anchor = (id) => anchorOf(segments, id) }: AnswerGround): StatementWriter {
  return {
    sources: new Map(),
    droppedReferences: 0,
    write(statements) {
      const parts: string[] = [];
      for (const { text, ids, dropped, unverified } of statements) {
        this.droppedReferences += dropped;
        const runs = runsOf(ids);
        for (const run of runs) addSource(this.sources, run, segments);
        const anchors = runs.slice(0, MOST_ANCHORS).map(([first]) => anchor(first));
        const words = parts.length === 0 ? escapeInline(text) : escapeInner(text);
        parts.push(`${words}${anchors.join('')}${unverified ? ` ${unverifiedMark}` : ''}`);
      }
      return parts.join(' ');
    },
  };
}

function writeLines(lines: readonly string[], done: boolean, reader: StatementReader, writer: StatementWriter): string[] {
  const out: string[] = [];
  const write = (statements: readonly Statement[]): string => writer.write(statements);
  let columns = 0;
  const code = createCodeReader();
  lines.forEach((rawLine, number) => {
    const whole = done || number < lines.length - 1;
    const block = code.take(rawLine, whole);
    if (block !== null) {
      columns = 0;
      out.push(block);
      return;
    }
    const cells = whole ? cellsOf(rawLine) : null;
    if (cells && columns > 0 && isRule(rawLine, columns)) return;
    const next = lines[number + 1] ?? '';
    const nextWhole = done || number + 1 < lines.length - 1;
    if (cells && (columns > 0 || (nextWhole && isRule(next, cells.length)))) {
      const head = columns === 0;
      columns ||= cells.length;
      out.push(tableRow(reader.readRow(rawLine, cells, head).map(write), columns));
      const rule = Array.from({ length: columns }, () => '---');
      if (head) out.push(tableRow(rule, columns));
      return;
    }
    if (!done && /^\s*\|/.test(rawLine) && (!whole || !nextWhole)) return;
    columns = 0;
    const visible = whole ? rawLine.replace(openReference, '') : rawLine.replace(openTail, '');
    if (/^\s*(---+\s*$|\*\*\*+\s*$|={3,})/.test(visible)) return;
    const { prefix, statements } = reader.readLine(visible, whole);
    out.push(statements.length === 0 ? '' : prefix + write(statements));
  });
  out.push(code.rest());
  return out;
}

/** Behind an anchor nothing starts a line, so numbers and dashes need no escape. */
function escapeInner(text: string): string {
  return escapeInline(`x ${text}`).slice(2);
}

function spaced(lines: readonly string[]): string {
  const parts: string[] = [];
  let before: 'point' | 'row' | 'text' | null = null;
  let gap = false;
  for (const line of lines) {
    if (line === '') {
      gap = true;
      continue;
    }
    const kind = line.startsWith('|') ? 'row' : /^\s*(?:-|\d+\.) /.test(line) ? 'point' : 'text';
    const together = kind === before && (kind === 'point' || (kind === 'row' && !gap));
    if (before !== null) parts.push(together ? '\n' : '\n\n');
    parts.push(line);
    gap = false;
    before = kind;
  }
  return parts.join('');
}

function statementsOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const between = text.slice(end, match.index);
    if (end > start && /[\p{L}\p{N}]/u.test(between)) {
      const tail = /^\s*[。．.!！?？，,;；:：、”"」』)）]*/u.exec(between)?.[0].length ?? 0;
      pieces.push(text.slice(start, end + tail));
      start = end + tail;
    }
    end = match.index + match[0].length;
  }
  if (end > start) {
    const tail = /^\s*[。．.!！?？，,;；:：、”"」』)）]*/u.exec(text.slice(end))?.[0].length ?? 0;
    pieces.push(text.slice(start, end + tail));
    start = end + tail;
  }
  if (text.slice(start).trim() !== '') pieces.push(text.slice(start));
  return pieces;
}

function runsOf(ids: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const id of ids) {
    const last = runs.at(-1);
    if (last && id <= last[1] + 1) last[1] = id;
    else runs.push([id, id]);
  }
  return runs;
}

function addSource(sources: Map<string, AnswerSource>, [first, last]: [number, number], segments: readonly Segment[]): void {
  const key = `${first}-${last}`;
  if (sources.has(key) || sources.size >= MOST_SOURCES) return;
  const lines = segments.slice(first, last + 1);
  const joined = lines.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join(' ');
  const text = joined.length > SOURCE_LENGTH ? `${sliceWhole(joined, 0, SOURCE_LENGTH).trimEnd()}…` : joined;
  sources.set(key, { first, last, startMs: lines[0]?.startMs ?? null, page: lines[0]?.page ?? null, text });
}

function splitRelated(text: string, done: boolean): { body: string; related: string[] } {
  const lines = text.split('\n');
  const at = lines.findIndex((line, number) => isMarker(line, !done && number === lines.length - 1));
  if (at < 0) return { body: text.trimEnd() === '' ? '' : text, related: [] };
  const listed = done ? lines.slice(at + 1) : lines.slice(at + 1, -1);
  const related: string[] = [];
  for (const line of listed) {
    const words = readReferences(line, { first: 0, last: -1 }).text.replace(listMark, '').trim();
    if (words.length < 4 || words.length > 200 || related.includes(words) || related.length >= 3) continue;
    related.push(words);
  }
  return { body: lines.slice(0, at).join('\n'), related };
}

function isMarker(line: string, open: boolean): boolean {
  const bare = line.replace(/[\s#>*_:：-]/g, '').toLowerCase();
  if (bare === '') return false;
  return markers.some((marker) => (open ? marker.startsWith(bare) : marker === bare));
}
