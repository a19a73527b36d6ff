/** A script in another language: made by a job with a model, kept as it comes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { writeTalk } from '../harness/database/write-talk.ts';
import type { TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type FakeLlm, type LlmRequest, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, startWorld, type World } from './setup.ts';

let world: World;
let llm: FakeLlm;
let database: DatabaseClient;
beforeAll(async () => {
  llm = await startFakeLlm();
  world = await startWorld({ env: { OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'fake-model' } });
  database = createDatabase(world.database, { max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
  await llm.close();
});

const verbs = ['weighed', 'carried', 'counted', 'sold', 'borrowed', 'hid', 'measured'];
const said = Array.from({ length: 110 }, (_, i) => `Keeper ${i} ${verbs[i % 7]} his own ${i + 3} sacks in year ${1700 + i}.`);

function srt(): Buffer {
  const stamp = (s: number) => `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')},000`;
  return Buffer.from(said.map((text, i) => `${i + 1}\n${stamp(i * 4)} --> ${stamp(i * 4 + 4)}\n${text}\n`).join('\n'));
}

const isTranslation = ({ prompt }: LlmRequest): boolean => prompt.includes('Title of the talk');
const idsIn = (prompt: string): number[] => [...prompt.matchAll(/^L(\d+) /gm)].map((match) => Number(match[1]));

function script(translate: (request: LlmRequest) => ReturnType<Parameters<FakeLlm['script']>[0]>): void {
  llm.requests.length = 0;
  llm.script((request) => (isTranslation(request) ? translate(request) : { text: writeNoteFor(request.prompt) }));
}

const answered = ({ prompt }: LlmRequest) => ({
  text: idsIn(prompt)
    .map((id) => `L${id} 第 ${id} 句`)
    .join('\n'),
  pieceLength: 400,
});

/** A talk that nobody else has. */
async function openTalk(title: string): Promise<{ client: TestClient; contentId: string }> {
  const client = world.client();
  const { user } = await client.rpc.account.ensure.mutate();
  return { client, contentId: await writeTalk(database.db, user.id, { title, lines: said }) };
}

/** A file with its note. Those who upload it share what was read from it. */
async function open(name: string, client = world.client()): Promise<{ client: TestClient; contentId: string }> {
  const contentId = await uploadFile(client, world.server.url, { name: `${name}.srt`, bytes: srt() });
  await settled(client, contentId);
  return { client, contentId };
}

const ended = (client: TestClient, contentId: string) =>
  waitFor('the end of the translation', async () => {
    const now = await client.rpc.content.translation.query({ contentId, language: 'zh' });
    return now.state === 'running' ? undefined : now;
  });

test('CON-04 every line is translated once; a corrected line has no translation until it is asked for again', async () => {
  script(answered);
  const { client, contentId } = await open('keepers');
  const none = await client.rpc.content.translation.query({ contentId, language: 'zh' });
  expect(none).toMatchObject({ state: null, lines: [] });
  await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
  const done = await ended(client, contentId);
  expect(done).toMatchObject({ state: 'completed', problem: null, done: 110, total: 110 });
  expect(done.lines[57]).toBe('第 57 句');

  const detail = await client.rpc.content.detail.query({ contentId });
  const line = detail.subtitlesArray[4];
  await client.rpc.content.editTranscript.mutate({
    contentId,
    base: 0,
    edit: { type: 'text', line: 4, startMs: line?.startMs ?? -1, was: line?.text ?? '', text: 'Corrected words.' },
  });
  const after = await client.rpc.content.translation.query({ contentId, language: 'zh' });
  expect(after).toMatchObject({ state: 'completed', done: 109 });
  expect(after.lines[4]).toBeNull();
  llm.requests.length = 0;
  await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
  expect(await ended(client, contentId)).toMatchObject({ state: 'completed', done: 110 });
  expect(llm.requests.filter(isTranslation).map(({ prompt }) => idsIn(prompt))).toEqual([[4]]);
});

test('CON-04 what the model leaves out is asked for once more and then stays untranslated', async () => {
  script(({ prompt }) => ({
    text:
      idsIn(prompt)
        .filter((id) => id % 50 !== 7)
        .map((id) => `L${id} 第 ${id} 句`)
        .join('\n') || 'no',
  }));
  const { client, contentId } = await openTalk('left out');
  await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
  const done = await ended(client, contentId);
  expect(done).toMatchObject({ state: 'completed', done: 107, total: 110 });
  expect(done.lines.flatMap((text, id) => (text === null ? [id] : []))).toEqual([7, 57, 107]);
});

test('CON-04 a translation is stopped by its owner and goes on from there; a refusing model is a typed end', async () => {
  let held = true;
  script((request) => (held && !request.prompt.includes('L0 ') ? { hang: true } : answered(request)));
  const { client, contentId } = await openTalk('stopped');
  await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
  await waitFor('its first window or end', async () => {
    const now = await client.rpc.content.translation.query({ contentId, language: 'zh' });
    return now.done > 0 ? now : undefined;
  });
  expect(await client.rpc.content.cancelTranslation.mutate({ contentId, language: 'zh' })).toEqual({ state: 'cancelled' });
  const stopped = await ended(client, contentId);
  expect(stopped.state).toBe('cancelled');
  expect(stopped.done).toBeGreaterThan(0);
  held = false;
  llm.requests.length = 0;
  await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
  expect(await ended(client, contentId)).toMatchObject({ state: 'completed', done: 110 });
  expect(llm.requests.filter(isTranslation).some(({ prompt }) => idsIn(prompt).includes(0))).toBe(false);

  script(() => ({ status: 401 }));
  const other = await openTalk('refused');
  await other.client.rpc.content.translate.mutate({ contentId: other.contentId, language: 'en' });
  const failed = await waitFor('its first window or end', async () => {
    const now = await other.client.rpc.content.translation.query({ contentId: other.contentId, language: 'en' });
    return now.state === 'running' ? undefined : now;
  });
  expect(failed.state).toBe('failed');
  expect(failed.problem?.code).toMatch(/^llm_/);
});

test('CON-04 languages, contents and users each have a translation of their own', async () => {
  script(() => ({ hang: true }));
  const ada = await open('shared');
  const bob = await open('shared');
  const other = await open('other', ada.client);
  const places = [ada, { ...ada, language: 'en' as const }, bob].map((place) => ({ language: 'zh' as const, ...place }));
  const states = () =>
    Promise.all(
      places.map(async ({ client, contentId, language }) => {
        const { state, taskId, done } = await client.rpc.content.translation.query({ contentId, language });
        return { state, taskId, done };
      }),
    );
  for (const { client, contentId, language } of places.slice(0, 2))
    await client.rpc.content.translate.mutate({ contentId, language });
  expect((await states()).map(({ state }) => state)).toEqual(['running', 'running', null]);
  await bob.client.rpc.content.translate.mutate({ contentId: bob.contentId, language: 'zh' });
  const begun = await states();
  expect(begun.map(({ state }) => state)).toEqual(['running', 'running', 'running']);
  expect(new Set(begun.map(({ taskId }) => taskId)).size).toBe(3);

  expect(await ada.client.rpc.content.cancelTranslation.mutate({ contentId: ada.contentId, language: 'en' })).toEqual({
    state: 'cancelled',
  });
  expect(await states()).toMatchObject([{ state: 'running' }, { state: 'cancelled', taskId: null }, { state: 'running' }]);

  // The model answers at last: each of the two that are left fills its own lines.
  await waitFor('all requests', () => (llm.open() >= 2 ? true : undefined));
  await ada.client.rpc.content.cancelTranslation.mutate({ contentId: ada.contentId, language: 'zh' });
  script(answered);
  await ada.client.rpc.content.translate.mutate({ contentId: ada.contentId, language: 'zh' });
  const done = await ended(ada.client, ada.contentId);
  expect(await states()).toMatchObject([
    { state: 'completed', done: 110 },
    { state: 'cancelled', done: 0 },
    { state: 'running', done: 0 },
  ]);

  // The same lines in another content of the same user: asked for, and translated, by itself.
  const place = { contentId: other.contentId, language: 'zh' as const };
  expect(await other.client.rpc.content.translation.query(place)).toMatchObject({ state: null, lines: [] });
  script(({ prompt }) => ({
    text: idsIn(prompt)
      .map((id) => `L${id} 另 ${id}`)
      .join('\n'),
  }));
  await other.client.rpc.content.translate.mutate(place);
  expect((await ended(other.client, other.contentId)).lines[57]).toBe('另 57');
  expect(await ada.client.rpc.content.translation.query({ ...place, contentId: ada.contentId })).toEqual(done);
  script(() => ({ hang: true }));
  const again = { contentId: ada.contentId, language: 'en' as const };
  await ada.client.rpc.content.translate.mutate(again);
  await other.client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: other.contentId });
  expect(await states()).toMatchObject([{ state: 'completed', done: 110 }, { state: 'running' }, { state: 'running' }]);
  await ada.client.rpc.content.cancelTranslation.mutate(again);
  await bob.client.rpc.content.cancelTranslation.mutate({ contentId: bob.contentId, language: 'zh' });
});

test('CON-04 a content that is deleted takes its translation along, and the model is left', async () => {
  script(() => ({ hang: true }));
  const { client, contentId } = await openTalk('deleted');
  await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
  await waitFor('the model to be asked', () => (llm.open() > 0 ? true : undefined));
  await client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId });
  await expect.poll(() => llm.open(), { timeout: 30_000 }).toBe(0);
});
