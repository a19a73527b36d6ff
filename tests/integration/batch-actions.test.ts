/** What is done to many contents at once: deleting, with everything they left on the disk, and exporting. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient, openSession } from '#db/client.ts';
import { createDeleteFiles } from '#features/contents/server/delete-files.handler.ts';
import { createLogger } from '#infra/logger/logger.ts';
import type { Services } from '#infra/services.ts';
import { createBlobStore } from '#infra/storage/blobs.ts';
import { makePdf } from '../harness/files/make-documents.ts';
import { toSrt } from '../harness/files/make-tracks.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
beforeAll(async () => {
  world = await startWorld();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

async function query<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const session = await openSession(world.database, { applicationName: 'test' });
  try {
    return await session.query<Row>(statement, values);
  } finally {
    await session.close();
  }
}

async function noteOf(client: TestClient, title: string, page: string): Promise<string> {
  world.site.on(page, { body: articleHtml(title) });
  return (await summarise(client, `${world.site.url}${page}`)).contentId;
}

const pdf = (about: string) =>
  makePdf({
    pages: [
      Array.from({ length: 12 }, (_, index) => ({
        text: `The ${about} was fired for the ${index + 1}th time, and the families of the valley came to watch it burn.`,
        size: 11,
      })),
    ],
    info: { Title: `About the ${about}` },
  });

const srt = toSrt(
  Array.from({ length: 12 }, (_, index) => ({
    startMs: index * 4000,
    endMs: index * 4000 + 3500,
    text: `Report ${index + 1} says that the oven of the valley keeps its heat for ${index + 4} hours.`,
  })),
);

/** What is stored for contents, as the disk has it. */
function storedFiles(): string[] {
  const folder = join(world.server.dataDir, 'files/blobs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** As the job does every minute. */
async function deleteFiles(): Promise<void> {
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  const blobs = await createBlobStore(join(world.server.dataDir, 'files'));
  const { signal } = new AbortController();
  await createDeleteFiles({ db: database.db, blobs, logger } as unknown as Services).run(
    {},
    { jobId: '', attempt: 0, isLastAttempt: true, signal, putOff: () => undefined, logger },
  );
}

const deleted = (client: TestClient) =>
  waitFor('the deletion to end', async () => {
    const result = await client.rpc.userNote.deletionResult.query();
    return result && result.state !== 'running' ? result : undefined;
  });
const listed = async (client: TestClient) => (await client.rpc.user.videos.query({})).uniqueVideos.map((row) => row.content_id);

test('LIB-15 LIB-18 many contents are deleted with notes, subtitles and files, also while one is worked on', async () => {
  const [ada, bob] = [world.client(), world.client()];
  const before = storedFiles();
  const document = await uploadFile(ada, world.server.url, { name: 'kiln.pdf', bytes: pdf('kiln') });
  await settled(ada, document);
  await waitFor('the cover', async () => (await ada.rpc.content.overview.query({ contentId: document })).coverUrl ?? undefined);
  const subtitles = await uploadFile(ada, world.server.url, { name: 'talk.srt', bytes: Buffer.from(srt) });
  await settled(ada, subtitles);
  const kept = await noteOf(ada, 'The kept oven', '/kept');
  const theirs = await uploadFile(bob, world.server.url, { name: 'mill.pdf', bytes: pdf('mill') });
  await settled(bob, theirs);
  await waitFor('the cover', async () => (await bob.rpc.content.overview.query({ contentId: theirs })).coverUrl ?? undefined);
  // It never answers.
  world.site.on('/slow', () => undefined);
  const running = await submit(ada, `${world.site.url}/slow`);
  expect(storedFiles().length).toBeGreaterThan(before.length + 2);

  const started = await ada.rpc.userNote.deleteMany.mutate({ contentIds: [document, subtitles, running, theirs, document] });
  expect(started.total).toBe(3);
  const again = await ada.rpc.userNote.deleteMany.mutate({ contentIds: [kept] }).catch((error: unknown) => error);
  expect(codeOf(again)).toBe('work_in_progress');
  const result = await deleted(ada);
  expect(result).toMatchObject({ state: 'completed', total: 3, deleted: 3, failed: [] });
  expect(await listed(ada)).toEqual([kept]);
  expect(await listed(bob)).toEqual([theirs]);
  for (const [table, column] of [
    ['note_versions', 'content_id'],
    ['tasks', 'content_id'],
    ['contents', 'id'],
  ])
    expect(await query(`select 1 from ${table} where ${column} = any($1::uuid[])`, [[document, subtitles, running]])).toEqual([]);
  await deleteFiles();
  const left = storedFiles().filter((path) => !before.includes(path));
  const [mine] = await query<{ keys: string[] }>(
    `select array_remove(array[s.blob_key, c.cover_blob], null) as keys from contents c join sources s on s.id = c.source_id where c.id = $1`,
    [theirs],
  );
  expect(left.every((path) => mine?.keys.some((key) => path.endsWith(key)))).toBe(true);
  expect(left).toHaveLength(mine?.keys.length ?? 0);
  expect(await bob.rpc.userNote.deletionResult.query()).toBeNull();
});

test('LIB-15 what cannot be deleted is named, and the others are deleted', async () => {
  const client = world.client();
  const ids = [
    await noteOf(client, 'The first', '/d1'),
    await noteOf(client, 'The stubborn', '/d2'),
    await noteOf(client, 'The third', '/d3'),
  ];
  const [, stubborn = ''] = ids;
  await query(
    `create function keep_stubborn() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`,
  );
  await query(
    `create trigger stubborn before delete on contents for each row when (old.id = '${stubborn}') execute function keep_stubborn()`,
  );
  await client.rpc.userNote.deleteMany.mutate({ contentIds: ids });
  const { state, deleted: count, failed } = await deleted(client);
  expect({ state, count, failed }).toEqual({
    state: 'completed',
    count: 2,
    failed: [{ contentId: stubborn, title: 'The stubborn' }],
  });
  expect(await listed(client)).toEqual([stubborn]);
  await query('drop trigger stubborn on contents');
});

const refusalOf = async (response: Response) =>
  ((await response.json()) as { error: { data: { app: { code: string } } } }).error.data.app.code;

const exported = (client: TestClient, format: string, contentIds: readonly string[], signal: AbortSignal | null = null) =>
  client.fetch(`/api/exports/batch/${format}`, { method: 'POST', body: JSON.stringify({ contentIds }), signal });

const zipOf = async (client: TestClient, format: string, ids: readonly string[]) => {
  const response = await exported(client, format, ids);
  if (!response.ok) throw new Error(await refusalOf(response));
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]));
};

test('LIB-16 many notes are exported as one zip with a file of its own for each', async () => {
  const [ada, bob] = [world.client(), world.client()];
  const ids = [await noteOf(ada, 'The mill', '/m1'), await noteOf(ada, 'THE MILL', '/m2'), await noteOf(ada, 'CON', '/m3')];
  await ada.rpc.userNote.addTag.mutate({ contentId: ids[2] ?? '', tag: 'river' });
  const theirs = await noteOf(bob, 'The mill', '/m1');
  const md = await zipOf(ada, 'md', ids);
  expect(Object.keys(md)).toEqual(['The mill.md', 'THE MILL (2).md', '_CON.md']);
  expect(
    Object.values(md).map((text) =>
      String(text)
        .split('\n')
        .find((line) => line.startsWith('# ')),
    ),
  ).toEqual(['# The mill', '# THE MILL', '# CON']);
  // As a form, whose answer the browser saves by itself.
  const form = { method: 'POST', body: new URLSearchParams({ contentIds: ids.join(',') }) };
  const asForm = await ada.fetch('/api/exports/batch/md', form);
  expect(Object.keys(unzipSync(new Uint8Array(await asForm.arrayBuffer())))).toEqual(Object.keys(md));
  // A refusal would replace the page that sent the form.
  expect((await bob.fetch('/api/exports/batch/md', form)).status).toBe(204);
  const json = await zipOf(ada, 'json', ids);
  expect(JSON.parse(String(json['_CON.json']))).toMatchObject({
    id: ids[2],
    title: 'CON',
    tags: expect.arrayContaining(['river']),
    note: expect.stringContaining('#river'),
  });
  // Of another user's nothing, as of what is not there.
  await expect(zipOf(bob, 'md', ids)).rejects.toThrow('export_nothing');
  await expect(zipOf(bob, 'md', [theirs, ...ids])).rejects.toThrow('export_incomplete');
  expect(await bob.rpc.exports.check.query({ contentIds: [theirs, ...ids], format: 'md' })).toEqual({
    ready: [theirs],
    missing: 3,
  });
  expect((await exported(world.client(), 'md', ids)).status).toBe(404);
  expect((await exported(ada, 'exe', ids)).status).toBe(400);
});

test('LIB-16 a note that cannot be written is named among the others', async () => {
  const client = world.client();
  const ids = [await noteOf(client, 'Whole', '/w1'), await noteOf(client, 'Broken', '/w2')];
  await query(`update contents set note_language = 'xx' where id = $1`, [ids[1]]);
  const files = await zipOf(client, 'html', ids);
  expect(Object.keys(files)).toEqual(['Whole.html', 'not-exported.txt']);
  expect(files['not-exported.txt']).toContain('\r\nBroken\r\n');
});

test('LIB-16 what has no note, or no subtitles, is counted instead of left out in silence', async () => {
  const client = world.client();
  const noted = await noteOf(client, 'The noted oven', '/noted');
  world.site.on('/bare', { status: 404, body: '' });
  const bare = await submit(client, `${world.site.url}/bare`);
  await settled(client, bare);
  await expect(zipOf(client, 'md', [bare])).rejects.toThrow('export_nothing');
  const refused = await exported(client, 'md', [noted, bare]);
  expect(await refused.json()).toMatchObject({
    error: { data: { app: { code: 'export_incomplete', params: { ready: 1, missing: 1 } } } },
  });
  await expect(zipOf(client, 'srt', [noted])).rejects.toThrow('export_nothing');
  const talk = await uploadFile(client, world.server.url, { name: 'talk.srt', bytes: Buffer.from(srt) });
  await settled(client, talk);
  const files = await zipOf(client, 'srt', [talk]);
  expect(Object.keys(files)).toEqual(['talk.srt']);
  expect(files['talk.srt']).toContain('00:00:04,000 --> 00:00:07,500\r\nReport 2 says');
});

test('LIB-16 PDF, Word and outlines are for members', async () => {
  const client = world.client();
  const ids = [await noteOf(client, 'The barn', '/p1')];
  const { user } = await client.rpc.account.me.query();
  for (const format of ['pdf', 'docx', 'opml', 'epub', 'anki'] as const) {
    await expect(zipOf(client, format, ids)).rejects.toThrow('not_allowed');
    const check = client.rpc.exports.check.query({ contentIds: ids, format }).catch((error: unknown) => error);
    expect(codeOf(await check)).toBe('not_allowed');
  }
  await query(`update "user" set is_anonymous = false, email = id || '@example.org', is_lifetime = true where id = $1`, [
    user?.id,
  ]);
  const [pdfs, words, outlines] = [
    await zipOf(client, 'pdf', ids),
    await zipOf(client, 'docx', ids),
    await zipOf(client, 'opml', ids),
  ];
  expect(Object.values(pdfs)[0]).toMatch(/^%PDF-/);
  expect(Object.keys(words)).toEqual(['The barn.docx']);
  expect(Object.values(outlines)[0]).toContain('<title>The barn</title>');
});

/** A member with two notes, one with a title that is markup. */
async function member(): Promise<{ client: TestClient; ids: string[] }> {
  const client = world.client();
  const ids = [await noteOf(client, 'The kiln', '/b1'), await noteOf(client, 'The pond', '/b2')];
  const { user } = await client.rpc.account.me.query();
  await query(`update "user" set is_anonymous = false, email = id || '@example.org', is_lifetime = true where id = $1`, [
    user?.id,
  ]);
  const notes = [
    '## Fire & <clay>\n\n- It burns at **1200** degrees [00:04](#t=4)\n- "Quoted"\tand slow [p2](#p1)\n\n## Why?\n\n- Because.\n\n#river #winter',
    'Only a sentence\u0002 without a list.',
  ];
  for (const [at, contentId] of ids.entries()) {
    const { noteVersionId } = await client.rpc.content.overview.query({ contentId });
    await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note: notes[at] ?? '' });
  }
  await client.rpc.content.rename.mutate({ contentId: ids[0] ?? '', title: '# The <kiln>::& "fire"' });
  return { client, ids };
}

test('LIB-16 notes become one EPUB with a table of contents', async () => {
  const { client, ids } = await member();
  const response = await exported(client, 'epub', ids);
  expect(response.headers.get('content-type')).toBe('application/epub+zip');
  expect(response.headers.get('content-disposition')).toMatch(/\.epub"$/);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // The first file, stored, without extra fields: so readers recognise an EPUB.
  const head = Buffer.from(bytes.subarray(0, 58));
  expect([head.readUInt16LE(8), head.readUInt16LE(26), head.readUInt16LE(28)]).toEqual([0, 8, 0]);
  expect(head.subarray(30).toString()).toBe('mimetypeapplication/epub+zip');
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, Buffer.from(file).toString()]));
  const named = [...String(files['EPUB/package.opf']).matchAll(/<item id="[^"]+" href="([^"]+)"/g)].map(
    ([, name]) => `EPUB/${name}`,
  );
  expect(Object.keys(files).toSorted()).toEqual([...named, 'EPUB/package.opf', 'META-INF/container.xml', 'mimetype'].toSorted());
  expect(files['META-INF/container.xml']).toContain('full-path="EPUB/package.opf"');
  const nav = String(files['EPUB/nav.xhtml']);
  expect([...nav.matchAll(/<a href="([^"]+)">([^<]*)<\/a>/g)].map(([, href, text]) => [href, text])).toEqual([
    ['note-1.xhtml', '# The &lt;kiln&gt;::&amp; &quot;fire&quot;'],
    ['note-1.xhtml#s1', 'Fire &amp; &lt;clay&gt;'],
    ['note-1.xhtml#s2', 'Why?'],
    ['note-2.xhtml', 'The pond'],
  ]);
  const chapter = String(files['EPUB/note-1.xhtml']);
  expect(chapter).toContain('<h2 id="s1">Fire &amp; &lt;clay&gt;</h2>');
  expect(chapter).toContain(`<a href="${world.site.url}/b1">00:04</a>`);
  expect(chapter).not.toContain(world.server.url);
  expect(files['EPUB/note-2.xhtml']).toContain('Only a sentence without a list.');
});

type Collection = {
  notes: {
    guid: string;
    flds: string;
    tags: string;
    mod: number;
    kind: number;
    deck: number;
    sfld: string | number;
    csum: number;
  }[];
  kinds: Record<string, { name: string; flds: { name: string }[]; tmpls: { qfmt: string; afmt: string }[] }>;
  decks: Record<string, { name: string }>;
};

/** What Anki would import. */
async function collectionOf(client: TestClient, ids: readonly string[]): Promise<Collection> {
  const response = await exported(client, 'anki', ids);
  expect(response.headers.get('content-type')).toBe('application/apkg');
  expect(response.headers.get('content-disposition')).toMatch(/\.apkg"$/);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files).toSorted()).toEqual(['collection.anki2', 'media']);
  expect(Buffer.from(files.media ?? []).toString()).toBe('{}');
  const read = new DatabaseSync(':memory:');
  try {
    read.deserialize(files['collection.anki2'] ?? new Uint8Array());
    expect(read.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const notes = read
      .prepare(
        `select guid, flds, tags, notes.mod, mid as kind, did as deck, sfld, csum from notes join cards on nid = notes.id
         where type = 0 and queue = 0 and ord = 0 order by due`,
      )
      .all();
    const { models, decks, ver } = read.prepare('select models, decks, ver from col').get() ?? {};
    expect(ver).toBe(11);
    return { notes: notes as Collection['notes'], kinds: JSON.parse(String(models)), decks: JSON.parse(String(decks)) };
  } finally {
    read.close();
  }
}

test('LIB-16 notes become an Anki package, each card with the way to its source', async () => {
  const { client, ids } = await member();
  const { notes, kinds, decks } = await collectionOf(client, ids);
  const title = '# The &lt;kiln&gt;::&amp; &quot;fire&quot;';
  const deck = 'Gleaner::# The <kiln>:& "fire"';
  const page = `${world.site.url}/b1`;
  expect(notes.map(({ flds, tags, deck: id }) => [...flds.split('\u001f'), tags.trim(), decks[id]?.name])).toEqual([
    [title, '<ul><li>Fire &amp; &lt;clay&gt;</li><li>Why?</li></ul>', 'gleaner river winter', deck],
    [
      `<small>${title}</small><br>Fire &amp; &lt;clay&gt;`,
      `<ul><li>It burns at 1200 degrees <a href="${page}">00:04</a></li><li>&quot;Quoted&quot; and slow <a href="${page}">¶2</a></li></ul>`,
      'gleaner river winter',
      deck,
    ],
    [`<small>${title}</small><br>Why?`, '<ul><li>Because.</li></ul>', 'gleaner river winter', deck],
    [
      'The pond',
      `Only a sentence without a list.<br><a href="${world.site.url}/b2">The pond</a>`,
      'gleaner',
      'Gleaner::The pond',
    ],
  ]);
  expect(Object.values(decks).map(({ name }) => name)).toContain('Gleaner');
  for (const { kind } of notes)
    expect(kinds[kind]).toMatchObject({
      name: 'Gleaner',
      flds: [{ name: 'Front' }, { name: 'Back' }],
      tmpls: [{ qfmt: '{{Front}}', afmt: '{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}' }],
    });
  // The first eight digits of the plain front's SHA-1, by which Anki finds twins.
  expect(notes.at(-1)).toMatchObject({ sfld: 'The pond', csum: 0x30a8f681 });
});

test('LIB-16 a second Anki package updates the cards of the first one', async () => {
  const { client, ids } = await member();
  const [contentId = ''] = ids;
  const before = await collectionOf(client, ids);
  await query(`update contents set updated_at = updated_at - interval '1 minute' where id = $1`, [contentId]);
  const earlier = await collectionOf(client, ids);
  expect(earlier.notes.map(({ guid }) => guid)).toEqual(before.notes.map(({ guid }) => guid));
  const { noteVersionId } = await client.rpc.content.overview.query({ contentId });
  const changed = '## Why?\n\n- Because of the draught.\n\n## Why?\n\n- Again.\n\n## Fire & <clay>\n\n- It burns.\n\n#river';
  await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note: changed });
  await client.rpc.content.rename.mutate({ contentId, title: 'The oven' });
  const after = await collectionOf(client, ids);
  const nameOf = ({ flds }: { flds: string }) => flds.split('\u001f')[0]?.replace(/<small>.*?<br>/, '');
  const byGuid = new Map(earlier.notes.map((note) => [note.guid, note]));
  const renewed = after.notes.map((note) => [nameOf(note), byGuid.get(note.guid)]);
  expect(renewed.map(([name, known]) => [name, typeof known === 'object' ? nameOf(known) : 'new'])).toEqual([
    ['The oven', '# The &lt;kiln&gt;::&amp; &quot;fire&quot;'],
    ['Why?', 'Why?'],
    ['Why?', 'new'],
    ['Fire &amp; &lt;clay&gt;', 'Fire &amp; &lt;clay&gt;'],
    ['The pond', 'The pond'],
  ]);
  expect(new Set(after.notes.map(({ guid }) => guid)).size).toBe(5);
  // Anki takes what is newer than its own.
  const times = after.notes.map(({ guid, mod }) => Math.sign(mod - (byGuid.get(guid)?.mod ?? mod)));
  expect(times).toEqual([1, 1, 0, 1, 0]);
});

test('LIB-16 cards of Chinese notes have Chinese names', async () => {
  const { client, ids } = await member();
  await query(`update contents set note_language = 'zh' where id = $1`, [ids[1]]);
  const { notes, kinds, decks } = await collectionOf(client, ids);
  const last = notes.at(-1);
  expect(last?.tags).toBe(' 拾穗 ');
  expect(decks[last?.deck ?? 0]?.name).toBe('拾穗::The pond');
  expect(kinds[last?.kind ?? 0]).toMatchObject({
    name: '拾穗',
    flds: [{ name: '正面' }, { name: '背面' }],
    tmpls: [{ qfmt: '{{正面}}' }],
  });
  expect(kinds[notes[0]?.kind ?? 0]?.name).toBe('Gleaner');
});

test('LIB-16 who hangs up ends the work', async () => {
  const client = world.client();
  const ids = [await noteOf(client, 'The left barn', '/left')];
  const { user } = await client.rpc.account.me.query();
  await query(`update "user" set is_anonymous = false, email = id || '@example.org', is_lifetime = true where id = $1`, [
    user?.id,
  ]);
  const leaving = new AbortController();
  const response = await exported(client, 'pdf', ids, leaving.signal);
  expect(response.status).toBe(200);
  leaving.abort();
  await waitFor('the server to notice', () =>
    world.server.output().includes('an export was not written to its end') ? true : undefined,
  );
});
