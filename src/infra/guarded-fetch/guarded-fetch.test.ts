import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { type Dial, dialDirectly } from './connector.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const opened: { close: () => void }[] = [];

afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function listen(handler: Handler) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, requests };
}

/** A TCP server that sends the same bytes to every client. */
async function createRawServer(answer: string): Promise<{ port: number }> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(server);
  return { port: (server.address() as AddressInfo).port };
}

const signal = new AbortController().signal;

async function codeOf(promise: Promise<unknown>): Promise<ErrorCode | 'no error'> {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Opens no connection and records the targets. */
function recordingDial(): { dial: Dial; attempts: string[] } {
  const attempts: string[] = [];
  const dial: Dial = (target, addresses, callback) => {
    attempts.push(`${target.hostname} ${addresses.map(({ address }) => address).join(',')}`);
    callback(new Error('recorded'), null);
  };
  return { dial, attempts };
}

test.each([
  ['ETIMEDOUT', 'fetch_timed_out'],
  ['UND_ERR_CONNECT_TIMEOUT', 'fetch_timed_out'],
  ['UND_ERR_HEADERS_TIMEOUT', 'fetch_timed_out'],
  ['ECONNREFUSED', 'fetch_failed'],
])('a connection that ends with %s is told as %s and may be tried again', async (code, told) => {
  const dial: Dial = (_target, _addresses, callback) => callback(Object.assign(new Error('no answer'), { code }), null);
  const fetch = createGuardedFetch({ dial, resolver: async () => [{ address: '93.184.216.34', family: 4 }] });
  await expect(fetch('http://pages.example/', { signal })).rejects.toMatchObject({ code: told, retry: {} });
});

describe('requested addresses', () => {
  test('never reach a canary on loopback in any spelling', async () => {
    const canary = await listen((_request, response) => response.end('secret'));
    const fetch = createGuardedFetch();
    const hosts = [
      '127.0.0.1',
      'localhost',
      'LOCALHOST.',
      '127.1',
      '0',
      '0x7f000001',
      '017700000001',
      '[::ffff:7f00:1]',
      'user:pw@127.0.0.1',
    ];
    for (const host of hosts) expect(await codeOf(fetch(`http://${host}:${canary.port}/`, { signal })), host).toMatch(/^url_/);
    expect(canary.requests).toEqual([]);
  });

  test('exclude other schemes, other ports, inner names and endless links', async () => {
    const { dial, attempts } = recordingDial();
    const fetch = createGuardedFetch({ dial, resolver: async () => [{ address: '93.184.216.34', family: 4 }] });
    for (const url of [
      'file:///etc/hosts',
      'ftp://example.com/',
      'data:text/html,x',
      'no link',
      `https://example.com/${'a'.repeat(2048)}`,
    ]) {
      expect(await codeOf(fetch(url, { signal })), url).toBe('url_invalid');
    }
    for (const host of [
      'example.com:22',
      'example.com:6379',
      'intranet',
      'printer.local',
      'metadata.google.internal',
      'a.localhost',
      'nas.home.arpa',
    ]) {
      expect(await codeOf(fetch(`http://${host}/`, { signal })), host).toBe('url_blocked');
    }
    expect(attempts).toEqual([]);
    expect(await codeOf(fetch('https://example.com/', { signal }))).toBe('fetch_failed');
    expect(attempts).toEqual(['example.com 93.184.216.34']);
  });

  test('must be public in every answer of the lookup', async () => {
    const { dial, attempts } = recordingDial();
    const answers = [['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['2606:4700::1111', 'fd00::1'], ['::ffff:169.254.169.254']];
    for (const addresses of answers) {
      const resolver = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      expect(await codeOf(createGuardedFetch({ dial, resolver })('http://pages.example/', { signal }))).toBe('url_blocked');
    }
    expect(attempts).toEqual([]);
  });

  test('never lead inside when a name changes its answer', async () => {
    const { dial, attempts } = recordingDial();
    let turn = 0;
    const resolver = async () => [{ address: turn++ % 2 === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    const fetch = createGuardedFetch({ dial, resolver });
    for (let round = 0; round < 1000; round++) await codeOf(fetch('http://rebind.example/', { signal }));
    expect(attempts).toHaveLength(500);
    expect(new Set(attempts)).toEqual(new Set(['rebind.example 93.184.216.34']));
  });

  test('are checked against the connected peer', async () => {
    let destroyed = false;
    const socket = { remoteAddress: '127.0.0.1', destroy: () => (destroyed = true) } as unknown as Socket;
    const dial: Dial = (_target, _addresses, callback) => callback(null, socket);
    const fetch = createGuardedFetch({ dial, resolver: async () => [{ address: '93.184.216.34', family: 4 }] });
    expect(await codeOf(fetch('http://pages.example/', { signal }))).toBe('url_blocked');
    expect(destroyed).toBe(true);
  });

  test('ignore proxy settings of the environment', async () => {
    const proxy = await listen((_request, response) => response.end('by proxy'));
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NODE_USE_ENV_PROXY: '1' });
    try {
      const { dial } = recordingDial();
      const fetch = createGuardedFetch({ dial, resolver: async () => [{ address: '127.0.0.1', family: 4 }] });
      expect(await codeOf(fetch('http://pages.example/', { signal }))).toBe('url_blocked');
      expect(proxy.requests).toEqual([]);
    } finally {
      process.env = before;
    }
  });

  test('get one error for every refusal', async () => {
    const { dial } = recordingDial();
    const fetch = createGuardedFetch({ dial, resolver: async () => [{ address: '10.1.2.3', family: 4 }] });
    const urls = [
      'http://10.0.0.1/',
      'http://10.0.0.2:8080/',
      'http://inner.example/',
      'http://printer.local/',
      'http://public.example:25/',
    ];
    const texts = new Set<string>();
    for (const url of urls)
      await fetch(url, { signal }).catch((error: Error) => texts.add(JSON.stringify([error.message, Object.entries(error)])));
    expect(texts.size).toBe(1);
  });
});

describe('redirects', () => {
  test.each([1, 2, 3, 4, 5])('a private address behind %i redirects is refused', async (hops) => {
    const canary = await listen((_request, response) => response.end('secret'));
    const start = await listen((request, response) => {
      const hop = Number(request.url?.slice(1));
      response.writeHead(302, { location: hop < hops ? `/${hop + 1}` : `${canary.url}/` }).end();
    });
    expect(await codeOf(createGuardedFetch({ allow: [start.host] })(`${start.url}/1`, { signal }))).toBe('url_blocked');
    expect(start.requests).toHaveLength(hops);
    expect(canary.requests).toEqual([]);
  });

  test.each(['file:///etc/hosts', '//127.0.0.1/', 'http://[::1]/', 'http://localhost/', 'http://169.254.169.254/latest/'])(
    'a redirect to %s is refused',
    async (location) => {
      const start = await listen((_request, response) => response.writeHead(301, { location }).end());
      const attempts: string[] = [];
      // Even if the check were missing, the test would connect only to the server above.
      const dial: Dial = (target, addresses, callback) => {
        attempts.push(`${target.hostname}:${target.port}`);
        if (target.port === String(start.port)) dialDirectly(target, addresses, callback);
        else callback(new Error('recorded'), null);
      };
      expect(await codeOf(createGuardedFetch({ allow: [start.host], dial })(start.url, { signal }))).toMatch(/^url_/);
      expect(attempts).toEqual([start.host]);
    },
  );

  test('end at a limit', async () => {
    const start = await listen((_request, response) => response.writeHead(302, { location: '/again' }).end());
    await expect(createGuardedFetch({ allow: [start.host] })(start.url, { signal })).rejects.toMatchObject({
      ...{ code: 'fetch_failed', message: expect.stringContaining('too many redirects') },
    });
    expect(start.requests).toHaveLength(6);
  });

  test('drop credentials on the way to another site', async () => {
    const seen: unknown[] = [];
    const second = await listen((request, response) => {
      seen.push(...['authorization', 'cookie', 'proxy-authorization', 'x-kept'].map((name) => request.headers[name]));
      response.end('there');
    });
    const first = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: `${second.url}/` }).end();
    });
    const headers = { Authorization: 'Bearer key', Cookie: 'a=b', 'Proxy-Authorization': 'Basic key', 'X-Kept': 'yes' };
    const answer = await createGuardedFetch({ allow: [first.host, second.host] })(first.url, { signal, headers });
    expect(answer.url).toBe(`${second.url}/`);
    expect(Buffer.from(await answer.bytes()).toString()).toBe('there');
    expect(seen).toEqual(['Bearer key', undefined, undefined, undefined, 'yes']);
  });

  test('keep credentials on one site', async () => {
    const seen: unknown[] = [];
    const site = await listen((request, response) => {
      seen.push(request.url, request.headers.authorization);
      if (request.url === '/') response.writeHead(302, { location: '/there' });
      response.end();
    });
    const headers = { Authorization: 'Bearer key' };
    await (await createGuardedFetch({ allow: [site.host] })(site.url, { signal, headers })).bytes();
    expect(seen).toEqual(['/', 'Bearer key', '/there', 'Bearer key']);
  });

  test.each([
    [301, 'POST', 'GET  -'],
    [303, 'POST', 'GET  -'],
    [307, 'POST', 'POST words text/plain'],
    [308, 'POST', 'POST words text/plain'],
    [301, 'HEAD', 'HEAD  text/plain'],
  ] as const)('with status %i let a %s go on as "%s"', async (status, method, expected) => {
    const seen: string[] = [];
    const site = await listen((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        seen.push(`${request.method} ${body} ${request.headers['content-type'] ?? '-'}`);
        response.writeHead(seen.length === 1 ? status : 200, seen.length === 1 ? { location: '/there' } : {}).end();
      });
    });
    const body = method === 'POST' ? 'words' : '';
    const options = { signal, method, headers: { 'Content-Type': 'text/plain' }, ...(body === '' ? {} : { body }) };
    await (await createGuardedFetch({ allow: [site.host] })(site.url, options)).bytes();
    expect(seen).toEqual([`${method} ${body} text/plain`, expected]);
  });

  test.each([
    [[], '/0'],
    [[301, 308], '/2'],
    [[301, 302, 308, 301], '/1'],
    [[308, 307], '/1'],
    [[303], '/0'],
  ])('of %j leave a lasting address', async (statuses, lasting) => {
    const site = await listen((request, response) => {
      const hop = Number(request.url?.slice(1));
      const status = statuses[hop];
      response.writeHead(status ?? 200, status === undefined ? {} : { location: `/${hop + 1}` }).end();
    });
    const answer = await createGuardedFetch({ allow: [site.host] })(`${site.url}/0`, { signal });
    await answer.bytes();
    expect([answer.url, answer.lastingUrl]).toEqual([`${site.url}/${statuses.length}`, site.url + lasting]);
  });

  test('from https to http are refused', async () => {
    const server = await listen((_request, response) =>
      response.writeHead(302, { location: 'http://pages.example/there' }).end(),
    );
    const fetch = createGuardedFetch({ replayFrom: server.url });
    expect(await codeOf(fetch('https://pages.example/', { signal }))).toBe('url_blocked');
    expect(server.requests).toEqual(['GET /pages.example/']);
  });

  test('lead to the first of several places', async () => {
    const { port } = await createRawServer('HTTP/1.1 302 Found\r\nLocation: http://[::1]/\r\nLocation: /\r\n\r\n');
    const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`] });
    expect(await codeOf(fetch(`http://127.0.0.1:${port}/`, { signal }))).toBe('url_blocked');
  });

  test('are not read', async () => {
    const left = Promise.withResolvers<void>();
    const server = await listen((request, response) => {
      if (request.url !== '/') return void response.end('page');
      response.once('close', () => left.resolve());
      response.writeHead(302, { location: '/there' }).write('a page without end');
    });
    const answer = await createGuardedFetch({ allow: [server.host] })(server.url, { signal });
    expect(Buffer.from(await answer.bytes()).toString()).toBe('page');
    await left.promise;
  });

  test('that say where to only with another status are answers, and so are those that do not say it', async () => {
    const server = await listen((request, response) =>
      request.url === '/' ? response.writeHead(201, { location: '/there' }).end('made') : response.writeHead(302).end('lost'),
    );
    const fetch = createGuardedFetch({ allow: [server.host] });
    const told = async (path: string) => {
      const answer = await fetch(server.url + path, { signal });
      return [answer.status, Buffer.from(await answer.bytes()).toString()];
    };
    expect([await told('/'), await told('/lost')]).toEqual([
      [201, 'made'],
      [302, 'lost'],
    ]);
  });
});

describe('bodies', () => {
  async function answering(body: Buffer, headers: Record<string, string>) {
    const server = await listen((_request, response) => response.writeHead(200, headers).end(body));
    return { server, fetch: createGuardedFetch({ allow: [server.host] }) };
  }

  test('are decoded when compressed', async () => {
    const page = 'a page of text, well compressed. '.repeat(500);
    const encoders = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync };
    for (const [name, encode] of Object.entries(encoders)) {
      const { server, fetch } = await answering(encode(page), { 'content-encoding': name });
      expect(Buffer.from(await (await fetch(server.url, { signal })).bytes()).toString(), name).toBe(page);
    }
  });

  test('fail instead of hanging when the connection breaks before they are read', async () => {
    const server = await listen((request, response) => {
      if (request.url === '/whole') {
        response.end('whole');
        return;
      }
      response.writeHead(200, { 'content-length': 100 }).flushHeaders();
      setImmediate(() => response.destroy());
    });
    const fetch = createGuardedFetch({ allow: [server.host], slots: { perHost: 1 } });
    const broken = await fetch(`${server.url}/broken`, { signal });
    // The slot is free once the connection is closed.
    expect(Buffer.from(await (await fetch(`${server.url}/whole`, { signal })).bytes()).toString()).toBe('whole');
    expect(await codeOf(broken.bytes())).toBe('fetch_failed');
  });

  const zeros = Buffer.alloc(64 * 1024 * 1024);
  test.each([
    ['gzip', 'gzip', () => gzipSync(zeros)],
    ['brotli', 'br', () => brotliCompressSync(zeros)],
    ['zstd', 'zstd', () => zstdCompressSync(zeros)],
    ['gzip in gzip', 'gzip, gzip', () => gzipSync(gzipSync(zeros))],
    ['gzip in brotli', 'gzip, br', () => brotliCompressSync(gzipSync(zeros))],
  ])('a %s bomb is stopped early', async (_name, encoding, make) => {
    const { server, fetch } = await answering(make(), { 'content-encoding': encoding });
    const answer = await fetch(server.url, { signal });
    let read = 0;
    const reading = (async () => {
      for await (const chunk of answer.body) read += chunk.length;
    })();
    expect(await codeOf(reading)).toBe('fetch_too_large');
    // The first chunk (64 kB) may decode to a hundred times as much, and no more.
    expect(read).toBeLessThan(8 * 1024 * 1024);
  });

  test('are refused with too many layers of compression', async () => {
    const { server, fetch } = await answering(Buffer.from('x'), { 'content-encoding': 'gzip, gzip, gzip, gzip' });
    expect(await codeOf(fetch(server.url, { signal }))).toBe('fetch_failed');
  });

  test('are limited with and without an announced length', async () => {
    const announced = await answering(Buffer.alloc(5000), { 'content-length': '5000' });
    expect(await codeOf(announced.fetch(announced.server.url, { signal, maxBytes: 4999 }))).toBe('fetch_too_large');
    const exact = await announced.fetch(announced.server.url, { signal, maxBytes: 5000 });
    expect(await exact.bytes()).toHaveLength(5000);
    const chunked = await answering(Buffer.alloc(5000), { 'transfer-encoding': 'chunked' });
    const answer = await chunked.fetch(chunked.server.url, { signal, maxBytes: 4999 });
    expect(await codeOf(answer.bytes())).toBe('fetch_too_large');
    const whole = await chunked.fetch(chunked.server.url, { signal, maxBytes: 5000 });
    expect(await whole.bytes()).toHaveLength(5000);
  });

  test('have 20 MB at most unless the caller says otherwise', async () => {
    const server = await listen((request, response) => {
      response.writeHead(200, { 'content-length': 20 * 1024 * 1024 + Number(request.url?.slice(1)) }).flushHeaders();
    });
    const fetch = createGuardedFetch({ allow: [server.host] });
    await (await fetch(`${server.url}/0`, { signal })).cancel();
    expect(await codeOf(fetch(`${server.url}/1`, { signal }))).toBe('fetch_too_large');
  });

  test('end at the total time when they drip', async () => {
    const server = await listen((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const fetch = createGuardedFetch({ allow: [server.host] });
    const reading = fetch(server.url, { signal, timeoutMs: 1000 }).then((answer) => answer.bytes());
    expect(await codeOf(reading)).toBe('fetch_timed_out');
  });

  test('end at the total time when they never begin', async () => {
    const server = await listen(() => {});
    const fetch = createGuardedFetch({ allow: [server.host] });
    const late = fetch(server.url, { signal, timeoutMs: 200 });
    await expect(late).rejects.toMatchObject({ code: 'fetch_timed_out', cause: { name: 'TimeoutError' } });
  });

  test('are refused with endless headers', async () => {
    const server = await listen((request, response) =>
      response.writeHead(200, { 'x-long': 'a'.repeat(Number(request.url?.slice(1)) * 1024) }).end(),
    );
    const fetch = createGuardedFetch({ allow: [server.host] });
    expect((await fetch(`${server.url}/31`, { signal })).headers.get('x-long')).toHaveLength(31 * 1024);
    expect(await codeOf(fetch(`${server.url}/33`, { signal }))).toBe('fetch_failed');
  });

  test('end when the caller aborts', async () => {
    const stop = new AbortController();
    const server = await listen((_request, response) => {
      response.writeHead(200).write('begin');
      stop.abort();
    });
    const fetch = createGuardedFetch({ allow: [server.host] });
    const reading = fetch(server.url, { signal: stop.signal }).then((answer) => answer.bytes());
    expect(await codeOf(reading)).toBe('cancelled');
  });

  test('that nobody has begun to read end quietly when the caller aborts', async () => {
    const server = await listen((request, response) => {
      if (request.url === '/') response.writeHead(200).write('begin');
      else response.end('page');
    });
    const fetch = createGuardedFetch({ allow: [server.host], slots: { total: 1 } });
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', note);
    const stop = new AbortController();
    await fetch(server.url, { signal: stop.signal });
    stop.abort();
    // This request needs the slot of the first one.
    const answer = await fetch(`${server.url}/next`, { signal });
    process.off('uncaughtException', note);
    expect([Buffer.from(await answer.bytes()).toString(), uncaught]).toEqual(['page', []]);
  });

  test('that are no longer wanted say why, and are not asked for', async () => {
    const why = new Error('the tab was closed');
    const stop = new AbortController();
    const server = await listen((request, response) => {
      if (request.url === '/late') stop.abort(why);
      else response.end('never asked for');
    });
    const fetch = createGuardedFetch({ allow: [server.host] });
    const late = await fetch(`${server.url}/late`, { signal: stop.signal }).catch((error: unknown) => error);
    const early = await fetch(`${server.url}/early`, { signal: AbortSignal.abort(why) }).catch((error: unknown) => error);
    for (const error of [late, early]) {
      expect(error).toMatchObject({ code: 'cancelled' });
      expect((error as AppError).cause).toBe(why);
    }
    expect(server.requests).toEqual(['GET /late']);
  });
});

describe('headers', () => {
  test('are a reader’s by default, and those of the connection are never the caller’s', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const server = await listen((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const fetch = createGuardedFetch({ allow: [server.host] });
    const send = async (headers?: Record<string, string>) =>
      void (await (await fetch(server.url, { signal, ...(headers ? { headers } : {}) })).bytes());
    await send();
    const own = { Host: 'inner.example', 'Accept-Encoding': 'deflate', TE: 'trailers', Upgrade: 'h2c', Trailer: 'x' };
    await send({ ...own, 'X-Mine': '1', 'User-Agent': 'Mine', Accept: 'text/plain' });
    const always = { host: server.host, connection: 'keep-alive', 'accept-encoding': 'gzip, br, zstd' };
    expect(seen).toEqual([
      {
        ...always,
        'user-agent': 'Mozilla/5.0 (compatible; Gleaner/0.1; personal reading assistant)',
        accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      },
      { ...always, 'x-mine': '1', 'user-agent': 'Mine', accept: 'text/plain' },
    ]);
  });

  test('of an answer are all there, each as often as it was sent', async () => {
    const lines = ['HTTP/1.1 200 OK', 'Set-Cookie: a=1', 'Set-Cookie: b=2', 'X-Kept: barn', 'Content-Length: 0'];
    const { port } = await createRawServer(`${lines.join('\r\n')}\r\n\r\n`);
    const answer = await createGuardedFetch({ allow: [`127.0.0.1:${port}`] })(`http://127.0.0.1:${port}/`, { signal });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(['x-kept', 'content-length'].map((name) => answer.headers.get(name))).toEqual(['barn', '0']);
  });

  test('of an answer to HEAD tell of a body that does not come', async () => {
    const server = await listen((_request, response) =>
      response.writeHead(200, { 'content-length': '5000', 'content-encoding': 'unknown' }).end(),
    );
    const fetch = createGuardedFetch({ allow: [server.host] });
    const { status, headers } = await fetch(server.url, { signal, method: 'HEAD', maxBytes: 4999 });
    expect([status, headers.get('content-length')]).toEqual([200, '5000']);
    expect(await codeOf(fetch(server.url, { signal, maxBytes: 5000 }))).toBe('fetch_failed');
  });
});

describe('a place', () => {
  const one = { slots: { total: 1 }, waitMs: { stranger: 5000, known: 5000 } };
  const endless: Handler = (request, response) => {
    if (request.url === '/next') response.end('page');
    else response.writeHead(200, request.url === '/odd' ? { 'content-encoding': 'unknown' } : {}).write('begin');
  };

  test('is free again when an answer is left, or is one that cannot be read', async () => {
    const server = await listen(endless);
    const fetch = createGuardedFetch({ allow: [server.host], ...one });
    const next = async () => Buffer.from(await (await fetch(`${server.url}/next`, { signal })).bytes()).toString();
    await (await fetch(`${server.url}/left`, { signal })).cancel();
    expect(await next()).toBe('page');
    expect(await codeOf(fetch(`${server.url}/odd`, { signal }))).toBe('fetch_failed');
    expect(await next()).toBe('page');
  });

  test('is free again when nobody answers', async () => {
    const server = await listen(endless);
    const dial: Dial = (target, addresses, callback) =>
      target.port === String(server.port) ? dialDirectly(target, addresses, callback) : callback(new Error('no answer'), null);
    const fetch = createGuardedFetch({
      allow: [server.host],
      dial,
      resolver: async () => [{ address: '93.184.216.34', family: 4 }],
      ...one,
    });
    expect(await codeOf(fetch('http://pages.example/', { signal }))).toBe('fetch_failed');
    expect(Buffer.from(await (await fetch(`${server.url}/next`, { signal })).bytes()).toString()).toBe('page');
  });
});

test('fetch: sends one host at most two requests at once and queues the rest', async () => {
  let running = 0;
  let most = 0;
  const held: ServerResponse[] = [];
  const server = await listen((_request, response) => {
    running += 1;
    most = Math.max(most, running);
    held.push(response);
    response.on('close', () => (running -= 1));
    if (held.length >= 2) for (const one of held.splice(0)) one.end('done');
  });
  const fetch = createGuardedFetch({ allow: [server.host] });
  const answers = Array.from({ length: 8 }, async () => await (await fetch(server.url, { signal })).bytes());
  expect(await Promise.all(answers)).toHaveLength(8);
  expect(most).toBe(2);
});

describe('priorities', () => {
  /** Hosts `slow*.example` never end their response; all others do. `begun` settles when `count` of them have begun. */
  async function internet(count: number) {
    let reached = 0;
    let resolve = (): void => {};
    const begun = new Promise<void>((done) => (resolve = done));
    const server = await listen((request, response) => {
      if (!request.url?.startsWith('/slow')) return void response.end('page');
      response.writeHead(200).write('begin');
      reached += 1;
      if (reached === count) resolve();
    });
    return { server, begun, reached: () => reached };
  }

  test('fetch: answer users and the server while strangers hold slow hosts', async () => {
    const { server, begun } = await internet(8);
    const fetch = createGuardedFetch({ replayFrom: server.url });
    const stop = new AbortController();
    const strangers = Array.from({ length: 24 }, async (_, index) => {
      const asker = { address: `192.0.2.${index % 4}` };
      return codeOf(fetch(`http://slow${index}.example/`, { signal: stop.signal, asker }).then((answer) => answer.bytes()));
    });
    await begun;
    for (const asker of [{ userId: 'ann', address: '192.0.2.1' }, { userId: 'bob' }, {}]) {
      const answer = await fetch('http://page.example/', { signal, asker });
      expect(Buffer.from(await answer.bytes()).toString()).toBe('page');
    }
    stop.abort();
    expect(new Set(await Promise.all(strangers))).toEqual(new Set(['cancelled']));
  });

  test('fetch: count the time limit from the start of the work', async () => {
    const { server, begun } = await internet(1);
    const fetch = createGuardedFetch({ replayFrom: server.url, slots: { total: 1 } });
    const asker = { userId: 'ann' };
    const slow = fetch('http://slow.example/', { signal, asker, timeoutMs: 500 }).then((answer) => answer.bytes());
    await begun;
    // Waits longer than its own limit, until the slow request has ended.
    const waiting = fetch('http://page.example/', { signal, asker, timeoutMs: 250 });
    expect(await codeOf(slow)).toBe('fetch_timed_out');
    expect(Buffer.from(await (await waiting).bytes()).toString()).toBe('page');
  });

  test('fetch: count no time while a redirect waits for its place', async () => {
    const held = Promise.withResolvers<ServerResponse>();
    const server = await listen((request, response) => {
      if (request.url?.includes('first')) held.resolve(response);
      else if (request.url?.includes('slow')) response.writeHead(200).write('begin');
      else response.end('page');
    });
    const fetch = createGuardedFetch({ replayFrom: server.url, slots: { total: 1 } });
    const led = fetch('http://first.example/', { signal, asker: { userId: 'ann' }, timeoutMs: 600 });
    const first = await held.promise;
    // Queued before the redirect, so it gets the slot first.
    const slow = codeOf(
      fetch('http://slow.example/', { signal, asker: { userId: 'bob' }, timeoutMs: 900 }).then((got) => got.bytes()),
    );
    first.writeHead(302, { location: 'http://last.example/' }).end();
    expect(Buffer.from(await (await led).bytes()).toString()).toBe('page');
    expect(await slow).toBe('fetch_timed_out');
  });

  test('fetch: end a wait without a place with `busy`', async () => {
    const { server, begun, reached } = await internet(1);
    const fetch = createGuardedFetch({ replayFrom: server.url, slots: { total: 1 }, waitMs: { stranger: 20, known: 20 } });
    const stop = new AbortController();
    const slow = fetch('http://slow.example/', { signal: stop.signal }).then((answer) => answer.bytes());
    await begun;
    expect(await codeOf(fetch('http://slow2.example/', { signal, asker: { userId: 'ann' } }))).toBe('busy');
    expect(await codeOf(fetch('http://slow3.example/', { signal, asker: { address: '192.0.2.1' } }))).toBe('busy');
    expect(reached()).toBe(1);
    stop.abort();
    expect(await codeOf(slow)).toBe('cancelled');
  });

  test.each([
    [{ address: '192.0.2.1' }, { userId: 'ann', address: '192.0.2.1' }, { stranger: 20, known: 60_000 }],
    [{ userId: 'ann' }, { address: '192.0.2.1' }, { stranger: 60_000, known: 20 }],
    [{}, { address: '192.0.2.1' }, { stranger: 60_000, known: 20 }],
  ])('fetch: let %j wait less than %j with %j', async (hurried, patient, waitMs) => {
    const { server, begun } = await internet(1);
    const fetch = createGuardedFetch({ replayFrom: server.url, slots: { total: 1 }, waitMs });
    const stop = new AbortController();
    await fetch('http://slow.example/', { signal: stop.signal });
    await begun;
    const waiting = fetch('http://page.example/', { signal, asker: patient });
    expect(await codeOf(fetch('http://page.example/', { signal, asker: hurried }))).toBe('busy');
    stop.abort();
    expect(Buffer.from(await (await waiting).bytes()).toString()).toBe('page');
  });

  test('fetch: wait so long for all redirects together', async () => {
    const held = Promise.withResolvers<ServerResponse>();
    const server = await listen((request, response) => {
      if (request.url?.includes('first')) held.resolve(response);
      else response.writeHead(200).write('begin');
    });
    const fetch = createGuardedFetch({
      ...{ replayFrom: server.url, slots: { total: 1 }, waitMs: { stranger: 60_000, known: 60_000 } },
    });
    vi.useFakeTimers({ toFake: ['performance'] });
    const stop = new AbortController();
    try {
      await fetch('http://slow.example/', { signal: stop.signal });
      const led = codeOf(fetch('http://first.example/', { signal }));
      vi.advanceTimersByTime(59_980);
      stop.abort();
      const first = await held.promise;
      const last = new AbortController();
      const slow = fetch('http://slow.example/', { signal: last.signal });
      first.writeHead(302, { location: 'http://last.example/' }).end();
      expect(await led).toBe('busy');
      await slow;
      last.abort();
    } finally {
      vi.useRealTimers();
    }
  });
});
