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

test('LIB-24 of several changes during one fetch one is enough to fetch again at once', async () => {
  const query = watchedQuery();
  const done = (['none', undefined, 'none'] as const).map((refetchType) =>
    query.client.invalidateQueries(refetchType ? { refetchType } : {}),
  );
  await query.answer();
  await query.answer();
  await Promise.all(done);
  expect(query.server.asked).toBe(2);
  expect(query.isFresh()).toBe(true);
});

test('LIB-24 what is shown in place of a cancelled answer is not fetched over', async () => {
  const query = watchedQuery();
  const done = query.client.invalidateQueries();
  await query.client.cancelQueries({ queryKey: ['invitations'] });
  query.client.setQueryData(['invitations'], 'shown at once');
  await done;
  await query.answer();
  expect(query.server.asked).toBe(1);
  expect(query.shown()).toBe('shown at once');
  // The next change is followed as the first was.
  void query.client.invalidateQueries();
  await query.answer();
  expect(query.shown()).toBe('old');
});

test('LIB-24 after a fetch that fails nothing waits, and it stays out of date', async () => {
  const client = new RefetchingQueryClient({ defaultOptions: { queries: { retry: false } } });
  let asked = 0;
  const queryFn = () => (asked++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve('there'));
  new QueryObserver(client, { queryKey: ['tags'], queryFn }).subscribe(() => undefined);
  await client.invalidateQueries();
  expect(client.getQueryState(['tags'])).toMatchObject({ status: 'error', isInvalidated: true });
  await client.invalidateQueries();
  expect(client.getQueryData(['tags'])).toBe('there');
});
