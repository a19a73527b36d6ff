/** The browser's end of streams of events, for hooks that follow one. */
import { vi } from 'vitest';

export class Stream extends EventTarget {
  readyState = 1;
  readonly url: URL;
  constructor(url: string) {
    super();
    this.url = new URL(url, 'https://gleaner.test');
  }
  close(): void {
    this.readyState = 2;
  }
  /** What it was opened for: the call and its input. */
  get asked(): [path: string, input: unknown] {
    return [this.url.pathname.slice('/api/trpc/'.length), JSON.parse(this.url.searchParams.get('input') ?? 'null')];
  }
  send(name: string, data?: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: data === undefined ? '' : JSON.stringify(data), lastEventId: '1' }));
  }
  /** The connection is lost, and the browser connects again. */
  lose(): void {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  }
}

/** Call it after `openPage`. Gives the streams that the page opens, in their order. */
export function openStreams(): Stream[] {
  const streams: Stream[] = [];
  class Opened extends Stream {
    constructor(url: string) {
      super(url);
      streams.push(this);
    }
  }
  vi.stubGlobal('EventSource', Opened);
  return streams;
}
