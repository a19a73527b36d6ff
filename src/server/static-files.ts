/** Serves the built interface, compressed at build time. Hashed files are cached for a year, the page is always revalidated. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getMimeType } from 'hono/utils/mime';
import { hasTag } from '#lib/etag.ts';

type Served = {
  path: string;
  size: number;
  etag: string;
  type: string;
  immutable: boolean;
  encodings: Map<string, { path: string; size: number }>;
};

export type StaticFiles = {
  handle(c: Context): Response;
  page: string;
};

/** Null when the interface has not been built. */
export async function loadStaticFiles(directory: string): Promise<StaticFiles | null> {
  const names = await readdir(directory, { recursive: true }).catch(() => null);
  if (names === null) return null;
  const files = new Map<string, Served>();
  const compressed: { url: string; encoding: string; path: string; size: number }[] = [];
  for (const name of names) {
    const path = join(directory, name);
    const found = await stat(path);
    const url = `/${relative(directory, path).split(sep).join('/')}`;
    if (!found.isFile() || url.startsWith('/.vite/')) continue;
    const ending = extname(url);
    if (ending === '.br' || ending === '.gz') {
      compressed.push({ url: url.slice(0, -3), encoding: ending === '.br' ? 'br' : 'gzip', path, size: found.size });
      continue;
    }
    files.set(url, {
      path,
      size: found.size,
      etag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
      type: getMimeType(url) ?? 'application/octet-stream',
      immutable: url.startsWith('/assets/'),
      encodings: new Map(),
    });
  }
  for (const { url, encoding, path, size } of compressed) files.get(url)?.encodings.set(encoding, { path, size });
  const page = files.get('/index.html');
  if (!page) return null;

  return {
    page: await readFile(page.path, 'utf8'),
    handle(c) {
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.text('Not found\n', 404);
      const file = files.get(c.req.path);
      if (file && file !== page) return send(c, file);
      // Any path that is not a file is a route of the interface. Routes under `/s/` may end in what looks like a file extension.
      const ofLink = c.req.path.startsWith('/s/');
      const looksLikeFile = !ofLink && (/\.[A-Za-z0-9]{1,8}$/.test(c.req.path) || c.req.path.startsWith('/assets/'));
      if (looksLikeFile && file !== page) return c.text('Not found\n', 404);
      return send(c, page);
    },
  };
}

function send(c: Context, file: Served): Response {
  const encoding = accepts(c, {
    header: 'Accept-Encoding',
    supports: [...file.encodings.keys()],
    default: '',
    // Browsers give all encodings the same weight, so the one with the smaller files comes first.
    match: (accepted) =>
      ['br', 'gzip'].find((name) => file.encodings.has(name) && accepted.some(({ type, q }) => type === name && q > 0)) ?? '',
  });
  const chosen = (encoding && file.encodings.get(encoding)) || file;
  const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag;
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    etag,
  });
  if (hasTag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  headers.set('content-length', String(chosen.size));
  if (encoding) headers.set('content-encoding', encoding);
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  return new Response(Readable.toWeb(createReadStream(chosen.path)) as ReadableStream, { headers });
}
