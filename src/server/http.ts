import { randomUUID } from 'node:crypto';
import { trpcServer } from '@hono/trpc-server';
import type { AnyRouter } from '@trpc/server';
import { Hono, type Context as HonoContext } from 'hono';
import { readSentKey } from '#features/credentials/server/index.ts';
import { sentKeyHeader } from '#features/credentials/shared/sent-key.ts';
import type { Auth, AuthUser } from '#infra/auth/auth.ts';
import { fetchFor } from '#infra/guarded-fetch/fetch-for.ts';
import type { Services } from '#infra/services.ts';
import { AppError, toAppError } from '#lib/app-error.ts';
import { mostCallsPerBatch } from '#lib/input-limits.ts';
import { appErrorOf, type Context, isClientGone } from '#rpc/server.ts';
import { statusOf } from '#rpc/status.ts';
import { clientAddressOf, type ProxyList } from './client-address.ts';
import { compressAnswers } from './compress-answers.ts';
import type { Health } from './health.ts';
import { limitCallBody } from './limit-call-body.ts';
import { createGuest } from './new-guest.ts';
import { refuseProxied } from './refuse-proxied.ts';
import { isSameOrigin, requireKnownHost, requireOwnPage, securityHeaders } from './security.ts';
import { createShareRoutes } from './share-target.ts';
import type { StaticFiles } from './static-files.ts';

export type App = Hono<{ Variables: { requestId: string } }>;

export type HttpParts = {
  services: Services;
  auth: Auth;
  router: AnyRouter;
  addRoutes: (app: App, tools: RouteTools) => void;
  checkHealth: () => Promise<Health>;
  staticFiles: StaticFiles | null;
  baseUrl: string | null;
  origins: readonly string[];
  isProxy: ProxyList;
  /** Without sign-in, for whoever uses this machine. */
  forThisMachine: boolean;
};

export type RouteTools = {
  services: Services;
  auth: Auth;
  baseUrl: string | null;
  interfacePage: string | null;
  isSameOrigin: (c: HonoContext) => boolean;
  clientAddressOf: (c: HonoContext) => string;
  getUser: (c: HonoContext) => Promise<AuthUser | null>;
  createAccount: (c: HonoContext) => Promise<{ user: AuthUser; setCookies: string[] }>;
  keepSession: (user: AuthUser) => Promise<void>;
};

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
    // Kept in the context, because the body limit replaces the request object.
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
  if (parts.forThisMachine) app.use(refuseProxied());

  app.use(
    `${callsPath}/*`,
    requireOwnPage(origins, subscriptionPaths(parts.router)),
    limitCallBody(callsPath),
    compressAnswers(),
    trpcServer({
      router: parts.router,
      endpoint: callsPath,
      maxBatchSize: mostCallsPerBatch,
      // Long query inputs do not fit into a URL, so they are sent with POST.
      allowMethodOverride: true,
      createContext: async ({ resHeaders }, c) => ({ ...(await createContext(parts, c, resHeaders)) }),
      responseMeta: ({ errors }) => {
        const [error] = errors;
        const headers = { 'cache-control': 'no-store' };
        return error && errors.length === 1 ? { status: statusOf[appErrorOf(error).code], headers } : { headers };
      },
    }),
  );

  parts.addRoutes(app, {
    services,
    auth,
    baseUrl: parts.baseUrl,
    interfacePage: parts.staticFiles?.page ?? null,
    isSameOrigin: (c) => isSameOrigin(c, origins),
    clientAddressOf: (c) => clientAddressOf(c, parts.isProxy),
    getUser: (c) => auth.getUser(c.req.raw.headers),
    createAccount: (c) =>
      createGuest(services, auth, { headers: c.req.raw.headers, clientAddress: clientAddressOf(c, parts.isProxy) }),
    keepSession: (user) => auth.keepSession(user),
  });

  app.route('/', createShareRoutes());
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

/** False for batches and other spellings. */
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
    services: {
      ...services,
      sentKey: readSentKey(services, headers.get(sentKeyHeader), user?.id),
      fetch: fetchFor(services.fetch, asker),
      ytDlp: { ...forAsker(asker), forAsker },
    },
    auth,
    headers,
    setCookies(cookies) {
      for (const cookie of cookies) resHeaders.append('set-cookie', cookie);
    },
    requestId,
    clientAddress,
    logger: services.logger.child({ requestId }),
    // A batch of calls creates only one account.
    async ensureUser() {
      if (current) return current;
      making ??= createGuest(services, auth, { headers, clientAddress }).then((made) => {
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
