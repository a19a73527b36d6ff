import { AppError } from '#lib/app-error.ts';
import { type ApiContext, siteHeaders } from './api.ts';
import { type BilibiliLink, readBilibiliLink } from './shared/link.ts';

/** Null if the target is not a known kind of page of the site. Errors: `video_unavailable`, those of the guarded fetch. */
export async function followShortLink(url: string, context: ApiContext): Promise<BilibiliLink | null> {
  const response = await context.ports.fetch(url, { signal: context.signal, maxBytes: 2_000_000, headers: { ...siteHeaders } });
  await response.cancel();
  const link = readBilibiliLink(new URL(response.url));
  if (link?.kind === 'short') throw new AppError('video_unavailable');
  return link;
}
