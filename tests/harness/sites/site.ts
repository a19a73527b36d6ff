/** A web site on loopback for pages and media, one per test, that remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Page = {
  body: string | Uint8Array;
  type?: string;
  status?: number;
  headers?: Record<string, string>;
};

export type PageAnswer = (request: IncomingMessage, response: ServerResponse) => unknown;

export type Site = {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** `127.0.0.1:<port>`, for GLEANER_FETCH_ALLOW. */
  host: string;
  /** Answers `path` with a page, or by hand. */
  on(path: string, answer: Page | PageAnswer): void;
  /** Paths asked for, in order. */
  requests: string[];
  close(): Promise<void>;
};

export type SiteOptions = {
  port?: number;
  /** Answers paths that nobody set; 404 by default. */
  otherwise?: (path: string, request: IncomingMessage, response: ServerResponse) => void;
  onRequest?: (path: string) => void;
};

export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const answers = new Map<string, Page | PageAnswer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    requests.push(path);
    options.onRequest?.(path);
    const answer = answers.get(path);
    if (typeof answer === 'function') return void answer(request, response);
    if (!answer && options.otherwise) return options.otherwise(path, request, response);
    if (!answer) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    send(answer, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    on: (path, answer) => void answers.set(path, answer),
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function send(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const bytes = typeof page.body === 'string' ? Buffer.from(page.body) : Buffer.from(page.body);
  const headers = { 'content-type': page.type ?? 'text/html; charset=utf-8', 'accept-ranges': 'bytes', ...page.headers };
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (range && page.status === undefined) {
    const start = Number(range[1]);
    const end = Math.min(range[2] ? Number(range[2]) : bytes.length - 1, bytes.length - 1);
    response.writeHead(206, {
      ...headers,
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${bytes.length}`,
    });
    response.end(request.method === 'HEAD' ? undefined : bytes.subarray(start, end + 1));
    return;
  }
  response.writeHead(page.status ?? 200, { ...headers, 'content-length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
