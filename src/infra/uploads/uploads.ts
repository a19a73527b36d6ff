/** Files on their way in: sent in pieces, resumed after a break (tus 1.0), then kept as blobs until a content record takes them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { uploads } from '#db/schema/uploads.ts';
import type { BlobStore } from '#infra/storage/blobs.ts';
import { AppError } from '#lib/app-error.ts';
import { createFileLocker } from './file-locker.ts';

export type TakenUpload = { blobKey: string; name: string; sizeBytes: number };

export type Uploads = {
  /**
   * Hands a finished upload to the caller, who owns its blob from then on; asked again it gives the same answer.
   * Errors: `upload_not_found` (also for somebody else's), `upload_incomplete`.
   */
  take(executor: Executor, uploadId: string, userId: string): Promise<TakenUpload>;
  /** The routes under `/api/uploads`, for a user who has been made sure of. */
  handle(request: Request, userId: string): Promise<Response>;
  /** Removes what was given up: parts not touched and finished files not taken for the configured time. Gives the number. */
  removeExpired(): Promise<number>;
};

export type UploadsOptions = {
  db: Db;
  blobs: BlobStore;
  directory: string;
  maxBytes: number;
  expiryMs: number;
};

export const uploadsPath = '/api/uploads';
const idPattern = /^[A-Za-z0-9_-]{8,64}$/;
const longestName = 255;
/** Left free on the disk, for the database to go on working. */
const spareBytes = 512 * 1024 ** 2;

export async function createUploads(options: UploadsOptions): Promise<Uploads> {
  const { db, blobs, directory } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const store = new FileStore({ directory });
  const currentUser = new AsyncLocalStorage<string>();
  const partPath = (id: string) => join(directory, id);

  const server = new Server({
    path: uploadsPath,
    datastore: store,
    relativeLocation: true,
    maxSize: options.maxBytes,
    allowedOrigins: [],
    locker: createFileLocker(directory),
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomBytes(18).toString('base64url'),
    async onUploadCreate(_request, upload) {
      if (upload.size === undefined || upload.size <= 0) throw refusal(400, 'bad_request');
      await assertRoom(directory, upload.size);
      await db.insert(uploads).values({
        id: upload.id,
        userId: currentUser.getStore() ?? '',
        name: cleanName(upload.metadata?.filename ?? upload.metadata?.name),
        sizeBytes: upload.size,
      });
      return {};
    },
    async onUploadFinish(_request, upload) {
      await finish(upload.id);
      return {};
    },
    onResponseError: (_request, error) => describeRefusal(error),
  });

  /** Moves a whole part into the blobs; called again after a break it goes on where it was. */
  async function finish(id: string): Promise<void> {
    const blobKey = `uploads/${id}`;
    const part = await stat(partPath(id)).catch(() => null);
    if (part) await blobs.putFile(blobKey, partPath(id));
    else await blobs.stat(blobKey);
    await db
      .update(uploads)
      .set({ status: 'complete', blobKey, receivedBytes: uploads.sizeBytes, updatedAt: new Date() })
      .where(and(eq(uploads.id, id), eq(uploads.status, 'receiving')));
    await rm(`${partPath(id)}.json`, { force: true });
  }

  async function find(id: string, userId: string) {
    const [row] = await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId)));
    return row ?? null;
  }

  return {
    async take(executor, uploadId, userId) {
      const row = idPattern.test(uploadId) ? await find(uploadId, userId) : null;
      if (!row) throw new AppError('upload_not_found');
      if (row.status === 'receiving') {
        // All bytes may be here although the process was killed before it could say so.
        const received = (await stat(partPath(row.id)).catch(() => null))?.size ?? (await blobSize(blobs, row.id));
        if (received !== row.sizeBytes) throw new AppError('upload_incomplete');
        await finish(row.id);
      }
      await executor.update(uploads).set({ status: 'taken', updatedAt: new Date() }).where(eq(uploads.id, row.id));
      return { blobKey: `uploads/${row.id}`, name: row.name, sizeBytes: row.sizeBytes };
    },

    async handle(request, userId) {
      const id = new URL(request.url).pathname.slice(uploadsPath.length).replace(/^\//, '');
      if (request.method !== 'POST' && request.method !== 'OPTIONS') {
        const row = idPattern.test(id) ? await find(id, userId) : null;
        if (!row || request.method === 'GET') return new Response(null, { status: 404 });
        if (row.status !== 'receiving') return answerForFinished(request, row.sizeBytes);
        if (request.method === 'PATCH') await db.update(uploads).set({ updatedAt: new Date() }).where(eq(uploads.id, id));
      } else if (id !== '') {
        return new Response(null, { status: 404 });
      }
      const response = await currentUser.run(userId, () => server.handleWeb(request));
      if (request.method === 'DELETE' && response.ok) await db.delete(uploads).where(eq(uploads.id, id));
      return response;
    },

    async removeExpired() {
      const before = new Date(Date.now() - options.expiryMs);
      const rows = await db
        .select({ id: uploads.id })
        .from(uploads)
        .where(and(inArray(uploads.status, ['receiving', 'complete']), lt(uploads.updatedAt, before)));
      let removed = 0;
      for (const { id } of rows) {
        const touched = (await stat(partPath(id)).catch(() => null))?.mtime;
        if (touched && touched > before) continue;
        // The row goes first, under the condition that nobody took the file meanwhile.
        const gone = await db
          .delete(uploads)
          .where(and(eq(uploads.id, id), inArray(uploads.status, ['receiving', 'complete'])))
          .returning({ id: uploads.id });
        if (gone.length === 0) continue;
        for (const path of [partPath(id), `${partPath(id)}.json`]) await rm(path, { force: true });
        await blobs.delete(`uploads/${id}`);
        removed++;
      }
      return removed;
    },
  };
}

async function blobSize(blobs: BlobStore, id: string): Promise<number | null> {
  return blobs.stat(`uploads/${id}`).then(
    (found) => found.size,
    () => null,
  );
}

/** A client that lost our last answer asks again: everything is here. */
function answerForFinished(request: Request, sizeBytes: number): Response {
  const headers = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };
  if (request.method !== 'HEAD') return new Response(null, { status: 409, headers });
  return new Response(null, {
    status: 200,
    headers: { ...headers, 'upload-offset': String(sizeBytes), 'upload-length': String(sizeBytes) },
  });
}

async function assertRoom(directory: string, wanted: number): Promise<void> {
  const disk = await statfs(directory);
  if (disk.bavail * disk.bsize < wanted + spareBytes) throw refusal(507, 'storage_failed');
}

/** The last part of a path, without what could not be shown or stored. */
function cleanName(name: string | null | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  return clean === '' ? 'file' : clean.slice(0, longestName);
}

type Refusal = { status_code: number; body: string };

function refusal(status: number, code: string): Refusal {
  return { status_code: status, body: JSON.stringify({ app: { code, params: {} } }) };
}

/** Every refusal carries a code of ours, for the interface to translate. */
function describeRefusal(error: Error | Refusal): Refusal {
  const status = 'status_code' in error ? error.status_code : 500;
  if ('body' in error && error.body.startsWith('{')) return error;
  switch (status) {
    case 413:
      return refusal(413, 'file_too_large');
    case 404:
    case 410:
      return refusal(404, 'upload_not_found');
    case 400:
    case 403:
      return refusal(400, 'bad_request');
    case 409:
      return refusal(409, 'conflict');
    case 423:
      return refusal(423, 'busy');
    default:
      return refusal(status >= 400 ? status : 500, 'storage_failed');
  }
}
