/** What everybody sees: public collections, their pages and feeds; what can be made of them is in parts of their own. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { notesAndReports } from './sharing/notes-and-reports.part.ts';
import { ownCopies } from './sharing/own-copies.part.ts';
import {
  article,
  database,
  member,
  pageOf,
  refusal,
  shelf,
  startSharing,
  stopSharing,
  text,
  withCovers,
  world,
} from './sharing/shelves.ts';

beforeAll(startSharing);
afterAll(stopSharing);

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
    expect(await names({ search: '%' })).toEqual(['Another 100%_x']);
    const page = await rpc.public.collections.query({ search: 'quarry', limit: 2 });
    const rest = await rpc.public.collections.query({ search: 'quarry', limit: 2, cursor: page.nextCursor ?? undefined });
    expect([...page.collections, ...rest.collections].map(({ name }) => name)).toEqual(['Third', 'Quarry two', 'Quarry one']);
    expect(rest.nextCursor).toBeNull();
    // What is searched follows every change: of items, of their titles, and of what is public.
    const { contentId: later } = await article(owner, 'The Later Kiln');
    const items = { collectionId: first, contentIds: [later] };
    await owner.rpc.share.addItemsToCollection.mutate(items);
    expect(await names({ search: 'later kiln' })).toEqual(['Quarry one']);
    await owner.rpc.content.rename.mutate({ contentId: later, title: '后来的窑' });
    expect([await names({ search: 'later kiln' }), await names({ search: '的窑' }), await names({ search: '窑' })]).toEqual([
      [],
      ['Quarry one'],
      ['Quarry one'],
    ]);
    for (const isPublic of [false, true]) {
      await owner.rpc.share.publishCollection.mutate({ id: first, isPublic });
      expect(await names({ search: '后来的窑' })).toEqual(isPublic ? ['Quarry one'] : []);
    }
    await owner.rpc.share.removeItemsFromCollection.mutate(items);
    expect(await names({ search: '后来的窑' })).toEqual([]);
    await owner.rpc.share.addItemsToCollection.mutate(items);
    await owner.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: later });
    expect(await names({ search: '后来的窑' })).toEqual([]);
    await owner.rpc.share.deleteCollection.mutate({ id: first });
    expect(await names({ search: 'quarry one' })).toEqual([]);
    await owner.rpc.share.restoreCollection.mutate({ id: first });
    expect(await names({ search: 'quarry one' })).toEqual(['Quarry one']);
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

  test('COL-02 does not give away the address of a private feed, nor of the sound in it', async () => {
    const { client, slug, contentId } = await shelf('Paid show');
    await database.query(`update contents set source_url = 'https://x.example/rss?auth=f33d&guid=1' where id = $1`, [contentId]);
    const media = { type: 'audio', url: 'https://x.example/f33d/1.mp3', blob: null };
    await database.query(
      `update extractions set data = data || jsonb_build_object('media', $2::jsonb)
       where id = (select extraction_id from contents where id = $1)`,
      [contentId, JSON.stringify(media)],
    );
    const share = await client.rpc.public.shareNote.mutate({ contentId });
    const note = await text(`/s/note/${share.slug}`);
    expect(note.body).toContain('The Shared Oven');
    expect(note.body).toMatch(/私人订阅|private feed/);
    const shown = await world.client().rpc.public.collection.query({ id: slug });
    expect(shown.items).toMatchObject([{ content_id: contentId, source_url: null }]);
    const pages = [pageOf(slug), `${pageOf(slug)}/${contentId}`, `${pageOf(slug)}/feed.atom`];
    const said = JSON.stringify([note.body, shown, ...(await Promise.all(pages.map((page) => text(page))))]);
    for (const secret of ['f33d', '/api/public/copy']) expect(said).not.toContain(secret);
    const guest = world.client();
    const form = new URLSearchParams({ note: share.slug });
    expect((await text('/api/public/copy', guest, { method: 'POST', body: form })).status).toBe(404);
    const added = await guest.rpc.public.addToLibrary.mutate({ collection: slug, contentIds: [contentId] });
    expect(added).toMatchObject({ addedCount: 0, skippedCount: 1, contentIds: [] });
  });

  test('COL-02 private, hidden, missing and another’s are alike, and what is made private is gone at once', async () => {
    const { client, id, slug, contentId } = await shelf('Open for a while');
    const { client: other, id: hiddenId, slug: hidden, contentId: hiddenContent } = await shelf('Hidden');
    const { collection: kept } = await other.rpc.share.createCollection.mutate({ name: 'Kept', contentIds: [hiddenContent] });
    await withCovers(contentId, hiddenContent);
    const seen = async (address: string, item: string) => {
      const page = pageOf(address);
      const api = `/api/public/collections/${address}`;
      const [shown, note, feed, cover, picture] = await Promise.all(
        [page, `${page}/${item}`, `${page}/feed.atom`, `${api}/cover`, `${api}/items/${item}/cover`].map((path) => text(path)),
      );
      const form = new URLSearchParams({ collection: address, contentId: item });
      return {
        page: [shown?.status, shown?.body.includes('<noscript>')],
        note: [note?.status, note?.body],
        feed: [feed?.status, feed?.body],
        cover: [cover?.status, cover?.body],
        picture: [picture?.status, picture?.body],
        form: (await text('/api/public/copy', world.client(), { method: 'POST', body: form })).status,
        call: await refusal(world.client().rpc.public.collection.query({ id: address })),
        copy: await refusal(world.client().rpc.public.addToLibrary.mutate({ collection: address, contentIds: [item] })),
        report: await refusal(
          world.client().rpc.public.report.mutate({ target: { kind: 'collection', id: address }, reason: 'spam' }),
        ),
      };
    };
    const whole = [200, expect.stringMatching(/./)];
    for (const [address, item] of [
      [slug, contentId],
      [hidden, hiddenContent],
    ] as const)
      expect(await seen(address, item)).toEqual({
        ...{ page: [200, true], note: whole, feed: whole, cover: whole, picture: whole },
        ...{ form: 303, call: null, copy: null, report: null },
      });
    await client.rpc.share.publishCollection.mutate({ id, isPublic: false });
    await database.query('update collections set hidden_at = now() where id = $1', [hiddenId]);
    const missing = await seen('no-such-abc2345', contentId);
    expect(missing).toMatchObject({ form: 404, call: 'not_found', copy: 'not_found', report: 'not_found' });
    expect([missing.note[0], missing.feed[0], missing.cover[0], missing.picture[0]]).toEqual([404, 404, 404, 404]);
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
    // So is a note that was shared by itself, with its picture and its form.
    const { slug: note } = await client.rpc.public.shareNote.mutate({ contentId });
    const statuses = async () => {
      const copy = { method: 'POST', body: new URLSearchParams({ note }) };
      const pages = [`/s/note/${note}`, `/api/public/notes/${note}/cover`].map((path) => text(path));
      return (await Promise.all([...pages, text('/api/public/copy', world.client(), copy)])).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 303]);
    // Anybody reports it from its page, and an item of a collection from its own.
    const item = { collection: slug, contentId };
    for (const [names, path] of [
      [{ note }, `/s/note/${note}`],
      [item, `${pageOf(slug)}/${contentId}`],
    ] as const) {
      for (const [name, value] of Object.entries(names))
        expect((await text(path)).body).toContain(`<input type="hidden" name="${name}" value="${value}"><`.slice(0, -1));
      const body = new URLSearchParams({ ...names, reason: 'copyright', message: 'Mine' });
      const sent = await text('/api/public/report', world.client(), { method: 'POST', body });
      expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}?reported=1#report`]);
      expect((await text(`${path}?reported=1`)).body).toContain('role="status"');
    }
    expect(
      await database.query(
        `select content_id, collection_id, reason, message from public_reports
        where reason = 'copyright' and (content_id = $1 or collection_id = $2) order by created_at`,
        [contentId, id],
      ),
    ).toEqual([
      { content_id: contentId, collection_id: null, reason: 'copyright', message: 'Mine' },
      { content_id: null, collection_id: id, reason: 'copyright', message: `${pageOf(slug)}/${contentId}\nMine` },
    ]);
    await database.query(`delete from public_reports where collection_id = $1 or content_id = $2`, [id, contentId]);
    await client.rpc.public.unshareNote.mutate({ contentId });
    expect(await statuses()).toEqual([404, 404, 404]);
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

ownCopies();
notesAndReports();
