/** Links and lists that are taken in, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { batches, batchItems, listings } from '#db/schema/batches.ts';
import { contents, runs, sources } from '#db/schema/content.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import { uploads } from '#db/schema/uploads.ts';
import { talkArticle } from '#engine/article/talk-article.ts';
import type { Extracted } from '#engine/domain.ts';
import { articleTask } from '#features/articles/tasks.ts';
import { existingContents, stateOf } from '#features/ingest/server/index.ts';
import { loadListing, openListing, readListingPage } from '#features/ingest/server/playlist/playlist-store.ts';
import { queueItems } from '#features/ingest/server/playlist/queue-items.ts';
import { createTidyPlaylists } from '#features/ingest/server/playlist/tidy-playlists.handler.ts';
import { preview } from '#features/ingest/server/preview/preview.ts';
import { type Submitter, submit } from '#features/ingest/server/submit/submit.ts';
import { run as makeImages } from '#features/outputs/server/make-images.handler.ts';
import { run as makeMusic } from '#features/outputs/server/make-music.handler.ts';
import { run as makeVisionArticle } from '#features/outputs/server/make-vision-article.handler.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../harness/compute-here.ts';
import { addUser, client, codeOf, hoursAgo, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addSource, asker, codesOf, contentOf, linesOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
const signal = new AbortController().signal;
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  recorded = recordedServices([noteTask, articleTask]);
  const compute = async (
    name: string,
    given: Parameters<typeof talkArticle> extends [infer One, infer Two] ? { segments: One } & Two : never,
  ) => {
    expect(name).toBe('talkArticle');
    return talkArticle(given.segments, given);
  };
  services = { ...recorded.services, llm: { id: 'server-model' }, compute } as unknown as Services;
});

const itemOf = (url: string, values: object = {}) => ({
  url,
  title: `T ${url.at(-1)}`,
  durationMs: null,
  publishedAt: null,
  coverUrl: null,
  author: null,
  ...values,
});
async function addListing(
  userId: string,
  items: ReturnType<typeof itemOf>[],
  values: Partial<typeof listings.$inferInsert> = {},
) {
  const data = {
    title: 'List',
    kind: 'playlist',
    url: 'https://l.example/',
    siteName: null,
    coverUrl: null,
    total: items.length,
    items,
  };
  const [row] = await client.db
    .insert(listings)
    .values({ userId, url: 'https://l.example/', data, complete: true, ...values })
    .returning();
  return row?.id ?? '';
}

describe('a list', () => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      itemOf(`https://i.example/${n}`, { durationMs: n === 0 ? 61_500 : null, author: 'A', publishedAt: '2020' }),
    );

  test('SUM-02 is shown page by page to its user, with what that user has', async () => {
    const listingId = await addListing('ada', links(101));
    const source = await addSource({ url: 'https://i.example/0' });
    const mine = await addContent('ada', source.id, { status: 'failed' });
    await addContent('bob', (await addSource({ url: 'https://i.example/1' })).id);
    const first = await readListingPage(services, 'ada', { listingId, offset: 0 }, signal);
    expect([first.items.length, first.next, first.listed, first.complete]).toEqual([100, 100, 101, true]);
    expect(first.items[0]).toEqual({
      ...{ position: 0, url: 'https://i.example/0', title: 'T 0', durationSeconds: 61.5, publishedAt: '2020', author: 'A' },
      existing: { contentId: mine.id, status: 'failed' },
    });
    expect(first.items[1]).toMatchObject({ durationSeconds: null, existing: null });
    const last = await readListingPage(services, 'ada', { listingId, offset: 100 }, signal);
    expect([last.items.map(({ position }) => position), last.next]).toEqual([[100], null]);
    // One that is not complete and has enough for the page is not asked again.
    const partial = await addListing('ada', links(100), { complete: false });
    expect(await readListingPage(services, 'ada', { listingId: partial, offset: 0 }, signal)).toMatchObject({
      next: 100,
      listed: 100,
      complete: false,
    });
    expect(
      await codesOf(
        readListingPage(services, 'bob', { listingId, offset: 0 }, signal),
        loadListing(services, 'bob', listingId),
        loadListing(services, 'ada', randomUUID()),
      ),
    ).toEqual(['not_found', 'not_found', 'not_found']);
    expect(await loadListing(services, 'ada', listingId)).toMatchObject({
      id: listingId,
      url: 'https://l.example/',
      complete: true,
      listing: { title: 'List' },
    });
    expect(await openListing(services, async () => 'ada', 'no link', signal).catch(codeOf)).toBe('url_invalid');
  });

  test('SUM-02 is queued in its order as one batch, and what cannot begin is named', async () => {
    const listingId = await addListing('ada', [...links(3), itemOf('mailto:x@y.example')]);
    const done = await addContent('ada', (await addSource({ url: 'https://i.example/1' })).id);
    const queue = (positions: number[], userId = 'ada') =>
      queueItems(services, asker(userId), { listingId, positions, noteLanguage: 'en', detail: 'brief' });
    expect(await codesOf(queue([0], 'bob'), queue([0, 4]))).toEqual(['not_found', 'bad_request']);
    expect(await client.db.$count(batches)).toBe(0);
    expect(await queue([3, 2, 0, 2, 1])).toEqual({
      queued: 2,
      existing: 1,
      problems: [{ position: 3, problem: { code: 'url_invalid', params: {} } }],
    });
    const [batch] = await client.db.select().from(batches);
    expect(batch).toMatchObject({ userId: 'ada', title: 'List', url: 'https://l.example/' });
    const items = await client.db.select().from(batchItems).orderBy(batchItems.position);
    const made = await Promise.all(items.map(async ({ contentId }) => (await contentOf(contentId))?.sourceUrl));
    expect([items.map(({ position }) => position), made]).toEqual([
      [0, 2],
      ['https://i.example/0', 'https://i.example/2'],
    ]);
    expect(items.some(({ contentId }) => contentId === done.id)).toBe(false);
    const [first] = await client.db
      .select()
      .from(contents)
      .where(eq(contents.id, items[0]?.contentId ?? ''));
    expect(first).toMatchObject({ title: 'T 0', detail: 'brief', noteLanguage: 'en' });
    const reserved = recorded.metered
      .filter(([call]) => call === 'reserve')
      .map(([, task]) => (task as { request: { seconds: number | null } }).request.seconds);
    expect(reserved).toEqual([62, null]);
    expect(await queue([1])).toEqual({ queued: 0, existing: 1, problems: [] });
    expect(await client.db.$count(batches)).toBe(1);
    services.settings = { ...services.settings, uploads: { quotaBytes: 0 } } as never;
    expect(await queue([1]).catch(codeOf)).toBe('storage_quota');
  });

  test('SUM-02 is forgotten after a day', async () => {
    await addListing('ada', [], { createdAt: hoursAgo(24.1) });
    const kept = await addListing('ada', [], { createdAt: hoursAgo(23.9) });
    await createTidyPlaylists(services).run({}, {} as never);
    expect((await client.db.select().from(listings)).map(({ id }) => id)).toEqual([kept]);
  });
});

describe('a link', () => {
  test('SUM-02 that a user has is known by its state, and shown by what was read', async () => {
    const url = 'https://i.example/known';
    const source = await addSource({ url });
    const mine = await addContent('ada', source.id, {
      kind: 'video',
      title: 'T',
      siteName: 'S',
      description: 'D',
      language: 'zh-Hans',
      durationMs: 61_500,
      coverBlob: 'covers/a.jpg',
    });
    const broken = await addContent('ada', (await addSource({ url: 'https://i.example/broken' })).id, {
      status: 'failed',
      kind: null,
      title: 'Mine',
    });
    const found = await existingContents(services, 'ada', [url, 'https://i.example/other', 'https://i.example/broken']);
    expect([...found.keys()].sort()).toEqual(['url:https://i.example/broken', `url:${url}`]);
    expect([stateOf(found.get(`url:${url}`)), stateOf(found.get('url:https://i.example/broken'))]).toEqual([
      { contentId: mine.id, status: 'completed' },
      { contentId: broken.id, status: 'failed' },
    ]);
    expect([
      await existingContents(services, 'bob', [url]),
      await existingContents(services, 'ada', []),
      stateOf(undefined),
    ]).toEqual([new Map(), new Map(), null]);
    const asked: string[] = [];
    const head = {
      title: null as string | null,
      siteName: null,
      description: null,
      language: null,
      coverUrl: null,
      isFeed: false,
    };
    const answer = {
      status: 200,
      headers: new Headers({ 'content-type': 'text/html' }),
      body: [],
      cancel: async () => undefined,
    };
    const looking = {
      ...services,
      fetch: async (address: string) => {
        asked.push(address);
        return { ...answer, url: 'https://i.example/' };
      },
      compute: async () => head,
    } as unknown as Services;
    const [known, unread] = await preview(looking, 'ada', `${url} https://i.example/broken`, signal);
    expect(known).toEqual({
      ...{
        url,
        kind: 'video',
        title: 'T',
        siteName: 'S',
        description: 'D',
        cover: `/api/contents/${mine.id}/cover?v=covers%2Fa.jpg`,
      },
      ...{
        language: 'zh',
        durationSeconds: 61.5,
        sizeBytes: null,
        existing: { contentId: mine.id, status: 'completed' },
        problem: null,
        listing: null,
      },
    });
    // One that could not be read is looked at again.
    expect([asked, unread]).toEqual([
      ['https://i.example/broken'],
      expect.objectContaining({ kind: 'page', title: 'Mine', existing: { contentId: broken.id, status: 'failed' } }),
    ]);
    head.title = 'Now';
    expect(await preview(looking, 'ada', 'https://i.example/broken', signal)).toMatchObject([{ title: 'Now', language: null }]);
    answer.status = 500;
    expect(await preview(looking, 'ada', 'https://i.example/broken', signal)).toMatchObject([
      { kind: null, title: 'Mine', problem: null },
    ]);
  });

  test('SUM-01 is begun for who sends it, and one that cannot be is told', async () => {
    let ensured = 0;
    const from = {
      user: null,
      clientAddress: '192.0.2.7',
      ensureUser: async () => ({ id: ++ensured > 0 ? 'ada' : '' }),
    } as unknown as Submitter;
    const free = { ...services, disk: { state: async () => 'free' } } as unknown as Services;
    const send = (items: Parameters<typeof submit>[2], of = free) =>
      submit(of, from, items, { noteLanguage: 'zh', detail: 'detailed', signal: new AbortController().signal });
    const invalid = { problem: { code: 'url_invalid', params: {} } };
    expect([await send([{ url: 'mailto:x@y.example' }]), ensured]).toEqual([{ results: [invalid] }, 0]);
    const { results } = await send([
      { url: 'mailto:x@y.example' },
      { url: 'https://i.example/new', title: 'Told', durationSeconds: 9.5 },
      { uploadId: randomUUID() },
    ]);
    expect(results).toEqual([
      invalid,
      { contentId: expect.any(String), status: 'processing', existing: false, begun: true },
      { problem: { code: 'upload_not_found', params: {} } },
    ]);
    const [content] = await client.db.select().from(contents);
    expect(content).toMatchObject({ userId: 'ada', title: 'Told', detail: 'detailed', noteLanguage: 'zh' });
    expect(recorded.metered).toMatchObject([['reserve', { request: { clientAddress: '192.0.2.7', seconds: 10 } }]]);
    const before = ensured;
    const full = await send([{ url: 'https://i.example/more' }], {
      ...services,
      disk: { state: async () => 'full' },
    } as unknown as Services);
    expect([full.results, ensured]).toEqual([[{ problem: { code: 'storage_failed', params: expect.any(Object) } }], before]);
    services.settings = { ...services.settings, uploads: { quotaBytes: 0 } } as never;
    expect(await send([{ url: 'https://i.example/more' }], { ...free, settings: services.settings } as Services)).toMatchObject({
      results: [{ problem: { code: 'storage_quota' } }],
    });
    expect([await client.db.$count(runs), await client.db.$count(sources)]).toEqual([1, 1]);
  });
});

describe('a file', () => {
  const uploadOf = async (userId: string, name: string, status: 'complete' | 'taken' = 'complete') => {
    const id = randomUUID().replaceAll('-', '');
    await client.db.insert(uploads).values({ id, userId, name, sizeBytes: 9, status, blobKey: `uploads/${id}` });
    return id;
  };

  test('SUM-04 is taken from who sent it, and words come along with a recording alone', async () => {
    const free = { ...services, disk: { state: async () => 'free' } } as unknown as Services;
    const send = async (item: object, userId: string | null = 'ada') => {
      const user = userId === null ? null : { id: userId };
      const from = { user, clientAddress: '192.0.2.7', ensureUser: async () => ({ id: 'made' }) } as unknown as Submitter;
      const wish = { noteLanguage: 'zh' as const, detail: 'brief' as const, signal };
      const { results } = await submit(free, from, [item as Parameters<typeof submit>[2][number]], wish);
      return results[0];
    };
    const refused = (code: string, params: object = {}) => ({ problem: { code, params } });
    const [uploadId, page, theirs] = [
      await uploadOf('ada', 'Talk.mp3'),
      await uploadOf('ada', 'Page.pdf'),
      await uploadOf('bob', 'Words.srt'),
    ];
    expect([await send({ uploadId }, null), await send({ uploadId }, 'bob')]).toEqual([
      ...[refused('upload_not_found'), refused('upload_not_found')],
    ]);
    const wrong = refused('bad_request', { field: 'wordsId' });
    expect([await send({ uploadId, wordsId: uploadId }), await send({ uploadId: page, wordsId: uploadId })]).toEqual([
      wrong,
      wrong,
    ]);
    expect(await send({ uploadId, wordsId: theirs })).toEqual(refused('upload_not_found', { field: 'wordsId' }));
    expect(await send({ uploadId: theirs, wordsId: uploadId })).toEqual(refused('upload_not_found'));
    expect((await client.db.select().from(uploads)).map(({ status }) => status)).toEqual(['complete', 'complete', 'complete']);
    const begun = await send({ uploadId });
    expect(begun).toMatchObject({ status: 'processing', existing: false });
    const [content] = await client.db.select().from(contents);
    expect(content).toMatchObject({ userId: 'ada', title: 'Talk', noteLanguage: 'zh', detail: 'brief', sourceUrl: null });
    const [source] = await client.db.select().from(sources);
    expect(source).toMatchObject({ key: `file:${uploadId}`, url: null, blobKey: `uploads/${uploadId}`, fileName: 'Talk.mp3' });
    const states = await client.db.select().from(uploads);
    expect(states.filter(({ status }) => status === 'taken').map(({ id }) => id)).toEqual([uploadId]);
    expect(await send({ uploadId })).toMatchObject({ existing: true });
  });
});

describe('a list of a site', () => {
  const address = 'https://feeds.example/kiln';
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(8)]);
  const itemsOf = (ids: readonly string[]) =>
    ids
      .map((id) => `<item><title>Talk ${id}</title><guid>${id}</guid><enclosure url="/${id}.mp3" type="audio/mpeg"/></item>`)
      .join('');
  const feedOf = (ids: readonly string[]) =>
    `<rss version="2.0"><channel><title>Kiln Talk</title><image><url>/cover.png</url></image>${itemsOf(ids)}</channel></rss>`;
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);
  let asked: [url: string, headers: object | undefined][] = [];
  let pages = new Map<string, string | Error>();
  let covers = 200;
  let opening: Services;
  beforeEach(async () => {
    await client.query('delete from site_pace');
    [asked, pages, covers] = [[], new Map(), 200];
    const fetch = async (url: string, { headers }: { headers?: object }) => {
      asked.push([url, headers]);
      const page = pages.get(url);
      if (page instanceof Error) throw page;
      const isCover = url.endsWith('.png');
      const bytes = isCover ? png : Buffer.from(page ?? '<!doctype html><title>Page</title>');
      const type = page === undefined ? 'text/html' : 'application/rss+xml';
      return {
        ...{ status: isCover ? covers : 200, url, headers: new Headers({ 'content-type': type }), body: [bytes] },
        ...{ bytes: async () => bytes, cancel: async () => undefined },
      };
    };
    opening = { ...services, compute: computeHere, fetch, ytDlp: { list: async () => null } } as unknown as Services;
  });
  const open = (userId: string, url = address) => openListing(opening, async () => userId, url, signal);
  const cover = `data:image/png;base64,${png.toString('base64')}`;

  test('SUM-02 is read once, kept, and shown page by page', async () => {
    pages.set(address, feedOf(numbers(150)));
    const view = await open('ada');
    expect(view).toMatchObject({
      ...{ title: 'Kiln Talk', kind: 'show', url: address, siteName: 'feeds.example', cover },
      ...{ listed: 150, next: 100, complete: true, total: 150 },
    });
    expect(view.items.map(({ position, title }) => [position, title]).at(-1)).toEqual([99, 'Talk 99']);
    expect(asked.at(-1)).toEqual(['https://feeds.example/cover.png', { Accept: 'image/*', Referer: address }]);
    asked = [];
    const { listingId } = view;
    expect(await readListingPage(opening, 'ada', { listingId, offset: 100 }, signal)).toMatchObject({ listed: 150, next: null });
    expect([asked, (await loadListing(opening, 'ada', listingId)).listing.title]).toEqual([[], 'Kiln Talk']);
  });

  test('SUM-02 is read on where what is kept of it ends, and known items keep their places', async () => {
    const first = (n: number) => itemOf(`${address}?guid=${n}`, { title: `Talk ${n}` });
    const kept = (userId: string, count: number) =>
      addListing(
        userId,
        Array.from({ length: count }, (_, n) => first(n)),
        { url: address, complete: false },
      );
    const [mine, theirs, full] = [await kept('ada', 2), await kept('bob', 2), await kept('ada', 100)];
    const read = (listingId: string, offset = 0, userId = 'ada') =>
      readListingPage(opening, userId, { listingId, offset }, signal);
    // The site has dropped one and added one meanwhile.
    pages.set(address, feedOf(['new', '1', '2']));
    const page = await read(mine);
    expect(page.items.map(({ position, title }) => [position, title])).toEqual([
      [0, 'Talk 0'],
      [1, 'Talk 1'],
      [2, 'Talk new'],
      [3, 'Talk 2'],
    ]);
    expect([page.listed, page.next, page.complete]).toEqual([4, null, true]);
    expect((await loadListing(opening, 'ada', mine)).listing).toMatchObject({ title: 'List', total: 3 });
    asked = [];
    await read(mine);
    expect([asked, await read(full)]).toEqual([[], expect.objectContaining({ listed: 100, next: 100, complete: false })]);
    expect((await read(full, 1)).complete).toBe(true);
    expect(await loadListing(opening, 'bob', theirs)).toMatchObject({ complete: false });
    // One that is gone from the site keeps what was listed.
    pages.delete(address);
    expect(await read(theirs, 0, 'bob')).toMatchObject({ listed: 2, next: null, complete: true });
    expect((await loadListing(opening, 'bob', theirs)).listing).toMatchObject({ title: 'List', total: 2 });
  });

  test('SUM-02 is one of the latest twenty of its user', async () => {
    pages.set(address, feedOf(['a', 'b']));
    covers = 404;
    const old = [];
    for (let n = 0; n < 20; n++) old.push(await addListing('ada', [], { createdAt: hoursAgo(20 - n) }));
    const theirs = await addListing('bob', [], { createdAt: hoursAgo(30) });
    const view = await open('ada');
    expect(view).toMatchObject({ listed: 2, next: null, complete: true, cover: null, total: 2 });
    const kept = (await client.db.select().from(listings)).map(({ id }) => id);
    expect(kept.sort()).toEqual([...old.slice(1), theirs, view.listingId].sort());
  });

  test('SUM-02 that is none is refused, and so is one of a site that wants to be left alone', async () => {
    let ensured = 0;
    const refused = (url: string) =>
      openListing(opening, async () => `${ensured++}`, url, signal).catch((error: unknown) => error);
    expect(await refused('https://page.example/oven')).toMatchObject({
      ...{ code: 'input_unsupported', params: { name: 'https://page.example/oven' } },
    });
    await client.query(
      `insert into site_pace (site, next_start, blocked_until) values ('host:feeds.example', now(), now() + interval '1 minute')`,
    );
    asked = [];
    expect(await refused(address)).toMatchObject({ code: 'site_wait', retry: { afterMs: expect.any(Number) } });
    expect([asked, ensured, await client.db.$count(listings)]).toEqual([[], 0, 0]);
  });

  test('SUM-02 is told of before it is opened, with its cover and how long it is', async () => {
    pages.set(address, feedOf(['a', 'b', 'c']));
    const unknown = {
      ...{ url: address, kind: null, title: null, siteName: null, description: null, cover: null, language: null },
      ...{ durationSeconds: null, sizeBytes: null, existing: null, problem: null, listing: null },
    };
    expect(await preview(opening, null, address, signal)).toEqual([
      {
        ...unknown,
        ...{ title: 'Kiln Talk', siteName: 'feeds.example', cover, listing: { kind: 'show', total: 3, alsoItem: false } },
      },
    ]);
    const slow = { ...opening, fetch: undefined } as unknown as { fetch: Services['fetch'] } & Services;
    let looks = 0;
    slow.fetch = async (url, options) => {
      if (++looks > 1) throw new AppError('fetch_timed_out');
      return opening.fetch(url, options);
    };
    expect(await preview(slow, null, address, signal)).toEqual([
      { ...unknown, listing: { kind: 'playlist', total: null, alsoItem: false } },
    ]);
  });
});

describe('what is made', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(8)]);
  const mp3 = Buffer.from('ID3 sound');
  let put = new Map<string, Uint8Array>();
  let checkpoints = new Map<string, unknown>();
  beforeEach(() => {
    [put, checkpoints] = [new Map(), new Map()];
  });
  const making = (more: object) =>
    ({
      ...services,
      blobs: {
        put: async (key: string, bytes: Uint8Array) => void put.set(key, bytes),
        localPath: async (key: string) => `/files/${key}`,
      },
      ...more,
    }) as unknown as Services;
  const contextOf = (kind: string, values: object = {}) =>
    ({
      ...{ task: { id: 't', kind, userId: 'ada', contentId: null, ...values }, usageKey: `${kind}:t`, signal, checkpoints },
      ...{ checkpoint: async (name: string, value: unknown) => void checkpoints.set(name, value), stage: () => undefined },
      write: (work: (tx: Tx) => Promise<unknown>) => client.db.transaction(work),
      complete: (work: (tx: Tx) => Promise<void>) => client.db.transaction(work),
    }) as unknown as TaskContext;
  const uses = async () =>
    client.query<{ job: string; kind: string; model: string; cost: number | null; calls: number }>(
      `select job, kind, model, cost_usd::float8 as cost, calls from model_uses order by job`,
    );

  test('API-01 pictures are kept as they come, or fetched, and paid for by the piece', async () => {
    const [row] = await client.db
      .insert(imageGenerations)
      .values({ userId: 'ada', operationName: `images/${randomUUID()}` })
      .returning();
    const [other] = await client.db
      .insert(imageGenerations)
      .values({ userId: 'ada', operationName: `images/${randomUUID()}` })
      .returning();
    const outputId = row?.id ?? '';
    const fetched: [string, object][] = [];
    let status = 200;
    const painter = { id: 'painter', priceUsd: 0.5, make: async () => [{ bytes: png }, { url: 'https://p.example/1' }] };
    const services_ = making({
      imageMaker: painter,
      fetch: async (...said: [string, object]) => {
        fetched.push(said);
        return { status, bytes: async () => png, cancel: async () => undefined };
      },
    });
    const make = (of = services_, context = contextOf('images')) => makeImages(of, { outputId, prompt: 'P', count: 2 }, context);
    expect(await codesOf(make(making({ imageMaker: null })), make(services_, contextOf('images', { userId: null })))).toEqual([
      'output_not_configured',
      'output_not_configured',
    ]);
    for (const [code, outcome] of [
      [429, 'output_unavailable'],
      [500, 'output_unavailable'],
      [499, 'output_failed'],
      [404, 'output_failed'],
    ] as const) {
      status = code;
      expect([code, await make().catch(codeOf)]).toEqual([code, outcome]);
    }
    expect(await uses()).toEqual([{ job: 'images:t', kind: 'images', model: 'painter', cost: 1, calls: 1 }]);
    status = 200;
    await make();
    const names = [`outputs/images/${outputId}/0.png`, `outputs/images/${outputId}/1.png`];
    const urls = names.map((name) => `/api/${name}`);
    const [made] = await client.db.select().from(imageGenerations).where(eq(imageGenerations.id, outputId));
    expect(made).toMatchObject({ blobs: names, storedBytes: 32, generatedImageUrl: urls[0], generatedImageUrls: urls });
    expect([...put.keys()].sort()).toEqual(names);
    expect(fetched.at(-1)).toEqual([
      'https://p.example/1',
      { signal, asker: { userId: 'ada' }, timeoutMs: 60_000, maxBytes: 30 * 1024 * 1024, headers: { accept: 'image/*' } },
    ]);
    const [untouched] = await client.db
      .select()
      .from(imageGenerations)
      .where(eq(imageGenerations.id, other?.id ?? ''));
    expect(untouched).toEqual(other);
    checkpoints.clear();
    const none = making({ imageMaker: { ...painter, make: async () => [{ bytes: Buffer.from('text') }] } });
    expect(await make(none, contextOf('images')).catch(codeOf)).toBe('output_failed');
  });

  test.each([
    ['an ID3 tag', mp3, true],
    ['a frame header', Buffer.from([0xff, 0xfb, 0, 0]), true],
    ['half a frame header', Buffer.from([0xff, 0x1b, 0, 0]), false],
    ['another byte', Buffer.from([0xfe, 0xfb, 0, 0]), false],
    ['nothing', Buffer.alloc(0), false],
  ])('API-01 music that begins with %s is told apart', async (_, bytes, isMusic) => {
    const [row] = await client.db
      .insert(musicGenerations)
      .values({ userId: 'ada', taskId: 'own', title: 'T', provider: 'old' })
      .returning();
    const outputId = row?.id ?? '';
    const singer = (taskId: string) =>
      making({ musicMaker: { id: 'singer', priceUsd: null, make: async () => ({ taskId, bytes }) } });
    const make = (taskId: string) =>
      makeMusic(singer(taskId), { outputId, prompt: 'P', lyrics: null }, contextOf('music')).catch(codeOf);
    expect(await make('')).toBe(isMusic ? undefined : 'output_failed');
    expect(await uses()).toEqual([{ job: 'music:t', kind: 'music', model: 'singer', cost: null, calls: 1 }]);
    const read = async () => (await client.db.select().from(musicGenerations))[0];
    if (!isMusic) {
      expect(await read()).toMatchObject({ audioUrl: null, blobs: [], provider: 'old' });
      return;
    }
    const key = `outputs/music/${outputId}/0.mp3`;
    expect(await read()).toMatchObject({
      taskId: 'own',
      provider: 'singer',
      audioUrl: `/api/${key}`,
      blobs: [key],
      storedBytes: bytes.length,
    });
    checkpoints.clear();
    await make('theirs');
    expect((await read())?.taskId).toBe('theirs');
    expect(
      await makeMusic(making({ musicMaker: null }), { outputId, prompt: 'P', lyrics: null }, contextOf('music')).catch(codeOf),
    ).toBe('output_not_configured');
  });

  test('API-01 an illustrated article has a picture for each chapter, and more in long ones, each once', async () => {
    const minutes = Array.from({ length: 30 }, (_, n) => `Sentence number ${n} of the talk about ovens is here.`);
    const transcript = linesOf(minutes);
    transcript.segments = transcript.segments.map((line, n) => ({ ...line, startMs: n * 20_000, endMs: n * 20_000 + 19_000 }));
    const media = { type: 'video', mime: 'video/mp4', blob: 'media/v', url: null } as unknown as Extracted['media'];
    const source = await addSource();
    const talk = {
      transcript,
      media,
      kind: 'video' as const,
      chapters: [
        { title: 'One', startMs: 0 },
        { title: 'Two', startMs: 60_000 },
      ],
    };
    const content = await addContent('ada', source.id, {
      extractionId: await addExtraction(source.id, talk),
      title: 'Talk',
      sourceUrl: source.url,
    });
    const [row] = await client.db
      .insert(videoProcessingTasks)
      .values({ userId: 'ada', videoUrl: 'v', contentId: content.id })
      .returning();
    const asked: number[] = [];
    let frames: (Buffer | null)[] = [];
    const services_ = making({
      media: {
        frames: async (path: string, at: number[]) => {
          expect(path).toBe('/files/media/v');
          asked.push(...at);
          return frames;
        },
      },
      writePdf: async () => Buffer.from('pdf'),
      settings: { ...services.settings, baseUrl: 'https://gleaner.example' },
    });
    const make = (values: object = {}) =>
      makeVisionArticle(
        services_,
        { outputId: row?.id ?? '' },
        contextOf('vision_article', { contentId: content.id, ...values }),
      );
    expect(await codesOf(make({ contentId: null }), make({ userId: null }))).toEqual(['internal', 'internal']);
    expect(await make().catch(codeOf)).toBe('frames_missing');
    const read = async () => (await client.db.select().from(videoProcessingTasks))[0];
    expect((await read())?.status).toBe('processing');
    asked.length = 0;
    frames = [Buffer.from('a'), Buffer.from('a'), Buffer.from('b')];
    await make();
    expect([asked[0], asked[1], asked.length > 2]).toEqual([1000, 61_000, true]);
    expect(asked.slice(1).every((at, n, all) => n === 0 || at - (all[n - 1] ?? 0) >= 240_000)).toBe(true);
    const folder = `outputs/articles/${row?.id}`;
    const blobs = ['article.md', 'article.html', 'article.pdf', '0.jpg', '2.jpg'].map((name) => `${folder}/${name}`);
    expect(await read()).toMatchObject({
      status: 'completed',
      blobs,
      markdownUrl: `/api/${folder}/article.md`,
      htmlUrl: `/api/${folder}/article.html`,
      pdfUrl: `/api/${folder}/article.pdf`,
    });
    const markdown = Buffer.from(put.get(`${folder}/article.md`) ?? '').toString();
    expect([
      markdown.includes('One'),
      markdown.includes('Two'),
      markdown.includes('0.jpg'),
      markdown.includes('1.jpg'),
      markdown.includes('2.jpg'),
    ]).toEqual([true, true, true, false, true]);
  });

  test('API-01 an illustrated article of a talk with very many chapters joins neighbours, and needs words and a video', async () => {
    const chapters = Array.from({ length: 81 }, (_, n) => ({ title: `Chapter ${n}`, startMs: n * 10_000 }));
    const transcript = linesOf(chapters.map((_, n) => `Sentence number ${n} of the talk about ovens is here.`));
    const media = { type: 'video', mime: 'video/mp4', blob: 'media/v', url: null } as unknown as Extracted['media'];
    const asked: number[][] = [];
    const made = making({
      media: {
        frames: async (_path: string, at: number[]) => {
          asked.push(at);
          return at.map((ms) => Buffer.from(`${ms}`));
        },
      },
      writePdf: async () => Buffer.from('pdf'),
      settings: { ...services.settings, baseUrl: 'https://gleaner.example' },
    });
    const make = async (data: Partial<Extracted>) => {
      const source = await addSource();
      const content = await addContent('ada', source.id, {
        extractionId: await addExtraction(source.id, { kind: 'video', chapters, ...data }),
      });
      const [row] = await client.db
        .insert(videoProcessingTasks)
        .values({ userId: 'ada', videoUrl: 'v', contentId: content.id })
        .returning();
      await makeVisionArticle(made, { outputId: row?.id ?? '' }, contextOf('vision_article', { contentId: content.id }));
      return row?.id ?? '';
    };
    expect(
      await codesOf(
        make({ media }),
        make({ media, transcript: linesOf(['Words.'], false) }),
        make({ transcript }),
        make({ transcript, media: { ...media, type: 'audio' } as Extracted['media'] }),
        make({ transcript, media: { ...media, blob: null } as Extracted['media'] }),
      ),
    ).toEqual(['subtitles_missing', 'subtitles_missing', 'frames_missing', 'frames_missing', 'frames_missing']);
    expect(asked).toEqual([]);
    const id = await make({ transcript, media });
    // Three at a time, since two would still be more than there may be pictures.
    const [at = []] = asked;
    expect([at.length, at.slice(0, 3), at.at(-1)]).toEqual([27, [1000, 31_000, 61_000], 781_000]);
    const markdown = Buffer.from(put.get(`outputs/articles/${id}/article.md`) ?? '').toString();
    const blocks = markdown.split('\n\n').slice(1, 9);
    expect(blocks.map((block) => block.replace(/\s?!?\[.*/, ''))).toEqual([
      ...['## Chapter 0', '', 'Sentence number 0 of the talk about ovens is here.'],
      ...['Chapter 1', 'Sentence number 1 of the talk about ovens is here.'],
      ...['Chapter 2', 'Sentence number 2 of the talk about ovens is here.', '## Chapter 3'],
    ]);
  });
});

test('SUM-04 a refusal while a list is queued stops nothing else', async () => {
  const listingId = await addListing('ada', [itemOf('https://i.example/a'), itemOf('https://i.example/b')]);
  recorded.broke.push('ada');
  const problem = { code: 'out_of_time', params: { needed: 1 } };
  expect(await queueItems(services, asker('ada'), { listingId, positions: [0, 1], noteLanguage: 'en' })).toEqual({
    ...{ queued: 0, existing: 0 },
    problems: [
      { position: 0, problem },
      { position: 1, problem },
    ],
  });
  expect([await client.db.$count(contents), await client.db.$count(batches)]).toEqual([0, 0]);
});
