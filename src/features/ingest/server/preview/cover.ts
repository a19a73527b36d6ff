import type { Services } from '#infra/services.ts';
import { sniffImage } from '#lib/image-type.ts';

const COVER_BYTES = 400 * 1024;

/** A `data:` address, so that the page loads nothing from other sites. */
export async function coverOf(
  services: Services,
  coverUrl: string,
  referer: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const response = await services.fetch(coverUrl, {
      signal,
      timeoutMs: 4_000,
      maxBytes: COVER_BYTES,
      headers: { Accept: 'image/*', Referer: referer },
    });
    if (response.status !== 200) {
      await response.cancel();
      return null;
    }
    const bytes = await response.bytes();
    const type = sniffImage(bytes);
    return type ? `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}` : null;
  } catch {
    return null;
  }
}
