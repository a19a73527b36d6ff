/** A proxy for programs that fetch by themselves. Names are resolved and checked here with the rules of the guarded fetch. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, type Readable, Transform } from 'node:stream';
import { Agent, type buildConnector, request } from 'undici';
import { hasCode } from '#lib/app-error.ts';
import { createConnector, dialDirectly, resolveBySystem } from './connector.ts';
import type { GuardedFetchOptions } from './guarded-fetch.ts';
import { createReplay } from './replay.ts';
import { checkUrl, parseAllowList } from './url-rules.ts';

export type GuardRules = Pick<GuardedFetchOptions, 'allow' | 'resolver' | 'dial' | 'replayFrom'>;

export type GuardProxy = {
  /** Socket path, or `http://gleaner:<password>@127.0.0.1:<port>`. */
  address: string;
  refused: () => number;
  exceeded: () => boolean;
  close(): Promise<void>;
};

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
const ownHeaders = new Set(['connection', 'proxy-connection', 'proxy-authorization', 'keep-alive', 'te', 'trailer', 'upgrade']);
const headersTimeoutMs = 30_000;
const maxConnections = 64;

/** `listen.socket`: a Unix socket for a sandboxed program; else a local port with a password. */
export async function startGuardProxy(
  rules: GuardRules,
  listen: { socket: string } | 'loopback',
  maxBytes: number,
): Promise<GuardProxy> {
  const replay = rules.replayFrom === undefined ? null : createReplay(rules.replayFrom, rules.allow ?? []);
  const allow = parseAllowList([...(rules.allow ?? []), ...(replay ? [replay.host] : [])]);
  const connect = createConnector(allow, rules.resolver ?? resolveBySystem, rules.dial ?? dialDirectly);
  const dispatcher = new Agent({ connect, headersTimeout: headersTimeoutMs, bodyTimeout: 0 });
  const password = listen === 'loopback' ? randomBytes(24).toString('hex') : null;
  const sockets = new Set<Socket>();
  const tally = createTally(maxBytes);

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (!isKnown(incoming, password)) return void answer.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
    if (!methods.has(incoming.method ?? '')) return void answer.writeHead(405).end();
    const left = new AbortController();
    answer.once('close', () => left.abort());
    try {
      const url = checkUrl(incoming.url ?? '', allow);
      const got = await request(replay && !replay.covers(url) ? replay.addressOf(url) : url, {
        dispatcher,
        method: (incoming.method ?? 'GET') as 'GET' | 'HEAD' | 'POST' | 'OPTIONS',
        headers: passedOn(incoming),
        body: incoming.method === 'POST' ? incoming : null,
        signal: left.signal,
      });
      answer.writeHead(got.statusCode, withoutOwn(got.headers));
      pipeline(got.body as Readable, tally.counting(), answer, () => {});
    } catch (error) {
      answer.writeHead(tally.statusOf(error), { connection: 'close' }).end();
    }
  }

  function tunnel(incoming: IncomingMessage, client: Socket, head: Buffer): void {
    client.on('error', () => {});
    const end = (status: number) => client.end(`HTTP/1.1 ${status} ${status === 403 ? 'Refused' : 'Failed'}\r\n\r\n`);
    if (!isKnown(incoming, password)) return void end(407);
    try {
      const url = checkUrl(`https://${incoming.url ?? ''}/`, allow);
      // Encrypted traffic cannot be replayed, so a replay refuses it except to its own server.
      if (replay && !replay.covers(url)) return void end(502);
      connect(targetOf(url), (error, upstream) => {
        if (error || !upstream) return void end(tally.statusOf(error));
        if (client.destroyed) return void upstream.destroy();
        client.write('HTTP/1.1 200 Connected\r\n\r\n');
        upstream.write(head);
        pipeline(client, upstream, () => {});
        pipeline(upstream, tally.counting(), client, () => upstream.destroy());
      });
    } catch (error) {
      end(tally.statusOf(error));
    }
  }

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, answer) => void forward(incoming, answer));
  server.maxConnections = maxConnections;
  server.on('connect', (incoming, client, head) => tunnel(incoming, client as Socket, head));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await start(server, listen);
  return {
    address: password === null ? socketOf(listen) : `http://gleaner:${password}@127.0.0.1:${port}`,
    refused: tally.refused,
    exceeded: tally.exceeded,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await dispatcher.destroy();
    },
  };
}

function createTally(maxBytes: number) {
  let refused = 0;
  let received = 0;

  function counting(): Transform {
    return new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        received += chunk.length;
        done(received > maxBytes ? new Error('too much') : null, chunk);
      },
    });
  }

  /** Every rule gives the same 403, so that a page cannot map the network. */
  function statusOf(error: unknown): number {
    if (!hasCode(error, 'url_blocked', 'url_invalid')) return 502;
    refused += 1;
    return 403;
  }

  return { counting, statusOf, refused: () => refused, exceeded: () => received > maxBytes };
}

function socketOf(listen: { socket: string } | 'loopback'): string {
  return listen === 'loopback' ? '' : listen.socket;
}

function start(server: Server, listen: { socket: string } | 'loopback'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const done = () => resolve(listen === 'loopback' ? (server.address() as AddressInfo).port : 0);
    if (listen === 'loopback') server.listen(0, '127.0.0.1', done);
    else server.listen(listen.socket, done);
  });
}

/** Always plain TCP, even for port 443, because the program itself speaks TLS. */
function targetOf(url: URL): buildConnector.Options {
  return { hostname: url.hostname, host: url.host, protocol: 'http:', port: url.port || '443' };
}

function isKnown(incoming: IncomingMessage, password: string | null): boolean {
  if (password === null) return true;
  const wanted = Buffer.from(`Basic ${Buffer.from(`gleaner:${password}`).toString('base64')}`);
  const given = Buffer.from(incoming.headers['proxy-authorization'] ?? '');
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function passedOn(incoming: IncomingMessage): Record<string, string | string[]> {
  const length = incoming.method === 'POST' ? incoming.headers['content-length'] : undefined;
  return withoutOwn({ ...incoming.headers, host: undefined, 'content-length': length, 'transfer-encoding': undefined });
}

function withoutOwn(headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || ownHeaders.has(name) ? [] : [[name, value]])),
  );
}
