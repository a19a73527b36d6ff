/** A talk as an article that a model writes: by a job, part by part, kept as it comes, checked against the talk. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import type { WrittenArticle } from '#features/articles/contract.ts';
import { missHeartbeats } from '../harness/database/missed-heartbeats.ts';
import { writeTalk } from '../harness/database/write-talk.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { startTestServer } from '../harness/http/server.ts';
import { uploadFile } from '../harness/http/upload.ts';
import {
  type FakeLlm,
  type LlmReply,
  type LlmRequest,
  startFakeLlm,
  wantsArticle,
  writeArticleFor,
  writeNoteFor,
} from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, startWorld, type World } from './setup.ts';

let world: World;
let llm: FakeLlm;
let database: DatabaseClient;
beforeAll(async () => {
  llm = await startFakeLlm();
  world = await startWorld({ env: environment() });
  database = createDatabase(world.database, { max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
  await llm.close();
});

/** So little context that a talk of ten minutes is written in several parts. */
function environment(): Record<string, string> {
  return { OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'fake-model', OPENAI_CONTEXT_TOKENS: '8000' };
}

const verbs = ['weighed', 'carried', 'counted', 'sold', 'borrowed', 'hid', 'measured'];
const said = Array.from(
  { length: 160 },
  (_, i) => `Um, the keeper of barn ${i} ${verbs[i % 7]} some ${i + 30} sacks of rye for the miller in the year ${1700 + i}.`,
);

function srt(lines: readonly string[] = said): Buffer {
  const stamp = (s: number) => `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')},000`;
  return Buffer.from(lines.map((text, i) => `${i + 1}\n${stamp(i * 4)} --> ${stamp(i * 4 + 4)}\n${text}\n`).join('\n'));
}

const asked = () => llm.requests.filter(({ prompt }) => wantsArticle(prompt));
const rangeOf = ({ prompt }: LlmRequest) => /the lines L(\d+) to L(\d+) as an article/.exec(prompt)?.slice(1).map(Number) ?? [];
const good = ({ prompt }: LlmRequest): LlmReply => ({
  text: writeArticleFor(prompt).replaceAll(/Um, the/g, 'The'),
  pieceLength: 500,
});

function script(write: (request: LlmRequest) => LlmReply): void {
  llm.requests.length = 0;
  llm.script((request) =>
    wantsArticle(request.prompt) ? write(request) : { text: writeNoteFor(request.prompt), pieceLength: 500 },
  );
}

/** Every talk has other words than all others: what was written for one is kept for all. */
const talk = (number: number) =>
  said.map((line, index) => (index % 40 === 39 ? `${line} That was talk number ${number + 100}.` : line));
let talks = 0;
/** With a note, whose chapters are the article's. */
async function open(client = world.client()): Promise<{ client: TestClient; contentId: string }> {
  talks++;
  const contentId = await uploadFile(client, world.server.url, { name: `keepers ${talks}.srt`, bytes: srt(talk(talks)) });
  await settled(client, contentId);
  return { client, contentId };
}

const chapters = Array.from({ length: 5 }, (_, at) => ({ startMs: at * 32 * 4000, title: `Barns from ${at * 32}` }));
/** With chapters of its creator. */
async function openTalk(client = world.client()): Promise<{ client: TestClient; contentId: string }> {
  talks++;
  const { user } = await client.rpc.account.ensure.mutate();
  const lines = talk(talks);
  return { client, contentId: await writeTalk(database.db, user.id, { title: `Keepers ${talks}`, lines, chapters }) };
}

const read = (client: TestClient, contentId: string): Promise<WrittenArticle> =>
  client.rpc.content.writtenArticle.query({ contentId });
const ended = (client: TestClient, contentId: string, timeoutMs = 40_000) =>
  waitFor(
    'the end of the article',
    async () => {
      const now = await read(client, contentId);
      return now.state === 'running' ? undefined : now;
    },
    timeoutMs,
  );
/** No request is under way any more, so that none of them is counted with those that follow. */
const modelLeft = () => waitFor('the model to be left', () => (llm.open() === 0 ? true : undefined));
const states = ({ parts }: WrittenArticle) => parts.map(({ state }) => state);

async function correct(client: TestClient, contentId: string, line: number, text: string): Promise<number> {
  const { subtitlesArray, transcriptVersion } = await client.rpc.content.detail.query({ contentId });
  const segment = subtitlesArray[line];
  const { version } = await client.rpc.content.editTranscript.mutate({
    contentId,
    base: transcriptVersion,
    edit: { type: 'text', line, startMs: segment?.startMs ?? -1, was: segment?.text ?? '', text },
  });
  return version;
}

test('CON-05 a model writes the talk in parts that cover it and lead to their seconds; a corrected part is written again alone', async () => {
  script(good);
  const { client, contentId } = await open();
  const release = llm.hold('as an article to read', 0);
  expect(await read(client, contentId)).toEqual({
    state: null,
    taskId: null,
    problem: null,
    model: null,
    writer: 'fake-model',
    done: 0,
    total: 0,
    parts: [],
  });
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
  // Asked for again while it runs: one article.
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
  release();
  const done = await ended(client, contentId);
  expect(done).toMatchObject({ state: 'completed', problem: null, model: 'fake-model' });
  expect(done.parts.length).toBeGreaterThan(3);
  expect([done.done, done.total]).toEqual([done.parts.length, done.parts.length]);
  expect(asked()).toHaveLength(done.parts.length);
  const paragraphs = done.parts.flatMap((part) => part.paragraphs);
  expect(paragraphs.every(({ asSpoken }) => !asSpoken)).toBe(true);
  expect(paragraphs[0]).toMatchObject({ startMs: 0, first: 0, last: 4 });
  expect(paragraphs[0]?.text).toMatch(/^The keeper of barn 0/);
  expect(paragraphs.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))).toEqual(
    said.map((_, id) => id),
  );
  for (const { startMs, first } of paragraphs) expect(startMs).toBe(first * 4000);

  const base = await correct(
    client,
    contentId,
    70,
    'The keeper of barn 70 was the miller’s own brother and sold him 100 sacks of rye in 1770.',
  );
  const corrected = await read(client, contentId);
  const stale = corrected.parts.filter((part) => part.stale);
  expect(stale).toHaveLength(1);
  expect(stale[0]?.paragraphs.some(({ first, last }) => first <= 70 && last >= 70)).toBe(true);
  llm.requests.length = 0;
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'rest' });
  const again = await ended(client, contentId);
  expect(again).toMatchObject({ state: 'completed', done: 1, total: 1 });
  expect(again.parts.some((part) => part.stale)).toBe(false);
  expect(asked().map(rangeOf)).toHaveLength(1);
  expect(again.parts.flatMap((part) => part.paragraphs.map(({ text }) => text)).join(' ')).toContain('own brother');
  // Taken back: what was written of the correction is out of date in its turn.
  await client.rpc.content.undoTranscriptEdit.mutate({ contentId, base });
  expect((await read(client, contentId)).parts.map((part) => part.stale)).toEqual(corrected.parts.map((part) => part.stale));

  // One part written again, not taken from what is kept; then nothing of it is left.
  llm.requests.length = 0;
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 0 });
  expect(await ended(client, contentId)).toMatchObject({ state: 'completed', total: 1 });
  expect(asked().map(rangeOf)).toEqual([[0, done.parts[0]?.paragraphs.at(-1)?.last]]);
  await client.rpc.content.deleteArticle.mutate({ contentId });
  expect((await read(client, contentId)).state).toBeNull();
  expect((await client.rpc.content.article.query({ contentId })).chapters.length).toBeGreaterThan(0);
});

test('CON-05 speakers named after the words were written are shown; merged and split lines leave the parts in place', async () => {
  script(good);
  const { client, contentId } = await openTalk();
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
  await ended(client, contentId);
  const detail = await client.rpc.content.detail.query({ contentId });
  const line = detail.subtitlesArray[10];
  await client.rpc.content.editTranscript.mutate({
    contentId,
    base: 0,
    edit: {
      type: 'merge',
      line: 10,
      startMs: line?.startMs ?? -1,
      was: line?.text ?? '',
      next: detail.subtitlesArray[11]?.text ?? '',
    },
  });
  const merged = await read(client, contentId);
  expect(merged.parts.map((part) => part.stale)).toEqual(merged.parts.map((_, index) => index === 0));
  const last = merged.parts.at(-1)?.paragraphs.at(-1);
  expect(last).toMatchObject({ last: said.length - 2, endMs: said.length * 4000 - 100 });
});

describe('CON-05 what a model server does wrong', () => {
  test.each<[string, (request: LlmRequest) => LlmReply, string]>([
    ['refuses the key', () => ({ status: 401 }), 'llm_unauthorized'],
    ['refuses to answer', () => ({ text: 'no', finishReason: 'content_filter' }), 'llm_refused'],
    ['gives garbage', () => ({ text: 'ferrets '.repeat(90) }), 'llm_bad_output'],
    ['gives a summary', () => ({ text: 'Keepers kept rye. [L0-L159]' }), 'llm_bad_output'],
  ])('%s: a typed end, the talk stays as it was spoken', async (_name, write, code) => {
    script(write);
    const { client, contentId } = await openTalk();
    await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
    const failed = await ended(client, contentId);
    expect(failed).toMatchObject({ state: 'failed', problem: { code } });
    expect(new Set(states(failed))).toEqual(new Set(['waiting']));
    expect(failed.parts.flatMap((part) => part.paragraphs).length).toBeGreaterThan(10);
    expect(failed.parts.every((part) => part.paragraphs.every(({ asSpoken }) => asSpoken))).toBe(true);
  });

  test('is cut off, and slow, and wrong about one part: the article is whole and says what is what', async () => {
    let cuts = 0;
    script((request) => {
      const whole = writeArticleFor(request.prompt);
      if (rangeOf(request)[0] === 0) return { text: 'I was told to say something else entirely. [L0-L2]' };
      if (cuts++ % 2 === 0)
        return { text: whole.slice(0, whole.length * 0.7), finishReason: 'length', pieceLength: 300, delayMs: 5 };
      return { text: whole, pieceLength: 300 };
    });
    const { client, contentId } = await openTalk();
    await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
    const done = await ended(client, contentId);
    expect(done.state).toBe('completed');
    expect(done.parts[0]?.paragraphs[0]).toMatchObject({ first: 0, asSpoken: true });
    expect(states(done).filter((state) => state === 'written').length).toBeGreaterThan(2);
    const all = done.parts.flatMap((part) => part.paragraphs.map(({ text }) => text)).join(' ');
    for (let id = 0; id < said.length; id++) expect(all).toContain(`in the year ${1700 + id}`);
    expect(all).not.toContain('something else entirely');
  });
});

test('CON-05 its owner stops it at once and goes on from there; somebody else finds nothing', async () => {
  let held = true;
  script((request) => (held && (rangeOf(request)[0] ?? 0) > 0 ? { hang: true } : good(request)));
  const { client, contentId } = await openTalk();
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
  const begun = await waitFor('its first part', async () => {
    const now = await read(client, contentId);
    return now.done > 0 ? now : undefined;
  });
  expect(begun.parts[0]).toMatchObject({ state: 'written', wanted: false });
  expect(begun.parts.at(-1)).toMatchObject({ state: 'waiting', wanted: true });
  const stranger = world.client();
  await stranger.rpc.account.ensure.mutate();
  for (const ask of [
    () => stranger.rpc.content.writtenArticle.query({ contentId }),
    () => stranger.rpc.content.cancelArticle.mutate({ contentId }),
    () => stranger.rpc.content.deleteArticle.mutate({ contentId }),
  ])
    expect(codeOf(await ask().catch((error: unknown) => error))).toBe('not_found');
  await waitFor('the model to be asked for the next', () => (llm.open() > 0 ? true : undefined));
  const before = llm.counts.aborted;
  expect(await client.rpc.content.cancelArticle.mutate({ contentId })).toEqual({ state: 'cancelled' });
  await modelLeft();
  expect(llm.counts.aborted).toBeGreaterThan(before);
  held = false;
  llm.requests.length = 0;
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'rest' });
  const done = await ended(client, contentId);
  expect(done.state).toBe('completed');
  expect(new Set(states(done))).toEqual(new Set(['written']));
  expect(asked().some((request) => rangeOf(request)[0] === 0)).toBe(false);
});

test('CON-05 an article that is deleted while it is written stays deleted; that of another user goes on', async () => {
  script(() => ({ hang: true }));
  const ada = await open();
  const bob = world.client();
  const bobsContent = await uploadFile(bob, world.server.url, { name: `keepers ${talks}.srt`, bytes: srt(talk(talks)) });
  await settled(bob, bobsContent);
  await ada.client.rpc.content.writeArticle.mutate({ contentId: ada.contentId, parts: 'all' });
  expect((await read(bob, bobsContent)).state).toBeNull();
  await bob.rpc.content.writeArticle.mutate({ contentId: bobsContent, parts: 'all' });
  await waitFor('both to be planned', async () => {
    const totals = [(await read(ada.client, ada.contentId)).total, (await read(bob, bobsContent)).total];
    return totals.every((total) => total > 0) ? true : undefined;
  });
  await waitFor('the model to be asked for both', () => (llm.open() > 3 ? true : undefined));
  const before = llm.open();
  await ada.client.rpc.content.deleteArticle.mutate({ contentId: ada.contentId });
  await waitFor('the model to be left for one of them', () => (llm.open() < before ? true : undefined));
  expect(await read(ada.client, ada.contentId)).toMatchObject({ state: null, taskId: null, parts: [] });
  expect(await read(bob, bobsContent)).toMatchObject({ state: 'running', done: 0 });
  await bob.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: bobsContent });
  await modelLeft();
});

test('CON-05 talks of one user each have an article of their own: begun, written anew, stopped and deleted by itself', async () => {
  script(good);
  const { client, contentId: first } = await openTalk();
  const { contentId: second } = await openTalk(client);
  await client.rpc.content.writeArticle.mutate({ contentId: first, parts: 'all' });
  const whole = await ended(client, first);
  expect(whole).toMatchObject({ state: 'completed', done: whole.parts.length });
  expect(await read(client, second)).toMatchObject({ state: null, parts: [] });

  await client.rpc.content.writeArticle.mutate({ contentId: second, parts: 1 });
  const part = await ended(client, second);
  expect(states(part)).toEqual(part.parts.map((_, index) => (index === 1 ? 'written' : 'waiting')));
  expect(await read(client, first)).toEqual(whole);

  script((request) => {
    const reply = good(request);
    return 'text' in reply ? { ...reply, text: reply.text.replaceAll('The keeper', 'A keeper') } : reply;
  });
  await client.rpc.content.writeArticle.mutate({ contentId: second, parts: 'rest' });
  expect(new Set(states(await ended(client, second)))).toEqual(new Set(['written']));
  expect(await read(client, first)).toEqual(whole);

  script(() => ({ hang: true }));
  await client.rpc.content.writeArticle.mutate({ contentId: second, parts: 'all' });
  await waitFor('the model to be asked', () => (llm.open() > 0 ? true : undefined));
  expect(await client.rpc.content.cancelArticle.mutate({ contentId: first })).toEqual({ state: 'completed' });
  expect((await read(client, second)).state).toBe('running');
  expect(await client.rpc.content.cancelArticle.mutate({ contentId: second })).toEqual({ state: 'cancelled' });
  await modelLeft();
  await client.rpc.content.deleteArticle.mutate({ contentId: second });
  expect(await read(client, second)).toMatchObject({ state: null, parts: [] });
  expect(await read(client, first)).toEqual(whole);
});

test('CON-05 written anew under other chapters, what is written stays until it is replaced; one part of none is one part', async () => {
  script(good);
  const { client, contentId } = await openTalk();
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
  const before = await ended(client, contentId);
  const written = ({ parts }: WrittenArticle) =>
    parts.flatMap(({ paragraphs }) => paragraphs.filter(({ asSpoken }) => !asSpoken).map(({ text }) => text));

  // As a note with other chapters leaves it: other names, and one of them began elsewhere.
  const moved = sql`update talk_article_parts set title = 'Another', start_ms = start_ms + case position when 1 then 4000 else 0 end`;
  await database.db.execute(sql`${moved} where content_id = ${contentId}`);
  script(() => ({ hang: true }));
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
  await waitFor('the first request', () => (asked().length > 0 ? true : undefined));
  await client.rpc.content.cancelArticle.mutate({ contentId });
  await modelLeft();
  const stopped = await read(client, contentId);
  expect(written(stopped)).toEqual(written(before));
  expect(stopped.parts.map(({ startMs }) => startMs)).toEqual(before.parts.map(({ startMs }) => startMs));
  expect(new Set(states(stopped))).toEqual(new Set(['written']));

  // Anew is anew: nothing is taken from what is kept.
  script(good);
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
  expect(await ended(client, contentId)).toMatchObject({ state: 'completed', total: before.parts.length });
  expect(asked()).toHaveLength(before.parts.length);

  // Another tab deleted it.
  await client.rpc.content.deleteArticle.mutate({ contentId });
  llm.requests.length = 0;
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 1 });
  const one = await ended(client, contentId);
  expect(one).toMatchObject({ state: 'completed', done: 1, total: 1 });
  expect(states(one)).toEqual(before.parts.map((_, index) => (index === 1 ? 'written' : 'waiting')));
  expect(asked()).toHaveLength(1);
});

test('CON-05 a worker killed in the middle costs at most the parts it was writing', { timeout: 300_000 }, async () => {
  const web = await startWorld({ role: 'web', env: environment() });
  const worker = () =>
    startTestServer({
      role: 'worker',
      database: web.database,
      dataDir: web.server.dataDir,
      env: { ...environment(), WORKER_CONCURRENCY: '2' },
    });
  try {
    script(good);
    const client = web.client();
    const contentId = await uploadFile(client, web.server.url, {
      name: 'killed.srt',
      bytes: srt(said.map((line) => line.replace('sacks', 'bags'))),
    });
    let working = await worker();
    await settled(client, contentId);
    for (const kept of [1, 2]) {
      // One more part that is to be kept, then silence; before a worker is there to ask for it.
      let answered = 0;
      script((request) => (answered++ < 1 ? good(request) : { hang: true }));
      if (kept > 1) working = await worker();
      await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
      await waitFor(
        `${kept} parts`,
        async () =>
          (await read(client, contentId)).parts.filter(({ state }) => state === 'written').length >= kept ? true : undefined,
        60_000,
      );
      await working.kill();
      await modelLeft();
      expect((await read(client, contentId)).state).toBe('running');
      await missHeartbeats(web.database);
    }
    script(good);
    working = await worker();
    const done = await ended(client, contentId, 90_000);
    expect(done.state).toBe('completed');
    expect(new Set(states(done))).toEqual(new Set(['written']));
    // What was stored is not asked for again.
    expect(asked().length).toBeLessThanOrEqual(done.parts.length - 2);
    await working.stop();
  } finally {
    await web.close();
  }
});
