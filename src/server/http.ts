/** The HTTP side: health, calls, sign-in, uploads, stored files, the interface. */
import { randomUUID } from 'node:crypto';
import { trpcServer } from '@hono/trpc-server';
import type { AnyRouter } from '@trpc/server';
import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { Auth, AuthUser } from '#infra/auth/auth.ts';
import { fetchFor } from '#infra/guarded-fetch/fetch-for.ts';
import type { Services } from '#infra/services.ts';
import { uploadsPath } from '#infra/uploads/uploads.ts';
import { AppError, type ErrorCode, toAppError } from '#lib/app-error.ts';
import { mostCallsPerBatch } from '#lib/input-limits.ts';
import { appErrorOf, type Context, isClientGone } from '#rpc/server.ts';
import { statusOf } from '#rpc/status.ts';
import { clientAddressOf, type ProxyList } from './client-address.ts';
import type { Health } from './health.ts';
import { createAccount } from './new-account.ts';
import { isSameOrigin, requireKnownHost, requireOwnPage, securityHeaders } from './security.ts';
import type { StaticFiles } from './static-files.ts';

export type App = Hono<{ Variables: { requestId: string } }>;

export type HttpParts = {
  services: Services;
  auth: Auth;
  router: AnyRouter;
  /** Routes that answer with stored files: each checks who asks. */
  addRoutes: (app: App, tools: RouteTools) => void;
  checkHealth: () => Promise<Health>;
  /** Null when the interface is not built, as in development. */
  staticFiles: StaticFiles | null;
  /** How browsers reach this server, where that is configured. */
  baseUrl: string | null;
  /** Origins besides the request's own that pages of ours come from. */
  origins: readonly string[];
  /** Proxies whose word about a client's address is believed. */
  isProxy: ProxyList;
};

/** What plain routes need besides the services. */
export type RouteTools = {
  services: Services;
  getUser: (c: HonoContext) => Promise<AuthUser | null>;
  /** How browsers reach this server, where that is configured. */
  baseUrl: string | null;
};

const longestCallBytes = 1024 ** 2;
const callsPath = '/api/trpc';
const requestIdKey = 'requestId';

function requestIdOf(c: HonoContext): string {
  return String(c.get(requestIdKey));
}

export function createHttpApp(parts: HttpParts): App {
  const { services, auth, origins } = parts;
  const app: App = new Hono();

  app.use(async (c, next) => {
    const requestId = randomUUID();
    // Not on the request itself: a limit on its body puts another in its place.
    c.set(requestIdKey, requestId);
    const started = performance.now();
    await next();
    c.res.headers.set('x-request-id', requestId);
    const { method, path } = c.req;
    const ms = Math.round(performance.now() - started);
    services.logger.debug({ requestId, method, path, status: c.res.status, ms }, 'request');
  });
  app.use(securityHeaders());

  app.get('/healthz', (c) => c.json({ ok: true }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const health = await parts.checkHealth();
    return c.json(health, health.ready ? 200 : 503, { 'cache-control': 'no-store' });
  });

  app.use(requireKnownHost(origins));

  app.use(
    `${callsPath}/*`,
    requireOwnPage(origins, subscriptionPaths(parts.router)),
    bodyLimit({ maxSize: longestCallBytes, onError: (c) => refuse(c, 413) }),
    compress(),
    trpcServer({
      router: parts.router,
      endpoint: callsPath,
      maxBatchSize: mostCallsPerBatch,
      // Long inputs of queries don't fit into an address.
      allowMethodOverride: true,
      createContext: async ({ resHeaders }, c) => ({ ...(await createContext(parts, c, resHeaders)) }),
      responseMeta: ({ errors }) => {
        const [error] = errors;
        const headers = { 'cache-control': 'no-store' };
        return error && errors.length === 1 ? { status: statusOf[appErrorOf(error).code], headers } : { headers };
      },
    }),
  );

  const makeAccount = (c: HonoContext) =>
    createAccount(services, auth, { headers: c.req.raw.headers, clientAddress: clientAddressOf(c, parts.isProxy) });
  const handleUpload = async (c: HonoContext): Promise<Response> => {
    if (!isSameOrigin(c, origins)) return refuse(c, 403);
    const { method, headers } = c.req.raw;
    if (method === 'POST') {
      const known = await auth.getUser(headers);
      const refused = known ? null : refuseUpload(c, services.settings.maxUploadBytes);
      if (refused) return refused;
      const { user, setCookies } = known ? { user: known, setCookies: [] } : await makeAccount(c);
      const response = await services.uploads.handle(c.req.raw, user.id);
      if (response.ok) await auth.keepSession(user);
      for (const cookie of setCookies) response.headers.append('set-cookie', cookie);
      return response;
    }
    const user = await auth.getUser(headers);
    return user ? services.uploads.handle(c.req.raw, user.id) : c.body(null, 404);
  };
  app.all(uploadsPath, handleUpload);
  app.all(`${uploadsPath}/*`, handleUpload);

  parts.addRoutes(app, { services, getUser: (c) => auth.getUser(c.req.raw.headers), baseUrl: parts.baseUrl });

  app.all('/api/*', (c) => c.json({ error: { message: 'not_found', data: { app: { code: 'not_found', params: {} } } } }, 404));
  app.all('*', (c) => parts.staticFiles?.handle(c) ?? c.text('The interface is not built. Run `npm run build`.\n', 404));

  app.onError((error, c) => {
    const known = isClientGone(error) ? new AppError('cancelled', { cause: error }) : toAppError(error);
    const requestId = requestIdOf(c);
    if (known.code === 'internal') services.logger.error({ requestId, path: c.req.path, err: error }, 'request failed');
    else services.logger.info({ requestId, path: c.req.path, code: known.code, detail: known.message }, 'request refused');
    return new Response(
      JSON.stringify({ error: { message: known.code, data: { app: { code: known.code, params: known.params } } } }),
      {
        status: statusOf[known.code],
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      },
    );
  });
  return app;
}

function refuse(c: HonoContext, status: 403 | 413): Response {
  const code = status === 413 ? 'file_too_large' : 'bad_request';
  return c.json({ error: { message: code, data: { app: { code, params: {} } } } }, status);
}

/** What is wrong with the start of an upload, as far as its head says: no account is made for it. Null when it may go on. */
function refuseUpload(c: HonoContext, maxBytes: number): Response | null {
  const refuseWith = (status: 400 | 404 | 413, code: ErrorCode) =>
    c.json({ error: { message: code, data: { app: { code, params: {} } } } }, status);
  if (c.req.path !== uploadsPath) return refuseWith(404, 'upload_not_found');
  const length = c.req.header('upload-length') ?? '';
  if (c.req.header('tus-resumable') !== '1.0.0' || !/^\d{1,15}$/.test(length) || Number(length) === 0)
    return refuseWith(400, 'bad_request');
  return Number(length) > maxBytes ? refuseWith(413, 'file_too_large') : null;
}

/** Is this the path of one subscription? A batch, or a path in another spelling, is not. */
function subscriptionPaths(router: AnyRouter): (path: string) => boolean {
  const procedures: Record<string, { _def: { type: string } }> = router._def.procedures;
  const names = Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'subscription');
  const paths = new Set(names.map((name) => `${callsPath}/${name}`));
  return (path) => paths.has(path);
}

async function createContext(parts: HttpParts, c: HonoContext, resHeaders: Headers): Promise<Context> {
  const { services, auth } = parts;
  const { headers } = c.req.raw;
  const requestId = requestIdOf(c);
  const user = await auth.getUser(headers);
  const clientAddress = clientAddressOf(c, parts.isProxy);
  let current = user;
  let making: Promise<AuthUser> | null = null;
  const asker = { userId: user?.id, address: clientAddress };
  const { forAsker } = services.ytDlp;
  return {
    user,
    services: { ...services, fetch: fetchFor(services.fetch, asker), ytDlp: { ...forAsker(asker), forAsker } },
    requestId,
    clientAddress,
    logger: services.logger.child({ requestId }),
    // Once per request: a batch of calls makes one account.
    async ensureUser() {
      if (current) return current;
      making ??= createAccount(services, auth, { headers, clientAddress }).then((made) => {
        for (const cookie of made.setCookies) resHeaders.append('set-cookie', cookie);
        current = made.user;
        return made.user;
      });
      return making;
    },
    async keepSession() {
      if (current) await auth.keepSession(current);
    },
  };
}
