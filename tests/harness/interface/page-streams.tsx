/** Streams of events as a page draws them; what the server tells in them is said by the test. */
import { act } from 'react';
import { expect } from 'vitest';
// Loaded beforehand: the page waits for its code where it opens its first stream.
import '#rpc/stream-link.ts';
import type { Page } from './page.tsx';
import { openStreams } from './streams.ts';

/** From here on the page can open streams. */
export function followStreams(page: Page) {
  const all = openStreams();
  let events = 0;
  /** Something happens in the stream that was opened last. */
  async function dispatch(event: Event): Promise<void> {
    const last = all.at(-1);
    if (last === undefined) throw new Error('No stream was opened');
    await act(async () => void last.dispatchEvent(event));
    // Events are drawn some milliseconds later.
    await page.settle(60);
  }
  const message = (name: string, data: string, lastEventId = '') => new MessageEvent(name, { data, lastEventId });
  return {
    /** Those that are open, as their path and input. */
    async open(): Promise<[string, unknown][]> {
      await act(async () => void (await import('#rpc/stream-link.ts')));
      await page.settle();
      return all.filter(({ readyState }) => readyState !== 2).map(({ asked }) => asked);
    },
    connect: () => dispatch(message('connected', '{}')),
    tell: (data: unknown) => dispatch(message('message', JSON.stringify(data), String(++events))),
    /** The browser tries to connect again by itself. */
    lose: () => dispatch(new Event('error')),
    /** Waits for a stream of this path to be open. */
    async expectOpen(path: string, input: unknown): Promise<void> {
      for (let tries = 0; tries < 20 && (await this.open()).length === 0; tries++);
      expect(await this.open()).toEqual([[path, input]]);
    },
  };
}
