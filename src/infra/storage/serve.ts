/** Serves blobs with headers that keep a hostile file from acting as a page of this site. */
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { findAppError } from '#lib/app-error.ts';
import { hasTag } from '#lib/etag.ts';
import type { BlobStore } from './blobs.ts';

export type ServeOptions = {
  /** Detected by the server, never taken from the uploader. */
  mime: string;
  download?: string;
};

/** Types that are safe to show inline; SVG is not. */
const inlineTypes = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/x-icon',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'video/x-matroska',
  'video/mp2t',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/webm',
  'audio/flac',
  'audio/x-matroska',
]);

/** GET and HEAD with single ranges (RFC 9110 §14); 404 when gone. The caller has checked access. */
export async function serveBlob(c: Context, blobs: BlobStore, key: string, options: ServeOptions): Promise<Response> {
  const found = await blobs.stat(key).catch((error: unknown) => {
    if (findAppError(error)?.code === 'file_missing') return null;
    throw error;
  });
  if (!found) return c.body(null, 404);
  const inline = options.download === undefined && inlineTypes.has(options.mime);
  const etag = `"${found.size.toString(36)}-${found.modifiedAt.getTime().toString(36)}"`;
  const headers = new Headers({
    'content-type': inline ? options.mime : 'application/octet-stream',
    'content-disposition': inline ? 'inline' : attachment(options.download ?? 'file'),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'last-modified': found.modifiedAt.toUTCString(),
    etag,
  });
  if (hasTag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });

  const ifRange = c.req.header('if-range');
  const wanted = ifRange === undefined || ifRange === etag ? c.req.header('range') : undefined;
  const range = parseRange(wanted, found.size);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${found.size}`);
    return new Response(null, { status: 416, headers });
  }
  const start = range?.start ?? 0;
  const end = range?.end ?? found.size - 1;
  headers.set('content-length', String(end - start + 1));
  if (range) headers.set('content-range', `bytes ${start}-${end}/${found.size}`);
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD' || end < start) return new Response(null, { status, headers });
  const stream = await blobs.openRange(key, start, end);
  return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers });
}

/** One `bytes=` range; null when absent, multiple or invalid (the whole file is served), 'unsatisfiable' past the end. */
export function parseRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Content-Disposition (RFC 6266) with an ASCII fallback and the encoded name. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_').slice(0, 150);
  const encoded = encodeURIComponent(name.toWellFormed().slice(0, 150)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
