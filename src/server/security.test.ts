import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { isKnownHost, requireKnownHost, requireOwnPage, securityHeaders } from './security.ts';

test.each([
  ['localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['192.168.1.20:3000', true],
  ['nas:3000', true],
  ['nas.local', true],
  ['a.localhost:3000', true],
  ['local.example.com', false],
  ['a b', false],
  ['7.example.com', false],
  ['notes.example.org', true],
  ['notes.example.org:8080', false],
  ['rebound.example.com:3000', false],
  ['127.0.0.1.example.com', false],
  ['', false],
  [undefined, false],
])('the name %s: %s', (host, expected) => {
  expect(isKnownHost(host, ['https://notes.example.org'])).toBe(expected);
});

test('sets security headers, keeps those of an answer and never offers reading across origins', async () => {
  const app = new Hono();
  app.use(securityHeaders());
  app.get('/own', (c) => c.text('x', 200, { 'content-security-policy': 'sandbox', 'access-control-allow-origin': '*' }));
  app.get('/failing', () => {
    throw new Error('broken');
  });
  app.onError((_error, c) => c.text('x', 500));
  expect(Object.fromEntries((await app.request('/failing')).headers)).toEqual({
    'content-type': 'text/plain; charset=UTF-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob: https:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src https:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  const { headers } = await app.request('/own');
  expect(headers.get('content-security-policy')).toBe('sandbox');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

const ownOrigin = 'https://notes.example.org';

test('a call under an unknown name is turned away, and says what to set', async () => {
  const app = new Hono();
  app.use(requireKnownHost([ownOrigin]));
  app.get('/', (c) => c.text('in'));
  const answerTo = async (host: string) => {
    const response = await app.request('/', { headers: { host } });
    return [response.status, await response.text()];
  };
  expect(await answerTo('notes.example.org')).toEqual([200, 'in']);
  expect(await answerTo('rebound.example.com')).toEqual([
    421,
    'This server doesn’t know this host name. Set BASE_URL or TRUSTED_ORIGINS to the address you use.\n',
  ]);
});

const host = 'nas:3000';
const named = { host, 'x-gleaner': '1' };

test.each<[string, Record<string, string>, RequestInit & { path?: string }, number]>([
  ['of the page itself', named, {}, 200],
  ['without our header', { host }, {}, 403],
  ['with another value of it', { host, 'x-gleaner': '0' }, {}, 403],
  ['of the same origin', { ...named, 'sec-fetch-site': 'same-origin', origin: `http://${host}` }, { method: 'POST' }, 200],
  ['of the same origin behind a proxy', { ...named, origin: `https://${host}` }, { method: 'POST' }, 200],
  ['that the user typed', { ...named, 'sec-fetch-site': 'none' }, {}, 200],
  ['of another site', { ...named, 'sec-fetch-site': 'cross-site' }, {}, 403],
  ['of a neighbour', { ...named, 'sec-fetch-site': 'same-site' }, {}, 403],
  ['of another origin', { ...named, origin: 'https://other.example' }, { method: 'POST' }, 403],
  ['of another port', { ...named, origin: 'http://nas:3001' }, { method: 'POST' }, 403],
  ['of a configured origin', { ...named, origin: ownOrigin }, { method: 'POST' }, 200],
  ['of a configured origin from another site', { ...named, origin: ownOrigin, 'sec-fetch-site': 'cross-site' }, {}, 403],
  ['of no origin', { ...named, origin: 'null' }, { method: 'POST' }, 403],
  ['that listens, without our header', { host }, { path: '/stream?input=1' }, 200],
  ['that listens from another origin', { host, origin: 'https://other.example' }, { path: '/stream' }, 403],
  ['that listens by another method', { host }, { path: '/stream', method: 'POST' }, 403],
])('a call %s is answered with the right status', async (_which, headers, { path = '/call', ...init }, status) => {
  const app = new Hono();
  app.use(requireOwnPage([ownOrigin], (asked) => asked === '/stream'));
  app.all('*', (c) => c.text('in'));
  const response = await app.request(path, { ...init, headers });
  expect(response.status).toBe(status);
  if (status === 403)
    expect(await response.json()).toEqual({
      error: { message: 'bad_request', data: { app: { code: 'bad_request', params: {} } } },
    });
});
