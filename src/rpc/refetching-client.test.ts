import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { RefetchingQueryClient } from './refetching-client.ts';

/** A query whose answers come when `answer` is called. Each is what the server knew when it was asked. */
function watchedQuery({ isWatched = true } = {}) {
  const client = new RefetchingQueryClient();
  const waiting: (() => void)[] = [];
  const server = { known: 'old', asked: 0 };
  const options = {
    queryKey: ['invitations'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      server.asked++;
      const read = server.known;
      return new Promise<string>((resolve) => waiting.push(() => resolve(read)));
    },
  };
  if (isWatched) new QueryObserver(client, options).subscribe(() => undefined);
  return {
    client,
    server,
    fetch: () => client.fetchQuery(options),
    shown: () => client.getQueryData(options.queryKey),
    isFresh: () => client.getQueryState(options.queryKey)?.isInvalidated === false,
    async answer() {
      for (const give of waiting.splice(0)) give();
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    },
  };
}

test('LIB-24 a change during the first fetch fetches once more, since that answer may be from before it', async () => {
  const query = watchedQuery();
  query.server.known = 'new';
  const done = query.client.invalidateQueries({ queryKey: ['invitations'] });
  await query.answer();
  expect(query.shown()).toBe('old');
  await query.answer();
  await done;
  expect(query.shown()).toBe('new');
  expect(query.server.asked).toBe(2);
});

test('LIB-24 several changes during one fetch need one more fetch', async () => {
  const query = watchedQuery();
  const done = [1, 2, 3].map(() => query.client.invalidateQueries());
  await query.answer();
  await query.answer();
  await Promise.all(done);
  expect(query.server.asked).toBe(2);
});

test('LIB-24 a fetch that a change may cancel is not waited for', async () => {
  const query = watchedQuery();
  await query.answer();
  void query.client.invalidateQueries();
  query.server.known = 'new';
  const done = query.client.invalidateQueries();
  await query.answer();
  await done;
  expect(query.shown()).toBe('new');
  expect(query.server.asked).toBe(3);
});

test('LIB-24 a fetch that goes on over a change is followed by another', async () => {
  const query = watchedQuery();
  await query.answer();
  void query.client.invalidateQueries();
  query.server.known = 'new';
  const done = query.client.invalidateQueries({}, { cancelRefetch: false });
  await query.answer();
  await query.answer();
  await done;
  expect(query.shown()).toBe('new');
});

test.each([{ refetchType: 'none' as const }, {}])(
  'LIB-24 an answer that nobody looks at is fetched when it is next looked at (%j)',
  async (filters) => {
    const query = watchedQuery({ isWatched: false });
    const fetched = query.fetch();
    const done = query.client.invalidateQueries({ queryKey: ['invitations'], ...filters });
    await query.answer();
    await Promise.all([fetched, done]);
    expect(query.server.asked).toBe(1);
    expect(query.isFresh()).toBe(false);
  },
);

test('LIB-24 a fetch that fails leaves nothing waiting', async () => {
  const client = new RefetchingQueryClient({ defaultOptions: { queries: { retry: false } } });
  let asked = 0;
  const queryFn = () => (asked++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve('there'));
  new QueryObserver(client, { queryKey: ['tags'], queryFn }).subscribe(() => undefined);
  await client.invalidateQueries();
  expect(client.getQueryData(['tags'])).toBe('there');
});
