/** What a model's answers become in the database: of a content, of the library, of a prompt, and lines in another language. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { talkArticleParts, talkArticles } from '#db/schema/articles.ts';
import { chatHistory } from '#db/schema/chat.ts';
import { contents } from '#db/schema/content.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { promptResults } from '#db/schema/prompts.ts';
import { transcriptEdits, transcriptTranslations } from '#db/schema/transcript-edits.ts';
import { lineKey } from '#engine/translate/translate-lines.ts';
import { run as writeArticle } from '#features/articles/server/write-article.handler.ts';
import { run as answerAsk } from '#features/ask/server/answer.handler.ts';
import type { ChatMessage } from '#features/chat/contract.ts';
import { run as answerChat } from '#features/chat/server/answer.handler.ts';
import { correctedTextOf } from '#features/chat/server/corrected-text.ts';
import { findPassages, linesFor } from '#features/chat/server/find-passages.ts';
import { indexStale } from '#features/library/server/search-index.ts';
import { run as answerPrompt } from '#features/prompts/server/answer-prompt.handler.ts';
import { run as translate } from '#features/transcripts/server/translate.handler.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { computeHere } from '../harness/compute-here.ts';
import { translateFor, writeArticleFor } from '../harness/models/fake-llm.ts';
import { addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, codesOf, linesOf } from './content-records.ts';
import { recordedServices } from './recorded-services.ts';

keepAccountRows();

let services: Services;
/** What the model was asked, and what it says. */
let prompts: string[] = [];
let say: (prompt: string) => string = () => '';
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  prompts = [];
  const { services: made } = recordedServices([], { model: { costLimitUsd: null, dailyLimitUsd: null } });
  const llm = {
    ...{ id: 'model', contextTokens: 128_000, price: null },
    async *stream({ instructions, prefix = '', prompt }: { instructions: string; prefix?: string; prompt: string }) {
      const whole = [instructions, prefix, prompt].join('\n');
      prompts.push(whole);
      for (const piece of say(whole).match(/.{1,40}/gs) ?? []) yield { type: 'text' as const, text: piece };
      yield { type: 'finish' as const, reason: 'stop' as const, inputTokens: 10, outputTokens: 5 };
    },
  };
  services = { ...made, llm, compute: computeHere } as unknown as Services;
});

const texts = Array.from({ length: 12 }, (_, n) => `The keeper of house ${n} weighed ${n + 20} sacks of rye in the autumn.`);
async function addTalk(userId: string, lines: readonly string[] = texts, values: Partial<typeof contents.$inferInsert> = {}) {
  const source = await addSource();
  return addContent(userId, source.id, {
    title: 'Rye',
    extractionId: await addExtraction(source.id, { title: 'Rye', transcript: linesOf(lines), kind: 'video' }),
    ...values,
  });
}

type Told = { stages: unknown[][]; drafts: string[]; kept: Map<string, unknown> };
function contextOf(kind: string, values: object = {}, kept: [string, unknown][] = []): TaskContext & Told {
  const told: Told = { stages: [], drafts: [], kept: new Map(kept) };
  const id = randomUUID();
  return {
    ...told,
    ...{
      task: { id, kind, userId: 'ada', contentId: null, createdAt: new Date('2026-01-02T03:04:05Z'), ...values },
      usageKey: `${kind}:${id}`,
    },
    ...{ signal: new AbortController().signal, checkpoints: told.kept, logger: services.logger, flush: async () => undefined },
    stage: (...said: unknown[]) => told.stages.push(said),
    draft: (text: string | (() => string)) => told.drafts.push(typeof text === 'string' ? text : text()),
    checkpoint: async (name: string, value: unknown) => void told.kept.set(name, value),
    write: (work: (tx: Tx) => Promise<unknown>) => client.db.transaction(work),
    complete: (work: (tx: Tx) => Promise<void>) => client.db.transaction(work),
  } as unknown as TaskContext & Told;
}
const usesOf = () =>
  client.query<{ job: string; kind: string; user: string; model: string }>(
    'select job, kind, user_id as user, model from model_uses',
  );

const message = (id: string, role: ChatMessage['role'], text: string, metadata: object = {}): ChatMessage => ({
  ...{ id, role, parts: [{ type: 'text', text }] },
  metadata: { createdAt: null, sources: [], related: [], ...metadata },
});

test('CON-08 the last question is answered from the words, after what was said before', async () => {
  const talk = await addTalk('ada');
  const messages = [
    message('q1', 'user', 'Who kept house one?'),
    message('a1', 'assistant', 'The keeper did. [0:10](#t=10)'),
    message('a2', 'assistant', 'Half an answer', { state: 'failed' }),
    message('s', 'system', 'Be brief'),
    message('q2', 'user', 'And how much rye in house three?'),
    message('a3', 'assistant', 'Old answer'),
  ];
  const [chat] = await client.db.insert(chatHistory).values({ userId: 'ada', contentId: talk.id, messages }).returning();
  const chatId = chat?.id ?? '';
  say = () => 'There were 23 sacks of rye in house 3. [L3]\n';
  const context = contextOf('chat', { contentId: talk.id });
  await answerChat(services, { chatId, replaces: 'a3' }, context);
  const [row] = await client.db.select().from(chatHistory);
  const after = row?.messages as ChatMessage[];
  expect(after.map(({ id }) => id)).toEqual(['q1', 'a1', 'a2', 's', 'q2', context.task.id]);
  expect(after.at(-1)).toMatchObject({
    ...{
      role: 'assistant',
      parts: [{ type: 'text', text: expect.stringContaining('23 sacks of rye in house 3. [00:30](#t=30)') }],
    },
    metadata: {
      createdAt: '2026-01-02T03:04:05.000Z',
      state: 'done',
      model: 'model',
      sources: [{ first: 3, last: 3, startMs: 30_000 }],
    },
  });
  const [prompt = ''] = prompts;
  const has = (text: string) => prompt.includes(text);
  expect([
    has('Who kept house one?'),
    has('The keeper did.'),
    has('#t=10'),
    has('Half an answer'),
    has('Be brief'),
    has('Old answer'),
    has('weighed 31 sacks'),
  ]).toEqual([true, true, false, false, false, false, true]);
  expect([context.kept.get('model'), (context.kept.get('sources') as unknown[]).length, context.drafts.length > 0]).toEqual([
    'model',
    1,
    true,
  ]);
  expect(await usesOf()).toEqual([{ job: context.usageKey, kind: 'chat', user: 'ada', model: 'model' }]);
  const wrong = [contextOf('chat', { contentId: null }), contextOf('chat', { contentId: talk.id, userId: null })];
  expect(await codesOf(...wrong.map((one) => answerChat(services, { chatId }, one)))).toEqual(['internal', 'internal']);
  // Of a conversation that was begun anew there is no question to answer.
  expect(await answerChat(services, { chatId: randomUUID() }, contextOf('chat', { contentId: talk.id })).catch(codeOf)).toBe(
    'bad_request',
  );
});

test('CON-08 of a long talk those lines are read that the last questions are about, not the answers to them', async () => {
  const filler = Array.from({ length: 400 }, (_, n) => `Sentence ${n} speaks of nothing in particular and goes on for a while.`);
  const talk = await addTalk('ada', [
    ...[...filler.slice(0, 100), 'A clay oven keeps its heat.', ...filler.slice(100, 200)],
    ...['The river carries salt to the harbour.', ...filler.slice(200)],
  ]);
  const messages = [
    message('q0', 'user', 'Where does the road go?'),
    message('q1', 'user', 'Which clay oven?'),
    message('a1', 'assistant', 'The river carries salt.'),
    message('q2', 'user', 'And then?'),
  ];
  const [chat] = await client.db.insert(chatHistory).values({ userId: 'ada', contentId: talk.id, messages }).returning();
  say = () => 'It keeps its heat. [L100]\n';
  const small = { ...services, llm: { ...(services.llm as object), contextTokens: 4096 } } as unknown as Services;
  await answerChat(small, { chatId: chat?.id ?? '' }, contextOf('chat', { contentId: talk.id }));
  const [prompt = ''] = prompts;
  const has = (text: string) => prompt.includes(text);
  expect([has('A clay oven keeps its heat.'), has('salt to the harbour'), has('The river carries salt.')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('CON-08 lines and passages are found by the words of a question', async () => {
  const filler = Array.from(
    { length: 150 },
    (_, n) => `Sentence ${n} speaks of nothing in particular and goes on for a good while.`,
  );
  const lines = [
    ...filler.slice(0, 70),
    'A clay oven keeps its heat.',
    ...filler.slice(70, 120),
    'The heat of a clay oven is its keeper.',
    ...filler.slice(120),
  ];
  const talk = await addTalk('ada', lines);
  const words = await correctedTextOf(client.db, talk);
  const ids = await linesFor(services, words, 'Which oven keeps its heat?', null, 600);
  expect([ids.includes(70), ids.length < 60, ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0))]).toEqual([
    true,
    true,
    true,
  ]);
  expect((await linesFor(services, words, 'And then?', 'Which clay oven?', 600)).includes(121)).toBe(true);
  const found = await findPassages(services, words, 'heat of a clay oven');
  expect(found[0]).toMatchObject({ first: 121, startMs: 1_210_000 });
  expect(found.map(({ text }) => text.includes('oven'))).toEqual(found.map(() => true));
  expect(found.length).toBeLessThanOrEqual(8);
  expect(await findPassages(services, words, 'xylophone')).toEqual([]);
});

const library = async (values: Partial<typeof libraryAnswers.$inferInsert> = {}) => {
  const [row] = await client.db
    .insert(libraryAnswers)
    .values({
      userId: 'ada',
      kind: 'question',
      question: 'How much rye did house three have?',
      scope: {},
      noteLanguage: 'en',
      state: 'writing',
      ...values,
    })
    .returning();
  return row?.id ?? '';
};
const answerOf = async (id: string) => (await client.db.select().from(libraryAnswers).where(eq(libraryAnswers.id, id)))[0];

test('a question about the library is answered with its sources, after the turns before', async () => {
  const talk = await addTalk('ada');
  await addTalk('bob', ['House three of Bob had 99 sacks of rye.']);
  const before = await library({ question: 'Who weighed rye?', markdown: 'The keepers. [0:10](#t=10&n=1)', state: 'done' });
  const id = await library({ afterId: before });
  await indexStale(client.db, { most: 100 });
  say = (prompt) => {
    const line = /^\[?(L\d+)\]?.*weighed 23 sacks/m.exec(prompt)?.[1] ?? 'L0';
    return `House 3 had 23 sacks of rye. [${line}]\n`;
  };
  const context = contextOf('ask');
  await answerAsk(services, { answerId: id }, context);
  expect(await answerOf(id)).toMatchObject({ state: 'done', model: 'model', complete: true, problem: null, readItems: null });
  expect((await answerOf(id))?.markdown).toContain('23 sacks of rye');
  const rows = await client.db.select().from(libraryAnswerSources);
  expect(rows.every(({ contentId, item, userId }) => contentId === talk.id && item === 1 && userId === 'ada')).toBe(true);
  expect(rows.length).toBeGreaterThan(0);
  const [prompt = ''] = prompts;
  expect([prompt.includes('Who weighed rye?'), prompt.includes('The keepers.'), prompt.includes('99 sacks')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(context.stages).toEqual([['writing', 10, 'writing']]);
  expect((await usesOf()).map(({ kind }) => kind)).toEqual(['ask']);
  // Where nothing is found, nothing is asked.
  prompts = [];
  const none = await library({ question: 'xylophone', markdown: 'Old' });
  await answerAsk(services, { answerId: none }, contextOf('ask'));
  expect([prompts, await answerOf(none)]).toMatchObject([[], { state: 'done', markdown: '', model: null, complete: true }]);
  expect(
    await codesOf(
      answerAsk(services, { answerId: id }, contextOf('ask', { userId: null })),
      answerAsk(services, { answerId: id }, contextOf('ask', { userId: 'bob' })),
    ),
  ).toEqual(['internal', 'not_found']);
});

test('of the turns before, a model is given what was said', async () => {
  await addTalk('ada');
  await indexStale(client.db, { most: 100 });
  const brief = await library({ kind: 'brief', question: '', markdown: 'Of rye. [0:10](#t=10&n=1)', state: 'done' });
  const passages = await library({ question: 'Who weighed rye?', markdown: '', state: 'done', afterId: brief });
  const talkOf = async (afterId: string | null) => {
    prompts = [];
    say = () => 'Rye. [L0]\n';
    await answerAsk(services, { answerId: await library({ afterId }) }, contextOf('ask'));
    return (prompts[0] ?? '').split('\n').filter((line) => /^(?:Reader|You):/.test(line));
  };
  const said = await talkOf(passages);
  expect(said).toEqual(['You: Of rye.', 'Reader: Who weighed rye?']);
  expect(await talkOf(null)).toEqual([]);
});

test('an earlier answer stays as it is until the next one is whole', async () => {
  const talk = await addTalk('ada');
  await indexStale(client.db, { most: 100 });
  const id = await library({ markdown: 'Earlier', model: 'old' });
  await client.db.insert(libraryAnswerSources).values({
    answerId: id,
    position: 0,
    userId: 'ada',
    contentId: talk.id,
    item: 1,
    firstSegment: 0,
    lastSegment: 0,
    text: 'kept',
  });
  const sources = async () => (await client.db.select().from(libraryAnswerSources)).map(({ text }) => text);
  const attempt = async (kept?: 'done') => {
    let seen: unknown[] = [];
    const context = contextOf('ask');
    const failing = {
      ...services,
      llm: {
        ...services.llm,
        async *stream() {
          seen = [(await answerOf(id))?.model, (await sources()).includes('kept')];
          yield* [] as never[];
          throw new Error('no answer');
        },
      },
    } as unknown as Services;
    await answerAsk(failing, { answerId: id, ...(kept ? { kept } : {}) }, context).catch(() => undefined);
    return seen;
  };
  expect(await attempt('done')).toEqual(['old', true]);
  expect(await attempt()).toEqual(['model', false]);
});

test('a brief is made from the points of notes, and says of how many', async () => {
  const note = (n: number) => `- House ${n} had rye. [0:${n}0](#t=${n}0)`;
  const talk = await addTalk('ada', texts, { note: note(1), noteExcerpt: '' });
  await addOwn('ada', { note: 'No list', noteExcerpt: '' });
  await addOwn('ada');
  const id = await library({ kind: 'brief', question: '' });
  say = () => 'House 1 had rye. [L1]\n';
  await answerAsk(services, { answerId: id }, contextOf('ask'));
  const row = await answerOf(id);
  expect(row).toMatchObject({ state: 'done', complete: false, readItems: 1, scopeItems: 3, model: 'model' });
  expect(row?.markdown).toContain('House 1 had rye');
  await client.db.update(contents).set({ note: null }).where(eq(contents.id, talk.id));
  expect(
    await answerAsk(services, { answerId: await library({ kind: 'brief', question: '' }) }, contextOf('ask')).catch(codeOf),
  ).toBe('note_missing');
});

test('CON-07 a prompt is filled in, answered and stored with what it was made from', async () => {
  const talk = await addTalk('ada', texts, { title: 'Rye $&', author: 'Ann', siteName: 'Site', sourceUrl: 'https://r.example/' });
  const edit = { type: 'text', line: 0, startMs: 0, was: texts[0], text: 'The corrected keeper weighed 20 sacks.' };
  const [correction] = await client.db.insert(transcriptEdits).values({ userId: 'ada', contentId: talk.id, edit }).returning();
  const result = async (promptId: string) => {
    const [row] = await client.db
      .insert(promptResults)
      .values({ userId: 'ada', contentId: talk.id, promptId, title: 'Old', prompt: 'Old', text: 'Old' })
      .returning();
    return row?.id ?? '';
  };
  const [resultId, other] = [await result('one'), await result('two')];
  say = () => 'The keeper weighed 20 sacks. [L0]\n';
  const work = {
    resultId,
    title: 'T',
    prompt: 'Facts of {{title}} by {{author}} on {{site}} at {{url}} in {{language}} {{other}}',
    language: 'zh' as const,
  };
  const context = contextOf('prompt', { contentId: talk.id });
  await answerPrompt(services, work, context);
  const rows = await client.db.select().from(promptResults);
  const row = rows.find(({ id }) => id === resultId);
  expect(row).toMatchObject({
    ...{ title: 'T', prompt: work.prompt, model: 'model', text: 'The keeper weighed 20 sacks. [00:00](#t=0)\n' },
    ...{
      sources: [{ segmentId: 0, startMs: 0 }],
      versions: { extractionId: talk.extractionId, corrections: correction?.id, cited: 1, windows: 1, cut: false },
    },
  });
  expect([row?.writtenAt !== null, rows.find(({ id }) => id === other)?.text]).toEqual([true, 'Old']);
  const [prompt = ''] = prompts;
  expect(prompt).toMatch(/Facts of Rye \$& by Ann on Site at https:\/\/r\.example\/ in \S[^{]* \{\{other\}\}/);
  expect([prompt.includes('corrected keeper'), prompt.includes(texts[0] ?? '')]).toEqual([true, false]);
  const bare = await addOwn('ada');
  const silent = await addTalk('ada', []);
  expect(
    await codesOf(
      answerPrompt(services, work, contextOf('prompt', { contentId: null })),
      answerPrompt(services, work, contextOf('prompt', { contentId: talk.id, userId: null })),
      answerPrompt(services, work, contextOf('prompt', { contentId: bare.id })),
      answerPrompt(services, work, contextOf('prompt', { contentId: silent.id })),
      answerPrompt(services, work, contextOf('prompt', { contentId: talk.id, userId: 'bob' })),
    ),
  ).toEqual(['internal', 'internal', 'subtitles_missing', 'subtitles_missing', 'not_found']);
});

test('CON-02 lines are translated once each, window by window, beside what is there', async () => {
  const lines = [
    ...Array.from({ length: 60 }, (_, n) => `Line number ${n} of the talk.`),
    '12 - 3',
    'Line number 5 of the talk.',
  ];
  const talk = await addTalk('ada', lines);
  const work = { userId: 'ada', contentId: talk.id, language: 'zh' as const };
  await client.db
    .insert(transcriptTranslations)
    .values({ ...work, model: 'old', lines: { [lineKey(lines[0] ?? '')]: 'kept', other: 'x' } });
  await client.db.insert(transcriptTranslations).values({ ...work, language: 'en', model: 'old', lines: {} });
  say = (prompt) => translateFor(prompt) ?? '';
  const context = contextOf('translation');
  await translate(services, work, context);
  const rows = await client.db.select().from(transcriptTranslations);
  const stored = rows.find(({ language }) => language === 'zh');
  const known = stored?.lines as Record<string, string>;
  expect([Object.keys(known).length, known[lineKey(lines[0] ?? '')], known.other, stored?.model]).toEqual([
    61,
    'kept',
    'x',
    'model',
  ]);
  expect(rows.find(({ language }) => language === 'en')).toMatchObject({ lines: {}, model: 'old' });
  expect(prompts.length).toBe(2);
  expect(prompts.some((prompt) => prompt.includes('L0 '))).toBe(false);
  const counts = context.stages.map(([, percent, , params]) => [percent, params]);
  expect([counts[0], counts.at(-1), counts.length]).toEqual([
    [(100 * 2) / 62, { done: 2, total: 62 }],
    [100, { done: 62, total: 62 }],
    3,
  ]);
  expect(await translate(services, { ...work, userId: 'bob' }, contextOf('translation')).catch(codeOf)).toBe('not_found');
  expect((await usesOf()).map(({ kind }) => kind)).toEqual(['translation']);
});

test('CON-05 an article is written in its parts, those alone that are wanted, and goes on where it stopped', async () => {
  const sentences = Array.from(
    { length: 30 },
    (_, n) => `Keeper number ${n} sold ${n + 40} sacks of rye at the market of Lorn in the autumn.`,
  );
  const source = await addSource();
  const chapters = [
    { title: 'One', startMs: 0 },
    { title: 'Two', startMs: 150_000 },
  ];
  const extractionId = await addExtraction(source.id, { title: 'Rye', kind: 'video', transcript: linesOf(sentences), chapters });
  const talk = await addContent('ada', source.id, { title: 'Rye', extractionId });
  await client.db.insert(talkArticles).values({ userId: 'ada', contentId: talk.id, model: 'model' });
  say = (prompt) => writeArticleFor(prompt);
  const write = async (parts: 'all' | 'rest' | number, kept: [string, unknown][] = []) => {
    prompts = [];
    const context = contextOf('article', { contentId: talk.id }, kept);
    await writeArticle(services, { userId: 'ada', contentId: talk.id, parts }, context);
    return context;
  };
  const rows = async () =>
    (await client.db.select().from(talkArticleParts).orderBy(talkArticleParts.position)).map(
      ({ position, title, startMs, wanted, outcome, model, paragraphs }) => [
        position,
        title,
        startMs,
        wanted,
        outcome,
        model,
        (paragraphs as unknown[] | null)?.length !== undefined,
      ],
    );
  const first = await write(1);
  // Of a new plan only the part that was asked for is written.
  expect(await rows()).toEqual([
    [0, 'One', 0, false, null, null, false],
    [1, 'Two', 150_000, false, 'model', 'model', true],
  ]);
  expect([first.kept.get('plan'), first.stages[0], first.stages.at(-1)]).toEqual([
    { total: 1 },
    ['writing', 0, 'writing', { done: 0, total: 1 }],
    ['writing', 100, 'writing', { done: 1, total: 1 }],
  ]);
  const rest = await write('rest');
  expect([(await rows())[0], rest.kept.get('plan')]).toEqual([[0, 'One', 0, false, 'model', 'model', true], { total: 1 }]);
  expect((await write('rest')).kept.get('plan')).toEqual({ total: 0 });
  expect(prompts).toEqual([]);
  // Its lines were corrected since.
  const edit = {
    type: 'text',
    line: 2,
    startMs: 20_000,
    was: sentences[2],
    text: 'Keeper number 2 sold 42 sacks of oats at the market of Lorn.',
  };
  await client.db.insert(transcriptEdits).values({ userId: 'ada', contentId: talk.id, edit });
  expect((await write('rest')).kept.get('plan')).toEqual({ total: 1 });
  expect(prompts.every((prompt) => prompt.includes('oats'))).toBe(true);
  const all = await write('all');
  expect([all.kept.get('plan'), all.stages.at(-1)?.[3]]).toEqual([{ total: 2 }, { done: 2, total: 2 }]);
  await client.db.update(talkArticleParts).set({ wanted: true }).where(eq(talkArticleParts.position, 1));
  const on = await write('all', [['plan', { total: 2 }]]);
  expect(on.stages.map(([, percent]) => percent)).toEqual([50, 100]);
  // A rewrite that fails leaves what was written from the same lines.
  const before = await rows();
  say = (prompt) => (/^Task: the lines L0 /m.test(prompt) ? writeArticleFor(prompt) : 'nothing that can be read');
  await write('all');
  expect(await rows()).toEqual(before);
  await client.db.update(talkArticleParts).set({ linesKey: 'other' });
  await write('all');
  expect((await rows()).map(([, , , wanted, outcome]) => [wanted, outcome])).toEqual([
    [false, 'model'],
    [false, 'spoken'],
  ]);
  await client.db.delete(talkArticles);
  const gone = await write('all').catch(codeOf);
  const bare = await addOwn('ada');
  expect([
    gone,
    await writeArticle(services, { userId: 'ada', contentId: bare.id, parts: 'all' }, contextOf('article')).catch(codeOf),
  ]).toEqual(['not_found', 'subtitles_missing']);
});
