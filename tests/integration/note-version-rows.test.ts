/** What an edit, a mark, and a restored, finished or copied note leave of the versions of a note, also where they fail half way. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { contents, extractions, noteVersions, sources } from '#db/schema/content.ts';
import type { Extracted, StoredNote } from '#engine/domain.ts';
import type { OwnedContent } from '#features/contents/server/owned.ts';
import { copyNote } from '#features/notes/server/copy-note.ts';
import { saveNote, saveNoteIn } from '#features/notes/server/edit-note.ts';
import type { Version } from '#features/notes/server/note-store.ts';
import { markNote } from '#features/notes/server/note-tags.ts';
import { writeOwnNote } from '#features/notes/server/own-note.ts';
import { restoreVersion } from '#features/notes/server/restore-version.ts';
import { storeNote, withOwnTags } from '#features/notes/server/store-finished-note.ts';
import type { Services } from '#infra/services.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let services: Services;
let published: unknown[] = [];
openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  for (const id of ['ada', 'bob'])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
  const events = { publish: async (_tx: unknown, event: unknown) => void published.push(event) };
  services = { db: client.db, events, settings: { shortVideoMs: 60_000 } } as unknown as Services;
});
beforeEach(async () => {
  published = [];
  for (const name of ['contents', 'sources']) await client.query(`delete from ${name}`);
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => client.db.transaction(work);

async function addSource(): Promise<string> {
  const url = `https://a.example/${randomUUID()}`;
  const [row] = await client.db
    .insert(sources)
    .values({ key: `url:${url}`, url })
    .returning({ id: sources.id });
  return row?.id ?? '';
}

/** One of Ada's, another of hers, and Bob's of the first link. */
async function threeContents(): Promise<[OwnedContent, OwnedContent, OwnedContent]> {
  const [one, two] = [await addSource(), await addSource()];
  const add = async (userId: string, sourceId: string) => {
    const [row] = await client.db
      .insert(contents)
      .values({ userId, sourceId, title: 'A', contentType: 'online', noteLanguage: 'en', status: 'completed' })
      .returning();
    return row as OwnedContent;
  };
  return [await add('ada', one), await add('ada', two), await add('bob', one)];
}

async function addVersion(
  { userId, id: contentId }: OwnedContent,
  values: Partial<typeof noteVersions.$inferInsert> = {},
): Promise<Version> {
  const [row] = await client.db
    .insert(noteVersions)
    .values({ userId, contentId, markdown: 'same', method: 'model', model: 'm', ...values })
    .returning();
  return row as Version;
}

async function addReading(sourceId: string): Promise<string> {
  const [row] = await client.db
    .insert(extractions)
    .values({ sourceId, data: { transcript: null } as Extracted })
    .returning({ id: extractions.id });
  return row?.id ?? '';
}

/** The content with this version as its current one. */
async function withCurrent(content: OwnedContent, version: Version): Promise<OwnedContent> {
  const [row] = await client.db
    .update(contents)
    .set({ noteVersionId: version.id, note: version.markdown })
    .where(eq(contents.id, content.id))
    .returning();
  return row as OwnedContent;
}
const versionsOf = async (content: OwnedContent) => {
  const rows = await client.db.select().from(noteVersions).where(eq(noteVersions.contentId, content.id));
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
};

test('CON-02 an edit keeps the text that its note was made from, and is the version of the same words from that text', async () => {
  const [first, second] = await threeContents();
  const [older, newer] = [await addReading(first.sourceId), await addReading(first.sourceId)];
  await client.db.update(contents).set({ extractionId: newer });
  const base = await addVersion(first, { extractionId: older, createdAt: day(1) });
  const mine = await withCurrent(first, base);
  // The same words from another text, and none.
  for (const extractionId of [newer, null]) await addVersion(first, { markdown: 'words', extractionId, createdAt: day(2) });
  const { versionId } = await saveNote(services, mine, { note: 'words', baseVersionId: base.id, at: day(3) });
  const made = await versionsOf(first);
  expect(made.map(({ id, extractionId }) => [id === versionId, extractionId])).toEqual([
    [false, older],
    [false, newer],
    [false, null],
    [true, older],
  ]);
  // Without a note before, of the text that the content has now.
  await saveNote(services, { ...second, extractionId: null }, { note: 'words', baseVersionId: null, at: day(3) });
  expect((await versionsOf(second)).map(({ extractionId }) => extractionId)).toEqual([newer]);
});

test('CON-02 an edit back to an earlier version ends its sitting, and leaves that version its time', async () => {
  const [first] = await threeContents();
  const summary = await addVersion(first, { markdown: 'summary', createdAt: day(1) });
  const inSitting = await addVersion(first, { markdown: 'summary, mine', method: 'edited', createdAt: day(2) });
  const mine = await withCurrent(first, inSitting);
  const at = new Date(day(2).getTime() + 60_000);
  const saved = await saveNote(services, mine, { note: 'summary', baseVersionId: inSitting.id, at });
  expect(saved).toEqual({ versionId: summary.id, updatedAt: at });
  expect(await versionsOf(first)).toEqual([summary]);
  expect(published).toHaveLength(1);
  // The same words again change nothing, and nobody is told.
  const later = new Date(at.getTime() + 60_000);
  expect(await saveNote(services, mine, { note: 'summary', baseVersionId: summary.id, at: later })).toEqual(saved);
  expect(published).toHaveLength(1);
  const [content] = await client.db.select().from(contents).where(eq(contents.id, first.id));
  expect(content?.updatedAt).toEqual(at);
});

test('CON-02 a copy that an edit or a restored version leaves behind is gone before the change ends', async () => {
  const [first] = await threeContents();
  const [base, copy] = [await addVersion(first, { createdAt: day(1) }), await addVersion(first, { createdAt: day(2) })];
  const mine = await withCurrent(first, copy);
  await inTx(async (tx) => {
    const { versionId } = await saveNoteIn(services, tx, mine, { note: 'words', baseVersionId: copy.id, at: day(3) });
    const left = await tx.select({ id: noteVersions.id }).from(noteVersions).where(eq(noteVersions.contentId, first.id));
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([base.id, versionId]));
  });
});

test('SUM-10 of two versions that are the same the chosen one is restored', async () => {
  const [first] = await threeContents();
  const now = await addVersion(first, { markdown: 'now', createdAt: day(4) });
  const [older] = [await addVersion(first, { createdAt: day(1) }), await addVersion(first, { createdAt: day(2) })];
  const mine = await withCurrent(first, now);
  await restoreVersion(services, mine, older?.id ?? '');
  const [content] = await client.db.select().from(contents).where(eq(contents.id, first.id));
  expect(content?.noteVersionId).toBe(older?.id);
});

test('SUM-13 tags of a content are its owner’s', async () => {
  const [first, , bobs] = await threeContents();
  for (const { id } of [first, bobs])
    await client.db
      .update(contents)
      .set({ noteTags: ['rye'] })
      .where(eq(contents.id, id));
  expect(await inTx((tx) => withOwnTags(tx, first, 'Note'))).toBe('Note\n\n#rye');
  expect(await inTx((tx) => withOwnTags(tx, { id: first.id, userId: 'bob' }, 'Note'))).toBe('Note');
  // What another's version was made with says nothing about these.
  const theirs = await addVersion(bobs, {
    outline: { method: 'model', model: 'm', tags: ['rye'] } as unknown as StoredNote['outline'],
  });
  for (const { id } of [first, bobs])
    await client.db.update(contents).set({ noteVersionId: theirs.id }).where(eq(contents.id, id));
  expect(await inTx((tx) => withOwnTags(tx, first, 'Note'))).toBe('Note\n\n#rye');
  expect(await inTx((tx) => withOwnTags(tx, bobs, 'Note'))).toBe('Note');
});

test('COL-02 a copied note keeps what is known of its origin', async () => {
  const [first, , bobs] = await threeContents();
  const extractionId = await addReading(first.sourceId);
  const [outline, coverage] = [{ method: 'model', tags: ['a'] } as unknown as StoredNote['outline'], { share: 0.5, slices: [1] }];
  const noteVersionId = (await addVersion(first, { outline, coverage })).id;
  const from = { userId: 'ada', noteVersionId, extractionId, note: 'shared\n\n#rye' };
  const id = await inTx((tx) => copyNote(tx, bobs, from));
  expect(await versionsOf(bobs)).toMatchObject([
    { id, userId: 'bob', extractionId, markdown: from.note, outline, coverage, method: 'model', model: 'm' },
  ]);
  const [content] = await client.db.select().from(contents).where(eq(contents.id, bobs.id));
  expect(content).toMatchObject({ note: from.note, noteVersionId: id, noteTags: ['rye'], status: 'completed' });
  const unknown = await inTx((tx) => copyNote(tx, bobs, { ...from, noteVersionId: null, extractionId: null }));
  const [made] = await client.db.select().from(noteVersions).where(eq(noteVersions.id, unknown));
  expect(made).toMatchObject({ extractionId: null, outline: null, coverage: null, method: 'edited', model: null });
});

/** Runs `work` while every such statement about the table fails. */
async function whileRefused(statement: 'update' | 'delete', table: string, work: () => Promise<unknown>): Promise<void> {
  await client.query(`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`);
  await client.query(`create trigger refuse before ${statement} on ${table} for each statement execute function refuse()`);
  try {
    await work();
  } finally {
    await client.query(`drop trigger refuse on ${table}`);
  }
}

test('CON-02 a change of a note that fails half way leaves the note and its history as they were', async () => {
  const [first, second, bobs] = await threeContents();
  const [older, copy] = [await addVersion(first, { createdAt: day(1) }), await addVersion(first, { createdAt: day(2) })];
  const mine = await withCurrent(first, copy);
  const sitting = await addVersion(second, { method: 'edited', createdAt: day(2) });
  const other = await withCurrent(second, sitting);
  const old = await addVersion(first, { markdown: 'old', createdAt: day(1) });
  const fresh = { key: 'url:https://a.example/new', url: 'https://a.example/new' };
  const own = { note: 'Mine', title: undefined, siteName: null, noteLanguage: 'en' as const };
  const outline = { method: 'model', model: 'm', tags: [] } as unknown as StoredNote['outline'];
  const finished = { markdown: 'finished', outline, coverage: null } as unknown as StoredNote;
  const original = { userId: 'ada', noteVersionId: older.id, extractionId: null, note: 'same' };
  const edit = (content: OwnedContent, baseVersionId: string) =>
    saveNote(services, content, { note: 'x', baseVersionId, at: day(2) });
  const all = async () => [
    await client.db.select().from(contents).orderBy(contents.id),
    await client.db.select().from(noteVersions).orderBy(noteVersions.id),
    await client.db.select().from(sources).orderBy(sources.id),
  ];
  const before = await all();
  const fails = async (call: () => Promise<unknown>) =>
    expect(await call().catch((error: { cause?: Error }) => error.cause?.message)).toBe('refused');
  await whileRefused('delete', 'note_versions', async () => {
    await fails(() => edit(mine, copy.id));
    await fails(() => edit(other, sitting.id));
    await fails(() => restoreVersion(services, mine, old.id));
    await fails(() => markNote(services, mine, (note) => `${note}!`));
  });
  await whileRefused('update', 'contents', async () => {
    await fails(() => edit(mine, copy.id));
    await fails(() => restoreVersion(services, mine, old.id));
    await fails(() => markNote(services, mine, (note) => `${note}!`));
    await fails(() => writeOwnNote(services, 'ada', fresh, own));
    await fails(() => inTx((tx) => storeNote(tx, bobs, finished, null)));
    await fails(() => inTx((tx) => copyNote(tx, bobs, original)));
  });
  expect(await all()).toEqual(before);
  expect(published).toEqual([]);
});
