/** What the server does with a request before and after the features see it. */
import { Hono, type Context as HonoContext } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import type { Auth, AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { mostCallsPerBatch } from '#lib/input-limits.ts';
import { publicProcedure, router } from '#rpc/server.ts';
import { proxyList } from './client-address.ts';
import type { Health } from './health.ts';
import { createHttpApp, type HttpParts, type RouteTools } from './http.ts';

type Line = [level: string, details: Record<string, unknown>, words: string];
let lines: Line[] = [];
const loggerWith = (bound: object): object => ({
  ...Object.fromEntries(
    ['debug', 'info', 'warn', 'error'].map((level) => [
      level,
      (details: object, words: string) => void lines.push([level, { ...bound, ...details }, words]),
    ]),
  ),
  child: (more: object) => loggerWith({ ...bound, ...more }),
});

/** What the calls were given and what was asked of accounts. */
let told: unknown[] = [];
const userOf = (id: string) => ({ id, role: 'account' }) as unknown as AuthUser;
const auth = {
  getUser: async (headers: Headers) => (headers.has('x-user') ? userOf(headers.get('x-user') ?? '') : null),
  createGuest: async (headers: Headers) => {
    told.push(['createGuest', headers.get('x-gleaner')]);
    return { user: userOf('guest'), setCookies: ['a=1; Path=/', 'b=2; Path=/'] };
  },
  keepSession: async (user: AuthUser) => void told.push(['keepSession', user.id]),
} as unknown as Auth;

const services = {
  logger: loggerWith({}),
  settings: { limits: { accountsPerHour: null, accountsPerDay: null } },
  ownModels: { providers: [] },
  fetch: async (url: string, options: object) => void told.push(['fetch', url, options]),
  ytDlp: { forAsker: (asker: object) => ({ run: () => void told.push(['ytDlp', asker]) }) },
} as unknown as Services;

const calls = router({
  me: publicProcedure.query(({ ctx }) => ctx.user?.id ?? null),
  refused: publicProcedure.query(() => Promise.reject(new AppError('note_conflict'))),
  begin: publicProcedure.mutation(async ({ ctx }) => [(await ctx.ensureUser()).id, (await ctx.ensureUser()).id]),
  look: publicProcedure.query(async ({ ctx }) => {
    await ctx.services.fetch('https://a.example', { timeoutMs: 1 } as never);
    (ctx.services.ytDlp as unknown as { run(): void }).run();
    ctx.logger.info({ more: 1 }, 'looked');
    ctx.setCookies(['c=3', 'd=4']);
    return [ctx.clientAddress, ctx.requestId, ctx.headers.get('x-gleaner'), ctx.services.sentKey];
  }),
  ticks: publicProcedure.subscription(async function* () {
    yield 'tick';
  }),
});

let tools: RouteTools | undefined;
const origin = 'http://localhost:3000';
const health: Health = { ready: true, parts: { database: 'ok', queue: 'ok', workers: 'ok', storage: 'ok', space: 'ok' } };
function appOf(parts: Partial<HttpParts> = {}, addRoutes: HttpParts['addRoutes'] = () => undefined) {
  return createHttpApp({
    ...{ services, auth, router: calls, staticFiles: null, baseUrl: null, origins: [origin], forThisMachine: false },
    ...{ isProxy: proxyList(['10.0.0.1']), checkHealth: async () => health },
    addRoutes(app, given) {
      tools = given;
      addRoutes(app, given);
    },
    ...parts,
  });
}

type Asked = { method?: string; headers?: Record<string, string>; body?: string; from?: string };
async function ask(app: ReturnType<typeof appOf>, path: string, { headers = {}, from = '192.0.2.7', ...init }: Asked = {}) {
  const incoming = { httpVersion: '1.1', socket: { remoteAddress: from, remotePort: 1, remoteFamily: 'IPv4' } };
  const sent = { host: 'localhost:3000', 'content-type': 'application/json', ...headers };
  return app.request(`${origin}${path}`, { ...init, headers: sent }, { incoming });
}
const own = { 'x-gleaner': '1' };

beforeEach(() => {
  [lines, told] = [[], []];
});

test('requests: each has an id, which its answer and its line in the log carry', async () => {
  const answer = await ask(appOf(), '/healthz');
  const requestId = answer.headers.get('x-request-id');
  expect(requestId).toMatch(/^[0-9a-f]{8}-/);
  expect([answer.status, await answer.json(), answer.headers.get('cache-control')]).toEqual([200, { ok: true }, 'no-store']);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(lines).toEqual([
    ['debug', { requestId, method: 'GET', path: '/healthz', status: 200, ms: expect.any(Number) }, 'request'],
  ]);
  expect((await ask(appOf(), '/healthz')).headers.get('x-request-id')).not.toBe(requestId);
});

test('requests: whether the server is ready is told under any name', async () => {
  const unwell = { ...health, ready: false };
  for (const [told, status] of [
    [health, 200],
    [unwell, 503],
  ] as const) {
    const answer = await ask(appOf({ checkHealth: async () => told }), '/readyz', { headers: { host: 'rebound.example' } });
    expect([answer.status, await answer.json(), answer.headers.get('cache-control')]).toEqual([status, told, 'no-store']);
  }
  expect((await ask(appOf(), '/api/trpc/me', { headers: { ...own, host: 'rebound.example' } })).status).toBe(421);
  const proxied = { headers: { ...own, 'x-forwarded-for': '192.0.2.1' } };
  expect((await ask(appOf(), '/api/trpc/me', proxied)).status).toBe(200);
  expect((await ask(appOf({ forThisMachine: true }), '/api/trpc/me', proxied)).status).toBe(421);
  expect((await ask(appOf({ forThisMachine: true }), '/healthz', proxied)).status).toBe(200);
});

test('requests: calls come from our own page; only a stream needs no header of it', async () => {
  const app = appOf();
  const statusOf = async (path: string, asked: Asked = {}) => (await ask(app, `/api/trpc/${path}`, asked)).status;
  expect([
    await statusOf('me', { headers: own }),
    await statusOf('me'),
    await statusOf('me', { headers: { 'x-gleaner': '2' } }),
  ]).toEqual([...[200, 403, 403]]);
  for (const site of ['cross-site', 'same-site'])
    expect(await statusOf('me', { headers: { ...own, 'sec-fetch-site': site } })).toBe(403);
  for (const site of ['same-origin', 'none'])
    expect(await statusOf('me', { headers: { ...own, 'sec-fetch-site': site } })).toBe(200);
  for (const [from, status] of Object.entries({
    [origin]: 200,
    'https://localhost:3000': 200,
    'http://evil.example': 403,
    'http://localhost': 403,
  }))
    expect(await statusOf('me', { headers: { ...own, origin: from } }), from).toBe(status);
  const refused = await ask(app, '/api/trpc/me');
  expect(await refused.json()).toEqual({ error: { message: 'bad_request', data: { app: { code: 'bad_request', params: {} } } } });

  const stream = await ask(app, '/api/trpc/ticks');
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(await stream.text()).toContain('tick');
  expect(await statusOf('ticks', { headers: { origin: 'http://evil.example' } })).toBe(403);
  for (const path of ['me,ticks?batch=1', 'ticks,me?batch=1', 'Ticks', 'toString']) expect(await statusOf(path), path).toBe(403);
  expect(await statusOf('ticks', { method: 'POST', body: '{}' })).toBe(403);
});

test('requests: a refused call has the status of its code, and calls together have one for all', async () => {
  const app = appOf();
  const one = await ask(app, '/api/trpc/refused', { headers: own });
  expect([one.status, one.headers.get('cache-control')]).toEqual([409, 'no-store']);
  expect(await one.json()).toMatchObject({
    error: { message: 'note_conflict', data: { httpStatus: 409, app: { code: 'note_conflict', params: {} } } },
  });
  expect((await ask(app, '/api/trpc/refused,missing?batch=1', { headers: own })).status).toBe(207);
  const both = await ask(app, '/api/trpc/me,refused?batch=1', { headers: { ...own, 'x-user': 'ada' } });
  expect([both.headers.get('cache-control'), await both.json()]).toMatchObject([
    'no-store',
    [{ result: { data: 'ada' } }, { error: { message: 'note_conflict' } }],
  ]);
  const many = (count: number) => ask(app, `/api/trpc/${Array(count).fill('me').join(',')}?batch=1`, { headers: own });
  expect([(await many(mostCallsPerBatch)).status, (await many(mostCallsPerBatch + 1)).status]).toEqual([200, 400]);
  const fine = await ask(app, '/api/trpc/me', { headers: own });
  expect([fine.status, fine.headers.get('cache-control')]).toEqual([200, 'no-store']);
  // What does not fit into an address is sent as a body.
  expect((await ask(app, '/api/trpc/me', { method: 'POST', headers: own, body: '{}' })).status).toBe(200);
});

test('ACC-02 calls together make one account, and none where there is one', async () => {
  const app = appOf();
  const begin = (headers = {}) =>
    ask(app, '/api/trpc/begin,begin?batch=1', { method: 'POST', headers: { ...own, ...headers }, body: '{"0":{},"1":{}}' });
  const made = await begin();
  expect(await made.json()).toEqual(Array(2).fill({ result: { data: ['guest', 'guest'] } }));
  expect(made.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
  expect(told).toEqual([
    ['createGuest', '1'],
    ['keepSession', 'guest'],
    ['keepSession', 'guest'],
  ]);
  told = [];
  const known = await begin({ 'x-user': 'ada' });
  expect(await known.json()).toEqual(Array(2).fill({ result: { data: ['ada', 'ada'] } }));
  expect([known.headers.getSetCookie(), told]).toEqual([
    [],
    [
      ['keepSession', 'ada'],
      ['keepSession', 'ada'],
    ],
  ]);
  told = [];
  await ask(app, '/api/trpc/me', { headers: own });
  expect(told).toEqual([]);
});

test('requests: what a call fetches and writes down is its caller’s', async () => {
  const headers = { ...own, 'x-user': 'ada', 'x-forwarded-for': '198.51.100.3' };
  const answer = await ask(appOf(), '/api/trpc/look', { headers, from: '10.0.0.1' });
  const requestId = answer.headers.get('x-request-id');
  expect(await answer.json()).toEqual({ result: { data: ['198.51.100.3', requestId, '1', null] } });
  expect(answer.headers.getSetCookie()).toEqual(['c=3', 'd=4']);
  const asker = { userId: 'ada', address: '198.51.100.3' };
  expect(told.slice(0, 2)).toEqual([
    ['fetch', 'https://a.example', { timeoutMs: 1, asker }],
    ['ytDlp', asker],
  ]);
  expect(lines).toContainEqual(['info', { requestId, more: 1 }, 'looked']);
  // No proxy of ours.
  const other = await ask(appOf(), '/api/trpc/look', { headers });
  expect(await other.json()).toMatchObject({ result: { data: ['192.0.2.7', expect.any(String), '1', null] } });
});

test('requests: a route’s failure is told by its code, and written down as what it is', async () => {
  const failures: Record<string, Error> = {
    refused: new AppError('too_many_accounts', { params: { minutes: 3 }, detail: 'for today' }),
    broken: new TypeError('a fault'),
    gone: new Error('read', { cause: Object.assign(new Error('aborted'), { code: 'ECONNRESET' }) }),
  };
  const app = appOf({}, (routes) => {
    for (const [name, error] of Object.entries(failures)) routes.get(`/${name}`, () => Promise.reject(error));
  });
  const got = async (name: string) => {
    const answer = await ask(app, `/${name}`);
    expect([answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual(['no-store', 'application/json']);
    return [answer.status, await answer.json(), lines.splice(0)[0]?.slice(0, 3)];
  };
  const id = { requestId: expect.any(String) };
  const body = (code: string, params = {}) => ({ error: { message: code, data: { app: { code, params } } } });
  const detail = 'too_many_accounts: for today';
  expect(await got('refused')).toEqual([
    ...[429, body('too_many_accounts', { minutes: 3 })],
    ['info', { ...id, path: '/refused', code: 'too_many_accounts', detail }, 'request refused'],
  ]);
  expect(await got('broken')).toEqual([
    500,
    body('internal'),
    ['error', { ...id, path: '/broken', err: failures.broken }, 'request failed'],
  ]);
  expect(await got('gone')).toMatchObject([
    499,
    body('cancelled'),
    ['info', { path: '/gone', code: 'cancelled' }, 'request refused'],
  ]);
});

test('requests: what no route answers is a page of the interface, and a call that there is none of is told', async () => {
  const bare = appOf();
  const none = await ask(bare, '/api/else');
  expect([none.status, await none.json()]).toEqual([
    ...[404, { error: { message: 'not_found', data: { app: { code: 'not_found', params: {} } } } }],
  ]);
  const unbuilt = await ask(bare, '/library');
  expect([unbuilt.status, await unbuilt.text()]).toEqual([404, 'The interface is not built. Run `npm run build`.\n']);
  const staticFiles = { page: '<html>', handle: (c: HonoContext) => c.text(`page ${c.req.path}`) };
  const built = appOf({ staticFiles, baseUrl: 'https://g.example' });
  expect(await (await ask(built, '/library')).text()).toBe('page /library');
  expect((await ask(built, '/api/else')).status).toBe(404);
  expect([tools?.interfacePage, tools?.baseUrl]).toEqual(['<html>', 'https://g.example']);
  appOf();
  expect(tools?.interfacePage).toBeNull();
});

test('requests: routes of features are given who asks and from where', async () => {
  const app = appOf({}, (routes, given) => {
    const sub = new Hono();
    sub.post('/', async (c) => {
      const { user, setCookies } = await given.createAccount(c);
      await given.keepSession(user);
      return c.json([
        given.isSameOrigin(c),
        given.clientAddressOf(c),
        (await given.getUser(c))?.id ?? null,
        user.id,
        setCookies.length,
      ]);
    });
    routes.route('/own', sub);
  });
  const headers = { ...own, 'x-forwarded-for': '198.51.100.3', origin: 'http://evil.example' };
  const answer = await ask(app, '/own', { method: 'POST', headers, from: '10.0.0.1' });
  expect(await answer.json()).toEqual([false, '198.51.100.3', null, 'guest', 2]);
  expect(told).toEqual([
    ['createGuest', '1'],
    ['keepSession', 'guest'],
  ]);
  const known = await ask(app, '/own', { method: 'POST', headers: { 'x-user': 'ada' } });
  expect(await known.json()).toEqual([true, '192.0.2.7', 'ada', 'guest', 2]);
});
