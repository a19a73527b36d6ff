/** Answers from passages of many items. Their lines are numbered consecutively, so a line number identifies item and line. */
import { formatAnchor, type NoteAnchor } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import type { Language, Segment } from '../domain.ts';
import { hashOf } from '../hash.ts';
import { oneLine, type SourceFacts } from '../llm/source-prompt.ts';
import { estimateTokens } from '../llm/windows.ts';
import { languageOf } from './answer-question.ts';
import { latestTurns } from './earlier-turns.ts';
import { cutToFit, roomBeside } from './fit-to-context.ts';
import { renderAcrossTask, renderBriefTask, type Turn } from './prompts.ts';
import { type AnswerSource, createAnswerReader, type ReadAnswer } from './read-answer.ts';
import { type Answered, type AnswerStream, streamAnswer } from './stream-answer.ts';

const BUDGET_TOKENS = 14_000;

/** `lines`: the excerpts to read, in ascending order, with gaps between them. */
export type AcrossItem = { title: string; author: string | null; lines: readonly Segment[] };

/** `item` counts from 1. `first` and `last` are segment ids within that item. */
export type AcrossSource = AnswerSource & { item: number };

export type AcrossAnswer = Omit<Answered, 'sources'> & { sources: AcrossSource[] };

export type AcrossInput = Omit<AnswerStream, 'onPartial'> & {
  items: readonly AcrossItem[];
  /** Null asks for a brief of all items. */
  question: string | null;
  history: readonly Turn[];
  noteLanguage: Language;
  onPartial(answer: { markdown: string }): void;
};

/** Errors: those of `streamAnswer`. */
export async function answerAcross(input: AcrossInput): Promise<AcrossAnswer> {
  const { items, question } = input;
  const row = layOut(items);
  const language = (question === null ? null : languageOf(question)) ?? input.noteLanguage;
  const reader = createAnswerReader({
    segments: row.segments,
    facts: factsOf(items),
    given: (id) => row.places[id] !== null,
    anchor: (id) => anchorAt(row, id),
  });
  const prefix = renderItems(items, row);
  const taskWith = (turns: readonly Turn[]) =>
    question === null ? renderBriefTask(language) : renderAcrossTask(language, question, turns);
  const room = roomBeside(taskWith([]), language, input.llm.contextTokens) - estimateTokens(prefix);
  const prompt = taskWith(latestTurns(input.history, room));
  const answer = await streamAnswer(input, { language, prefix, prompt, reader });
  return { ...answer, sources: sourcesOf(answer, row) };
}

/** Lines that were found together, by their ids in the item; `item` counts from 1. */
export type AcrossPassage = { item: number; first: number; last: number };

/**
 * The lines of the best passages, until the budget is spent: what one item does not need is there for the others. `ranked`: best
 * first. The very first line is always given, cut if it must be.
 */
export function withinBudget(
  items: readonly AcrossItem[],
  ranked: readonly AcrossPassage[],
  contextTokens: number,
): AcrossItem[] {
  const given = items.map(() => new Map<number, Segment>());
  let left = Math.min(BUDGET_TOKENS, contextTokens * 0.4);
  let isFirst = true;
  for (const { item: number, first, last } of ranked) {
    const [item, taken] = [items[number - 1], given[number - 1]];
    for (const line of item?.lines ?? []) {
      if (!item || !taken || line.id < first || line.id > last || taken.has(line.id)) continue;
      const room = left - (taken.size === 0 ? estimateTokens(headOf(number, item)) : 0);
      const fitting = isFirst ? cutToFit(line, room) : line;
      const price = estimateTokens(renderLine(line.id, fitting));
      if (price > room && !isFirst) break;
      isFirst = false;
      left = room - price;
      taken.set(line.id, fitting);
    }
  }
  return items.map((item, at) => ({ ...item, lines: item.lines.flatMap(({ id }) => given[at]?.get(id) ?? []) }));
}

type Place = { item: number; segment: Segment };
/** A null in `places` marks the end of an excerpt, so that no reference spans two excerpts. */
type Row = { segments: Segment[]; places: (Place | null)[] };

function layOut(items: readonly AcrossItem[]): Row {
  const segments: Segment[] = [];
  const places: Row['places'] = [];
  const add = (segment: Omit<Segment, 'id'>, place: Place | null) => {
    segments.push({ ...segment, id: segments.length });
    places.push(place);
  };
  items.forEach(({ lines }, index) => {
    lines.forEach((segment, at) => {
      const before = lines[at - 1];
      if (at > 0 && before && segment.id !== before.id + 1) add({ startMs: null, endMs: null, text: '' }, null);
      add(segment, { item: index + 1, segment });
    });
    add({ startMs: null, endMs: null, text: '' }, null);
  });
  return { segments, places };
}

function anchorAt({ places }: Row, id: number): string {
  const place = places[id];
  return place ? ` ${linkTo(place.segment, place.item)}` : '';
}

export function linkTo({ id, startMs, page }: Pick<Segment, 'id' | 'startMs' | 'page'>, item: number): string {
  const isTime = startMs !== null && page === undefined;
  const anchor: NoteAnchor = isTime ? { kind: 'time', ms: Math.ceil(startMs), item } : { kind: 'paragraph', id, item };
  const label = isTime ? formatClock(startMs) : page === undefined ? `¶${id + 1}` : `p.${page}`;
  return `[${label}](${formatAnchor(anchor)})`;
}

function sourcesOf({ sources }: ReadAnswer, { places }: Row): AcrossSource[] {
  return sources.flatMap((source) => {
    const [first, last] = [places[source.first], places[source.last]];
    return first && last ? [{ ...source, item: first.item, first: first.segment.id, last: last.segment.id }] : [];
  });
}

function factsOf(items: readonly AcrossItem[]): SourceFacts {
  const described = items.map(({ title, author }) => [title, author].filter(Boolean).join(', ')).join('\n');
  return { title: described, author: null, description: null, timed: true, chapters: [] };
}

function renderItems(items: readonly AcrossItem[], { segments, places }: Row): string {
  const fence = `SOURCE-${hashOf(segments.map(({ text }) => text)).slice(0, 12)}`;
  const lines = [`<<<${fence}`];
  let current = 0;
  places.forEach((place, id) => {
    if (place === null) return;
    const { startMs } = place.segment;
    const item = items[place.item - 1];
    if (item && place.item !== current) {
      current = place.item;
      lines.push(headOf(current, item));
    }
    if (id === 0 || places[id - 1] === null) lines.push(startMs === null ? '--' : `-- ${formatClock(startMs)} --`);
    lines.push(renderLine(id, place.segment));
  });
  lines.push(`${fence}>>>`);
  return lines.join('\n');
}

function headOf(number: number, { title, author }: AcrossItem): string {
  return `== Item ${number}: ${oneLine(title, 200)}${author ? ` (${oneLine(author, 100)})` : ''} ==`;
}

function renderLine(id: number, { speaker, text }: Segment): string {
  return `L${id} ${speaker ? `${oneLine(speaker, 60)}: ` : ''}${oneLine(text, 4000)}`;
}
