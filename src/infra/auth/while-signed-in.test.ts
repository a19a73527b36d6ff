import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import type { Auth } from './auth-port.ts';
import { mostStreams, whileSignedIn } from './while-signed-in.ts';

/** Yields one event and then waits to be aborted. */
async function* waiting(until: AbortSignal): AsyncGenerator<string> {
  yield 'first';
  if (!until.aborted) await once(until, 'abort');
}

const opened = (answers: (string | null | Error)[]) => ({
  user: { id: 'ada' },
  headers: new Headers(),
  auth: {
    getUser: async () => {
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next instanceof Error) throw next;
      return next == null ? null : { id: next };
    },
  } as unknown as Auth,
});

test.each<[string, (string | null | Error)[]]>([
  ['has ended', ['ada', null]],
  ['is another user’s', ['bob']],
  ['has ended, also when the database was away before', [new Error('away'), null]],
])('ACC-02 a stream ends when its session %s', async (_what, answers) => {
  const events: string[] = [];
  const read = async () => {
    for await (const event of whileSignedIn(opened(answers), undefined, waiting, 1)) events.push(event);
  };
  await expect(read()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(events).toEqual(['first']);
});

afterEach(() => void vi.useRealTimers());

test('a stream asks for its session again after the answer, ends without an error when its request does, and asks no more', async () => {
  vi.useFakeTimers();
  const request = new AbortController();
  const answers: ((user: { id: string }) => void)[] = [];
  const getUser = () => new Promise<{ id: string }>((answer) => void answers.push(answer));
  const of = { ...opened([]), auth: { getUser } as unknown as Auth };
  const events: string[] = [];
  for await (const event of whileSignedIn(of, request.signal, waiting, 10)) {
    events.push(event);
    await vi.advanceTimersByTimeAsync(50);
    expect(answers).toHaveLength(1);
    answers[0]?.({ id: 'ada' });
    await vi.advanceTimersByTimeAsync(50);
    expect(answers).toHaveLength(2);
    request.abort();
  }
  answers[1]?.({ id: 'ada' });
  await vi.advanceTimersByTimeAsync(50);
  expect([events, answers.length]).toEqual([['first'], 2]);
});

test('a stream that ends between two answers asks no more', async () => {
  vi.useFakeTimers();
  const request = new AbortController();
  const getUser = vi.fn(async () => ({ id: 'ada' }));
  const of = { ...opened([]), auth: { getUser } as unknown as Auth };
  for await (const _ of whileSignedIn(of, request.signal, waiting, 10)) {
    await vi.advanceTimersByTimeAsync(15);
    request.abort();
  }
  await vi.advanceTimersByTimeAsync(50);
  expect(getUser).toHaveBeenCalledTimes(1);
});

/** A stream that is open until the returned function is called. */
async function openStream(auth: Auth, id: string, cookie: string): Promise<() => Promise<unknown>> {
  const request = new AbortController();
  const of = { auth, user: { id }, headers: new Headers({ cookie }) };
  const stream = whileSignedIn(of, request.signal, waiting, 10);
  await stream.next();
  return () => {
    request.abort();
    return stream.next();
  };
}

test('streams of one session ask for it together, and stop asking with the last of them', async () => {
  vi.useFakeTimers();
  const getUser = vi.fn(async () => ({ id: 'ada' }));
  const auth = { getUser } as unknown as Auth;
  const closers = [await openStream(auth, 'ada', 'a=1'), await openStream(auth, 'ada', 'a=1')];
  await vi.advanceTimersByTimeAsync(15);
  expect(getUser).toHaveBeenCalledTimes(1);
  await closers[0]?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(getUser).toHaveBeenCalledTimes(2);
  await closers[1]?.();
  await vi.advanceTimersByTimeAsync(50);
  expect(getUser).toHaveBeenCalledTimes(2);
});

test('a stream that is opened again after all of its session have ended is watched again', async () => {
  vi.useFakeTimers();
  const getUser = vi.fn(async (): Promise<{ id: string } | null> => ({ id: 'ada' }));
  const auth = { getUser } as unknown as Auth;
  await (await openStream(auth, 'ada', 'a=1'))();
  const stream = whileSignedIn({ auth, user: { id: 'ada' }, headers: new Headers({ cookie: 'a=1' }) }, undefined, waiting, 10);
  await stream.next();
  getUser.mockResolvedValue(null);
  const ended = stream.next().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15);
  expect(await ended).toMatchObject({ code: 'unauthenticated' });
});

test('a user has so many streams open and no more, over all sessions; others are not kept out', async () => {
  const auth = { getUser: async () => null } as unknown as Auth;
  const open = (id: string, cookie: string) => openStream(auth, id, cookie);
  const closers = await Promise.all(Array.from({ length: mostStreams }, (_, at) => open('ada', `a=${at % 3}`)));
  await expect(open('ada', 'a=4')).rejects.toThrow('busy: too many open streams of one user');
  closers.push(await open('bob', 'b=1'));
  await closers[0]?.();
  // With the only stream of this session the others are not forgotten.
  await (await open('ada', 'a=4'))();
  closers.push(await open('ada', 'a=5'));
  await expect(open('ada', 'a=4')).rejects.toMatchObject({ code: 'busy' });
  await Promise.all(closers.map((close) => close()));
});
