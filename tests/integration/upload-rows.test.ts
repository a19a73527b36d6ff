/** What each step of an upload reads, changes and removes, among other uploads, users and files. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import { uploads } from '#db/schema/uploads.ts';
import { createCleanUploads, removeExpiredUploads } from '#features/uploads/server/clean-uploads.handler.ts';
import { createUploadRoutes } from '#features/uploads/server/http.ts';
import { removeLostFiles } from '#features/uploads/server/lost-files.ts';
import { outstandingUploadBytes, reserveUpload, takeImportedFiles } from '#features/uploads/server/reservations.ts';
import { requireQuota } from '#features/uploads/server/storage-quota.ts';
import { createUploadServer } from '#features/uploads/server/upload-server.ts';
import type { UploadServices } from '#features/uploads/server/upload-services.ts';
import {
  deleteUpload,
  describeUpload,
  findUpload,
  finishUpload,
  forgetUploads,
  removeUploadFiles,
  removeUploadsOf,
  requireUpload,
  takeUpload,
} from '#features/uploads/server/upload-store.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { JobContext } from '#infra/jobs/job.ts';
import { createBlobStore } from '#infra/storage/blobs.ts';
import { AppError } from '#lib/app-error.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';
import { tus } from '../harness/http/tus.ts';
import { waitFor } from '../harness/wait.ts';

let client: DatabaseClient;
let directory: string;
let services: UploadServices;
const hour = 3_600_000;
const idOf = (name: string) => name.padEnd(24, '0');

openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  for (const id of ['ada', 'bob'])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
});
beforeEach(async () => {
  for (const name of ['contents', 'sources', 'uploads', 'image_generations', 'music_generations', 'video_processing_tasks'])
    await client.query(`delete from ${name}`);
  directory = mkdtempSync(join(tmpdir(), 'gleaner-uploads-'));
  const parts = join(directory, 'uploading');
  mkdirSync(parts);
  services = {
    ...{ db: client.db, blobs: await createBlobStore(directory), disk: { roomBytes: async () => 1000 } },
    settings: { uploads: { directory: parts, maxBytes: 1000, expiryMs: hour, quotaBytes: 100 } },
  };
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

type Row = Partial<typeof uploads.$inferInsert>;
async function addUpload(name: string, values: Row = {}): Promise<string> {
  const id = idOf(name);
  await client.db.insert(uploads).values({ id, userId: 'ada', name, sizeBytes: 10, ...values });
  return id;
}

/** An upload that is whole, with its file. */
async function addWhole(name: string, values: Row = {}): Promise<string> {
  const id = await addUpload(name, { status: 'complete', receivedBytes: 10, blobKey: `uploads/${idOf(name)}`, ...values });
  await services.blobs.put(`uploads/${id}`, Buffer.alloc(10));
  return id;
}

const writePart = (id: string, bytes: number) =>
  writeFileSync(join(services.settings.uploads.directory, id), Buffer.alloc(bytes));
const sizeOf = (id: string) => statSync(join(services.settings.uploads.directory, id)).size;
const parts = () => readdirSync(services.settings.uploads.directory).toSorted();
const blobs = async () => (await services.blobs.list('uploads')).map(({ name }) => name).toSorted();

async function statusOf(): Promise<Record<string, string>> {
  const rows = await client.db.select().from(uploads);
  return Object.fromEntries(rows.map(({ id, status }) => [id.replace(/0+$/, ''), status]));
}

async function ask(
  userId: string,
  method: string,
  path: string,
  headers: object = {},
  server = createUploadServer(services),
): Promise<Response> {
  return server.handle(new Request(`http://localhost/api/uploads${path}`, { method, headers: { ...tus, ...headers } }), userId);
}

test('ACC-02 an upload is found by its owner, and given once it is whole', async () => {
  const [mine, part, beside] = [await addWhole('mine'), await addUpload('part'), await addWhole('beside')];
  const bobs = await addWhole('bobs', { userId: 'bob' });
  expect([(await findUpload(services, mine, 'ada'))?.id, await findUpload(services, bobs, 'ada')]).toEqual([mine, null]);
  for (const odd of ['', '../x', `${mine}x`]) expect(await findUpload(services, odd, 'ada')).toBeNull();
  const require = (uploadId: string) => requireUpload(services, { uploadId, userId: 'ada' });
  await require(mine);
  await require(part);
  await expect(require(bobs)).rejects.toMatchObject({ code: 'upload_not_found' });
  const take = (uploadId: string, executor: Parameters<typeof takeUpload>[1] = client.db) =>
    takeUpload(services, executor, { uploadId, userId: 'ada' });
  await expect(take(bobs)).rejects.toMatchObject({ code: 'upload_not_found' });
  await expect(take(part)).rejects.toMatchObject({ code: 'upload_incomplete' });
  writePart(part, 9);
  await expect(take(part)).rejects.toMatchObject({ code: 'upload_incomplete' });
  expect(await take(mine)).toEqual({ blobKey: `uploads/${mine}`, name: 'mine', sizeBytes: 10 });
  const factsOf = (uploadId: string) => describeUpload(services, { uploadId, userId: 'ada' });
  expect([await factsOf(mine), await factsOf(part)]).toEqual([
    { name: 'mine', sizeBytes: 10 },
    { name: 'part', sizeBytes: 10 },
  ]);
  await expect(factsOf(bobs)).rejects.toMatchObject({ code: 'upload_not_found' });
  expect(await statusOf()).toEqual({ mine: 'taken', part: 'receiving', beside: 'complete', bobs: 'complete' });
  await expect(require(mine)).rejects.toMatchObject({ code: 'upload_not_found' });
  // The process was killed behind the last byte.
  writePart(part, 10);
  expect(await take(part)).toMatchObject({ blobKey: `uploads/${part}` });
  expect([parts(), await blobs()]).toEqual([[], [beside, bobs, mine, part].toSorted()]);
  // It was deleted meanwhile.
  const raced = client.db.transaction(async (tx) => {
    await tx.delete(uploads).where(eq(uploads.id, beside));
    return take(beside, tx);
  });
  await expect(raced).rejects.toMatchObject({ code: 'upload_not_found' });
  expect((await statusOf()).beside).toBe('complete');
});

test('an upload is finished once, from its part or from what an earlier try has stored', async () => {
  const [fromPart, fromBlob, taken] = [
    await addUpload('part'),
    await addUpload('blob'),
    await addWhole('taken', { status: 'taken' }),
  ];
  await addUpload('beside');
  writePart(fromPart, 10);
  await services.blobs.put(`uploads/${fromBlob}`, Buffer.alloc(10));
  for (const id of [fromPart, fromBlob, taken]) await finishUpload(services, id);
  expect(await statusOf()).toEqual({ part: 'complete', blob: 'complete', taken: 'taken', beside: 'receiving' });
  const [row] = await client.db.select().from(uploads).where(eq(uploads.id, fromPart));
  expect(row).toMatchObject({ receivedBytes: 10, blobKey: `uploads/${fromPart}` });
  expect([parts(), await blobs()]).toEqual([[], [fromBlob, fromPart, taken].toSorted()]);
  // The client tried again while the first request was still storing the part.
  const twice = await addUpload('twice');
  writePart(twice, 10);
  await Promise.all([finishUpload(services, twice), finishUpload(services, twice)]);
  expect((await statusOf()).twice).toBe('complete');
  const again = await addUpload('again');
  writePart(again, 10);
  const putTwice = async (key: string, path: string) => {
    await services.blobs.putFile(key, path);
    return services.blobs.putFile(key, path);
  };
  await finishUpload({ ...services, blobs: { ...services.blobs, putFile: putTwice } }, again);
  expect((await statusOf()).again).toBe('complete');
  // Where neither has the file, nothing is complete.
  const nowhere = await addUpload('nowhere');
  writePart(nowhere, 10);
  const gone = { ...services.blobs, putFile: () => Promise.reject(new AppError('file_missing')) };
  await expect(finishUpload({ ...services, blobs: gone }, nowhere)).rejects.toMatchObject({ code: 'file_missing' });
  expect((await statusOf()).nowhere).toBe('receiving');
  // Any other failure is one, also where an earlier try has stored something.
  const full = { ...services.blobs, putFile: () => Promise.reject(new AppError('storage_failed')) };
  const unstored = await addUpload('unstored');
  writePart(unstored, 10);
  await services.blobs.put(`uploads/${unstored}`, Buffer.alloc(3));
  await expect(finishUpload({ ...services, blobs: full }, unstored)).rejects.toMatchObject({ code: 'storage_failed' });
  expect((await statusOf()).unstored).toBe('receiving');
  await expect(finishUpload(services, await addUpload('lost'))).rejects.toMatchObject({ code: 'file_missing' });
  expect((await statusOf()).lost).toBe('receiving');
});

test('an upload is deleted with its files, in the state in which it was seen, and so are all of one user', async () => {
  const [first, second, bobs] = [await addWhole('first'), await addWhole('second'), await addWhole('bobs', { userId: 'bob' })];
  const part = await addUpload('part');
  for (const id of [part, bobs]) writePart(id, 3);
  expect(await deleteUpload(services, first, 'receiving')).toBe(false);
  expect([await statusOf(), await blobs()]).toMatchObject([{ first: 'complete' }, [bobs, first, second].toSorted()]);
  expect(await deleteUpload(services, first, 'complete')).toBe(true);
  expect(await deleteUpload(services, first, 'complete')).toBe(false);
  expect([await statusOf(), await blobs(), parts()]).toEqual([
    { second: 'complete', bobs: 'complete', part: 'receiving' },
    [bobs, second].toSorted(),
    [bobs, part].toSorted(),
  ]);
  await removeUploadsOf(services, 'ada');
  expect([await statusOf(), await blobs(), parts()]).toEqual([{ bobs: 'complete' }, [bobs], [bobs]]);
});

test('a file that cannot be deleted is told of by whoever deletes it', async () => {
  const locked = new AppError('storage_failed');
  const stuck = { ...services, blobs: { ...services.blobs, delete: () => Promise.reject(locked) } };
  const add = async (name: string) => {
    const id = await addWhole(name);
    await ageRow(id, 2 * hour);
    return id;
  };
  const [first] = [await add('first')];
  await expect(removeUploadFiles(stuck, first)).rejects.toBe(locked);
  await expect(deleteUpload(stuck, first, 'complete')).rejects.toBe(locked);
  await add('second');
  await expect(removeExpiredUploads(stuck)).rejects.toBe(locked);
  await add('third');
  await expect(removeUploadsOf(stuck, 'ada')).rejects.toBe(locked);
  await expect(removeLostFiles(stuck, { partMs: -hour, blobMs: -hour })).rejects.toBe(locked);
  expect([await statusOf(), await blobs()]).toEqual([{}, [first, idOf('second'), idOf('third')].toSorted()]);
  // Nor is the blob deleted before the part.
  mkdirSync(join(services.settings.uploads.directory, first));
  await expect(removeUploadFiles(services, first)).rejects.toThrow();
  expect(await blobs()).toContain(first);
});

test('an upload is forgotten by its own file alone', async () => {
  const [first, second] = [await addWhole('first', { status: 'taken' }), await addWhole('second', { status: 'taken' })];
  await forgetUploads(client.db, []);
  await forgetUploads(client.db, [`covers/${first}`, `images/x/${second}.png`]);
  expect(Object.keys(await statusOf())).toEqual(['first', 'second']);
  await forgetUploads(client.db, [`uploads/${first}`, `uploads/${idOf('none')}`]);
  expect(await statusOf()).toEqual({ second: 'taken' });
  expect(await blobs()).toEqual([first, second].toSorted());
});

test('a creation that fails leaves nothing, and no other upload goes with it', async () => {
  const kept = await addUpload('kept');
  const server = createUploadServer(services);
  const create = (length: number) => ask('ada', 'POST', '', { 'upload-length': String(length) }, server);
  // Refused before it has a row.
  expect((await create(0)).status).toBe(400);
  expect((await create(95)).status).toBe(413);
  // A part cannot be written: its row was there already.
  const folder = services.settings.uploads.directory;
  rmSync(folder, { recursive: true });
  symlinkSync(join(directory, 'nowhere'), folder);
  expect((await create(20)).status).toBeGreaterThanOrEqual(500);
  expect(await client.db.select({ id: uploads.id }).from(uploads)).toEqual([{ id: kept }]);
  rmSync(folder);
  mkdirSync(folder);
  const answer = await create(20);
  expect(answer.status).toBe(201);
  const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
  const [row] = await client.db.select().from(uploads).where(eq(uploads.id, id));
  expect(row).toMatchObject({ userId: 'ada', name: 'file', sizeBytes: 20, receivedBytes: 0, status: 'receiving' });
  expect(parts()).toEqual([id]);
});

test('the name of an upload is the last part of a path, without what cannot be stored', async () => {
  const nameOf = async (name: string, key = 'filename') => {
    await client.query('delete from uploads');
    const metadata = `${key} ${Buffer.from(name).toString('base64')}`;
    expect((await ask('ada', 'POST', '', { 'upload-length': '1', 'upload-metadata': metadata })).status).toBe(201);
    return (await client.db.select().from(uploads))[0]?.name;
  };
  expect(await nameOf('C:\\talks\\a/访谈 1.mp4')).toBe('访谈 1.mp4');
  expect(await nameOf(' a\u0000b\u0007.srt ')).toBe('ab.srt');
  expect([await nameOf('a/'), await nameOf('\u0000 ')]).toEqual(['file', 'file']);
  expect(await nameOf('a/talk.mp3', 'name')).toBe('talk.mp3');
  expect(await nameOf(`${'x'.repeat(300)}.mp4`)).toBe('x'.repeat(255));
});

test('ACC-02 a finished upload is deleted and answered for by its owner, and a taken one is deleted by nobody', async () => {
  const [whole, taken, part] = [await addWhole('whole'), await addWhole('taken', { status: 'taken' }), await addUpload('part')];
  writePart(part, 0);
  for (const id of [whole, taken, part])
    for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET']) expect((await ask('bob', method, `/${id}`)).status).toBe(404);
  for (const method of ['GET', 'POST']) expect((await ask('ada', method, `/${whole}`)).status).toBe(404);
  const head = await ask('ada', 'HEAD', `/${taken}`);
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([200, '10', '10']);
  const said = (answer: Response) => [
    answer.status,
    ...['tus-resumable', 'cache-control'].map((name) => answer.headers.get(name)),
  ];
  const rest = ['1.0.0', 'no-store'];
  expect(said(head)).toEqual([200, ...rest]);
  for (const method of ['DELETE', 'PATCH']) expect(said(await ask('ada', method, `/${taken}`))).toEqual([409, ...rest]);
  expect((await ask('ada', 'PATCH', `/${whole}`)).status).toBe(409);
  expect(said(await ask('ada', 'DELETE', `/${whole}`))).toEqual([204, ...rest]);
  // Its part is missing, as after a full disk.
  const lost = await addUpload('lost');
  expect(said(await ask('ada', 'DELETE', `/${lost}`))).toEqual([204, ...rest]);
  expect([await statusOf(), await blobs(), parts()]).toEqual([{ taken: 'taken', part: 'receiving' }, [taken], [part]]);
  expect((await ask('ada', 'DELETE', `/${part}`)).status).toBe(204);
  expect([await statusOf(), parts()]).toEqual([{ taken: 'taken' }, []]);
  // Another request is writing to it, and does not stop in half a minute.
  const written = await addUpload('written', { lockToken: 'another', lockBeatAt: new Date(Date.now() + hour) });
  writePart(written, 4);
  let passedMs = 0;
  const clock = performance.now.bind(performance);
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock() + passedMs);
  try {
    const asking = ask('ada', 'DELETE', `/${written}`);
    await waitFor('the lock to be asked for', async () => (await findUpload(services, written, 'ada'))?.lockWanted || undefined);
    passedMs = 31_000;
    expect((await asking).status).toBe(423);
  } finally {
    now.mockRestore();
  }
  expect([await statusOf(), parts()]).toEqual([{ taken: 'taken', written: 'receiving' }, [written]]);
});

test('an upload that is finished while its deletion waits is kept', async () => {
  const beat = { lockToken: 'another', lockBeatAt: new Date(Date.now() + hour) };
  const [id] = [await addUpload('finished', beat), await addUpload('beside')];
  writePart(id, 10);
  const asking = ask('ada', 'DELETE', `/${id}`);
  await waitFor('the lock to be asked for', async () => (await findUpload(services, id, 'ada'))?.lockWanted || undefined);
  await finishUpload(services, id);
  await client.db.update(uploads).set({ lockToken: null, lockBeatAt: null }).where(eq(uploads.id, id));
  await asking;
  expect([await statusOf(), await blobs()]).toEqual([{ finished: 'complete', beside: 'receiving' }, [id]]);
});

test('a writer that may have lost its lock writes no more, and a piece is four megabytes', async () => {
  const pieceBytes = 4 * 1024 ** 2;
  let [room, passedMs] = [pieceBytes, 0];
  const server = createUploadServer({ ...services, disk: { roomBytes: async () => room } });
  const send = async (id: string, body: Buffer<ArrayBuffer> | ReadableStream, offset = 0) => {
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const request = { method: 'PATCH', headers, body, duplex: 'half' } as const;
    return (await server.handle(new Request(`http://localhost/api/uploads/${id}`, request), 'ada')).status;
  };
  const id = await addUpload('paused', { sizeBytes: 30 });
  writePart(id, 0);
  expect(await send(id, Buffer.alloc(5))).toBe(204);
  room = pieceBytes - 1;
  expect(await send(id, Buffer.alloc(5), 5)).toBe(507);
  room = pieceBytes;
  const clock = performance.now.bind(performance);
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock() + passedMs);
  try {
    const body = new ReadableStream({
      async pull(controller) {
        // What came before has been written.
        if (sizeOf(id) === 10) passedMs = 4000;
        controller.enqueue(Buffer.alloc(passedMs === 0 ? 5 : 1));
        if (passedMs > 0) controller.close();
        await waitFor('the bytes on disk', () => sizeOf(id) === 10 || undefined);
      },
    });
    expect(await send(id, body, 5)).toBe(423);
  } finally {
    now.mockRestore();
  }
  expect(sizeOf(id)).toBe(10);
});

test('free space is looked at before each piece, and a piece needs as much as it may hold', async () => {
  const asked: number[] = [];
  let room = 10;
  const disk = {
    roomBytes: async () => {
      asked.push(room);
      return room;
    },
  };
  const server = createUploadServer({ ...services, disk }, { pieceBytes: 10 });
  const send = async (id: string, chunks: readonly number[]) => {
    asked.length = 0;
    const body = new ReadableStream({
      async start(controller) {
        for (const bytes of chunks) controller.enqueue(Buffer.alloc(bytes));
        controller.close();
      },
    });
    const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const request = { method: 'PATCH', headers, body, duplex: 'half' } as const;
    return (await server.handle(new Request(`http://localhost/api/uploads/${id}`, request), 'ada')).status;
  };
  const [first, second] = [await addUpload('first', { sizeBytes: 30 }), await addUpload('second', { sizeBytes: 30 })];
  for (const id of [first, second]) writePart(id, 0);
  expect(await send(first, [5, 5, 5, 5, 9, 1])).toBe(204);
  expect(asked).toEqual([10, 10, 10]);
  room = 9;
  expect([await send(second, [5]), asked]).toEqual([507, [9]]);
  expect(await statusOf()).toEqual({ first: 'complete', second: 'receiving' });
});

test('files that no row names are removed once they are old, each counted once, however many', async () => {
  const [kept, known, used] = [await addUpload('kept'), await addWhole('known'), idOf('used')];
  await client.db.insert(sources).values({ key: `file:${used}`, blobKey: `uploads/${used}` });
  await services.blobs.put(`uploads/${used}`, Buffer.alloc(1));
  const folder = services.settings.uploads.directory;
  const old = new Date(Date.now() - 2 * hour);
  const age = (path: string) => utimesSync(path, old, old);
  for (const id of [kept, ...Array.from({ length: 1005 }, (_, n) => `lost-${n}`)]) {
    writePart(id, 0);
    age(join(folder, id));
  }
  writePart('young', 0);
  mkdirSync(join(folder, 'a-folder'));
  age(join(folder, 'a-folder'));
  for (let n = 0; n < 502; n++) writeFileSync(join(directory, 'blobs/uploads', `gone-${n}`), '');
  for (const name of readdirSync(join(directory, 'blobs/uploads'))) age(join(directory, 'blobs/uploads', name));
  await services.blobs.put('uploads/fresh', Buffer.alloc(1));
  await services.blobs.put('covers/other', Buffer.alloc(1));
  age(join(directory, 'blobs/covers/other'));
  expect(await removeLostFiles(services, { partMs: hour, blobMs: hour })).toBe(1005 + 502);
  expect([parts(), await blobs()]).toEqual([['a-folder', kept, 'young'].toSorted(), ['fresh', known, used].toSorted()]);
  expect(existsSync(join(directory, 'blobs/covers/other'))).toBe(true);
  expect(await removeLostFiles(services, { partMs: hour, blobMs: hour })).toBe(0);
});

test('a file is lost when it was last written exactly so long ago, and what is no file is passed over', async () => {
  const folder = services.settings.uploads.directory;
  const at = new Date(Date.UTC(2026, 0, 1));
  const later = new Date(at.getTime() + 1);
  for (const [name, written] of [
    ['old', at],
    ['young', later],
  ] as const) {
    writePart(name, 1);
    await services.blobs.put(`uploads/${name}`, Buffer.alloc(1));
    for (const path of [join(folder, name), join(directory, 'blobs/uploads', name)]) utimesSync(path, written, written);
  }
  symlinkSync(join(directory, 'nowhere'), join(folder, 'a-link'));
  vi.useFakeTimers({ toFake: ['Date'], now: at.getTime() + hour });
  try {
    expect(await removeLostFiles(services, { partMs: hour, blobMs: hour })).toBe(2);
  } finally {
    vi.useRealTimers();
  }
  expect([parts(), await blobs()]).toEqual([['a-link', 'young'], ['young']]);
});

test('ACC-12 the files that an import is still storing are left alone, and lost ones are not', async () => {
  const stored = { storing: hour / 2, storedLong: 1.2 * hour, lost: 3 * hour };
  for (const [name, ageMs] of Object.entries(stored)) {
    await services.blobs.put(`uploads/${name}`, Buffer.alloc(1));
    const at = new Date(Date.now() - ageMs);
    utimesSync(join(directory, 'blobs/uploads', name), at, at);
  }
  await createCleanUploads(services).run({}, { logger: { info: () => {} } } as unknown as JobContext);
  expect(await blobs()).toEqual(['storedLong', 'storing']);
});

test('parts without a row are lost after a quarter of an hour, and only what was removed is told', async () => {
  const lines: unknown[] = [];
  const logger = { info: (...all: unknown[]) => void lines.push(all) };
  const clean = () => createCleanUploads(services).run({}, { logger } as unknown as JobContext);
  await clean();
  lines.length = 0;
  await clean();
  expect(lines).toEqual([]);
  const minute = hour / 60;
  const folder = services.settings.uploads.directory;
  for (const [name, ageMs] of Object.entries({ paused: 14 * minute, lost: 16 * minute, other: day })) {
    writePart(name, 1);
    const at = new Date(Date.now() - ageMs);
    utimesSync(join(folder, name), at, at);
  }
  await addWhole('left');
  await ageRow(idOf('left'), 2 * hour);
  await clean();
  expect(lines).toEqual([[{ expired: 1, lost: 2 }, 'expired uploads and lost files removed']]);
  expect([parts(), await statusOf()]).toEqual([['paused'], {}]);
});

const aged = (ms: number) => sql`now() - ${ms} * interval '1 millisecond'`;
const ageRow = (id: string, ms: number) =>
  client.db
    .update(uploads)
    .set({ updatedAt: aged(ms) })
    .where(eq(uploads.id, id));
const day = 24 * hour;

test('uploads that nobody goes on with expire, and taken ones that no content came of', async () => {
  const ids = {
    ...{ part: await addUpload('part'), whole: await addWhole('whole') },
    ...{ vain: await addWhole('vain', { status: 'taken' }), used: await addWhole('used', { status: 'taken' }) },
    ancient: await addWhole('ancient', { status: 'taken' }),
  };
  await client.db.insert(sources).values({ key: `file:${ids.used}`, blobKey: `uploads/${ids.used}` });
  for (const id of Object.values(ids)) await ageRow(id, hour - 60_000);
  await ageRow(ids.ancient, hour + 8 * day);
  expect(await removeExpiredUploads(services)).toBe(0);
  for (const id of [ids.part, ids.whole, ids.vain, ids.used]) await ageRow(id, hour + 60_000);
  await ageRow(await addUpload('fresh'), hour - 60_000);
  const lines: unknown[] = [];
  const context = { logger: { info: (details: unknown) => lines.push(details) } } as unknown as JobContext;
  writePart(ids.part, 4);
  // Checked for a week after they have expired.
  await ageRow(await addWhole('late', { status: 'taken' }), hour + 7 * day - 60_000);
  await ageRow(await addWhole('later', { status: 'taken' }), hour + 7 * day + 60_000);
  await createCleanUploads(services).run({}, context);
  expect(lines).toEqual([{ expired: 4, lost: expect.any(Number) }]);
  expect(await statusOf()).toEqual({ used: 'taken', ancient: 'taken', later: 'taken', fresh: 'receiving' });
  expect([await blobs(), parts()]).toEqual([[ids.ancient, idOf('later'), ids.used].toSorted(), []]);
});

async function keepFor(userId: string, name: string, storedBytes: number): Promise<void> {
  const url = `https://a.example/${name}`;
  const [source] = await client.db.insert(sources).values({ key: url, url, storedBytes }).returning({ id: sources.id });
  const values = { title: name, contentType: 'online', noteLanguage: 'en' } as const;
  await client.db.insert(contents).values({ ...values, userId, sourceId: source?.id ?? '' });
}

test('a quota counts the uploads and the stored files of its user, to the byte', async () => {
  const reserve = (name: string, sizeBytes: number, userId = 'ada') =>
    reserveUpload(services, { id: idOf(name), userId, name, sizeBytes });
  await addWhole('taken', { status: 'taken' });
  await keepFor('ada', 'kept', 30);
  await keepFor('bob', 'bobs', 90);
  await addWhole('theirs', { userId: 'bob' });
  await expect(requireQuota(services, 'bob')).rejects.toMatchObject({ code: 'storage_quota' });
  await requireQuota(services, 'ada');
  await expect(reserve('large', 61)).rejects.toMatchObject({
    code: 'storage_quota',
    params: { used: '0 MB', most: '0 MB' },
  });
  await reserve('exact', 60);
  await expect(requireQuota(services, 'ada')).rejects.toMatchObject({ code: 'storage_quota' });
  expect(Object.keys(await statusOf()).toSorted()).toEqual(['exact', 'taken', 'theirs']);
  const { uploads: settings } = services.settings;
  await addWhole('huge', { sizeBytes: 2_000_000 });
  const larger = { ...services, settings: { uploads: { ...settings, quotaBytes: 1_000_000 } } };
  await expect(requireQuota(larger, 'ada')).rejects.toMatchObject({ params: { used: '1.9 MB', most: '1 MB' } });
  // Without a quota all have what the disk has.
  await requireQuota({ ...services, settings: { uploads: { ...settings, quotaBytes: null } } }, 'bob');
});

test('a quota counts what was made of the contents of its user', async () => {
  const { uploads: settings } = services.settings;
  const larger = { ...services, settings: { uploads: { ...settings, quotaBytes: 10_000_000 } } };
  const make = async (userId: string, storedBytes: number) => {
    const taskId = '00000000-0000-4000-8000-000000000001';
    await client.db.insert(imageGenerations).values({ userId, operationName: taskId, storedBytes });
    await client.db.insert(musicGenerations).values({ userId, taskId, title: 'x', provider: 'x', storedBytes: 2 * storedBytes });
    await client.db.insert(videoProcessingTasks).values({ userId, videoUrl: 'x', storedBytes: 4 * storedBytes });
  };
  await make('ada', 1_000_000);
  await requireQuota(larger, 'ada');
  await make('bob', 2_000_000);
  await requireQuota(larger, 'ada');
  await expect(requireQuota(larger, 'bob')).rejects.toMatchObject({ params: { used: '13.4 MB', most: '9.5 MB' } });
});

test('what is reserved at once is counted one after the other, and nobody reserves before the end', async () => {
  const reserveIn = (from: UploadServices, name: string, sizeBytes: number) =>
    reserveUpload(from, { id: idOf(name), userId: 'ada', name, sizeBytes });
  const within = (tx: Tx) => ({ ...services, db: tx as unknown as UploadServices['db'] });
  const importIn = (tx: Tx, name: string, sizeBytes: number) =>
    takeImportedFiles(services, tx, { userId: 'ada', files: [{ id: idOf(name), name, sizeBytes }], insteadOf: 'none' });
  const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
  const reserve = (name: string, sizeBytes: number) => reserveIn(services, name, sizeBytes).catch(codeOf);
  expect(
    await meanwhile(
      client,
      (tx) => reserveIn(within(tx), 'first', 30),
      () => reserve('large', 71),
    ),
  ).toBe('storage_quota');
  expect(
    await meanwhile(
      client,
      (tx) => importIn(tx, 'second', 30),
      () => reserve('large', 41),
    ),
  ).toBe('storage_quota');
  const imported = () => client.db.transaction((tx) => importIn(tx, 'large', 21)).catch(codeOf);
  expect(await meanwhile(client, (tx) => reserveIn(within(tx), 'third', 20), imported)).toBe('storage_quota');
  expect(await statusOf()).toEqual({ first: 'receiving', second: 'taken', third: 'receiving' });
  const free: unknown[] = [];
  const roomBytes = async () => {
    free.push(...(await client.query('select pg_try_advisory_xact_lock(5518204093) as free')));
    return 1000;
  };
  await reserveIn({ ...services, disk: { roomBytes } }, 'fourth', 20);
  await roomBytes();
  expect(free).toEqual([{ free: false }, { free: true }]);
});

test('the disk has room for what is promised and no more, and what has arrived is promised no longer', async () => {
  const { uploads: settings } = services.settings;
  const unlimited = { ...services, settings: { uploads: { ...settings, quotaBytes: null } } };
  const reserve = (name: string, sizeBytes: number, roomBytes: number) =>
    reserveUpload(
      { ...unlimited, disk: { roomBytes: async () => roomBytes } },
      { id: idOf(name), userId: 'ada', name, sizeBytes },
    );
  await addUpload('part', { sizeBytes: 50, receivedBytes: 20 });
  await addWhole('whole', { sizeBytes: 500, receivedBytes: 10 });
  expect(await outstandingUploadBytes(client.db)).toBe(30);
  await expect(reserve('large', 71, 100)).rejects.toMatchObject({ code: 'storage_failed' });
  await reserve('exact', 70, 100);
  expect(await outstandingUploadBytes(client.db)).toBe(100);
  expect(Object.keys(await statusOf()).toSorted()).toEqual(['exact', 'part', 'whole']);
});

test('announced files that nothing is sent of stop holding the disk, and asking for them keeps none of them', async () => {
  const minute = 60_000;
  for (const name of ['one', 'two']) await addUpload(name, { sizeBytes: 5000 });
  const [young, sending] = [await addUpload('young', { sizeBytes: 20 }), await addUpload('sending', { sizeBytes: 30 })];
  writePart(sending, 4);
  for (const name of ['one', 'two']) await ageRow(idOf(name), 9 * minute);
  for (const id of [young, sending]) await ageRow(id, 7 * minute);
  const touched = async (id: string) => (await findUpload(services, id, 'ada'))?.updatedAt.getTime() ?? 0;
  const one = idOf('one');
  writePart(one, 0);
  const before = await touched(one);
  expect((await ask('ada', 'HEAD', `/${one}`)).status).toBe(200);
  expect(await touched(one)).toBe(before);
  expect(await outstandingUploadBytes(client.db)).toBe(50);
  expect((await ask('bob', 'POST', '', { 'upload-length': '90' })).status).toBe(201);
  // Bytes that arrive do.
  const [was, server] = [await touched(sending), createUploadServer(services, { pieceBytes: 1 })];
  const headers = { ...tus, 'upload-offset': '4', 'content-type': 'application/offset+octet-stream' };
  const url = `http://localhost/api/uploads/${sending}`;
  expect((await server.handle(new Request(url, { method: 'PATCH', headers, body: Buffer.alloc(3) }), 'ada')).status).toBe(204);
  expect(await touched(sending)).toBeGreaterThan(was);
  expect(await outstandingUploadBytes(client.db)).toBe(20 + 23 + 90);
});

test('a guest has the space of one largest file reserved at once', async () => {
  await client.query(`insert into "user" (id, name, email, is_anonymous) values ('guest', '', 'guest@example.org', true)`);
  const { uploads: settings } = services.settings;
  const all = { ...services, disk: { roomBytes: async () => 10_000 }, settings: { uploads: { ...settings, quotaBytes: null } } };
  const reserve = (name: string, userId: string, sizeBytes: number) =>
    reserveUpload(all, { id: idOf(name), userId, name, sizeBytes });
  await reserve('first', 'guest', 700);
  await expect(reserve('second', 'guest', 301)).rejects.toMatchObject({ code: 'busy' });
  await reserve('third', 'guest', 300);
  for (const name of ['mine', 'also-mine']) await reserve(name, 'ada', 900);
  for (const name of ['first', 'third']) await ageRow(idOf(name), hour / 3);
  await reserve('later', 'guest', 1000);
  // Others' files take nothing of theirs, and one file alone is never too much here.
  await client.query(`insert into "user" (id, name, email, is_anonymous) values ('visitor', '', 'visitor@example.org', true)`);
  await reserve('theirs', 'visitor', 400);
  await expect(reserve('more', 'visitor', 601)).rejects.toMatchObject({
    ...{ code: 'busy', message: 'busy: a guest has too much space reserved' },
  });
  await reserve('rest', 'visitor', 600);
  await ageRow(idOf('theirs'), hour / 3);
  await ageRow(idOf('rest'), hour / 3);
  await reserve('whole', 'visitor', 1001);
});

test('ACC-12 imported files take the place of their archive, which counts no longer, or are refused whole', async () => {
  const archive = await addWhole('archive', { sizeBytes: 70, status: 'taken' });
  await addWhole('beside');
  const bobs = await addWhole('bobs', { userId: 'bob', sizeBytes: 100 });
  const files = ['one', 'two'].map((name) => ({ id: idOf(name), name, sizeBytes: 45 }));
  const take = (sizes: typeof files, insteadOf: string) =>
    client.db.transaction((tx) => takeImportedFiles(services, tx, { userId: 'ada', files: sizes, insteadOf }));
  const larger = files.map((file) => ({ ...file, sizeBytes: 46 }));
  await expect(take(larger, `uploads/${archive}`)).rejects.toMatchObject({ code: 'storage_quota' });
  await expect(take(files, `uploads/${bobs}`)).rejects.toMatchObject({ code: 'storage_quota' });
  expect(Object.keys(await statusOf()).toSorted()).toEqual(['archive', 'beside', 'bobs']);
  await take(files, `uploads/${archive}`);
  expect(await statusOf()).toEqual({ beside: 'complete', bobs: 'complete', one: 'taken', two: 'taken' });
  const [one] = await client.db
    .select()
    .from(uploads)
    .where(eq(uploads.id, idOf('one')));
  expect(one).toMatchObject({ userId: 'ada', sizeBytes: 45, receivedBytes: 45, blobKey: `uploads/${idOf('one')}`, name: 'one' });
});

test('ACC-02 a visitor’s first file makes the account that owns it, and one that is refused makes none', async () => {
  const done: string[] = [];
  const [known, made] = [{ id: 'ada' }, { id: 'bob' }] as unknown as AuthUser[];
  const app = new Hono().route(
    '/api/uploads',
    createUploadRoutes({
      services,
      isSameOrigin: (c) => c.req.header('x-from') === undefined,
      getUser: async (c) => (c.req.header('x-user') ? (known ?? null) : null),
      createAccount: async () => {
        done.push('made');
        return { user: made as AuthUser, setCookies: ['a=1', 'b=2'] };
      },
      keepSession: async ({ id }) => {
        await setImmediate();
        done.push(`kept ${id}`);
      },
    }),
  );
  const send = async (method: string, path: string, headers: object = {}) => {
    const answer = await app.request(`/api/uploads${path}`, { method, headers: { ...tus, ...headers } });
    const text = await answer.text();
    const code = /"code":"([a-z_]+)"/.exec(text)?.[1] ?? null;
    return [answer.status, code, answer.headers.getSetCookie(), done.splice(0)];
  };
  const length = (bytes: number | string) => ({ 'upload-length': String(bytes) });
  for (const method of ['POST', 'HEAD', 'DELETE'])
    expect((await send(method, '', { ...length(9), 'x-from': 'elsewhere', 'x-user': 'ada' })).slice(0, 1)).toEqual([403]);
  expect(await send('POST', '', { ...length(9), 'x-from': 'elsewhere' })).toEqual([403, 'bad_request', [], []]);
  expect(await send('HEAD', `/${idOf('any')}`)).toEqual([404, null, [], []]);
  expect(await send('POST', '/more', length(9))).toEqual([404, 'upload_not_found', [], []]);
  for (const wrong of ['0', '', 'nine', '9x', 'x9', '1'.repeat(16)])
    expect(await send('POST', '', length(wrong)), wrong).toEqual([400, 'bad_request', [], []]);
  expect(await send('POST', '', { ...length(9), 'tus-resumable': '0.2' })).toEqual([400, 'bad_request', [], []]);
  expect(await send('POST', '', length(1001))).toEqual([413, 'file_too_large', [], []]);
  expect(await send('POST', '', length(1000))).toEqual([413, 'storage_quota', ['a=1', 'b=2'], ['made']]);
  expect(await send('POST', '', length(99))).toEqual([201, null, ['a=1', 'b=2'], ['made', 'kept bob']]);
  expect(await send('POST', '', { ...length(98), 'x-user': 'ada' })).toEqual([201, null, [], ['kept ada']]);
  expect(await send('POST', '', { ...length(1001), 'x-user': 'ada' })).toEqual([413, 'file_too_large', [], []]);
  const rows = await client.db.select().from(uploads).orderBy(uploads.sizeBytes);
  expect(rows.map(({ userId, sizeBytes }) => [userId, sizeBytes])).toEqual([
    ['ada', 98],
    ['bob', 99],
  ]);
  expect(await send('HEAD', `/${rows[0]?.id}`, { 'x-user': 'ada' })).toEqual([200, null, [], []]);
});
