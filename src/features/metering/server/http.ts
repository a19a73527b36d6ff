import { type Context, Hono } from 'hono';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { may } from '#lib/roles.ts';
import { type ActivatedLicense, zActivateLicense } from '../contract.ts';
import { activateLicense } from './activate-license.ts';
import { takeLicenseTry } from './license-tries.ts';

const longestBodyBytes = 8192;

export type LicenseRoutesOptions = {
  services: Services;
  isSameOrigin: (c: Context) => boolean;
  clientAddressOf: (c: Context) => string;
  getUser: (c: Context) => Promise<AuthUser | null>;
};

/** `POST {licenseKey}` → `{rechargeTime}` in seconds. */
export function createLicenseRoutes({ services, isSameOrigin, clientAddressOf, getUser }: LicenseRoutesOptions): Hono {
  const routes = new Hono();
  routes.post('/', async (c) => {
    if (!isSameOrigin(c)) throw new AppError('bad_request', { detail: 'from another site' });
    const user = await getUser(c);
    if (!user || !may(user.role, 'activateLicense')) throw new AppError('sign_in_needed');
    if (Number(c.req.header('content-length') ?? longestBodyBytes + 1) > longestBodyBytes) throw new AppError('file_too_large');
    const body = zActivateLicense.safeParse(await c.req.json().catch(() => null));
    const key = body.data?.licenseKey.trim() ?? '';
    if (key === '') throw new AppError('bad_request', { params: { field: 'licenseKey' } });
    await takeLicenseTry(services, { userId: user.id, clientAddress: clientAddressOf(c) });
    const rechargeTime = await activateLicense(services, { userId: user.id, key, signal: c.req.raw.signal });
    return c.json({ rechargeTime } satisfies ActivatedLicense, 200, { 'cache-control': 'no-store' });
  });
  return routes;
}
