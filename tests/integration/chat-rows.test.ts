/** Conversations about a content, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { chatHistory, passageIndexes, passages } from '#db/schema/chat.ts';
import { tasks } from '#db/schema/tasks.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { askTask } from '#features/ask/tasks.ts';
import type { ChatMessage } from '#features/chat/contract.ts';
import { addAnswer, askQuestion, clearChat, findChat, readChat } from '#features/chat/server/chat-store.ts';
import { correctedTextOf } from '#features/chat/server/corrected-text.ts';
import { boundsOf, findTerms, passageIndexOf } from '#features/chat/server/passage-store.ts';
import { settle as settleChat } from '#features/chat/server/settle-answer.ts';
import { chatTask } from '#features/chat/tasks.ts';
import { imagesTask, musicTask, visionArticleTask } from '#features/outputs/tasks.ts';
import { promptTask } from '#features/prompts/tasks.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { chatLimits } from '#lib/input-limits.ts';
import { addUser, client, codeOf, inTx, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, addTalk, linesOf, taskOf } from './content-records.ts';
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

  test('CON-08 are stored once by two who ask at once', async () => {
    const [bystander, content] = [await addTalk('bob', ['a b']), await addTalk('ada', ['a b'])];
    const words = wordsOf(content.extractionId ?? '', content.id, false, ['one two', 'three']);
    const theirs = await indexOf({ ...words, extractionId: bystander.extractionId ?? '' });
    const [both, arrived] = [Promise.withResolvers<void>(), { count: 0 }];
    const compute = async (name: string, given: unknown) => {
      arrived.count += 1;
      if (arrived.count === 2) both.resolve();
      await both.promise;
      return build(name, given);
    };
    const ask = () => passageIndexOf({ db: client.db, compute: compute as never }, words);
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one).toEqual(other);
    expect(one.id).not.toBe(theirs.id);
    expect([arrived.count, (await allIndexes()).length, await client.db.$count(passages)]).toEqual([2, 2, 4]);
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
