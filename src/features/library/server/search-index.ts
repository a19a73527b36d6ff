import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { librarySearch, libraryStale } from '#db/schema/library-search.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { writtenOnce } from '#db/written-once.ts';
import type { Segment } from '#engine/domain.ts';
import { loadTranscript, type OwnedContent } from '#features/contents/server/index.ts';
import { correctedSegments } from '#features/transcripts/server/index.ts';
import { type NoteAnchor, parseAnchor } from '#lib/markdown/anchors.ts';
import { plainLine } from '#lib/markdown/plain-line.ts';
import { foldForSearch, gramsOf, gramVersion } from '#lib/text/search-grams.ts';

const atOnce = 50;
/** A search itself indexes up to this many contents that changed since the job last ran. */
const mostBySearch = 50;

/** `userId`: this user only. `most`: approximate. Rows being written now are left for later. Returns the number indexed. */
export async function indexStale(
  db: Db,
  { userId, most, signal }: { userId?: string; most: number; signal?: AbortSignal },
): Promise<number> {
  let indexed = 0;
  while (indexed < most) {
    signal?.throwIfAborted();
    const done = await db.transaction((tx) => indexSome(tx, userId, Math.min(atOnce, most - indexed)));
    if (done === 0) break;
    indexed += done;
  }
  return indexed;
}

/** Merges the index's pending list, which every search would otherwise read. */
export async function settleIndex(db: Db): Promise<void> {
  await db.execute(sql`select gin_clean_pending_list('library_search_grams_idx')`);
}

/** Indexes what is missing; returns whether all of this user's contents are indexed now. */
export async function makeSearchable(db: Db, userId: string): Promise<boolean> {
  if (!(await hasStale(db, userId))) return true;
  await indexStale(db, { userId, most: mostBySearch });
  return !(await hasStale(db, userId));
}

/** The index is checked first: a content indexed in between is then found. `prepare` builds the statements meanwhile. */
export async function lookInIndex<Found>(
  db: Db,
  userId: string,
  prepare: () => () => Promise<Found>,
): Promise<{ found: Found; complete: boolean }> {
  const searchable = makeSearchable(db, userId);
  const look = prepare();
  const complete = await searchable;
  return { found: await look(), complete };
}

const staleStatement = writtenOnce((db) =>
  db
    .select({ id: libraryStale.contentId })
    .from(libraryStale)
    .where(eq(libraryStale.userId, sql.placeholder('userId')))
    .limit(1)
    .prepare(''),
);

async function hasStale(db: Db, userId: string): Promise<boolean> {
  const [row] = await staleStatement(db, {}).execute({ userId });
  return row !== undefined;
}

async function indexSome(tx: Tx, userId: string | undefined, most: number): Promise<number> {
  // Contents are locked before their marks, as their writers do it.
  const records = await tx
    .select({ content: contents })
    .from(contents)
    .innerJoin(libraryStale, and(eq(libraryStale.userId, contents.userId), eq(libraryStale.contentId, contents.id)))
    .where(userId === undefined ? undefined : eq(libraryStale.userId, userId))
    .limit(most)
    .for('no key update', { skipLocked: true });
  if (records.length === 0) return 0;
  const ids = records.map(({ content }) => content.id);
  const versions = await transcriptVersions(tx, ids);
  const rows: (typeof librarySearch.$inferInsert)[] = [];
  for (const { content } of records) {
    rows.push(noteRow(content));
    const version = versions.get(content.id);
    if (version && version.now !== version.before) rows.push(await transcriptRow(tx, content as OwnedContent, version.now));
  }
  await tx
    .insert(librarySearch)
    .values(rows)
    .onConflictDoUpdate({
      target: [librarySearch.userId, librarySearch.contentId, librarySearch.part],
      set: {
        version: sql`excluded.version`,
        plain: sql`excluded.plain`,
        folded: sql`excluded.folded`,
        title: sql`excluded.title`,
        description: sql`excluded.description`,
        starts: sql`excluded.starts`,
        grams: sql`excluded.grams`,
      },
    });
  await tx.delete(libraryStale).where(inArray(libraryStale.contentId, ids));
  return records.length;
}

/** The version to index now and the one indexed before: a new title does not reindex ten hours of speech. */
async function transcriptVersions(tx: Tx, ids: string[]): Promise<Map<string, { now: string; before: string | null }>> {
  const rows = await tx
    .select({
      id: contents.id,
      now: sql<string>`concat_ws(':', ${gramVersion}::int, ${contents.extractionId}, (select concat(count(*), '-', max(edit.id)) from ${transcriptEdits} edit
        where edit.user_id = ${contents.userId} and edit.content_id = ${contents.id}))`,
      before: librarySearch.version,
    })
    .from(contents)
    .leftJoin(
      librarySearch,
      and(
        eq(librarySearch.userId, contents.userId),
        eq(librarySearch.contentId, contents.id),
        eq(librarySearch.part, 'transcript'),
      ),
    )
    .where(inArray(contents.id, ids));
  return new Map(rows.map(({ id, now, before }) => [id, { now, before }]));
}

function noteRow(content: typeof contents.$inferSelect): typeof librarySearch.$inferInsert {
  const lines = linesOf(content.note ?? '');
  const plain = lines.map(({ text }) => text).join('\n');
  const folded = foldForSearch(plain);
  const title = oneLine(content.title);
  const description = oneLine(content.description ?? '');
  const grams = gramsOf(title, true);
  gramsOf(description, true, grams);
  gramsOf(folded, false, grams);
  return {
    ...keyOf(content),
    part: 'note',
    plain,
    folded,
    title,
    description,
    starts: lines.map(({ place }) => place),
    grams: [...grams],
  };
}

/** These texts are only compared and are shown from the record, so positions in them do not matter. */
function oneLine(text: string): string {
  return foldForSearch(text.normalize('NFC')).replace(/ +/g, ' ').trim();
}

const anchorHref = /\]\((#[^()\s]{1,20})\)/g;

/** Plain text without Markdown syntax, anchors and link addresses, each line with the first place that it cites. */
export function linesOf(markdown: string): { text: string; place: number | null }[] {
  return markdown.split('\n').flatMap((line) => {
    const text = plainLine(line).normalize('NFC');
    if (text === '') return [];
    const [anchor] = [...line.matchAll(anchorHref)].flatMap(([, href = '']) => parseAnchor(href) ?? []);
    return [{ text, place: anchor ? placeOfAnchor(anchor) : null }];
  });
}

const placeOfAnchor = (anchor: NoteAnchor) => (anchor.kind === 'time' ? anchor.ms : -1 - anchor.id);

async function transcriptRow(tx: Tx, content: OwnedContent, version: string): Promise<typeof librarySearch.$inferInsert> {
  const transcript = await loadTranscript(tx, content.extractionId);
  const { segments } = await correctedSegments(tx, content, { transcript });
  const plain = segments.map((segment, at) => spoken(segment, segments[at - 1])).join('\n');
  const folded = foldForSearch(plain);
  return {
    ...keyOf(content),
    part: 'transcript',
    version,
    plain,
    folded,
    starts: segments.map(({ id, startMs }) => (transcript?.timed ? Math.round(startMs ?? 0) : -1 - id)),
    grams: [...gramsOf(folded, false)],
  };
}

/** Begins with the speaker's name where the speaker changes. */
function spoken({ text, speaker }: Segment, before: Segment | undefined): string {
  const name = speaker && speaker !== before?.speaker ? `${speaker}: ` : '';
  return `${name}${text}`.replace(/\s+/g, ' ').normalize('NFC');
}

const keyOf = ({ userId, id }: typeof contents.$inferSelect) => ({ userId, contentId: id });
