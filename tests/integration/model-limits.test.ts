/** What the server's model may cost and be asked: one limit for everything a job asks, one for what a user asks; own keys go by neither. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { contents, runs } from '#db/schema/content.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { tasks } from '#db/schema/tasks.ts';
import { storeUse } from '#features/usage/server/model-use.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type FakeLlm, type LlmRequest, pricedModel, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, startWorld, type World } from './setup.ts';

let llm: FakeLlm;
beforeAll(async () => {
  llm = await startFakeLlm();
});
afterAll(async () => {
  for (const world of shared.values()) await world.close();
  await llm.close();
});

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function startLimited(env: Record<string, string>): Promise<World> {
  const world = await startPriced(env);
  worlds.push(world);
  beginAnew();
  return world;
}

/** Servers by their settings: tests with equal settings share one, with users and a talk of their own. */
const shared = new Map<string, World>();
async function shareLimited(env: Record<string, string>): Promise<World> {
  const key = JSON.stringify(env);
  const world = shared.get(key) ?? (await startPriced(env));
  shared.set(key, world);
  beginAnew();
  return world;
}

function startPriced(env: Record<string, string>): Promise<World> {
  return startWorld({
    env: { ...pricedModel(llm), OPENAI_CONTEXT_TOKENS: '16000', MODEL_PRICE_CACHED_INPUT: '0.1', ...env },
  });
}

function beginAnew(): void {
  llm.requests.length = 0;
  llm.script(answerAll);
}

const isTranslation = ({ prompt }: LlmRequest): boolean => prompt.includes('Title of the talk');

function answerAll(request: LlmRequest) {
  const { prompt } = request;
  if (isTranslation(request))
    return { text: [...prompt.matchAll(/^L(\d+) /gm)].map(([, id]) => `L${id} 第 ${id} 句`).join('\n') };
  if (prompt.includes('Question: ')) return { text: 'The keeper weighed his sacks. [L0]\n\nRELATED\n- And then?\n' };
  if (prompt.includes('REQUEST-')) return { text: 'The keeper weighed his sacks. [L0]' };
  return { text: writeNoteFor(prompt), pieceLength: 400 };
}

const verbs = ['weighed', 'carried', 'counted', 'sold', 'borrowed', 'hid', 'measured'];

function talk(lines: number): Buffer {
  const stamp = (s: number) =>
    `${String(Math.floor(s / 3600)).padStart(2, '0')}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(s % 60).padStart(2, '0')},000`;
  const said = (i: number) =>
    `Keeper ${i} of the ${verbs[Math.floor(i / 80) % 7]} mills ${verbs[i % 7]} his own ${i + 3} sacks of rye in year ${1700 + i}, long before the bridge was closed.`;
  return Buffer.from(
    Array.from({ length: lines }, (_, i) => `${i + 1}\n${stamp(i * 6)} --> ${stamp(i * 6 + 6)}\n${said(i)}\n`).join('\n'),
  );
}

async function open(world: World, lines: number, client: TestClient = world.client()) {
  const contentId = await uploadFile(client, world.server.url, { name: `talk ${lines}.srt`, bytes: talk(lines) });
  return { client, contentId, detail: await settled(client, contentId) };
}

type Place = { client: TestClient; contentId: string };

async function answered({ client, contentId }: Place, question: string) {
  await client.rpc.chat.ask.mutate({ contentId, question });
  return waitFor('the answer', async () => {
    const chat = await client.rpc.chat.history.query({ contentId });
    return chat.answeringId === null ? chat.messages.at(-1) : undefined;
  });
}

/** Stops the answer that is being written, if one is. */
async function stopAnswer({ client, contentId }: Place): Promise<void> {
  const { answeringId } = await client.rpc.chat.history.query({ contentId });
  if (answeringId !== null) await client.rpc.task.cancel.mutate({ taskId: answeringId });
}

async function promptEnded({ client, contentId }: Place, promptId: string) {
  return waitFor('the prompt', async () => {
    const { result } = await client.rpc.prompt.result.query({ contentId, promptId });
    return result && result.state !== 'queued' && result.state !== 'running' ? result : undefined;
  });
}

async function translated({ client, contentId }: Place) {
  await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
  return waitFor('the translation', async () => {
    const now = await client.rpc.content.translation.query({ contentId, language: 'zh' });
    return now.state === 'running' ? undefined : now;
  });
}

async function usesOf(world: World) {
  const { db, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
  try {
    return await db.select().from(modelUses);
  } finally {
    await close();
  }
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => codeOf(error),
  );

/** What a note of 1,200 lines costs without a limit, measured once. */
async function measureLongNote() {
  const world = await startLimited({ MODEL_COST_LIMIT: '0' });
  const { detail } = await open(world, 1200);
  return { detail, requests: llm.requests.length, uses: await usesOf(world) };
}
let measured: Awaited<ReturnType<typeof measureLongNote>> | undefined;
async function longNote() {
  measured ??= await measureLongNote();
  return measured;
}

const ownKey = `sk-${'own'.padEnd(48, 'x')}`;

describe('the cost limit of a task', () => {
  test('SUM-08 a long note keeps its paid part, continues extractively, and stores its usage', async () => {
    const whole = await longNote();
    expect(whole.detail).toMatchObject({ status: 'completed', noteMethod: 'model', costLimited: false });
    const { usage } = whole.detail;
    expect(usage?.calls).toBe(whole.requests);
    expect(usage?.calls).toBeGreaterThan(5);
    expect(usage?.costUsd).toBeCloseTo(((usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)) / 1e6, 9);
    expect(whole.uses).toMatchObject([{ kind: 'note', userId: null, ownKey: false, model: 'house-model', calls: usage?.calls }]);

    const limit = (usage?.costUsd ?? 0) * 0.6;
    const world = await shareLimited({ MODEL_COST_LIMIT: String(limit) });
    const { detail, contentId, client } = await open(world, 1200);
    expect(detail).toMatchObject({ status: 'completed', problem: null, noteMethod: 'model', costLimited: true });
    expect(detail.note).toMatch(/费用已到上限|cost limit was reached/);
    expect(detail.usage?.costUsd).toBeLessThanOrEqual(limit);
    expect(detail.usage?.calls).toBeLessThan(usage?.calls ?? 0);
    expect(detail.coverage?.share).toBeGreaterThan(0.5);
    // Half of it is the model's all the same.
    expect(llm.requests.length).toBeGreaterThan(2);

    // With a key of one's own there is no such limit, and another version is whole.
    await client.rpc.account.saveModelKey.mutate({ provider: 'server', model: 'house-model', value: ownKey });
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    expect(await settled(client, contentId)).toMatchObject({ noteModel: 'house-model@server', costLimited: false });
  }, 240_000);

  test('SUM-08 rewriting a note that stopped at the limit continues after its paid part', async () => {
    const cost = (await longNote()).detail.usage?.costUsd ?? 0;
    const world = await shareLimited({ MODEL_COST_LIMIT: String(cost * 0.6) });
    // Not the talk of the test before, whose parts are kept.
    const { client, contentId, detail } = await open(world, 1201);
    expect(detail.costLimited).toBe(true);
    // The same money again is enough for the rest alone.
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    expect(await settled(client, contentId)).toMatchObject({ noteMethod: 'model', costLimited: false });
    // Whole now, another version begins at the beginning, and stops where the first one did.
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    expect(await settled(client, contentId)).toMatchObject({ noteMethod: 'model', costLimited: true });
  }, 240_000);

  test('SUM-08 a note that stopped at the limit is not reused for the next user', async () => {
    const world = await shareLimited({ MODEL_COST_LIMIT: '0.000001' });
    const client = world.client();
    const { detail, contentId } = await open(world, 60, client);
    expect(detail.costLimited).toBe(true);
    const { db, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    try {
      const other = await open(world, 60);
      expect(other.contentId).not.toBe(contentId);
      const both = inArray(contents.id, [contentId, other.contentId]);
      const source = db.select({ id: contents.sourceId }).from(contents).where(both);
      expect(await db.select({ id: runs.id }).from(runs).where(inArray(runs.sourceId, source))).toHaveLength(2);
    } finally {
      await close();
    }
  });

  test('SUM-08 without budget a note is extractive, and answers, prompts and translations say why there are none', async () => {
    const world = await shareLimited({ MODEL_COST_LIMIT: '0.000001' });
    const place = await open(world, 61);
    expect(place.detail).toMatchObject({ status: 'completed', noteMethod: 'extractive', costLimited: true, problem: null });
    expect(await answered(place, 'Who weighed?')).toMatchObject({
      metadata: { state: 'failed', problem: { code: 'llm_cost_limit' } },
    });
    const promptId = 'official-timeline';
    await place.client.rpc.prompt.run.mutate({ contentId: place.contentId, promptId, language: 'en' });
    expect(await promptEnded(place, promptId)).toMatchObject({ state: 'failed', problem: { code: 'llm_cost_limit' } });
    expect(await translated(place)).toMatchObject({ state: 'failed', problem: { code: 'llm_cost_limit' } });
    expect(llm.requests).toHaveLength(0);
  });

  test('SUM-08 a limit without a known price is refused', async () => {
    const env = { MODEL_COST_LIMIT: '1', MODEL_PRICE_INPUT: '', MODEL_PRICE_CACHED_INPUT: '', MODEL_PRICE_OUTPUT: '' };
    await expect(startLimited(env)).rejects.toThrow(/MODEL_PRICE_INPUT/);
  });
});

/** Two limits that do not meet: questions with an own key go by theirs alone. */
const threeQuestions = { MODEL_QUESTIONS_PER_HOUR: '3', OWN_KEY_CALLS_PER_DAY: '4' };

describe('limits of a user at the server’s model', () => {
  test('CON-11 CON-07 bound questions per hour of all kinds together, but not with an own key', async () => {
    const world = await shareLimited(threeQuestions);
    const place = await open(world, 30);
    const { client, contentId } = place;
    const promptId = 'official-timeline';
    expect((await answered(place, 'Who weighed?'))?.metadata.state).toBe('done');
    await client.rpc.prompt.run.mutate({ contentId, promptId, language: 'en' });
    const result = await promptEnded(place, promptId);
    expect(result).toMatchObject({ state: 'completed', usage: { calls: 1, estimatedCalls: 0 } });
    expect(await translated(place)).toMatchObject({ state: 'completed' });

    llm.requests.length = 0;
    const refused = await client.rpc.chat.ask.mutate({ contentId, question: 'And then?' }).catch((error: unknown) => error);
    expect(codeOf(refused)).toBe('too_many_questions');
    expect(JSON.stringify(refused)).toMatch(/"most":3/);
    expect(await refusalOf(client.rpc.prompt.run.mutate({ contentId, promptId, language: 'en' }))).toBe('too_many_questions');
    expect(await refusalOf(client.rpc.content.translate.mutate({ contentId, language: 'en' }))).toBe('too_many_questions');
    const messageId = (await client.rpc.chat.history.query({ contentId })).messages.at(-1)?.id ?? '';
    expect(await refusalOf(client.rpc.chat.retry.mutate({ contentId, messageId }))).toBe('too_many_questions');
    expect(llm.requests).toHaveLength(0);
    // The conversation is as it was, and what was answered stays.
    expect((await client.rpc.chat.history.query({ contentId })).messages).toHaveLength(2);
    expect((await client.rpc.prompt.result.query({ contentId, promptId })).result).toMatchObject({ state: 'completed' });
    // Another user still asks, and has notes made.
    const other = await open(world, 31);
    expect(other.detail.noteMethod).toBe('model');
    expect((await answered(other, 'Who weighed?'))?.metadata.state).toBe('done');

    // What was asked an hour ago counts no more: the first of the three now, the others later.
    const { user } = await client.rpc.account.me.query();
    const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    await query(
      `update model_uses set created_at = created_at - interval '1 hour' where job =
         (select job from model_uses where kind <> 'note' and user_id = $1 order by created_at limit 1)`,
      [user?.id],
    );
    await close();
    expect((await answered(place, 'And then?'))?.metadata.state).toBe('done');
    expect(await refusalOf(client.rpc.chat.ask.mutate({ contentId, question: 'And then?' }))).toBe('too_many_questions');

    await client.rpc.account.saveModelKey.mutate({ provider: 'server', model: 'mine', value: ownKey });
    llm.requests.length = 0;
    expect((await answered(place, 'And now?'))?.metadata).toMatchObject({ state: 'done', model: 'mine@server' });
    expect(llm.requests.map(({ authorization }) => authorization)).toEqual([`Bearer ${ownKey}`]);
  });

  test('SUM-15 an own key makes as many calls a day as is set, of all kinds together, and says so', async () => {
    const world = await shareLimited(threeQuestions);
    const [place, other] = [await open(world, 30), await open(world, 31)];
    const { client, contentId } = place;
    const promptId = 'official-timeline';
    for (const { client: each } of [place, other])
      await each.rpc.account.saveModelKey.mutate({ provider: 'server', model: 'mine', value: ownKey });
    expect((await answered(place, 'Who weighed?'))?.metadata.state).toBe('done');
    await client.rpc.prompt.run.mutate({ contentId, promptId, language: 'en' });
    expect(await promptEnded(place, promptId)).toMatchObject({ state: 'completed' });
    expect(await translated(place)).toMatchObject({ state: 'completed' });
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    expect(await settled(client, contentId)).toMatchObject({ noteModel: 'mine@server' });

    llm.requests.length = 0;
    const refused = await client.rpc.chat.ask.mutate({ contentId, question: 'And then?' }).catch((error: unknown) => error);
    expect(codeOf(refused)).toBe('own_key_limit');
    expect(JSON.stringify(refused)).toMatch(/"most":4,"hours":([1-9]|1\d|2[0-4])\b/);
    expect(await refusalOf(client.rpc.prompt.run.mutate({ contentId, promptId, language: 'en' }))).toBe('own_key_limit');
    expect(await refusalOf(client.rpc.content.translate.mutate({ contentId, language: 'en' }))).toBe('own_key_limit');
    expect(await refusalOf(client.rpc.content.summarizeAgain.mutate({ contentId }))).toBe('own_key_limit');
    const upload = uploadFile(client, world.server.url, { name: 'more.srt', bytes: talk(32) });
    await expect(upload).rejects.toThrow(/own_key_limit/);
    expect(llm.requests).toHaveLength(0);
    // The note is as it was, and what is there is opened without a call.
    expect(await client.rpc.content.detail.query({ contentId })).toMatchObject({ status: 'completed', noteModel: 'mine@server' });
    // Another user's calls are their own, and without the key the server's model is asked again.
    expect((await answered(other, 'Who weighed?'))?.metadata).toMatchObject({ state: 'done', model: 'mine@server' });
    await client.rpc.account.removeModelKey.mutate();
    expect((await answered(place, 'And then?'))?.metadata).toMatchObject({ state: 'done', model: 'house-model' });
  }, 120_000);

  test('SUM-15 of simultaneous calls no more begin than the day has left', async () => {
    const world = await startLimited({ OWN_KEY_CALLS_PER_DAY: '2' });
    const first = await open(world, 30);
    const { client } = first;
    const places = [first];
    for (const lines of [31, 32, 33]) places.push(await open(world, lines, client));
    await client.rpc.account.saveModelKey.mutate({ provider: 'server', model: 'mine', value: ownKey });
    const outcomes = await Promise.all(
      places.map(({ contentId }) => refusalOf(client.rpc.chat.ask.mutate({ contentId, question: 'Who?' }))),
    );
    for (const outcome of ['done', 'own_key_limit']) expect(outcomes.filter((one) => one === outcome)).toHaveLength(2);
  });

  test('SUM-15 an own key makes 20 calls a day unless set otherwise', async () => {
    const world = await shareLimited({});
    const place = await open(world, 30);
    await place.client.rpc.account.saveModelKey.mutate({ provider: 'server', model: 'mine', value: ownKey });
    for (let count = 0; count < 20; count++) expect((await answered(place, 'Who weighed?'))?.metadata.state).toBe('done');
    const one = place.client.rpc.chat.ask.mutate({ contentId: place.contentId, question: 'Who?' });
    expect(await refusalOf(one)).toBe('own_key_limit');
  }, 120_000);

  test('CON-11 CON-07 bound concurrent answers, also of simultaneous requests', async () => {
    const world = await startLimited({ MODEL_ANSWERS_AT_ONCE: '2' });
    const places = [await open(world, 30)];
    const [first] = places as [(typeof places)[number]];
    for (const lines of [31, 32, 33]) places.push(await open(world, lines, first.client));
    const other = await open(world, 34);
    llm.script(() => ({ hang: true }));
    const outcomes = await Promise.all(
      places.map(({ client, contentId }) => refusalOf(client.rpc.chat.ask.mutate({ contentId, question: 'Who?' }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'too_many_answers')).toHaveLength(2);
    const { client, contentId } = first;
    const run = client.rpc.prompt.run.mutate({ contentId, promptId: 'official-timeline', language: 'en' });
    expect(await refusalOf(run)).toBe('too_many_answers');
    // Another user still asks.
    expect(await refusalOf(other.client.rpc.chat.ask.mutate({ contentId: other.contentId, question: 'Who?' }))).toBe('done');
    await stopAnswer(other);
    // One is stopped: there is room for another.
    const writing = places[outcomes.indexOf('done')] as Place;
    await stopAnswer(writing);
    expect((await writing.client.rpc.chat.history.query({ contentId: writing.contentId })).answeringId).toBeNull();
    const again = client.rpc.prompt.run.mutate({ contentId, promptId: 'official-timeline', language: 'en' });
    expect(await refusalOf(again)).toBe('done');
    for (const place of places) await stopAnswer(place);
    const { result } = await client.rpc.prompt.result.query({ contentId, promptId: 'official-timeline' });
    await client.rpc.task.cancel.mutate({ taskId: result?.taskId ?? '' });
  });

  test('CON-05 CON-07 count an article and a translation once when started twice at once', async () => {
    const world = await shareLimited({});
    const { client, contentId } = await open(world, 31);
    const { user } = await client.rpc.account.me.query();
    llm.script(() => ({ hang: true }));
    const starts = [1, 2, 3, 4].flatMap(() => [
      client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' }),
      client.rpc.content.translate.mutate({ contentId, language: 'zh' }),
    ]);
    await Promise.all(starts);
    const kinds = (await usesOf(world)).filter(({ userId }) => userId === user?.id).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['article', 'translation']);
    const { db, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    const begun = await db
      .select({ kind: tasks.kind })
      .from(tasks)
      .where(and(eq(tasks.contentId, contentId), ne(tasks.kind, 'note')))
      .orderBy(tasks.kind);
    await close();
    expect(begun).toEqual([{ kind: 'article' }, { kind: 'translation' }]);
    await client.rpc.content.cancelArticle.mutate({ contentId });
    await client.rpc.content.cancelTranslation.mutate({ contentId, language: 'zh' });
  });

  test('SUM-08 never decrease a task’s usage, in any order of its reports', async () => {
    const world = await shareLimited({});
    const { db, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    const work = { job: 'note:lanes', kind: 'note', userId: null, model: 'house-model', ownKey: false } as const;
    const early = { calls: 1, inputTokens: 10, cachedTokens: 2, outputTokens: 5, estimatedCalls: 0, costUsd: null };
    const late = { calls: 3, inputTokens: 30, cachedTokens: 6, outputTokens: 15, estimatedCalls: 1, costUsd: 0.5 };
    for (const usage of [early, late, { ...early, costUsd: 0.1 }, early]) {
      await storeUse(db, { ...work, ...usage, updatedAt: new Date() });
    }
    await close();
    expect((await usesOf(world)).find(({ job }) => job === work.job)).toMatchObject(late);
  });
});
