/** Who may call what: a table that must name every procedure of the router, tried by a stranger and by another user. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { appRouter } from '#server/router.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { type Access, type Ids, markOf, matrix } from './access-matrix.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
let world: World;
let owner: TestClient;
let ids: Ids;
let before: unknown;

beforeAll(async () => {
  world = await startWorld();
  world.site.on('/secret', { body: articleHtml('The Secret Oven') });
  owner = world.client();
  const { contentId } = await summarise(owner, `${world.site.url}/secret`);
  const { versions } = await owner.rpc.content.versions.query({ contentId });
  world.site.on('/secret.xml', {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>The Secret Oven Show</title>${[1, 2].map((n) => `<item><title>${n}</title><guid>secret-${n}</guid><enclosure url="/${n}.mp3" type="audio/mpeg"/></item>`).join('')}</channel></rss>`,
  });
  const { listingId } = await owner.rpc.ingest.openListing.mutate({ url: `${world.site.url}/secret.xml` });
  const [channelId, unfollowedChannelId] = [await followFeed('one'), await followFeed('two')];
  await owner.rpc.channel.unfollow.mutate({ channelId: unfollowedChannelId });
  const [highlightId, deletedHighlightId] = [await createMark(contentId), await createMark(contentId)];
  await owner.rpc.highlights.delete.mutate({ highlightId: deletedHighlightId });
  const [promptId, deletedPromptId] = [await createPrompt(), await createPrompt()];
  await owner.rpc.prompt.remove.mutate({ promptId: deletedPromptId });
  const { collection } = await owner.rpc.share.createCollection.mutate({ name: 'The Secret Oven list', contentIds: [contentId] });
  const folder = await owner.rpc.smartFolder.create.mutate({
    name: 'The Secret Oven folder',
    tags: ['secret'],
    match_type: 'any',
    rules: {},
  });
  await owner.rpc.account.saveModelKey.mutate({ provider: 'openai', model: 'gpt-x', value: `sk-${'a'.repeat(48)}` });
  await owner.rpc.account.saveSiteSignIn.mutate({ site: 'bilibili', value: 'a'.repeat(40) });
  const taskId = await ownersRow(
    `insert into tasks (kind, key, user_id, payload, progress) values ('secret', 'k', $1, '{}', '{"stage":"Secret Oven"}') returning id`,
  );
  const sessionId = await ownersRow('select id from session where user_id = $1');
  const batchId = await ownersRow(`insert into batches (user_id, title, url) values ($1, 'Secret Oven', '/') returning id`);
  const answerId = await ownersRow(
    `insert into library_answers (user_id, kind, question, scope, note_language, state)
     values ($1, 'question', 'Secret Oven', '{}', 'en', 'done') returning id`,
  );
  ids = {
    contentId,
    versionId: versions[0]?.versionId ?? '',
    listingId,
    batchId,
    highlightId,
    deletedHighlightId,
    promptId,
    deletedPromptId,
    collectionId: collection.id,
    channelId,
    unfollowedChannelId,
    smartFolderId: folder.id,
    answerId,
    taskId,
    sessionId,
  };
  before = await ownersThings();
});
afterAll(() => world.close());

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

async function followFeed(name: string): Promise<string> {
  const item = '<item><title>The Secret Oven entry</title><link>https://secret.example/1</link></item>';
  const body = `<rss version="2.0"><channel><title>The Secret Oven ${name}</title>${item}</channel></rss>`;
  world.site.on(`/secret-${name}.xml`, { type: 'application/rss+xml', body });
  return (await owner.rpc.channel.follow.mutate({ url: `${world.site.url}/secret-${name}.xml` })).subscription.id;
}

const createMark = async (contentId: string) => (await owner.rpc.highlights.create.mutate(markOf(contentId))).id;

async function createPrompt(): Promise<string> {
  const words = { title: 'The Secret Oven prompt', customPrompt: 'What is secret?' };
  return (await owner.rpc.prompt.create.mutate(words)).promptId;
}

/** A row of the owner's that nothing works on, such as a task of a kind that there is not. */
async function ownersRow(statement: string): Promise<string> {
  const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
  const { user } = await owner.rpc.account.me.query();
  const [row] = await query<{ id: string }>(statement, [user?.id]);
  await close();
  return row?.id ?? '';
}

/** Calls by name, as a program that knows the addresses would. Gives the code of a refusal, or the text of the answer. */
async function call(client: TestClient, name: string, access: Access): Promise<{ code: string | null; text: string }> {
  const input = access.input(ids);
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

  test(`ACC-02 another user gets ${access.other}`, async () => {
    const other = world.client();
    await other.rpc.account.ensure.mutate();
    const { code, text } = await call(other, name, access);
    if (access.other === 'not_found') expect(code).toBe('not_found');
    expect(text).not.toContain('Secret Oven');
    expect(text).not.toContain(ids.contentId);
    // Whatever was tried.
    expect(await ownersThings()).toEqual(before);
  });
});

describe('files', () => {
  test.each(['media', 'cover', 'icon', 'images/0', 'pdf', 'file'])('ACC-02 %s is for its owner alone', async (path) => {
    const other = world.client();
    await other.rpc.account.ensure.mutate();
    for (const client of [world.client(), other])
      expect((await client.fetch(`/api/contents/${ids.contentId}/${path}`)).status).toBe(404);
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
