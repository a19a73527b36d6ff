/** The files of a content and the archive of an account: who is given which, what is fetched for them, and what is kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { contents, extractions, sources } from '#db/schema/content.ts';
import { imageKeyOf } from '#features/contents/server/article-images.ts';
import { createContentRoutes } from '#features/contents/server/http.ts';
import { createMyDataRoutes } from '#features/my-data/server/http.ts';
import type { Services } from '#infra/services.ts';
import { type BlobStore, createBlobStore } from '#infra/storage/blobs.ts';
import { AppError } from '#lib/app-error.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let blobs: BlobStore;
let app: Hono;
let directory = '';
let caller: string | null = 'ann';
/** What was fetched and how, and whether an answer was left unread. */
let fetched: [url: string, how: Record<string, unknown>][] = [];
let cancelled = 0;
let warned: unknown[] = [];
/** So many are answered at once, when all have asked. */
let together = 1;
const waiting: (() => void)[] = [];
/** Done a while later, as by a disk or a network. */
async function later<Result>(act: () => Result): Promise<Awaited<Result>> {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  return await act();
}
let answer: { status: number; bytes: Uint8Array } = { status: 200, bytes: new Uint8Array() };

openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  for (const id of ['ann', 'bob']) await client.db.insert(user).values({ id, name: id, email: `${id}@example.org` });
  const fetch = async (url: string, how: Record<string, unknown>) => {
    fetched.push([url, how]);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= together) for (const goOn of waiting.splice(0)) goOn();
    });
    return { status: answer.status, bytes: async () => answer.bytes, cancel: () => later(() => cancelled++) };
  };
  app = new Hono();
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : String(error), 400));
  const userIdOf = async () => caller;
  // Read anew by each request.
  const services = {
    db: client.db,
    fetch,
    settings: { version: '1.2.3' },
    logger: { warn: (...all: unknown[]) => void warned.push(all) },
    get blobs() {
      return blobs;
    },
  } as unknown as Services;
  app.route('/contents', createContentRoutes({ services, userIdOf }));
  app.route('/my-data', createMyDataRoutes({ services, userIdOf }));
});
beforeEach(async () => {
  [caller, fetched, cancelled, warned] = ['ann', [], 0, []];
  for (const name of ['contents', 'sources', 'rate_limits']) await client.query(`delete from ${name}`);
  if (directory !== '') rmSync(directory, { recursive: true, force: true });
  directory = mkdtempSync(join(tmpdir(), 'gleaner-files-'));
  const store = await createBlobStore(directory);
  blobs = { ...store, put: (key, bytes) => later(() => store.put(key, bytes)) };
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

type Made = { id: string; sourceId: string };
type Values = { source?: object; data?: object | null; content?: object };
async function addContent(name: string, { source = {}, data = {}, content = {} }: Values = {}): Promise<Made> {
  const url = `https://a.example/${name}`;
  const [made] = await client.db
    .insert(sources)
    .values({ key: `url:${url}`, url, ...source })
    .returning({ id: sources.id });
  const sourceId = made?.id ?? '';
  const stored = { kind: 'page', title: '', durationMs: null, transcript: null, ...data };
  const [extraction] =
    data === null
      ? []
      : await client.db
          .insert(extractions)
          .values({ sourceId, data: stored as never })
          .returning({ id: extractions.id });
  const [row] = await client.db
    .insert(contents)
    .values({
      ...{ userId: 'ann', sourceId, sourceUrl: url, title: name, contentType: 'online', noteLanguage: 'en' },
      ...{ status: 'completed', extractionId: extraction?.id ?? null, ...content },
    })
    .returning({ id: contents.id });
  return { id: row?.id ?? '', sourceId };
}

const ask = (path: string) => app.request(`http://localhost${path}`);
/** The code of a refusal, or the type and the text of a file. */
async function got(path: string): Promise<string> {
  const response = await ask(path);
  const text = await response.text();
  return response.status === 200 ? `${response.headers.get('content-type')}: ${text}` : `${response.status} ${text}`;
}
const refused = '400 not_found';
const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const storedBytesOf = async (id: string) => (await client.db.select().from(sources).where(eq(sources.id, id)))[0]?.storedBytes;

test('CON-08 the sound, the cover and the icon of a content are given as what they are, to its owner', async () => {
  const media = { type: 'audio', mime: 'audio/mpeg', blob: 'media/a', url: null };
  const sound = await addContent('sound', { data: { media }, content: { coverBlob: 'covers/a.png' } });
  const page = await addContent('page', { data: { media: { ...media, blob: null } }, content: { coverBlob: 'icons/a.ico' } });
  const bare = await addContent('bare', { data: null });
  const text = await addContent('text');
  await blobs.put('media/a', bytesOf('tone'));
  await blobs.put('covers/a.png', bytesOf('cover'));
  await blobs.put('icons/a.ico', bytesOf('icon'));
  expect(await got(`/contents/${sound.id}/media`)).toBe('audio/mpeg: tone');
  for (const { id } of [page, bare, text]) expect(await got(`/contents/${id}/media`)).toBe(refused);
  const pictures = (id: string) => Promise.all([got(`/contents/${id}/cover`), got(`/contents/${id}/icon`)]);
  expect(await pictures(sound.id)).toEqual(['image/png: cover', refused]);
  expect(await pictures(page.id)).toEqual([refused, 'image/x-icon: icon']);
  expect(await pictures(bare.id)).toEqual([refused, refused]);
  for (const [key, mime] of Object.entries({
    'covers/b.jpg': 'jpeg',
    'covers/b.webp': 'webp',
    'covers/b.gif': 'gif',
    'covers/b.avif': 'avif',
  })) {
    await blobs.put(key, bytesOf('b'));
    await client.db.update(contents).set({ coverBlob: key }).where(eq(contents.id, sound.id));
    expect(await got(`/contents/${sound.id}/cover`)).toBe(`image/${mime}: b`);
  }
  const all = ['media', 'cover', 'icon', 'pdf', 'file', 'images/0'];
  for (const name of all) expect(await got(`/contents/none/${name}`)).toBe(refused);
  for (const who of ['bob', null]) {
    caller = who;
    for (const name of all) expect(await got(`/contents/${sound.id}/${name}`)).toBe(refused);
  }
});

test('CON-08 an uploaded file is given under its name, and one without a name as a file', async () => {
  const named = await addContent('named', { source: { blobKey: 'uploads/named', fileName: 'My talk.mp4' } });
  const nameless = await addContent('nameless', { source: { blobKey: 'uploads/nameless', fileName: null } });
  const linked = await addContent('linked', { source: { fileName: 'page.html' } });
  for (const name of ['named', 'nameless']) await blobs.put(`uploads/${name}`, bytesOf(name));
  expect(await got(`/contents/${named.id}/file`)).toBe('application/octet-stream: named');
  const nameOf = async ({ id }: Made) => (await ask(`/contents/${id}/file`)).headers.get('content-disposition');
  expect(await nameOf(named)).toBe(`attachment; filename="My talk.mp4"; filename*=UTF-8''My%20talk.mp4`);
  expect(await nameOf(nameless)).toContain('filename="file"');
  expect(await got(`/contents/${linked.id}/file`)).toBe(refused);
});

test('CON-08 a linked PDF is fetched once, kept with its source and counted, and only where it is one', async () => {
  const document = { content: { kind: 'document' } };
  const { id, sourceId } = await addContent('paper', document);
  const path = `/contents/${id}/pdf`;
  answer = { status: 404, bytes: bytesOf('%PDF-1.7') };
  expect([await got(path), cancelled]).toEqual([refused, 1]);
  answer = { status: 200, bytes: bytesOf(`${' '.repeat(1020)}%PDF-`) };
  expect(await got(path)).toBe(refused);
  expect(await storedBytesOf(sourceId)).toBe(0);
  answer = { status: 200, bytes: bytesOf(`${' '.repeat(1019)}%PDF-1.7`) };
  const served = `application/octet-stream: ${' '.repeat(1019)}%PDF-1.7`;
  // Two readers at once: counted once.
  together = 2;
  expect(await Promise.all([got(path), got(path)])).toEqual([served, served]);
  together = 1;
  expect([await storedBytesOf(sourceId), cancelled, fetched.length]).toEqual([1027, 1, 4]);
  expect(await got(path)).toBe(served);
  expect(fetched.length).toBe(4);
  expect(fetched[0]).toEqual([
    'https://a.example/paper',
    {
      ...{ signal: expect.any(AbortSignal), asker: { userId: 'ann' }, timeoutMs: 120_000, maxBytes: 50 * 1024 * 1024 },
      headers: { accept: 'application/pdf,application/octet-stream;q=0.8,*/*;q=0.5' },
    },
  ]);
  const uploaded = await addContent('own', { ...document, source: { blobKey: 'uploads/own', fileName: 'own.docx' } });
  const unread = await addContent('unread', { source: { blobKey: 'uploads/own', fileName: 'UNREAD.PDF' } });
  const read = await addContent('read', { source: { blobKey: 'uploads/own', fileName: 'a.pdf' }, content: { kind: 'page' } });
  const other = await addContent('other', { source: { blobKey: 'uploads/own', fileName: 'a.pdf.txt' } });
  const page = await addContent('page', { content: { kind: 'page' } });
  const lost = await addContent('lost', { content: { kind: 'document', sourceUrl: null } });
  await blobs.put('uploads/own', bytesOf('own'));
  for (const one of [uploaded, unread]) expect(await got(`/contents/${one.id}/pdf`)).toBe('application/octet-stream: own');
  for (const one of [read, other, page, lost]) expect(await got(`/contents/${one.id}/pdf`)).toBe(refused);
  expect(fetched.length).toBe(4);
});

test('CON-08 the source of a linked PDF is held while the file is stored, and nothing is stored for one that has gone', async () => {
  const { id, sourceId } = await addContent('held', { content: { kind: 'document' } });
  const [beside, gone] = [await addContent('beside'), await addContent('gone', { content: { kind: 'document' } })];
  answer = { status: 200, bytes: bytesOf('%PDF-1.7') };
  const held: unknown[] = [];
  const put = blobs.put.bind(blobs);
  blobs.put = async (key, bytes) => {
    const free = await client.query<{ id: string }>('select id from sources for no key update skip locked');
    held.push([key, free.map((row) => row.id).toSorted()]);
    return put(key, bytes);
  };
  const change = (tx: Tx) => tx.update(sources).set({ fileName: 'x' }).where(eq(sources.id, sourceId));
  // Nothing is stored before the source is held.
  const waiting = async () => expect(held).toEqual([]);
  expect(await meanwhile(client, change, () => got(`/contents/${id}/pdf`), waiting)).toBe('application/octet-stream: %PDF-1.7');
  expect(held).toEqual([[`documents/${sourceId}.pdf`, [beside.sourceId, gone.sourceId].toSorted()]]);
  const remove = async (tx: Tx) => {
    await tx.delete(contents).where(eq(contents.id, gone.id));
    await tx.delete(sources).where(eq(sources.id, gone.sourceId));
  };
  expect(await meanwhile(client, remove, () => got(`/contents/${gone.id}/pdf`))).toBe(refused);
  expect(held).toHaveLength(1);
  // A store that cannot say what it has is no reason to fetch a file again.
  const asked = fetched.length;
  blobs.stat = () => Promise.reject(new AppError('storage_failed'));
  expect(await got(`/contents/${id}/pdf`)).toBe('400 storage_failed');
  expect(fetched).toHaveLength(asked);
});

test('CON-05 a picture of an article is fetched once, as its page would, and only where it is a picture', async () => {
  const png = bytesOf('\x89PNG\r\n\x1a\n and more');
  const articleMarkdown = '![a](https://p.example/a) ![b](https://p.example/b) ![a](https://p.example/a)';
  const { id, sourceId } = await addContent('article', { data: { articleMarkdown } });
  const path = (index: string) => `/contents/${id}/images/${index}`;
  answer = { status: 403, bytes: png };
  expect([await got(path('0')), cancelled]).toEqual([refused, 1]);
  answer = { status: 200, bytes: bytesOf('<svg></svg>') };
  expect(await got(path('0'))).toBe(refused);
  answer = { status: 200, bytes: png };
  const response = await ask(path('1'));
  expect([response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())]).toEqual(['image/png', png]);
  const how = {
    ...{ signal: expect.any(AbortSignal), asker: { userId: 'ann' }, timeoutMs: 15_000, maxBytes: 12 * 1024 * 1024 },
    headers: { Accept: 'image/avif,image/webp,image/*', Referer: 'https://a.example/article' },
  };
  expect(fetched).toEqual(['a', 'a', 'b'].map((name) => [`https://p.example/${name}`, how]));
  expect((await blobs.stat(imageKeyOf(sourceId, 'https://p.example/b', 'png'))).size).toBe(png.length);
  expect((await ask(path('1'))).headers.get('content-type')).toBe('image/png');
  // Kept as another kind, as after an earlier version.
  await blobs.put(imageKeyOf(sourceId, 'https://p.example/a', 'jpeg'), bytesOf('kept'));
  expect(await got(path('0'))).toBe('image/jpeg: kept');
  expect(fetched).toHaveLength(3);
  expect([await got(path('2')), await got(path('x'))]).toEqual([refused, '404 404 Not Found']);
  // A pasted article has no page to name.
  const pasted = await addContent('pasted', { data: { articleMarkdown }, content: { sourceUrl: null } });
  expect((await ask(`/contents/${pasted.id}/images/0`)).status).toBe(200);
  expect(fetched[3]?.[1].headers).toEqual({ Accept: 'image/avif,image/webp,image/*' });
  const bare = await addContent('bare', { data: null });
  expect(await got(`/contents/${bare.id}/images/0`)).toBe(refused);
});

test('ACC-12 an archive that breaks off is noted', async () => {
  await client.query('alter table library_answers rename to away');
  try {
    await expect((await ask('/my-data/archive')).arrayBuffer()).rejects.toThrow();
  } finally {
    await client.query('alter table away rename to library_answers');
  }
  expect(warned).toEqual([[{ err: expect.any(Error) }, 'an archive was not written to its end']]);
});

test('ACC-12 an archive is named by its day and given to its owner twelve times an hour', async () => {
  caller = null;
  expect(await got('/my-data/archive')).toBe(refused);
  caller = 'ann';
  const days = [new Date().toISOString().slice(0, 10)];
  const response = await ask('/my-data/archive');
  days.push(new Date().toISOString().slice(0, 10));
  expect(response.status).toBe(200);
  expect(
    Buffer.from(await response.arrayBuffer())
      .toString('latin1')
      .slice(0, 2),
  ).toBe('PK');
  const headers = ['content-type', 'content-disposition', 'cache-control'].map((name) => response.headers.get(name));
  expect(headers).toEqual(['application/zip', expect.stringMatching(/^attachment; filename="gleaner-(.*)\.zip"$/), 'no-store']);
  expect(days).toContain(headers[1]?.slice(30, 40));
  expect(await client.query(`select key, taken, ends_at - now() < interval '1 hour' as past_hour from rate_limits`)).toEqual([
    { key: 'archives-user:ann', taken: 1, past_hour: true },
  ]);
  await client.query('update rate_limits set taken = 11');
  expect((await ask('/my-data/archive')).status).toBe(200);
  expect(await got('/my-data/archive')).toBe('400 too_many_archives');
  caller = 'bob';
  expect((await ask('/my-data/archive')).status).toBe(200);
});
