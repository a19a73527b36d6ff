/** Answers about the library, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { tasks } from '#db/schema/tasks.ts';
import {
  addAnswer as addLibraryAnswer,
  finishAnswer,
  listAnswers,
  readAnswer,
  replaceSources,
  requireAnswer,
  turnsBefore,
} from '#features/ask/server/answer-store.ts';
import { findPassages, linesOfNotes, linesOfPassages, readCounts, sourcesOfNotes } from '#features/ask/server/gather.ts';
import { removeAnswer } from '#features/ask/server/remove-answer.ts';
import { countScope, openScope } from '#features/ask/server/scope.ts';
import { settle as settleAsk } from '#features/ask/server/settle-answer.ts';
import { repeatAnswer, startAnswer as startLibraryAnswer } from '#features/ask/server/start-answer.ts';
import { askTask } from '#features/ask/tasks.ts';
import { chatTask } from '#features/chat/tasks.ts';
import { indexStale } from '#features/library/server/search-index.ts';
import { imagesTask, musicTask, visionArticleTask } from '#features/outputs/tasks.ts';
import { promptTask } from '#features/prompts/tasks.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { askLimits } from '#lib/input-limits.ts';
import { addUser, client, codeOf, inTx, keepAccountRows } from './account-rows.ts';
import { addOwn, addTalk, codesOf, taskOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
const kinds = [chatTask, askTask, promptTask, imagesTask, musicTask, visionArticleTask];
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  recorded = recordedServices(kinds, { limits: { libraryQuestionsPerHour: { guest: 5, account: 5 } } });
  services = { ...recorded.services, llm: { id: 'server-model' } } as unknown as Services;
});

describe('answers of the library', () => {
  const asked = (userId: string, values: Partial<typeof libraryAnswers.$inferInsert> = {}) =>
    inTx((tx) =>
      addLibraryAnswer(tx, { userId, kind: 'question', question: 'Q', scope: {}, noteLanguage: 'en', state: 'done', ...values }),
    );
  const sourceIn = (contentId: string, item: number, values: object = {}) => ({
    ...{ contentId, item, first: item, last: item + 1, startMs: item * 1000, page: null, text: `T${item}`, marks: [], ...values },
  });

  test('are listed newest first, of one user, and the oldest go when there are too many', async () => {
    const at = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)) });
    const [writing, oldest] = [await asked('ada', { ...at(0), state: 'writing' }), await asked('ada', at(1))];
    const theirs = await asked('bob', at(0));
    for (let n = 2; n < askLimits.kept; n++)
      await client.db
        .insert(libraryAnswers)
        .values({ userId: 'ada', kind: 'question', scope: {}, noteLanguage: 'en', state: 'done', ...at(n) });
    expect(await listAnswers(client.db, 'ada')).toHaveLength(askLimits.kept);
    const next = await asked('ada', { ...at(900), scope: { tag: 'x' }, scopeName: 'Name', kind: 'brief', question: '' });
    // What is being written stays.
    const ids = (await client.db.select().from(libraryAnswers)).map(({ id }) => id);
    expect([ids.length, ids.includes(writing.id), ids.includes(theirs.id)]).toEqual([askLimits.kept + 2, true, true]);
    await asked('ada', at(901));
    const after = (await client.db.select().from(libraryAnswers)).map(({ id }) => id);
    expect([after.includes(writing.id), after.includes(oldest.id)]).toEqual([true, false]);
    const listed = await listAnswers(client.db, 'ada');
    expect([listed.length, listed[1]]).toEqual([
      askLimits.kept,
      {
        id: next.id,
        kind: 'brief',
        question: '',
        scope: { tag: 'x' },
        scopeName: 'Name',
        state: 'done',
        createdAt: at(900).createdAt.toISOString(),
      },
    ]);
    expect((await listAnswers(client.db, 'bob')).map(({ id }) => id)).toEqual([theirs.id]);
    // The one that is added stays, whatever its time.
    const late = await asked('ada', at(-9));
    expect(await client.db.$count(libraryAnswers, eq(libraryAnswers.id, late.id))).toBe(1);
  });

  test('are read with their sources and the question before, by their user', async () => {
    const [first, second, gone] = [
      await addOwn('ada', { title: 'First', coverBlob: 'covers/a.jpg' }),
      await addOwn('ada', { title: 'Second' }),
      await addOwn('ada'),
    ];
    const theirs = await addOwn('bob');
    const before = await asked('ada', { question: 'Before?', markdown: 'Earlier.' });
    const row = await asked('ada', {
      afterId: before.id,
      readItems: 2,
      scopeItems: 3,
      scope: { nonsense: true } as never,
      state: 'writing',
    });
    await inTx((tx) => replaceSources(tx, row, [sourceIn(first.id, 1)]));
    await inTx((tx) =>
      replaceSources(tx, row, [
        sourceIn(second.id, 2),
        sourceIn(first.id, 1),
        sourceIn(second.id, 2, { text: 'again', startMs: null, page: 4 }),
        sourceIn(theirs.id, 3),
        sourceIn(gone.id, 4),
      ]),
    );
    await client.db.delete(contents).where(eq(contents.id, gone.id));
    await inTx((tx) =>
      finishAnswer(tx, row, {
        markdown: 'M',
        related: ['R?'],
        model: 'm',
        complete: false,
        problem: { code: 'no_such', params: {} },
      }),
    );
    const read = await readAnswer(services, 'ada', row.id);
    expect(read).toMatchObject({
      ...{
        id: row.id,
        scope: {},
        markdown: 'M',
        related: ['R?'],
        model: 'm',
        complete: false,
        problem: null,
        taskId: null,
        state: 'writing',
      },
      ...{ read: { items: 2, of: 3 }, after: { id: before.id, question: 'Before?' } },
    });
    expect(read.sources).toEqual([
      { item: 2, first: 2, last: 3, startMs: 2000, page: null, text: 'T2', marks: [] },
      { item: 1, first: 1, last: 2, startMs: 1000, page: null, text: 'T1', marks: [] },
      { item: 2, first: 2, last: 3, startMs: null, page: 4, text: 'again', marks: [] },
    ]);
    expect(read.items).toEqual([
      { item: 2, content_id: second.id, title: 'Second', cover_url: null },
      { item: 1, content_id: first.id, title: 'First', cover_url: `/api/contents/${first.id}/cover?v=covers%2Fa.jpg` },
    ]);
    const { id: taskId } = await inTx((tx) =>
      services.tasks.start(tx, askTask, { key: row.id, userId: 'ada', payload: { answerId: row.id } }),
    );
    expect((await readAnswer(services, 'ada', row.id)).taskId).toBe(taskId);
    expect((await readAnswer(services, 'ada', before.id)).after).toBeNull();
    expect((await readAnswer(services, 'ada', before.id)).read).toBeNull();
    expect(
      await codesOf(
        requireAnswer(client.db, 'bob', row.id),
        readAnswer(services, 'bob', row.id),
        removeAnswer(services, 'bob', row.id),
      ),
    ).toEqual(['not_found', 'not_found', 'not_found']);
    await removeAnswer(services, 'ada', before.id);
    expect(await readAnswer(services, 'ada', row.id)).toMatchObject({ after: null });
    await removeAnswer(services, 'ada', row.id);
    expect([await client.db.$count(libraryAnswers), await client.db.$count(libraryAnswerSources), await taskOf(taskId)]).toEqual([
      0,
      0,
      undefined,
    ]);
  });

  test('follow up on up to three earlier ones', async () => {
    let afterId: string | null = null;
    for (const n of [1, 2, 3, 4, 5]) afterId = (await asked('ada', { afterId, question: `Q${n}`, markdown: `A${n}` })).id;
    const turns = await turnsBefore(client.db, 'ada', { afterId });
    expect(turns).toEqual([3, 4, 5].map((n) => ({ question: `Q${n}`, markdown: `A${n}` })));
    expect(await turnsBefore(client.db, 'bob', { afterId })).toEqual([]);
    expect(await turnsBefore(client.db, 'ada', { afterId: null })).toEqual([]);
  });

  test('keep what was written when they fail or are stopped, or what was there before', async () => {
    const settle = async (
      row: { id: string },
      ending: Parameters<typeof settleAsk>[3]['ending'],
      kept?: 'done' | 'cut',
      userId: string | null = 'ada',
    ) => {
      await inTx((tx) =>
        settleAsk(services, tx, { answerId: row.id, ...(kept ? { kept } : {}) }, { userId, draft: async () => 'Half', ending }),
      );
      const [after] = await client.db.select().from(libraryAnswers).where(eq(libraryAnswers.id, row.id));
      return [after?.state, after?.markdown, after?.problem];
    };
    const failed = { state: 'failed' as const, error: new AppError('llm_unavailable', { params: { a: 1 } }) };
    const problem = { code: 'llm_unavailable', params: { a: 1 } };
    const row = () => asked('ada', { state: 'writing', markdown: 'Old' });
    expect(await settle(await row(), failed)).toEqual(['failed', 'Half', problem]);
    expect(await settle(await row(), { state: 'cancelled' })).toEqual(['stopped', 'Half', null]);
    expect(await settle(await row(), failed, 'cut')).toEqual(['cut', 'Old', problem]);
    expect(await settle(await row(), { state: 'cancelled' }, 'done')).toEqual(['done', 'Old', { code: 'cancelled', params: {} }]);
    for (const userId of ['bob', null])
      expect(await settle(await row(), failed, undefined, userId)).toEqual(['writing', 'Old', null]);
  });

  test('are about a scope: a collection, a smart folder, chosen contents or filters, each of one user', async () => {
    const [one, two, bare] = [
      await addTalk('ada', ['Words of ovens.'], { noteTags: ['x'] }),
      await addTalk('ada', ['More words.']),
      await addOwn('ada'),
    ];
    await addTalk('bob', ['Words of ovens.'], { noteTags: ['x'] });
    const shelfOf = async (userId: string, contentId: string | null) => {
      const [shelf] = await client.db
        .insert(collections)
        .values({ userId, slug: randomUUID(), name: `Shelf of ${userId}` })
        .returning();
      if (contentId)
        await client.db.insert(collectionItems).values({ userId, collectionId: shelf?.id ?? '', contentId, position: 1 });
      return shelf?.id ?? '';
    };
    const [shelf, empty, theirs] = [await shelfOf('ada', two.id), await shelfOf('ada', null), await shelfOf('bob', null)];
    const [folder] = await client.db
      .insert(smartFolders)
      .values({ userId: 'ada', name: 'Folder', tags: ['x'] })
      .returning();
    await indexStale(client.db, { most: 100 });
    const about = async (scope: Parameters<typeof openScope>[2], userId = 'ada') => {
      const opened = await openScope(client.db, userId, scope);
      return { name: opened.name, ...(await countScope(client.db, userId, opened)) };
    };
    expect(await about({})).toEqual({ name: null, items: 3, withWords: 2 });
    expect(await about({ collection: shelf })).toEqual({ name: 'Shelf of ada', items: 1, withWords: 1 });
    expect(await about({ collection: empty })).toEqual({ name: 'Shelf of ada', items: 0, withWords: 0 });
    expect(await about({ collection: theirs }).catch(codeOf)).toBe('not_found');
    expect(await about({ smartFolder: folder?.id ?? '' })).toEqual({ name: 'Folder', items: 1, withWords: 1 });
    expect(await about({ smartFolder: folder?.id ?? '' }, 'bob').catch(codeOf)).toBe('not_found');
    expect(await about({ contents: [one.id, bare.id] })).toEqual({ name: null, items: 2, withWords: 1 });
    expect(await about({ contents: [one.id] }, 'bob')).toEqual({ name: null, items: 0, withWords: 0 });
    expect(await about({ tag: 'x', collection: shelf })).toMatchObject({ items: 0 });
  });

  test('without a model are passages, with their numbers, and are asked again in their place', async () => {
    services = { ...services, llm: null };
    const oven = await addTalk('ada', ['The oven keeps its heat for eleven hours.', 'It is made of clay.'], {
      title: 'Oven',
      author: 'Ada',
    });
    await addTalk('bob', ['The oven keeps its heat for twelve hours.']);
    const wanted = {
      kind: 'question' as const,
      question: 'How long does the oven keep its heat?',
      scope: {},
      noteLanguage: 'en' as const,
      afterId: null,
    };
    const ask = (more = {}) => startLibraryAnswer(services, 'ada', { ...wanted, ...more });
    expect(await ask({ scope: { tag: 'none' } }).catch(codeOf)).toBe('nothing_to_ask');
    expect(await ask({ afterId: randomUUID() }).catch(codeOf)).toBe('not_found');
    const id = await ask();
    const read = await readAnswer(services, 'ada', id);
    expect(read).toMatchObject({
      state: 'done',
      markdown: '',
      complete: true,
      model: null,
      taskId: null,
      question: wanted.question,
    });
    expect(read.items).toMatchObject([{ item: 1, content_id: oven.id }]);
    expect(read.sources).toMatchObject([{ item: 1, first: 0, startMs: 0 }]);
    expect(read.sources[0]?.text).toContain('eleven hours');
    expect(await repeatAnswer(services, 'ada', id, 'zh')).toBe(id);
    expect(await readAnswer(services, 'ada', id)).toMatchObject({ sources: read.sources, state: 'done' });
    const [row] = await client.db.select().from(libraryAnswers);
    expect(row).toMatchObject({ id, noteLanguage: 'zh' });
    expect(await repeatAnswer(services, 'bob', id, 'zh').catch(codeOf)).toBe('not_found');
    expect(await ask({ kind: 'brief', question: '' }).catch(codeOf)).toBe('note_missing');
    const note = '- The clay oven is warm. [0:00](#t=0)\n- The clay is grey. [0:10](#t=10)';
    await client.db.update(contents).set({ note, noteExcerpt: '' }).where(eq(contents.id, oven.id));
    const brief = await readAnswer(services, 'ada', await ask({ kind: 'brief', question: '', noteLanguage: 'zh' }));
    expect(brief).toMatchObject({ kind: 'brief', read: { items: 1, of: 1 }, complete: true });
    expect(brief.markdown).toBe(
      '## 各条内容里还说到\n\n- The clay oven is warm. [00:00](#t=0&n=1)\n- The clay is grey. [00:10](#t=10&n=1)',
    );
    expect(brief.sources.map(({ item, startMs, text }) => [item, startMs, text])).toEqual([
      [1, 0, 'The clay oven is warm.'],
      [1, 10_000, 'The clay is grey.'],
    ]);
    const limits = { limits: { libraryQuestionsPerHour: { guest: 0, account: 0 } } };
    services = { ...services, settings: { ...services.settings, ...limits } as never };
    expect(await ask().catch(codeOf)).toBe('too_many_library_questions');
  });

  test('with a model are written by a task, and an earlier one stays until then', async () => {
    await addTalk('ada', ['The oven keeps its heat.']);
    const id = await startLibraryAnswer(services, 'ada', {
      kind: 'question',
      question: 'Oven?',
      scope: {},
      noteLanguage: 'en',
      afterId: null,
    });
    const [task] = await client.db.select().from(tasks);
    expect(task).toMatchObject({ kind: 'ask', key: id, userId: 'ada', payload: { answerId: id } });
    expect(await readAnswer(services, 'ada', id)).toMatchObject({ state: 'writing', taskId: task?.id });
    expect(await repeatAnswer(services, 'ada', id, 'en').catch(codeOf)).toBe('work_in_progress');
    const again = async (values: Partial<typeof libraryAnswers.$inferInsert>) => {
      await client.db.delete(tasks);
      await client.db.update(libraryAnswers).set({ model: 'm', problem: { code: 'internal', params: {} }, ...values });
      await repeatAnswer(services, 'ada', id, 'en');
      const [next] = await client.db.select().from(tasks);
      const [row] = await client.db.select().from(libraryAnswers);
      return [next?.payload, row?.state, row?.markdown, row?.model, row?.problem];
    };
    expect(await again({ state: 'done', markdown: 'Whole' })).toEqual([
      { answerId: id, kept: 'done' },
      'writing',
      'Whole',
      'm',
      null,
    ]);
    expect(await again({ state: 'cut', markdown: 'Cut' })).toEqual([{ answerId: id, kept: 'cut' }, 'writing', 'Cut', 'm', null]);
    expect(await again({ state: 'failed', markdown: 'Half' })).toEqual([{ answerId: id }, 'writing', '', null, null]);
    expect(await again({ state: 'done', markdown: '' })).toEqual([{ answerId: id }, 'writing', '', null, null]);
  });

  test('read the lines of passages, and of the points of notes', async () => {
    expect([readCounts(2, 3), readCounts(3, 2), readCounts(2, 2)]).toEqual([
      { complete: false, readItems: 2, scopeItems: 3 },
      { complete: true, readItems: 3, scopeItems: 3 },
      { complete: true, readItems: 2, scopeItems: 2 },
    ]);
    const texts = Array.from({ length: 8 }, (_, n) => `Line ${n}.`);
    const [talk, text] = [
      await addTalk('ada', texts, { title: 'Talk', author: 'Ada' }),
      await addTalk('ada', texts, { title: 'Text' }, false),
    ];
    const theirs = await addTalk('bob', texts);
    const points = (...places: number[]) => places.map((place) => ({ text: `P${place}`, place }));
    const notes = [
      { contentId: talk.id, title: 'Talk', author: 'Ada', points: points(20_000, 9_500, 900_000) },
      { contentId: text.id, title: 'Text', author: null, points: points(-7) },
      { contentId: theirs.id, title: '', author: null, points: points(0) },
    ];
    const lines = await linesOfNotes(client.db, 'ada', notes);
    expect(lines.items.map(({ title, author, lines: of }) => [title, author, of.map(({ id }) => id)])).toEqual([
      ['Talk', 'Ada', [1, 2, 3, 4]],
      ['Text', null, [6, 7]],
      ['', null, []],
    ]);
    expect(lines.ranked).toEqual([
      { item: 1, rank: 0, first: 2, last: 4 },
      { item: 2, rank: 0, first: 6, last: 8 },
      { item: 1, rank: 1, first: 1, last: 3 },
    ]);
    const { sources, contentIds } = sourcesOfNotes([
      { ...notes[0], points: points(...Array.from({ length: 14 }, (_, n) => n)) } as (typeof notes)[number],
      notes[1] as (typeof notes)[number],
    ]);
    expect([sources.length, sources[11]?.text, contentIds]).toEqual([13, 'P11', [talk.id, text.id]]);
    expect(sources.at(-1)).toEqual({
      contentId: text.id,
      item: 2,
      text: 'P-7',
      first: 6,
      last: 6,
      startMs: null,
      page: null,
      marks: [],
    });
    await indexStale(client.db, { most: 100 });
    const found = await findPassages(client.db, 'ada', await openScope(client.db, 'ada', { contents: [talk.id] }), {
      question: 'Line 3',
      before: [],
      forModel: true,
    });
    expect(found.contentIds).toEqual([talk.id]);
    const read = await linesOfPassages(client.db, 'ada', found);
    expect(read.ranked.slice(0, 2)).toEqual([
      { item: 1, first: found.places[0]?.first, last: found.places[0]?.last },
      { item: 1, ...found.places[0]?.lines },
    ]);
    expect(read.items.map(({ lines: of }) => of.map(({ id }) => id))).toEqual([[0, 1, 2, 3, 4, 5, 6, 7]]);
  });
});
