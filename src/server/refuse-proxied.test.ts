import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { refuseProxied } from './refuse-proxied.ts';

test('ACC-01 a server for one person on this machine answers nobody who comes through a proxy', async () => {
  const app = new Hono();
  app.use(refuseProxied());
  app.get('/', (c) => c.text('mine'));
  const statusOf = async (headers: Record<string, string>, httpVersion = '1.1') =>
    (await app.request('/', { headers }, { incoming: { httpVersion } })).status;
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({}, '1.0')).toBe(421);
  for (const name of [
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'CF-Connecting-IP',
  ])
    expect(await statusOf({ [name]: '' }), name).toBe(421);
});
