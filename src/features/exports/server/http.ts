/** `GET /api/exports/<contentId>/<format>` and `POST /api/exports/batch/<format>` with the ids. 404 for all but the owner. */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { type ExportFormat, exportFormats } from '#engine/export/shared/export-formats.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { zExportBatch } from '../contract.ts';
import { type BatchFormat, batchExtension } from '../shared/batch-formats.ts';
import { batchLimit, requireWholeBatch, writeBatch } from './batch.ts';
import { exportNote } from './export-note.ts';

export type ExportRoutesOptions = {
  services: Services;
  getUser: (c: Context) => Promise<AuthUser | null>;
  /** Null: taken from the request. */
  baseUrl: string | null;
};

/** Enough for `mostExportedAtOnce` ids. */
const longestBatchBytes = 1024 ** 2;
const batchMimes: Partial<Record<BatchFormat, string>> = {
  epub: 'application/epub+zip',
  anki: 'application/apkg',
};

/** Errors: `not_found`, `note_missing`, `export_failed`; in batches also those of `requireWholeBatch`, `too_many_archives`. */
export function createExportRoutes({ services, getUser, baseUrl }: ExportRoutesOptions): Hono {
  const routes = new Hono();
  const originOf = (c: Context) => baseUrl ?? new URL(c.req.url).origin;

  routes.post('/batch/:format', bodyLimit({ maxSize: longestBatchBytes }), keepPage, async (c) => {
    const user = await getUser(c);
    const body = await bodyOf(c);
    const batch = zExportBatch.safeParse({ ...body, format: c.req.param('format') });
    if (user === null || !batch.success) throw new AppError(user === null ? 'not_found' : 'bad_request');
    const contentIds = await requireWholeBatch(services, user, batch.data);
    await takeFromLimits(services.db, [batchLimit(user.id)]);
    // A deck is sent only when it is whole, so the connection may be silent for minutes.
    (c.env as { incoming?: { socket?: Socket } } | undefined)?.incoming?.socket?.setTimeout(0);
    const { format } = batch.data;
    const file = writeBatch(services, { userId: user.id, contentIds, format, origin: originOf(c) });
    file.on('error', (error) => services.logger.warn({ err: error }, 'an export was not written to its end'));
    return c.body(Readable.toWeb(file) as ReadableStream<Uint8Array>, 200, {
      'content-type': batchMimes[format] ?? 'application/zip',
      'content-disposition': `attachment; filename="gleaner-${format}-${new Date().toISOString().slice(0, 10)}.${batchExtension(format)}"`,
      'cache-control': 'no-store',
    });
  });

  routes.get('/:contentId/:format', async (c) => {
    const user = await getUser(c);
    const id = z.uuid().safeParse(c.req.param('contentId'));
    const format = formatOf(c.req.param('format'));
    if (user === null || !id.success || !format) throw new AppError('not_found');
    const content = await requireOwnedContent(services.db, user.id, id.data);
    const how = { origin: originOf(c), signal: c.req.raw.signal, urgent: true };
    const bytes = await exportNote(services, content, format, how);
    const { mime, extension } = exportFormats[format];
    return c.body(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), 200, {
      'content-type': mime,
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(fileNameOf(content.title, extension))}`,
      'cache-control': 'no-store',
      // An exported page that is opened instead of saved must not run anything.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    });
  });
  return routes;
}

/**
 * A form is sent by the page itself, which any answer but a file would replace; of no content the browser stays where it is. What
 * can be refused was asked for before (`exports.check`), so this is for what changed in between.
 */
const keepPage: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.error !== undefined && isForm(c)) c.res = new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
};

const isForm = (c: Context) => c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true;

/** JSON, or a form whose `contentIds` are separated by commas: the browser itself then saves the answer as it comes. */
async function bodyOf(c: Context): Promise<object | null> {
  if (!isForm(c)) return (await c.req.json().catch(() => null)) as object | null;
  const { contentIds } = await c.req.parseBody();
  return { contentIds: typeof contentIds === 'string' ? contentIds.split(',') : [] };
}

function formatOf(name: string): ExportFormat | undefined {
  return (Object.keys(exportFormats) as ExportFormat[]).find((format) => format === name);
}

/** RFC 5987. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
