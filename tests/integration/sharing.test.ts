/** What everybody sees: public collections, their pages, feeds and notes, and what can be made of them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { waitFor } from '../harness/wait.ts';
import { markOf } from './access-matrix.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
beforeAll(async () => {
  world = await startWorld();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database?.close();
  await world?.close();
});

let count = 0;
const refusal = (call: Promise<unknown>) => call.then(() => null, codeOf);

async function member(): Promise<TestClient & { email: string; id: string }> {
  const client = world.client();
  const email = `keeper-${++count}@example.org`;
  // All of them come from one address, which may make twenty accounts in an hour.
  await database.query("delete from rate_limits where key like 'sign-up-client:%'");
  await client.rpc.account.signUp.mutate({ email, password: 'correct horse battery', language: 'en' });
  const { user } = await client.rpc.account.me.query();
  return Object.assign(client, { email, id: user?.id ?? '' });
}

async function article(client: TestClient, title: string): Promise<{ contentId: string; url: string }> {
  const url = `${world.site.url}/shared-${++count}`;
  world.site.on(`/shared-${count}`, { body: articleHtml(title) });
  const { contentId } = await summarise(client, url);
  return { contentId, url };
}

type Shelf = { client: Awaited<ReturnType<typeof member>>; id: string; slug: string; contentId: string; url: string };

/** A public collection with one summarised article. */
async function shelf(name: string, title = 'The Shared Oven'): Promise<Shelf> {
  const client = await member();
  const { contentId, url } = await article(client, title);
  const { share } = client.rpc;
  const { collection } = await share.createCollection.mutate({ name, contentIds: [contentId] });
  await share.publishCollection.mutate({ id: collection.id, isPublic: true });
  return { client, id: collection.id, slug: collection.slug, contentId, url };
}

const text = async (path: string, client = world.client(), init: RequestInit = {}) => {
  const response = await client.fetch(path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, body: await response.text() };
};
const pageOf = (slug: string) => `/user/collections/${encodeURIComponent(slug)}`;

describe('a public collection', () => {
  test('COL-02 is listed and opened by anybody, with these fields and no others', async () => {
    const { client, id, slug, contentId, url } = await shelf('Winter reading');
    await client.rpc.share.updateCollection.mutate({ id, description: 'For long evenings' });
    const guest = world.client();
    const { collections } = await guest.rpc.public.collections.query({ search: 'winter READ' });
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const shown = {
      ...{ id, slug, name: 'Winter reading', description: 'For long evenings', cover_url: null, item_count: 1 },
      ...{ published_at: at, updated_at: at },
    };
    expect(collections).toEqual([shown]);
    for (const address of [id, slug]) {
      const answer = await guest.rpc.public.collection.query({ id: address });
      expect(answer).toEqual({
        collection: shown,
        items: [
          {
            ...{ content_id: contentId, title: 'The Shared Oven', source_url: url, site_name: 'The Valley Post' },
            ...{ author: 'Ada Quill', cover_url: null, excerpt: expect.stringContaining('oven'), content_type: 'online' },
            ...{ duration_seconds: null, published_at: expect.stringContaining('2026-03-04') },
          },
        ],
        nextCursor: null,
      });
    }
    // It is read only, for a guest as for another user.
    const other = await member();
    for (const call of [
      () => other.rpc.share.getCollectionDetails.query({ id }),
      () => other.rpc.share.updateCollection.mutate({ id, name: 'Mine' }),
      () => other.rpc.share.publishCollection.mutate({ id, isPublic: false }),
      () => other.rpc.share.addItemsToCollection.mutate({ collectionId: id, contentIds: [contentId] }),
      () => other.rpc.content.overview.query({ contentId }),
    ])
      expect(await refusal(call())).toBe('not_found');
  });

  test('COL-02 its notes come page by page, the latest added first, each once', async () => {
    const { client, id, contentId } = await shelf('Five ovens');
    const added = [contentId];
    for (let n = 2; n <= 5; n++) {
      const one = await article(client, `Oven ${n}`);
      await client.rpc.share.addItemsToCollection.mutate({ collectionId: id, contentIds: [one.contentId] });
      added.unshift(one.contentId);
    }
    const guest = world.client();
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null && pages.length < 5; ) {
      const page = await guest.rpc.public.collection.query({ id, limit: 2, cursor });
      pages.push(page.items.map(({ content_id }) => content_id));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([added.slice(0, 2), added.slice(2, 4), added.slice(4)]);
    const whole = await guest.rpc.public.collection.query({ id, limit: 5 });
    expect([whole.items.length, whole.nextCursor]).toEqual([5, null]);
  });

  test('COL-02 the square is searched, ordered and read page by page', async () => {
    const owner = await member();
    const { contentId } = await article(owner, 'The Square Oven');
    const make = async (name: string, description = '') => {
      const { collection } = await owner.rpc.share.createCollection.mutate({ name, contentIds: [contentId] });
      await owner.rpc.share.updateCollection.mutate({ id: collection.id, description });
      await owner.rpc.share.publishCollection.mutate({ id: collection.id, isPublic: true });
      return collection.id;
    };
    const first = await make('Quarry one');
    await make('Quarry two');
    await make('Third', 'about the quarry');
    await make('Another 100%_x');
    const { collection: empty } = await owner.rpc.share.createCollection.mutate({ name: 'Quarry without items' });
    await owner.rpc.share.publishCollection.mutate({ id: empty.id, isPublic: true });
    await owner.rpc.share.createCollection.mutate({ name: 'Quarry of my own', contentIds: [contentId] });
    await owner.rpc.share.updateCollection.mutate({ id: first, description: 'changed' });
    const { rpc } = world.client();
    const names = async (input: { search: string; order?: 'published' | 'updated' }) =>
      (await rpc.public.collections.query(input)).collections.map(({ name }) => name);
    expect(await names({ search: 'quarry' })).toEqual(['Third', 'Quarry two', 'Quarry one']);
    expect(await names({ search: 'QUARRY', order: 'updated' })).toEqual(['Quarry one', 'Third', 'Quarry two']);
    expect(await names({ search: '100%_' })).toEqual(['Another 100%_x']);
    // By what they hold, but not by what private ones hold.
    expect(await names({ search: 'the SQUARE oven' })).toEqual(['Another 100%_x', 'Third', 'Quarry two', 'Quarry one']);
    expect(await names({ search: '100_x' })).toEqual([]);
    const page = await rpc.public.collections.query({ search: 'quarry', limit: 2 });
    const rest = await rpc.public.collections.query({ search: 'quarry', limit: 2, cursor: page.nextCursor ?? undefined });
    expect([...page.collections, ...rest.collections].map(({ name }) => name)).toEqual(['Third', 'Quarry two', 'Quarry one']);
    expect(rest.nextCursor).toBeNull();
    expect(await refusal(rpc.public.collections.query({ cursor: 'nonsense' }))).toBe('bad_request');
  });

  test('COL-02 has a page that is whole without a script, in which nothing of a name runs', async () => {
    const { client, id, contentId } = await shelf('Ovens <script>alert(1)</script> "& $& more');
    await client.rpc.share.updateCollection.mutate({ id, description: 'Warm </noscript><img src=x onerror=alert(1)> bread' });
    const { slug } = (await client.rpc.share.getCollectionDetails.query({ id })).collection;
    const { status, body, headers } = await text(pageOf(slug));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('<img src=x');
    const name = 'Ovens &lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp; $&amp; more';
    expect(body).toContain(`<title>${name}</title>`);
    expect(body).toContain(`<meta property="og:title" content="${name}">`);
    expect(body).toMatch(/<meta property="og:description" content="Warm &lt;\/noscript&gt;.*bread">/);
    expect(body).toContain('<meta name="twitter:card" content="summary">');
    expect(body).toContain(`<link rel="alternate" type="application/atom+xml"`);
    expect(body).toContain(`<a href="${pageOf(slug)}/${contentId}">The Shared Oven</a>`);
    expect(body).toMatch(/<noscript>[\s\S]*keeps its heat[\s\S]*<\/noscript>/);
    // In the language of the browser.
    for (const [language, words] of [
      ['zh-CN,zh;q=0.9', '共 1 项'],
      ['en-US,en', '1 item'],
      ['fr', '1 item'],
    ] as const)
      expect((await text(pageOf(slug), world.client(), { headers: { 'accept-language': language } })).body).toContain(words);
  });

  test('COL-02 a former address leads to the page, and its notes are read there', async () => {
    const { client, id, slug, contentId } = await shelf('Before');
    await client.rpc.share.updateCollection.mutate({ id, name: '后来' });
    const moved = await text(pageOf(slug));
    expect([moved.status, moved.headers.get('location')]).toEqual([302, pageOf(`后来-${slug.slice(-7)}`)]);
    const { status, body, headers } = await text(`${pageOf(slug)}/${contentId}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('<h1>The Shared Oven</h1>');
    // The sentence that each line rests on stands in the page.
    expect(body).toMatch(/popovertarget="place-1"/);
    expect(body).toMatch(/class="said">[^<]*oven/);
  });

  test('COL-02 says nothing of its owner, of highlights, comments and favourites', async () => {
    const { client, slug, contentId } = await shelf('Discreet');
    const overview = await client.rpc.content.overview.query({ contentId });
    const note = `${overview.note ?? ''}\n\n#${favoriteTag}`;
    await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: overview.noteVersionId ?? '', note });
    await database.query(
      `insert into user_content_highlights (id, user_id, content_id, highlight_text, scope, content_key, colour, anchors, comment)
       values ($1, $2, $3, 'a secret mark', 'article', 'article', 'yellow', '{}', 'a secret comment')`,
      [randomUUID(), client.id, contentId],
    );
    const answers = await Promise.all([
      text(pageOf(slug)),
      text(`${pageOf(slug)}/${contentId}`),
      text(`${pageOf(slug)}/feed.atom`),
      world.client().rpc.public.collection.query({ id: slug }),
      world.client().rpc.public.collections.query({ search: 'discreet' }),
    ]);
    const said = JSON.stringify(answers);
    for (const secret of [client.email, 'keeper-', client.id, 'secret', `#${favoriteTag}`]) expect(said).not.toContain(secret);
  });

  test('COL-02 private, hidden, missing and another’s are alike, and what is made private is gone at once', async () => {
    const { client, id, slug, contentId } = await shelf('Open for a while');
    const { client: other, id: hiddenId, slug: hidden, contentId: hiddenContent } = await shelf('Hidden');
    const { collection: kept } = await other.rpc.share.createCollection.mutate({ name: 'Kept', contentIds: [hiddenContent] });
    expect((await text(`${pageOf(slug)}/${contentId}`)).status).toBe(200);
    await client.rpc.share.publishCollection.mutate({ id, isPublic: false });
    await database.query('update collections set hidden_at = now() where id = $1', [hiddenId]);
    const seen = async (address: string, item: string) => {
      const page = pageOf(address);
      const [shown, note, feed, cover] = await Promise.all(
        [page, `${page}/${item}`, `${page}/feed.atom`, `/api/public/collections/${address}/cover`].map((path) => text(path)),
      );
      return {
        page: [shown?.status, shown?.body.includes('<noscript>')],
        note: [note?.status, note?.body],
        feed: [feed?.status, feed?.body],
        cover: [cover?.status, cover?.body],
        call: await refusal(world.client().rpc.public.collection.query({ id: address })),
        copy: await refusal(world.client().rpc.public.addToLibrary.mutate({ collection: address, contentIds: [item] })),
        report: await refusal(
          world.client().rpc.public.report.mutate({ target: { kind: 'collection', id: address }, reason: 'spam' }),
        ),
      };
    };
    const missing = await seen('no-such-abc2345', contentId);
    expect(missing).toMatchObject({ call: 'not_found', copy: 'not_found', report: 'not_found' });
    expect([missing.note[0], missing.feed[0], missing.cover[0]]).toEqual([404, 404, 404]);
    for (const [address, item] of [
      [slug, contentId],
      [id, contentId],
      [hidden, hiddenContent],
      [kept.slug, hiddenContent],
    ] as const)
      expect(await seen(address, item)).toEqual(missing);
    expect((await world.client().rpc.public.collections.query({ search: 'open for a while' })).collections).toEqual([]);
    // Its owner is told, and nothing but that has changed.
    expect((await other.rpc.share.getCollectionDetails.query({ id: hiddenId })).collection).toMatchObject({ hidden: true });
    // A content that is not in it is not shown by it.
    await client.rpc.share.publishCollection.mutate({ id, isPublic: true });
    expect((await text(`${pageOf(slug)}/${hiddenContent}`)).status).toBe(404);
    expect((await text(`${pageOf(slug)}/not-an-id`)).status).toBe(404);
  });

  test('COL-02 has a feed with whole notes, newest first, that is asked for again only when it changed', async () => {
    const { client, id, slug, contentId } = await shelf('Feed & more', 'The <Fed> Oven');
    const path = `${pageOf(slug)}/feed.atom`;
    const { status, headers, body } = await text(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(body).toContain('<title>Feed &amp; more</title>');
    expect(body).toContain(`<id>urn:uuid:${contentId}</id>`);
    const note = (await client.rpc.content.overview.query({ contentId })).note ?? '';
    const words = note
      .replace(/[^a-z ]/gi, ' ')
      .split(/\s+/)
      .filter((word) => word.length > 6);
    for (const word of words) expect(body).toContain(word);
    expect(body).toMatch(/<content type="html">&lt;/);
    expect(body).not.toMatch(/<content type="html"><(?!\/content)/);
    const etag = headers.get('etag') ?? '';
    const again = () => text(path, world.client(), { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    const { contentId: next } = await article(client, 'The Later Oven');
    await client.rpc.share.addItemsToCollection.mutate({ collectionId: id, contentIds: [next] });
    const after = await again();
    expect(after.status).toBe(200);
    expect(after.body.indexOf(next)).toBeGreaterThan(0);
    expect(after.body.indexOf(next)).toBeLessThan(after.body.indexOf(contentId));
  });
});

describe('what is public becomes one’s own', () => {
  test('COL-02 with its note and what its source says, without being read again', async () => {
    const { client, slug, contentId, url } = await shelf('To take');
    const before = await client.rpc.content.detail.query({ contentId });
    world.site.on(new URL(url).pathname, { status: 500, body: 'gone' });
    const guest = world.client();
    const input = { collection: slug, contentIds: [contentId, randomUUID()] };
    const added = await guest.rpc.public.addToLibrary.mutate(input);
    expect(added).toEqual({ addedCount: 1, skippedCount: 1, contentIds: [expect.any(String)] });
    const [own = ''] = added.contentIds;
    expect(own).not.toBe(contentId);
    const after = await guest.rpc.content.detail.query({ contentId: own });
    expect(after).toMatchObject({
      ...{ status: 'completed', run: null, title: before.title, note: before.note, sourceUrl: url, author: before.author },
      ...{ extractionId: before.extractionId, noteMethod: before.noteMethod, paragraphs: before.paragraphs },
    });
    expect(await guest.rpc.public.addToLibrary.mutate(input)).toEqual({ ...added, addedCount: 0, skippedCount: 2 });
    expect((await guest.rpc.user.videos.query({})).count).toBe(1);
    // The copy is the guest's alone.
    await guest.rpc.content.saveNote.mutate({ contentId: own, baseVersionId: after.noteVersionId ?? '', note: 'Mine now' });
    expect((await client.rpc.content.overview.query({ contentId })).note).toBe(before.note);
    expect(await refusal(client.rpc.content.overview.query({ contentId: own }))).toBe('not_found');
  });

  test('COL-02 all of it at once: counted, in its order, unread, uncharged, and taken back but for what was marked', async () => {
    const { client: owner, id, contentId } = await shelf('All of it', 'First Oven');
    const second = await article(owner, 'Second Oven');
    const third = await article(owner, 'Third Oven');
    await owner.rpc.share.addItemsToCollection.mutate({
      collectionId: id,
      contentIds: [second.contentId, third.contentId],
    });
    const reader = world.client();
    await reader.rpc.account.ensure.mutate();
    const { collection } = await reader.rpc.public.collection.query({ id });
    const { contentIds: known } = await reader.rpc.public.addToLibrary.mutate({ collection: id, contentIds: [contentId] });
    const before = await reader.rpc.user.remainingTime.query();
    const requests = world.site.requests.length;
    expect(await reader.rpc.public.addAllResult.query()).toBeNull();
    const { taskId, total } = await reader.rpc.public.addAllToLibrary.mutate({ collection: collection.slug });
    expect(total).toBe(3);
    const ended = () => reader.rpc.public.addAllResult.query();
    await waitFor('the end', async () => (await ended())?.state === 'completed' || undefined);
    const counts = { addedCount: 2, skippedCount: 1, refusedCount: 0 };
    expect(await ended()).toEqual({ taskId, state: 'completed', collectionId: id, total: 3, ...counts });
    const { uniqueVideos } = await reader.rpc.user.videos.query({ limit: 30 });
    expect(uniqueVideos.map(({ title, status }) => [title, status])).toEqual([
      ['Second Oven', 'completed'],
      ['Third Oven', 'completed'],
      ['First Oven', 'completed'],
    ]);
    expect(world.site.requests.length).toBe(requests);
    expect(await reader.rpc.user.remainingTime.query()).toEqual(before);

    const [marked, plain] = uniqueVideos.map(({ content_id }) => content_id);
    await reader.rpc.highlights.create.mutate({ ...markOf(marked ?? ''), highlight_text: 'the oven' });
    expect(await refusal(owner.rpc.public.undoAddAll.mutate({ taskId }))).toBe('not_found');
    expect(await reader.rpc.public.undoAddAll.mutate({ taskId })).toMatchObject({ total: 1 });
    await waitFor(
      'the deletion',
      async () => (await reader.rpc.userNote.deletionResult.query())?.state === 'completed' || undefined,
    );
    const left = (await reader.rpc.user.videos.query({ limit: 30 })).uniqueVideos.map(({ content_id }) => content_id);
    expect(new Set(left)).toEqual(new Set([marked, ...known]));
    expect(left).not.toContain(plain);
    expect(await refusal(reader.rpc.public.undoAddAll.mutate({ taskId }))).toBe('not_found');
  });

  test('COL-02 what was made private is not added', async () => {
    const { client: owner, id } = await shelf('Closed meanwhile');
    const reader = world.client();
    await reader.rpc.account.ensure.mutate();
    await owner.rpc.share.publishCollection.mutate({ id, isPublic: false });
    expect(await refusal(reader.rpc.public.addAllToLibrary.mutate({ collection: id }))).toBe('not_found');
    expect(await reader.rpc.public.addAllResult.query()).toBeNull();
  });

  test('COL-02 what its owner uploaded stays the owner’s', async () => {
    const { client, id, slug, contentId } = await shelf('With a file');
    const [file] = await database.query<{ id: string }>(
      `with made as (insert into sources (key, blob_key, file_name) values ($2, 'uploads/x', 'talk.mp3') returning id)
       insert into contents (user_id, source_id, content_type, title, note_language, status, note)
       select $1, id, 'local', 'A talk', 'en', 'completed', null from made returning id`,
      [client.id, `file:${randomUUID()}`],
    );
    const fileId = file?.id ?? '';
    await client.rpc.share.addItemsToCollection.mutate({ collectionId: id, contentIds: [fileId] });
    const guest = world.client();
    const added = await guest.rpc.public.addToLibrary.mutate({ collection: slug, contentIds: [fileId, contentId] });
    expect(added).toMatchObject({ addedCount: 1, skippedCount: 1 });
    const form = new URLSearchParams({ collection: slug, contentId: fileId });
    expect((await text('/api/public/copy', guest, { method: 'POST', body: form })).status).toBe(404);
    expect((await text(`${pageOf(slug)}/${fileId}`)).body).not.toContain('/api/public/copy');
  });

  test('COL-02 also by the form of a note’s page, by a guest who had no account, and by no other site', async () => {
    const { slug, contentId } = await shelf('By form');
    const guest = world.client();
    const form = new URLSearchParams({ collection: slug, contentId });
    const headers = { origin: 'https://evil.example' };
    expect((await text('/api/public/copy', guest, { method: 'POST', body: form, headers })).status).toBe(400);
    expect(guest.cookie()).toBe('');
    const done = await text('/api/public/copy', guest, { method: 'POST', body: form });
    expect(done.status).toBe(303);
    const own = /^\/content\/([\da-f-]{36})$/.exec(done.headers.get('location') ?? '')?.[1] ?? '';
    expect((await guest.rpc.content.overview.query({ contentId: own })).title).toBe('The Shared Oven');
  });
});

describe('a single note', () => {
  test('COL-02 is shared by its owner under an address, and private again at once', async () => {
    const client = await member();
    const { contentId } = await article(client, 'The Lone Oven');
    const calls = client.rpc.public;
    expect(await calls.noteShare.query({ contentId })).toBeNull();
    const share = await calls.shareNote.mutate({ contentId });
    expect(share).toMatchObject({ slug: expect.stringMatching(/^[\w-]{16}$/), hidden: false });
    expect(await calls.shareNote.mutate({ contentId })).toEqual(share);
    expect(await calls.noteShare.query({ contentId })).toEqual(share);
    const shown = await text(`/s/note/${share.slug}`);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('<h1>The Lone Oven</h1>');
    expect(shown.body).toContain('<meta property="og:type" content="article">');
    expect(shown.body).toMatch(/class="said">[^<]*oven/);
    const guest = world.client();
    const form = new URLSearchParams({ note: share.slug });
    expect((await text('/api/public/copy', guest, { method: 'POST', body: form })).status).toBe(303);
    await guest.rpc.public.report.mutate({ target: { kind: 'note', slug: share.slug }, reason: 'copyright', message: 'Mine' });
    await calls.unshareNote.mutate({ contentId });
    expect((await text(`/s/note/${share.slug}`)).status).toBe(404);
    expect(await calls.noteShare.query({ contentId })).toBeNull();
    expect((await calls.shareNote.mutate({ contentId })).slug).not.toBe(share.slug);
  });

  test('COL-02 is not shared by a guest, nor without a note, nor again once it is hidden', async () => {
    const guest = world.client();
    const { contentId } = await article(guest, 'The Guest Oven');
    expect(await refusal(guest.rpc.public.shareNote.mutate({ contentId }))).toBe('sign_in_needed');
    const client = await member();
    const { contentId: own } = await article(client, 'The Hidden Oven');
    const { slug } = await client.rpc.public.shareNote.mutate({ contentId: own });
    await database.query('update shared_notes set hidden_at = now() where slug = $1', [slug]);
    expect((await text(`/s/note/${slug}`)).status).toBe(404);
    await client.rpc.public.unshareNote.mutate({ contentId: own });
    expect(await client.rpc.public.shareNote.mutate({ contentId: own })).toMatchObject({ slug, hidden: true });
    await database.query('update contents set note = null, note_excerpt = null, note_version_id = null where id = $1', [own]);
    expect(await refusal(client.rpc.public.shareNote.mutate({ contentId: own }))).toBe('note_missing');
  });
});

test('COL-02 a public page can be reported, so often and no more, without a name', async () => {
  const { id, slug } = await shelf('Reported');
  const guest = world.client();
  const send = () =>
    guest.rpc.public.report.mutate({ target: { kind: 'collection', id: slug }, reason: 'spam', message: '  Advertising  ' });
  await send();
  const rows = await database.query(
    'select collection_id, note_slug, reason, message from public_reports where collection_id = $1',
    [id],
  );
  expect(rows).toEqual([{ collection_id: id, note_slug: null, reason: 'spam', message: 'Advertising' }]);
  const outcomes = [];
  for (let turn = 0; turn < 12; turn++) outcomes.push(await refusal(send()));
  expect(outcomes.at(-1)).toBe('too_many_reports');
});

test('COL-02 an administrator sees reports, hides a page with a reason, and shows it again', async () => {
  const root = await member();
  await database.query('update "user" set is_admin = true where id = $1', [root.id]);
  const { client, id, slug, contentId } = await shelf('To be hidden');
  const { client: other, slug: untouched } = await shelf('Beside it');
  const { slug: note } = await client.rpc.public.shareNote.mutate({ contentId });
  const reporter = world.client();
  await database.query("delete from rate_limits where key like 'public-reports:%'");
  for (const [target, reason, message] of [
    [{ kind: 'collection', id: slug }, 'spam', 'first'],
    [{ kind: 'collection', id: slug }, 'illegal', 'second'],
    [{ kind: 'note', slug: note }, 'copyright', ''],
  ] as const)
    await reporter.rpc.public.report.mutate({ target, reason, message });
  const collection = { kind: 'collection', id } as const;
  const seen = async () =>
    (await root.rpc.admin.reports.query()).reports.filter(({ name }) => ['To be hidden', 'The Shared Oven'].includes(name));
  const lastAt = expect.stringMatching(/^\d{4}-/);
  expect(await seen()).toEqual([
    {
      target: { kind: 'note', slug: note },
      name: 'The Shared Oven',
      hidden: false,
      count: 1,
      reasons: ['copyright'],
      messages: [],
      lastAt,
    },
    {
      target: collection,
      name: 'To be hidden',
      hidden: false,
      count: 2,
      reasons: ['illegal', 'spam'],
      messages: ['second', 'first'],
      lastAt,
    },
  ]);
  // Nobody else hides anything, least of all its owner.
  expect(await refusal(client.rpc.admin.hidePublicPage.mutate({ target: collection, hidden: true, reason: '' }))).toBe(
    'not_found',
  );
  const hide = (hidden: boolean) => root.rpc.admin.hidePublicPage.mutate({ target: collection, hidden, reason: 'as reported' });
  await hide(true);
  await hide(true);
  const visible = async (address: string) =>
    (await refusal(world.client().rpc.public.collection.query({ id: address }))) === null;
  expect([await visible(slug), await visible(untouched)]).toEqual([false, true]);
  expect((await text(`/s/note/${note}`)).status).toBe(200);
  // Deleting and bringing back does not show it again.
  await client.rpc.share.deleteCollection.mutate({ id });
  await client.rpc.share.restoreCollection.mutate({ id });
  expect(await visible(slug)).toBe(false);
  await root.rpc.admin.hidePublicPage.mutate({ target: { kind: 'note', slug: note }, hidden: true, reason: '' });
  expect((await text(`/s/note/${note}`)).status).toBe(404);
  await hide(false);
  expect(await visible(slug)).toBe(true);
  const { actions } = await root.rpc.admin.actions.query({ userId: client.id });
  expect(actions.map(({ kind, subject, details, reason }) => [kind, subject, details, reason])).toEqual([
    ['show', client.email, { what: 'collection' }, 'as reported'],
    ['hide', client.email, { what: 'note' }, ''],
    ['hide', client.email, { what: 'collection' }, 'as reported'],
  ]);
  expect((await root.rpc.admin.actions.query({ userId: other.id })).actions).toEqual([]);
  await root.rpc.admin.dismissReports.mutate({ target: { kind: 'note', slug: note } });
  expect((await seen()).map(({ name }) => name)).not.toContain('The Shared Oven');
});
