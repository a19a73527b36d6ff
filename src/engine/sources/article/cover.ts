import { createHash } from 'node:crypto';
import type { ResolveContext } from '../source.ts';

const maxCoverBytes = 5_000_000;
const coverTimeoutMs = 10_000;

/** Recognised by the first bytes, as content types are unreliable. SVG is not supported. */
export function rasterExtension(bytes: Uint8Array): 'jpg' | 'png' | 'gif' | 'webp' | 'avif' | null {
  const ascii = (start: number, end: number): string => String.fromCharCode(...bytes.subarray(start, end));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg';
  if (bytes[0] === 0x89 && ascii(1, 4) === 'PNG') return 'png';
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(8, 12))) return 'avif';
  return null;
}

/** Null when no raster image is served. Some hosts require the page as referrer. Errors: the guarded fetch's and the store's. */
export async function keepCover(url: string, pageUrl: string, { ports, signal }: ResolveContext): Promise<string | null> {
  const response = await ports.fetch(url, {
    signal,
    maxBytes: maxCoverBytes,
    timeoutMs: coverTimeoutMs,
    headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', referer: new URL(pageUrl).origin },
  });
  if (response.status !== 200) {
    await response.cancel();
    return null;
  }
  const bytes = await response.bytes();
  const extension = rasterExtension(bytes);
  if (!extension) return null;
  const key = `covers/${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
  await ports.blobs.put(key, bytes);
  return key;
}
