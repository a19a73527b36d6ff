import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { AppRouter } from '#server/router.ts';
import { keyOf } from './offline-answer-keys.ts';
import { forgetOfflineAnswers, offlineAnswersLink } from './offline-answers.ts';

const kept = new Map<string, Response>();
const urlOf = (address: string) => new URL(address, 'https://gleaner.test').href;

beforeAll(() => {
  const cache = {
    put: async (address: string, answer: Response) => void kept.set(urlOf(address), answer),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (address: string) => kept.delete(urlOf(address)),
  };
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: async (address: string) => kept.get(urlOf(address))?.clone(),
    delete: async () => kept.clear(),
  });
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  vi.stubGlobal('window', { caches: {} });
});
afterAll(() => vi.unstubAllGlobals());

const contentId = '0193a8de-0000-7000-8000-000000000001';
const overview = { contentId, title: 'Oven', note: '- [ ] sweep', noteVersionId: 'a', updatedAt: '1' };

test('what was changed of a note, and the text it was written from, are read without the server', async () => {
  let online = true;
  const answers: Record<string, unknown> = {
    'account.me': { user: { id: 'ada' } },
    'content.overview': overview,
    'content.sourceText': { paragraphs: ['Warm.'] },
    'content.setTask': { note: '- [x] sweep', versionId: 'b', updatedAt: '2' },
    'content.saveNote': { versionId: 'c', updatedAt: '3' },
  };
  const server: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        if (!online) return observer.error(new TRPCClientError('offline'));
        observer.next({ result: { type: 'data', data: answers[op.path] } });
        observer.complete();
      });
  const client = createTRPCClient<AppRouter>({ links: [offlineAnswersLink, server] });
  await client.account.me.query();
  await client.content.overview.query({ contentId });
  await client.content.sourceText.query({ contentId });
  await vi.waitFor(() => expect(kept.size).toBe(4));
  const offline = async () => {
    online = false;
    const answer = await client.content.overview.query({ contentId });
    online = true;
    return answer;
  };
  await client.content.setTask.mutate({ contentId, line: 0, words: 'sweep', done: true });
  const ticked = { ...overview, note: '- [x] sweep', noteVersionId: 'b', updatedAt: '2' };
  await vi.waitFor(async () => expect(await offline()).toEqual(ticked));
  await client.content.saveNote.mutate({ contentId, baseVersionId: null, note: 'mine' });
  const saved = { ...overview, note: 'mine', noteVersionId: 'c', noteEdited: true, updatedAt: '3' };
  await vi.waitFor(async () => expect(await offline()).toEqual(saved));
  online = false;
  expect(await client.content.sourceText.query({ contentId })).toEqual({ paragraphs: ['Warm.'] });
});

/** A client whose server can be away, or refuse. */
function connected() {
  const state = { away: false, refuses: false };
  const answers: Record<string, unknown> = { 'account.me': { user: { id: 'ada' } } };
  const server: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        if (state.away) return observer.error(new TRPCClientError('offline'));
        if (state.refuses) return observer.error(TRPCClientError.from({ error: refused } as never));
        observer.next({ result: { type: 'data', data: answers[op.path] ?? { path: op.path } } });
        observer.complete();
      });
  const client = createTRPCClient<AppRouter>({ links: [offlineAnswersLink, server] });
  const without = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | 'error'> => {
    state.away = true;
    const answer = await ask().catch(() => 'error' as const);
    state.away = false;
    return answer;
  };
  return { client, state, answers, without };
}
const refused = { code: -32_600, message: 'refused', data: { code: 'BAD_REQUEST', app: { code: 'not_found', params: {} } } };

const [a, b] = ['0193a8de-0000-7000-8000-00000000000a', '0193a8de-0000-7000-8000-00000000000b'];
const isKept = (path: string, input?: object) => kept.has(urlOf(keyOf({ path, input })));
const keptOf = (...ids: string[]) => ids.map((id) => isKept('content.overview', { contentId: id }));

/** Reads contents as one user does. */
async function read(...contentIds: string[]) {
  kept.clear();
  const connection = connected();
  await connection.client.account.me.query();
  await vi.waitFor(() => expect(isKept('account.me')).toBe(true));
  for (const id of contentIds) {
    await connection.client.content.overview.query({ contentId: id });
    await connection.client.content.sourceText.query({ contentId: id });
  }
  await vi.waitFor(() => expect(kept.size).toBe(2 + 2 * contentIds.length));
  return connection;
}

test('what is deleted is not kept any longer, whether one or many', async () => {
  const { client, without } = await read(a, b, contentId);
  await client.userNote.deleteContentWithCleanup.mutate({ contentId: a });
  await vi.waitFor(() => expect(keptOf(a, b, contentId)).toEqual([false, true, true]));
  expect(isKept('content.sourceText', { contentId: a })).toBe(false);
  await client.userNote.deleteMany.mutate({ contentIds: [b, a] });
  await vi.waitFor(() => expect(keptOf(b, contentId)).toEqual([false, true]));
  expect(await without(() => client.content.overview.query({ contentId: b }))).toBe('error');
});

test('answers belong to one user: those of another are forgotten, as at signing out', async () => {
  const { client, answers } = await read(a);
  await client.account.me.query();
  await client.content.overview.query({ contentId: b });
  await vi.waitFor(() => expect(keptOf(a, b)).toEqual([true, true]));
  answers['account.me'] = { user: { id: 'bob' } };
  await client.account.me.query();
  await vi.waitFor(() => expect(keptOf(a, b)).toEqual([false, false]));
  await vi.waitFor(() => expect(isKept('account.me')).toBe(true));
  await forgetOfflineAnswers();
  expect(kept.size).toBe(0);
});

test('only what is read again is kept, and nothing of a change', async () => {
  const { client, without } = await read(a);
  await client.user.tags.query();
  await client.userNote.addTag.mutate({ contentId: b, tag: 't' } as never);
  await client.content.overview.query({ contentId: b });
  await vi.waitFor(() => expect(keptOf(b)).toEqual([true]));
  expect(isKept('user.tags')).toBe(false);
  expect(await without(() => client.user.tags.query())).toBe('error');
  expect(await without(() => client.content.overview.query({ contentId }))).toBe('error');
});

test('a refusal is told, also of what was kept, and a call that was given up is not answered', async () => {
  const { client, state, without } = await read(a);
  const overviewOf = (signal?: AbortSignal) => client.content.overview.query({ contentId: a }, signal && { signal });
  state.refuses = true;
  await expect(overviewOf()).rejects.toMatchObject({ message: 'refused' });
  state.refuses = false;
  expect(await without(() => overviewOf())).toEqual({ path: 'content.overview' });
  expect(await without(() => overviewOf(AbortSignal.abort()))).toBe('error');
});

test('where the interface does not stay without the server, answers do not either', async () => {
  const { client, without } = await read(a);
  vi.stubGlobal('navigator', { serviceWorker: { controller: null } });
  onTestFinished(() => void vi.stubGlobal('navigator', { serviceWorker: { controller: {} } }));
  expect(await without(() => client.content.overview.query({ contentId: a }))).toBe('error');
  await client.content.overview.query({ contentId: b });
  vi.stubGlobal('navigator', {});
  expect(await without(() => client.content.overview.query({ contentId: a }))).toBe('error');
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  await client.content.overview.query({ contentId });
  await vi.waitFor(() => expect(keptOf(b, contentId)).toEqual([false, true]));
});

test('a browser without room answers from the server alone', async () => {
  const { client, without } = await read(a);
  const known = globalThis.caches;
  const refuse = async () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('caches', { open: refuse, match: refuse, delete: refuse });
  onTestFinished(() => void vi.stubGlobal('caches', known));
  expect(await client.content.overview.query({ contentId: b })).toEqual({ path: 'content.overview' });
  await client.userNote.deleteContentWithCleanup.mutate({ contentId: a });
  await forgetOfflineAnswers();
  expect(await without(() => client.content.overview.query({ contentId: a }))).toBe('error');
});
