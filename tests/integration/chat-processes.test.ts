/** CON-11: an answer is written by a worker, so it outlives the process that took its question, and the worker that began it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import type { TaskEvent } from '#lib/task-event.ts';
import { isEnd, mergePartial } from '#lib/task-view.ts';
import type { TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
let llm: FakeLlm;
let world: World;
let worker: TestServer;
let client: TestClient;
let contentId: string;

beforeAll(async () => {
  llm = await startFakeLlm();
  llm.script(({ prompt }) =>
    /^Question: /m.test(prompt) ? { text: `${words} [L1].`, delayMs: 20 } : { text: writeNoteFor(prompt) },
  );
  world = await startWorld({ role: 'web', env: environment() });
  worker = await startWorker();
  client = world.client();
  world.site.on('/oven', { body: articleHtml('The Oven') });
  ({ contentId } = await summarise(client, `${world.site.url}/oven`));
});
afterAll(async () => {
  await worker.stop();
  await world.close();
  await llm.close();
});

function environment(): Record<string, string> {
  return {
    OPENAI_BASE_URL: llm.url,
    OPENAI_API_KEY: 'sk-test-canary-000000000000',
    OPENAI_MODEL: 'fake-model',
    GLEANER_FETCH_ALLOW: llm.host,
  };
}

function startWorker(): Promise<TestServer> {
  return startTestServer({
    role: 'worker',
    database: world.database,
    dataDir: world.server.dataDir,
    env: { ...environment(), GLEANER_FETCH_ALLOW: `${world.site.host},${llm.host}` },
  });
}

type Seen = { text: string; lastEventId: string; ended: TaskEvent['type'] | null };

/** Reads the stream as a page does, from where `seen` left off, until `enough`. */
async function watch(taskId: string, enough: (seen: Seen) => boolean, seen: Seen): Promise<Seen> {
  const after = seen.lastEventId === '' ? {} : { lastEventId: seen.lastEventId };
  for await (const { id, type, data } of client.events('task.watch', { taskId }, after)) {
    if (type !== 'message') continue;
    const event = data as TaskEvent;
    seen.lastEventId = id ?? seen.lastEventId;
    if (event.type === 'partial') seen.text = mergePartial(seen.text, event.offset, event.text);
    if (isEnd(event)) seen.ended = event.type;
    if (enough(seen)) break;
  }
  return seen;
}

const unseen = (): Seen => ({ text: '', lastEventId: '', ended: null });

async function lastAnswer() {
  return waitFor('the answer', async () => {
    const chat = await client.rpc.chat.history.query({ contentId });
    return chat.answeringId === null ? chat.messages.at(-1) : undefined;
  });
}

test('CON-11 a web process that is killed takes no answer along, and the next one goes on streaming it', async () => {
  const goOn = llm.hold('Question: Survive the web', 30);
  const { messageId } = await client.rpc.chat.ask.mutate({ contentId, question: 'Survive the web' });
  const seen = await watch(messageId, ({ text }) => text.includes('word10'), unseen());
  await world.server.kill();
  const next = await startTestServer({
    role: 'web',
    database: world.database,
    dataDir: world.server.dataDir,
    port: Number(new URL(world.server.url).port),
    env: environment(),
  });
  try {
    expect((await client.rpc.chat.history.query({ contentId })).answeringId).toBe(messageId);
    const before = seen.text;
    goOn();
    await watch(messageId, ({ ended }) => ended !== null, seen);
    expect(seen.ended).toBe('completed');
    expect(seen.text.startsWith(before)).toBe(true);
    const answer = await lastAnswer();
    expect(answer).toMatchObject({ id: messageId, parts: [{ text: seen.text }], metadata: { state: 'done' } });
    expect(llm.requests.filter(({ prompt }) => prompt.includes('Question: Survive the web'))).toHaveLength(1);

    await expectTakenOver();
  } finally {
    await next.stop();
  }
}, 120_000);

/** A worker is killed in the middle: the next one asks again, and the question counts once. */
async function expectTakenOver(): Promise<void> {
  const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
  try {
    const goOn = llm.hold('Question: Survive the worker', 30);
    const { messageId } = await client.rpc.chat.ask.mutate({ contentId, question: 'Survive the worker' });
    const seen = await watch(messageId, ({ text }) => text.includes('word10'), unseen());
    await worker.kill();
    await query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
    goOn();
    worker = await startWorker();
    await watch(messageId, ({ ended }) => ended !== null, seen);
    expect(seen.ended).toBe('completed');
    expect(seen.text).toMatch(/^word0 .*word59/);
    const { messages } = await client.rpc.chat.history.query({ contentId });
    expect(messages.filter(({ id }) => id === messageId)).toHaveLength(1);
    expect(messages.at(-1)).toMatchObject({ id: messageId, parts: [{ text: seen.text }], metadata: { state: 'done' } });
    expect(await query('select kind from model_uses where job = $1', [`chat:${messageId}`])).toEqual([{ kind: 'chat' }]);
  } finally {
    await close();
  }
}
