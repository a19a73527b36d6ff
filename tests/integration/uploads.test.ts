/** Resumable uploads over HTTP, as the tus protocol has them, against the whole program. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { sources } from '#db/schema/content.ts';
import { uploads as table } from '#db/schema/uploads.ts';
import { removeExpiredUploads } from '#features/uploads/server/clean-uploads.handler.ts';
import { takeUpload } from '#features/uploads/server/index.ts';
import type { UploadServices } from '#features/uploads/server/upload-services.ts';
import { createBlobStore } from '#infra/storage/blobs.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { askOffset, createUpload, sendPart, tus } from '../harness/http/tus.ts';
import { waitFor } from '../harness/wait.ts';

let database: TestDatabase;
let client: DatabaseClient;
let server: TestServer;
const maxBytes = 4 * 1024 ** 2;

beforeAll(async () => {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster.connection);
  client = createDatabase(database.connection, { max: 3, applicationName: 'test' });
  server = await startTestServer({ role: 'web', database: database.connection, env: { MAX_UPLOAD_BYTES: String(maxBytes) } });
});
afterAll(async () => {
  await server.stop();
  server.remove();
  await client.close();
  await database.drop();
});

async function createdPath(asker: TestClient, size: number, name?: string): Promise<string> {
  const response = await createUpload(asker, size, name);
  expect(response.status).toBe(201);
  return new URL(response.headers.get('location') ?? '', server.url).pathname;
}

async function offsetOf(asker: TestClient, path: string): Promise<number> {
  const response = await askOffset(asker, path);
  expect(response.status).toBe(200);
  return Number(response.headers.get('upload-offset'));
}

const idOf = (path: string) => path.split('/').at(-1) ?? '';
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31) % 251);

/** Sends the head of a request and a part of its body, then breaks the connection. */
async function sendAndBreak(asker: TestClient, path: string, offset: number, body: Uint8Array, sent: number): Promise<void> {
  const request = httpRequest(new URL(path, server.url), {
    method: 'PATCH',
    headers: {
      ...tus,
      cookie: asker.cookie(),
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': body.length - offset,
    },
  });
  request.on('error', () => undefined);
  await new Promise<void>((resolve) => request.write(body.subarray(offset, offset + sent), () => resolve()));
  const part = join(server.dataDir, 'files/uploading', idOf(path));
  await waitFor('the bytes on disk', () => (readFileSync(part).length >= offset + sent ? true : undefined));
  request.destroy();
}

describe('uploads', () => {
  test('SUM-04 arrive whole under their name over broken connections', async () => {
    const asker = createTestClient(server.url);
    const bytes = bytesOf(300_000);
    const path = await createdPath(asker, bytes.length, '访谈 2026.mp4');
    for (let at = 0; at < bytes.length - 40_000; ) {
      await sendAndBreak(asker, path, at, bytes, 37_001);
      at = await offsetOf(asker, path);
    }
    const last = await offsetOf(asker, path);
    expect((await sendPart(asker, path, last, bytes.subarray(last))).status).toBe(204);
    // Asked again after a lost answer: all is there.
    expect(await offsetOf(asker, path)).toBe(bytes.length);
    const stored = readFileSync(join(server.dataDir, 'files/blobs/uploads', idOf(path)));
    expect(Buffer.compare(stored, Buffer.from(bytes))).toBe(0);
    const row = (await client.db.select().from(table)).find(({ id }) => id === idOf(path));
    expect(row).toMatchObject({ name: '访谈 2026.mp4', status: 'complete', sizeBytes: bytes.length });
    expect(readdirSync(join(server.dataDir, 'files/uploading')).filter((name) => name.startsWith(idOf(path)))).toEqual([]);
    // Until somebody has read the file, its content is called as it is, without the ending.
    await asker.rpc.ingest.submit.mutate({ items: [{ uploadId: idOf(path) }], noteLanguage: 'zh' });
    expect((await asker.rpc.user.videos.query({})).uniqueVideos.map(({ title }) => title)).toEqual(['访谈 2026']);
  });

  test('ACC-02 are closed to other users', async () => {
    const owner = createTestClient(server.url);
    const other = createTestClient(server.url);
    const path = await createdPath(owner, 100);
    await createdPath(other, 100);
    for (const asker of [other, createTestClient(server.url)]) {
      expect((await asker.fetch(path, { method: 'HEAD', headers: tus })).status).toBe(404);
      expect((await sendPart(asker, path, 0, bytesOf(100))).status).toBe(404);
      expect((await asker.fetch(path, { method: 'DELETE', headers: tus })).status).toBe(404);
    }
    expect(await offsetOf(owner, path)).toBe(0);
  });

  test('are refused with a code: too large, without a size, at a wrong offset', async () => {
    const asker = createTestClient(server.url);
    const large = await createUpload(asker, maxBytes + 1);
    expect([large.status, await large.json()]).toEqual([
      413,
      { error: { message: 'file_too_large', data: { app: { code: 'file_too_large', params: {} } } } },
    ]);
    expect((await asker.fetch('/api/uploads', { method: 'POST', headers: { ...tus, 'upload-defer-length': '1' } })).status).toBe(
      400,
    );
    expect((await createUpload(asker, 0)).status).toBe(400);
    const path = await createdPath(asker, 100);
    expect((await sendPart(asker, path, 50, bytesOf(50))).status).toBe(409);
    expect((await sendPart(asker, path, 0, bytesOf(101))).status).toBeGreaterThanOrEqual(400);
    for (const odd of ['/api/uploads/%2e%2e%2fx', '/api/uploads/x', '/api/uploads/a/b']) {
      expect((await asker.fetch(odd, { method: 'HEAD', headers: tus })).status).toBe(404);
    }
  });

  test('are deleted when their owner cancels', async () => {
    const asker = createTestClient(server.url);
    const path = await createdPath(asker, 100);
    await sendPart(asker, path, 0, bytesOf(40));
    expect((await asker.fetch(path, { method: 'DELETE', headers: tus })).status).toBe(204);
    expect((await asker.fetch(path, { method: 'HEAD', headers: tus })).status).toBe(404);
    expect(existsSync(join(server.dataDir, 'files/uploading', idOf(path)))).toBe(false);
  });
});

test('SUM-04 uploads of one user are received, finished and deleted each by itself', async () => {
  const asker = createTestClient(server.url);
  const paths: string[] = [];
  for (const size of [100, 200, 300]) paths.push(await createdPath(asker, size));
  const [first = '', second = '', third = ''] = paths;
  const rows = async () => {
    const all = await client.db.select().from(table);
    return paths.map((path) => all.find(({ id }) => id === idOf(path)));
  };
  await sendPart(asker, second, 0, bytesOf(60));
  const [one, two, three] = await rows();
  expect([one, two, three]).toMatchObject([
    { status: 'receiving', receivedBytes: 0 },
    { status: 'receiving', receivedBytes: 60 },
    { status: 'receiving', receivedBytes: 0 },
  ]);
  expect((await sendPart(asker, first, 0, bytesOf(100))).status).toBe(204);
  const finished = { status: 'complete', receivedBytes: 100, blobKey: `uploads/${idOf(first)}` };
  expect(await rows()).toMatchObject([finished, two, three]);
  expect((await asker.fetch(third, { method: 'DELETE', headers: tus })).status).toBe(204);
  expect(await rows()).toMatchObject([finished, two, undefined]);
  expect((await sendPart(asker, second, 60, bytesOf(200).subarray(60))).status).toBe(204);
  const other = { status: 'complete', receivedBytes: 200 };
  expect(await rows()).toMatchObject([finished, other, undefined]);
  expect((await asker.fetch(first, { method: 'DELETE', headers: tus })).status).toBe(204);
  expect(await rows()).toMatchObject([undefined, other, undefined]);
});

describe('finished uploads', () => {
  async function servicesWith(expiryMs: number): Promise<UploadServices> {
    const blobs = await createBlobStore(join(server.dataDir, 'files'));
    const uploads = { directory: join(server.dataDir, 'files/uploading'), maxBytes, expiryMs, quotaBytes: null };
    return { db: client.db, blobs, disk: { roomBytes: async () => 1024 ** 3 }, settings: { uploads } };
  }

  async function uploaded(
    size: number,
    sent: number,
    asker = createTestClient(server.url),
  ): Promise<{ id: string; userId: string; path: string }> {
    const path = await createdPath(asker, size);
    await sendPart(asker, path, 0, bytesOf(sent));
    const row = (await client.db.select().from(table)).find(({ id }) => id === idOf(path));
    return { id: idOf(path), userId: row?.userId ?? '', path };
  }

  test('are given to their owner only, and only when complete', async () => {
    const services = await servicesWith(3_600_000);
    const asker = createTestClient(server.url);
    const whole = await uploaded(1000, 1000, asker);
    const beside = await uploaded(1000, 1000, asker);
    const part = await uploaded(1000, 400);
    await expect(takeUpload(services, client.db, { uploadId: whole.id, userId: part.userId })).rejects.toMatchObject({
      code: 'upload_not_found',
    });
    await expect(takeUpload(services, client.db, { uploadId: part.id, userId: part.userId })).rejects.toMatchObject({
      code: 'upload_incomplete',
    });
    const taken = { blobKey: `uploads/${whole.id}`, name: 'talk.mp4', sizeBytes: 1000 };
    expect(await takeUpload(services, client.db, { uploadId: whole.id, userId: whole.userId })).toEqual(taken);
    expect(await takeUpload(services, client.db, { uploadId: whole.id, userId: whole.userId })).toEqual(taken);
    const states = (await client.db.select().from(table)).filter(({ userId }) => userId === whole.userId);
    expect(new Map(states.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [whole.id, 'taken'],
        [beside.id, 'complete'],
      ]),
    );
  });

  test('are removed when unused, and kept with a content', async () => {
    const used = await uploaded(500, 500);
    await takeUpload(await servicesWith(3_600_000), client.db, { uploadId: used.id, userId: used.userId });
    await client.db.insert(sources).values({ key: `file:${used.id}`, blobKey: `uploads/${used.id}` });
    const takenInVain = await uploaded(500, 500);
    await takeUpload(await servicesWith(3_600_000), client.db, { uploadId: takenInVain.id, userId: takenInVain.userId });
    const left = await uploaded(500, 500);
    const part = await uploaded(500, 100);
    expect(await removeExpiredUploads(await servicesWith(3_600_000))).toBe(0);
    expect(await removeExpiredUploads(await servicesWith(-1000))).toBeGreaterThanOrEqual(3);
    const kept = (await client.db.select().from(table)).map(({ id }) => id);
    expect(kept).toContain(used.id);
    for (const { id } of [takenInVain, left, part]) {
      expect(kept).not.toContain(id);
      expect(existsSync(join(server.dataDir, 'files/blobs/uploads', id))).toBe(false);
      expect(existsSync(join(server.dataDir, 'files/uploading', id))).toBe(false);
    }
    expect(existsSync(join(server.dataDir, 'files/blobs/uploads', used.id))).toBe(true);
  });
});

describe('a finished upload', () => {
  test('is answered for to a client that lost the last answer, and takes no more bytes', async () => {
    const asker = createTestClient(server.url);
    const path = await createdPath(asker, 60);
    expect((await sendPart(asker, path, 0, bytesOf(60))).status).toBe(204);
    const head = await askOffset(asker, path);
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([200, '60', '60']);
    expect((await sendPart(asker, path, 60, bytesOf(1))).status).toBe(409);
    // Uploads are made at one address and read at none.
    expect((await asker.fetch(path, { headers: tus })).status).toBe(404);
    expect((await asker.fetch(path, { method: 'POST', headers: { ...tus, 'upload-length': '1' } })).status).toBe(404);
    expect(await offsetOf(asker, path)).toBe(60);
  });
});
