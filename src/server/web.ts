import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { joinAccounts, prepareOwner, queueMail } from '#features/account/server/index.ts';
import { findUnclaimedOwner, releaseOwner } from '#infra/auth/accounts/owner.ts';
import { createAuth } from '#infra/auth/auth.ts';
import { loadAuthSecret } from '#infra/auth/secret.ts';
import type { RunningQueue } from '#infra/jobs/queue.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { proxyList } from './client-address.ts';
import type { Config } from './config.ts';
import { addFeatureRoutes } from './feature-routes.ts';
import { createHealthCheck } from './health.ts';
import { createHttpApp } from './http.ts';
import { appRouter } from './router.ts';
import { loadStaticFiles } from './static-files.ts';

const webRoot = fileURLToPath(new URL('../../dist/web', import.meta.url));

export type RunningWeb = { port: number; stop(): Promise<void> };

/** Errors: `config_invalid` when the port is taken. */
export async function serveWeb(config: Config, services: Services, queue: RunningQueue): Promise<RunningWeb> {
  const baseUrl = config.http.baseUrl ?? `http://localhost:${config.http.port}`;
  const origins = [...new Set([baseUrl, ...config.http.trustedOrigins])];
  const auth = createAuth({
    db: services.db,
    secret: config.auth.secret ?? (await loadAuthSecret(config.dataDir)),
    baseUrl,
    trustedOrigins: origins,
    logger: services.logger,
    ...config.accounts,
    sendMail: (mail) => queueMail(services, mail),
    joinAccounts: (ids) => joinAccounts(services, ids),
  });
  if (config.accounts.mode === 'single') await prepareOwner(services);
  else {
    await releaseOwner(services.db);
    await warnOfUnclaimedOwner(config, services);
  }
  const app = createHttpApp({
    services,
    auth,
    router: appRouter,
    addRoutes: addFeatureRoutes,
    checkHealth: createHealthCheck({ db: services.db, queue, blobs: services.blobs, disk: services.disk }),
    baseUrl: config.http.baseUrl,
    staticFiles: await loadStaticFiles(webRoot),
    origins,
    forThisMachine: config.accounts.mode === 'single' && config.http.localOnly,
    isProxy: proxyList(config.http.trustedProxies),
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  limit(server);
  const port = await listen(server, config.http.port, config.http.host);
  return { port, stop: () => close(server) };
}

/** Whoever signs up first would get what the owner of a server for one person has stored. */
async function warnOfUnclaimedOwner({ accounts }: Config, { db, logger }: Services): Promise<void> {
  if (accounts.adminEmail !== null || (await findUnclaimedOwner(db)) === null) return;
  logger.warn('the first account gets the library of this server: make yours before others reach it, or set ADMIN_EMAIL');
}

/** An upload may take hours, so requests have no time limit; idle connections are closed. */
function limit(server: ServerType): void {
  if (!('headersTimeout' in server)) return;
  server.headersTimeout = 20_000;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  server.timeout = 120_000;
  if ('maxHeadersCount' in server) server.maxHeadersCount = 100;
}

function listen(server: ServerType, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `the port is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`
          : error.message;
      reject(
        new AppError('config_invalid', { cause: error, params: { variable: 'PORT' }, detail: `PORT ${port} on ${host}: ${why}` }),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Running requests get a second to finish; then streams are cut, and browsers reconnect to another process. */
async function close(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if (!('closeAllConnections' in server)) return closed;
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 1000);
  await closed;
  clearTimeout(timer);
}
