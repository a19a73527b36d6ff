/** A visitor's first file creates the account that owns it. */
import { type Context, Hono } from 'hono';
import type { AuthUser } from '#infra/auth/auth.ts';
import { refuse, refuseUpload } from './refuse-upload.ts';
import { createUploadServer } from './upload-server.ts';
import type { UploadServices } from './upload-services.ts';

export type UploadRoutesOptions = {
  services: UploadServices;
  isSameOrigin: (c: Context) => boolean;
  getUser: (c: Context) => Promise<AuthUser | null>;
  /** Errors: `too_many_accounts`. */
  createAccount: (c: Context) => Promise<{ user: AuthUser; setCookies: readonly string[] }>;
  keepSession: (user: AuthUser) => Promise<void>;
};

export function createUploadRoutes(options: UploadRoutesOptions): Hono {
  const { services, isSameOrigin, getUser, createAccount, keepSession } = options;
  const server = createUploadServer(services);
  const routes = new Hono();

  async function handle(c: Context): Promise<Response> {
    if (!isSameOrigin(c)) return refuse(c, 403, 'bad_request');
    const known = await getUser(c);
    if (c.req.method !== 'POST') return known ? server.handle(c.req.raw, known.id) : c.body(null, 404);
    const refused = known ? null : refuseUpload(c, services.settings.uploads.maxBytes);
    if (refused) return refused;
    const { user, setCookies } = known ? { user: known, setCookies: [] } : await createAccount(c);
    const response = await server.handle(c.req.raw, user.id);
    if (response.ok) await keepSession(user);
    for (const cookie of setCookies) response.headers.append('set-cookie', cookie);
    return response;
  }
  routes.all('/', handle);
  routes.all('/*', handle);
  return routes;
}
