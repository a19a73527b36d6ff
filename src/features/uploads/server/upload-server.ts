/** Receives resumable uploads (tus 1.0), then stores them as blobs until a content takes them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { Server } from '@tus/server';
import { and, eq } from 'drizzle-orm';
import { uploads } from '#db/schema/uploads.ts';
import { noRoom } from '#infra/storage/disk.ts';
import { uploadsPath } from '../contract.ts';
import { describeRefusal, refusal } from './describe-refusal.ts';
import { PartStore, sizeOfPart } from './part-store.ts';
import { reserveUpload } from './reservations.ts';
import { createUploadLocks } from './upload-locks.ts';
import type { UploadServices } from './upload-services.ts';
import { deleteUpload, findUpload, finishUpload, removeUploadFiles } from './upload-store.ts';

export type UploadServer = {
  handle(request: Request, userId: string): Promise<Response>;
};

const longestName = 255;

type Creation = { userId: string; createdId: string | null };

/** Free space is checked before each `pieceBytes`. */
export function createUploadServer(services: UploadServices, options: { pieceBytes?: number } = {}): UploadServer {
  const { db } = services;
  const currentCreation = new AsyncLocalStorage<Creation>();
  const server = createTusServer(services, currentCreation, options.pieceBytes);

  async function create(request: Request, userId: string): Promise<Response> {
    const creation: Creation = { userId, createdId: null };
    const response = await currentCreation.run(creation, () => server.handleWeb(request));
    if (!response.ok && creation.createdId !== null) {
      // The client never learns of this upload.
      await db.delete(uploads).where(eq(uploads.id, creation.createdId));
      await removeUploadFiles(services, creation.createdId);
    }
    return response;
  }

  return {
    async handle(request, userId) {
      const id = new URL(request.url).pathname.slice(uploadsPath.length).replace(/^\//, '');
      if (request.method === 'POST' || request.method === 'OPTIONS')
        return id === '' ? create(request, userId) : new Response(null, { status: 404 });
      const row = await findUpload(services, id, userId);
      if (!row || request.method === 'GET') return new Response(null, { status: 404 });
      if (row.status !== 'receiving') {
        const deleted = request.method === 'DELETE' && (await deleteUpload(services, id, 'complete'));
        return deleted ? new Response(null, { status: 204, headers: tusHeaders }) : answerForFinished(request, row.sizeBytes);
      }
      const response = await server.handleWeb(request);
      // 404: the part is missing, as after a full disk.
      if (request.method !== 'DELETE' || (!response.ok && response.status !== 404)) return response;
      await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.status, 'receiving')));
      return new Response(null, { status: 204, headers: tusHeaders });
    },
  };
}

function createTusServer(services: UploadServices, currentCreation: AsyncLocalStorage<Creation>, pieceBytes?: number): Server {
  const { db, disk } = services;
  const { directory, maxBytes } = services.settings.uploads;
  const locks = createUploadLocks(db, (id) => sizeOfPart(directory, id));
  const datastore = new PartStore({
    db,
    directory,
    pieceBytes,
    // Reserved space may have been used up by others.
    async checkPiece(_id, bytes) {
      if ((await disk.roomBytes()) < bytes) throw noRoom('the disk is down to its floor');
    },
    checkWriter: (id) => locks.requireHeld(id),
  });
  return new Server({
    path: uploadsPath,
    datastore,
    relativeLocation: true,
    maxSize: maxBytes,
    allowedOrigins: [],
    locker: locks,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomBytes(18).toString('base64url'),
    async onUploadCreate(_request, upload) {
      const creation = currentCreation.getStore();
      if (!creation || upload.size === undefined || upload.size <= 0) throw refusal(400, 'bad_request');
      const name = cleanName(upload.metadata?.filename ?? upload.metadata?.name);
      await reserveUpload(services, { id: upload.id, userId: creation.userId, name, sizeBytes: upload.size });
      creation.createdId = upload.id;
      return {};
    },
    async onUploadFinish(_request, upload) {
      await finishUpload(services, upload.id);
      return {};
    },
    onResponseError: (_request, error) => describeRefusal(error),
  });
}

const tusHeaders = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

/** The answer for a client that missed the last one. */
function answerForFinished(request: Request, sizeBytes: number): Response {
  if (request.method !== 'HEAD') return new Response(null, { status: 409, headers: tusHeaders });
  return new Response(null, {
    status: 200,
    headers: { ...tusHeaders, 'upload-offset': String(sizeBytes), 'upload-length': String(sizeBytes) },
  });
}

/** The last path segment, without characters that cannot be shown or stored. */
function cleanName(name: string | null | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  return clean === '' ? 'file' : clean.slice(0, longestName);
}
