/** Who may call what: a table that must name every procedure of the router, tried by a stranger and by another user. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { type Role, roles } from '#lib/roles.ts';
import { addFeatureRoutes } from '#server/feature-routes.ts';
import type { App, RouteTools } from '#server/http.ts';
import { appRouter } from '#server/router.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { createUpload } from '../harness/http/tus.ts';
import { type Access, type Ids, markOf, matrix } from './access-matrix.ts';
import { type RouteIds, routeMatrix } from './access-routes.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
let world: World;
let owner: TestClient;
let ids: Ids;
/** Somebody with things of the same kinds. */
let neighbour: TestClient;
let neighbours: Ids;
let before: unknown;

beforeAll(async () => {
  world = await startWorld();
  [owner, neighbour] = [world.client(), world.client()];
  ids = await makeThings(owner, 'Secret Oven');
  neighbours = await makeThings(neighbour, 'Open Barn');
  before = await ownersThings();
});
afterAll(() => world.close());

/** One of everything that a call may name. */
async function makeThings(client: TestClient, words: string): Promise<Ids> {
  const { account, channel, content, highlights, ingest, prompt, share, smartFolder } = client.rpc;
  const place = words.toLowerCase().replace(' ', '-');
  world.site.on(`/${place}`, { body: articleHtml(`The ${words}`) });
  const { contentId } = await summarise(client, `${world.site.url}/${place}`);
  const { versions } = await content.versions.query({ contentId });
  world.site.on(`/${place}.xml`, {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>The ${words} Show</title>${[1, 2].map((n) => `<item><title>${n}</title><guid>${place}-${n}</guid><enclosure url="/${n}.mp3" type="audio/mpeg"/></item>`).join('')}</channel></rss>`,
  });
  const { listingId } = await ingest.openListing.mutate({ url: `${world.site.url}/${place}.xml` });
  const followed = async (name: string) => {
    const item = `<item><title>The ${words} entry</title><link>https://${place}.example/1</link></item>`;
    const body = `<rss version="2.0"><channel><title>The ${words} ${name}</title>${item}</channel></rss>`;
    world.site.on(`/${place}-${name}.xml`, { type: 'application/rss+xml', body });
    return (await channel.follow.mutate({ url: `${world.site.url}/${place}-${name}.xml` })).subscription.id;
  };
  const [channelId, unfollowedChannelId] = [await followed('one'), await followed('two')];
  await channel.unfollow.mutate({ channelId: unfollowedChannelId });
  const marked = async () => (await highlights.create.mutate(markOf(contentId))).id;
  const [highlightId, deletedHighlightId] = [await marked(), await marked()];
  await highlights.delete.mutate({ highlightId: deletedHighlightId });
  const prompted = async () =>
    (await prompt.create.mutate({ title: `The ${words} prompt`, customPrompt: 'What is secret?' })).promptId;
  const [promptId, deletedPromptId] = [await prompted(), await prompted()];
  await prompt.remove.mutate({ promptId: deletedPromptId });
  const { collection } = await share.createCollection.mutate({ name: `The ${words} list`, contentIds: [contentId] });
  const folder = { name: `The ${words} folder`, tags: ['secret'], match_type: 'any', rules: {} } as const;
  const smartFolderId = (await smartFolder.create.mutate({ ...folder, tags: ['secret'] })).id;
  await account.saveModelKey.mutate({ provider: 'openai', model: 'gpt-x', value: `sk-${'a'.repeat(48)}` });
  await account.saveSiteSignIn.mutate({ site: 'bilibili', value: 'a'.repeat(40) });
  const row = (statement: string) => rowOf(client, statement, words);
  const taskId = await row(
    `insert into tasks (kind, key, user_id, payload, progress) values ('secret', $1, $1, '{}', jsonb_build_object('stage', $2::text)) returning id`,
  );
  const sessionId = await row('select id from session where user_id = $1 and $2 <> token');
  const batchId = await row(`insert into batches (user_id, title, url) values ($1, $2, '/') returning id`);
  const answerId = await row(
    `insert into library_answers (user_id, kind, question, scope, note_language, state)
     values ($1, 'question', $2, '{}', 'en', 'done') returning id`,
  );
  return {
    ...{ contentId, versionId: versions[0]?.versionId ?? '', listingId, batchId, highlightId, deletedHighlightId },
    ...{ promptId, deletedPromptId, collectionId: collection.id, channelId, unfollowedChannelId },
    ...{ smartFolderId, answerId, taskId, sessionId },
  };
}

function ownersThings(): Promise<unknown> {
  const { account, ask, channel, content, highlights, prompt, share, smartFolder } = owner.rpc;
  const ofContent = { contentId: ids.contentId };
  return Promise.all([
    content.detail.query(ofContent),
    content.versions.query(ofContent),
    highlights.ofContent.query(ofContent),
    prompt.mine.query(),
    share.getCollectionDetails.query({ id: ids.collectionId }),
    smartFolder.list.query(),
    account.modelKey.query(),
    account.siteSignIns.query(),
    channel.channelList.query(),
    ask.list.query(),
  ]);
}

/** A row that nothing works on, such as a task of a kind that there is not. */
async function rowOf(client: TestClient, statement: string, words: string): Promise<string> {
  const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
  const { user } = await client.rpc.account.me.query();
  const [row] = await query<{ id: string }>(statement, [user?.id, words]);
  await close();
  return row?.id ?? '';
}

type Caller = { role: Role; client: TestClient };
let callers: Promise<Caller[]> | undefined;

/** One of each role; anew when a call has ended them. */
async function makeCallers(): Promise<Caller[]> {
  const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
  const made = roles.map(async (role) => {
    const client = world.client();
    const { user } = await client.rpc.account.ensure.mutate();
    await query(
      `update "user" set is_anonymous = $2 = 'guest', is_admin = $2 = 'admin', is_lifetime = $2 = 'lifetime',
        paid_until = case when $2 = 'paid' then now() + interval '1 day' end where id = $1`,
      [user.id, role],
    );
    expect((await client.rpc.account.me.query()).user?.role).toBe(role);
    return { role, client };
  });
  try {
    return await Promise.all(made);
  } finally {
    await close();
  }
}

const endsCaller = ['account.signOut', 'myData.requestDeletion'];

/** What the call names of both people, each thing once the neighbour’s and once the owner’s. */
function* mixedInputs({ input }: Access): Generator<unknown> {
  const named = new Set<string>();
  const watched = new Proxy(neighbours, {
    get(of, name: keyof Ids) {
      named.add(name);
      return of[name];
    },
  });
  const own = input(watched) as Record<string, unknown> | undefined;
  if (named.size > 1) for (const name of named) yield input({ ...neighbours, [name]: ids[name as keyof Ids] });
  if (named.size === 0) return;
  const theirs = Object.entries((input(ids) ?? {}) as Record<string, unknown>);
  for (const [field, value] of theirs) if (Array.isArray(value)) yield { ...own, [field]: [own?.[field], value].flat() };
}

/** Calls by name, as a program that knows the addresses would. Gives the code of a refusal, or the text of the answer. */
async function call(
  client: TestClient,
  name: string,
  access: Access,
  input: unknown = access.input(ids),
): Promise<{ code: string | null; text: string }> {
  const query = input === undefined || access.type === 'mutation' ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await client.fetch(`/api/trpc/${name}${query}`, {
    method: access.type === 'mutation' ? 'POST' : 'GET',
    headers: {
      'x-gleaner': '1',
      'content-type': 'application/json',
      ...(access.type === 'subscription' ? { accept: 'text/event-stream' } : {}),
    },
    ...(access.type === 'mutation' ? { body: JSON.stringify(input ?? null) } : {}),
  });
  const text = await response.text();
  return { code: /"app":\{"code":"(\w+)"/.exec(text)?.[1] ?? null, text };
}

test('ACC-02 the table names every procedure and its type', () => {
  expect(Object.fromEntries(Object.entries(procedures).map(([name, { _def }]) => [name, _def.type]))).toEqual(
    Object.fromEntries(Object.entries(matrix).map(([name, { type }]) => [name, type])),
  );
});

describe.each(Object.entries(matrix))('%s', (name, access) => {
  test(`ACC-02 a caller without a session is ${access.stranger}`, async () => {
    const { code } = await call(world.client(), name, access);
    if (access.stranger === 'unauthenticated') expect(code).toBe('unauthenticated');
    else expect(code).not.toBe('unauthenticated');
  });

  test(`ACC-02 another user of any role gets ${access.other}`, async () => {
    callers ??= makeCallers();
    const asking = (await callers).filter(({ role }) => role !== 'admin' || access.other !== 'administrators only');
    const answers = await Promise.all(asking.map(async ({ role, client }) => ({ role, ...(await call(client, name, access)) })));
    for (const { role, code, text } of answers) {
      if (access.other === 'not_found' || access.other === 'administrators only')
        expect([role, code]).toEqual([role, 'not_found']);
      expect(text).not.toContain('Secret Oven');
      expect(text).not.toContain(ids.contentId);
    }
    if (endsCaller.includes(name)) callers = undefined;
    // Whatever was tried.
    if (access.type === 'mutation') expect(await ownersThings()).toEqual(before);
  });
});

test('ACC-02 ids of two people in one call reach nothing of the other', async () => {
  const mixed = Object.entries(matrix).flatMap(([name, access]) =>
    [...mixedInputs(access)].map((input) => ({ name, access, input })),
  );
  expect(new Set(mixed.map(({ name }) => name)).size).toBeGreaterThan(12);
  for (const { name, access, input } of mixed) {
    const { text } = await call(neighbour, name, access, input);
    expect([name, text]).not.toEqual([name, expect.stringContaining('Secret Oven')]);
    if (access.type === 'mutation') expect([name, await ownersThings()]).toEqual([name, before]);
  }
});

describe('routes', () => {
  let routeIds: RouteIds;

  beforeAll(async () => {
    const avatarId = 'secret-avatar';
    const imageId = crypto.randomUUID();
    const key = `outputs/images/${imageId}/0.png`;
    await rowOf(
      owner,
      `insert into image_generations (id, user_id, operation_name, blobs)
       values ($2::text::uuid, $1, 'images/' || $2::text, jsonb_build_array('outputs/images/' || $2::text || '/0.png'))`,
      imageId,
    );
    mkdirSync(join(world.server.dataDir, 'files/blobs', dirname(key)), { recursive: true });
    writeFileSync(join(world.server.dataDir, 'files/blobs', key), 'Secret Oven');
    // No name of a picture that there can be: from here on, who the owner is can no longer be read by call.
    await rowOf(owner, 'update "user" set avatar_blob = $2 where id = $1', `avatars/${avatarId}.webp`);
    const made = await createUpload(owner, 5, 'a.txt');
    routeIds = { ...ids, avatarId, imageId, uploadId: made.headers.get('location')?.split('/').at(-1) ?? '' };
  });

  test('ACC-02 the table names every route', () => {
    const nothing: unknown = new Proxy(() => nothing, {
      get: (_of, name) => (name === 'directory' ? world.server.dataDir : nothing),
      apply: () => nothing,
    });
    const app: App = new Hono();
    addFeatureRoutes(app, nothing as RouteTools);
    expect(new Set(app.routes.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(Object.keys(routeMatrix)));
  });

  test.each(Object.entries(routeMatrix))('ACC-02 %s is for its owner alone', async (_name, access) => {
    const asked = async (client: TestClient, status: number | null | undefined) => {
      const response = await client.fetch(access.path(routeIds), access.init?.(routeIds));
      if (typeof status === 'number') expect(response.status).toBe(status);
      return response.text();
    };
    callers ??= makeCallers();
    const others = await callers;
    const texts = await Promise.all([
      asked(world.client(), access.stranger),
      ...others.map(({ client }) => asked(client, access.other)),
    ]);
    for (const text of texts) {
      expect(text).not.toContain('Secret Oven');
      expect(text).not.toContain('"contentId"');
    }
    if (access.owner !== undefined) await asked(owner, access.owner);
    if (access.init) expect(await ownersThings()).toEqual(before);
  });
});

describe('a page of another site', () => {
  test.each([
    ['without the header', {}],
    ['from another origin', { 'x-gleaner': '1', origin: 'https://evil.example' }],
    ['as a cross-site request', { 'x-gleaner': '1', 'sec-fetch-site': 'cross-site' }],
  ])('starts nothing %s', async (_name, headers) => {
    const before = (await owner.rpc.user.videos.query({})).count;
    const response = await owner.fetch(
      `/api/trpc/video.summary?input=${encodeURIComponent(JSON.stringify({ url: `${world.site.url}/forged`, waitMs: 0 }))}`,
      { headers: headers as Record<string, string> },
    );
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await owner.rpc.user.videos.query({})).count).toBe(before);
  });
});

test('ACC-02 an upload of one user cannot be taken by another', async () => {
  const response = await owner.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: 'hello',
  });
  expect(response.status).toBe(201);
  const uploadId = response.headers.get('location')?.split('/').at(-1) ?? '';
  const other = world.client();
  await other.rpc.account.ensure.mutate();
  const { results } = await other.rpc.ingest.submit.mutate({ items: [{ uploadId }], noteLanguage: 'en' });
  expect(results).toEqual([{ problem: { code: 'upload_not_found', params: {} } }]);
  expect(codeOf(await other.rpc.content.detail.query({ contentId: ids.contentId }).catch((error: unknown) => error))).toBe(
    'not_found',
  );
});

describe('tasks', () => {
  test('ACC-02 another user cannot end the owner’s task, and its owner can', async () => {
    const other = world.client();
    await other.rpc.account.ensure.mutate();
    const { taskId } = ids;
    await expect(other.rpc.task.cancel.mutate({ taskId })).rejects.toSatisfy((error) => codeOf(error) === 'not_found');
    const events: unknown[] = [];
    const told = (async () => {
      for await (const { type, data } of owner.events('task.watch', { taskId })) {
        if (type === 'return') return;
        if (type === 'message') events.push(data);
      }
    })();
    expect(await owner.rpc.task.cancel.mutate({ taskId })).toEqual({ state: 'cancelled' });
    await told;
    expect(events).toEqual([{ type: 'cancelled', elapsedMs: 0 }]);
    expect(await owner.rpc.task.cancel.mutate({ taskId })).toEqual({ state: 'cancelled' });
  });
});
