/** A loopback server that gives files as model hubs do: ranges, redirects, cuts and refusals as the test wants. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ServedFile = { body: Uint8Array; sha256: string };

export function someFile(size: number): ServedFile {
  const body = randomBytes(size);
  return { body, sha256: createHash('sha256').update(body).digest('hex') };
}

export type ModelServer = {
  /** `127.0.0.1:port` */
  host: string;
  url: string;
  /** `path` and the `Range` header of each request, in order. */
  requests: { path: string; range: string | undefined }[];
  on(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
};

export async function startModelServer(): Promise<ModelServer> {
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const requests: ModelServer['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, range: request.headers.range });
    const answer = answers.get(path);
    if (answer) answer(request, response);
    else response.writeHead(404).end('not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    requests,
    on: (path, answer) => void answers.set(path, answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with the file, or the range of it that is asked for; `cutAfter` ends the connection after so many bytes of it. */
export function serve({ body }: ServedFile, options: { cutAfter?: () => number | null; ranges?: boolean } = {}) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const asked = options.ranges === false ? null : /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
    const from = asked ? Number(asked[1]) : 0;
    const rest = body.subarray(from);
    response.writeHead(asked ? 206 : 200, {
      'content-length': rest.length,
      'content-type': 'application/octet-stream',
      ...(asked ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
    });
    const cut = options.cutAfter?.() ?? null;
    if (cut === null || cut >= rest.length) {
      response.end(rest);
      return;
    }
    if (cut === 0) response.flushHeaders();
    else response.write(rest.subarray(0, cut));
    // Given time to arrive and to be read: a reset right behind the bytes takes them along.
    setTimeout(() => response.destroy(), 250);
  };
}
