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

  test('carry a body whose length is not known', async () => {
    const bodies: string[] = [];
    const site = await listen((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        bodies.push(body);
        response.end();
      });
    });
    const guard = await startGuard({ allow: [site.host] });
    const head = `POST ${site.url}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(statusOf(await say(guard, `${head}5\r\nwords\r\n0\r\n\r\n`))).toBe(200);
    expect(bodies).toEqual(['words']);
  });

  test('carry all headers, both ways, but those of the connection', async () => {
    const seen: Record<string, unknown>[] = [];
    const site = await listen(({ headers }, response) => {
      seen.push(headers);
      response.writeHead(201, {
        'x-kept': 'barn',
        'set-cookie': ['a=1', 'b=2'],
        te: 'x',
        trailer: 'y',
        'keep-alive': 'timeout=9',
      });
      response.end('made');
    });
    const guard = await startGuard({ allow: [site.host] });
    const own = ['Proxy-Connection: a', 'Proxy-Authorization: Basic b', 'Keep-Alive: c', 'TE: d', 'Trailer: e'];
    const lines = [`GET ${site.url}/ HTTP/1.1`, 'Host: other.example', 'X-Mine: 1', 'Cookie: c=3', ...own, 'Connection: close'];
    const [head = '', body] = (await say(guard, `${lines.join('\r\n')}\r\n\r\n`)).split('\r\n\r\n');
    expect(seen).toEqual([{ host: site.host, connection: 'keep-alive', 'x-mine': '1', cookie: 'c=3' }]);
    const answered = head.split('\r\n').filter((line) => !/^(?:date|transfer-encoding|content-length):/i.test(line));
    expect([...answered, body?.includes('made')]).toEqual([
      ...['HTTP/1.1 201 Created', 'x-kept: barn', 'set-cookie: a=1', 'set-cookie: b=2', 'Connection: close', true],
    ]);
  });

  test('may have long headers, up to a limit', async () => {
    const site = await listen((_request, response) => response.end('page'));
    const guard = await startGuard({ allow: [site.host] });
    // Not passed on, so that the site does not count it.
    const withLength = (length: number) => get(site.url).replace('\r\n', `\r\nTE: ${'a'.repeat(length)}\r\n`);
    expect(statusOf(await say(guard, withLength(63 * 1024)))).toBe(200);
    expect(statusOf(await say(guard, withLength(65 * 1024)))).toBe(431);
    expect(site.seen).toHaveLength(1);
  });

  test('of a program that leaves are given up', async () => {
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const site = await listen((request) => {
      request.socket.once('close', () => left.resolve());
      asked.resolve();
    });
    const guard = await startGuard({ allow: [site.host] });
    const program = connect(guard.address);
    program.write(get(site.url));
    await asked.promise;
    program.destroy();
    await left.promise;
    expect(site.seen).toHaveLength(1);
  });

  test('pass through a tunnel', async () => {
    const site = await listen((_request, response) => response.end('inside'));
    const guard = await startGuard({ allow: [site.host] });
    const inner = `GET /t HTTP/1.1\r\nHost: ${site.host}\r\nConnection: close\r\n\r\n`;
    expect(await say(guard, tunnel(site.host), inner)).toContain('inside');
    // A program need not wait for the answer of the guard.
    expect(await say(guard, tunnel(site.host) + inner)).toContain('inside');
    expect(site.seen).toEqual([`GET /t ${site.host} -`, `GET /t ${site.host} -`]);
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

  test('leave no connection open once the guard is closed, neither a tunnel nor one that waits for more', async () => {
    const closed: Promise<void>[] = [];
    const site = await listen((request, response) => {
      closed.push(new Promise((resolve) => request.socket.once('close', () => resolve())));
      if (request.url === '/tunnel') response.write('begun');
      else response.end('page');
    });
    const guard = await startGuard({ allow: [site.host] });
    expect(await say(guard, get(site.url))).toContain('page');
    const begun = Promise.withResolvers<void>();
    const program = connect(guard.address);
    program.on('error', () => {});
    program.on('data', (chunk: Buffer) => {
      if (chunk.includes('begun')) begun.resolve();
    });
    program.write(`${tunnel(site.host)}GET /tunnel HTTP/1.1\r\nHost: ${site.host}\r\n\r\n`);
    await begun.promise;
    await guard.close();
    await Promise.all(closed);
    expect(closed).toHaveLength(2);
  });

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
    const told = await Promise.all(tunnels.map((host) => say(guard, tunnel(host))));
    expect(new Set(told)).toEqual(new Set(['HTTP/1.1 403 Refused\r\n\r\n']));
    expect(attempts).toEqual([]);
    expect(guard.refused()).toBe(plain.length + tunnels.length);
  });

  test('are not those to a site that does not answer', async () => {
    const { dial } = recordingDial();
    const guard = await startGuard({ dial, resolver: async () => [{ address: '93.184.216.34', family: 4 }] });
    expect(statusOf(await say(guard, get('http://pages.example/')))).toBe(502);
    expect(await say(guard, tunnel('pages.example:443'))).toBe('HTTP/1.1 502 Failed\r\n\r\n');
    expect(guard.refused()).toBe(0);
  });

  test('end their connection', async () => {
    const guard = await startGuard({});
    const answer = await say(guard, 'GET http://10.0.0.1/ HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n');
    expect(answer).toContain('\r\nconnection: close\r\n');
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
    expect(await say(guard, get(site.url))).toMatch(/^HTTP\/1\.1 407 .*\r\nproxy-authenticate: Basic\r\n/s);
    expect(await say(guard, tunnel(site.host))).toBe('HTTP/1.1 407 Failed\r\n\r\n');
    const withKey = (text: string, key: string) =>
      text.replace('\r\n', `\r\nProxy-Authorization: Basic ${Buffer.from(key).toString('base64')}\r\n`);
    for (const wrong of [`gleaner:${'0'.repeat(password.length)}`, `another:${password}`, `gleaner:${password}0`, 'gleaner:'])
      for (const text of [get(site.url), tunnel(site.host)]) expect(statusOf(await say(guard, withKey(text, wrong)))).toBe(407);
    expect(site.connections()).toBe(0);
    const withPassword = (text: string) => withKey(text, `gleaner:${password}`);
    expect(statusOf(await say(guard, withPassword(get(site.url))))).toBe(200);
    expect(statusOf(await say(guard, withPassword(get(site.url).replace('GET', 'DELETE'))))).toBe(405);
    // The password is not forwarded.
    expect(site.seen).toEqual([`GET / ${site.host} -`]);
  });

  test('include more connections than there may be at once', async () => {
    const guard = await startGuard({});
    const open = Array.from({ length: 64 }, () => connect(guard.address));
    await Promise.all(open.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))));
    expect(await say(guard, get('http://10.0.0.1/'))).toBe('');
    for (const socket of open) socket.destroy();
  });

  test('include the first byte over the limit', async () => {
    const site = await listen((request, response) => response.end('x'.repeat(request.url === '/one' ? 1 : 600)));
    const guard = await startGuard({ allow: [site.host] }, 600);
    expect(await say(guard, get(site.url))).toContain('x'.repeat(600));
    expect(guard.exceeded()).toBe(false);
    expect(await say(guard, get(`${site.url}/one`))).not.toContain('\r\n\r\n1\r\nx');
    expect(guard.exceeded()).toBe(true);
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

test('a guard does not start where it cannot listen', async () => {
  const nowhere = { socket: join(folder, 'missing', 'guard.sock') };
  await expect(startGuardProxy({}, nowhere, 1000)).rejects.toMatchObject({ syscall: 'listen' });
});

function withoutDate(answer: string): string {
  return answer.replace(/^date: .*$/im, '');
}
