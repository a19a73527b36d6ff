/** The ledger of promised bytes, whatever happens to uploads in whatever order. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { uploads } from '#db/schema/uploads.ts';
import { removeExpiredUploads } from '#features/uploads/server/clean-uploads.handler.ts';
import { forgetUploads, takeUpload } from '#features/uploads/server/index.ts';
import { beatLock, releaseLock, takeLock } from '#features/uploads/server/lock-rows.ts';
import { removeLostFiles } from '#features/uploads/server/lost-files.ts';
import { createUploadLocks } from '#features/uploads/server/upload-locks.ts';
import { createUploadServer, type UploadServer } from '#features/uploads/server/upload-server.ts';
import type { UploadServices } from '#features/uploads/server/upload-services.ts';
import { createBlobStore } from '#infra/storage/blobs.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';
import { tus } from '../harness/http/tus.ts';
import { waitFor } from '../harness/wait.ts';

let client: DatabaseClient;
openOwnDatabase(
  (own) => {
    client = own;
  },
  { max: 6 },
);
beforeAll(async () => {
  for (const id of ['ada', 'ben'])
    await client.db
      .insert(user)
      .values({ id, name: id, email: `${id}@example.com`, createdAt: new Date(), updatedAt: new Date() });
});
// Removed at the end: the upload library creates its folder asynchronously, and throws when the parent is gone by then.
const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-ledger-'));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const capacity = 1000;
const quota = 700;
const base = 'http://localhost/api/uploads';

/** A disk of `capacity` bytes, whose use is what really lies in the folder. */
function usedIn(directory: string): number {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

type Known = { id: string; userId: string; size: number; sent: number };
type World = { services: UploadServices; server: UploadServer; directory: string; known: Known[] };

async function openWorld(directory: string): Promise<World> {
  const { db } = client;
  const blobs = await createBlobStore(directory);
  const disk = { roomBytes: async () => capacity - usedIn(directory) };
  const parts = join(directory, 'uploading');
  mkdirSync(parts);
  const uploads = { directory: parts, maxBytes: capacity, expiryMs: 3_600_000, quotaBytes: quota };
  const services = { db, blobs, disk, settings: { uploads } };
  return { services, server: createUploadServer(services, { pieceBytes: 1 }), directory, known: [] };
}

async function ask(world: World, userId: string, method: string, path: string, headers: object, body?: Uint8Array) {
  const request = new Request(`${base}${path}`, {
    method,
    headers: { ...tus, ...headers },
    ...(body ? { body: Buffer.from(body) } : {}),
  });
  return world.server.handle(request, userId);
}

const create = (userId: string, size: number) => async (world: World) => {
  const answer = await ask(world, userId, 'POST', '', { 'upload-length': String(size) });
  expect([201, 413, 507]).toContain(answer.status);
  const id = answer.headers.get('location')?.split('/').at(-1);
  if (answer.status === 201 && id) world.known.push({ id, userId, size, sent: 0 });
};

const receive = (pick: number, count: number) => async (world: World) => {
  const found = world.known[pick % Math.max(1, world.known.length)];
  if (!found || found.sent === found.size) return;
  const bytes = new Uint8Array(Math.min(count, found.size - found.sent));
  const headers = { 'upload-offset': String(found.sent), 'content-type': 'application/offset+octet-stream' };
  const answer = await ask(world, found.userId, 'PATCH', `/${found.id}`, headers, bytes);
  expect(answer.status).toBe(204);
  found.sent += bytes.length;
};

const abort = (pick: number) => async (world: World) => {
  const [found] = world.known.splice(pick % Math.max(1, world.known.length), 1);
  if (found) expect((await ask(world, found.userId, 'DELETE', `/${found.id}`, {})).status).toBe(204);
};

const expire = (pick: number) => async (world: World) => {
  const [found] = world.known.splice(pick % Math.max(1, world.known.length), 1);
  if (!found) return;
  await client.db.update(uploads).set({ updatedAt: sql`now() - interval '2 hours'` }).where(eq(uploads.id, found.id));
  expect(await removeExpiredUploads(world.services)).toBe(1);
};

/** A finished upload becomes a content's, and the content is deleted. */
const takeAndForget = (pick: number) => async (world: World) => {
  const whole = world.known.filter(({ sent, size }) => sent === size);
  const found = whole[pick % Math.max(1, whole.length)];
  if (!found) return;
  const { blobKey } = await takeUpload(world.services, client.db, { uploadId: found.id, userId: found.userId });
  await forgetUploads(client.db, [blobKey]);
  await removeLostFiles(world.services, { partMs: -60_000, blobMs: -60_000 });
  world.known.splice(world.known.indexOf(found), 1);
};

async function checkLedger(world: World): Promise<void> {
  const rows = await client.db.select().from(uploads);
  const reserved = rows
    .filter(({ status }) => status === 'receiving')
    .reduce((sum, { sizeBytes, receivedBytes }) => sum + (sizeBytes - receivedBytes), 0);
  expect(reserved).toBe(world.known.reduce((sum, { size, sent }) => sum + (size - sent), 0));
  expect(Math.min(0, ...rows.map(({ sizeBytes, receivedBytes }) => sizeBytes - receivedBytes))).toBe(0);
  expect(reserved + usedIn(world.directory)).toBeLessThanOrEqual(capacity);
  for (const userId of ['ada', 'ben']) {
    const total = rows.filter((row) => row.userId === userId).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    expect(total).toBeLessThanOrEqual(quota);
  }
  expect(usedIn(world.directory)).toBe(world.known.reduce((sum, { sent }) => sum + sent, 0));
}

const pick = fc.nat(20);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('ada', 'ben'), fc.integer({ min: 1, max: 450 })).map(([who, size]) => create(who, size)),
  },
  { weight: 4, arbitrary: fc.tuple(pick, fc.integer({ min: 1, max: 450 })).map(([at, count]) => receive(at, count)) },
  { weight: 1, arbitrary: pick.map(abort) },
  { weight: 1, arbitrary: pick.map(expire) },
  { weight: 1, arbitrary: pick.map(takeAndForget) },
);

test('reserved bytes are the rest of unfinished uploads, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const directory = newFolder();
      await client.db.delete(uploads);
      const world = await openWorld(directory);
      for (const run of steps) {
        await run(world);
        await checkLedger(world);
      }
    }),
    { numRuns: 30 },
  );
});

test('concurrent creations reserve free space once', async () => {
  const directory = newFolder();
  await client.db.delete(uploads);
  const world = await openWorld(directory);
  await Promise.all(Array.from({ length: 12 }, (_, index) => create(index % 2 === 0 ? 'ada' : 'ben', 150)(world)));
  expect(world.known).toHaveLength(6);
  await checkLedger(world);
});

test('a writer whose lock was taken over is refused', async () => {
  await client.db.delete(uploads);
  await client.db.insert(uploads).values({ id: 'paused-upload', userId: 'ada', name: 'a', sizeBytes: 10 });
  const [paused, next] = [createUploadLocks(client.db, async () => 4), createUploadLocks(client.db, async () => 4)];
  const { signal } = new AbortController();
  let asked = false;
  const first = paused.newLock('paused-upload');
  await first.lock(signal, () => {
    asked = true;
  });
  expect(() => paused.requireHeld('paused-upload')).not.toThrow();
  expect(() => next.requireHeld('paused-upload')).toThrow('busy');
  // As after a long pause of its process: silent for too long, and taken by another.
  await client.db.update(uploads).set({ lockToken: null });
  const second = next.newLock('paused-upload');
  await second.lock(signal, () => undefined);
  await waitFor('the first writer to be told', () => (asked ? true : undefined));
  expect(() => paused.requireHeld('paused-upload')).toThrow('busy');
  expect(() => next.requireHeld('paused-upload')).not.toThrow();
  // The first cannot free what is the second's.
  await first.unlock();
  expect((await client.db.select().from(uploads))[0]?.lockToken).not.toBeNull();
  await second.unlock();
  expect((await client.db.select().from(uploads))[0]).toMatchObject({ lockToken: null, receivedBytes: 4 });
  await expect(next.newLock('no-such-upload').lock(signal, () => undefined)).rejects.toMatchObject({ code: 'upload_not_found' });
});

test('a writer waits half a minute for another’s lock, and no longer', async () => {
  await client.db.delete(uploads);
  await client.db.insert(uploads).values({ id: 'held-upload', userId: 'ada', name: 'a', sizeBytes: 10 });
  const [holder, waiter] = [createUploadLocks(client.db, async () => 0), createUploadLocks(client.db, async () => 0)];
  const { signal } = new AbortController();
  const held = holder.newLock('held-upload');
  await held.lock(signal, () => undefined);
  let passedMs = 0;
  const clock = performance.now.bind(performance);
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock() + passedMs);
  try {
    const waiting = waiter.newLock('held-upload');
    const settled = vi.fn();
    const asking = waiting.lock(signal, () => undefined).finally(settled);
    passedMs = 29_000;
    await waitFor('the lock to be asked for', async () => (await client.db.select().from(uploads))[0]?.lockWanted || undefined);
    expect(settled).not.toHaveBeenCalled();
    passedMs = 30_001;
    await expect(asking).rejects.toMatchObject({ code: 'busy' });
    expect(() => waiter.requireHeld('held-upload')).toThrow('busy');
  } finally {
    now.mockRestore();
    await held.unlock();
  }
});

test('a lock is one writer’s while it beats, and another upload’s is left alone', async () => {
  const { db } = client;
  await db.delete(uploads);
  for (const id of ['first', 'second']) await db.insert(uploads).values({ id, userId: 'ada', name: id, sizeBytes: 10 });
  const rows = async () => {
    const all = await db.select().from(uploads).orderBy(uploads.id);
    return all.map(({ lockToken, lockWanted, receivedBytes }) => [lockToken, lockWanted, receivedBytes]);
  };
  expect(await takeLock(db, 'first', 'ada')).toBe(true);
  expect(await takeLock(db, 'second', 'cleo')).toBe(true);
  expect(await takeLock(db, 'first', 'ben')).toBe(false);
  expect(await rows()).toEqual([
    ['ada', true, 0],
    ['cleo', false, 0],
  ]);
  expect(await beatLock(db, 'first', { token: 'ada', sizeOnDisk: 4 })).toEqual({ wanted: true });
  expect(await beatLock(db, 'second', { token: 'ada', sizeOnDisk: 4 })).toBeNull();
  await releaseLock(db, 'second', { token: 'ada', sizeOnDisk: 4 });
  expect(await rows()).toEqual([
    ['ada', true, 4],
    ['cleo', false, 0],
  ]);
  const silentFor = (seconds: number) =>
    db
      .update(uploads)
      .set({ lockBeatAt: sql`now() - make_interval(secs => ${seconds})` })
      .where(eq(uploads.id, 'first'));
  await silentFor(4);
  expect(await takeLock(db, 'first', 'ben')).toBe(false);
  await silentFor(6);
  expect(await takeLock(db, 'first', 'ben')).toBe(true);
  expect(await beatLock(db, 'first', { token: 'ada', sizeOnDisk: 9 })).toBeNull();
  await releaseLock(db, 'first', { token: 'ada', sizeOnDisk: 9 });
  expect(await rows()).toEqual([
    ['ben', false, 4],
    ['cleo', false, 0],
  ]);
  // More lies on the disk than was announced: the row says no more than that.
  await releaseLock(db, 'first', { token: 'ben', sizeOnDisk: 11 });
  expect(await rows()).toEqual([
    [null, false, 10],
    ['cleo', false, 0],
  ]);
});

/** One upload, and the locks of one process, with a clock and a heart that go by hand. */
async function keepLocks() {
  const { db } = client;
  await db.delete(uploads);
  await db.insert(uploads).values({ id: 'kept-upload', userId: 'ada', name: 'a', sizeBytes: 10 });
  const world = { isAway: false, nowMs: 1000, beats: 0, size: async () => 4 };
  const reached = new Proxy(db, {
    get(target, name) {
      if (world.isAway) throw new Error('the database is away');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const locks = createUploadLocks(reached, () => {
    world.beats++;
    return world.size();
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => world.nowMs);
  const row = async () => (await db.select().from(uploads))[0];
  const received = (bytes: number) =>
    waitFor('the bytes in the row', async () => ((await row())?.receivedBytes === bytes ? true : undefined));
  const { signal } = new AbortController();
  return { world, locks, row, received, signal };
}

test('a lock beats one at a time, also while the database is away, and is trusted for so long', async () => {
  const { world, locks, row, received, signal } = await keepLocks();
  const started = vi.spyOn(globalThis, 'setInterval');
  let asked = 0;
  let release: () => unknown = () => undefined;
  try {
    const lock = locks.newLock('kept-upload');
    await lock.lock(signal, () => {
      asked++;
      return release() as undefined;
    });
    // It keeps no process running.
    const timer = started.mock.results.at(-1)?.value as NodeJS.Timeout;
    expect(timer.hasRef()).toBe(false);
    world.nowMs = 2000;
    vi.advanceTimersByTime(499);
    expect(world.beats).toBe(0);
    const held = Promise.withResolvers<number>();
    world.size = () => held.promise;
    vi.advanceTimersByTime(1501);
    expect(world.beats).toBe(1);
    world.nowMs = 3000;
    held.resolve(5);
    await received(5);
    world.size = async () => 6;
    // The beat was asked for at 2000.
    await waitFor('the beat to count', () => {
      world.nowMs = 5500;
      try {
        locks.requireHeld('kept-upload');
        return true;
      } catch {
        return undefined;
      }
    });
    world.nowMs = 5501;
    expect(() => locks.requireHeld('kept-upload')).toThrow('busy: the lock may be lost');
    world.nowMs = 5500;
    vi.advanceTimersByTime(500);
    await received(6);
    expect([world.beats, asked]).toEqual([2, 0]);
    // Without an answer it is kept.
    await setImmediate();
    world.isAway = true;
    vi.advanceTimersByTime(500);
    await setImmediate();
    world.isAway = false;
    expect([world.beats, asked]).toEqual([3, 0]);
    expect(() => locks.requireHeld('kept-upload')).not.toThrow();
    // Another asks for it: its writer is told, and the lock is not given back before the writer has answered.
    expect(await takeLock(client.db, 'kept-upload', 'another')).toBe(false);
    const told = Promise.withResolvers<void>();
    release = () => told.promise;
    vi.advanceTimersByTime(500);
    await waitFor('the writer to be told', () => asked || undefined);
    const unlocking = lock.unlock();
    await setImmediate();
    expect(world.beats).toBe(4);
    told.resolve();
    await unlocking;
    expect([world.beats, (await row())?.lockToken]).toEqual([5, null]);
    expect(() => locks.requireHeld('kept-upload')).toThrow('busy');
    vi.advanceTimersByTime(1000);
    expect(world.beats).toBe(5);
  } finally {
    // In this order: the spy would put the fake timer back.
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});

test('a lock that another request of the same process has taken is no longer the first one’s to tell, lose or free', async () => {
  const { world, locks, row, received, signal } = await keepLocks();
  let asked = 0;
  try {
    const [first, second] = [locks.newLock('kept-upload'), locks.newLock('kept-upload')];
    await first.lock(signal, () => void asked++);
    await client.db.update(uploads).set({ lockToken: null });
    await second.lock(signal, () => undefined);
    vi.advanceTimersByTime(500);
    await received(4);
    expect(world.beats).toBe(2);
    await first.unlock();
    expect(asked).toBe(0);
    locks.requireHeld('kept-upload');
    expect((await row())?.lockToken).not.toBeNull();
    // Given back only when the row says so.
    const hold = (tx: Tx) => tx.update(uploads).set({ name: 'b' });
    const given = await meanwhile(client, hold, async () => {
      await second.unlock();
      return row();
    });
    expect(given).toMatchObject({ name: 'b', lockToken: null });
    // A release that fails expires.
    const third = locks.newLock('kept-upload');
    await third.lock(signal, () => undefined);
    world.isAway = true;
    await third.unlock();
  } finally {
    // In this order: the spy would put the fake timer back.
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});

test('a request that has gone takes no lock and asks for none, and one that waits asks five times a second', async () => {
  await client.db.delete(uploads);
  const beat = { lockToken: 'another', lockBeatAt: sql`now() + interval '1 minute'` };
  const row = { userId: 'ada', name: 'a', sizeBytes: 10 };
  await client.db.insert(uploads).values([
    { ...row, id: 'free-upload' },
    { ...row, ...beat, id: 'held-upload' },
  ]);
  const asked: number[] = [];
  const counted = new Proxy(client.db, {
    get(target, name) {
      if (name === 'update') asked.push(performance.now());
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const locks = createUploadLocks(counted, async () => 0);
  const reason = new Error('gone');
  const take = (id: string, signal: AbortSignal) => locks.newLock(id).lock(signal, () => undefined);
  await expect(take('free-upload', AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(asked).toEqual([]);
  // Gone while it asks: it does not wait for its turn to ask again.
  const going = new AbortController();
  vi.spyOn(going.signal, 'throwIfAborted').mockImplementationOnce(() => going.abort(reason));
  await expect(take('held-upload', going.signal)).rejects.toMatchObject({ name: 'AbortError', cause: reason });
  // Each time it tries to take it, then asks for it.
  expect(asked).toHaveLength(2);
  const waiting = new AbortController();
  const asking = take('held-upload', waiting.signal);
  await waitFor('the second turn', () => (asked.length >= 6 ? true : undefined));
  waiting.abort(reason);
  await expect(asking).rejects.toBeDefined();
  const [, , , first = 0, second = 0] = asked;
  expect(second - first).toBeGreaterThan(190);
  expect((await client.db.select().from(uploads).orderBy(uploads.id)).map(({ lockToken }) => lockToken)).toEqual([
    null,
    'another',
  ]);
});
