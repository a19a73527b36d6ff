/** Many notes as one file, as it is written: what is in it, what is left out of it and named, and what breaks it off. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { HTTPException } from 'hono/http-exception';
import { beforeEach, expect, test } from 'vitest';
import { contents } from '#db/schema/content.ts';
import { batchLimit, writeBatch } from '#features/exports/server/batch.ts';
import { exportNote } from '#features/exports/server/export-note.ts';
import { createExportRoutes } from '#features/exports/server/http.ts';
import type { BatchFormat } from '#features/exports/shared/batch-formats.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../harness/compute-here.ts';
import { addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addOwn, addTalk } from './content-records.ts';
import { recordedServices } from './recorded-services.ts';

keepAccountRows();

const origin = 'https://gleaner.example';
/** What cannot be written, by its title, and why. */
let broken: Map<string, Error>;
let written: string[];
let warned: unknown[][];
let services: Services;
beforeEach(async () => {
  for (const id of ['ada', 'bob']) await addUser(id);
  broken = new Map();
  written = [];
  warned = [];
  const compute = async (name: 'writeExport', input: { title: string } | { note: { title: string } }, options: never) => {
    const { title } = 'note' in input ? input.note : input;
    written.push(title);
    const error = broken.get(title);
    if (error) throw error;
    return computeHere(name, input as never, options);
  };
  const logger = { warn: (...said: unknown[]) => warned.push(said) };
  services = { ...recordedServices([]).services, compute, logger } as unknown as Services;
});

const open = (contentIds: readonly string[], format: BatchFormat) =>
  writeBatch(services, { userId: 'ada', contentIds, format, origin });
async function write(contentIds: readonly string[], format: BatchFormat) {
  const files = unzipSync(new Uint8Array(await buffer(open(contentIds, format))));
  return Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()] as const);
}
const failed = () => new AppError('export_failed');

test('LIB-16 a batch holds each note as its file, in their order, without those that are gone', async () => {
  const one = await addTalk('ada', ['Said so.', 'And more.'], {
    ...{ title: 'Same', note: '# Oven\n\n- Warm. [0:10](#t=10)', sourceUrl: 'https://a.example/one' },
  });
  const two = await addOwn('ada', { title: 'same', note: '- Cold', author: 'A', siteName: 'S', publishedAt: '2020' });
  const theirs = await addOwn('bob', { title: 'Theirs', note: 'x' });
  const ids = [one.id, randomUUID(), theirs.id, two.id];
  const json = await write(ids, 'json');
  expect(json.map(([name]) => name)).toEqual(['Same.json', 'same (2).json']);
  expect(JSON.parse(json[1]?.[1] ?? '')).toEqual({
    ...{ id: two.id, title: 'same', author: 'A', siteName: 'S', sourceUrl: two.sourceUrl, publishedAt: '2020' },
    ...{ language: 'en', tags: [], note: '- Cold' },
    ...{ createdAt: two.createdAt.toISOString(), updatedAt: two.updatedAt.toISOString() },
  });
  expect(json[0]?.[1].split('\n').slice(0, 2)).toEqual(['{', `  "id": "${one.id}",`]);
  expect(json[0]?.[1].endsWith('}\n')).toBe(true);
  expect(await write([one.id], 'srt')).toEqual([
    [
      'Same.srt',
      expect.stringMatching(/^(?:\ufeff)?1\r?\n00:00:00,000 --> 00:00:09,000\r?\nSaid so\.\r?\n\r?\n2\r?\n00:00:10,000/),
    ],
  ]);
  const [[name, opml] = []] = await write([one.id], 'opml');
  expect([name, opml?.includes('Warm.'), opml?.includes(' url="https://'), written]).toEqual(['Same.opml', true, true, []]);
  const uploaded = await addOwn('ada', { title: 'Mine', note: '- Cold [0:10](#t=10)', sourceUrl: null });
  const [[, linked] = []] = await write([uploaded.id], 'opml');
  expect(linked).toContain(`${origin}/`);
  const [[, markdown] = []] = await write([uploaded.id], 'md');
  expect([markdown?.includes('- Cold'), written]).toEqual([true, ['Mine']]);
});

test('LIB-16 what cannot be written is named in the file, and stops nothing else', async () => {
  const notes = [];
  for (const title of ['A', 'B', 'C & D']) notes.push(await addOwn('ada', { title, note: `- of ${title}` }));
  const ids = notes.map(({ id }) => id);
  broken = new Map([
    ['A', failed()],
    ['C & D', new AppError('internal')],
  ]);
  const files = await write(ids, 'md');
  expect(files.map(([name]) => name)).toEqual(['B.md', 'not-exported.txt']);
  expect(files[1]?.[1]).toBe('\ufeff没有导出的笔记 / Notes that could not be exported\r\nA\r\nC & D\r\n');
  const book = new Map(await write(ids, 'epub'));
  expect([...book.keys()]).toEqual([
    ...['mimetype', 'META-INF/container.xml', 'EPUB/style.css', 'EPUB/note-1.xhtml', 'EPUB/note-2.xhtml'],
    ...['EPUB/nav.xhtml', 'EPUB/package.opf'],
  ]);
  const heading = '没有导出的笔记 / Notes that could not be exported';
  expect(book.get('EPUB/note-2.xhtml')).toContain(`<body><h1>${heading}</h1><ul><li>A</li><li>C &amp; D</li></ul></body>`);
  expect(book.get('EPUB/nav.xhtml')).toContain(`<li><a href="note-2.xhtml">${heading}</a></li>`);
  expect(book.get('EPUB/note-1.xhtml')).toContain('of B');
  expect(warned).toEqual([]);
  broken.delete('C & D');
  const whole = new Map(await write(ids.slice(1), 'epub'));
  expect(whole.has('EPUB/note-3.xhtml')).toBe(false);
});

test('LIB-16 a deck is made of the cards that can be written', async () => {
  const note = '## Oven [0:10](#t=10)\n\n- **Clay**: it keeps the warmth. [0:10](#t=10)\n- [ ] bake\n';
  const [one, two] = [await addOwn('ada', { title: 'A', note }), await addOwn('ada', { title: 'B', note })];
  broken.set('A', failed());
  const files = unzipSync(new Uint8Array(await buffer(open([one.id, two.id], 'anki'))));
  expect(Object.keys(files)).toEqual(['collection.anki2', 'media']);
  const read = new DatabaseSync(':memory:');
  read.deserialize(files['collection.anki2'] ?? new Uint8Array());
  const made = read.prepare('select count(*) as count from notes').get();
  read.close();
  expect(made?.count).toBeGreaterThan(0);
  expect(warned).toEqual([[{ notes: 1 }, 'a deck was exported without the cards of some notes']]);
  warned = [];
  await buffer(open([two.id], 'anki'));
  expect(warned).toEqual([]);
  broken.set('B', failed());
  for (const format of ['anki', 'md', 'epub'] as const)
    expect(await buffer(open([one.id, two.id], format)).catch(codeOf)).toBe('export_failed');
});

test('LIB-16 a batch breaks off with what is wrong with all of it, and when its reader leaves', async () => {
  const notes = [];
  for (const title of ['A', 'B']) notes.push(await addOwn('ada', { title, note: `- of ${title}` }));
  const ids = notes.map(({ id }) => id);
  broken.set('A', new AppError('storage_failed'));
  for (const format of ['anki', 'md'] as const) {
    written = [];
    expect(await buffer(open(ids, format)).catch(codeOf)).toBe('storage_failed');
    expect(written).toEqual(['A']);
  }
  const unreadable = () => {
    throw new AppError('storage_failed');
  };
  const lost = { ...services, db: { select: unreadable } };
  const output = writeBatch(lost as unknown as Services, { userId: 'ada', contentIds: ids, format: 'md', origin });
  expect(await buffer(output).catch((error: unknown) => error instanceof Error)).toBe(true);
  written = [];
  const left = open(ids, 'md');
  left.on('error', () => undefined);
  left.destroy();
  await once(left, 'close');
  expect(written).toEqual([]);
});

test('LIB-16 a refused batch says when the next may be had, and a note without text is none', async () => {
  const claim = batchLimit('ada');
  expect(claim).toMatchObject({ key: 'export-batches-user:ada', most: 60, windowSeconds: 3600 });
  expect(claim.refusal(7)).toEqual({ code: 'too_many_archives', params: { minutes: 7 } });
  const bare = await addOwn('ada', { title: 'Bare' });
  const how = { origin, signal: new AbortController().signal, urgent: true };
  expect(await exportNote(services, bare, 'md', how).catch(codeOf)).toBe('note_missing');
  expect(await client.db.$count(contents)).toBe(1);
  const noted = await addTalk('ada', ['Said so.', 'And more.'], { title: 'N', note: '- Warm. [0:10](#t=10)' });
  const pdfs: unknown[] = [];
  const writePdf = async (...given: unknown[]) => {
    pdfs.push(given);
    return Buffer.from('pdf');
  };
  expect(await exportNote({ ...services, writePdf } as unknown as Services, noted, 'pdf', how)).toEqual(Buffer.from('pdf'));
  expect(pdfs).toEqual([[expect.stringContaining('Warm.'), how.signal]]);
  expect(String(await exportNote(services, noted, 'html', how))).toContain('And more.');
  expect(String(await exportNote(services, noted, 'md', how))).not.toContain('And more.');
});

test('LIB-16 files are sent under a name, to their owner alone, and a page that asked by a form stays', async () => {
  const mine = await addOwn('ada', { title: "窑 'и' (1)*", note: '- Warm.' });
  const theirs = await addOwn('bob', { title: 'Theirs', note: '- x' });
  let user: AuthUser | null = null;
  const made = (baseUrl: string | null) => {
    const routes = createExportRoutes({ services, getUser: async () => user, baseUrl });
    routes.onError((error, c) => (error instanceof HTTPException ? error.getResponse() : c.text(String(codeOf(error)), 400)));
    return routes;
  };
  const request = (path: string, init: RequestInit = {}, baseUrl: string | null = null) =>
    made(baseUrl).request(`https://here.example${path}`, init);
  const said = async (path: string, init: RequestInit = {}) => (await request(path, init)).text();
  const post = (body: string, type = 'application/json') => ({ method: 'POST', body, headers: { 'content-type': type } });
  const ids = JSON.stringify({ contentIds: [mine.id] });
  expect([await said(`/${mine.id}/md`), await said('/batch/md', post(ids))]).toEqual(['not_found', 'not_found']);
  user = { id: 'ada', role: 'user' } as AuthUser;
  for (const path of [`/${theirs.id}/md`, '/x/md', `/${mine.id}/exe`, `/${mine.id}/toString`])
    expect(await said(path)).toBe('not_found');
  const one = await request(`/${mine.id}/md`);
  expect([...one.headers]).toEqual([
    ['cache-control', 'no-store'],
    ['content-disposition', "attachment; filename*=UTF-8''%E7%AA%91%20%27%D0%B8%27%20%281%29.md"],
    ['content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'"],
    ['content-type', expect.stringContaining('text/markdown')],
  ]);
  expect(await one.text()).toContain('- Warm.');
  const docx = await request(`/${mine.id}/docx`);
  expect(Object.keys(unzipSync(new Uint8Array(await docx.arrayBuffer())))).toContain('word/document.xml');
  expect(await said('/batch/md', post('{'))).toBe('bad_request');
  expect(await said('/batch/exe', post(ids))).toBe('bad_request');
  expect(await said('/batch/epub', post(ids))).toBe('not_allowed');
  expect(await said('/batch/md', post(JSON.stringify({ contentIds: [theirs.id] })))).toBe('export_nothing');
  expect((await request('/batch/md', post(`${ids}${' '.repeat(1024 ** 2)}`))).status).toBe(413);
  expect(await client.query('select key from rate_limits')).toEqual([]);
  const uploaded = await addOwn('ada', { title: 'Mine', note: '- Cold [0:10](#t=10)', sourceUrl: null });
  const names = async (response: Response) => Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())));
  const form = 'application/x-www-form-urlencoded;charset=UTF-8';
  const both = await request('/batch/md', post(`contentIds=${mine.id}%2C${uploaded.id}`, form));
  const today = new Date().toISOString().slice(0, 10);
  expect([...both.headers]).toEqual([
    ['cache-control', 'no-store'],
    ['content-disposition', `attachment; filename="gleaner-md-${today}.zip"`],
    ['content-type', 'application/zip'],
  ]);
  expect((await names(both)).sort()).toEqual(['Mine.md', expect.stringMatching(/^窑/)]);
  expect(await client.query('select key, taken from rate_limits')).toEqual([{ key: 'export-batches-user:ada', taken: 1 }]);
  for (const body of ['', 'contentIds=', `contentIds=${theirs.id}`]) {
    const refused = await request('/batch/md', post(body, form));
    expect([refused.status, await refused.text(), refused.headers.get('cache-control')]).toEqual([204, '', 'no-store']);
  }
  user = { id: 'ada', role: 'paid' } as AuthUser;
  for (const [format, type, extension] of [
    ['epub', 'application/epub+zip', 'epub'],
    ['anki', 'application/apkg', 'apkg'],
    ['opml', 'application/zip', 'zip'],
  ] as const) {
    const file = await request(`/batch/${format}`, post(ids));
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      ...[type, `attachment; filename="gleaner-${format}-${today}.${extension}"`],
    ]);
    await file.arrayBuffer();
  }
  // Where the note leads back to is the server's own address, or the one of the request.
  const linked = async (baseUrl: string | null) => {
    const file = await request(`/batch/opml`, post(JSON.stringify({ contentIds: [uploaded.id] })), baseUrl);
    return Buffer.from(unzipSync(new Uint8Array(await file.arrayBuffer()))['Mine.opml'] ?? []).toString();
  };
  expect([(await linked(null)).includes('https://here.example/'), (await linked(origin)).includes(`${origin}/`)]).toEqual([
    true,
    true,
  ]);
  await client.query('update rate_limits set taken = 60');
  expect(await said('/batch/md', post(ids))).toBe('too_many_archives');
});
