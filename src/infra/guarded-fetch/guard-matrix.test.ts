/** Full tests of the address matrix, redirects, DNS rebinding, proxy variables and decompression bombs. */
import { spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { specialAddresses, spellings } from '../../../tests/harness/sites/special-addresses.ts';
import type { Dial } from './connector.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { checkUrl } from './url-rules.ts';

const signal = new AbortController().signal;
const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function listen(answer: RequestListener) {
  const seen: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, seen, connections: () => connections };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

function recordingDial(): { dial: Dial; attempts: string[] } {
  const attempts: string[] = [];
  return {
    attempts,
    dial: (target, addresses, callback) => {
      attempts.push(`${target.hostname} ${addresses.map(({ address }) => address).join(',')}`);
      callback(new Error('recorded'), null);
    },
  };
}

const matrix = specialAddresses.flatMap((address) => spellings(address).map((link) => ({ address, link })));

describe('the matrix of 22 spellings and 56 addresses', () => {
  test('is refused by the check', () => {
    expect(new Set(specialAddresses).size).toBe(56);
    expect(matrix).toHaveLength(1232);
    const through = matrix.filter(({ link }) => {
      try {
        checkUrl(link, new Set());
        return true;
      } catch (error) {
        return !(error instanceof AppError);
      }
    });
    expect(through).toEqual([]);
  });

  test('is refused by the fetch without a connection', async () => {
    const { dial, attempts } = recordingDial();
    // If a link is still looked up as a name, DNS answers with the address itself.
    let wanted = '';
    const fetch = createGuardedFetch({
      dial,
      resolver: async () => [{ address: wanted, family: wanted.includes(':') ? 6 : 4 }],
    });
    const codes = new Map<string, number>();
    for (const { address, link } of matrix) {
      wanted = address;
      const code = await codeOf(fetch(link, { signal }));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect([...codes.keys()].toSorted()).toEqual(['url_blocked', 'url_invalid']);
    expect(attempts).toEqual([]);
  });

  test('is refused behind a name, alone or among public answers, in either order', async () => {
    const { dial, attempts } = recordingDial();
    for (const address of specialAddresses) {
      const special = { address, family: address.includes(':') ? 6 : 4 };
      const fine = { address: '93.184.216.34', family: 4 };
      for (const answers of [[special], [fine, special], [special, fine]]) {
        const fetch = createGuardedFetch({ dial, resolver: async () => answers });
        expect(await codeOf(fetch('https://pages.example/', { signal })), address).toBe('url_blocked');
      }
    }
    expect(attempts).toEqual([]);
  });

  test('connects to a public name, as a control', async () => {
    const { dial, attempts } = recordingDial();
    const fetch = createGuardedFetch({ dial, resolver: async () => [{ address: '93.184.216.34', family: 4 }] });
    expect(await codeOf(fetch('https://pages.example/', { signal }))).toBe('fetch_failed');
    expect(attempts).toEqual(['pages.example 93.184.216.34']);
  });
});

describe('real canaries on loopback', () => {
  const loopback = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://LOCALHOST.:${port}/`,
    `http://127.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://0:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `//127.0.0.1:${port}/`,
  ];

  test('are not reached by 60 chains of redirects: 12 spellings behind 1 to 5 hops', async () => {
    const canary = await listen((_request, response) => response.end('secret'));
    const targets = loopback(canary.port);
    const start = await listen((request, response) => {
      const [, target = '0', left = '0'] = (request.url ?? '').split('/');
      const location = Number(left) > 1 ? `/${target}/${Number(left) - 1}` : targets[Number(target)];
      response.writeHead([301, 302, 303, 307, 308][Number(left) % 5] ?? 302, { location }).end();
    });
    const fetch = createGuardedFetch({ allow: [start.host] });
    let chains = 0;
    for (const target of targets.keys()) {
      for (const hops of [1, 2, 3, 4, 5]) {
        expect(await codeOf(fetch(`${start.url}/${target}/${hops}`, { signal })), `${targets[target]} ${hops}`).toMatch(/^url_/);
        chains += 1;
      }
    }
    expect(chains).toBe(60);
    expect(start.seen).toHaveLength(12 * (1 + 2 + 3 + 4 + 5));
    expect(canary.connections()).toBe(0);
  });

  test('are not reached by 1,000 tries with a name that changes its answer', async () => {
    const canary = await listen((_request, response) => response.end('secret'));
    const { dial, attempts } = recordingDial();
    let turn = 0;
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1']];
    const resolver = async () =>
      (answers[turn++ % answers.length] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const fetch = createGuardedFetch({ dial, resolver });
    for (let round = 0; round < 1000; round++) await codeOf(fetch('http://rebind.example:8080/', { signal }));
    expect(turn).toBe(1000);
    expect(new Set(attempts)).toEqual(new Set(['rebind.example 93.184.216.34']));
    expect(attempts).toHaveLength(200);
    expect(canary.connections()).toBe(0);
  });

  test.each([
    ['HTTP_PROXY', 'NODE_USE_ENV_PROXY'],
    ['http_proxy', 'NODE_USE_ENV_PROXY'],
    ['HTTPS_PROXY', 'NODE_USE_ENV_PROXY'],
    ['ALL_PROXY', 'NODE_USE_ENV_PROXY'],
    ['HTTP_PROXY', '--use-env-proxy'],
  ])('a process with %s and %s goes by no proxy', async (variable, how) => {
    const proxy = await listen((_request, response) => response.end('by proxy'));
    const site = await listen((_request, response) => response.end('by hand'));
    const script = `
      import { createGuardedFetch } from ${JSON.stringify(new URL('./guarded-fetch.ts', import.meta.url).href)};
      const signal = new AbortController().signal;
      const fetch = createGuardedFetch({ allow: ['${site.host}'], resolver: async () => [{ address: '10.0.0.1', family: 4 }] });
      const answer = await fetch('${site.url}/', { signal });
      console.log(Buffer.from(await answer.bytes()).toString());
      for (const url of ['http://pages.example/', 'https://pages.example/', 'http://127.0.0.1:${proxy.port}/'])
        console.log(await fetch(url, { signal }).then(() => 'through', (error) => error.code));`;
    const env = { PATH: process.env.PATH, [variable]: proxy.url, ...(how.startsWith('--') ? {} : { [how]: '1' }) };
    const flags = how.startsWith('--') ? [how] : [];
    const output = await new Promise<string>((resolve, reject) => {
      const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', script], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      child.once('error', reject);
      child.once('close', () => resolve(text));
    });
    expect(output.trim().split('\n')).toEqual(['by hand', 'url_blocked', 'url_blocked', 'url_blocked']);
    expect(proxy.connections()).toBe(0);
  });
});

describe('40 bombs', () => {
  const size = 24 * 1024 * 1024;
  const contents = [Buffer.alloc(size), Buffer.alloc(size, 'a'), Buffer.alloc(size, '<div>')];
  const encoders: Record<string, (bytes: Buffer) => Buffer> = {
    gzip: (bytes) => gzipSync(bytes, { level: 1 }),
    deflate: (bytes) => deflateSync(bytes, { level: 1 }),
    br: (bytes) => brotliCompressSync(bytes, { params: { 1: 4 } }),
    zstd: (bytes) => zstdCompressSync(bytes),
  };
  const names = Object.keys(encoders);
  const encode = (layers: string[], bytes: Buffer) => layers.reduce((done, name) => encoders[name]?.(done) ?? done, bytes);
  const small = contents[0] ?? Buffer.alloc(0);
  const compressed: { name: string; layers: string[]; bytes: Buffer }[] = [
    ...names.flatMap((name) => contents.map((bytes, index) => ({ name: `${name} of content ${index}`, layers: [name], bytes }))),
    ...names.flatMap((one) => names.map((two) => ({ name: `${one} in ${two}`, layers: [one, two], bytes: small }))),
    ...names.map((name) => ({ name: `${name} three times`, layers: [name, name, name], bytes: small })),
    ...[4, 5, 6].map((count) => ({ name: `gzip ${count} times`, layers: Array<string>(count).fill('gzip'), bytes: small })),
    { name: 'all four', layers: names, bytes: small },
  ];
  const maxBytes = 10 * 1024 * 1024;
  const shapes: Record<string, RequestListener> = {
    'a body without end': (_request, response) => {
      const piece = Buffer.alloc(256 * 1024, 'x');
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', more);
      };
      more();
    },
    'a length that is announced': (_request, response) => response.writeHead(200, { 'content-length': 10 ** 12 }).write('x'),
    'one byte now and then': (_request, response) => {
      const timer = setInterval(() => response.write('x'), 100);
      response.once('close', () => clearInterval(timer));
    },
    'headers without end': (request) => {
      const timer = setInterval(() => request.socket.write(`x-more: ${'y'.repeat(4000)}\r\n`), 5);
      request.socket.write('HTTP/1.1 200 OK\r\n');
      request.socket.once('close', () => clearInterval(timer));
    },
  };

  test('the matrix has 40 hostile answers', () => expect(compressed.length + Object.keys(shapes).length).toBe(40));

  test('are stopped early, in little memory', async () => {
    const bodies = new Map(compressed.map(({ name, layers, bytes }) => [name, encode(layers, bytes)]));
    const server = await listen((request, response) => {
      const found = compressed.find(({ name }) => name === decodeURIComponent((request.url ?? '').slice(1)));
      response.writeHead(200, { 'content-encoding': found?.layers.join(', ') }).end(bodies.get(found?.name ?? ''));
    });
    const fetch = createGuardedFetch({ allow: [server.host] });
    const before = process.memoryUsage().rss;
    let most = 0;
    for (const { name } of compressed) {
      let seen = 0;
      const reading = (async () => {
        const answer = await fetch(`${server.url}/${encodeURIComponent(name)}`, { signal, maxBytes });
        for await (const chunk of answer.body) seen += chunk.length;
      })();
      expect(await codeOf(reading), name).toMatch(/^fetch_(?:too_large|failed)$/);
      expect(seen, name).toBeLessThanOrEqual(maxBytes);
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(most).toBeLessThan(150 * 1024 * 1024);
  });

  test.each(Object.entries(shapes))('%s comes to an end', async (name, answer) => {
    const server = await listen(answer);
    const fetch = createGuardedFetch({ allow: [server.host] });
    const reading = fetch(server.url, { signal, maxBytes, timeoutMs: 1500 }).then((got) => got.bytes());
    expect(await codeOf(reading), name).toMatch(/^fetch_(?:too_large|timed_out|failed)$/);
  });
});
