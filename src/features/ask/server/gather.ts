/** The material of an answer: the best passages for a question, or the points of notes for a brief. */
import type { Db } from '#db/client.ts';
import { type AcrossItem, linkTo } from '#engine/chat/answer-across.ts';
import type { Segment } from '#engine/domain.ts';
import { briefOf } from '#engine/retrieve/brief.ts';
import { ownedContents } from '#features/contents/server/index.ts';
import { type FoundPlace, findPlaces, type NotedContent, notedPoints } from '#features/library/server/index.ts';
import { segmentsOf } from '#features/transcripts/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { askLimits } from '#lib/input-limits.ts';
import { escapeInline } from '#lib/notes/write-line.ts';
import type { AnswerRow, NewSource, PastTurn } from './answer-store.ts';
import type { OpenedScope } from './scope.ts';

/** The number of passages shown as the answer itself, and of those that a model reads. */
const SHOWN = 12;
const READ = 24;
const POINTS_READ = 12;
const LINES_OF_POINT = 3;

export type Gathered = { sources: NewSource[]; contentIds: string[] };

/** Numbers the contents of what was found: `contentIds[item - 1]`. */
function numbered<Of extends { contentId: string }>(
  found: readonly Of[],
): { each: (Of & { item: number })[]; contentIds: string[] } {
  const contentIds = [...new Set(found.map(({ contentId }) => contentId))];
  return { each: found.map((one) => ({ ...one, item: contentIds.indexOf(one.contentId) + 1 })), contentIds };
}

/** The caller has to make the contents searchable first. */
export async function findPassages(
  db: Db,
  userId: string,
  { condition }: OpenedScope,
  { question, before, forModel }: { question: string; before: readonly PastTurn[]; forModel: boolean },
): Promise<Gathered & { places: (FoundPlace & { item: number })[]; complete: boolean }> {
  const most = forModel ? READ : SHOWN;
  const asked = { question, before: before.map((turn) => turn.question) };
  const { places, complete } = await findPlaces(db, { userId, condition, ...asked, most });
  const { each, contentIds } = numbered(places);
  return { sources: each.map(({ lines: _lines, ...source }) => source), contentIds, places: each, complete };
}

/** All lines of the passages, in the order of each item's text. */
export async function linesOfPassages(
  db: Db,
  userId: string,
  { contentIds, places }: { contentIds: string[]; places: readonly (FoundPlace & { item: number })[] },
): Promise<AcrossItem[]> {
  return readItems(db, userId, contentIds, (segments, item) =>
    places.flatMap(({ item: of, lines }) => (of === item ? segments.slice(lines.first, lines.last + 1) : [])),
  );
}

/** Notes of a scope, for a brief. Errors: `note_missing` when none has a point with its place. */
export async function notesOf(db: Db, userId: string, { condition }: OpenedScope): Promise<NotedContent[]> {
  const notes = await notedPoints(db, { userId, condition, most: askLimits.briefNotes });
  if (notes.every(({ points }) => points.length === 0)) throw new AppError('note_missing');
  return notes;
}

/** What a brief was made from, in words of the store. */
export function readCounts(read: number, of: number): Pick<AnswerRow, 'complete' | 'readItems' | 'scopeItems'> {
  // An item that was deleted meanwhile is no longer in the scope.
  return { complete: read >= of, readItems: read, scopeItems: Math.max(read, of) };
}

/** What a model reads for a brief: the first points of each note, whose number is its place. */
export function sourcesOfNotes(notes: readonly NotedContent[]): Gathered {
  const sources = notes.flatMap(({ contentId, points }, at) =>
    points.slice(0, POINTS_READ).map((point) => sourceOf(point, { contentId, item: at + 1 })),
  );
  return { sources, contentIds: notes.map(({ contentId }) => contentId) };
}

export async function linesOfNotes(db: Db, userId: string, notes: readonly NotedContent[]): Promise<AcrossItem[]> {
  const ids = notes.map(({ contentId }) => contentId);
  return readItems(db, userId, ids, (segments, item) => {
    const places = notes[item - 1]?.points.slice(0, POINTS_READ).map(({ place }) => place) ?? [];
    return places.flatMap((place) => {
      const at = place < 0 ? -1 - place : segments.findIndex(({ endMs, startMs }) => (endMs ?? startMs ?? 0) > place);
      return at < 0 ? [] : segments.slice(at, at + LINES_OF_POINT);
    });
  });
}

async function readItems(
  db: Db,
  userId: string,
  contentIds: readonly string[],
  linesOf: (segments: readonly Segment[], item: number) => Segment[],
): Promise<AcrossItem[]> {
  const contents = new Map((await ownedContents(db, userId, contentIds)).map((content) => [content.id, content]));
  const items: AcrossItem[] = [];
  for (const [at, id] of contentIds.entries()) {
    const content = contents.get(id);
    const segments = content ? (await segmentsOf(db, content)).map((segment, index) => ({ ...segment, id: index })) : [];
    const lines = new Map(linesOf(segments, at + 1).map((segment) => [segment.id, segment]));
    const ordered = [...lines.values()].sort((a, b) => a.id - b.id);
    // A deleted content keeps its number.
    items.push({ title: content?.title ?? '', author: content?.author ?? null, lines: ordered });
  }
  return items;
}

const headings = {
  zh: { alone: '各条内容里还说到' },
  en: { alone: 'Also, in single items' },
} as const;

/** A brief without a model, of notes with points. */
export function extractiveBrief(
  notes: readonly NotedContent[],
  language: AnswerRow['noteLanguage'],
): Gathered & { markdown: string } {
  const { groups, alone } = briefOf(notes.map(({ points }) => points));
  const all = [...groups.flatMap(({ points }) => points), ...alone];
  const { each, contentIds } = numbered(all.map((point) => ({ ...point, contentId: notes[point.item]?.contentId ?? '' })));
  const sources = each.map(({ item, contentId, ...point }) => sourceOf(point, { contentId, item }));
  const lines: string[] = [];
  let next = 0;
  const write = (heading: string, count: number) => {
    if (count === 0) return;
    lines.push(`## ${escapeInline(heading)}`, '');
    // What several items say in the same words stands there once.
    for (const [text, places] of Map.groupBy(sources.slice(next, next + count), (source) => source.text)) {
      const links = places.map(({ item, startMs, first }) => linkTo({ id: first, startMs }, item));
      lines.push(`- ${escapeInline(text)} ${links.join(' ')}`);
    }
    lines.push('');
    next += count;
  };
  for (const { word, points } of groups) write(word, points.length);
  write(headings[language === 'zh' ? 'zh' : 'en'].alone, alone.length);
  return { sources, contentIds, markdown: lines.join('\n').trim() };
}

function sourceOf(
  { text, place }: NotedContent['points'][number],
  { contentId, item }: Pick<NewSource, 'contentId' | 'item'>,
): NewSource {
  const id = place < 0 ? -1 - place : 0;
  return { contentId, item, text, first: id, last: id, startMs: place < 0 ? null : place, page: null, marks: [] };
}
