/** Requests of a user's own over a content: streamed, kept, cancelled, deleted, taken up again by the next worker. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import type { PromptResult } from '#features/prompts/contract.ts';
import type { TaskEvent } from '#lib/task-event.ts';
import { applyTaskEvent, emptyTaskView, isEnd, type TaskView } from '#lib/task-view.ts';
import { missHeartbeats } from '../harness/database/missed-heartbeats.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { startTestServer } from '../harness/http/server.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type FakeLlm, type LlmRequest, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

let world: World;
let llm: FakeLlm;
beforeAll(async () => {
  llm = await startFakeLlm();
  world = await startWorld({ env: environment() });
});
beforeEach(() => answerPrompts(''));
afterAll(async () => {
  await world.close();
  await llm.close();
});

function environment(contextTokens = 128_000): Record<string, string> {
  return {
    OPENAI_BASE_URL: llm.url,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_MODEL: 'fake-model',
    OPENAI_CONTEXT_TOKENS: String(contextTokens),
  };
}

const isPrompt = (request: LlmRequest) => request.prompt.includes('REQUEST-');

/** Notes as usual; what a prompt is answered with. */
function answerPrompts(text: string, options: { pieceLength?: number; delayMs?: number } = {}): void {
  llm.script((request) => (isPrompt(request) ? { text, ...options } : { text: writeNoteFor(request.prompt) }));
}

async function ownContent(path: string, title: string): Promise<{ client: TestClient; contentId: string }> {
  world.site.on(path, { body: articleHtml(title) });
  const client = world.client();
  const { contentId } = await summarise(client, `${world.site.url}${path}`);
  return { client, contentId };
}

async function ended(client: TestClient, place: { contentId: string; promptId: string }): Promise<PromptResult> {
  return waitFor('answer', async () => {
    const { result } = await client.rpc.prompt.result.query(place);
    return result && result.state !== 'queued' && result.state !== 'running' ? result : undefined;
  });
}

/** The task that writes an answer now. */
async function writing(client: TestClient, place: { contentId: string; promptId: string }): Promise<string> {
  const taskId = (await client.rpc.prompt.result.query(place)).result?.taskId;
  if (!taskId) throw new Error('nothing is being written');
  return taskId;
}

/** Follows an answer as its page does, until `enough` or its end. */
async function watch(
  client: TestClient,
  place: { contentId: string; promptId: string },
  enough: (view: TaskView) => boolean,
): Promise<TaskView> {
  let view = emptyTaskView;
  for await (const { type, data } of client.events('task.watch', { taskId: await writing(client, place) })) {
    if (type !== 'message') continue;
    const event = data as TaskEvent;
    view = applyTaskEvent(view, event);
    if (isEnd(event) || enough(view)) break;
  }
  return view;
}

async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  return codeOf(await call.then(() => undefined).catch((error: unknown) => error));
}

describe('prompts of one’s own', () => {
  test('OUT-02 are created, changed, deleted, brought back, and belong to one user', async () => {
    const client = world.client();
    expect(await client.rpc.prompt.mine.query()).toEqual({ prompts: [] });
    const made = await client.rpc.prompt.create.mutate({ title: ' Risks ', customPrompt: 'List the risks.' });
    expect(made).toMatchObject({ title: 'Risks', customPrompt: 'List the risks.' });
    const { promptId } = made;
    const names = await client.rpc.prompt.create.mutate({ title: 'Names', customPrompt: 'List the names.' });
    const other = world.client();
    await other.rpc.account.ensure.mutate();
    const words = { title: 'Taken', customPrompt: 'over' };
    expect(await refusal(other.rpc.prompt.update.mutate({ promptId, ...words }))).toBe('not_found');
    expect(await refusal(other.rpc.prompt.remove.mutate({ promptId }))).toBe('not_found');
    expect(await other.rpc.prompt.mine.query()).toEqual({ prompts: [] });
    await client.rpc.prompt.update.mutate({ promptId, title: 'Risks', customPrompt: 'List all risks.' });
    expect((await client.rpc.prompt.mine.query()).prompts).toMatchObject([names, { promptId, customPrompt: 'List all risks.' }]);
    await client.rpc.prompt.remove.mutate({ promptId });
    expect((await client.rpc.prompt.mine.query()).prompts).toEqual([names]);
    await client.rpc.prompt.remove.mutate({ promptId: names.promptId });
    expect(await refusal(other.rpc.prompt.restore.mutate({ promptId }))).toBe('not_found');
    await client.rpc.prompt.restore.mutate({ promptId });
    expect((await client.rpc.prompt.mine.query()).prompts).toMatchObject([{ promptId, customPrompt: 'List all risks.' }]);
  });

  test('OUT-02 have bounds, also when many are made at once', async () => {
    const client = world.client();
    await client.rpc.account.ensure.mutate();
    const make = (title: string, customPrompt: string) => client.rpc.prompt.create.mutate({ title, customPrompt });
    expect(await refusal(make('x'.repeat(101), 'y'))).toBe('bad_request');
    expect(await refusal(make('x', 'y'.repeat(8_001)))).toBe('bad_request');
    expect(await refusal(make(' ', 'y'))).toBe('bad_request');
    const outcomes = await Promise.all(
      Array.from({ length: 204 }, (_, index) =>
        make(`Prompt ${index}`, 'y'.repeat(index === 0 ? 8_000 : 1)).then(
          () => 'made',
          (error: unknown) => codeOf(error),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(200);
    expect(outcomes.filter((outcome) => outcome === 'prompt_limit')).toHaveLength(4);
  });

  test('OUT-02 official ones come in both languages', async () => {
    const { prompts, model } = await world.client().rpc.prompt.official.query();
    expect(model).toContain('fake-model');
    expect(prompts.length).toBeGreaterThanOrEqual(10);
    expect(new Set(prompts.map(({ promptId }) => promptId)).size).toBe(prompts.length);
    for (const { words } of prompts) {
      const { zh, en } = words;
      expect(zh.title + zh.summary + zh.prompt).toMatch(/\p{Script=Han}/u);
      expect(en.title + en.summary + en.prompt).not.toMatch(/\p{Script=Han}/u);
      expect(Math.max(zh.prompt.length, en.prompt.length)).toBeLessThan(8_000);
      expect(Math.max(zh.title.length, en.title.length)).toBeLessThanOrEqual(100);
    }
  });
});

describe('a run', () => {
  test('CON-07 is streamed, its references become anchors, what does not hold is marked, and it is stored', async () => {
    const { client, contentId } = await ownContent('/run', 'The Clay Oven');
    const { promptId } = await client.rpc.prompt.create.mutate({
      title: 'Facts',
      customPrompt: 'Facts of {{title}} {{constructor}} {{url}}',
    });
    answerPrompts(
      '- The oven keeps its heat for eleven hours. [L0]\n- It was measured in 1987. [L1]\n- It was measured in 1999. [L1]\n- ![x](https://evil.example/i) [see](https://evil.example) [L999]\n',
      { pieceLength: 6, delayMs: 40 },
    );
    const place = { contentId, promptId };
    const before = llm.requests.length;
    // Goes on each time what it has written was seen.
    const steps = [0, 8, 16].map((pieces) => llm.hold('Facts of The Clay Oven', pieces));
    expect(await client.rpc.prompt.run.mutate({ ...place, language: 'en' })).toEqual({ state: 'queued' });
    // Asked for twice, it is one run.
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    steps.shift()?.();
    const drafts: string[] = [];
    const view = await watch(client, place, ({ draft }) => {
      if (draft !== '' && draft !== drafts.at(-1)) {
        drafts.push(draft);
        steps.shift()?.();
      }
      return false;
    });
    expect(view.phase).toBe('completed');
    expect(drafts.length).toBeGreaterThan(1);
    const result = await ended(client, place);
    expect(result.text).toBe(
      '- The oven keeps its heat for eleven hours. [¶1](#p0)\n- It was measured in 1987. [¶2](#p1)\n- It was measured in 1999. [¶2](#p1) [?](#unverified)\n- x see\n',
    );
    expect(result).toMatchObject({ title: 'Facts', outdated: false, problem: null, taskId: null });
    expect(result.model).toContain('fake-model');
    expect(result.checks).toMatchObject({ cited: 3, unverified: 1, droppedReferences: 1, windows: 1, cut: false });
    expect(result.sources.map(({ segmentId }) => segmentId)).toEqual([0, 1]);

    const asked = llm.requests.slice(before).filter(isPrompt);
    expect(asked).toHaveLength(1);
    // The template is no program, and the source stands before the request, as in the note's own call.
    expect(asked[0]?.prompt).toContain(`Facts of The Clay Oven {{constructor}} ${world.site.url}/run`);
    const note = llm.requests.find((request) => !isPrompt(request) && request.prompt.includes('The Clay Oven'));
    const shared = commonStart(asked[0]?.prompt ?? '', note?.prompt ?? '');
    expect(shared).toContain('Lorn11');
    expect((await client.rpc.prompt.results.query({ contentId })).results).toMatchObject([{ promptId, hasText: true }]);
  });

  test('CON-07 that is made again keeps the old answer until the new one is whole, also when it fails', async () => {
    const { client, contentId } = await ownContent('/again', 'The Second Oven');
    const place = { contentId, promptId: 'official-action-items' };
    answerPrompts('- [ ] Build the oven. [L0]');
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    expect((await ended(client, place)).text).toBe('- [ ] Build the oven. [¶1](#p0)\n');
    llm.script(() => ({ status: 401 }));
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    const failed = await ended(client, place);
    expect(failed).toMatchObject({
      state: 'failed',
      problem: { code: 'llm_unauthorized' },
      text: '- [ ] Build the oven. [¶1](#p0)\n',
    });
    answerPrompts('- [ ] Repair the oven. [L1]');
    await client.rpc.prompt.run.mutate({ ...place, language: 'zh' });
    const again = await ended(client, place);
    expect(again).toMatchObject({
      state: 'completed',
      text: '- [ ] Repair the oven. [¶2](#p1)\n',
      title: '行动清单',
      problem: null,
    });
    expect((await client.rpc.prompt.results.query({ contentId })).results).toHaveLength(1);
  });

  test('CON-07 is cancelled: the model is let go of, nothing is stored, and it can be run again', async () => {
    const { client, contentId } = await ownContent('/cancel', 'The Third Oven');
    const place = { contentId, promptId: 'official-quotes' };
    const aborted = llm.counts.aborted;
    llm.script(() => ({ text: 'Slow words. [L0]\n'.repeat(50), pieceLength: 4, hangAfterPieces: 20 }));
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    await watch(client, place, ({ draft }) => draft !== '');
    const taskId = await writing(client, place);
    expect(await client.rpc.task.cancel.mutate({ taskId })).toEqual({ state: 'cancelled' });
    await waitFor('the model to be let go of', () => (llm.counts.aborted > aborted ? true : undefined));
    expect((await client.rpc.prompt.result.query(place)).result).toMatchObject({
      state: 'cancelled',
      text: null,
      taskId: null,
    });
    answerPrompts('Quick words. [L0]');
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    expect((await ended(client, place)).text).toBe('Quick words. [¶1](#p0)\n');
  });

  test('CON-07 answers outlive their prompt, are deleted and brought back', async () => {
    const { client, contentId } = await ownContent('/delete', 'The Fourth Oven');
    const { promptId } = await client.rpc.prompt.create.mutate({ title: 'One word', customPrompt: 'One word' });
    const place = { contentId, promptId };
    answerPrompts('Oven. [L0]');
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    await ended(client, place);
    await client.rpc.prompt.remove.mutate({ promptId });
    expect((await client.rpc.prompt.result.query(place)).result).toMatchObject({ title: 'One word', prompt: 'One word' });
    await client.rpc.prompt.removeResult.mutate(place);
    expect(await client.rpc.prompt.results.query({ contentId })).toEqual({ results: [] });
    expect(await client.rpc.prompt.result.query(place)).toEqual({ result: null });
    await client.rpc.prompt.restoreResult.mutate(place);
    expect((await client.rpc.prompt.result.query(place)).result?.text).toBe('Oven. [¶1](#p0)\n');
  });

  test('CON-07 a change of one answer leaves all others: of its content, of its prompt, of anybody', async () => {
    const { client, contentId: first } = await ownContent('/leaves-1', 'The Left Oven');
    world.site.on('/leaves-2', { body: articleHtml('The Right Oven') });
    const { contentId: second } = await summarise(client, `${world.site.url}/leaves-2`);
    const bob = world.client();
    const { contentId: bobs } = await summarise(bob, `${world.site.url}/leaves-1`);
    const [quotes, timeline] = ['official-quotes', 'official-timeline'];
    const places = [
      { by: client, contentId: first, promptId: quotes },
      { by: client, contentId: first, promptId: timeline },
      { by: client, contentId: second, promptId: quotes },
      { by: bob, contentId: bobs, promptId: quotes },
    ] as const;
    const write = async (at: 0 | 1 | 2 | 3, words: string) => {
      const { by, ...place } = places[at];
      answerPrompts(`${words}. [L0]`);
      await by.rpc.prompt.run.mutate({ ...place, language: 'en' });
      expect((await ended(by, place)).text).toBe(`${words}. [¶1](#p0)\n`);
    };
    for (const at of [0, 1, 2, 3] as const) await write(at, `Words ${at}`);
    const all = () => Promise.all(places.map(async ({ by, ...place }) => (await by.rpc.prompt.result.query(place)).result));
    const [a, b, c, d] = await all();
    expect([a, b, c, d].map((result) => result?.text)).toEqual([0, 1, 2, 3].map((at) => `Words ${at}. [¶1](#p0)\n`));
    const listed = async (of: TestClient, contentId: string) =>
      (await of.rpc.prompt.results.query({ contentId })).results.map(({ promptId }) => promptId);

    const [one, two] = [
      { contentId: first, promptId: quotes },
      { contentId: first, promptId: timeline },
    ];
    await client.rpc.prompt.removeResult.mutate(two);
    expect(await all()).toEqual([a, null, c, d]);
    await write(0, 'Anew');
    const [anew] = await all();
    expect(await all()).toEqual([anew, null, c, d]);
    await client.rpc.prompt.removeResult.mutate(one);
    await client.rpc.prompt.restoreResult.mutate(two);
    expect(await all()).toEqual([null, b, c, d]);
    expect([await listed(client, first), await listed(client, second), await listed(bob, bobs)]).toEqual([
      [timeline],
      [quotes],
      [quotes],
    ]);
    // One that was deleted begins empty; beside it another is written and stopped.
    llm.script(() => ({ hang: true }));
    await client.rpc.prompt.run.mutate({ ...one, language: 'en' });
    const { by: _by, ...third } = places[2];
    await client.rpc.prompt.run.mutate({ ...third, language: 'en' });
    expect(await all()).toMatchObject([{ text: null }, b, { text: c?.text }, d]);
    expect(await writing(client, third)).not.toBe(await writing(client, one));
    await client.rpc.task.cancel.mutate({ taskId: await writing(client, third) });
    await writing(client, one);
    await client.rpc.prompt.removeResult.mutate(one);
    expect(await all()).toMatchObject([null, b, { state: 'cancelled', text: c?.text }, d]);
  });

  test('CON-07 deleted while it is written, the answer’s task ends and nothing is stored, also once it is brought back', async () => {
    const { client, contentId } = await ownContent('/delete-writing', 'The Unfinished Oven');
    const place = { contentId, promptId: 'official-quotes' };
    const aborted = llm.counts.aborted;
    llm.script(() => ({ text: 'Slow words. [L0]\n'.repeat(50), pieceLength: 4, hangAfterPieces: 20 }));
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    await watch(client, place, ({ draft }) => draft !== '');
    await client.rpc.prompt.removeResult.mutate(place);
    await waitFor('the model to be let go of', () => (llm.counts.aborted > aborted ? true : undefined));
    expect(await client.rpc.prompt.result.query(place)).toEqual({ result: null });
    await client.rpc.prompt.restoreResult.mutate(place);
    expect((await client.rpc.prompt.result.query(place)).result).toMatchObject({ state: 'cancelled', text: null, taskId: null });
  });

  test('CON-07 another user reaches neither content nor answer nor prompt', async () => {
    const { client, contentId } = await ownContent('/mine', 'The Fifth Oven');
    const { promptId } = await client.rpc.prompt.create.mutate({ title: 'Mine', customPrompt: 'Mine alone' });
    const mine = { contentId, promptId };
    answerPrompts('Secret. [L0]');
    await client.rpc.prompt.run.mutate({ ...mine, language: 'en' });
    await ended(client, mine);
    const { client: other, contentId: theirs } = await ownContent('/theirs', 'The Sixth Oven');
    expect(await refusal(other.rpc.prompt.result.query(mine))).toBe('not_found');
    expect(await refusal(other.rpc.prompt.run.mutate({ ...mine, language: 'en' }))).toBe('not_found');
    // Their own content with somebody else's prompt.
    expect(await refusal(other.rpc.prompt.run.mutate({ contentId: theirs, promptId, language: 'en' }))).toBe('not_found');
    expect(await other.rpc.prompt.result.query({ contentId: theirs, promptId })).toEqual({ result: null });
    llm.script(() => ({ hang: true }));
    await client.rpc.prompt.run.mutate({ ...mine, language: 'en' });
    const taskId = await writing(client, mine);
    expect(await refusal(other.rpc.task.cancel.mutate({ taskId }))).toBe('not_found');
    await client.rpc.task.cancel.mutate({ taskId });
    expect(await refusal(other.rpc.prompt.run.mutate({ contentId: theirs, promptId: 'official-nothing', language: 'en' }))).toBe(
      'not_found',
    );
  });

  test('CON-07 a user has ten answers written at a time, no more', async () => {
    const { client, contentId } = await ownContent('/many', 'The Many Ovens');
    llm.script(() => ({ hang: true }));
    const made = await Promise.all(
      Array.from({ length: 11 }, (_, index) => client.rpc.prompt.create.mutate({ title: `P${index}`, customPrompt: 'x' })),
    );
    const outcomes = await Promise.all(
      made.map(({ promptId }) =>
        client.rpc.prompt.run.mutate({ contentId, promptId, language: 'en' }).then(
          ({ state }) => state,
          (error: unknown) => codeOf(error),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'too_many_answers')).toHaveLength(1);
    for (const { promptId } of made) {
      const taskId = (await client.rpc.prompt.result.query({ contentId, promptId })).result?.taskId;
      if (taskId) await client.rpc.task.cancel.mutate({ taskId });
    }
  });

  test('CON-07 is put off while the model is busy, says so, and is written or stopped', async () => {
    const { client, contentId } = await ownContent('/busy', 'The Busy Oven');
    const place = { contentId, promptId: 'official-quotes' };
    let refusals = 3;
    llm.script((request) => (isPrompt(request) && refusals-- > 0 ? { status: 503 } : { text: 'At last. [L0]' }));
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    const waiting = { stage: 'queued', code: 'waiting_provider' };
    const isWaiting = ({ stage }: TaskView) => stage?.code === waiting.code;
    expect((await watch(client, place, isWaiting)).stage).toMatchObject({ ...waiting, params: { seconds: expect.any(Number) } });
    expect(await ended(client, place)).toMatchObject({ state: 'completed', text: 'At last. [¶1](#p0)\n' });

    // Longer than a worker is kept for it; the answer of before stays. With 429, the key would rest for the other tests too.
    llm.script(() => ({ status: 503, retryAfterSeconds: 90 }));
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    expect((await watch(client, place, isWaiting)).stage).toMatchObject({ ...waiting, params: { seconds: 90 } });
    expect(await client.rpc.task.cancel.mutate({ taskId: await writing(client, place) })).toEqual({ state: 'cancelled' });
    expect(await ended(client, place)).toMatchObject({ state: 'cancelled', text: 'At last. [¶1](#p0)\n', problem: null });
  });

  test('CON-07 says what went wrong with a model that gives nothing', async () => {
    const { client, contentId } = await ownContent('/bad', 'The Seventh Oven');
    const place = { contentId, promptId: 'official-timeline' };
    llm.script(() => ({ text: 'x', finishReason: 'content_filter' }));
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    const refused = await ended(client, place);
    expect(refused).toMatchObject({ state: 'failed', text: null });
    expect(refused.problem?.code).toMatch(/^llm_/);
  });
});

function commonStart(left: string, right: string): string {
  let end = 0;
  while (end < left.length && left[end] === right[end]) end++;
  return left.slice(0, end);
}

async function storedParts(of: World, taskId: string): Promise<number> {
  const { query, close } = createDatabase(of.database, { max: 1, applicationName: 'test' });
  const [row] = await query('select checkpoints from tasks where id = $1', [taskId]);
  await close();
  return Object.keys(row?.checkpoints ?? {}).length;
}

test('CON-07 a worker that is killed is followed by one that goes on behind the parts that are done', {
  timeout: 300_000,
}, async () => {
  // A model that reads little at once: the source takes several parts.
  const env = { ...environment(6_000), GLEANER_FETCH_ALLOW: '' };
  const web = await startWorld({ role: 'web', env });
  const worker = () =>
    startTestServer({
      role: 'worker',
      database: web.database,
      dataDir: web.server.dataDir,
      env: { ...env, GLEANER_FETCH_ALLOW: web.site.host },
    });
  let current = await worker();
  try {
    answerPrompts('');
    web.site.on('/long', { body: articleHtml('The Long Oven', { paragraphs: 220 }) });
    const client = web.client();
    const contentId = await submit(client, `${web.site.url}/long`);
    await settled(client, contentId);
    const place = { contentId, promptId: 'official-minutes' };
    const read: string[] = [];
    let slow = true;
    llm.script((request) => {
      if (request.prompt.includes('FINDINGS-')) return { text: '## In short\n- All of it. [L0] and [L200]\n' };
      const part = /this is part (\d+) of (\d+)/.exec(request.prompt);
      read.push(part?.[1] ?? '?');
      const lines = [...request.prompt.matchAll(/^L(\d+) /gm)].map(([, id]) => id);
      // After the first parts the model takes its time, until the worker is killed.
      return slow && read.length > 2 ? { hang: true } : { text: `- Lines from here. [L${lines[0]}]` };
    });
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    const { stage } = await watch(client, place, (view) => Number(view.stage?.params?.done ?? 0) >= 2);
    const total = Number(stage?.params?.total);
    expect(total).toBeGreaterThan(2);
    await current.kill();
    await missHeartbeats(web.database);
    await waitFor('its requests to end', () => (llm.open() === 0 ? true : undefined));
    const kept = await storedParts(web, await writing(client, place));
    slow = false;
    read.length = 0;
    current = await worker();
    const result = await waitFor(
      'answer',
      async () => {
        const found = (await client.rpc.prompt.result.query(place)).result;
        return found?.state === 'completed' || found?.state === 'failed' ? found : undefined;
      },
      60_000,
    );
    expect(result).toMatchObject({ state: 'completed', text: '## In short\n- All of it. [¶1](#p0) and [¶201](#p200)\n' });
    expect(kept).toBeGreaterThanOrEqual(2);
    expect(result.checks?.windows).toBe(total);
    expect(read).toHaveLength(total - kept);
  } finally {
    await current.stop();
    current.remove();
    await web.close();
  }
});

test('OUT-02 CON-04 an answer that was being written while a speaker got a name calls them by it', async () => {
  const client = world.client();
  const said = [
    'A tenth of every sack is the payment.',
    'The families thought that it was too much.',
    'The keeper wrote it down.',
  ];
  const cues = said.map((text, i) => `00:00:0${i * 3}.000 --> 00:00:0${i * 3 + 3}.000\n<v Speaker ${(i % 2) + 1}>${text}\n`);
  const bytes = Buffer.from(`WEBVTT\n\n${cues.join('\n')}`);
  const contentId = await uploadFile(client, world.server.url, { name: 'tenth.vtt', bytes });
  const { transcriptVersion } = await settled(client, contentId);
  const place = { contentId, promptId: 'official-timeline' };
  answerPrompts('Speaker 1 asked for a tenth, and Speaker 2 thought it was too much. [L0]', { pieceLength: 4 });
  const goOn = llm.hold('REQUEST-', 8);
  await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
  await watch(client, place, ({ draft }) => draft !== '');
  const edit = { type: 'rename', from: 'Speaker 1', to: 'Ann' } as const;
  await client.rpc.content.editTranscript.mutate({ contentId, base: transcriptVersion, edit });
  expect((await client.rpc.prompt.result.query(place)).result?.state).toBe('running');
  goOn();
  expect((await ended(client, place)).text).toContain('Ann asked for a tenth, and Speaker 2 thought');
  // The next is written from the words as they are now: Speaker 1 is nobody whom the rename was about.
  answerPrompts('Ann met another Speaker 1. [L0]');
  await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
  expect((await ended(client, place)).text).toContain('Ann met another Speaker 1.');
});
