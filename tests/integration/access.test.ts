/** Who may call what: a table that must name every procedure of the router, tried by a stranger and by another user. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '#server/router.ts';
import { codeOf, type TestClient } from '../harness/client.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

type Ids = { contentId: string; versionId: string; listingId: string; highlightId: string; collectionId: string };

type Access = {
  type: 'query' | 'mutation' | 'subscription';
  /** What a caller without a session gets: an answer, or this refusal. */
  stranger: 'answered' | 'unauthenticated';
  /** Input that names the owner's things; what another user gets for it. */
  input: (ids: Ids) => unknown;
  other: 'not_found' | 'own data only' | 'no ids';
};

function markOf(contentId: string) {
  const words = 'the Secret Oven keeps its heat';
  return {
    id: randomUUID(),
    contentId,
    highlight_text: words,
    scope: 'article' as const,
    section_id: null,
    content_key: 'article',
    colour: 'yellow' as const,
    anchors: { exact: words, prefix: '', suffix: '', start: 0, alone: true },
  };
}

const matrix: Record<string, Access> = {
  'account.me': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'account.ensure': { type: 'mutation', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'account.siteSignIns': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'account.saveSiteSignIn': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ site: 'bilibili', value: 'no session' }),
    other: 'own data only',
  },
  'account.removeSiteSignIn': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: () => ({ site: 'bilibili' }),
    other: 'own data only',
  },
  'account.modelKey': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'account.saveModelKey': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ provider: 'openai', model: 'gpt', value: 'no key' }),
    other: 'own data only',
  },
  'account.removeModelKey': { type: 'mutation', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'speech.models': { type: 'query', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'speech.fetchModel': { type: 'mutation', stranger: 'answered', input: () => ({ id: 'no-such-model' }), other: 'no ids' },
  'speech.cancelFetch': { type: 'mutation', stranger: 'answered', input: () => ({ id: 'no-such-model' }), other: 'no ids' },
  'speech.removeModel': { type: 'mutation', stranger: 'answered', input: () => ({ id: 'no-such-model' }), other: 'no ids' },
  'speech.importModels': { type: 'mutation', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'system.info': { type: 'query', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'ingest.preview': { type: 'query', stranger: 'answered', input: () => ({ text: '' }), other: 'own data only' },
  'ingest.submit': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ items: [{ uploadId: 'nosuchupload' }], noteLanguage: 'en' }),
    other: 'own data only',
  },
  'ingest.openCollection': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ url: 'not a link' }),
    other: 'own data only',
  },
  'ingest.collectionPage': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ listingId }) => ({ listingId, offset: 0 }),
    other: 'not_found',
  },
  'ingest.queueItems': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ listingId }) => ({ listingId, positions: [0], noteLanguage: 'en' }),
    other: 'not_found',
  },
  'ingest.cancelBatch': {
    type: 'mutation',
    stranger: 'unauthenticated',
    // No batch has this id, like no batch of somebody else.
    input: ({ listingId }) => ({ batchId: listingId }),
    other: 'not_found',
  },
  'user.videos': { type: 'query', stranger: 'unauthenticated', input: () => ({}), other: 'own data only' },
  'chat.history': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'chat.ask': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, question: 'What is it?' }),
    other: 'not_found',
  },
  'chat.retry': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'chat.stop': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'chat.answer': {
    type: 'subscription',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'chat.clear': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'chat.find': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, query: 'oven' }),
    other: 'not_found',
  },
  'content.detail': { type: 'query', stranger: 'unauthenticated', input: ({ contentId }) => ({ contentId }), other: 'not_found' },
  'content.running': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'content.progress': {
    type: 'subscription',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.cancel': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.summarizeAgain': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.versions': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.version': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId, versionId }) => ({ contentId, versionId }),
    other: 'not_found',
  },
  'content.saveNote': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId, versionId }) => ({ contentId, baseVersionId: versionId, note: 'taken over' }),
    other: 'not_found',
  },
  'content.setTask': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, line: 0, words: 'none', done: true }),
    other: 'not_found',
  },
  'content.restore': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId, versionId }) => ({ contentId, versionId }),
    other: 'not_found',
  },
  'content.article': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.writtenArticle': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.writeArticle': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, parts: 'all' }),
    other: 'not_found',
  },
  'content.cancelArticle': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.deleteArticle': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.translation': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, language: 'en' }),
    other: 'not_found',
  },
  'content.translate': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, language: 'en' }),
    other: 'not_found',
  },
  'content.cancelTranslation': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, language: 'en' }),
    other: 'not_found',
  },
  'content.editTranscript': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, base: 0, edit: { type: 'text', line: 0, startMs: 0, was: 'a', text: 'taken over' } }),
    other: 'not_found',
  },
  'content.undoTranscriptEdit': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, base: 0 }),
    other: 'not_found',
  },
  'highlights.ofContent': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'highlights.list': { type: 'query', stranger: 'unauthenticated', input: () => ({}), other: 'own data only' },
  'highlights.create': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId, highlightId }) => ({ ...markOf(contentId), id: highlightId }),
    other: 'not_found',
  },
  'highlights.update': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ highlightId }) => ({ highlightId, comment: 'taken over' }),
    other: 'not_found',
  },
  'highlights.reattach': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId, highlightId }) => ({ contentId, items: [{ id: highlightId, anchors: markOf(contentId).anchors }] }),
    other: 'not_found',
  },
  'highlights.delete': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ highlightId }) => ({ highlightId }),
    other: 'not_found',
  },
  'highlights.restore': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ highlightId }) => ({ highlightId }),
    other: 'not_found',
  },
  'prompt.mine': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'prompt.official': { type: 'query', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'prompt.create': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ title: '', customPrompt: '' }),
    other: 'own data only',
  },
  'prompt.update': {
    type: 'mutation',
    stranger: 'unauthenticated',
    // No prompt has this id, like no prompt of somebody else.
    input: ({ contentId }) => ({ promptId: contentId, title: 'taken', customPrompt: 'over' }),
    other: 'not_found',
  },
  'prompt.remove': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ promptId: contentId }),
    other: 'not_found',
  },
  'prompt.restore': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ promptId: contentId }),
    other: 'not_found',
  },
  'prompt.results': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'prompt.run': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes', language: 'en' }),
    other: 'not_found',
  },
  'prompt.result': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes' }),
    other: 'not_found',
  },
  'prompt.cancelRun': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes' }),
    other: 'not_found',
  },
  'prompt.progress': {
    type: 'subscription',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes' }),
    other: 'not_found',
  },
  'prompt.removeResult': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes' }),
    other: 'not_found',
  },
  'prompt.restoreResult': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes' }),
    other: 'not_found',
  },
  'share.getContentCollections': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'share.getBatchContentCollections': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentIds: [contentId] }),
    other: 'own data only',
  },
  'share.listUserCollections': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'share.getCollectionDetails': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ collectionId }) => ({ id: collectionId }),
    other: 'not_found',
  },
  'share.createCollection': {
    type: 'mutation',
    stranger: 'answered',
    input: ({ contentId }) => ({ name: 'Taken', contentIds: [contentId] }),
    other: 'not_found',
  },
  'share.renameCollection': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ collectionId }) => ({ id: collectionId, name: 'taken over' }),
    other: 'not_found',
  },
  'share.deleteCollection': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ collectionId }) => ({ id: collectionId }),
    other: 'not_found',
  },
  'share.addItemsToCollection': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ collectionId, contentId }) => ({ collectionId, contentIds: [contentId] }),
    other: 'not_found',
  },
  'share.removeItemsFromCollection': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ collectionId, contentId }) => ({ collectionId, contentIds: [contentId] }),
    other: 'not_found',
  },
  'link.find': { type: 'query', stranger: 'answered', input: () => ({ url: 'https://example.org/' }), other: 'own data only' },
  'link.comment': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ url: 'https://example.org/', note: '', noteLanguage: 'en' }),
    other: 'own data only',
  },
  'video.summary': { type: 'query', stranger: 'answered', input: () => ({ url: 'not a link' }), other: 'own data only' },
  'userNote.deleteContentWithCleanup': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
};

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
let world: World;
let owner: TestClient;
let ids: Ids;

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
  const { listingId } = await owner.rpc.ingest.openCollection.mutate({ url: `${world.site.url}/secret.xml` });
  const { id: highlightId } = await owner.rpc.highlights.create.mutate(markOf(contentId));
  const { collection } = await owner.rpc.share.createCollection.mutate({ name: 'The Secret Oven list', contentIds: [contentId] });
  ids = { contentId, versionId: versions[0]?.versionId ?? '', listingId, highlightId, collectionId: collection.id };
});
afterAll(() => world.close());

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
    // Whatever was tried, the owner's record is as it was.
    expect(await owner.rpc.content.detail.query({ contentId: ids.contentId })).toMatchObject({
      status: 'completed',
      title: 'The Secret Oven',
      run: null,
    });
  });
});

describe('files', () => {
  test.each(['media', 'cover', 'images/0'])('ACC-02 %s is for its owner alone', async (path) => {
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
