import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AppRouter } from '#server/router.ts';
import { offlineAnswersLink } from './offline-answers.ts';

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
