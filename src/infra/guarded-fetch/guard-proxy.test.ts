import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startReplay } from '../../../tests/harness/sites/replay.ts';
import { specialAddresses, spellings } from '../../../tests/harness/sites/special-addresses.ts';
import type { Dial } from './connector.ts';
import { type GuardProxy, type GuardRules, startGuardProxy } from './guard-proxy.ts';

const opened: (() => Promise<unknown>)[] = [];
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-'));
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

async function listen(answer: RequestListener) {
  let connections = 0;
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.host} ${request.headers['proxy-authorization'] ?? '-'}`);
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, seen, connections: () => connections };
}

async function startGuard(rules: GuardRules, maxBytes = 10_000_000): Promise<GuardProxy> {
  const guard = await startGuardProxy(rules, { socket: join(folder, `${opened.length}.sock`) }, maxBytes);
  opened.push(() => guard.close());
  return guard;
}

/** Sends `text` and returns everything received until the end. */
function say(guard: GuardProxy, text: string, then?: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = guard.address.startsWith('http')
      ? connect(Number(new URL(guard.address).port), '127.0.0.1')
      : connect(guard.address);
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (then && answer.includes('200 Connected')) {
        socket.write(then);
        then = undefined;
      }
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(answer));
    socket.write(text);
  });
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`;
const tunnel = (host: string) => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
const statusOf = (answer: string) => Number(answer.split(' ')[1] ?? 0);

function recordingDial(): { dial: Dial; attempts: string[] } {
  const attempts: string[] = [];
  const dial: Dial = (target, addresses, callback) => {
    attempts.push(`${target.hostname}:${target.port ?? ''} ${addresses.map(({ address }) => address).join(',')}`);
    callback(new Error('recorded'), null);
  };
  return { dial, attempts };
}

describe('allowed requests', () => {
  test('go to the address, not to the host that a header names', async () => {
    const site = await listen((_request, response) => response.end('page'));
    const guard = await startGuard({ allow: [site.host] });
    const answer = await say(guard, get(`${site.url}/a?b=1`));
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain('page');
    expect(site.seen).toEqual([`GET /a?b=1 ${site.host} -`]);
  });

  test('carry the body of a POST, with its length, and no body of a GET', async () => {
    const bodies: string[] = [];
    const site = await listen((request, response) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        bodies.push(`${request.method} ${length ?? '-'} ${encoding ?? '-'} ${body}`);
        response.end();
      });
    });
    const guard = await startGuard({ allow: [site.host] });
    const sent = (method: string) =>
      say(guard, `${method} ${site.url}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\nwords`);
    expect([statusOf(await sent('POST')), statusOf(await sent('GET'))]).toEqual([200, 200]);
    expect(bodies).toEqual(['POST 5 - words', 'GET - - ']);
  });

  test('pass through a tunnel', async () => {
    const site = await listen((_request, response) => response.end('inside'));
    const guard = await startGuard({ allow: [site.host] });
    const inner = `GET /t HTTP/1.1\r\nHost: ${site.host}\r\nConnection: close\r\n\r\n`;
    expect(await say(guard, tunnel(site.host), inner)).toContain('inside');
    expect(site.seen).toEqual([`GET /t ${site.host} -`]);
  });

  test('end with the guard, also those that are never answered', async () => {
    const asked = Promise.withResolvers<void>();
    const site = await listen(() => asked.resolve());
    const guard = await startGuard({ allow: [site.host] });
    const answer = say(guard, get(site.url));
    await asked.promise;
    await guard.close();
    expect(await answer).toBe('');
  }, 10_000);

  test('of a program that broke off are given up once the other side is reached', async () => {
    const site = await listen(() => {});
    const dialled = Promise.withResolvers<Parameters<Dial>[2]>();
    const dial: Dial = (_target, _addresses, callback) => dialled.resolve(callback);
    const guard = await startGuardProxy({ allow: [site.host], dial }, 'loopback', 1000);
    opened.push(() => guard.close());
    const { port, password } = new URL(guard.address);
    const key = Buffer.from(`gleaner:${password}`).toString('base64');
    const program = connect(Number(port), '127.0.0.1');
    program.write(tunnel(site.host).replace('\r\n', `\r\nProxy-Authorization: Basic ${key}\r\n`));
    const reached = await dialled.promise;
    program.resetAndDestroy();
    // The guard has seen the end of the one before it answers the other.
    expect(statusOf(await say(guard, get(site.url)))).toBe(407);
    const upstream = connect(site.port, '127.0.0.1');
    reached(null, upstream);
    expect(upstream.destroyed).toBe(true);
  });

  test('return a redirect without following it', async () => {
    const canary = await listen((_request, response) => response.end('secret'));
    const site = await listen((_request, response) => response.writeHead(302, { location: canary.url }).end());
    const guard = await startGuard({ allow: [site.host] });
    expect(statusOf(await say(guard, get(site.url)))).toBe(302);
    expect(statusOf(await say(guard, get(canary.url)))).toBe(403);
    expect(canary.connections()).toBe(0);
  });

  test('are replayed, and tunnels are closed during a replay', async () => {
    const replay = await startReplay();
    opened.push(() => replay.close());
    replay.on('http://video.example/page', { body: 'recorded' });
    const guard = await startGuard({ replayFrom: replay.url });
    expect(await say(guard, get('http://video.example/page'))).toContain('recorded');
    expect(statusOf(await say(guard, tunnel('video.example:443')))).toBe(502);
    expect(statusOf(await say(guard, get('http://10.0.0.1/')))).toBe(403);
    expect(replay.requests).toEqual(['video.example/page']);
  });
});

describe('refused requests', () => {
  test('include every special address, plain and as a tunnel, without a connection', async () => {
    const { dial, attempts } = recordingDial();
    let wanted = '';
    const guard = await startGuard({
      dial,
      resolver: async () => [{ address: wanted, family: wanted.includes(':') ? 6 : 4 }],
    });
    const answers = new Set<string>();
    let asked = 0;
    for (const address of specialAddresses) {
      wanted = address;
      const host = address.includes(':') ? `[${address}]` : address;
      for (const text of [get(`http://${host}/`), get(`http://${host}:8080/x`), get('http://name.example/')])
        answers.add(withoutDate(await say(guard, text)));
      for (const text of [tunnel(`${host}:443`), tunnel(`${host}:80`), tunnel('name.example:443')])
        expect(statusOf(await say(guard, text)), text).toBe(403);
      for (const link of spellings(address).slice(0, 5)) {
        // A request line cannot contain spaces or line breaks.
        if (!/\s/.test(link)) expect([400, 403], link).toContain(statusOf(await say(guard, get(link))));
      }
      asked += 1;
    }
    expect(asked).toBe(56);
    expect(attempts).toEqual([]);
    // All refusals have the same response.
    expect([...answers]).toHaveLength(1);
    expect(guard.refused()).toBeGreaterThan(56 * 6 - 1);
  });

  test('get one answer for other ports, inner names, users and private addresses', async () => {
    const { dial, attempts } = recordingDial();
    const guard = await startGuard({ dial, resolver: async () => [{ address: '10.1.1.1', family: 4 }] });
    const plain = [
      'http://10.0.0.1/',
      'http://name.example/',
      'http://name.example:25/',
      'http://printer.local/',
      'http://u:p@name.example/',
    ];
    const answers = await Promise.all(plain.map(async (url) => withoutDate(await say(guard, get(url)))));
    expect(new Set(answers).size).toBe(1);
    const tunnels = ['10.0.0.1:443', 'name.example:443', 'name.example:25', 'printer.local:443', 'intranet:443'];
    expect(new Set(await Promise.all(tunnels.map((host) => say(guard, tunnel(host))))).size).toBe(1);
    expect(attempts).toEqual([]);
  });

  test('include a name that changes its answer between lookups', async () => {
    const { dial, attempts } = recordingDial();
    let turn = 0;
    const guard = await startGuard({
      dial,
      resolver: async () => [{ address: turn++ % 2 === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }],
    });
    for (let round = 0; round < 100; round++) await say(guard, tunnel('rebind.example:443'));
    expect(new Set(attempts)).toEqual(new Set(['rebind.example:443 93.184.216.34']));
    expect(attempts).toHaveLength(50);
  });

  test('include other methods, and clients without the port’s password', async () => {
    const site = await listen((_request, response) => response.end('page'));
    const guard = await startGuardProxy({ allow: [site.host] }, 'loopback', 1_000_000);
    opened.push(() => guard.close());
    const { password } = new URL(guard.address);
    expect(statusOf(await say(guard, get(site.url)))).toBe(407);
    expect(statusOf(await say(guard, tunnel(site.host)))).toBe(407);
    const known = `Proxy-Authorization: Basic ${Buffer.from(`gleaner:${password}`).toString('base64')}\r\n`;
    const withPassword = (text: string) => text.replace('\r\n', `\r\n${known}`);
    expect(statusOf(await say(guard, withPassword(get(site.url))))).toBe(200);
    expect(statusOf(await say(guard, withPassword(get(site.url).replace('GET', 'DELETE'))))).toBe(405);
    // The password is not forwarded.
    expect(site.seen).toEqual([`GET / ${site.host} -`]);
  });

  test('include bytes over the limit of all connections together', async () => {
    const site = await listen((_request, response) => response.end(Buffer.alloc(600_000)));
    const guard = await startGuard({ allow: [site.host] }, 1_000_000);
    expect((await say(guard, get(site.url))).length).toBeGreaterThan(600_000);
    expect(guard.exceeded()).toBe(false);
    const inner = `GET / HTTP/1.1\r\nHost: ${site.host}\r\nConnection: close\r\n\r\n`;
    expect((await say(guard, tunnel(site.host), inner)).length).toBeLessThan(600_000);
    expect(guard.exceeded()).toBe(true);
  });
});

function withoutDate(answer: string): string {
  return answer.replace(/^date: .*$/im, '');
}
