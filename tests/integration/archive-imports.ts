/** Imports of archives into the accounts of `archive-records.ts`, as the worker makes them. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Tx } from '#db/client.ts';
import { uploads } from '#db/schema/uploads.ts';
import { writeArchive } from '#features/my-data/server/archive/zip-archive.ts';
import { run } from '#features/my-data/server/import/import-archive.handler.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { at, blobs, client, services } from './archive-records.ts';

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
export const times = { createdAt: at(1), updatedAt: at(1) };
export type Entry = { content?: object; url?: string | null; fileName?: string | null; file?: string | null; rest?: object };
export const entryOf = (
  id: string,
  { content, url = `https://b.example/${id}`, fileName = null, file = null, rest }: Entry = {},
) => ({
  source: { url, fileName, file },
  content: { id, title: id, status: 'completed', contentType: 'online', noteLanguage: 'en', ...times, ...content },
  ...{ extractions: [], rows: {}, files: [], ...rest },
});

/** Rows of an archive by the names of its entries; contents get theirs by their order. */
export function archiveOf(entries: Record<string, unknown>, files: Record<string, Buffer> = {}): Promise<Buffer> {
  return buffer(
    writeArchive('test', async (archive) => {
      for (const [name, value] of Object.entries(entries)) await archive.json(name, value);
      for (const [name, bytes] of Object.entries(files)) await archive.file(name, Readable.from([bytes]));
    }),
  );
}
export const contentsOf = (...all: object[]) =>
  Object.fromEntries(all.map((one, n) => [`data/contents/${String(n + 1).padStart(6, '0')}.json`, one]));

type How = { by?: Services; userId?: string; atEnd?: (tx: Tx) => Promise<unknown> };
export type Outcome = { code: string | null; result: unknown; stages: unknown[]; error: unknown };
/** Imports an archive in one transaction, as the worker does. `atEnd` is called in it, once everything is written. */
export async function imported(bytes: Buffer, { by = services(), userId = 'ada', atEnd }: How = {}): Promise<Outcome> {
  const uploadId = randomUUID();
  const blobKey = `uploads/${uploadId}`;
  await blobs.put(blobKey, bytes);
  await client.db
    .insert(uploads)
    .values({ id: uploadId, userId, name: 'a.zip', sizeBytes: 1, receivedBytes: 1, status: 'complete', blobKey });
  const stages: unknown[] = [];
  let result: unknown = null;
  const context = {
    signal: new AbortController().signal,
    stage: (...all: unknown[]) => void stages.push(all),
    checkpoint: async (name: string, value: unknown) => {
      expect(name).toBe('result');
      result = value;
    },
    complete: (work: (tx: Tx) => Promise<void>) =>
      client.db.transaction(async (tx) => {
        await work(tx);
        await atEnd?.(tx);
      }),
  } as unknown as TaskContext;
  const error: unknown = await run(by, { userId, uploadId }, context).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const code = error instanceof AppError ? error.code : error instanceof Error ? String(error) : null;
  const isThere = await blobs.stat(blobKey).then(
    () => true,
    () => false,
  );
  // A failed import's upload is released when its task ends, as in the worker.
  expect(isThere).toBe(code !== null);
  return { code, result, stages, error };
}
