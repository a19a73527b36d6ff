/** `GET /api/outputs/<kind>/<row>/<name>`. Anyone but the owner gets 404. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Services } from '#infra/services.ts';
import { serveBlob } from '#infra/storage/serve.ts';
import { AppError } from '#lib/app-error.ts';
import { findOutputFile, outputKinds } from './output-files.ts';

const zAddress = z.object({
  kind: z.enum(outputKinds),
  id: z.uuid(),
  name: z.string().max(100),
});

const mimes: Record<string, string> = {
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  mp3: 'audio/mpeg',
};

export function createOutputRoutes({
  services,
  userIdOf,
}: {
  services: Services;
  userIdOf: (c: Context) => Promise<string | null>;
}): Hono {
  return new Hono().get('/:kind/:id/:name', async (c) => {
    const userId = await userIdOf(c);
    const address = zAddress.safeParse(c.req.param());
    const key = userId === null || !address.success ? null : await findOutputFile(services.db, userId, address.data);
    if (key === null || !address.success) throw new AppError('not_found');
    const { name } = address.data;
    const mime = mimes[name.split('.').at(-1) ?? ''];
    return serveBlob(c, services.blobs, key, mime ? { mime } : { mime: 'application/octet-stream', download: name });
  });
}
