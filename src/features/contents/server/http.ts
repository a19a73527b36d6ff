import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Services } from '#infra/services.ts';
import { serveBlob } from '#infra/storage/serve.ts';
import { AppError } from '#lib/app-error.ts';
import { sniffImage } from '#lib/image-type.ts';
import { imageAddresses, imageKeyOf, imageKeysOf } from './article-images.ts';
import { loadArticle, loadMedia } from './extraction-parts.ts';
import { isStored, loadUploadedFile, storePdf } from './original-file.ts';
import { type OwnedContent, requireOwnedContent } from './owned.ts';
import { isIcon } from './present.ts';

const IMAGE_BYTES = 12 * 1024 * 1024;
const IMAGE_TIMEOUT_MS = 15_000;

export type ContentRoutesOptions = {
  services: Services;
  userIdOf: (c: Context) => Promise<string | null>;
};

export function createContentRoutes({ services, userIdOf }: ContentRoutesOptions): Hono {
  const routes = new Hono();

  async function ownedContent(c: Context): Promise<OwnedContent> {
    const userId = await userIdOf(c);
    const id = z.uuid().safeParse(c.req.param('contentId'));
    if (userId === null || !id.success) throw new AppError('not_found');
    return requireOwnedContent(services.db, userId, id.data);
  }

  routes.get('/:contentId/media', async (c) => {
    const { extractionId } = await ownedContent(c);
    const media = await loadMedia(services.db, extractionId);
    if (!media?.blob) throw new AppError('not_found');
    return serveBlob(c, services.blobs, media.blob, { mime: media.mime });
  });

  for (const name of ['cover', 'icon'] as const) {
    routes.get(`/:contentId/${name}`, async (c) => {
      const { coverBlob } = await ownedContent(c);
      if (!coverBlob || isIcon(coverBlob) !== (name === 'icon')) throw new AppError('not_found');
      return serveBlob(c, services.blobs, coverBlob, { mime: imageMimeOfKey(coverBlob) });
    });
  }

  routes.get('/:contentId/pdf', async (c) => {
    const key = await storePdf(services, await ownedContent(c), c.req.raw.signal);
    return serveBlob(c, services.blobs, key, { mime: 'application/pdf' });
  });

  routes.get('/:contentId/file', async (c) => {
    const { blobKey, name } = await loadUploadedFile(services, await ownedContent(c));
    return serveBlob(c, services.blobs, blobKey, { mime: 'application/octet-stream', download: name });
  });

  routes.get('/:contentId/images/:index{[0-9]{1,4}}', async (c) => {
    const content = await ownedContent(c);
    const markdown = await loadArticle(services.db, content.extractionId);
    const address = imageAddresses(markdown ?? '')[Number(c.req.param('index'))];
    if (!address) throw new AppError('not_found');
    const stored = await storedImage(services, content, address, c.req.raw.signal);
    return serveBlob(c, services.blobs, stored.key, { mime: stored.mime });
  });

  return routes;
}

/** Fetches an image once, through the guard, and stores it with the source. Raster images only. */
async function storedImage(
  services: Services,
  content: OwnedContent,
  address: string,
  signal: AbortSignal,
): Promise<{ key: string; mime: string }> {
  for (const key of imageKeysOf(content.sourceId, address))
    if (await isStored(services, key)) return { key, mime: imageMimeOfKey(key) };
  const response = await services.fetch(address, {
    signal,
    asker: { userId: content.userId },
    timeoutMs: IMAGE_TIMEOUT_MS,
    maxBytes: IMAGE_BYTES,
    // Some hosts require their own page as the referrer.
    headers: { Accept: 'image/avif,image/webp,image/*', ...(content.sourceUrl ? { Referer: content.sourceUrl } : {}) },
  });
  if (response.status !== 200) {
    await response.cancel();
    throw new AppError('not_found');
  }
  const bytes = await response.bytes();
  const type = sniffImage(bytes);
  if (!type) throw new AppError('not_found');
  const key = imageKeyOf(content.sourceId, address, type);
  await services.blobs.put(key, bytes);
  return { key, mime: `image/${type}` };
}

export function imageMimeOfKey(key: string): string {
  const extension = /\.(png|webp|gif|avif|ico)$/.exec(key)?.[1];
  if (extension === 'ico') return 'image/x-icon';
  return extension ? `image/${extension}` : 'image/jpeg';
}
