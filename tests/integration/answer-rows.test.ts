/** Conversations, answers and outputs as they are stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { chatHistory, passageIndexes, passages } from '#db/schema/chat.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { blobGarbage, contents } from '#db/schema/content.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import { customPrompts, promptResults } from '#db/schema/prompts.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { tasks } from '#db/schema/tasks.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import type { Extracted } from '#engine/domain.ts';
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
import type { ChatMessage } from '#features/chat/contract.ts';
import { addAnswer, askQuestion, clearChat, findChat, readChat } from '#features/chat/server/chat-store.ts';
import { correctedTextOf } from '#features/chat/server/corrected-text.ts';
import { boundsOf, findTerms, passageIndexOf } from '#features/chat/server/passage-store.ts';
import { settle as settleChat } from '#features/chat/server/settle-answer.ts';
import { chatTask } from '#features/chat/tasks.ts';
import { indexStale } from '#features/library/server/search-index.ts';
import { listImages, listMusic, listVisionArticles } from '#features/outputs/server/list-made-outputs.ts';
import { findOutputFile, storeFiles } from '#features/outputs/server/output-files.ts';
import { settle as settleOutput } from '#features/outputs/server/settle-output.ts';
import { startImages, startMusic, startVisionArticle } from '#features/outputs/server/start-output.ts';
import { imagesTask, musicTask, visionArticleTask } from '#features/outputs/tasks.ts';
import {
  createPrompt,
  findPrompt,
  listPrompts,
  removePrompt,
  restorePrompt,
  updatePrompt,
} from '#features/prompts/server/prompt-store.ts';
import {
  listResults,
  readResult,
  removeResult,
  restoreResult,
  startAnswer,
  storeAnswer,
} from '#features/prompts/server/result-store.ts';
import { createTidyPrompts } from '#features/prompts/server/tidy-prompts.handler.ts';
import { promptLimits } from '#features/prompts/shared/prompt-limits.ts';
import { promptTask } from '#features/prompts/tasks.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { askLimits, chatLimits } from '#lib/input-limits.ts';
import { addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, byText, codesOf, linesOf } from './content-records.ts';
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

const inTx = <T>(work: (tx: Tx) => Promise<T>) => client.db.transaction(work);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const taskOf = async (id: string) => (await client.db.select().from(tasks).where(eq(tasks.id, id)))[0];

/** A content with these lines. */
async function addTalk(
  userId: string,
  texts: readonly string[],
  values: Partial<typeof contents.$inferInsert> = {},
  timed = true,
) {
  const source = await addSource();
  const extractionId = await addExtraction(source.id, { transcript: linesOf(texts, timed) });
  return addContent(userId, source.id, { extractionId, ...values });
}

describe('a conversation', () => {
  const message = (id: string, role: ChatMessage['role'], text: string, metadata: object = {}): ChatMessage => ({
    ...{ id, role, parts: [{ type: 'text', text }] },
    metadata: { createdAt: '2026-01-02T03:04:05.000Z', sources: [], related: [], ...metadata },
  });
  const answer = (values: Partial<Parameters<typeof addAnswer>[2]> = {}) => ({
    ...{ id: 'new', createdAt: new Date('2026-02-03T04:05:06Z'), markdown: 'New.', sources: [], related: ['And?'] },
    ...{ state: 'done' as const, model: 'm', ...values },
  });
  async function addChat(content: { userId: string; id: string }, messages: ChatMessage[]): Promise<string> {
    const row = { userId: content.userId, contentId: content.id, messages };
    const [made] = await client.db.insert(chatHistory).values(row).returning({ id: chatHistory.id });
    return made?.id ?? '';
  }
  const messagesOf = async (id: string) => {
    const [row] = await client.db.select().from(chatHistory).where(eq(chatHistory.id, id));
    return row?.messages as ChatMessage[];
  };

  test('CON-08 begins with a question, is of one content, and has one answer under way', async () => {
    const [mine, other] = [await addTalk('ada', ['Words.']), await addTalk('ada', ['Words.'])];
    const theirs = await addContent('bob', mine.sourceId);
    const kept = await addChat(other, [message('q', 'user', 'Other?')]);
    await addChat(theirs, [message('q', 'user', 'Theirs?')]);
    expect(await readChat(services, mine)).toEqual({ messages: [], answeringId: null });
    const id = await askQuestion(services, mine, { question: 'What?' });
    const chat = await findChat(client.db, mine);
    expect(chat?.messages).toEqual([
      {
        ...{ id: expect.any(String), role: 'user', parts: [{ type: 'text', text: 'What?' }] },
        metadata: { createdAt: expect.any(String), sources: [], related: [] },
      },
    ]);
    expect(await taskOf(id)).toMatchObject({
      ...{ kind: 'chat', key: chat?.id, userId: 'ada', contentId: mine.id, payload: { chatId: chat?.id }, state: 'queued' },
    });
    expect(await readChat(services, mine)).toEqual({ messages: chat?.messages, answeringId: id });
    expect(await askQuestion(services, mine, { question: 'More?' }).catch(codeOf)).toBe('work_in_progress');
    expect((await findChat(client.db, mine))?.messages).toHaveLength(1);
    await client.db.update(tasks).set({ state: 'completed' });
    expect((await readChat(services, mine)).answeringId).toBeNull();
    await askQuestion(services, mine, { question: 'More?' });
    expect((await findChat(client.db, mine))?.messages.map(({ parts }) => parts[0]?.text)).toEqual(['What?', 'More?']);
    await clearChat(services, mine);
    await clearChat(services, mine);
    expect(await findChat(client.db, mine)).toBeNull();
    expect(await client.db.select().from(tasks)).toEqual([]);
    expect((await messagesOf(kept)).map(({ id: at }) => at)).toEqual(['q']);
    expect((await findChat(client.db, theirs))?.messages).toHaveLength(1);
  });

  test('CON-08 takes its last question again, when that is what is shown', async () => {
    const content = await addTalk('ada', ['Words.']);
    const again = (last: string) => askQuestion(services, content, { last }).catch(codeOf);
    expect(await again('x')).toBe('bad_request');
    const chatId = (await addChatAnew([message('s', 'system', 'Be kind.')])) ?? '';
    async function addChatAnew(messages: ChatMessage[]) {
      await client.db.delete(chatHistory);
      return addChat(content, messages);
    }
    expect(await again('s')).toBe('bad_request');
    const asked = message('q', 'user', 'Q');
    const second = await addChatAnew([message('a0', 'assistant', 'Hello.'), asked, message('s', 'system', 'Hint')]);
    expect(second).not.toBe(chatId);
    expect(await again('a0')).toBe('conflict');
    const first = await again('q');
    expect((await taskOf(first as string))?.payload).toEqual({ chatId: second });
    await client.db.delete(tasks);
    const third = await addChatAnew([asked, message('a', 'assistant', 'A'), message('s', 'system', 'Hint')]);
    expect(await again('q')).toBe('conflict');
    expect((await taskOf((await again('a')) as string))?.payload).toEqual({ chatId: third, replaces: 'a' });
    expect(await messagesOf(third)).toHaveLength(3);
  });

  test('CON-08 keeps its latest messages', async () => {
    const content = await addTalk('ada', ['Words.']);
    const many = Array.from({ length: chatLimits.messages }, (_, n) => message(`m${n}`, 'user', `${n}`));
    const chatId = await addChat(content, many);
    await inTx((tx) => addAnswer(tx, chatId, answer()));
    const kept = await messagesOf(chatId);
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([chatLimits.messages, 'm1', 'new']);
    expect(kept.at(-1)).toEqual({
      ...{ id: 'new', role: 'assistant', parts: [{ type: 'text', text: 'New.' }] },
      metadata: { createdAt: '2026-02-03T04:05:06.000Z', sources: [], related: ['And?'], state: 'done', model: 'm' },
    });
    // Deleted meanwhile.
    await inTx((tx) => addAnswer(tx, randomUUID(), answer()));
  });

  const problem = { code: 'llm_unavailable' as const, params: {} };
  test.each<[string, before: [text: string, metadata: object], next: object, kept: 'new' | object]>([
    ['a whole one takes the place of a whole one', ['Old.', { state: 'done' }], {}, 'new'],
    ['a cut one takes the place of an old one without a state', ['Old.', {}], { state: 'cut' }, 'new'],
    ['a failed one leaves a whole one', ['Old.', { state: 'done' }], { state: 'failed', problem, markdown: 'Half' }, { problem }],
    [
      'a stopped one leaves a cut one',
      ['Old.', { state: 'cut' }],
      { state: 'stopped', markdown: 'Half' },
      { problem: { code: 'cancelled', params: {} } },
    ],
    [
      'a stopped one with words takes the place of a failed one',
      ['Old.', { state: 'failed', problem }],
      { state: 'stopped' },
      'new',
    ],
    [
      'an empty stopped one leaves what a failed one wrote, and why',
      ['Old.', { state: 'failed', problem }],
      { state: 'stopped', markdown: '' },
      { problem },
    ],
    [
      'an empty failed one leaves what a stopped one wrote',
      ['Old.', { state: 'stopped' }],
      { state: 'failed', markdown: '', problem },
      { problem },
    ],
    ['an empty one takes the place of an empty one', ['', { state: 'failed' }], { state: 'stopped', markdown: '' }, 'new'],
  ])('CON-08 answered again: %s', async (_, [text, metadata], next, kept) => {
    const content = await addTalk('ada', ['Words.']);
    const old = message('a', 'assistant', text, metadata);
    const chatId = await addChat(content, [message('q', 'user', 'Q'), old, message('later', 'system', 'S')]);
    await inTx((tx) => addAnswer(tx, chatId, answer(next), 'a'));
    const after = await messagesOf(chatId);
    if (kept === 'new') expect(after.map(({ id }) => id)).toEqual(['q', 'later', 'new']);
    else {
      expect(after.map(({ id }) => id)).toEqual(['q', 'a', 'later']);
      expect(after[1]).toEqual({ ...old, metadata: { ...old.metadata, ...kept } });
    }
  });

  test('CON-08 keeps what was written of an answer that failed or was stopped', async () => {
    const content = await addTalk('ada', ['Words.']);
    const id = await askQuestion(services, content, { question: 'What?' });
    const chatId = (await findChat(client.db, content))?.id ?? '';
    const source = { first: 0, last: 1, startMs: 0, page: null, text: 'Words.' };
    const createdAt = new Date('2026-01-02T03:04:05Z');
    await client.db.update(tasks).set({ createdAt, checkpoints: { model: 'm', sources: [source] } });
    const settle = (ending: Parameters<typeof settleChat>[3]['ending'], of = id) =>
      inTx((tx) => settleChat(services, tx, { chatId }, { id: of, draft: async () => 'Half', ending }));
    await settle({ state: 'failed', error: new AppError('llm_unavailable', { params: { a: 1 } }) });
    await client.db.update(tasks).set({ checkpoints: {} });
    await settle({ state: 'cancelled' });
    const [, failed, stopped] = (await findChat(client.db, content))?.messages ?? [];
    expect(failed).toEqual({
      ...{ id, role: 'assistant', parts: [{ type: 'text', text: 'Half' }] },
      metadata: {
        ...{ createdAt: createdAt.toISOString(), sources: [source], related: [], state: 'failed', model: 'm' },
        problem: { code: 'llm_unavailable', params: { a: 1 } },
      },
    });
    expect(stopped?.metadata).toEqual({ createdAt: createdAt.toISOString(), sources: [], related: [], state: 'stopped' });
  });
});

describe('passages', () => {
  const build = async (name: string, given: unknown) => {
    expect(name).toBe('buildPassages');
    return (given as { text: string }[]).map(({ text }, at) => ({ first: at, last: at, terms: text.toLowerCase().split(' ') }));
  };
  const wordsOf = (extractionId: string, contentId: string, corrected: boolean, texts: readonly string[]) => ({
    ...{ extractionId, contentId, corrected, segments: linesOf(texts).segments },
  });
  const indexOf = (words: ReturnType<typeof wordsOf>) => passageIndexOf({ db: client.db, compute: build as never }, words);
  const allIndexes = () => client.db.select().from(passageIndexes);

  test('CON-08 are stored once for an extraction, and once for what an owner corrected', async () => {
    const [mine, theirs] = [await addTalk('ada', ['a b']), await addTalk('bob', ['a b'])];
    const [own, other] = [mine.extractionId ?? '', theirs.extractionId ?? ''];
    const shared = await indexOf(wordsOf(own, mine.id, false, ['one two two', 'three']));
    expect(shared).toMatchObject({ extractionId: own, contentId: null, passages: 2, averageLength: 2 });
    expect((await indexOf(wordsOf(own, theirs.id, false, ['one two two', 'three']))).id).toBe(shared.id);
    const ofOther = await indexOf(wordsOf(other, theirs.id, false, ['one two two', 'three']));
    const corrected = await indexOf(wordsOf(own, mine.id, true, ['one two two', 'three']));
    const ofBob = await indexOf(wordsOf(own, theirs.id, true, ['one']));
    expect(new Set([shared, ofOther, corrected, ofBob].map(({ id }) => id)).size).toBe(4);
    expect(corrected).toMatchObject({ contentId: mine.id });
    // Only the latest of each is kept.
    const again = await indexOf(wordsOf(own, mine.id, true, ['one']));
    const anew = await indexOf(wordsOf(own, mine.id, false, ['one']));
    expect((await allIndexes()).map(({ id }) => id).sort()).toEqual([ofOther, ofBob, again, anew].map(({ id }) => id).sort());
    expect((await indexOf(wordsOf(own, mine.id, true, ['one']))).id).toBe(again.id);
    expect(await indexOf(wordsOf(own, mine.id, false, []))).toMatchObject({ passages: 0, averageLength: 0 });
    const speakers = {
      ...wordsOf(own, mine.id, true, ['one']),
      segments: [{ id: 0, startMs: 0, endMs: 1, text: 'one', speaker: 'Ada' }],
    };
    expect((await indexOf(speakers)).id).not.toBe(again.id);
  });

  test('CON-08 are found by their terms, each counted, with their bounds', async () => {
    const content = await addTalk('ada', ['a b']);
    const texts = Array.from({ length: 2001 }, (_, n) => (n === 2000 ? 'oven oven wood' : n === 3 ? 'oven ash x y' : 'x'));
    const { id } = await indexOf(wordsOf(content.extractionId ?? '', content.id, false, texts));
    await indexOf(wordsOf(content.extractionId ?? '', content.id, true, ['oven', 'wood']));
    const hits = await findTerms(client.db, id, ['oven', 'wood', 'none']);
    expect(hits.sort((a, b) => a.position - b.position || (a.term < b.term ? -1 : 1))).toEqual([
      { position: 3, length: 4, term: 'oven', count: 1 },
      { position: 2000, length: 3, term: 'oven', count: 2 },
      { position: 2000, length: 3, term: 'wood', count: 1 },
    ]);
    expect(await findTerms(client.db, id, [])).toEqual([]);
    expect(await boundsOf(client.db, id, [3, 2000, 9999])).toEqual(
      new Map([
        [3, { first: 3, last: 3 }],
        [2000, { first: 2000, last: 2000 }],
      ]),
    );
    expect(await boundsOf(client.db, id, [])).toEqual(new Map());
    expect(await client.db.$count(passages)).toBe(2003);
  });

  test('CON-08 are of the words as their owner corrected them', async () => {
    const mine = await addTalk('ada', ['One.', 'Two.']);
    const text = await correctedTextOf(client.db, mine);
    expect(text).toMatchObject({ extractionId: mine.extractionId, contentId: mine.id, corrected: false });
    expect(text.segments.map((line) => [line.id, line.text])).toEqual([
      [0, 'One.'],
      [1, 'Two.'],
    ]);
    const edit = { type: 'text', line: 1, startMs: 10_000, was: 'Two.', text: 'Three.' };
    await client.db.insert(transcriptEdits).values({ userId: 'ada', contentId: mine.id, edit });
    const corrected = await correctedTextOf(client.db, mine);
    expect([corrected.corrected, corrected.segments[1]?.text]).toEqual([true, 'Three.']);
    const theirs = await addContent('bob', mine.sourceId, { extractionId: mine.extractionId });
    expect((await correctedTextOf(client.db, theirs)).corrected).toBe(false);
    expect(await correctedTextOf(client.db, await addTalk('ada', [])).catch(codeOf)).toBe('subtitles_missing');
    expect(await correctedTextOf(client.db, await addOwn('ada')).catch(codeOf)).toBe('subtitles_missing');
    const silent = await addContent('ada', (await addSource()).id, { extractionId: await addExtraction(mine.sourceId) });
    expect(await correctedTextOf(client.db, silent).catch(codeOf)).toBe('subtitles_missing');
  });
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

describe('prompts', () => {
  const words = { title: 'T', customPrompt: 'P' };

  test('OUT-02 are one user’s, changed only by that user, and come back for a day', async () => {
    const theirs = await createPrompt(client.db, 'bob', words);
    const made = await createPrompt(client.db, 'ada', words);
    expect(made).toEqual({ promptId: made.promptId, ...words, createdAt: made.createdAt, updatedAt: made.updatedAt });
    const [old] = await client.db
      .insert(customPrompts)
      .values({ userId: 'ada', title: 'Old', customPrompt: 'P', createdAt: new Date(0) })
      .returning();
    expect((await listPrompts(client.db, 'ada')).map(({ promptId }) => promptId)).toEqual([made.promptId, old?.id]);
    const changed = await updatePrompt(client.db, 'ada', made.promptId, { title: 'T2', customPrompt: 'P2' });
    expect([changed.title, changed.customPrompt, changed.createdAt]).toEqual(['T2', 'P2', made.createdAt]);
    const refused = async (work: Promise<unknown>) => expect(await work.catch(codeOf)).toBe('not_found');
    await refused(updatePrompt(client.db, 'ada', theirs.promptId, words));
    await refused(removePrompt(client.db, 'ada', theirs.promptId));
    await refused(restorePrompt(client.db, 'ada', made.promptId));
    await removePrompt(client.db, 'ada', made.promptId);
    await refused(removePrompt(client.db, 'ada', made.promptId));
    await refused(updatePrompt(client.db, 'ada', made.promptId, words));
    await refused(restorePrompt(client.db, 'bob', made.promptId));
    expect([await findPrompt(client.db, 'ada', made.promptId), await findPrompt(client.db, 'ada', theirs.promptId)]).toEqual([
      null,
      null,
    ]);
    expect(await findPrompt(client.db, 'bob', theirs.promptId)).toEqual(theirs);
    expect(await restorePrompt(client.db, 'ada', made.promptId)).toEqual(changed);
    expect((await listPrompts(client.db, 'bob')).map(({ title }) => title)).toEqual(['T']);
  });

  test('OUT-02 are as many as a user may have, without deleted ones', async () => {
    const rows = Array.from({ length: promptLimits.perUser - 1 }, (_, n) => ({
      userId: 'ada',
      title: `${n}`,
      customPrompt: 'P',
    }));
    await client.db.insert(customPrompts).values(rows);
    const [gone] = await client.db
      .insert(customPrompts)
      .values({ userId: 'ada', ...words, deletedAt: new Date() })
      .returning();
    await createPrompt(client.db, 'ada', words);
    const refused = await createPrompt(client.db, 'ada', words).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'prompt_limit', params: { most: promptLimits.perUser } });
    expect(await restorePrompt(client.db, 'ada', gone?.id ?? '').catch(codeOf)).toBe('prompt_limit');
    await createPrompt(client.db, 'bob', words);
    expect(await listPrompts(client.db, 'ada')).toHaveLength(promptLimits.perUser);
  });

  const run = (content: Parameters<typeof startAnswer>[1], promptId: string, language: 'en' | 'zh' = 'en') =>
    startAnswer(services, content, promptId, language);

  test('CON-07 are answered for one content, by what they said then', async () => {
    const content = await addTalk('ada', ['Words.'], { noteLanguage: 'zh' });
    const { promptId } = await createPrompt(client.db, 'ada', words);
    const theirs = await createPrompt(client.db, 'bob', words);
    expect(await run(await addOwn('ada'), promptId).catch(codeOf)).toBe('subtitles_missing');
    expect(await startAnswer({ ...services, llm: null }, content, promptId, 'en').catch(codeOf)).toBe('llm_not_configured');
    for (const id of [randomUUID(), theirs.promptId, 'official-none'])
      expect(await run(content, id).catch(codeOf)).toBe('not_found');
    expect(await run(content, promptId)).toBe('queued');
    const [row] = await client.db.select().from(promptResults);
    const [task] = await client.db.select().from(tasks);
    expect(task).toMatchObject({
      ...{ kind: 'prompt', key: row?.id, userId: 'ada', contentId: content.id },
      payload: { resultId: row?.id, title: 'T', prompt: 'P', language: 'zh' },
    });
    expect(await run(content, promptId)).toBe('queued');
    expect(await client.db.$count(tasks)).toBe(1);
    expect(await readResult(services, content, promptId)).toEqual({
      ...{ promptId, title: 'T', prompt: 'P', text: null, sources: [], checks: null, model: null, usage: null, writtenAt: null },
      ...{ outdated: false, state: 'queued', taskId: task?.id, problem: null },
    });
    await client.db.update(tasks).set({ state: 'failed', errorCode: 'llm_unavailable', errorParams: { a: 1 } });
    expect(await readResult(services, content, promptId)).toMatchObject({
      state: 'failed',
      taskId: null,
      problem: { code: 'llm_unavailable', params: { a: 1 } },
    });
    const versions = {
      extractionId: content.extractionId ?? '',
      wording: 1,
      cited: 1,
      unverified: 0,
      droppedReferences: 0,
      quotesVerified: 0,
      quotesUnmarked: 0,
      windows: 1,
      cut: false,
    };
    await inTx((tx) =>
      storeAnswer(
        tx,
        { resultId: row?.id ?? '', title: 'T', prompt: 'P', language: 'zh' },
        { text: 'Answer', sources: [], model: 'm', versions: versions as never },
      ),
    );
    await client.db.update(tasks).set({ state: 'completed', errorCode: null });
    const read = await readResult(services, content, promptId);
    expect(read).toMatchObject({ text: 'Answer', model: 'm', state: 'completed', outdated: false, problem: null });
    expect(read?.writtenAt).not.toBeNull();
    // Of changed words nothing is told until they are answered, and the answer stays until then.
    await updatePrompt(client.db, 'ada', promptId, { title: 'T2', customPrompt: 'P2' });
    await run(content, promptId);
    expect(await readResult(services, content, promptId)).toMatchObject({
      title: 'T',
      prompt: 'P',
      text: 'Answer',
      state: 'queued',
    });
    expect((await client.db.select().from(tasks)).find(({ state }) => state === 'queued')?.payload).toMatchObject({
      title: 'T2',
      prompt: 'P2',
    });
    expect(await readResult(services, { ...content, extractionId: randomUUID() }, promptId)).toMatchObject({ outdated: true });
    // Without the prompt, by what it said.
    await client.db.update(tasks).set({ state: 'cancelled' });
    await removePrompt(client.db, 'ada', promptId);
    expect(await run(content, promptId)).toBe('queued');
  });

  test('CON-07 that are official are asked in the language of the interface', async () => {
    const content = await addTalk('ada', ['Words.']);
    await run(content, 'official-quotes', 'zh');
    await run(content, 'official-action-items', 'en');
    const titles = (await listResults(client.db, content)).map(({ title }) => title);
    expect([/\p{Script=Han}/u.test(titles[0] ?? ''), /\p{Script=Han}/u.test(titles[1] ?? ''), titles.length]).toEqual([
      true,
      false,
      2,
    ]);
  });

  test('CON-07 answers are listed, deleted with their work, and brought back, each of its content', async () => {
    const [content, other] = [await addTalk('ada', ['Words.']), await addTalk('ada', ['Words.'])];
    const theirs = await addContent('bob', content.sourceId, { extractionId: content.extractionId });
    for (const of of [content, other, theirs]) await run(of, 'official-quotes');
    await run(content, 'official-timeline');
    await client.db
      .update(promptResults)
      .set({ text: 'X', writtenAt: new Date(), model: 'm' })
      .where(eq(promptResults.promptId, 'official-timeline'));
    expect(await listResults(client.db, content)).toMatchObject([
      { promptId: 'official-quotes', hasText: false },
      { promptId: 'official-timeline', hasText: true },
    ]);
    await removeResult(services, content, 'official-quotes');
    expect(await removeResult(services, content, 'official-quotes').catch(codeOf)).toBe('not_found');
    expect(await readResult(services, content, 'official-quotes')).toBeNull();
    expect((await client.db.select().from(tasks)).map(({ contentId, state }) => [contentId, state]).sort(byText)).toEqual(
      [
        [content.id, 'cancelled'],
        [content.id, 'queued'],
        [other.id, 'queued'],
        [theirs.id, 'queued'],
      ].sort(byText),
    );
    for (const of of [other, theirs]) expect(await listResults(client.db, of)).toHaveLength(1);
    expect(await restoreResult(client.db, other, 'official-quotes').catch(codeOf)).toBe('not_found');
    await restoreResult(client.db, content, 'official-quotes');
    expect(await listResults(client.db, content)).toHaveLength(2);
    // One that was deleted is asked anew without its old text.
    await removeResult(services, content, 'official-timeline');
    await run(content, 'official-timeline', 'zh');
    const again = await readResult(services, content, 'official-timeline');
    expect(again).toMatchObject({ text: null, model: null, writtenAt: null, state: 'queued' });
    expect(again?.title).toMatch(/\p{Script=Han}/u);
  });

  test('CON-07 answers have a limit for each content', async () => {
    const [content, other] = [await addTalk('ada', ['Words.']), await addTalk('ada', ['Words.'])];
    const rows = Array.from({ length: promptLimits.resultsPerContent - 1 }, (_, n) => ({
      userId: 'ada',
      contentId: content.id,
      promptId: `p${n}`,
      ...{ title: 'T', prompt: 'P' },
    }));
    await client.db.insert(promptResults).values(rows);
    await run(content, 'official-quotes');
    const refused = await run(content, 'official-timeline').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'prompt_limit', params: { most: promptLimits.resultsPerContent } });
    expect([await run(content, 'official-quotes'), await run(other, 'official-timeline')]).toEqual(['queued', 'queued']);
  });

  test('CON-07 what was deleted a day ago is gone, with its tasks', async () => {
    const content = await addTalk('ada', ['Words.']);
    for (const id of ['official-quotes', 'official-timeline', 'official-action-items']) await run(content, id);
    const [old, young] = [hoursAgo(24.1), hoursAgo(23.9)];
    const rows = await client.db.select().from(promptResults).orderBy(promptResults.promptId);
    for (const [at, deletedAt] of [old, young, null].entries())
      await client.db
        .update(promptResults)
        .set({ deletedAt })
        .where(eq(promptResults.id, rows[at]?.id ?? ''));
    for (const deletedAt of [old, young, null])
      await client.db.insert(customPrompts).values({ userId: 'ada', ...words, deletedAt });
    await createTidyPrompts(services).run({}, {} as never);
    expect(await client.db.$count(customPrompts)).toBe(2);
    const left = [rows[1]?.id, rows[2]?.id].sort(byText);
    expect((await client.db.select().from(promptResults)).map(({ id }) => id).sort()).toEqual(left);
    expect((await client.db.select().from(tasks)).map(({ key }) => key).sort()).toEqual(left);
  });
});

describe('outputs', () => {
  test('API-01 are listed newest first in pages, of one user', async () => {
    const at = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, n)), updatedAt: new Date(Date.UTC(2026, 1, n)) });
    const operationName = `images/${randomUUID().toUpperCase()}/x`;
    for (const [userId, n] of [
      ['ada', 1],
      ['ada', 3],
      ['ada', 2],
      ['bob', 4],
    ] as const) {
      await client.db
        .insert(musicGenerations)
        .values({ userId, taskId: `t${n}`, title: `T${n}`, provider: 'p', audioUrl: `/a${n}`, ...at(n) });
      await client.db
        .insert(imageGenerations)
        .values({ userId, operationName, generatedImageUrl: `/i${n}`, generatedImageUrls: [`/i${n}`], ...at(n) });
      await client.db.insert(videoProcessingTasks).values({
        userId,
        videoUrl: `/v${n}`,
        htmlUrl: `/h${n}`,
        pdfUrl: `/p${n}`,
        markdownUrl: `/m${n}`,
        status: 'completed',
        ...at(n),
      });
    }
    const stamps = (n: number) => ({ created_at: at(n).createdAt.toISOString(), updated_at: at(n).updatedAt.toISOString() });
    const id = expect.any(String);
    const all = [
      [listMusic, (n: number) => ({ id, task_id: `t${n}`, title: `T${n}`, audio_url: `/a${n}`, provider: 'p', ...stamps(n) })],
      [
        listImages,
        (n: number) => ({
          ...{ id, operation_name: operationName, content_id: operationName.slice(7, 43).toLowerCase() },
          ...{ generated_image_url: `/i${n}`, generated_image_urls: [`/i${n}`], ...stamps(n) },
        }),
      ],
      [
        listVisionArticles,
        (n: number) => ({
          id,
          video_url: `/v${n}`,
          html_url: `/h${n}`,
          pdf_url: `/p${n}`,
          markdown_url: `/m${n}`,
          status: 'completed',
          ...stamps(n),
        }),
      ],
    ] as const;
    for (const [list, of] of all) {
      const first = await list(client.db, 'ada', { limit: 2 });
      expect(first.items).toEqual([of(3), of(2)]);
      const cursor = first.nextCursor ?? '';
      expect(await list(client.db, 'ada', { limit: 2, cursor })).toEqual({ items: [of(1)], nextCursor: null });
      expect((await list(client.db, 'ada', { limit: 3 })).nextCursor).toBeNull();
      expect(await list(client.db, 'ada', { limit: 2, cursor: 'x' }).catch(codeOf)).toBe('bad_request');
    }
  });

  test('API-01 begin with a row and a task, from what the content says', async () => {
    const note = `# Oven\n\n- It is **warm**. [0:05](#t=5)\n\n\n${'Clay. '.repeat(1000)}`;
    const content = await addTalk('ada', ['Words.'], { title: 'Oven', note, noteExcerpt: '' });
    const made = { ...services, imageMaker: { id: 'painter' }, musicMaker: { id: 'singer' } } as unknown as Services;
    const bare = { ...services, imageMaker: null, musicMaker: null } as unknown as Services;
    expect([
      await startImages(bare, content, { count: 1 }).catch(codeOf),
      await startMusic(bare, content, {}).catch(codeOf),
    ]).toEqual([...['output_not_configured', 'output_not_configured']]);
    const silent = await addTalk('ada', ['Words.']);
    expect(await startImages(made, silent, { count: 1 }).catch(codeOf)).toBe('note_missing');
    const images = await startImages(made, content, { count: 2 });
    const payload = (await taskOf(images.taskId))?.payload as { prompt: string };
    expect(payload).toEqual({ outputId: images.id, prompt: expect.any(String), count: 2 });
    expect([payload.prompt.split('\n').slice(0, 2), payload.prompt.length]).toEqual([['Oven', 'It is warm.'], 1200]);
    const [image] = await client.db.select().from(imageGenerations).where(eq(imageGenerations.id, images.id));
    expect(image).toMatchObject({ userId: 'ada', contentId: content.id, operationName: `images/${content.id}/${images.id}` });
    const music = await startMusic(made, silent, { prompt: 'Sing', lyrics: 'La' });
    expect(await taskOf(music.taskId)).toMatchObject({
      ...{ kind: 'music', key: music.id, userId: 'ada', contentId: silent.id },
      payload: { outputId: music.id, prompt: 'Sing', lyrics: 'La' },
    });
    const [song] = await client.db.select().from(musicGenerations).where(eq(musicGenerations.id, music.id));
    expect(song).toMatchObject({ taskId: music.id, title: silent.title, provider: 'singer', contentId: silent.id });
    expect((await taskOf((await startMusic(made, content, {})).taskId))?.payload).toMatchObject({
      lyrics: null,
      prompt: payload.prompt,
    });
    const full = { ...made, settings: { ...made.settings, uploads: { quotaBytes: 0 } } } as unknown as Services;
    expect(await startMusic(full, content, {}).catch(codeOf)).toBe('storage_quota');
  });

  test('API-01 an illustrated article needs a video that is kept here and its words', async () => {
    const video = (blob: string | null, type: 'video' | 'audio' = 'video') =>
      ({ type, mime: 'video/mp4', blob, url: 'https://x.example/v.mp4' }) as Extracted['media'];
    const own = async (data: Partial<Extracted>, values: Partial<typeof contents.$inferInsert> = {}) => {
      const source = await addSource();
      return addContent('ada', source.id, { extractionId: await addExtraction(source.id, data), ...values });
    };
    const transcript = linesOf(['Words.']);
    const begin = async (content: Parameters<typeof startVisionArticle>[1]) =>
      startVisionArticle(services, content).catch(codeOf);
    expect(await begin(await addOwn('ada'))).toBe('frames_missing');
    for (const media of [null, video(null), video('media/a', 'audio')])
      expect(await begin(await own({ media, transcript }))).toBe('frames_missing');
    expect(await begin(await own({ media: video('media/a') }))).toBe('subtitles_missing');
    const linked = await own({ media: video('media/a'), transcript }, { sourceUrl: 'https://x.example/' });
    const uploaded = await own({ media: video('media/a'), transcript }, { sourceUrl: null });
    for (const [content, videoUrl] of [
      [linked, 'https://x.example/'],
      [uploaded, `/api/contents/${uploaded.id}/media`],
    ] as const) {
      const { id, taskId } = await startVisionArticle(services, content);
      const [row] = await client.db.select().from(videoProcessingTasks).where(eq(videoProcessingTasks.id, id));
      expect(row).toMatchObject({ userId: 'ada', contentId: content.id, videoUrl, status: 'pending' });
      expect(await taskOf(taskId)).toMatchObject({
        kind: 'vision_article',
        key: id,
        contentId: content.id,
        payload: { outputId: id },
      });
    }
  });

  test('API-01 their files are stored before they are named, and are their owner’s', async () => {
    const put = new Map<string, number>();
    const blobs = { put: async (key: string, bytes: Uint8Array) => void put.set(key, bytes.length) };
    const [row] = await client.db
      .insert(musicGenerations)
      .values({ userId: 'ada', taskId: 't', title: 'T', provider: 'p' })
      .returning();
    const id = row?.id ?? '';
    const files = ['a', 'bb'].map((text) => ({ name: `${text}.mp3`, bytes: Buffer.from(text) }));
    const stored = await storeFiles({ ...services, blobs } as unknown as Services, 'music', id, files);
    const keys = [`outputs/music/${id}/a.mp3`, `outputs/music/${id}/bb.mp3`];
    expect([stored, [...put]]).toEqual([
      { blobs: keys, storedBytes: 3 },
      [
        [keys[0], 1],
        [keys[1], 2],
      ],
    ]);
    const garbage = await client.db.select().from(blobGarbage);
    expect(garbage.map(({ blobKey }) => blobKey).filter((key) => keys.includes(key))).toEqual(keys);
    const minutes = garbage.map(({ createdAt }) => Math.round((createdAt.getTime() - Date.now()) / 60_000));
    expect(minutes).toEqual([60, 60]);
    await client.db.update(musicGenerations).set(stored);
    const find = (userId: string, name: string, kind: 'music' | 'images' = 'music', of = id) =>
      findOutputFile(client.db, userId, { kind, id: of, name });
    expect([
      await find('ada', 'bb.mp3'),
      await find('bob', 'bb.mp3'),
      await find('ada', 'c.mp3'),
      await find('ada', 'bb.mp3', 'images'),
      await find('ada', 'bb.mp3', 'music', randomUUID()),
    ]).toEqual([...[keys[1], null, null, null, null]]);
    const [other] = await client.db
      .insert(musicGenerations)
      .values({ userId: 'ada', taskId: 't', title: 'T', provider: 'p' })
      .returning();
    await inTx((tx) => settleOutput(services, tx, { outputId: id }));
    expect((await client.db.select().from(musicGenerations)).map((one) => one.id)).toEqual([other?.id]);
  });
});
