/**
 * The internet as tests know it: a server on loopback that answers for named addresses what they recorded or what
 * their protocol says, over real sockets. Whatever nobody expected is answered 599 and remembered.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Page, type PageAnswer, send, startSite } from './site.ts';

export type ReplayAnswer = Page | PageAnswer;

export type Replay = {
  /** For `GLEANER_REPLAY` and `replayFrom`. */
  url: string;
  /**
   * `address` is absolute, `https://www.example.com/path`. With a query, the answer is for requests that carry at least
   * those parameters, and goes before one without; without, the query is the answer's own business.
   */
  on(address: string, answer: ReplayAnswer): void;
  /** Addresses asked for, without query, in order: `www.example.com/path`. */
  requests: string[];
  /** Those nobody had an answer for. */
  unexpected: string[];
  close(): Promise<void>;
};

/** Answers an address that no test has set, and says whether it did. */
export type Beyond = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export async function startReplay({ beyond, ...options }: { port?: number; beyond?: Beyond } = {}): Promise<Replay> {
  function unexpect(path: string, request: IncomingMessage, response: ServerResponse): void {
    function refuse(): void {
      unexpected.push(path.slice(1));
      response.writeHead(599, { 'content-type': 'text/plain' }).end('no answer was recorded for this address');
    }
    const answered = beyond ? beyond(request, response).catch(() => false) : Promise.resolve(false);
    void answered.then((done) => {
      if (!done) refuse();
    });
  }

  const site = await startSite({
    ...options,
    otherwise: unexpect,
    onRequest: (path) => void requests.push(path.slice(1)),
  });
  const requests: string[] = [];
  const unexpected: string[] = [];
  const answers = new Map<string, { query: URLSearchParams; answer: ReplayAnswer }[]>();

  function answerFrom(path: string, request: IncomingMessage, response: ServerResponse): void {
    const { searchParams } = new URL(request.url ?? '/', 'http://replay');
    const fits = answers
      .get(path)
      ?.find(({ query }) => [...query].every(([name, value]) => searchParams.getAll(name).includes(value)));
    if (!fits) unexpect(path, request, response);
    else if (typeof fits.answer === 'function') fits.answer(request, response);
    else send(fits.answer, request, response);
  }

  return {
    url: site.url,
    on(address, answer) {
      const { host, pathname, searchParams } = new URL(address);
      const path = `/${host}${pathname}`;
      const others = (answers.get(path) ?? []).filter(({ query }) => query.toString() !== searchParams.toString());
      const all = [...others, { query: searchParams, answer }];
      answers.set(
        path,
        all.sort((a, b) => b.query.size - a.query.size),
      );
      site.on(path, (request, response) => answerFrom(path, request, response));
    },
    requests,
    unexpected,
    close: () => site.close(),
  };
}

/** The request's whole body as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

/** Where a replay in another process takes answers from `setRemoteAnswer`. */
const controlPath = '/__answer';

type RemoteAnswer = {
  address: string;
  body: string;
  base64: boolean;
  type?: string;
  status?: number;
  headers?: Record<string, string>;
};

/** A replay whose answers other processes may set: the one of the browser tests' servers. */
export async function startSharedReplay(port: number): Promise<Replay> {
  const replay = await startReplay({ port });
  replay.on(`http://control${controlPath}`, (request, response) => {
    void bodyOf(request).then((text) => {
      const { address, body, base64, ...page } = JSON.parse(text) as RemoteAnswer;
      replay.on(address, { ...page, body: base64 ? Buffer.from(body, 'base64') : body });
      response.end('ok');
    });
  });
  return replay;
}

/** Sets a fixed answer of a shared replay from another process. */
export async function setRemoteAnswer(port: number, address: string, page: Page): Promise<void> {
  const base64 = typeof page.body !== 'string';
  const body = typeof page.body === 'string' ? page.body : Buffer.from(page.body).toString('base64');
  const answer: RemoteAnswer = { ...page, address, body, base64 };
  const response = await fetch(`http://127.0.0.1:${port}/control${controlPath}`, {
    method: 'POST',
    body: JSON.stringify(answer),
  });
  if (!response.ok) throw new Error(`the replay did not take the answer: ${response.status}`);
}
