import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Auth } from './auth-port.ts';
import { whileSignedIn } from './while-signed-in.ts';

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

test('a stream ends without an error when its request does, and asks no more', async () => {
  const request = new AbortController();
  const answers: string[] = ['ada'];
  const events: string[] = [];
  for await (const event of whileSignedIn(opened(answers), request.signal, waiting, 1)) {
    events.push(event);
    request.abort();
  }
  expect(events).toEqual(['first']);
});
