/** What a correction of a script changes, statement by statement, and what is taken back when one of them fails. */
import { asc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Db } from '#db/client.ts';
import { contents, extractions, noteVersions, sources } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { type OwnedContent, requireOwnedContent } from '#features/contents/server/index.ts';
import { editTranscript, undoTranscriptEdit } from '#features/corrections/server/edit-transcript.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { TranscriptEdit } from '#lib/transcripts/transcript-edits.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let services: Services;
/** Thrown where others are told of a changed note. */
let failure: Error | null = null;
openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  const publish = async () => {
    if (failure) throw failure;
  };
  services = { db: client.db, events: { publish } } as unknown as Services;
  for (const id of ['ada', 'bob'])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
});
beforeEach(async () => {
  failure = null;
  for (const name of ['contents', 'sources']) await client.query(`delete from ${name}`);
});

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const lines = [
  { id: 0, startMs: 0, endMs: 5000, text: 'Jon Smyth the miller asked a tenth.', speaker: 'Ann' },
  { id: 1, startMs: 5000, endMs: 9000, text: 'Poor years were followed by better storage.', speaker: 'Ben' },
];
const note = '- Jon Smyth the miller asked a tenth. [0:00](#t=0)\n- **Ann:** a tenth [0:00](#t=0)\n';

type Values = { timed?: boolean; note?: string | null; content?: object };
/** Long after its note was written. */
async function addContent(userId: string, values: Values = {}): Promise<OwnedContent> {
  const [source] = await client.db
    .insert(sources)
    .values({ key: `${userId} ${performance.now()}` })
    .returning();
  const sourceId = source?.id ?? '';
  const transcript = {
    timed: values.timed ?? true,
    language: 'en',
    provenance: { origin: 'human', track: 'en' },
    segments: lines,
  };
  const [extraction] = await client.db
    .insert(extractions)
    .values({ sourceId, data: { kind: 'video', title: '', durationMs: 9000, transcript } as never })
    .returning({ id: extractions.id });
  const extractionId = extraction?.id ?? '';
  const [made] = await client.db
    .insert(contents)
    .values({
      ...{ userId, sourceId, title: 't', contentType: 'online', noteLanguage: 'en', status: 'completed', extractionId },
      ...values.content,
    })
    .returning({ id: contents.id });
  const contentId = made?.id ?? '';
  const markdown = values.note === undefined ? note : values.note;
  if (markdown !== null) {
    const version = { userId, contentId, markdown, method: 'model', extractionId, createdAt: new Date(0) } as const;
    const [row] = await client.db.insert(noteVersions).values(version).returning({ id: noteVersions.id });
    await client.db
      .update(contents)
      .set({ note: markdown, noteVersionId: row?.id ?? null })
      .where(eq(contents.id, contentId));
  }
  return requireOwnedContent(client.db, userId, contentId);
}

const text = (line: number, from: string, to: string): TranscriptEdit => {
  const { startMs, text: was } = lines[line] as (typeof lines)[0];
  return { type: 'text', line, startMs, was, text: was.replace(from, to) };
};
const edit = (content: OwnedContent, base: number, change: TranscriptEdit, from = services) =>
  editTranscript(from, content, { base, edit: change });
const undo = (content: OwnedContent, base: number) => undoTranscriptEdit(services, content, base);

/** The note, the texts of its versions and the corrections. */
async function stateOf({ id }: OwnedContent) {
  const [content] = await client.db.select().from(contents).where(eq(contents.id, id));
  const versions = await client.db.select().from(noteVersions).where(eq(noteVersions.contentId, id));
  const edits = await client.db
    .select()
    .from(transcriptEdits)
    .where(eq(transcriptEdits.contentId, id))
    .orderBy(asc(transcriptEdits.id));
  return {
    note: content?.note,
    versions: versions.map(({ markdown }) => markdown).toSorted(),
    edits: edits.map((row) => [row.id, (row.edit as TranscriptEdit).type, row.noteChanges]),
  };
}

async function mark(content: OwnedContent, scope: 'note' | 'article', exact: string): Promise<void> {
  const anchors = { exact, prefix: '', suffix: '', start: 0, alone: true };
  const { userId, id: contentId } = content;
  const row = { userId, contentId, scope, contentKey: scope, colour: 'green', highlightText: exact, anchors } as const;
  await client.db.insert(userContentHighlights).values(row);
}
const marksOf = async ({ id }: OwnedContent) => {
  const rows = await client.db.select().from(userContentHighlights).where(eq(userContentHighlights.contentId, id));
  return rows.map(({ highlightText }) => highlightText).toSorted();
};

test('CON-04 a correction answers with the changed note, and leaves a note that it does not change', async () => {
  const [content, other] = [await addContent('ada'), await addContent('ada')];
  for (const one of [content, other]) await mark(one, 'note', 'Jon Smyth');
  const before = await stateOf(other);
  const first = await edit(content, 0, text(0, 'Jon', 'John'));
  const [owned] = await client.db.select().from(contents).where(eq(contents.id, content.id));
  const changed = note.replace('Jon', 'John');
  expect(first).toEqual({
    ...{ version: expect.any(Number), edits: 1 },
    note: { markdown: changed, versionId: owned?.noteVersionId, places: 1, updatedAt: owned?.updatedAt.toISOString() },
  });
  expect(await marksOf(content)).toEqual(['John Smyth']);
  const second = await edit(content, first.version, text(1, 'better', 'larger'));
  expect(second).toEqual({ version: expect.any(Number), edits: 2, note: null });
  expect(await stateOf(content)).toEqual({
    ...{ note: changed, versions: [note, changed].toSorted() },
    edits: [
      [first.version, 'text', [expect.objectContaining({ was: 'Jon', now: 'John' })]],
      [second.version, 'text', []],
    ],
  });
  const back = await undo(content, second.version);
  expect(back).toEqual({ version: first.version, edits: 1, note: null });
  const undone = await undo(content, first.version);
  expect(undone).toMatchObject({ version: 0, edits: 0, note: { markdown: note, places: 1 } });
  expect(await stateOf(content)).toMatchObject({ note, edits: [] });
  expect(await marksOf(content)).toEqual(['Jon Smyth']);
  expect([await stateOf(other), await marksOf(other)]).toEqual([before, ['Jon Smyth']]);
});

test('CON-04 corrections in a row share a version of the note, and the owner’s edits between them keep theirs', async () => {
  const content = await addContent('ada');
  const first = await edit(content, 0, text(0, 'Jon', 'John'));
  const renamed = { type: 'rename', from: 'Ann', to: 'Anna' } as const;
  const second = await edit(content, first.version, renamed);
  const both = note.replace('Jon', 'John').replace('Ann', 'Anna');
  expect((await stateOf(content)).versions).toEqual([both, note].toSorted());
  // As if it had been written between the two.
  const { versionId = '' } = second.note ?? {};
  const later = (seconds: number) =>
    client.query(`update note_versions set created_at = (select max(created_at) from transcript_edits)
      + make_interval(secs => ${seconds}) where id = '${versionId}'`);
  await later(1);
  const third = await edit(content, second.version, { ...renamed, from: 'Anna', to: 'Anne' });
  const all = both.replace('Anna', 'Anne');
  expect((await stateOf(content)).versions).toEqual([all, both, note].toSorted());
  // The way back takes the place of what it takes back, beside the owner's own.
  await undo(content, third.version);
  expect((await stateOf(content)).versions).toEqual([both, both, note].toSorted());
});

test('CON-04 of two corrections at once, or of two ways back, the second is refused', async () => {
  const [content, bobs] = [await addContent('ada'), await addContent('bob')];
  const within = (tx: unknown) => ({ ...services, db: tx as Db });
  const change = text(0, 'Jon', 'John');
  expect(
    await meanwhile(
      client,
      (tx) => edit(content, 0, text(1, 'better', 'larger'), within(tx)),
      () => edit(content, 0, change).catch(codeOf),
    ),
  ).toBe('transcript_conflict');
  expect((await stateOf(content)).note).toBe(note);
  const [[base]] = (await stateOf(content)).edits as [[number]];
  expect(
    await meanwhile(
      client,
      (tx) => undoTranscriptEdit(within(tx), content, base),
      () => undo(content, base).catch(codeOf),
    ),
  ).toBe('transcript_conflict');
  const one = await edit(content, 0, change);
  const two = await edit(content, one.version, text(1, 'better', 'larger'));
  const state = await stateOf(content);
  for (const refused of [
    () => edit(content, 0, text(1, 'better', 'larger')),
    () => edit(content, one.version, { type: 'rename', from: 'Ann', to: 'Anna' }),
    () => undo(content, one.version),
    () => undo(content, 0),
    () => edit(bobs, two.version, change),
    () => undo(bobs, 0),
    () => undo(bobs, two.version),
    // The line is not as it is said to be.
    () => edit(bobs, 0, { type: 'text', line: 0, startMs: 0, was: 'never said', text: 'x' }),
  ])
    expect(await refused().catch(codeOf)).toBe('transcript_conflict');
  expect(await stateOf(content)).toEqual(state);
  expect(await stateOf(bobs)).toEqual({ note, versions: [note], edits: [] });
  expect(await edit({ ...bobs, userId: 'ada' }, 0, change).catch(codeOf)).toBe('not_found');
});

test('CON-04 a correction or a way back that fails is undone whole', async () => {
  const content = await addContent('ada');
  await mark(content, 'note', 'Jon Smyth');
  const first = await edit(content, 0, text(0, 'Jon', 'John'));
  const before = await stateOf(content);
  failure = new Error('nobody can be told');
  await expect(edit(content, first.version, { type: 'rename', from: 'Ann', to: 'Anna' })).rejects.toBe(failure);
  await expect(undo(content, first.version)).rejects.toBe(failure);
  expect([await stateOf(content), await marksOf(content)]).toEqual([before, ['John Smyth']]);
});

test('CON-04 a script takes twenty thousand corrections', async () => {
  const content = await addContent('ada');
  const { userId, id } = content;
  const known = JSON.stringify({ type: 'rename', from: 'nobody', to: 'somebody' });
  const add = (count: number) =>
    client.query(
      `insert into transcript_edits (user_id, content_id, edit, note_changes)
       select $1, $2, $3, '[]' from generate_series(1, $4::int)`,
      [userId, id, known, count],
    );
  const base = async () =>
    (await client.query<{ id: number }>('select max(id)::int as id from transcript_edits where content_id = $1', [id]))[0]?.id ??
    0;
  await add(19_999);
  expect(await edit(content, await base(), text(0, 'Jon', 'John'))).toMatchObject({ edits: 20_000 });
  const refused = edit(content, await base(), text(1, 'better', 'larger'));
  await expect(refused).rejects.toMatchObject({ code: 'bad_request', message: 'bad_request: too many corrections' });
});

test('CON-04 a script is corrected where there is no note, and not where it has no times', async () => {
  const bare = await addContent('ada', { note: null });
  const first = await edit(bare, 0, text(0, 'Jon', 'John'));
  expect(first).toEqual({ version: expect.any(Number), edits: 1, note: null });
  expect(await undo(bare, first.version)).toEqual({ version: 0, edits: 0, note: null });
  // Written before versions were kept.
  const unversioned = await addContent('ada', { note: null, content: { note } });
  expect(await edit(unversioned, 0, text(0, 'Jon', 'John'))).toMatchObject({ edits: 1, note: null });
  expect(await stateOf(unversioned)).toMatchObject({ note, versions: [] });
  for (const content of [
    await addContent('ada', { timed: false }),
    await addContent('ada', { content: { extractionId: null } }),
  ]) {
    expect(await edit(content, 0, text(0, 'Jon', 'John')).catch(codeOf)).toBe('subtitles_missing');
    expect(await stateOf(content)).toEqual({ note, versions: [note], edits: [] });
  }
});

test('CON-04 a correction whose changes are unknown is taken back where its words are', async () => {
  const content = await addContent('ada');
  const { version } = await edit(content, 0, text(0, 'Jon', 'John'));
  const renamed = await edit(content, version, { type: 'rename', from: 'Ann', to: 'Anna' });
  await client.db.update(transcriptEdits).set({ noteChanges: null });
  // Where a name stands nobody knows any more.
  expect(await undo(content, renamed.version)).toMatchObject({ note: null });
  expect((await stateOf(content)).note).toBe(note.replace('Jon', 'John').replace('Ann', 'Anna'));
  expect(await undo(content, version)).toMatchObject({ note: { markdown: note.replace('Ann', 'Anna'), places: 1 } });
});

test('CON-04 CON-06 marks in the article follow a new name, and back unless another speaker has it', async () => {
  const content = await addContent('ada');
  const other = await addContent('ada');
  for (const one of [content, other]) await mark(one, 'article', 'Ann: Jon Smyth');
  const rename = async (from: string, to: string, base = 0) => (await edit(content, base, { type: 'rename', from, to })).version;
  const first = await rename('Ann', 'Anna');
  expect(await marksOf(content)).toEqual(['Anna: Jon Smyth']);
  await undo(content, first);
  expect(await marksOf(content)).toEqual(['Ann: Jon Smyth']);
  const ben = await rename('Ann', 'Ben');
  expect(await marksOf(content)).toEqual(['Ben: Jon Smyth']);
  await undo(content, ben);
  expect(await marksOf(content)).toEqual(['Ben: Jon Smyth']);
  // A correction of words moves no marks of the article.
  await undo(content, (await edit(content, 0, text(0, 'Jon', 'Ann'))).version);
  expect([await marksOf(content), await marksOf(other)]).toEqual([['Ben: Jon Smyth'], ['Ann: Jon Smyth']]);
});
