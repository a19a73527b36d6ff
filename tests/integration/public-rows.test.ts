/** What public pages, feeds and forms are made of and change, statement by statement, among what is private or another's. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { collectionItems, collectionSlugs, collections } from '#db/schema/collections.ts';
import { contents, extractions, sources } from '#db/schema/content.ts';
import { publicReports, sharedNotes } from '#db/schema/shared-notes.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import { addItemsToLibrary } from '#features/sharing/server/add-to-library.ts';
import { collectionFeed, feedTag } from '#features/sharing/server/collection-feed.ts';
import { createPublicRoutes, type PublicRoutesOptions } from '#features/sharing/server/http.ts';
import { dismissReports, listReported, setHidden } from '#features/sharing/server/moderation.ts';
import { notePage } from '#features/sharing/server/note-page.ts';
import {
  listPublic,
  presentVisible,
  publicCover,
  readPublic,
  requireVisible,
  takeSearch,
} from '#features/sharing/server/public-collections.ts';
import { requirePublicItem, requireSharedNote } from '#features/sharing/server/public-notes.ts';
import { report } from '#features/sharing/server/reports.ts';
import { sharingProcedures } from '#features/sharing/server/router.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { type BlobStore, createBlobStore } from '#infra/storage/blobs.ts';
import { AppError, DatabaseLost } from '#lib/app-error.ts';
import { type Context, router } from '#rpc/server.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let services: Services;
let blobs: BlobStore;
let directory = '';
/** What was to be computed, with how. */
let computed: unknown[][] = [];

openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gleaner-public-'));
  blobs = await createBlobStore(directory);
  const compute = async (...all: [name: string, notes: { title: string }[], how: object]) => {
    computed.push(all);
    return all[1].map(({ title }) => `<p>Of ${title}</p>`);
  };
  const events = { publish: async () => undefined };
  services = { db: client.db, compute, blobs, events, settings: { shortVideoMs: 60_000 } } as unknown as Services;
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  computed = [];
  for (const name of ['contents', 'sources', 'collections', 'rate_limits', '"user"']) await client.query(`delete from ${name}`);
  for (const id of ['ann', 'bob']) await client.db.insert(user).values({ id, name: id, email: `${id}@example.org` });
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const { signal } = new AbortController();
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

type NewContent = Partial<typeof contents.$inferInsert> & { data?: object };
async function addContent(name: string, { data, ...values }: NewContent = {}): Promise<string> {
  const url = `https://a.example/${name}`;
  const [source] = await client.db
    .insert(sources)
    .values({ key: `url:${url}`, url })
    .onConflictDoUpdate({ target: sources.key, set: { url } })
    .returning({ id: sources.id });
  const [extraction] = await client.db
    .insert(extractions)
    .values({
      sourceId: source?.id ?? '',
      data: { kind: 'page', title: '', durationMs: null, transcript: null, ...data } as never,
    })
    .returning({ id: extractions.id });
  const [row] = await client.db
    .insert(contents)
    .values({
      ...{ userId: 'bob', sourceId: source?.id ?? '', sourceUrl: url, title: name, contentType: 'online', noteLanguage: 'en' },
      ...{ status: 'completed', note: `About ${name}`, noteExcerpt: `About ${name}`, extractionId: extraction?.id ?? null },
      ...values,
    })
    .returning({ id: contents.id });
  return row?.id ?? '';
}

type NewCollection = Partial<typeof collections.$inferInsert>;
/** Items from the first to the last. */
async function addCollection(name: string, items: string[], values: NewCollection = {}): Promise<string> {
  const [row] = await client.db
    .insert(collections)
    .values({ userId: 'bob', slug: name, name, isPublic: true, publishedAt: day(1), updatedAt: day(1), ...values })
    .returning({ id: collections.id });
  const collectionId = row?.id ?? '';
  for (const [at, contentId] of items.entries())
    await client.db
      .insert(collectionItems)
      .values({ userId: 'bob', collectionId, contentId, position: items.length - at, addedAt: day(10 + at) });
  return collectionId;
}

/** The page without what every page has. */
const mainOf = (html: string) => html.replace(/<style>[\s\S]*?<\/style>/g, '').match(/<main>[\s\S]*<\/main>/)?.[0] ?? '';
const imageOf = (html: string) => html.match(/og:image" content="([^"]*)"/)?.[1] ?? null;
const fieldsOf = (html: string, action: string) =>
  [...(html.match(new RegExp(`action="${action}">(.*)`))?.[1] ?? '').matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );

test('COL-02 the page of a note says what is known of its source, and gives away no file and no secret address', async () => {
  const how = { origin: 'https://g.example', path: '/s/note/a-slug', reported: false, language: 'en' as const, signal };
  const shown = async (name: string, values: NewContent = {}) => {
    const content = await requireOwnedContent(client.db, 'bob', await addContent(name, values));
    return notePage(services, { content, collection: null }, how);
  };
  const lines = ['First line.', 'Second line.'].map((text, id) => ({ id, startMs: id * 4000, endMs: id * 4000 + 3900, text }));
  const transcript = { timed: true, language: 'en', provenance: { origin: 'human', track: 'en' }, segments: lines };
  const sound = (url: string | null, blob: string | null = null) => ({ media: { type: 'audio', mime: 'audio/mpeg', blob, url } });
  const full = await shown('full', {
    ...{ author: 'Ada', siteName: 'The Post', publishedAt: '2026-03-04T08:00:00Z', coverBlob: 'covers/a.jpg' },
    ...{ note: '- Said. [0:04](#t=4)\n\n#rye #favorited', noteExcerpt: 'Said', description: 'unused', noteLanguage: 'zh' },
    data: { transcript, ...sound('https://a.example/talk.mp3') },
  });
  expect(mainOf(full)).toBe(`<main>
<header lang="en">

<h1>full</h1>
<p class="facts">Ada · The Post · 2026-03-04 · <a href="https://a.example/full" rel="noopener noreferrer nofollow">Original</a></p>
</header>
<audio controls preload="none" src="https://a.example/talk.mp3"></audio>
<p>Of full</p>
</main>`);
  expect(full).toContain('<meta name="description" content="Said">');
  expect(full).toContain('<link rel="canonical" href="https://g.example/s/note/a-slug">');
  expect(full).toContain('<meta property="og:type" content="article">');
  expect(imageOf(full)).toBe('https://g.example/api/public/notes/a-slug/cover');
  expect([fieldsOf(full, '/api/public/copy'), fieldsOf(full, '/api/public/report')]).toEqual([['note=a-slug'], ['note=a-slug']]);
  const note = {
    ...{ title: 'full', author: 'Ada', siteName: 'The Post', publishedAt: '2026-03-04T08:00:00Z', language: 'zh' },
    ...{ sourceUrl: 'https://a.example/full', pageUrl: 'https://g.example/s/note/a-slug' },
    markdown: '- Said. [0:04](#t=4)\n\n#rye',
    lines: { '#t=4': expect.arrayContaining([expect.objectContaining({ text: 'Second line.' })]) },
  };
  expect(computed).toEqual([['renderNotes', [note], { signal, urgent: true }]]);

  const plain = await shown('plain', { noteExcerpt: null, description: 'From the site', author: '', coverBlob: 'icons/a.png' });
  expect(plain).toContain('<meta name="description" content="From the site">');
  expect(imageOf(plain)).toBeNull();
  expect(mainOf(plain)).toContain('<p class="facts"><a href="https://a.example/plain"');
  expect(await shown('bare', { noteExcerpt: null })).not.toContain('name="description"');
  computed = [];
  expect(mainOf(await shown('unwritten', { note: null }))).toContain('<p>No note yet.</p>');
  expect(computed).toEqual([]);
  for (const [name, data] of Object.entries({
    stored: sound('https://a.example/talk.mp3', 'uploads/x'),
    insecure: sound('http://a.example/talk.mp3'),
    nowhere: sound(null),
  }))
    expect(mainOf(await shown(name, { data })), name).not.toContain('<audio');
  const feed = 'https://x.example/rss?auth=f33d&guid=1';
  const secret = await shown('secret', { sourceUrl: feed, data: sound('https://x.example/f33d.mp3') });
  expect(secret).not.toMatch(/f33d|api\/public\/copy/);
  expect(mainOf(secret)).toContain(
    '<p class="facts">The source may be a private feed of whoever shared this, so there is no link or sound here',
  );
  const video = await shown('video', {
    data: { embed: { player: 'youtube', id: 'dQw4w9WgXcQ' }, ...sound('https://a.example/a') },
  });
  expect(video).toContain('<iframe name="player" title="video · YouTube"');
  expect(video).not.toContain('<audio');
  expect(computed.at(-1)?.[1]).toMatchObject([{ player: { frame: 'player', origin: 'https://g.example' } }]);
  expect(await shown('odd', { data: { embed: { player: 'youtube', id: '../x' } } })).not.toContain('<iframe');

  // As an item of a collection it leads there.
  const [item, icon] = [
    await addContent('item', { coverBlob: 'covers/a.jpg' }),
    await addContent('with-icon', { coverBlob: 'icons/a.png' }),
  ];
  const id = await addCollection('the-shelf', [item, icon], { name: 'The & shelf' });
  const path = `/user/collections/the-shelf/${item}`;
  const inShelf = await notePage(services, await requirePublicItem(client.db, 'the-shelf', item), {
    ...how,
    path,
    reported: true,
  });
  expect(inShelf).toContain('In the collection <a href="/user/collections/the-shelf">The &amp; shelf</a>');
  expect(imageOf(inShelf)).toBe(`https://g.example/api/public/collections/${id}/items/${item}/cover`);
  expect(fieldsOf(inShelf, '/api/public/copy')).toEqual(['collection=the-shelf', `contentId=${item}`]);
  expect(inShelf).toContain('role="status"');
});

test('COL-02 a feed has the first fifty items with notes, as far as they are short together', async () => {
  const [first, second, bare] = [
    await addContent('first', { author: 'Ada & Co', updatedAt: day(20), note: 'One\n\n#favorited', noteExcerpt: 'One & only' }),
    await addContent('second', { updatedAt: day(5), noteExcerpt: null, sourceUrl: 'https://x.example/rss?auth=f33d&guid=1' }),
    await addContent('bare', { note: null, updatedAt: day(28) }),
  ];
  const theirs = await addContent('theirs', { updatedAt: day(29) });
  const id = await addCollection('feed-炉', [bare, first, second], {
    name: 'Feed & more',
    description: 'All <of> it',
    updatedAt: day(15),
  });
  await addCollection('other', [theirs]);
  const feedOf = async (slug: string) =>
    collectionFeed(services, await requireVisible(client.db, slug), { origin: 'https://g.example', signal });
  const page = 'https://g.example/user/collections/feed-%E7%82%89';
  expect(await feedOf('feed-炉')).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${id}</id>
<title>Feed &amp; more</title>
<subtitle>All &lt;of&gt; it</subtitle>
<updated>2026-01-20T00:00:00.000Z</updated>
<link rel="self" type="application/atom+xml" href="${page}/feed.atom"/>
<link rel="alternate" type="text/html" href="${page}"/>
<generator>Gleaner</generator>
<author><name>Gleaner</name></author>
<entry>
<id>urn:uuid:${first}</id>
<title>first</title>
<link rel="alternate" type="text/html" href="${page}/${first}"/>
<published>2026-01-11T00:00:00.000Z</published>
<updated>2026-01-20T00:00:00.000Z</updated>
<author><name>Ada &amp; Co</name></author>
<summary>One &amp; only</summary>
<content type="html">&lt;p&gt;Of first&lt;/p&gt;</content>
</entry>
<entry>
<id>urn:uuid:${second}</id>
<title>second</title>
<link rel="alternate" type="text/html" href="${page}/${second}"/>
<published>2026-01-12T00:00:00.000Z</published>
<updated>2026-01-05T00:00:00.000Z</updated>
<content type="html">&lt;p&gt;Of second&lt;/p&gt;</content>
</entry>
</feed>
`);
  const about = { siteName: null, publishedAt: null, language: 'en' };
  expect(computed).toEqual([
    [
      'renderNotes',
      [
        {
          ...about,
          title: 'first',
          author: 'Ada & Co',
          sourceUrl: 'https://a.example/first',
          markdown: 'One',
          pageUrl: `${page}/${first}`,
        },
        { ...about, title: 'second', author: null, sourceUrl: null, markdown: 'About second', pageUrl: `${page}/${second}` },
      ],
      { signal },
    ],
  ]);
  computed = [];
  await addCollection('empty', [], { updatedAt: day(3) });
  const empty = await feedOf('empty');
  expect(empty).toContain('<title>empty</title>\n<updated>2026-01-03T00:00:00.000Z</updated>');
  expect([empty.includes('<entry>'), computed]).toEqual([false, []]);

  const many: string[] = [];
  for (let n = 0; n < 51; n++) many.push(await addContent(`many-${n}`));
  const manyId = await addCollection('many', many);
  const titles = async (slug: string) =>
    [...(await feedOf(slug)).matchAll(/<title>(many-\d+|long-\d)</g)].map(([, title]) => title);
  expect(await titles('many')).toEqual(Array.from({ length: 50 }, (_, n) => `many-${n}`));
  const half = 'x'.repeat(1_000_000);
  const long = [
    await addContent('long-1', { note: half }),
    await addContent('long-2', { note: half }),
    await addContent('long-3'),
  ];
  await addCollection('long', long);
  expect(await titles('long')).toEqual(['long-1', 'long-2']);

  // The tag of a feed changes with what is in the feed, and with nothing else.
  const tag = async (slug = 'many') => feedTag(client.db, await requireVisible(client.db, slug));
  const before = await tag();
  expect(before).toMatch(/^"[\w-]{24}"$/);
  const touch = (contentId = '') =>
    client.db
      .update(contents)
      .set({ updatedAt: day(30) })
      .where(eq(contents.id, contentId));
  await touch(many[50]);
  await touch(theirs);
  expect(await tag()).toBe(before);
  await touch(many[49]);
  const after = await tag();
  expect(after).not.toBe(before);
  await client.db
    .update(collections)
    .set({ updatedAt: day(2) })
    .where(eq(collections.id, manyId));
  expect([await tag(), await tag('long')]).not.toContain(after);
  const noted = await tag('feed-炉');
  await touch(bare);
  expect(await tag('feed-炉')).toBe(noted);
});

test('COL-02 public collections are listed by their time, those of one instant once each, with the fields that everybody may see', async () => {
  const item = await addContent('item', { coverBlob: 'covers/a.jpg', noteExcerpt: null, durationMs: 1500, sourceUrl: null });
  const second = await addContent('second', { coverBlob: 'icons/a.png', siteName: 'Site', author: 'Ada', publishedAt: '2026' });
  const ids = [3, 2, 1].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  for (const id of ids) await addCollection(`same-${id.slice(-1)}`, [second], { id, publishedAt: day(5), updatedAt: day(8) });
  await addCollection('older', [item, second], { publishedAt: day(2), updatedAt: day(9), description: 'Words' });
  await addCollection('empty', []);
  await addCollection('private', [item], { isPublic: false });
  await addCollection('hidden', [item], { hiddenAt: day(1) });
  await addCollection('timeless', [item], { publishedAt: null, updatedAt: day(7) });
  const list = async (order: 'published' | 'updated', limit: number, search = '') => {
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null && pages.length < 9; ) {
      const page = await listPublic(client.db, { search, order, limit, cursor });
      pages.push(page.collections.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    return pages;
  };
  expect(await list('published', 2)).toEqual([
    ['same-3', 'same-2'],
    ['same-1', 'older'],
  ]);
  expect(await list('updated', 3)).toEqual([
    ['older', 'same-3', 'same-2'],
    ['same-1', 'timeless'],
  ]);
  expect(await list('updated', 9, 'SAME-')).toEqual([['same-3', 'same-2', 'same-1']]);
  expect(await list('published', 9, 'word')).toEqual([['older']]);
  const { collections: listed } = await listPublic(client.db, {
    search: 'older',
    order: 'published',
    limit: 5,
    cursor: undefined,
  });
  const { id } = await requireVisible(client.db, 'older');
  const shown = {
    ...{
      id,
      slug: 'older',
      name: 'older',
      description: 'Words',
      cover_url: `/api/public/collections/${id}/cover`,
      item_count: 2,
    },
    ...{ published_at: day(2).toISOString(), updated_at: day(9).toISOString() },
  };
  expect(listed).toEqual([shown]);
  const opened = await readPublic(client.db, { id, limit: 1, cursor: undefined });
  expect(opened).toEqual({
    collection: shown,
    items: [
      {
        ...{ content_id: item, title: 'item', source_url: null, site_name: null, author: null, excerpt: null },
        ...{ cover_url: `/api/public/collections/${id}/items/${item}/cover`, content_type: 'online', duration_seconds: 1.5 },
        published_at: null,
      },
    ],
    nextCursor: expect.any(String),
  });
  expect(await readPublic(client.db, { id: 'older', limit: 1, cursor: opened.nextCursor ?? '' })).toEqual({
    collection: shown,
    items: [
      {
        ...{ content_id: second, title: 'second', source_url: 'https://a.example/second', site_name: 'Site', author: 'Ada' },
        ...{ cover_url: `/api/public/collections/${id}/items/${second}/icon`, content_type: 'online', duration_seconds: null },
        ...{ excerpt: 'About second', published_at: '2026' },
      },
    ],
    nextCursor: null,
  });
  // One that was made public before that was noted has the time of its last change.
  const timeless = await requireVisible(client.db, 'timeless');
  expect(await presentVisible(client.db, timeless)).toMatchObject({ published_at: day(7).toISOString(), item_count: 1 });
  const uncovered = await addCollection('uncovered', [await addContent('plain')]);
  expect([await publicCover(client.db, 'older'), await publicCover(client.db, uncovered)]).toEqual(['covers/a.jpg', null]);
  expect(await presentVisible(client.db, await requireVisible(client.db, uncovered))).toMatchObject({ cover_url: null });
  for (const name of ['private', 'hidden', 'none', randomUUID()])
    await expect(requireVisible(client.db, name)).rejects.toMatchObject({ code: 'not_found' });
  // An address may search 3600 times in an hour.
  await takeSearch(client.db, '192.0.2.1');
  await client.query('update rate_limits set taken = 3599');
  await takeSearch(client.db, '192.0.2.1');
  await expect(takeSearch(client.db, '192.0.2.1')).rejects.toMatchObject({ code: 'too_many_searches', params: { minutes: 60 } });
  await takeSearch(client.db, '192.0.2.2');
});

test('COL-02 only a search counts as one, and a database that is away makes no collection private', async () => {
  const contentId = await addContent('item');
  await addCollection('shared', [contentId]);
  const logger = { debug: () => undefined, info: () => undefined, error: () => undefined };
  const context = { user: null, services, clientAddress: '192.0.2.9', logger, keepSession: async () => undefined };
  const caller = router({ list: sharingProcedures.collections }).createCaller(context as unknown as Context);
  const found = async (search: string) => (await caller.list({ search, limit: 5 })).collections.length;
  const searches = () => client.query('select key, taken from rate_limits');
  expect([await found(''), await found(' '), await searches()]).toEqual([1, 1, []]);
  expect([await found('shared'), await searches()]).toEqual([1, [{ key: 'public-searches:192.0.2.9', taken: 1 }]]);

  const collection = await requireVisible(client.db, 'shared');
  let away = false;
  const db = new Proxy(client.db, {
    get(target, name) {
      if (away && name === 'select') throw new DatabaseLost('away');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const askerOf = async () => {
    away = true;
    return { userId: 'ann', clientAddress: '192.0.2.9' };
  };
  // The eleventh is looked for anew.
  const wanted = [...Array.from({ length: 10 }, () => randomUUID()), contentId];
  await expect(addItemsToLibrary({ ...services, db }, askerOf, collection, wanted)).rejects.toBeInstanceOf(DatabaseLost);
});

test('COL-02 reports are told by what they are about, the latest first, with their last five messages', async () => {
  const [a, b] = [await addContent('a'), await addContent('b')];
  const [shelf, beside] = [await addCollection('shelf', [a]), await addCollection('beside', [b], { hiddenAt: day(1) })];
  await client.db.insert(sharedNotes).values([
    { slug: 'note-a', userId: 'bob', contentId: a },
    { slug: 'note-b', userId: 'bob', contentId: b, hiddenAt: day(2) },
  ]);
  const unshared = await addContent('unshared');
  const about = (values: object, n: number, message = '', reason: 'spam' | 'illegal' = 'spam') => ({
    ...{ ...values, reason, message, createdAt: day(n) },
  });
  await client.db
    .insert(publicReports)
    .values([
      ...[1, 2, 3, 4, 5, 6].map((n) => about({ collectionId: shelf }, n, `message ${n}`, n === 1 ? 'illegal' : 'spam')),
      about({ collectionId: shelf }, 7),
      about({ collectionId: beside }, 3),
      about({ contentId: a }, 9, 'of a'),
      about({ contentId: b }, 8),
      about({ contentId: unshared }, 10),
    ]);
  const ofNote = (slug: string, name: string, n: number, messages: string[]) => ({
    ...{ target: { kind: 'note', slug }, name, hidden: name === 'b', count: 1, reasons: ['spam'], messages, lastAt: day(n) },
  });
  const ofBeside = {
    ...{ target: { kind: 'collection', id: beside }, name: 'beside', hidden: true, count: 1, reasons: ['spam'], messages: [] },
    lastAt: day(3),
  };
  expect(await listReported(client.db)).toEqual([
    ofNote('note-a', 'a', 9, ['of a']),
    ofNote('note-b', 'b', 8, []),
    {
      ...{ target: { kind: 'collection', id: shelf }, name: 'shelf', hidden: false, count: 7, reasons: ['illegal', 'spam'] },
      ...{ messages: [6, 5, 4, 3, 2].map((n) => `message ${n}`), lastAt: day(7) },
    },
    ofBeside,
  ]);
  await dismissReports(client.db, { kind: 'note', slug: 'note-a' });
  await dismissReports(client.db, { kind: 'collection', id: shelf });
  expect(await listReported(client.db)).toEqual([ofNote('note-b', 'b', 8, []), ofBeside]);
  await expect(dismissReports(client.db, { kind: 'collection', id: 'shelf' })).rejects.toMatchObject({ code: 'not_found' });
  // Two hundred are told, and the one that was reported before all others is left.
  await client.query(`with made as (
    insert into collections (user_id, slug, name) select 'bob', 'many-' || n, 'many' from generate_series(1, 199) n returning id)
    insert into public_reports (collection_id, reason, created_at) select id, 'other', '2026-03-01' from made`);
  expect((await listReported(client.db)).filter(({ name }) => name !== 'many')).toEqual([ofNote('note-b', 'b', 8, [])]);
  await client.query(`delete from collections where name = 'many'`);

  const hide = (target: Parameters<typeof setHidden>[1], hidden: boolean) =>
    client.db.transaction((tx) => setHidden(tx, target, hidden)).catch(codeOf);
  const [note, collection] = [{ kind: 'note', slug: 'note-a' } as const, { kind: 'collection', id: shelf } as const];
  for (const target of [note, collection])
    expect([await hide(target, false), await hide(target, true), await hide(target, true)]).toEqual([null, 'bob', null]);
  const hidden = await client.query('select slug from shared_notes where hidden_at > $1', [day(2)]);
  expect([hidden, await client.query('select slug from collections where hidden_at > $1', [day(2)])]).toEqual([
    [{ slug: 'note-a' }],
    [{ slug: 'shelf' }],
  ]);
  await expect(requireSharedNote(client.db, 'note-a')).rejects.toMatchObject({ code: 'not_found' });
  for (const target of [note, collection]) expect([await hide(target, false), await hide(target, false)]).toEqual(['bob', null]);
  expect((await requireSharedNote(client.db, 'note-a')).content.id).toBe(a);
  expect([await hide({ kind: 'note', slug: 'none' }, true), await hide({ kind: 'collection', id: randomUUID() }, true)]).toEqual([
    ...['not_found', 'not_found'],
  ]);
  expect(await hide({ kind: 'collection', id: 'shelf' }, true)).toBe('not_found');
});

/** The public pages of a server, with what was made of visitors. */
function publicRoutes(changes: Partial<PublicRoutesOptions> = {}) {
  const kept: string[] = [];
  const person = (id: string) => ({ id }) as AuthUser;
  const routes = createPublicRoutes({
    ...{ services, baseUrl: null, interfacePage: null, isSameOrigin: () => true, clientAddressOf: () => '192.0.2.7' },
    getUser: async () => null,
    createAccount: async () => ({ user: person('ann'), setCookies: ['a=1', 'b=2'] }),
    keepSession: async ({ id }) => {
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      kept.push(id);
    },
    ...changes,
  });
  const app = new Hono().route('/', routes);
  app.onError((error, c) => c.text(String(codeOf(error)), 400));
  app.notFound((c) => c.text('the interface', 200));
  const send = async (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = form && new URLSearchParams(form).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body?.length) };
    const answer = await app.request(`http://g.example${path}`, {
      ...(body === undefined ? { headers } : { method: 'POST', body, headers: { ...type, ...headers } }),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  return { send, kept, person };
}

test('COL-02 the form that copies a note makes an account where there is none, and nothing where there is nothing to copy', async () => {
  const item = await addContent('item');
  const upload = await addContent('upload', { sourceUrl: null });
  const secret = await addContent('secret', { sourceUrl: 'https://x.example/rss?auth=f33d&guid=1' });
  const shelf = await addCollection('shelf', [item, upload, secret]);
  await client.db.insert(sharedNotes).values({ slug: 'a-note', userId: 'bob', contentId: item });
  const { send, kept, person } = publicRoutes();
  const taken = () => client.query(`select key, taken from rate_limits`);
  for (const contentId of [upload, secret, randomUUID()])
    expect((await send('/api/public/copy', { collection: 'shelf', contentId })).body).toBe('not_found');
  expect([await taken(), kept]).toEqual([[], []]);
  const copied = await send('/api/public/copy', { note: 'a-note' });
  const [own] = await client.db.select().from(contents).where(eq(contents.userId, 'ann'));
  expect(own).toMatchObject({ title: 'item', note: 'About item', status: 'completed' });
  expect([copied.status, copied.headers.get('location'), copied.headers.getSetCookie(), kept]).toEqual([
    ...[303, `/content/${own?.id}`, ['a=1', 'b=2'], ['ann']],
  ]);
  expect(await taken()).toEqual([{ key: 'library-copies:ann', taken: 1 }]);
  // Whoever has an account already gets no other, and what is there already is what they see.
  const signedIn = publicRoutes({ getUser: async () => person('ann'), createAccount: () => Promise.reject(new Error('made')) });
  const again = await signedIn.send('/api/public/copy', { collection: shelf, contentId: item });
  expect([again.status, again.headers.get('location'), again.headers.getSetCookie(), signedIn.kept]).toEqual([
    ...[303, `/content/${own?.id}`, [], ['ann']],
  ]);
  await client.query('update rate_limits set taken = 300');
  expect((await signedIn.send('/api/public/copy', { note: 'a-note' })).body).toBe('too_many_submissions');
  // Only short forms of this server's own pages.
  const form = { note: 'a-note' };
  expect((await publicRoutes({ isSameOrigin: () => false }).send('/api/public/copy', form)).body).toBe('bad_request');
  expect((await send('/api/public/copy', { ...form, more: 'x' })).body).toBe('bad_request');
  expect((await send('/api/public/copy', form, { 'content-length': '4097' })).body).toBe('file_too_large');
  expect((await send('/api/public/copy', { note: 'none' }, { 'content-length': '4096' })).body).toBe('not_found');
});

test('COL-02 the form that reports a note leads back to its page, and says until when there were too many', async () => {
  const item = await addContent('item');
  const id = await addCollection('shelf', [item]);
  await client.db.insert(collectionSlugs).values({ slug: 'former', collectionId: id });
  await client.db.insert(sharedNotes).values({ slug: 'a-note', userId: 'bob', contentId: item });
  const { send } = publicRoutes();
  const reason = { reason: 'spam', message: ' Words \n more ' };
  const sent = async (form: Record<string, string>, headers = {}) => send('/api/public/report', form, headers);
  const path = `/user/collections/shelf/${item}`;
  const first = await sent({ collection: 'former', contentId: item, ...reason });
  expect([first.status, first.headers.get('location')]).toEqual([303, `${path}?reported=1#report`]);
  expect((await sent({ note: 'a-note', ...reason, message: '' })).headers.get('location')).toBe(
    '/s/note/a-note?reported=1#report',
  );
  await sent({ collection: id, contentId: item, reason: 'other', message: '' });
  expect(await client.query('select collection_id, content_id, reason, message from public_reports order by created_at')).toEqual(
    [
      { collection_id: id, content_id: null, reason: 'spam', message: `${path}\nWords \n more` },
      { collection_id: null, content_id: item, reason: 'spam', message: '' },
      { collection_id: id, content_id: null, reason: 'other', message: path },
    ],
  );
  expect(await client.query('select key, taken from rate_limits')).toEqual([{ key: 'public-reports:192.0.2.7', taken: 3 }]);
  await client.query(`update rate_limits set taken = 10, ends_at = now() + interval '25 minutes'`);
  const refused = await send('/api/public/report', { note: 'a-note', ...reason }, { 'accept-language': 'en' });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(mainOf(refused.body)).toBe(
    '<main><h1>The report wasn’t sent</h1><p>You’ve sent many reports in the last hour. Try again in about 25 min.</p><p><a href="/s/note/a-note">Back to the note</a></p></main>',
  );
  expect(refused.body).toContain('<html lang="en">');
  const of = (form: Record<string, string>, headers = {}) => sent(form, headers).then(({ body }) => body);
  expect(await of({ note: 'none', ...reason })).toBe('not_found');
  expect(await of({ collection: 'shelf', contentId: randomUUID(), ...reason })).toBe('not_found');
  expect(await of({ note: 'a-note', reason: 'because', message: '' })).toBe('bad_request');
  expect(await of({ note: 'a-note', reason: 'spam', message: 'x'.repeat(1001) })).toBe('bad_request');
  expect(await of({ note: 'none', ...reason }, { 'content-length': String(4096 + 9000) })).toBe('not_found');
  expect(await of({ note: 'none', ...reason }, { 'content-length': String(4096 + 9001) })).toBe('file_too_large');
  // A report of what is gone by then is none.
  const gone = { target: { kind: 'note', slug: 'a-note' }, reason: 'spam', message: '', address: '192.0.2.8' } as const;
  await client.db.delete(sharedNotes);
  expect(await report(client.db, gone).catch(codeOf)).toBe('not_found');
});

test('COL-02 pages and pictures are those of what is public, in the visitor’s language and under the server’s address', async () => {
  await blobs.put('covers/a.png', Buffer.from('picture'));
  await blobs.put('icons/a.png', Buffer.from('icon'));
  const item = await addContent('item', { coverBlob: 'covers/a.png' });
  const icon = await addContent('icon', { coverBlob: 'icons/a.png' });
  const plain = await addContent('plain');
  const id = await addCollection('shelf', [item, icon, plain]);
  await client.db.insert(collectionSlugs).values({ slug: 'former', collectionId: id });
  await client.db.insert(sharedNotes).values([
    { slug: 'a-note', userId: 'bob', contentId: item },
    { slug: 'no-cover', userId: 'bob', contentId: plain },
  ]);
  const { send } = publicRoutes();
  const page = await send('/user/collections/shelf', undefined, { 'accept-language': 'en' });
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.body).toContain('<link rel="canonical" href="http://g.example/user/collections/shelf">');
  expect(page.body).toContain('3 items');
  const former = await send('/user/collections/former');
  expect([former.status, former.headers.get('location')]).toEqual([302, '/user/collections/shelf']);
  expect((await send('/user/collections/none')).body).toBe('the interface');
  expect((await send('/user/collections/shelf?after=nonsense')).body).toBe('bad_request');
  const based = publicRoutes({ baseUrl: 'https://notes.example', interfacePage: '<title>x</title><div id="root"></div>' });
  const inChinese = await based.send('/user/collections/shelf', undefined, { cookie: 'language=zh', 'accept-language': 'en' });
  expect(inChinese.body).toContain('<link rel="canonical" href="https://notes.example/user/collections/shelf">');
  expect(inChinese.body).toMatch(/^<title>shelf<\/title>[\s\S]*共 3 项/);
  expect((await based.send('/s/note/a-note')).body).toContain('href="https://notes.example/s/note/a-note"');
  const missing = await send('/s/note/none', undefined, { 'accept-language': 'en' });
  expect([missing.status, mainOf(missing.body)]).toEqual([
    404,
    '<main><h1>Page not found</h1><p>It may have been made private, or deleted.</p><p><a href="/">Go to the home page</a></p></main>',
  ]);
  expect(missing.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const [path, isReported] of [
    ['/s/note/a-note?reported=1', true],
    ['/s/note/a-note?reported=2', false],
    [`/user/collections/shelf/${item}`, false],
  ] as const) {
    const { status, body } = await send(path);
    expect([status, body.includes('role="status"')], path).toEqual([200, isReported]);
  }
  expect((await send('/user/collections/shelf/x')).status).toBe(404);
  const feed = await send('/user/collections/former/feed.atom');
  expect([feed.status, feed.headers.get('cache-control'), feed.headers.get('content-type')]).toEqual([
    ...[200, 'private, no-cache', 'application/atom+xml; charset=utf-8'],
  ]);
  const tag = feed.headers.get('etag') ?? '';
  const same = await send('/user/collections/shelf/feed.atom', undefined, { 'if-none-match': tag });
  expect([same.status, same.headers.get('etag'), same.body]).toEqual([304, tag, '']);
  const pictures = [
    '/api/public/collections/shelf/cover',
    `/api/public/collections/${id}/items/${item}/cover`,
    `/api/public/collections/${id}/items/${icon}/icon`,
    '/api/public/notes/a-note/cover',
    `/api/public/collections/${id}/items/${plain}/cover`,
    '/api/public/notes/no-cover/cover',
    `/api/public/collections/${id}/items/x/cover`,
    '/api/public/collections/none/cover',
  ];
  const shown: string[] = [];
  for (const path of pictures) {
    const { headers, body } = await send(path);
    shown.push(body);
    if (!body.startsWith('not')) expect(headers.get('content-type')).toBe('image/png');
  }
  expect(shown).toEqual(['picture', 'picture', 'icon', 'picture', 'not_found', 'not_found', 'not_found', 'not_found']);
});
