/** A model key that only its user's browser keeps: what it writes, whose it is, and where nothing of it is ever found. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, openSession } from '#db/client.ts';
import { writeSentKey } from '#features/credentials/shared/sent-key.ts';
import { dropLeftKeys } from '#infra/tasks/task-key.ts';
import { readEveryRow } from '../harness/database/databases.ts';
import { readArchive } from '../harness/files/read-archive.ts';
import { codeOf, createTestClient, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

const serverKey = 'sk-servercanary00000000';
const mine = 'my-model@server';

let world: World;
let llm: FakeLlm;
beforeAll(async () => {
  llm = await startFakeLlm();
  world = await startWorld({
    env: {
      ...{ OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: serverKey, OPENAI_MODEL: 'house-model' },
      ...{ LOG_LEVEL: 'trace', SITE_PACE: '0', TIME_STARTING_MINUTES: '600', TIME_ZONE: zoneAtNoon() },
    },
  });
});
afterAll(async () => {
  await world.close();
  await llm.close();
});
beforeEach(() => {
  llm.script(answer);
  llm.requests.length = 0;
});

/** Calls are counted by the day, and none may end in the middle of a test. POSIX turns the sign: `Etc/GMT-8` is eight hours ahead. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}

const answer = ({ prompt }: { prompt: string }) => ({
  text: prompt.includes('Title of the talk')
    ? [...prompt.matchAll(/^L(\d+) /gm)].map(([, id]) => `L${id} 第 ${id} 句`).join('\n')
    : writeNoteFor(prompt),
});

async function query<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const session = await openSession(world.database, { applicationName: 'test' });
  try {
    return await session.query<Row>(statement, values);
  } finally {
    await session.close();
  }
}

type Browser = TestClient & { userId: string; send(key: Partial<Sent> | null): void };
type Sent = { userId: string; provider: string; model: string; keys: string | null };

/** Somebody who has signed in, with a browser that sends a key. */
async function browser(keys: string | null): Promise<Browser> {
  const headers: Record<string, string> = {};
  const client = createTestClient(world.server.url, '', headers);
  const { user } = await client.rpc.account.ensure.mutate();
  await query(`update "user" set is_anonymous = false, email = id || '@example.org' where id = $1`, [user.id]);
  const send = (key: Partial<Sent> | null) => {
    const whole = { userId: user.id, provider: 'server', model: 'my-model', keys, ...key };
    if (key === null) delete headers['x-model-key'];
    else headers['x-model-key'] = writeSentKey(whole);
  };
  send(keys === null ? null : {});
  return { ...client, userId: user.id, send };
}

let next = 0;
const keyOf = (word: string) => `sk-${word.padEnd(48, 'x')}`;
function page(title: string): string {
  const path = `/browser-${next++}`;
  world.site.on(path, { body: articleHtml(title) });
  return `${world.site.url}${path}`;
}

const talk = (word: string) =>
  Buffer.from(
    Array.from(
      { length: 20 },
      (_, i) =>
        `${i + 1}\n00:00:${String(i * 2).padStart(2, '0')},000 --> 00:00:${String(i * 2 + 1).padStart(2, '0')},900\nThe keeper of ${word} mill ${i} sold ${i + 20} sacks.\n`,
    ).join('\n'),
  );

const keysUsed = () => [...new Set(llm.requests.map(({ authorization }) => authorization?.replace('Bearer ', '')))];
const timeLeft = async (client: TestClient) => (await client.rpc.user.remainingTime.query()).remainingTime;
const copies = () => query<{ kind: string }>('select kind from task_keys join tasks on tasks.id = task_id');
const taskEnds = (client: TestClient, contentId: string, place: { promptId: string; contentId: string }) =>
  waitFor('everything to be written', async () => {
    const [chat, { result }, translation, article] = await Promise.all([
      client.rpc.chat.history.query({ contentId }),
      client.rpc.prompt.result.query(place),
      client.rpc.content.translation.query({ contentId, language: 'zh' }),
      client.rpc.content.writtenArticle.query({ contentId }),
    ]);
    const states = [result?.state, translation.state, article.state];
    return chat.answeringId === null && !states.some((state) => state === 'running' || state === 'queued') ? states : undefined;
  });

/** Note, chat, prompt, translation, article, batch, and the same note again. Gives what the calls answered. */
async function everything(client: Browser, word: string): Promise<string> {
  world.site.on(`/${word}`, { status: 404, body: 'not yet' });
  client.send(null);
  const later = await submit(client, `${world.site.url}/${word}`);
  await settled(client, later);
  const contentId = await uploadFile(client, world.server.url, { name: `${word}.srt`, bytes: talk(word) });
  await settled(client, contentId);
  llm.requests.length = 0;
  client.send({});
  const place = { contentId, promptId: 'official-timeline' };
  const answers: unknown[] = [await summarise(client, page(`The Oven of ${word}`))];
  answers.push(await client.rpc.content.summarizeAgain.mutate({ contentId }), await settled(client, contentId));
  answers.push(await client.rpc.chat.ask.mutate({ contentId, question: 'Who sold?' }));
  answers.push(await client.rpc.prompt.run.mutate({ ...place, language: 'en' }));
  answers.push(await client.rpc.content.translate.mutate({ contentId, language: 'zh' }));
  answers.push(await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' }));
  answers.push(await taskEnds(client, contentId, place));
  world.site.on(`/${word}`, { body: articleHtml(`The Late Oven of ${word}`) });
  answers.push(await client.rpc.video.batchSummarise.mutate({ contentIds: [later] }));
  const ended = async () => {
    const result = await client.rpc.video.batchResult.query();
    return result && result.state !== 'running' ? result : undefined;
  };
  answers.push(await waitFor('the batch to end', ended), await client.rpc.content.detail.query({ contentId: later }));
  return JSON.stringify(answers);
}

test('ACC-05 a key that the browser keeps writes everything its user begins, takes no time, and leaves with the task', async () => {
  const key = keyOf('all1');
  const client = await browser(key);
  expect(await client.rpc.prompt.official.query()).toMatchObject({ model: mine });
  const answers = await everything(client, 'all1');
  expect(answers).toContain(`"noteModel":"${mine}"`);
  expect(keysUsed()).toEqual([key]);
  const uses = await query<{ kind: string; own_key: boolean; model: string }>(
    'select distinct kind, own_key, model from model_uses where user_id = $1 and own_key order by kind',
    [client.userId],
  );
  expect(uses.map(({ kind, model }) => `${kind} ${model}`)).toEqual(
    ['article', 'chat', 'note', 'prompt', 'translation'].map((kind) => `${kind} ${mine}`),
  );
  expect(await copies()).toEqual([]);
  expect((await client.rpc.account.modelKey.query()).state).toBe('none');
  // Two notes, chat, prompt, translation, article and one note of the batch.
  const [counted] = await query<{ taken: number }>(`select taken from rate_limits where key = $1`, [
    `own-key-calls:${client.userId}`,
  ]);
  expect(counted?.taken).toBe(7);
});

test('ACC-05 the next key of a list is taken when one is refused or has no quota', async () => {
  const [refused, spent, good] = [keyOf('bad2'), keyOf('spent2'), keyOf('good2')];
  const client = await browser([refused, spent, good].join(','));
  llm.script((request) => {
    if (request.authorization?.includes('bad2')) return { status: 401 };
    return request.authorization?.includes('spent2') ? { status: 402 } : answer(request);
  });
  const before = await timeLeft(client);
  expect(await summarise(client, page('Three Keys'))).toMatchObject({ status: 'completed', noteModel: mine });
  expect(keysUsed()).toEqual([refused, spent, good]);
  expect(await timeLeft(client)).toBe(before);
});

test('ACC-05 a browser’s key serves nobody else, no other account in that browser, and is no fallback to the server’s model', async () => {
  const key = keyOf('owner3');
  const owner = await browser(key);
  const other = await browser(null);
  const url = page('The Oven of Two');
  const release = llm.hold('The Oven of Two', 1);
  const first = await submit(owner, url);
  await waitFor('the note to be begun', () => (llm.requests.length > 0 ? true : undefined));
  // While the copy is there: the same link for another user is that user's own work.
  expect(await copies()).toEqual([{ kind: 'note' }]);
  const second = await submit(other, url);
  release();
  expect(await settled(owner, first)).toMatchObject({ noteModel: mine });
  expect(await settled(other, second)).toMatchObject({ noteModel: 'house-model' });
  const used = llm.requests.map(({ model, authorization }) => `${model} ${authorization?.replace('Bearer ', '')}`);
  expect(new Set(used)).toEqual(new Set([`my-model ${key}`, `house-model ${serverKey}`]));

  llm.requests.length = 0;
  // Another account in the same browser: the header still names the first.
  other.send({ userId: owner.userId, keys: key });
  expect(await summarise(other, page('Left In The Browser'))).toMatchObject({ noteModel: 'house-model' });
  await other.rpc.chat.ask.mutate({ contentId: second, question: 'Who built the oven?' });
  await waitFor('the answer', async () => {
    const { answeringId } = await other.rpc.chat.history.query({ contentId: second });
    return answeringId === null ? true : undefined;
  });
  expect(keysUsed()).toEqual([serverKey]);

  llm.requests.length = 0;
  for (const wrong of [{ keys: null }, { keys: 'nokey,', provider: 'openai' }, { provider: 'nosuch' }]) {
    owner.send(wrong);
    const { contentId } = await owner.rpc.content.detail.query({ contentId: first });
    const refused = await owner.rpc.content.summarizeAgain.mutate({ contentId }).then(() => null, codeOf);
    expect(refused).toBe('own_key_refused');
  }
  expect(llm.requests).toEqual([]);
});

test('ACC-05 a task’s copy of the key goes however the task ends', async () => {
  const client = await browser(keyOf('ends4'));
  const ends = async (contentId: string) => {
    await settled(client, contentId);
    expect(await copies()).toEqual([]);
  };
  llm.script(() => ({ status: 401 }));
  await ends(await submit(client, page('Refused Key')));

  llm.script(answer);
  for (const end of ['cancel', 'deleteMany'] as const) {
    const title = `Ended by ${end}`;
    const release = llm.hold(title, 1);
    const contentId = await submit(client, page(title));
    await waitFor('the note to be begun', () => (llm.requests.some(({ prompt }) => prompt.includes(title)) ? true : undefined));
    expect(await copies()).toHaveLength(1);
    if (end === 'cancel') await client.rpc.content.cancel.mutate({ contentId });
    else await client.rpc.userNote.deleteMany.mutate({ contentIds: [contentId] });
    await waitFor('the copy to go', async () => ((await copies()).length === 0 ? true : undefined));
    release();
  }
  // What a server that was killed left, or one of an earlier version.
  const [ended] = await query<{ id: string }>(`select id from tasks where state = 'completed' limit 1`);
  await query(`insert into task_keys (task_id, provider, model, key_id, sealed) values ($1, 'server', 'm', 'k', 's')`, [
    ended?.id,
  ]);
  const { db, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
  await dropLeftKeys(db);
  await close();
  expect(await copies()).toEqual([]);
});

test('ACC-05 a key kept in the browser counts to the day’s calls, then its user is told', async () => {
  const client = await browser(keyOf('day5'));
  await query(`insert into rate_limits (key, taken, ends_at) values ($1, 20, now() + interval '1 hour')`, [
    `own-key-calls:${client.userId}`,
  ]);
  const { results } = await client.rpc.ingest.submit.mutate({ items: [{ url: page('One Too Many') }], noteLanguage: 'en' });
  expect(results).toMatchObject([{ problem: { code: 'own_key_limit', params: { most: 20 } } }]);
  expect(llm.requests).toEqual([]);
  expect(await copies()).toEqual([]);
});

test('ACC-05 nothing of a browser’s key is in a log line, answer, row, archive or file', async () => {
  const canary = randomBytes(24).toString('hex');
  const key = `sk-${canary}`;
  const client = await browser(key);
  const answers = [await everything(client, 'canary6')];
  expect(keysUsed()).toEqual([key]);
  const release = llm.hold('The Open Oven', 1);
  const open = await submit(client, page('The Open Oven'));
  await waitFor('the note to be begun', () =>
    llm.requests.some(({ prompt }) => prompt.includes('The Open Oven')) ? true : undefined,
  );
  // While a task holds its copy: sealed.
  expect(await copies()).toHaveLength(1);
  const rows = await readEveryRow(world.database);
  const archive = Buffer.from(await (await client.fetch('/api/my-data/archive')).arrayBuffer());
  release();
  await settled(client, open);
  for (const reply of [
    { status: 401, message: `wrong key ${key}` },
    { status: 400, message: `bad request with ${key}`, type: key },
    { raw: `data: {"error":{"message":"no ${key}","type":"${key}"}}\n\n` },
  ]) {
    llm.script(() => reply);
    answers.push(JSON.stringify(await settled(client, await submit(client, page(`Echo ${next}`)))));
  }
  client.send({ keys: `${key}!` });
  const headers = { 'x-gleaner': '1', 'content-type': 'application/json' };
  for (const [path, input] of [
    ['ingest.submit', { items: [{ url: page('Wrong Header') }], noteLanguage: 'en' }],
    ['ingest.submit', { wrong: 1 }],
    ['content.nosuch', {}],
  ] as const) {
    const response = await client.fetch(`/api/trpc/${path}`, { method: 'POST', body: JSON.stringify(input), headers });
    answers.push(await response.text(), JSON.stringify([...response.headers]));
  }
  const sinks = {
    ...{ log: world.server.output(), answers: answers.join('\n'), rows },
    rowsAfter: await readEveryRow(world.database),
    archive: archive.toString('latin1') + (await readArchive(archive)),
    files: filesUnder(world.server.dataDir),
  };
  expect(sinks.rows).toMatch(/^== public\.task_keys\n\(/m);
  expect(sinks.log).toContain('ingest.submit');
  expect(sinks.archive).toContain('canary6');
  const forms = [canary, Buffer.from(key).toString('base64').slice(0, 24), Buffer.from(key).toString('hex')];
  for (const [name, text] of Object.entries(sinks)) for (const form of forms) expect(text.includes(form), name).toBe(false);
}, 120_000);

function filesUnder(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
