/** What a tag, a tick or a finished note changes of a content and its versions, row by row, and how a change of many goes on and back. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient } from '#db/client.ts';
import { contents, extractions, noteVersions, sources } from '#db/schema/content.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { tasks as taskRows } from '#db/schema/tasks.ts';
import type { Extracted, StoredNote } from '#engine/domain.ts';
import type { OwnedContent } from '#features/contents/server/owned.ts';
import { noteColumns } from '#features/notes/server/note-columns.ts';
import { markNote, setFavorite, tagMany, tickTodo } from '#features/notes/server/note-tags.ts';
import { restoreVersion } from '#features/notes/server/restore-version.ts';
import { storeNote } from '#features/notes/server/store-finished-note.ts';
import { run } from '#features/notes/server/tag-change/change-tags.handler.ts';
import { readTagChange } from '#features/notes/server/tag-change/read-tag-change.ts';
import { startTagChange, undoTagChange } from '#features/notes/server/tag-change/start-tag-change.ts';
import { type TagChange, tagChangeTask } from '#features/notes/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let services: Services;
let published: unknown[] = [];
let fault: Error | null = null;
/** Tasks that were begun, whether one may begin, and the last one. */
let begun: unknown[] = [];
let mayStart = true;
let latest: unknown = null;

openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  for (const id of ['ada', 'bob'])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
  const events = {
    publish: async (_tx: unknown, event: unknown) => {
      if (fault) throw fault;
      published.push(event);
    },
  };
  const tasks = {
    start: async (_tx: unknown, task: unknown, options: object) => {
      begun.push([task, options]);
      return { id: 'begun', started: mayStart };
    },
    latest: async (_db: unknown, task: unknown, key: string) => (task === tagChangeTask && key === 'ada' ? latest : null),
  };
  services = { db: client.db, events, tasks } as unknown as Services;
});
beforeEach(async () => {
  [published, fault, begun, mayStart, latest] = [[], null, [], true, null];
  for (const name of ['contents', 'sources', 'tasks', 'smart_folders']) await client.query(`delete from ${name}`);
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function addContent(userId: string, note: string | null, values: Partial<typeof contents.$inferInsert> = {}) {
  const url = `https://a.example/${randomUUID()}`;
  const [source] = await client.db.insert(sources).values({ key: url, url }).returning({ id: sources.id });
  const [row] = await client.db
    .insert(contents)
    .values({
      ...{ userId, sourceId: source?.id ?? '', title: 'A', contentType: 'online', noteLanguage: 'en', status: 'completed' },
      ...{ updatedAt: day(1), ...(note === null ? {} : noteColumns(note)), ...values },
    })
    .returning();
  return row as OwnedContent;
}
async function addVersion(of: OwnedContent, values: Partial<typeof noteVersions.$inferInsert> = {}) {
  const [row] = await client.db
    .insert(noteVersions)
    .values({ userId: of.userId, contentId: of.id, markdown: of.note ?? '', method: 'model', createdAt: day(1), ...values })
    .returning();
  if (!row) throw new Error('no version');
  return row;
}
async function contentOf(id: string) {
  const [row] = await client.db.select().from(contents).where(eq(contents.id, id));
  return row;
}
const noteOf = async (id: string) => (await contentOf(id))?.note;
const versionsOf = (contentId: string) => client.db.select().from(noteVersions).where(eq(noteVersions.contentId, contentId));
/** With a current version. */
async function written(userId: string, note: string, values: Partial<typeof noteVersions.$inferInsert> = {}) {
  const content = await addContent(userId, note);
  const version = await addVersion(content, values);
  await client.db.update(contents).set({ noteVersionId: version.id }).where(eq(contents.id, content.id));
  return { ...content, noteVersionId: version.id, version };
}

test('SUM-13 a mark replaces the version under a new id, keeps its time and the content’s, and is told to its user', async () => {
  const [mine, beside] = [await written('ada', 'Words\n\n- [ ] weigh', { model: 'm' }), await written('bob', 'Theirs')];
  const marked = await markNote(services, mine, (note) => `${note}\n\n#rye`);
  const note = 'Words\n\n- [ ] weigh\n\n#rye';
  expect(marked).toEqual({ note, versionId: expect.any(String), updatedAt: day(1) });
  expect(marked.versionId).not.toBe(mine.version.id);
  expect(await versionsOf(mine.id)).toEqual([{ ...mine.version, id: marked.versionId, markdown: note }]);
  expect(await contentOf(mine.id)).toMatchObject({
    ...{ note, noteVersionId: marked.versionId, noteTags: ['rye'], openTodos: 1, updatedAt: day(1), status: 'completed' },
  });
  expect(published).toEqual([{ type: 'user_work', userId: 'ada' }]);
  expect(await versionsOf(beside.id)).toEqual([beside.version]);
  // Nothing changes, and nothing is told.
  expect(await markNote(services, mine, (text) => text)).toEqual(marked);
  expect(published).toHaveLength(1);
  const ticked = await tickTodo(services, mine, { line: 2, words: 'weigh' }, true);
  expect(ticked.note).toBe('Words\n\n- [x] weigh\n\n#rye');
  await expect(tickTodo(services, mine, { line: 2, words: 'count' }, true)).rejects.toMatchObject({ code: 'note_conflict' });
  expect((await setFavorite(services, mine, true)).note).toBe('Words\n\n- [x] weigh\n\n#rye #favorited');
  expect((await setFavorite(services, mine, false)).note).toBe('Words\n\n- [x] weigh\n\n#rye');
  // A note from before there were versions gets one.
  const old = await addContent('ada', 'Old');
  const { versionId } = await markNote(services, old, () => 'Old\n\n#rye');
  expect(await versionsOf(old.id)).toMatchObject([{ id: versionId, userId: 'ada', markdown: 'Old\n\n#rye', method: 'edited' }]);
  const bare = await addContent('ada', null);
  await expect(markNote(services, bare, () => 'x')).rejects.toMatchObject({ code: 'note_missing' });
});

test('SUM-13 many notes get a tag, each counted once, and a fault that is no note’s own ends it', async () => {
  const [first, tagged, bare, starred, theirs] = [
    await written('ada', 'One'),
    await written('ada', 'Two\n\n#Rye'),
    await addContent('ada', null),
    await written('ada', 'Three\n\n#FAVORITED'),
    await written('bob', 'Theirs'),
  ];
  const contentIds = [first, tagged, first, bare, theirs].map(({ id }) => id);
  expect(await tagMany(services, 'ada', { contentIds: [...contentIds, randomUUID()], tag: 'rye' })).toEqual({
    ...{ changed: 1, already: 1, withoutNote: 3 },
  });
  expect([await noteOf(first.id), await noteOf(tagged.id), await noteOf(theirs.id)]).toEqual([
    ...['One\n\n#rye', 'Two\n\n#Rye', 'Theirs'],
  ]);
  // Lists look for the star in these letters.
  expect(await tagMany(services, 'ada', { contentIds: [starred.id], tag: 'favorited' })).toMatchObject({ already: 1 });
  expect(await noteOf(starred.id)).toBe('Three\n\n#favorited');
  fault = new Error('the queue is gone');
  await expect(tagMany(services, 'ada', { contentIds: [first.id], tag: 'oat' })).rejects.toBe(fault);
  expect(await noteOf(first.id)).toBe('One\n\n#rye');
});

const outline = (tags: string[], model: string | null = 'm') =>
  ({ method: model === null ? 'extractive' : 'model', model, tags }) as unknown as StoredNote['outline'];

test('SUM-13 a finished note is the current version with the tags of its owner, not with those of the note before', async () => {
  const before = await written('ada', 'Before\n\n#made #mine #Favorited', { outline: outline(['#Made']) });
  const beside = await written('ada', 'Beside\n\n#other');
  const [extraction] = await client.db
    .insert(extractions)
    .values({ sourceId: before.sourceId, data: { transcript: null } as Extracted })
    .returning({ id: extractions.id });
  const extractionId = extraction?.id ?? '';
  await client.db.update(contents).set({ status: 'processing', problemCode: 'busy' }).where(eq(contents.id, before.id));
  const note = {
    markdown: 'After\n\n#new',
    outline: outline(['new']),
    coverage: { share: 1, slices: [] },
  } as unknown as StoredNote;
  const store = (of: OwnedContent, problem?: 'subtitles_missing') =>
    client.db.transaction((tx) => storeNote(tx, of, note, extractionId, problem));
  await store(before);
  const content = await contentOf(before.id);
  const markdown = 'After\n\n#new #mine #Favorited';
  expect(content).toMatchObject({
    note: markdown,
    status: 'completed',
    problemCode: null,
    problemParams: null,
    activeRunId: null,
  });
  expect(content?.updatedAt.getTime()).toBeGreaterThan(day(1).getTime());
  const [, made] = (await versionsOf(before.id)).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  expect(made).toMatchObject({
    ...{ id: content?.noteVersionId, userId: 'ada', extractionId, markdown, method: 'model', model: 'm' },
    ...{ outline: note.outline, coverage: note.coverage },
  });
  expect([await noteOf(beside.id), await versionsOf(beside.id)]).toEqual(['Beside\n\n#other', [beside.version]]);
  await store(before, 'subtitles_missing');
  expect(await contentOf(before.id)).toMatchObject({ problemCode: 'subtitles_missing', problemParams: {} });
  // A first note has nothing before it.
  const first = await addContent('ada', null, { status: 'processing' });
  await store(first);
  expect(await contentOf(first.id)).toMatchObject({ note: 'After\n\n#new', status: 'completed' });
});

test('SUM-10 a restored version brings its source text back and ends what was wrong, and leaves one copy', async () => {
  const now = await written('ada', 'Now\n\n#mine', { createdAt: day(3), method: 'edited' });
  const [extraction] = await client.db
    .insert(extractions)
    .values({ sourceId: now.sourceId, data: {} as Extracted })
    .returning({ id: extractions.id });
  const extractionId = extraction?.id ?? '';
  await client.db
    .update(contents)
    .set({ status: 'failed', problemCode: 'busy', problemParams: {} })
    .where(eq(contents.id, now.id));
  const old = await addVersion(now, { markdown: 'Old', extractionId, model: 'm' });
  expect(await restoreVersion(services, now, old.id)).toBe('Old\n\n#mine');
  const content = await contentOf(now.id);
  expect(content).toMatchObject({
    ...{ note: 'Old\n\n#mine', noteTags: ['mine'], extractionId, status: 'completed', problemCode: null, problemParams: null },
  });
  expect(content?.updatedAt.getTime()).toBeGreaterThan(day(3).getTime());
  const made = (await versionsOf(now.id)).find(({ id }) => id === content?.noteVersionId);
  expect(made).toMatchObject({ markdown: 'Old\n\n#mine', method: 'model', model: 'm', extractionId });
  expect(made?.createdAt.getTime()).toBeGreaterThan(day(3).getTime());
  expect(await versionsOf(now.id)).toHaveLength(3);
  // The current one again: as it is.
  expect(await restoreVersion(services, now, made?.id ?? '')).toBe('Old\n\n#mine');
  expect(await contentOf(now.id)).toEqual(content);
  // And back: nothing is left twice.
  expect(await restoreVersion(services, now, now.version.id)).toBe('Now\n\n#mine');
  expect((await contentOf(now.id))?.noteVersionId).toBe(now.version.id);
  expect(await restoreVersion(services, now, old.id)).toBe('Old\n\n#mine');
  expect((await contentOf(now.id))?.noteVersionId).toBe(made?.id);
  expect(await versionsOf(now.id)).toHaveLength(3);
  // One without a text of its own keeps the content's.
  const plain = await addVersion(now, { markdown: 'Plain', model: 'n' });
  await restoreVersion(services, now, plain.id);
  expect((await contentOf(now.id))?.extractionId).toBe(extractionId);
  await expect(restoreVersion(services, now, randomUUID())).rejects.toMatchObject({ code: 'note_version_missing' });
});

test('SUM-10 a restored version is none with the same words that was made in another way', async () => {
  const now = await written('ada', 'Now\n\n#mine', { createdAt: day(3), method: 'edited' });
  const [extraction] = await client.db
    .insert(extractions)
    .values({ sourceId: now.sourceId, data: {} as Extracted })
    .returning({ id: extractions.id });
  const old = await addVersion(now, { markdown: 'Old', model: 'm', createdAt: day(4) });
  const words = 'Old\n\n#mine';
  const twin = await addVersion(now, { markdown: words, model: 'm', createdAt: day(5) });
  await addVersion(now, { markdown: words, model: 'n', createdAt: day(6) });
  await addVersion(now, { markdown: words, model: 'm', method: 'extractive', createdAt: day(7) });
  await addVersion(now, { markdown: words, model: 'm', extractionId: extraction?.id ?? '', createdAt: day(8) });
  await restoreVersion(services, now, old.id);
  expect((await contentOf(now.id))?.noteVersionId).toBe(twin.id);
});

test('CON-02 a version that own tags make the same as the current one changes nothing, and copies stay', async () => {
  const now = await written('ada', 'Now\n\n#mine', { createdAt: day(3) });
  const copy = await addVersion(now, { createdAt: day(2) });
  const plain = await addVersion(now, { markdown: 'Now' });
  expect(await restoreVersion(services, now, plain.id)).toBe('Now\n\n#mine');
  expect(await contentOf(now.id)).toMatchObject({ note: 'Now\n\n#mine', noteVersionId: now.version.id });
  expect(new Set(await versionsOf(now.id))).toEqual(new Set([now.version, copy, plain]));
});

/** Runs a change with what earlier attempts kept, and gives what it keeps and says. */
async function change(
  of: Partial<TagChange>,
  kept: Record<string, unknown> = {},
  hooks: { atPlan?: () => Promise<unknown>; signal?: AbortSignal } = {},
) {
  const checkpoints = new Map(Object.entries(kept));
  const steps: [name: string, value: unknown][] = [];
  const stages: unknown[] = [];
  const context = {
    ...{ checkpoints, signal: hooks.signal ?? new AbortController().signal },
    checkpoint: async (name: string, value: unknown) => {
      checkpoints.set(name, structuredClone(value));
      steps.push([name, structuredClone(value)]);
      if (name === 'plan') await hooks.atPlan?.();
    },
    stage: (...all: unknown[]) => void stages.push(all),
  } as unknown as TaskContext;
  await run(services, { userId: 'ada', from: 'wheat', to: 'grain', undo: null, ...of }, context);
  return { steps, stages, checkpoints };
}

test('LIB-10 a change keeps its plan before the first note, and says after every twenty how far it is', async () => {
  for (let n = 45; n >= 1; n--) await addContent('ada', 'x\n\n#wheat', { id: idOf(n) });
  await addContent('bob', 'Theirs\n\n#wheat');
  await addContent('ada', 'None\n\n#rye');
  const plan = Array.from({ length: 45 }, (_, at) => ({ contentId: idOf(at + 1), was: 'wheat', had: false }));
  const gone = () => client.db.delete(contents).where(eq(contents.id, idOf(5)));
  const { steps, stages } = await change({}, {}, { atPlan: gone });
  expect(steps).toEqual([
    ['plan', plan],
    ['reached', { done: 0, same: [] }],
    ['reached', { done: 20, same: [4] }],
    ['reached', { done: 40, same: [4] }],
    ['folders', []],
    ['reached', { done: 45, same: [4] }],
  ]);
  expect(stages).toEqual([20, 40, 45].map((done) => ['tagging', (100 * done) / 45, 'tagging', { done, total: 45 }]));
  expect(await client.query(`select note, user_id from contents where note like '%wheat'`)).toEqual([
    { note: 'Theirs\n\n#wheat', user_id: 'bob' },
  ]);
  // Taken up again: what may have been changed behind the last mark is not said to be as it was.
  const again = await change({}, { plan, reached: { done: 20, same: [4] }, folders: [] });
  expect(again.steps).toEqual([
    ['reached', { done: 20, same: [4] }],
    ['reached', { done: 40, same: [4] }],
    ['reached', { done: 45, same: [4, 40, 41, 42, 43, 44] }],
  ]);
  expect(again.stages).toHaveLength(2);
  fault = new Error('the queue is gone');
  await expect(change({ from: 'grain', to: 'oat' })).rejects.toBe(fault);
});

test('LIB-10 a change that is stopped leaves the rest of the notes', async () => {
  for (const n of [1, 2]) await addContent('ada', 'x\n\n#wheat', { id: idOf(n) });
  const stop = new AbortController();
  const reason = new Error('stopped');
  const { signal } = stop;
  await expect(change({}, {}, { signal, atPlan: async () => stop.abort(reason) })).rejects.toBe(reason);
  expect([await noteOf(idOf(1)), await noteOf(idOf(2))]).toEqual(['x\n\n#wheat', 'x\n\n#wheat']);
});

test('LIB-10 chosen notes get a tag where they have not got it, and a renamed tag is one with the other where both are', async () => {
  const notes = ['One', 'Two\n\n#Wheat', 'Three\n\n#FAVORITED', 'Four\n\n#favorited', 'Five\n\n#Wheat #Grain', 'Six\n\n#grain'];
  for (const [at, note] of notes.entries()) await addContent('ada', note, { id: idOf(at + 1) });
  await addContent('ada', null, { id: idOf(7) });
  await addContent('bob', 'Theirs', { id: idOf(8) });
  const planOf = async (of: Partial<TagChange>) => {
    const { steps } = await change(of);
    return steps[0]?.[1];
  };
  const all = Array.from({ length: 8 }, (_, at) => idOf(8 - at));
  const item = (n: number, was = '', had = false) => ({ contentId: idOf(n), was, had });
  expect(await planOf({ from: null, to: 'wheat', among: all })).toEqual([item(1), item(3), item(4), item(6)]);
  expect(await planOf({ from: null, to: 'favorited', among: all.slice(3) })).toEqual([
    item(1),
    item(2),
    item(3, 'FAVORITED'),
    item(5),
  ]);
  expect(await planOf({ from: null, to: 'oat' })).toEqual([]);
  const now = async () =>
    (
      await client.query<{ note: string }>(`select note from contents where user_id = 'ada' and note is not null order by id`)
    ).map(({ note }) => note.split('\n\n')[1]);
  expect(await now()).toEqual([
    '#wheat #favorited',
    '#Wheat #favorited',
    '#favorited #wheat',
    '#favorited #wheat',
    '#Wheat #Grain #favorited',
    '#grain #wheat',
  ]);
  // One that is written so already is left.
  expect(await planOf({ from: 'wheat', to: 'Wheat' })).toEqual([1, 3, 4, 6].map((n) => item(n, 'wheat')));
  expect(await planOf({ from: 'wheat', to: 'grain' })).toEqual([1, 2, 3, 4, 5, 6].map((n) => item(n, 'Wheat', n > 4)));
  expect(await now()).toEqual([
    ...['#grain #favorited', '#grain #favorited', '#favorited #grain', '#favorited #grain', '#Grain #favorited', '#grain'],
  ]);
  expect(await planOf({ from: 'GRAIN', to: null })).toEqual([1, 2, 3, 4, 5, 6].map((n) => item(n, n === 5 ? 'Grain' : 'grain')));
  expect(await now()).toEqual(['#favorited', '#favorited', '#favorited', '#favorited', '#favorited', undefined]);
});

test('LIB-10 an undone change brings back what was there, and leaves what was changed by hand since', async () => {
  const notes = ['A\n\n#grain', 'B\n\n#oat', 'C\n\n#grain #wheat', 'D\n\n#Grain', 'E\n\n#grain', 'F\n\n#Wheat'];
  for (const [at, note] of notes.entries()) await addContent('ada', note, { id: idOf(at + 1) });
  const undoing = (of: Partial<TagChange>, ...items: [n: number, was: string, had?: boolean][]) =>
    change({ ...of, undo: items.map(([n, was, had = false]) => ({ contentId: idOf(n), was, had })) });
  const { steps } = await undoing({}, [1, 'Wheat'], [2, 'wheat'], [3, 'wheat'], [4, 'wheat', true]);
  // There is nothing to keep of a plan that is given.
  expect(steps).toEqual([
    ['reached', { done: 0, same: [] }],
    ['reached', { done: 4, same: [1, 2] }],
  ]);
  expect(await Promise.all([1, 2, 3, 4].map((n) => noteOf(idOf(n))))).toEqual([
    ...['A\n\n#Wheat', 'B\n\n#oat', 'C\n\n#grain #wheat', 'D\n\n#Grain #wheat'],
  ]);
  await undoing({ from: null, to: 'grain' }, [5, '']);
  await undoing({ from: null, to: 'Grain' }, [3, 'GRAIN']);
  await undoing({ from: 'oat', to: null }, [1, 'oat'], [2, 'oat']);
  await undoing({ from: 'WHEAT', to: 'Wheat' }, [6, 'WHEAT']);
  expect(await Promise.all([5, 3, 1, 2, 6].map((n) => noteOf(idOf(n))))).toEqual([
    ...['E', 'C\n\n#GRAIN #wheat', 'A\n\n#Wheat #oat', 'B\n\n#oat', 'F\n\n#WHEAT'],
  ]);
});

test('LIB-10 smart folders follow a renamed tag and come back with it, and a removed one stays in them', async () => {
  const folder = (userId: string, n: number, tags: string[]) => ({ id: idOf(n), userId, name: String(n), tags });
  await client.db
    .insert(smartFolders)
    .values([folder('ada', 1, ['Wheat', 'oat']), folder('ada', 2, ['oat']), folder('bob', 3, ['wheat'])]);
  const tagsOf = async () =>
    (await client.db.select().from(smartFolders).orderBy(smartFolders.id)).map(({ tags }) => tags.join(' '));
  const { steps } = await change({});
  expect(steps.at(-2)).toEqual(['folders', [{ folderId: idOf(1), tags: ['Wheat', 'oat'] }]]);
  expect(await tagsOf()).toEqual(['grain oat', 'oat', 'wheat']);
  // One that was killed after it had looked goes by what it saw.
  const kept = { folders: [{ folderId: idOf(2), tags: ['oat'] }], plan: [], reached: { done: 0, same: [] } };
  expect((await change({ from: 'oat', to: 'rye' }, kept)).steps.map(([name]) => name)).toEqual(['reached']);
  expect(await tagsOf()).toEqual(['grain oat', 'rye', 'wheat']);
  await change({ undo: [], undoFolders: [{ folderId: idOf(1), tags: ['Wheat', 'oat'] }] });
  expect(await tagsOf()).toEqual(['Wheat oat', 'rye', 'wheat']);
  await change({ undo: [] });
  expect((await change({ to: null })).steps.map(([name]) => name)).toEqual(['plan', 'reached']);
  expect(await tagsOf()).toEqual(['Wheat oat', 'rye', 'wheat']);
});

test('LIB-10 the last change of a user is told with its counts, and undone by its id alone', async () => {
  const plan = [1, 2, 3].map((n) => ({ contentId: idOf(n), was: 'wheat', had: false }));
  const payload: TagChange = { userId: 'ada', from: 'wheat', to: 'grain', undo: null };
  const add = async (values: Partial<typeof taskRows.$inferInsert>) => {
    const rest = { kind: 'tag_change', key: 'ada', userId: 'ada', payload, state: 'completed', createdAt: day(2) } as const;
    const [row] = await client.db
      .insert(taskRows)
      .values({ ...rest, ...values })
      .returning();
    return row;
  };
  expect(await readTagChange(services, 'ada')).toBeNull();
  await add({ createdAt: day(1), payload: { ...payload, from: 'older' } });
  await add({ key: 'bob', userId: 'bob', createdAt: day(5), payload: { ...payload, from: 'theirs' } });
  await add({ kind: 'other', createdAt: day(5), payload: { ...payload, from: 'another kind' } });
  const folders = [{ folderId: idOf(9), tags: ['wheat'] }];
  const row = await add({ checkpoints: { plan, reached: { done: 3, same: [1] }, folders } });
  const told = { taskId: row?.id, state: 'completed', from: 'wheat', to: 'grain', isUndo: false, canUndo: true, left: 0 };
  expect(await readTagChange(services, 'ada')).toEqual({ ...told, total: 3, changed: 2 });
  latest = row;
  expect(await undoTagChange(services, 'ada', row?.id ?? '')).toBe('begun');
  const undo = [plan[0], plan[2]];
  expect(begun).toEqual([[tagChangeTask, { key: 'ada', userId: 'ada', payload: { ...payload, undo, undoFolders: folders } }]]);
  for (const [userId, taskId] of [
    ['ada', randomUUID()],
    ['bob', row?.id ?? ''],
  ] as const)
    await expect(undoTagChange(services, userId, taskId)).rejects.toMatchObject({ code: 'not_found' });
  mayStart = false;
  await expect(startTagChange(services, payload)).rejects.toMatchObject({ code: 'work_in_progress' });

  const last = async (values: Partial<typeof taskRows.$inferInsert>) => {
    await client.query(`delete from tasks where key = 'ada' and kind = 'tag_change'`);
    latest = await add(values);
    const undone = await undoTagChange(services, 'ada', (latest as { id: string }).id).catch((error: unknown) =>
      error instanceof AppError ? error.code : error,
    );
    const { taskId: _, ...shown } = (await readTagChange(services, 'ada')) ?? { taskId: '' };
    return [shown, undone];
  };
  const { taskId: _, ...rest } = told;
  // While it runs, where nothing came of it, and where it was itself the way back.
  expect(await last({ state: 'running', checkpoints: { plan, reached: { done: 0, same: [] } } })).toEqual([
    { ...rest, state: 'running', canUndo: false, total: 3, changed: 0 },
    'work_in_progress',
  ]);
  expect(await last({ state: 'failed' })).toEqual([
    { ...rest, state: 'failed', canUndo: false, total: 0, changed: 0 },
    'not_found',
  ]);
  expect(await last({ checkpoints: { plan, reached: { done: 3, same: [0, 1, 2] } } })).toEqual([
    { ...rest, canUndo: false, total: 3, changed: 0 },
    'not_found',
  ]);
  expect(await last({ payload: { ...payload, undo: plan.slice(1) }, checkpoints: { reached: { done: 2, same: [] } } })).toEqual([
    { ...rest, isUndo: true, canUndo: false, total: 2, changed: 2 },
    'not_found',
  ]);
  const among = [1, 2, 3, 4, 5].map(idOf);
  expect((await last({ payload: { ...payload, from: null, among }, checkpoints: { plan } }))[0]).toEqual({
    ...{ ...rest, from: null, left: 2, canUndo: false, total: 3, changed: 0 },
  });
});
