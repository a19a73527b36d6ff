import type { Db } from '#db/client.ts';
import { type AcrossItem, type AcrossPassage, linkTo } from '#engine/chat/answer-across.ts';
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

/** Lines to read: `ranked` says in which passages they stand, best first. */
export type Lines = { items: AcrossItem[]; ranked: AcrossPassage[] };

export async function linesOfPassages(
  db: Db,
  userId: string,
  { contentIds, places }: { contentIds: string[]; places: readonly (FoundPlace & { item: number })[] },
): Promise<Lines> {
  // Of a passage, what was found comes before the lines around it.
  const ranked = places.flatMap(({ item, first, last, lines }) => [
    { item, first, last },
    { item, ...lines },
  ]);
  const items = await readItems(db, userId, contentIds, (_, of) => ranked.filter(({ item }) => item === of));
  return { items, ranked };
}

/** Notes of a scope, for a brief. Errors: `note_missing` when none has a point with its place. */
export async function notesOf(db: Db, userId: string, { condition }: OpenedScope): Promise<NotedContent[]> {
  const notes = await notedPoints(db, { userId, condition, most: askLimits.briefNotes });
  if (notes.every(({ points }) => points.length === 0)) throw new AppError('note_missing');
  return notes;
}

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

/** The lines of the first points of each note. Each note's first point ranks before the second of any. */
export async function linesOfNotes(db: Db, userId: string, notes: readonly NotedContent[]): Promise<Lines> {
  const ids = notes.map(({ contentId }) => contentId);
  const ranked: (AcrossPassage & { rank: number })[] = [];
  const items = await readItems(db, userId, ids, (segments, item) => {
    const places = notes[item - 1]?.points.slice(0, POINTS_READ).map(({ place }) => place) ?? [];
    const passages = places.flatMap((place, rank) => {
      const at = place < 0 ? -1 - place : segments.findIndex(({ endMs, startMs }) => (endMs ?? startMs ?? 0) > place);
      return at < 0 ? [] : [{ item, rank, first: at, last: at + LINES_OF_POINT - 1 }];
    });
    ranked.push(...passages);
    return passages;
  });
  return { items, ranked: ranked.sort((a, b) => a.rank - b.rank) };
}

async function readItems(
  db: Db,
  userId: string,
  contentIds: readonly string[],
  passagesOf: (segments: readonly Segment[], item: number) => readonly AcrossPassage[],
): Promise<AcrossItem[]> {
  const contents = new Map((await ownedContents(db, userId, contentIds)).map((content) => [content.id, content]));
  const items: AcrossItem[] = [];
  for (const [at, id] of contentIds.entries()) {
    const content = contents.get(id);
    const segments = content ? (await segmentsOf(db, content)).map((segment, index) => ({ ...segment, id: index })) : [];
    const found = passagesOf(segments, at + 1).flatMap(({ first, last }) => segments.slice(first, last + 1));
    const lines = new Map(found.map((segment) => [segment.id, segment]));
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
