/** Space for uploads: shared by two web processes on a small disk, bounded for each user, given back. */
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { sources } from '#db/schema/content.ts';
import { uploads } from '#db/schema/uploads.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { codeOf, createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { askOffset, createUpload, deleteUpload, refusalOf, sendPart, tus } from '../harness/http/tus.ts';
import { mountSmallDisk, type SmallDisk } from '../harness/processes/small-disk.ts';
import { waitFor } from '../harness/wait.ts';

const megabyte = 1024 ** 2;
const floorBytes = 16 * megabyte;
const quotaBytes = 40 * megabyte;
const diskMegabytes = 80;

let database: TestDatabase;
let client: DatabaseClient;
let disk: SmallDisk | string;
const servers: TestServer[] = [];

async function startWeb(dataDir: string): Promise<TestServer> {
  const server = await startTestServer({
    role: 'web',
    database: database.connection,
    dataDir,
    env: { DISK_FLOOR_BYTES: String(floorBytes), USER_QUOTA_BYTES: String(quotaBytes) },
  });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster.connection);
  client = createDatabase(database.connection, { max: 3, applicationName: 'test' });
  disk = mountSmallDisk(diskMegabytes);
  if (typeof disk === 'string') return;
  const dataDir = join(disk.path, 'data');
  await startWeb(dataDir);
  await startWeb(dataDir);
});
afterAll(async () => {
  for (const server of servers) await server.kill();
  await client.close();
  await database.drop();
  if (typeof disk !== 'string') disk.remove();
});

/** The two servers and their disk, or the test is skipped with the reason. */
function world(context: TestContext): { disk: SmallDisk; one: TestServer; two: TestServer } {
  if (typeof disk === 'string') return context.skip(disk);
  const [one, two] = servers;
  if (!one || !two) throw new Error('no servers');
  return { disk, one, two };
}

const pathOf = (response: Response) => new URL(response.headers.get('location') ?? '', 'http://x').pathname;
const idOf = (path: string) => path.split('/').at(-1) ?? '';

async function created(asker: TestClient, size: number): Promise<string> {
  const response = await createUpload(asker, size);
  expect(response.status).toBe(201);
  return pathOf(response);
}

describe('space on the disk', () => {
  test('reserves no more than is free for concurrent creations at two servers', async (context) => {
    const { disk: small, one, two } = world(context);
    const size = 10 * megabyte;
    const room = small.freeBytes() - floorBytes;
    const askers = Array.from({ length: 12 }, (_, index) => createTestClient((index % 2 === 0 ? one : two).url));
    const answers = await Promise.all(askers.map((asker) => createUpload(asker, size)));
    const taken = answers.flatMap((answer, index) =>
      answer.status === 201 ? [{ asker: askers[index], path: pathOf(answer) }] : [],
    );
    // As many as fit, and no more; what is refused says why.
    expect(taken.length).toBe(Math.floor(room / size));
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(await refusalOf(answer)).toEqual({ status: 507, code: 'storage_failed', params: {} });
    // All of them can keep what they were promised, at once.
    const bytes = new Uint8Array(size).fill(7);
    const sent = await Promise.all(taken.map(({ asker, path }) => sendPart(asker as TestClient, path, 0, bytes)));
    expect(sent.map(({ status }) => status)).toEqual(taken.map(() => 204));
    expect(small.freeBytes()).toBeGreaterThanOrEqual(floorBytes);
    // Given back by deleting, also what is complete and unused.
    for (const { asker, path } of taken) expect((await deleteUpload(asker as TestClient, path)).status).toBe(204);
    expect(await client.db.select().from(uploads)).toEqual([]);
    expect(small.freeBytes()).toBeGreaterThan(room);
  });

  test('counts the rest that an upload still has to receive', async (context) => {
    const { disk: small, one } = world(context);
    const asker = createTestClient(one.url);
    const room = small.freeBytes() - floorBytes;
    const size = Math.floor(room / 2) - megabyte;
    const path = await created(asker, size);
    // Half of it is on the disk now, where the disk itself counts it.
    await sendPart(asker, path, 0, new Uint8Array(Math.floor(size / 2)));
    const other = createTestClient(one.url);
    const second = await created(other, size);
    expect((await createUpload(createTestClient(one.url), 4 * megabyte)).status).toBe(507);
    expect((await deleteUpload(other, second)).status).toBe(204);
    const third = createTestClient(one.url);
    expect((await deleteUpload(third, await created(third, size))).status).toBe(204);
    expect((await deleteUpload(asker, path)).status).toBe(204);
  });

  test('a running upload stops at the floor when others have used the space, and goes on afterwards', async (context) => {
    const { disk: small, one } = world(context);
    const asker = createTestClient(one.url);
    const bytes = new Uint8Array(12 * megabyte).fill(3);
    const path = await created(asker, bytes.length);
    small.fill(floorBytes + megabyte);
    expect(await refusalOf(await sendPart(asker, path, 0, bytes))).toMatchObject({ status: 507, code: 'storage_failed' });
    expect(small.freeBytes()).toBeGreaterThanOrEqual(floorBytes - 4 * megabyte);
    small.clear();
    const offset = Number((await askOffset(asker, path)).headers.get('upload-offset'));
    expect((await sendPart(asker, path, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await deleteUpload(asker, path)).status).toBe(204);
  });
});

describe('a quota', () => {
  test('bounds each user alone, also for creations at once', async (context) => {
    const { one, two } = world(context);
    const [ada, ben] = [createTestClient(one.url), createTestClient(one.url)];
    const size = 12 * megabyte;
    const first = await created(ada, size);
    const more = await Promise.all(
      [one, two, one, two].map(({ url }) =>
        ada.fetch(`${url}/api/uploads`, { method: 'POST', headers: { ...tus, 'upload-length': String(size) } }),
      ),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = more.find(({ status }) => status !== 201) as Response;
    const params = { used: '36 MB', most: '40 MB' };
    expect(await refusalOf(refused)).toEqual({ status: 413, code: 'storage_quota', params });
    const bens = await created(ben, megabyte);
    for (const path of [first, ...more.filter(({ status }) => status === 201).map(pathOf)])
      expect((await deleteUpload(ada, path)).status).toBe(204);
    expect((await deleteUpload(ada, await created(ada, quotaBytes))).status).toBe(204);
    expect((await deleteUpload(ben, bens)).status).toBe(204);
  });

  test('counts what contents keep until they are deleted', async (context) => {
    const { one } = world(context);
    const ada = createTestClient(one.url);
    const bytes = new Uint8Array(quotaBytes - megabyte).fill(9);
    const path = await created(ada, bytes.length);
    expect((await sendPart(ada, path, 0, bytes)).status).toBe(204);
    const submitted = await ada.rpc.ingest.submit.mutate({ items: [{ uploadId: idOf(path) }], noteLanguage: 'en' });
    const contentId = (submitted.results[0] as { contentId: string }).contentId;
    expect(await refusalOf(await createUpload(ada, 2 * megabyte))).toMatchObject({ code: 'storage_quota' });
    // What was fetched for a link counts as well.
    await client.db
      .update(sources)
      .set({ storedBytes: megabyte })
      .where(eq(sources.key, `file:${idOf(path)}`));
    expect(await refusalOf(await createUpload(ada, megabyte))).toMatchObject({ code: 'storage_quota' });
    const link = await ada.rpc.ingest.submit.mutate({ items: [{ url: 'https://example.com/a' }], noteLanguage: 'en' });
    expect(link.results[0]).toMatchObject({ problem: { code: 'storage_quota', params: { used: '40 MB', most: '40 MB' } } });
    const summary = await ada.rpc.video.summary.query({ url: 'https://example.com/a', waitMs: 0 }).catch(codeOf);
    expect(summary).toBe('storage_quota');
    await ada.rpc.userNote.deleteContentWithCleanup.mutate({ contentId });
    expect((await deleteUpload(ada, await created(ada, 2 * megabyte))).status).toBe(204);
    // The blob itself goes with the tidy job of a worker.
  });
});

describe('the lock of an upload', () => {
  /** Sends the head of a request and a part of its body, and leaves it open. */
  async function sendAndHold(server: TestServer, asker: TestClient, path: string, bytes: Uint8Array, sent: number) {
    const request = httpRequest(new URL(path, server.url), {
      method: 'PATCH',
      headers: {
        ...tus,
        cookie: asker.cookie(),
        'upload-offset': 0,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
    });
    request.on('error', () => undefined);
    await new Promise<void>((resolve) => request.write(bytes.subarray(0, sent), () => resolve()));
    await waitFor('the lock and the bytes', async () => {
      const [row] = await client.db
        .select()
        .from(uploads)
        .where(eq(uploads.id, idOf(path)));
      return row?.lockToken && row.receivedBytes >= sent ? true : undefined;
    });
    return request;
  }

  test('is released for a request at another server, which continues the upload', async (context) => {
    const { one, two } = world(context);
    const asker = createTestClient(one.url);
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    const path = await created(asker, bytes.length);
    const open = await sendAndHold(one, asker, path, bytes, 100_000);
    const head = await asker.fetch(`${two.url}${path}`, { method: 'HEAD', headers: tus });
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(100_000);
    open.destroy();
    expect((await sendPart(asker, `${two.url}${path}`, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await deleteUpload(asker, path)).status).toBe(204);
  });

  test('is released after its server was killed, with a correct reservation', async (context) => {
    const { disk: small, one } = world(context);
    const doomed = await startWeb(join(small.path, 'data'));
    const asker = createTestClient(one.url);
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    const path = await created(asker, bytes.length);
    await sendAndHold(doomed, asker, path, bytes, 120_000);
    await doomed.kill();
    const [left] = await client.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, idOf(path)));
    expect(left?.lockToken).not.toBeNull();
    const offset = Number((await askOffset(asker, path)).headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(120_000);
    const [row] = await client.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, idOf(path)));
    expect(row).toMatchObject({ lockToken: null, receivedBytes: offset });
    expect((await sendPart(asker, path, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await deleteUpload(asker, path)).status).toBe(204);
  });
});
