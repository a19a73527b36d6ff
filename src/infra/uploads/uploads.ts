/** Files on their way in: sent in pieces, resumed after a break (tus 1.0), then kept as blobs until a content record takes them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Server } from '@tus/server';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { sources } from '#db/schema/content.ts';
import { uploads } from '#db/schema/uploads.ts';
import type { BlobStore } from '#infra/storage/blobs.ts';
import { type Disk, noRoom } from '#infra/storage/disk.ts';
import { AppError } from '#lib/app-error.ts';
import { removeLostFiles } from './lost-files.ts';
import { PartStore, sizeOfPart } from './part-store.ts';
import { describeRefusal, refusal } from './refusals.ts';
import type { Reservations } from './reservations.ts';
import { createUploadLocks } from './upload-locks.ts';

export type TakenUpload = { blobKey: string; name: string; sizeBytes: number };

export type Uploads = {
  /**
   * Hands a finished upload to the caller, who owns its blob from then on; asked again it gives the same answer.
   * Errors: `upload_not_found` (also for somebody else's), `upload_incomplete`.
   */
  take(executor: Executor, uploadId: string, userId: string): Promise<TakenUpload>;
  /** The content that took these blobs is gone: they no longer count against their owner. The caller deletes them. */
  forget(executor: Executor, blobKeys: readonly string[]): Promise<void>;
  /** Error: `storage_quota` when the user's quota is used up. */
  requireQuota(userId: string): Promise<void>;
  /** The routes under `/api/uploads`, for a user who has been made sure of. */
  handle(request: Request, userId: string): Promise<Response>;
  /** Removes what was given up: parts not touched and finished files not used for the configured time. Gives the number. */
  removeExpired(): Promise<number>;
  /** Removes files that no row names, as killed processes leave them, once they are `idleMs` old. Gives the number. */
  removeLost(idleMs: number): Promise<number>;
};

export type UploadsOptions = {
  db: Db;
  blobs: BlobStore;
  directory: string;
  maxBytes: number;
  expiryMs: number;
  reservations: Reservations;
  disk: Pick<Disk, 'roomBytes'>;
};

export const uploadsPath = '/api/uploads';
const idPattern = /^[A-Za-z0-9_-]{8,64}$/;
const longestName = 255;
/** How long taken uploads are looked at for a content that is missing: this server may have been off for a while. */
const checkedForMs = 7 * 24 * 60 * 60_000;

/** Who asks, and the upload that this request has written down. */
type Asker = { userId: string; createdId: string | null };

export async function createUploads(options: UploadsOptions): Promise<Uploads> {
  const { db, blobs, directory, reservations, disk } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const partPath = (id: string) => join(directory, id);
  const locks = createUploadLocks(db, (id) => sizeOfPart(directory, id));
  const store = new PartStore({
    db,
    directory,
    // Room was promised when the upload was created; others may have used it up since.
    async checkPiece(_id, bytes) {
      if ((await disk.roomBytes()) < bytes) throw noRoom('the disk is down to its floor');
    },
    checkWriter: (id) => locks.requireHeld(id),
  });
  const currentAsker = new AsyncLocalStorage<Asker>();

  const server = new Server({
    path: uploadsPath,
    datastore: store,
    relativeLocation: true,
    maxSize: options.maxBytes,
    allowedOrigins: [],
    locker: locks,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomBytes(18).toString('base64url'),
    async onUploadCreate(_request, upload) {
      const asker = currentAsker.getStore();
      if (!asker || upload.size === undefined || upload.size <= 0) throw refusal(400, 'bad_request');
      const name = cleanName(upload.metadata?.filename ?? upload.metadata?.name);
      await reservations.reserve({ id: upload.id, userId: asker.userId, name, sizeBytes: upload.size });
      asker.createdId = upload.id;
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
      .set({ status: 'complete', blobKey, receivedBytes: uploads.sizeBytes, updatedAt: sql`now()` })
      .where(and(eq(uploads.id, id), eq(uploads.status, 'receiving')));
  }

  async function find(id: string, userId: string) {
    const [row] = await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId)));
    return row ?? null;
  }

  async function removeFiles(id: string): Promise<void> {
    await rm(partPath(id), { force: true });
    await blobs.delete(`uploads/${id}`);
  }

  /** A finished upload that no content has taken. */
  async function deleteComplete(id: string): Promise<boolean> {
    const gone = await db
      .delete(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.status, 'complete')))
      .returning({ id: uploads.id });
    if (gone.length > 0) await removeFiles(id);
    return gone.length > 0;
  }

  async function create(request: Request, userId: string): Promise<Response> {
    const asker: Asker = { userId, createdId: null };
    const response = await currentAsker.run(asker, () => server.handleWeb(request));
    if (!response.ok && asker.createdId !== null) {
      // Its client never learns of it.
      await db.delete(uploads).where(eq(uploads.id, asker.createdId));
      await removeFiles(asker.createdId);
    }
    return response;
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
      const taken = await executor
        .update(uploads)
        .set({ status: 'taken', updatedAt: sql`now()` })
        .where(and(eq(uploads.id, row.id), inArray(uploads.status, ['complete', 'taken'])))
        .returning({ id: uploads.id });
      if (taken.length === 0) throw new AppError('upload_not_found');
      return { blobKey: `uploads/${row.id}`, name: row.name, sizeBytes: row.sizeBytes };
    },

    async forget(executor, blobKeys) {
      if (blobKeys.length === 0) return;
      const ids = blobKeys.map((key) => key.slice(key.indexOf('/') + 1));
      await executor.delete(uploads).where(and(inArray(uploads.id, ids), inArray(uploads.blobKey, [...blobKeys])));
    },

    requireQuota: (userId) => reservations.requireQuota(userId),

    async handle(request, userId) {
      const id = new URL(request.url).pathname.slice(uploadsPath.length).replace(/^\//, '');
      if (request.method === 'POST' || request.method === 'OPTIONS')
        return id === '' ? create(request, userId) : new Response(null, { status: 404 });
      const row = idPattern.test(id) ? await find(id, userId) : null;
      if (!row || request.method === 'GET') return new Response(null, { status: 404 });
      if (row.status !== 'receiving') {
        const deleted = request.method === 'DELETE' && (await deleteComplete(id));
        return deleted ? new Response(null, { status: 204, headers: tusHeaders }) : answerForFinished(request, row.sizeBytes);
      }
      const response = await server.handleWeb(request);
      // 404 here: there is no part, as when the disk was full when it should have been made.
      if (request.method !== 'DELETE' || (!response.ok && response.status !== 404)) return response;
      await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.status, 'receiving')));
      return new Response(null, { status: 204, headers: tusHeaders });
    },

    async removeExpired() {
      const untouched = sql`${uploads.updatedAt} < now() - ${options.expiryMs} * interval '1 millisecond'`;
      const left = sql`${uploads.status} in ('receiving', 'complete')`;
      // A taken one belongs to a content, or its content could not be made. That shows at once: old ones are not looked at again.
      const unused = sql`${uploads.status} = 'taken' and ${uploads.updatedAt} > now() - ${options.expiryMs + checkedForMs} * interval '1 millisecond'
        and (select true from ${sources} where ${sources.key} = 'file:' || ${uploads.id}) is null`;
      let removed = 0;
      for (const reason of [left, unused]) {
        const gone = await db.delete(uploads).where(and(untouched, reason)).returning({ id: uploads.id });
        for (const { id } of gone) await removeFiles(id);
        removed += gone.length;
      }
      return removed;
    },

    removeLost: (idleMs) => removeLostFiles({ db, blobs, directory }, idleMs),
  };
}

async function blobSize(blobs: BlobStore, id: string): Promise<number | null> {
  return blobs.stat(`uploads/${id}`).then(
    (found) => found.size,
    () => null,
  );
}

const tusHeaders = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

/** A client that lost our last answer asks again: everything is here. */
function answerForFinished(request: Request, sizeBytes: number): Response {
  if (request.method !== 'HEAD') return new Response(null, { status: 409, headers: tusHeaders });
  return new Response(null, {
    status: 200,
    headers: { ...tusHeaders, 'upload-offset': String(sizeBytes), 'upload-length': String(sizeBytes) },
  });
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
