import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { contentOf, invalidateAfter } from '#rpc/stale-queries.ts';
import { changes } from './changes.ts';

const key = (path: string, input?: object) => [path.split('.'), { ...(input ? { input } : {}), type: 'query' }];
const own = { contentId: 'a' };
const other = { contentId: 'b' };
let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient();
  for (const path of ['content.overview', 'content.transcript', 'highlights.ofContent'])
    for (const input of [own, other]) queries.setQueryData(key(path, input), {});
  queries.setQueryData(key('user.videos', { limit: 20 }), {});
  queries.setQueryData(key('share.getBatchContentCollections', { contentIds: ['a', 'b'] }), {});
  queries.setQueryData(key('account.me'), {});
});

/** In the form `content.overview a`. */
const stale = () =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey: [path, options] }) =>
      [(path as string[]).join('.'), contentOf((options as { input?: unknown }).input)].filter(Boolean).join(' '),
    );

test('a change of one content keeps the cache of other contents', async () => {
  await invalidateAfter(queries, changes, { path: 'content.saveNote', contentId: 'a' });
  expect(stale()).toEqual(['content.overview a', 'user.videos']);
});

test('a correction of the transcript invalidates what depends on it', async () => {
  await invalidateAfter(queries, changes, { path: 'content.editTranscript', contentId: 'b' });
  expect(stale()).toEqual(['content.overview b', 'content.transcript b', 'highlights.ofContent b', 'user.videos']);
});

test('a change without a content invalidates the queries of all', async () => {
  await invalidateAfter(queries, changes, { path: 'highlights.delete' });
  expect(stale()).toEqual(['highlights.ofContent a', 'highlights.ofContent b', 'user.videos']);
});

test('a change of collections invalidates lists of several contents, and of the library that of contents in none', async () => {
  const unfiltered = key('user.videos', { limit: 20, notInCollection: false });
  queries.setQueryData(unfiltered, {});
  queries.setQueryData(key('user.videos', { limit: 20, notInCollection: true }), {});
  await invalidateAfter(queries, changes, { path: 'share.addItemsToCollection', contentId: 'a' });
  expect(stale()).toEqual(['share.getBatchContentCollections', 'user.videos']);
  expect(queries.getQueryState(unfiltered)?.isInvalidated).toBe(false);
});

test('a changed prompt and asked-for pictures invalidate the lists that show them', async () => {
  for (const path of ['prompt.mine', 'prompt.results', 'output.images', 'output.music']) queries.setQueryData(key(path, {}), {});
  await invalidateAfter(queries, changes, { path: 'prompt.update' });
  expect(stale()).toEqual(['prompt.mine', 'prompt.results']);
  await invalidateAfter(queries, changes, { path: 'output.makeImages' });
  expect(stale()).toEqual(['prompt.mine', 'prompt.results', 'output.images']);
});

test('what is shown is there again when the change is done', async () => {
  const released = Promise.withResolvers<string>();
  let asked = 0;
  const shown = new QueryObserver(queries, {
    queryKey: key('content.overview', own),
    queryFn: () => (asked++ === 0 ? Promise.resolve('before') : released.promise),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = shown.subscribe(() => undefined);
  await shown.refetch();
  let done = false;
  const change = invalidateAfter(queries, changes, { path: 'content.saveNote', contentId: 'a' }).then(() => {
    done = true;
  });
  await Promise.resolve();
  expect([asked, done]).toEqual([2, false]);
  released.resolve('after');
  await change;
  expect(shown.getCurrentResult().data).toBe('after');
  stop();
});

test('queries without an input are told apart by their name', async () => {
  for (const bare of [[['user', 'videos']], [['user', 'stats'], null], [['content', 'overview'], 'x'], ['odd'], []])
    queries.setQueryData(bare, {});
  await invalidateAfter(queries, changes, { path: 'content.saveNote', contentId: 'b' });
  const invalid = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated);
  expect(invalid.map(({ queryKey }) => JSON.stringify(queryKey)).filter((text) => !text.includes('"type"'))).toEqual([
    '[["user","videos"]]',
    '[["content","overview"],"x"]',
  ]);
});

test('an unknown change of a newer version invalidates everything', async () => {
  await invalidateAfter(queries, changes, { path: 'content.somethingNew', contentId: 'a' });
  expect(stale()).toHaveLength(9);
});

test.each([undefined, null, 'a', { contentId: 7 }, {}])('an input without a content has none: %j', (input) => {
  expect(contentOf(input)).toBeUndefined();
});
