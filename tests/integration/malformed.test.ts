/** Requests of every broken kind from somebody without a session: refused, and no line of the log above `info`. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRouter } from '#server/router.ts';
import { startWorld, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => world.close());

/** Bytes as they are, which no client library would send. Gives the first line of the answer. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(world.server.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
    socket.on('error', () => resolve(answer)).on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
    socket.end(Buffer.from(text, 'latin1'));
  });
}

function linesAbove(level: number): { level: number; msg: string }[] {
  const lines = world.server.output().split('\n');
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter((line) => line.level > level);
}

const json = { 'x-gleaner': '1', 'content-type': 'application/json' };
const nul = '\u0000';

test('malformed requests write no warnings or errors', async () => {
  const { url } = world.server;
  const names = Object.keys(appRouter._def.procedures);
  const inputs = [
    '',
    '{',
    'null',
    '5',
    '"x"',
    '[]',
    '{"0":1}',
    `"${nul}"`,
    '"\\ud800"',
    '"\\u0000"',
    '{"__proto__":{"a":1}}',
    `${'['.repeat(50_000)}`,
    '1e999',
    '%%%',
  ];
  const statuses = new Set<number>();
  const send = async (path: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
    await response.body?.cancel();
    statuses.add(response.status);
    expect([
      path.slice(0, 200),
      init.method,
      typeof init.body === 'string' ? init.body.slice(0, 60) : null,
      response.status,
    ]).not.toContain(500);
  };
  for (const name of names) {
    const path = `/api/trpc/${name}`;
    const post = { method: 'POST', headers: json };
    await Promise.all([
      ...inputs.flatMap((input) => [
        ...(input.length < 5_000 ? [send(`${path}?input=${encodeURIComponent(input)}`, { headers: json })] : []),
        send(path, { ...post, body: input }),
        send(`${path}?batch=1`, { ...post, body: input }),
      ]),
      send(`${path}?input=%`, { headers: { ...json, accept: 'text/event-stream' } }),
    ]);
  }
  for (const cookie of [
    'gleaner.session_token=x',
    'gleaner.session_token=%',
    `gleaner.session_token=${'a'.repeat(4000)}.b`,
    'gleaner.session_token=a.b.c; gleaner.session_data=%7B',
    '=;;=',
    'gleaner.session_token=abc%00.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D',
  ])
    for (const path of ['/api/trpc/account.me', '/api/trpc/user.videos', '/api/contents/x/media', '/api/uploads'])
      await send(path, { headers: { ...json, cookie } });
  for (const body of ['{', 'x'])
    for (const type of [
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'application/octet-stream',
      'application/json; charset=nonsense',
      '',
    ])
      await send('/api/trpc/account.ensure', { method: 'POST', headers: { 'x-gleaner': '1', 'content-type': type }, body });
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'])
    for (const path of [
      '/api/trpc/account.me',
      '/api/trpc/',
      '/api/uploads',
      '/api/uploads/x',
      '/api/contents/x',
      '/',
      '/healthz',
    ])
      await send(path, { method, headers: json });
  for (const path of [
    '/%',
    '/%00',
    '/%ff',
    '/..%2f..%2fetc/passwd',
    '/api/trpc/%',
    '/api/trpc/%00',
    '/api/trpc/constructor',
    '/api/trpc/__proto__',
    '/api/trpc/account.constructor',
    '/api/trpc/a,b?batch=1',
    '/api/contents/%/media',
    '/api/contents/%00/cover',
    '/api/contents/x/images/999999999999999999',
    '/api/exports/%',
    '/api/exports/x?format=%',
    '/api/uploads/%00',
    '/api/uploads/%',
    '/assets/%',
    '/assets/..%5c..%5cx',
  ])
    await send(path, { headers: json });
  for (const headers of [
    { 'tus-resumable': '0.0.1' },
    { 'tus-resumable': '1.0.0', 'upload-length': '-1' },
    { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': 'filename %%%' },
    {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${Buffer.from(`a${nul}b`).toString('base64')}`,
    },
    { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-concat': 'final;x', 'upload-defer-length': '1' },
    { 'tus-resumable': '1.0.0', 'upload-length': '5', 'content-type': 'application/offset+octet-stream', 'upload-offset': 'x' },
  ] as Record<string, string>[])
    await send('/api/uploads', { method: 'POST', headers, body: 'hello world' });
  await send('/api/trpc/account.me', {
    headers: { ...json, 'accept-encoding': 'x'.repeat(500), range: 'bytes=9-1', 'x-forwarded-for': ', ,', forwarded: ';;==' },
  });
  await send('/', { headers: { range: 'bytes=abc', 'if-none-match': '"', 'if-modified-since': 'x' } });

  const host = new URL(url).host;
  for (const text of [
    'x\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `GET //evil.example HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `GET /\xff\xfe HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `GET /api/trpc/account.me HTTP/1.1\r\nHost: ${host}\r\nx-gleaner: 1\r\nCookie: \xff\xfe\r\nConnection: close\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n`,
    // Bodies that break off, or are other than they say.
    `POST /api/trpc/account.ensure HTTP/1.1\r\nHost: ${host}\r\nx-gleaner: 1\r\nContent-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{"`,
    `POST /api/trpc/account.ensure HTTP/1.1\r\nHost: ${host}\r\nx-gleaner: 1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n`,
    `POST /api/trpc/account.ensure HTTP/1.1\r\nHost: ${host}\r\nx-gleaner: 1\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    `POST /api/uploads HTTP/1.1\r\nHost: ${host}\r\nTus-Resumable: 1.0.0\r\nUpload-Length: 100\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 100\r\nConnection: close\r\n\r\nhalf`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
  ])
    await sendRaw(text);

  expect(linesAbove(30)).toEqual([]);
  // The server has written what it should write, and lives.
  expect(linesAbove(20).some(({ msg }) => msg === 'call refused')).toBe(true);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const status of [200, 400, 401, 404]) expect(statuses).toContain(status);
}, 120_000);
