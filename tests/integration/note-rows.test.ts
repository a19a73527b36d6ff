/** What each statement about notes reads and changes, and what a deleted content takes along, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { automaticSummaries } from '#db/schema/channels.ts';
import { blobGarbage, contents, extractions, noteVersions, runs, sources } from '#db/schema/content.ts';
import { uploads } from '#db/schema/uploads.ts';
import type { Extracted } from '#engine/domain.ts';
import { imageKeysOf } from '#features/contents/server/article-images.ts';
import { createCheckpoints } from '#features/contents/server/checkpoints.ts';
import { deleteContent } from '#features/contents/server/delete-content.ts';
import { type OwnedContent, ownIds, requireOwnedContent } from '#features/contents/server/owned.ts';
import { deleteContentsTask } from '#features/contents/tasks.ts';
import { saveNote } from '#features/notes/server/edit-note.ts';
import {
  deleteCopy,
  deleteVersion,
  findVersion,
  listVersions,
  lockContent,
  readVersion,
  type Version,
  versionsWithText,
} from '#features/notes/server/note-store.ts';
import { contentOfLink, writeOwnNote } from '#features/notes/server/own-note.ts';
import type { Signal } from '#infra/events/event-bus.ts';
import type { Services } from '#infra/services.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';
import { waitFor } from '../harness/wait.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
let services: Services;
let published: Signal[] = [];
beforeAll(async () => {
  opened = await openTaskDatabase({ besides: [deleteContentsTask] });
  admin = opened.admin;
  const events = { publish: async (_executor: unknown, signal: Signal) => void published.push(signal) };
  const settings = { shortVideoMs: 60_000 };
  services = { db: opened.idle.client.db, tasks: opened.idle.tasks, events, settings } as unknown as Services;
});
afterAll(() => opened.close());
beforeEach(async () => {
  published = [];
  for (const name of ['contents', 'sources', 'tasks', 'blob_garbage', 'uploads']) await admin.query(`delete from ${name}`);
});

async function addSource(values: Partial<typeof sources.$inferInsert> = {}): Promise<string> {
  const url = `https://a.example/${randomUUID()}`;
  const [row] = await admin.db
    .insert(sources)
    .values({ key: `url:${url}`, url, ...values })
    .returning({ id: sources.id });
  return row?.id ?? '';
}

async function addContent(userId: string, sourceId: string, values: Partial<typeof contents.$inferInsert> = {}) {
  const [row] = await admin.db
    .insert(contents)
    .values({ userId, sourceId, title: 'A', contentType: 'online', noteLanguage: 'en', status: 'completed', ...values })
    .returning();
  return row as OwnedContent;
}

/** One of Ada's, another of hers, and Bob's of the same link. */
async function threeContents(): Promise<[OwnedContent, OwnedContent, OwnedContent]> {
  const [one, two] = [await addSource(), await addSource()];
  return [await addContent('ada', one), await addContent('ada', two), await addContent('bob', one)];
}

async function addVersion(
  { userId, id: contentId }: OwnedContent,
  values: Partial<typeof noteVersions.$inferInsert> = {},
): Promise<Version> {
  const [row] = await admin.db
    .insert(noteVersions)
    .values({ userId, contentId, markdown: 'same', method: 'model', model: 'm', ...values })
    .returning();
  return row as Version;
}

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => admin.db.transaction(work);

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

test('a content is its owner’s alone', async () => {
  const [first, second, bobs] = await threeContents();
  expect((await requireOwnedContent(admin.db, 'ada', first.id)).id).toBe(first.id);
  for (const [userId, id] of [
    ['bob', first.id],
    ['ada', bobs.id],
    ['ada', randomUUID()],
  ] as const) {
    await expect(requireOwnedContent(admin.db, userId, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(inTx((tx) => lockContent(tx, { id, userId }))).rejects.toMatchObject({ code: 'not_found' });
  }
  expect((await inTx((tx) => lockContent(tx, second))).id).toBe(second.id);
  expect(await ownIds(admin.db, 'ada', [second.id, bobs.id, randomUUID(), first.id])).toEqual([second.id, first.id]);
  expect(await ownIds(admin.db, 'ada', [second.id])).toEqual([second.id]);
});

test('versions are found by their own content and user, the newest first', async () => {
  const [first, second, bobs] = await threeContents();
  const [older, newer] = [await addVersion(first, { createdAt: day(1) }), await addVersion(first, { createdAt: day(3) })];
  const between = await addVersion(first, { createdAt: day(2), markdown: 'other' });
  const [others, theirs] = [await addVersion(second), await addVersion(bobs)];
  const withText = async (content: OwnedContent, text: string) =>
    (await inTx((tx) => versionsWithText(tx, content, text))).map(({ id }) => id);
  expect(await withText(first, 'same')).toEqual([newer.id, older.id]);
  expect(await withText(first, 'other')).toEqual([between.id]);
  expect(await withText(second, 'same')).toEqual([others.id]);
  expect(await withText(second, 'other')).toEqual([]);

  const listed = await listVersions(admin.db, { ...first, noteVersionId: between.id });
  expect(listed.map(({ versionId, isCurrent }) => [versionId, isCurrent])).toEqual([
    [newer.id, false],
    [between.id, true],
    [older.id, false],
  ]);
  expect(listed[1]).toMatchObject({ createdAt: day(2).toISOString(), method: 'model', model: 'm', preview: 'other' });

  expect((await readVersion(admin.db, first, older.id)).id).toBe(older.id);
  for (const { id } of [others, theirs])
    await expect(readVersion(admin.db, first, id)).rejects.toMatchObject({ code: 'note_version_missing' });
  const found = (content: OwnedContent, id: string) => inTx((tx) => findVersion(tx, content, id));
  expect([(await found(first, newer.id))?.id, await found(first, theirs.id)]).toEqual([newer.id, null]);
});

test('the newest 200 versions are listed, and older ones are kept', async () => {
  const [first] = await threeContents();
  await admin.query(
    `insert into note_versions (user_id, content_id, markdown, method, created_at)
     select $1, $2, 'version ' || n, 'edited', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 202) n`,
    [first.userId, first.id],
  );
  const listed = await listVersions(admin.db, first);
  expect(listed.map(({ preview }) => preview)).toEqual(Array.from({ length: 200 }, (_, at) => `version ${202 - at}`));
  const [oldest] = await admin.db.select().from(noteVersions).where(eq(noteVersions.markdown, 'version 1'));
  expect((await readVersion(admin.db, first, oldest?.id ?? '')).markdown).toBe('version 1');
});

test('a version is a copy of one that differs in time only, and goes alone', async () => {
  const [first, second, bobs] = await threeContents();
  const [extraction] = await admin.db
    .insert(extractions)
    .values({ sourceId: first.sourceId, data: {} as Extracted })
    .returning({ id: extractions.id });
  const left = async () => new Set((await admin.db.select({ id: noteVersions.id }).from(noteVersions)).map(({ id }) => id));
  const version = await addVersion(first);
  // The same words elsewhere, and what differs in one thing.
  const beside = [
    await addVersion(second),
    await addVersion(bobs),
    await addVersion(first, { markdown: 'other' }),
    await addVersion(first, { method: 'edited' }),
    await addVersion(first, { model: 'n' }),
    await addVersion(first, { extractionId: extraction?.id ?? '' }),
  ].map(({ id }) => id);
  await inTx((tx) => deleteCopy(tx, first, version));
  expect(await left()).toEqual(new Set([version.id, ...beside]));
  const copy = await addVersion(first);
  await inTx((tx) => deleteCopy(tx, first, version));
  expect(await left()).toEqual(new Set([copy.id, ...beside]));
  await inTx((tx) => deleteVersion(tx, { ...copy, userId: 'bob' }));
  expect(await left()).toEqual(new Set([copy.id, ...beside]));
  await inTx((tx) => deleteVersion(tx, copy));
  expect(await left()).toEqual(new Set(beside));
});

test('CON-02 an edit replaces the version of its sitting, keeps its time, and leaves all others as they were', async () => {
  const [first, second, bobs] = await threeContents();
  for (const content of [first, second, bobs]) await addVersion(content, { createdAt: day(1), markdown: 'summary' });
  const startedAt = new Date(day(2).getTime());
  const inSitting = await addVersion(first, { createdAt: startedAt, method: 'edited', markdown: 'first words' });
  await admin.db.update(contents).set({ noteVersionId: inSitting.id, note: 'first words' }).where(eq(contents.id, first.id));
  const others = async (id: string) =>
    (await admin.db.select().from(noteVersions).orderBy(noteVersions.id)).filter((row) => row.id !== id);
  const before = await others(inSitting.id);

  const at = new Date(startedAt.getTime() + 60_000);
  const { versionId } = await saveNote(services, first, { note: 'first words, more', baseVersionId: inSitting.id, at });
  const [saved] = await admin.db.select().from(noteVersions).where(eq(noteVersions.id, versionId));
  expect(saved).toMatchObject({
    contentId: first.id,
    userId: 'ada',
    markdown: 'first words, more',
    method: 'edited',
    createdAt: startedAt,
  });
  expect(await others(versionId)).toEqual(before);
  const [content] = await admin.db.select().from(contents).where(eq(contents.id, first.id));
  expect(content).toMatchObject({ noteVersionId: versionId, note: 'first words, more', updatedAt: at });
  expect(published).toEqual([{ type: 'user_work', userId: 'ada' }]);
});

test('CON-02 an edited note keeps what its summary was made of, and one without a summary has none', async () => {
  const [first, second] = await threeContents();
  const coverage = { share: 0.5, slices: [1, 0] };
  const checks = {
    droppedReferences: 0,
    quotesVerified: 1,
    quotesRepaired: 0,
    quotesUnmarked: 0,
    statements: 1,
    statementsVerified: 1,
  };
  const outline = { method: 'model' as const, model: 'm', language: 'en' as const, abstract: [], chapters: [], tags: [], checks };
  const saved = async (content: OwnedContent, baseVersionId: string | null) => {
    const { versionId } = await saveNote(services, content, { note: 'my words', baseVersionId });
    const [row] = await admin.db.select().from(noteVersions).where(eq(noteVersions.id, versionId));
    return { outline: row?.outline, coverage: row?.coverage, model: row?.model, method: row?.method };
  };
  const summary = await addVersion(first, { outline, coverage, createdAt: day(1) });
  await admin.db.update(contents).set({ noteVersionId: summary.id }).where(eq(contents.id, first.id));
  expect(await saved(first, summary.id)).toEqual({ outline, coverage, model: 'm', method: 'edited' });
  await addVersion(second, { outline, coverage });
  expect(await saved(second, null)).toEqual({ outline: null, coverage: null, model: null, method: 'edited' });
});

test('CON-09 a note of one’s own is written for a link that its user has no record of', async () => {
  const [first, , bobs] = await threeContents();
  const [known] = await admin.db.select().from(sources).where(eq(sources.id, first.sourceId));
  const wanted = { key: known?.key ?? '', url: known?.url ?? '' };
  const fresh = { key: 'url:https://a.example/fresh', url: 'https://a.example/fresh' };
  const own = { note: 'Mine\n\n#tag', title: ' The title ', siteName: 'A site', noteLanguage: 'zh' as const };
  await expect(writeOwnNote(services, 'ada', wanted, own)).rejects.toMatchObject({ code: 'note_conflict' });
  expect(published).toEqual([]);
  expect((await contentOfLink(admin.db, 'ada', wanted))?.id).toBe(first.id);
  expect((await contentOfLink(admin.db, 'bob', wanted))?.id).toBe(bobs.id);
  expect(await contentOfLink(admin.db, 'ada', fresh)).toBeNull();

  const before = await admin.db.select().from(contents).orderBy(contents.id);
  const id = await writeOwnNote(services, 'ada', fresh, own);
  const [written] = await admin.db.select().from(contents).where(eq(contents.id, id));
  expect(written).toMatchObject({
    ...{ userId: 'ada', status: 'completed', siteName: 'A site', title: 'The title', noteLanguage: 'zh' },
    ...{ note: 'Mine\n\n#tag', noteTags: ['tag'], sourceUrl: fresh.url, activeRunId: null },
  });
  const versions = await admin.db.select().from(noteVersions);
  expect(versions).toMatchObject([
    { id: written?.noteVersionId, userId: 'ada', contentId: id, markdown: 'Mine\n\n#tag', method: 'edited' },
  ]);
  expect(await contentOfLink(admin.db, 'ada', fresh)).toEqual({ id, status: 'completed' });
  expect(await contentOfLink(admin.db, 'bob', fresh)).toBeNull();
  expect(published).toEqual([{ type: 'user_work', userId: 'ada' }]);
  const others = await admin.db.select().from(contents).orderBy(contents.id);
  expect(others.filter((one) => one.id !== id)).toEqual(before);
});

async function addExtraction(sourceId: string, name: string, contentId?: string): Promise<void> {
  const data = {
    coverBlob: `covers/${name}`,
    media: { blob: `media/${name}` },
    articleMarkdown: `![a](https://a.example/${name}.png)`,
  } as unknown as Extracted;
  await admin.db.insert(extractions).values({ sourceId, data, ...(contentId ? { contentId } : {}) });
}

async function garbage(): Promise<string[]> {
  const rows = await admin.db.select({ key: blobGarbage.blobKey }).from(blobGarbage);
  return rows.map(({ key }) => key).toSorted();
}

const leftOf = async (table: typeof sources | typeof contents | typeof extractions | typeof runs) =>
  (await admin.db.select({ id: table.id }).from(table)).map(({ id }) => id);

test('a finished step is found by its source and key, and its first result stays', async () => {
  const [one, two] = [await addSource(), await addSource()];
  const of = (sourceId: string) => createCheckpoints(admin.db, sourceId);
  await of(one).put('step', { of: 'one', odd: 'a\u0000b' });
  await of(two).put('step', { of: 'two' });
  await of(one).put('step', { of: 'later' });
  await of(one).put('other', 3);
  expect([await of(one).get('step'), await of(two).get('step'), await of(one).get('other')]).toEqual([
    { of: 'one', odd: 'ab' },
    { of: 'two' },
    3,
  ]);
  expect(await of(two).get('other')).toBeUndefined();
});

test('a deleted content takes its own files along, and those of its source when it was the last', async () => {
  const [shared, document] = [await addSource(), await addSource()];
  const [first, bobs] = [await addContent('ada', shared), await addContent('bob', shared)];
  const linked = await addContent('ada', document, { kind: 'document' });
  await addExtraction(shared, 'shared');
  await addExtraction(shared, 'chosen', first.id);
  await addExtraction(document, 'document');
  await deleteContent(services, first);
  expect(await garbage()).toEqual(['covers/chosen', 'media/chosen']);
  expect(new Set(await leftOf(contents))).toEqual(new Set([bobs.id, linked.id]));
  expect(new Set(await leftOf(sources))).toEqual(new Set([shared, document]));
  expect(published).toEqual([{ type: 'user_work', userId: 'ada' }]);
  // Again: it is gone, and nothing else goes.
  await deleteContent(services, first);
  await deleteContent(services, { ...bobs, userId: 'ada' });
  expect(published).toHaveLength(1);
  expect(await leftOf(contents)).toHaveLength(2);

  await admin.query('delete from blob_garbage');
  await deleteContent(services, bobs);
  const images = imageKeysOf(shared, 'https://a.example/shared.png');
  expect(await garbage()).toEqual(['covers/shared', 'media/shared', ...images].toSorted());
  expect(await leftOf(sources)).toEqual([document]);
  expect(published.at(-1)).toEqual({ type: 'user_work', userId: 'bob' });

  await admin.query('delete from blob_garbage');
  await deleteContent(services, linked);
  const documentImages = imageKeysOf(document, 'https://a.example/document.png');
  const keys = ['covers/document', 'media/document', `documents/${document}.pdf`, ...documentImages];
  expect(await garbage()).toEqual(keys.toSorted());
  expect([await leftOf(sources), await leftOf(extractions)]).toEqual([[], []]);
});

test('a deleted file no longer counts for the quota of its user, and no other does', async () => {
  const ids = ['mine', 'beside'];
  for (const id of ids)
    await admin.db
      .insert(uploads)
      .values({ id, userId: 'ada', name: id, sizeBytes: 5, receivedBytes: 5, status: 'taken', blobKey: `uploads/${id}` });
  const [mine, beside] = await Promise.all(
    ids.map((id) => addSource({ key: `file:${id}`, url: null, blobKey: `uploads/${id}`, fileName: id })),
  );
  const content = await addContent('ada', mine ?? '', { kind: 'document' });
  await addContent('ada', beside ?? '');
  await deleteContent(services, content);
  expect(await garbage()).toEqual(['uploads/mine']);
  expect((await admin.db.select({ id: uploads.id }).from(uploads)).map(({ id }) => id)).toEqual(['beside']);
  expect(await leftOf(sources)).toEqual([beside]);
});

test('an automatic summary has taken what its content is long, also when that has gone', async () => {
  const [one, two] = [await addSource({ key: 'one' }), await addSource({ key: 'two' })];
  const begun = (userId: string, sourceKey: string) => ({ userId, sourceKey, seconds: 7 });
  await admin.db.insert(automaticSummaries).values([begun('ada', 'one'), begun('ada', 'two'), begun('bob', 'one')]);
  const rows = () =>
    admin.query(
      `select user_id || ' ' || source_key || ' ' || seconds as of from automatic_summaries where source_key in ('one', 'two') order by 1`,
    );
  const before = ['ada one 7', 'ada two 7', 'bob one 7'].map((of) => ({ of }));
  await deleteContent(services, await addContent('ada', one, { durationMs: null }));
  expect(await rows()).toEqual(before);
  const other = await addSource({ key: 'one' });
  const long = await addContent('ada', other, { durationMs: 90_500 });
  await addContent('ada', two, { durationMs: 1000 });
  // Of its own files it has one only.
  const data = { media: { blob: 'media/own' } } as unknown as Extracted;
  await admin.db.insert(extractions).values({ sourceId: other, data, contentId: long.id });
  // A deletion that fails takes nothing.
  const publish = () => Promise.reject(new Error('nobody can be told'));
  const failing = { ...services, events: { publish } } as unknown as Services;
  await expect(deleteContent(failing, long)).rejects.toThrow('nobody can be told');
  expect([await rows(), await garbage(), (await leftOf(contents)).includes(long.id)]).toEqual([before, [], true]);
  await deleteContent(services, long);
  expect(await rows()).toEqual([{ of: 'ada one 91' }, ...before.slice(1)]);
  expect([await garbage(), await leftOf(sources)]).toEqual([['media/own'], [two]]);
  await admin.query('delete from automatic_summaries');
});

/** A run with its task in flight, which no user owns. */
async function addRun(sourceId: string): Promise<string> {
  const id = await opened.insert({ userId: null });
  await admin.db.insert(runs).values({ id, sourceId, key: id, noteLanguage: 'en' });
  return id;
}

const stateOf = async (taskId: string) => (await opened.rowOf(taskId))?.state;

test('work for a deleted content stops, and what others wait for goes on', async () => {
  const [one, two] = [await addSource(), await addSource()];
  const [shared, alone] = [await addRun(one), await addRun(two)];
  const first = await addContent('ada', one, { activeRunId: shared });
  await addContent('bob', one, { activeRunId: shared });
  const kept = await addContent('bob', two);
  const last = await addContent('ada', two, { activeRunId: alone });
  const about = async (content: OwnedContent) => opened.insert({ userId: content.userId, contentId: content.id });
  const [mine, others] = [await about(first), await about(kept)];
  await deleteContent(services, first);
  expect([await stateOf(shared), await stateOf(alone), await stateOf(others)]).toEqual(['queued', 'queued', 'queued']);
  // What was about the content goes with it.
  expect(await stateOf(mine)).toBeUndefined();
  expect(await admin.query('select call, task_id as id from metered where call = $1', ['leave'])).toEqual([
    { call: 'leave', id: shared },
  ]);
  await deleteContent(services, last);
  expect([await stateOf(shared), await stateOf(alone), await stateOf(others)]).toEqual(['queued', 'cancelled', 'queued']);
  expect(await admin.query(`select 1 from metered where call = 'leave'`)).toHaveLength(1);
  // The last content of the link takes its runs along, whatever their state, and no other's.
  await deleteContent(services, kept);
  expect([await stateOf(shared), await stateOf(alone), await stateOf(others)]).toEqual(['queued', undefined, undefined]);
  expect(await leftOf(runs)).toEqual([shared]);
});

test('a content is locked behind its task, as workers do, also when it begins to wait for another run meanwhile', async () => {
  const source = await addSource();
  const [before, after] = [await addRun(source), await addRun(source)];
  const content = await addContent('ada', source, { activeRunId: before });
  await addContent('bob', source);
  const locked: (readonly string[])[] = [];
  const lock: Services['tasks']['lock'] = async (tx, ids) => {
    locked.push(ids);
    if (locked.length === 1)
      await admin.db
        .update(contents)
        .set({ activeRunId: after })
        .where(inArray(contents.id, [content.id]));
    return opened.idle.tasks.lock(tx, ids);
  };
  const watched = { ...services, tasks: { ...opened.idle.tasks, lock } } as Services;
  let deleting: Promise<void> = Promise.resolve();
  await admin.db.transaction(async (tx) => {
    await tx.execute(`select 1 from tasks where id = '${after}' for update`);
    deleting = deleteContent(watched, content);
    await waitFor('the deletion to wait for the task', async () => {
      const waiting = await admin.query(
        "select 1 from pg_stat_activity where datname = current_database() and application_name = 'gleaner' and wait_event_type = 'Lock'",
      );
      return waiting.length > 0 || undefined;
    });
    // A worker goes on to the content under its task.
    await tx.execute(`select 1 from contents where id = '${content.id}' for update nowait`);
  });
  await deleting;
  expect(locked).toEqual([[before], [after]]);
  expect([await stateOf(before), await stateOf(after)]).toEqual(['queued', 'cancelled']);
  expect(await leftOf(contents)).toHaveLength(1);
});

test('a source goes with the second of its contents when both are deleted at once', async () => {
  const source = await addSource();
  const [mine, theirs] = [await addContent('ada', source), await addContent('bob', source)];
  const besides = await addContent('ada', await addSource());
  const remove = async (tx: Tx) => {
    await tx.execute(`select 1 from sources where id = '${source}' for no key update`);
    await tx.execute(`delete from contents where id = '${theirs.id}'`);
  };
  await meanwhile(admin, remove, () => deleteContent(services, mine));
  expect([await leftOf(contents), await leftOf(sources)]).toEqual([[besides.id], [besides.sourceId]]);
});

test('a content that is deleted twice at once is settled once', async () => {
  const [source, other] = [await addSource(), await addSource()];
  const run = await addRun(source);
  const mine = await addContent('ada', source, { activeRunId: run });
  await addContent('bob', source, { activeRunId: run });
  const besides = await addContent('ada', other);
  const remove = (tx: Tx) => tx.execute(`delete from contents where id = '${mine.id}'`);
  await meanwhile(admin, remove, () => deleteContent(services, mine));
  expect(await admin.query(`select 1 from metered where call = 'leave' and task_id = $1`, [run])).toEqual([]);
  expect(await leftOf(contents)).toContain(besides.id);
});
