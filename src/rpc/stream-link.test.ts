import { expect, test } from 'vitest';
import { followStream, type StreamObserver } from '#rpc/stream-link.ts';

class FakeSource extends EventTarget {
  readyState = 1;
  closed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close(): void {
    this.closed = true;
    this.readyState = 2;
  }
  send(name: string, data: unknown = '', lastEventId = ''): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.dispatchEvent(new MessageEvent(name, { data: text, lastEventId }));
  }
  fail(readyState = 2): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
}

function setUp() {
  const sources: FakeSource[] = [];
  const timers: { callback: () => void; delayMs: number }[] = [];
  const seen: unknown[] = [];
  const states: string[] = [];
  const observer: StreamObserver = {
    next: ({ result }) => {
      seen.push('type' in result && result.type !== 'data' ? result.type : result);
      if ('type' in result && result.type === 'state') states.push(result.state);
    },
    error: (error) => void seen.push(`error ${error.message}`),
    complete: () => void seen.push('complete'),
  };
  const stop = followStream('/api/trpc', { path: 'content.progress', input: { contentId: 'c' } }, observer, {
    open: (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
    setTimer: (callback, delayMs) => {
      timers.push({ callback, delayMs });
      return 0 as never;
    },
  });
  const inputOf = (index: number) =>
    JSON.parse(new URL(sources[index]?.url ?? '', 'http://x').searchParams.get('input') ?? 'null');
  return { sources, timers, seen, states, stop, inputOf };
}

test('delivers messages with their ids and completes with the stream', () => {
  const { sources, seen, inputOf } = setUp();
  expect(inputOf(0)).toEqual({ contentId: 'c' });
  sources[0]?.send('connected', {});
  sources[0]?.send('message', { a: 1 }, '7');
  sources[0]?.send('return');
  expect(seen).toEqual(['state', 'started', 'state', { id: '7', data: { id: '7', data: { a: 1 } } }, 'stopped', 'complete']);
  expect(sources[0]?.closed).toBe(true);
});

test('waits longer after each closed connection and resumes after the last event', () => {
  const { sources, timers, inputOf } = setUp();
  sources[0]?.send('connected', {});
  sources[0]?.send('message', {}, '41');
  sources[0]?.fail();
  timers.at(-1)?.callback();
  expect(inputOf(1)).toEqual({ contentId: 'c', lastEventId: '41' });
  sources[1]?.fail();
  timers.at(-1)?.callback();
  sources[2]?.fail();
  expect(timers.map((timer) => timer.delayMs)).toEqual([1000, 2000, 4000]);
});

test('tells at once that a cut connection is being opened again by the browser', () => {
  const { sources, states, stop } = setUp();
  sources[0]?.send('connected', {});
  sources[0]?.fail(0);
  expect(states).toEqual(['connecting', 'pending', 'connecting']);
  sources[0]?.send('connected', {});
  expect(states.at(-1)).toBe('pending');
  stop();
  sources[0]?.fail(0);
  expect(states.at(-1)).toBe('pending');
  expect(sources).toHaveLength(1);
});

test('replaces a silent connection, retries temporary failures and ends with others', () => {
  const { sources, timers, seen } = setUp();
  sources[0]?.send('connected', { reconnectAfterInactivityMs: 15_000 });
  expect(timers.at(-1)?.delayMs).toBe(15_000);
  timers.at(-1)?.callback();
  expect(sources[0]?.closed).toBe(true);
  timers.at(-1)?.callback();
  sources[1]?.send('serialized-error', { code: -32603, message: 'busy', data: {} });
  expect(seen.some((entry) => String(entry).startsWith('error'))).toBe(false);
  timers.at(-1)?.callback();
  sources[2]?.send('serialized-error', { code: -32004, message: 'not_found', data: {} });
  expect(seen.at(-1)).toBe('error not_found');
});

test('asks ever more rarely while the server refuses it for now, and at once again after it was let in', () => {
  const { sources, timers } = setUp();
  const busy = { code: -32603, message: 'busy', data: {} };
  for (let tries = 0; tries < 6; tries++) {
    sources.at(-1)?.send('connected', {});
    sources.at(-1)?.send('serialized-error', busy);
    timers.at(-1)?.callback();
  }
  sources.at(-1)?.send('connected', {});
  sources.at(-1)?.send('ping');
  sources.at(-1)?.fail();
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 1000]);
});

test('ACC-02 connects anew when the session of an open stream has ended, and gives up where it is refused', () => {
  const { sources, timers, seen } = setUp();
  const refused = { code: -32001, message: 'unauthenticated', data: {} };
  for (const [index, name] of ['ping', 'message'].entries()) {
    sources[index]?.send('connected', {});
    sources[index]?.send(name, name === 'ping' ? '' : {});
    sources[index]?.send('serialized-error', refused);
    timers.at(-1)?.callback();
    expect([sources.length, seen.at(-1)]).toEqual([index + 2, 'state']);
  }
  sources[2]?.send('connected', {});
  sources[2]?.send('serialized-error', refused);
  expect([sources.length, timers.length, seen.at(-1)]).toEqual([3, 2, 'error unauthenticated']);
});

test('delivers nothing after it was stopped', () => {
  const { sources, timers, seen, stop } = setUp();
  stop();
  const before = seen.length;
  sources[0]?.send('message', {}, '1');
  sources[0]?.fail();
  expect(seen).toHaveLength(before);
  expect(timers).toEqual([]);
});
