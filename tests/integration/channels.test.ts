/** Following channels: by link, from lists of other readers, looked at in the background for everybody at once. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { checkChannelsJob, scorePopularJob } from '#features/channels/jobs.ts';
import { openJobQueue, type RunningQueue } from '#infra/jobs/queue.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { startBilibili } from '../harness/sites/bilibili.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
let queue: RunningQueue;

beforeAll(async () => {
  world = await startWorld({ env: { SITE_PACE: '0.01' } });
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  queue = await openJobQueue({ connection: world.database, logger, work: null });
});
afterAll(async () => {
  await queue.stop(0);
  await database.close();
  await world.close();
});

type Item = { id: string; title?: string; day?: number; extra?: string };

const feedType = 'application/rss+xml';
/** `day`: of October 2026. */
function rss(title: string, items: readonly Item[], page = 'https://blog.example/'): string {
  const written = items.map(({ id, title: name = `Entry ${id}`, day, extra = '' }) => {
    const date = day === undefined ? '' : `<pubDate>${new Date(Date.UTC(2026, 9, day)).toUTCString()}</pubDate>`;
    return `<item><title>${name}</title><guid isPermaLink="false">${id}</guid><link>${new URL(`entries/${id}`, page).href}</link>${date}${extra}</item>`;
  });
  return `<rss version="2.0"><channel><title>${title}</title><link>${page}</link>${written.join('')}</channel></rss>`;
}

async function follow(client: TestClient, url: string) {
  return (await client.rpc.channel.follow.mutate({ url })).subscription;
}

async function titles(client: TestClient, channelId?: string): Promise<string[]> {
  const { entries } = await client.rpc.channel.entries.query({ channelId, limit: 100 });
  return entries.map(({ title }) => title);
}

type Row = {
  id: string;
  address: string;
  state: string;
  failures: number;
  problem: { code: string; params: object } | null;
  waits: number;
  silent: boolean;
};

/** `waits`: minutes until the next look. */
async function rowOf(id: string): Promise<Row | undefined> {
  const [row] = await database.query<Row>(
    `select id, address, state, failures, problem, extract(epoch from next_check_at - now())::float8 / 60 as waits from channels where id = $1`,
    [id],
  );
  return row;
}

/** Makes these channels due and waits until each was looked at. */
async function look(...ids: string[]): Promise<void> {
  const [{ now } = { now: '' }] = await database.query<{ now: string }>(`select clock_timestamp()::text as now`);
  await database.query(`update channels set next_check_at = now() - interval '1 second' where id = any($1::uuid[])`, [ids]);
  await waitFor('the look', async () => {
    await database.db.transaction((tx) => queue.enqueue(tx, checkChannelsJob, {}, { singletonKey: '' }));
    const open = await database.query(
      `select 1 from channels where id = any($1::uuid[]) and (checked_at is null or checked_at < $2::timestamptz)`,
      [ids, now],
    );
    return open.length === 0 || undefined;
  });
}

describe('by link', () => {
  test('EXP-01 the feed of a blog is found by what its page names, comments last', async () => {
    const client = world.client();
    const page = `<html><head><title>Kiln</title>
      <link rel="alternate" type="application/rss+xml" title="Comments on Kiln" href="/kiln/comments.xml">
      <link rel="alternate" type="application/atom+xml" href="kiln/atom.xml"></head><body>Hello</body></html>`;
    world.site.on('/kiln', { body: page });
    world.site.on('/kiln/comments.xml', { body: rss('Comments', [{ id: 'c' }]), type: feedType });
    world.site.on('/kiln/atom.xml', {
      type: 'application/atom+xml',
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>Kiln notes</title><link href="https://kiln.example/"/>
        <entry><id>k1</id><title>First fire</title><link href="https://kiln.example/1"/><updated>2026-10-01T08:00:00Z</updated></entry>
        <entry><id>k2</id><title>Second fire</title><link href="https://kiln.example/2"/><updated>2026-10-02T08:00:00Z</updated></entry></feed>`,
    });
    const answer = await client.rpc.channel.follow.mutate({ url: `${world.site.url}/kiln` });
    expect(answer.existing).toBe(false);
    expect(answer.subscription).toMatchObject({
      title: 'Kiln notes',
      kind: 'feed',
      url: 'https://kiln.example/',
      state: 'active',
      problem: null,
    });
    expect(await titles(client)).toEqual(['Second fire', 'First fire']);
    const { entries } = await client.rpc.channel.entries.query({});
    expect(entries[0]).toMatchObject({
      ...{ channel_title: 'Kiln notes', url: 'https://kiln.example/2', published_at: '2026-10-02T08:00:00.000000Z' },
      ...{ is_new: false, existing: null },
    });
    expect((await client.rpc.channel.follow.mutate({ url: `${world.site.url}/kiln/atom.xml` })).existing).toBe(true);
  });

  test('EXP-01 a page that names no feed is asked where programs for blogs have theirs', async () => {
    const client = world.client();
    world.site.on('/silent/', { body: '<html><head><title>Silent</title></head><body>Text</body></html>' });
    world.site.on('/silent/index.xml', { body: rss('Silent blog', [{ id: 's1', day: 3 }]), type: 'text/xml' });
    expect(await follow(client, `${world.site.url}/silent/`)).toMatchObject({ title: 'Silent blog', kind: 'feed' });
    world.site.on('/nothing/', { body: '<html><head><title>Nothing</title></head><body>Text</body></html>' });
    const nothing = await client.rpc.channel.follow
      .mutate({ url: `${world.site.url}/nothing/` })
      .catch((error: unknown) => error);
    expect(codeOf(nothing)).toBe('channel_not_found');
    expect(await client.rpc.channel.channelList.query()).toHaveLength(1);
  });

  test('EXP-01 a YouTube channel is followed by its handle, and by its page while its feed is away', async () => {
    const client = world.client();
    const id = 'UCabcdefghijklmnopqrstuv';
    const data = { metadata: { channelMetadataRenderer: { externalId: id, title: 'Clay TV' } } };
    world.internet.on('https://www.youtube.com/@claytv/videos', {
      body: `<html><script>var ytInitialData = ${JSON.stringify(data)};</script></html>`,
    });
    const entry = (video: string, day: number) =>
      `<entry><id>yt:video:${video}</id><title>Video ${video}</title><link rel="alternate" href="https://www.youtube.com/watch?v=${video}"/><published>2026-10-0${day}T08:00:00+00:00</published></entry>`;
    const feed = (...entries: string[]) =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Clay TV</title><link rel="alternate" href="https://www.youtube.com/channel/${id}"/>${entries.join('')}</feed>`;
    const address = `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`;
    world.internet.on(address, { body: feed(entry('aaaaaaaaaa1', 1)), type: 'text/xml' });
    const followed = await follow(client, 'https://www.youtube.com/@ClayTV');
    expect(followed).toMatchObject({ title: 'Clay TV', kind: 'video', url: `https://www.youtube.com/channel/${id}` });
    expect(await titles(client)).toEqual(['Video aaaaaaaaaa1']);

    // A wave of 404, as in spring: nothing is lost, and it is asked less often.
    world.internet.on(address, { body: 'gone?', status: 404 });
    world.internet.on(`https://www.youtube.com/channel/${id}/videos`, { body: '<html>busy</html>', status: 503 });
    await look(followed.id);
    await look(followed.id);
    const failing = await rowOf(followed.id);
    expect(failing).toMatchObject({ state: 'active', failures: 2, problem: { code: 'fetch_status', params: { status: 404 } } });
    expect(failing?.waits).toBeGreaterThan(100);
    expect(failing?.waits).toBeLessThan(140);
    world.internet.on(address, { body: feed(entry('aaaaaaaaaa2', 2), entry('aaaaaaaaaa1', 1)), type: 'text/xml' });
    await look(followed.id);
    expect(await rowOf(followed.id)).toMatchObject({ state: 'active', failures: 0, problem: null });
    expect(await titles(client)).toEqual(['Video aaaaaaaaaa2', 'Video aaaaaaaaaa1']);
  });

  test('EXP-01 a creator of Bilibili is followed by the signed list of uploads', async () => {
    const client = world.client();
    const bilibili = startBilibili(world.internet);
    const upload = (bvid: string, title: string, created: number) => ({
      bvid,
      title,
      created,
      length: '12:05',
      author: '陶土君',
      pic: '',
    });
    const answer = (list: object[]) => ({
      body: JSON.stringify({ code: 0, data: { list: { vlist: list }, page: { count: list.length } } }),
      type: 'application/json',
    });
    const seen: URLSearchParams[] = [];
    const list = [upload('BV1xx411c7mD', '第一窑', 1_759_300_000)];
    world.internet.on('https://api.bilibili.com/x/space/wbi/arc/search', (request, response) => {
      seen.push(new URL(request.url ?? '', 'http://x').searchParams);
      const { body, type } = answer(list);
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const followed = await follow(client, 'https://space.bilibili.com/7584632/video');
    expect(followed).toMatchObject({ title: '陶土君', kind: 'video', url: 'https://space.bilibili.com/7584632' });
    expect(seen[0]?.get('mid')).toBe('7584632');
    expect(seen[0]?.get('w_rid')).toMatch(/^[\da-f]{32}$/);
    list.unshift(upload('BV1Ab4y1c7mE', '第二窑', 1_759_400_000));
    await look(followed.id);
    const { entries } = await client.rpc.channel.entries.query({});
    expect(entries.map(({ title, duration_seconds }) => [title, duration_seconds])).toEqual([
      ['第二窑', 725],
      ['第一窑', 725],
    ]);
    expect(entries.map(({ is_new }) => is_new)).toEqual([true, false]);
    expect((await rowOf(followed.id))?.waits).toBeGreaterThan(26);
    expect(bilibili.badSignatures).toEqual([]);
  });
});

describe('what belongs to a user', () => {
  test('EXP-03 channelList gives the title and address of what this user follows, and nothing else', async () => {
    const [first, second] = [world.client(), world.client()];
    world.site.on('/b.xml', { body: rss('Beta', [{ id: 'b1', day: 1 }], 'https://beta.example/'), type: feedType });
    world.site.on('/a.xml', { body: rss('alpha', [{ id: 'a1', day: 2 }], 'https://alpha.example/'), type: feedType });
    expect(await world.client().rpc.channel.channelList.query()).toEqual([]);
    const beta = await follow(first, `${world.site.url}/b.xml`);
    await follow(first, `${world.site.url}/a.xml`);
    const mine = await follow(second, `${world.site.url}/b.xml`);
    expect(mine.id).toBe(beta.id);
    expect(await first.rpc.channel.channelList.query()).toEqual([
      { channel_title: 'alpha', channel_url: 'https://alpha.example/' },
      { channel_title: 'Beta', channel_url: 'https://beta.example/' },
    ]);
    expect(await second.rpc.channel.channelList.query()).toEqual([
      { channel_title: 'Beta', channel_url: 'https://beta.example/' },
    ]);

    // Unfollowing is one's own, and is undone with everything as it was.
    await first.rpc.channel.unfollow.mutate({ channelId: beta.id });
    expect(await titles(first)).toEqual(['Entry a1']);
    expect(codeOf(await first.rpc.channel.entries.query({ channelId: beta.id }).catch((error: unknown) => error))).toBe(
      'not_found',
    );
    expect(await titles(second)).toEqual(['Entry b1']);
    const restored = await first.rpc.channel.restore.mutate({ channelId: beta.id });
    expect(restored.followed_at).toBe(beta.followed_at);
    expect(await titles(first)).toEqual(['Entry a1', 'Entry b1']);
    expect(codeOf(await second.rpc.channel.restore.mutate({ channelId: beta.id }).catch((error: unknown) => error))).toBe(
      'not_found',
    );
  });

  test('EXP-01 entries come in pages, and say which are in the library', async () => {
    const [client, other] = [world.client(), world.client()];
    const items = Array.from({ length: 12 }, (_, index) => ({ id: `p${index}`, day: 20 - index }));
    world.site.on('/paged.xml', { body: rss('Paged', items, `${world.site.url}/`), type: feedType });
    world.site.on('/entries/p3', { body: articleHtml('The Paged Oven') });
    await follow(client, `${world.site.url}/paged.xml`);
    await follow(other, `${world.site.url}/paged.xml`);
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await client.rpc.channel.entries.query({ limit: 5, cursor });
      seen.push(...page.entries.map(({ title }) => title));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(items.map(({ id }) => `Entry ${id}`));
    const { entries } = await client.rpc.channel.entries.query({});
    const url = entries[3]?.url ?? '';
    const { results } = await client.rpc.ingest.submit.mutate({ items: [{ url }], noteLanguage: 'en' });
    const contentId = results[0] && 'contentId' in results[0] ? results[0].contentId : '';
    await settled(client, contentId);
    const after = await client.rpc.channel.entries.query({});
    expect(after.entries.map(({ existing }) => existing)).toEqual(
      items.map((_, index) => (index === 3 ? { contentId, status: 'completed' } : null)),
    );
    expect((await other.rpc.channel.entries.query({})).entries.every(({ existing }) => existing === null)).toBe(true);
  });

  test('EXP-01 an OPML list of another reader is followed in the background, and written again', async () => {
    const client = world.client();
    world.site.on('/in/one.xml', { body: rss('One & only', [{ id: 'o1', day: 4 }], 'https://one.example/'), type: feedType });
    world.site.on('/in/two.xml', { body: rss('Two', [{ id: 't1', day: 5 }], 'https://two.example/'), type: feedType });
    const outline = (name: string) => `<outline type="rss" text="${name}" xmlUrl="${world.site.url}/in/${name}.xml"/>`;
    const opml = `<?xml version="1.0"?><opml version="1.0"><head><title>Old</title></head><body>
      <outline text="Folder">${outline('one')}${outline('two')}</outline>${outline('one')}</body></opml>`;
    expect(await client.rpc.channel.importOpml.mutate({ opml })).toEqual({ added: 2, existing: 0, refused: 0 });
    await waitFor('both to be looked at', async () => ((await titles(client)).length === 2 ? true : undefined));
    expect(await titles(client)).toEqual(['Entry t1', 'Entry o1']);
    expect(await client.rpc.channel.importOpml.mutate({ opml })).toEqual({ added: 0, existing: 2, refused: 0 });
    const saved = await client.fetch('/api/channels/opml');
    expect(saved.headers.get('content-disposition')).toContain('.opml');
    const text = await saved.text();
    expect(text).toContain(`title="One &amp; only" xmlUrl="${world.site.url}/in/one.xml" htmlUrl="https://one.example/"`);
    const other = world.client();
    expect(await other.rpc.channel.importOpml.mutate({ opml: text })).toEqual({ added: 2, existing: 0, refused: 0 });
    expect(await titles(other)).toEqual(['Entry t1', 'Entry o1']);
    for (const bad of ['<html>no</html>', '<opml><body><outline text="x"/></body></opml>'])
      expect(codeOf(await client.rpc.channel.importOpml.mutate({ opml: bad }).catch((error: unknown) => error))).toBe(
        'opml_unreadable',
      );
    expect((await world.client().fetch('/api/channels/opml')).status).toBe(404);
  });
});

/** Answers as a server that knows what the reader has. */
function conditional(state: { body: string; seen: number[]; asked: (string | undefined)[] }) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const etag = `"${createHash('md5').update(state.body).digest('hex')}"`;
    state.asked.push(request.headers['if-none-match']);
    const same =
      request.headers['if-none-match'] === etag && request.headers['if-modified-since'] === 'Thu, 01 Oct 2026 08:00:00 GMT';
    state.seen.push(same ? 304 : 200);
    response.writeHead(same ? 304 : 200, { etag, 'last-modified': 'Thu, 01 Oct 2026 08:00:00 GMT', 'content-type': feedType });
    response.end(same ? '' : state.body);
  };
}

describe('in the background', () => {
  test('EXP-01 a feed is asked only for what changed, once for all who follow it', async () => {
    const [first, second] = [world.client(), world.client()];
    const state = { body: rss('Asked', [{ id: '1', day: 1 }]), seen: [] as number[], asked: [] as (string | undefined)[] };
    world.site.on('/asked.xml', conditional(state));
    const { id } = await follow(first, `${world.site.url}/asked.xml`);
    await follow(second, `${world.site.url}/asked.xml`);
    expect(state.seen).toEqual([200, 200]);
    await look(id);
    expect(state.seen).toEqual([200, 200, 304]);
    state.body = rss('Asked anew', [
      { id: '2', day: 2 },
      { id: '1', day: 1, title: 'Entry 1, mended' },
    ]);
    await look(id);
    expect(state.seen).toEqual([200, 200, 304, 200]);
    for (const client of [first, second]) {
      expect(await titles(client)).toEqual(['Entry 2', 'Entry 1']);
      expect(await client.rpc.channel.channelList.query()).toMatchObject([{ channel_title: 'Asked anew' }]);
      expect((await client.rpc.channel.entries.query({})).entries.map(({ is_new }) => is_new)).toEqual([true, false]);
    }
    // Who comes later finds it, but not as news.
    const third = world.client();
    await follow(third, `${world.site.url}/asked.xml`);
    expect((await third.rpc.channel.entries.query({})).entries.map(({ is_new }) => is_new)).toEqual([false, false]);
  });

  test('EXP-01 a feed that moved for good is asked at its new place, and joins a channel that is known there', async () => {
    const [first, second] = [world.client(), world.client()];
    const items = [{ id: 'm1', day: 1 }];
    world.site.on('/old.xml', { body: rss('Moving', items), type: feedType });
    world.site.on('/aside.xml', { body: rss('Aside', [{ id: 'x1', day: 0 }]), type: feedType });
    world.site.on('/new.xml', { body: rss('Moved', [{ id: 'm2', day: 2 }, ...items]), type: feedType });
    const moving = await follow(first, `${world.site.url}/old.xml`);
    const aside = await follow(first, `${world.site.url}/aside.xml`);
    const redirect = (to: string, status: number) => (_request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(status, { location: to }).end();
    world.site.on('/old.xml', redirect('/new.xml', 301));
    world.site.on('/aside.xml', redirect('/elsewhere.xml', 302));
    world.site.on('/elsewhere.xml', {
      body: rss('Aside', [
        { id: 'x2', day: 3 },
        { id: 'x1', day: 0 },
      ]),
      type: feedType,
    });
    await look(moving.id, aside.id);
    expect(await rowOf(moving.id)).toMatchObject({ address: `${world.site.url}/new.xml`, failures: 0 });
    // For the time being only: it is asked at its own address again.
    expect(await rowOf(aside.id)).toMatchObject({ address: `${world.site.url}/aside.xml`, failures: 0 });
    expect(await titles(first)).toEqual(['Entry x2', 'Entry m2', 'Entry m1', 'Entry x1']);

    world.site.on('/older.xml', { body: rss('Older', items), type: feedType });
    const older = await follow(second, `${world.site.url}/older.xml`);
    const both = await follow(first, `${world.site.url}/older.xml`);
    expect(both.id).toBe(older.id);
    world.site.on('/older.xml', redirect('/new.xml', 308));
    await database.query(`update channels set next_check_at = now() where id = $1`, [older.id]);
    await waitFor('the move', async () => {
      await database.db.transaction((tx) => queue.enqueue(tx, checkChannelsJob, {}, { singletonKey: '' }));
      return (await rowOf(older.id)) === undefined || undefined;
    });
    expect(await second.rpc.channel.channelList.query()).toMatchObject([{ channel_title: 'Moved' }]);
    expect(await first.rpc.channel.channelList.query()).toMatchObject([{ channel_title: 'Aside' }, { channel_title: 'Moved' }]);
    expect(await titles(second)).toEqual(['Entry m2', 'Entry m1']);
  });

  test('EXP-01 broken, huge and ended feeds are left alone longer and longer, and lose nothing', async () => {
    const client = world.client();
    const names = ['broken', 'huge', 'ended', 'patient'] as const;
    const ids: Record<string, string> = {};
    for (const name of names) {
      world.site.on(`/bad/${name}.xml`, { body: rss(name, [{ id: name, day: 1 }], `https://${name}.example/`), type: feedType });
      // One that wants to be left alone is a site of its own.
      const address = name === 'patient' ? 'https://patient.example/feed.xml' : `${world.site.url}/bad/${name}.xml`;
      world.internet.on('https://patient.example/feed.xml', { body: rss(name, [{ id: name, day: 1 }]), type: feedType });
      ids[name] = (await follow(client, address)).id;
    }
    let sent = 0;
    world.site.on('/bad/broken.xml', { body: '<?xml version="1.0"?><rss version="2.0"><chan', type: feedType });
    world.site.on('/bad/huge.xml', (_request, response) => {
      response.writeHead(200, { 'content-type': feedType, 'content-length': String(21_000_000) });
      response.on('error', () => {});
      sent++;
      response.write('<rss><channel>');
    });
    world.site.on('/bad/ended.xml', { body: 'gone', status: 410 });
    await look(ids.broken ?? '', ids.huge ?? '', ids.ended ?? '');
    world.internet.on(
      'https://patient.example/feed.xml',
      (_request, response) => void response.writeHead(503, { 'retry-after': '7200' }).end(),
    );
    await look(ids.patient ?? '');
    expect(sent).toBe(1);
    expect(await rowOf(ids.huge ?? '')).toMatchObject({ failures: 1, problem: { code: 'fetch_too_large' }, state: 'active' });
    expect(await rowOf(ids.ended ?? '')).toMatchObject({ problem: { params: { status: 410 } }, state: 'gone' });
    const patient = await rowOf(ids.patient ?? '');
    expect(patient?.waits).toBeGreaterThan(105);
    // Nothing of it was news, and what was there stays.
    expect((await titles(client)).sort()).toEqual(names.map((name) => `Entry ${name}`).sort());
    // It is asked again when somebody says so.
    world.site.on('/bad/ended.xml', {
      body: rss(
        'ended',
        [
          { id: 'back', day: 9 },
          { id: 'ended', day: 1 },
        ],
        'https://ended.example/',
      ),
      type: feedType,
    });
    await database.query(`update channels set checked_at = now() - interval '5 minutes' where id = $1`, [ids.ended]);
    const again = await client.rpc.channel.checkAgain.mutate({ channelId: ids.ended ?? '' });
    expect(again.state).toBe('active');
    await waitFor('it to be back', async () => ((await titles(client)).includes('Entry back') ? true : undefined));
  });

  test('EXP-01 after a time without a server each channel is asked once, and those that nobody follows not at all', async () => {
    const client = world.client();
    const counts = new Map<string, number>();
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) {
      world.site.on(`/late/${index}.xml`, (_request, response) => {
        counts.set(`${index}`, (counts.get(`${index}`) ?? 0) + 1);
        response
          .writeHead(200, { 'content-type': feedType })
          .end(rss(`Late ${index}`, [{ id: `l${index}`, day: 1 }], `https://late${index}.example/`));
      });
      ids.push((await follow(client, `${world.site.url}/late/${index}.xml`)).id);
    }
    counts.clear();
    const [unfollowed = '', ...followed] = ids;
    await client.rpc.channel.unfollow.mutate({ channelId: unfollowed });
    // Three days in which every one of them was due many times.
    await database.query(
      `update channels set next_check_at = now() - interval '3 days', checked_at = now() - interval '3 days' where id = any($1::uuid[])`,
      [ids],
    );
    await look(...followed);
    expect([...counts].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(['1', '2', '3', '4', '5'].map((index) => [index, 1]));
    const rows = await Promise.all(followed.map((id) => rowOf(id)));
    expect(rows.every((row) => row !== undefined && row.waits > 12)).toBe(true);
  });
});

describe('automatic summaries', () => {
  /** A blog whose entries can be read; `publish` adds one of now. */
  async function openBlog(name: string) {
    const items: string[] = [];
    const address = `${world.site.url}/${name}.xml`;
    const show = () =>
      world.site.on(`/${name}.xml`, {
        type: feedType,
        body: `<rss version="2.0"><channel><title>${name}</title><link>https://${name}.example/</link>${items.join('')}</channel></rss>`,
      });
    const publish = (entry: string, { minutes = 0, at = new Date() }: { minutes?: number; at?: Date } = {}) => {
      world.site.on(`/${name}/${entry}`, { body: articleHtml(`The ${name} ${entry}`) });
      items.unshift(
        `<item><title>${entry}</title><guid>${entry}</guid><link>${world.site.url}/${name}/${entry}</link><pubDate>${at.toISOString()}</pubDate>${minutes === 0 ? '' : `<itunes:duration>${minutes}:00</itunes:duration>`}</item>`,
      );
      show();
    };
    publish('old', { at: new Date(Date.now() - 60_000) });
    return { address, publish };
  }

  /** Just published: not before it was asked for, by the clock of the database. */
  const soon = () => new Date(Date.now() + 1_000);

  async function records(client: TestClient): Promise<string[]> {
    const { uniqueVideos } = await client.rpc.user.videos.query({ limit: 100 });
    return uniqueVideos.map(({ source_url }) => source_url?.split('/').at(-1) ?? '').sort();
  }

  test('EXP-01 what is published later is summarised for who asked for it, once, and nothing that was there', async () => {
    const [automatic, other] = [world.client(), world.client()];
    const blog = await openBlog('later');
    const { id } = await follow(automatic, blog.address);
    await follow(other, blog.address);
    const set = await automatic.rpc.channel.setAutomatic.mutate({ channelId: id, automatic: true, noteLanguage: 'en' });
    expect(set.automatic).toBe(true);
    expect((await other.rpc.channel.subscriptions.query()).map((one) => one.automatic)).toEqual([false]);
    blog.publish('first', { at: soon() });
    // A feed may bring back what is old.
    blog.publish('revived', { at: new Date(Date.now() - 3_600_000) });
    await look(id);
    const contentId = await waitFor('the record', async () => {
      const { uniqueVideos } = await automatic.rpc.user.videos.query({ limit: 10 });
      return uniqueVideos[0]?.content_id;
    });
    expect((await settled(automatic, contentId)).status).toBe('completed');
    await look(id);
    expect(await records(automatic)).toEqual(['first']);
    expect(await records(other)).toEqual([]);
    expect(await automatic.rpc.channel.settings.query()).toEqual({ monthly_minutes: 300, used_minutes: 5, problem: null });
    // Deleted, it is not begun again, and its time stays used.
    await automatic.rpc.userNote.deleteContentWithCleanup.mutate({ contentId });
    await look(id);
    expect(await records(automatic)).toEqual([]);
    expect((await automatic.rpc.channel.settings.query()).used_minutes).toBe(5);
    await automatic.rpc.channel.setAutomatic.mutate({ channelId: id, automatic: false, noteLanguage: 'en' });
    blog.publish('second', { at: soon() });
    // The second look begins when all of the first has ended.
    await look(id);
    await look(id);
    expect(await titles(automatic)).toContain('second');
    expect(await records(automatic)).toEqual([]);
  });

  test('EXP-01 the minutes of a month end them, it is said why, and more minutes go on', async () => {
    const client = world.client();
    const blog = await openBlog('capped');
    const { id } = await follow(client, blog.address);
    await client.rpc.channel.setAutomatic.mutate({ channelId: id, automatic: true, noteLanguage: 'en' });
    expect(await client.rpc.channel.saveSettings.mutate({ monthlyMinutes: 9 })).toMatchObject({
      monthly_minutes: 9,
      used_minutes: 0,
    });
    blog.publish('one', { at: soon() });
    await look(id);
    blog.publish('two', { at: soon() });
    await look(id);
    const stopped = await waitFor('the limit', async () => {
      const settings = await client.rpc.channel.settings.query();
      return settings.problem === null ? undefined : settings;
    });
    expect(stopped).toEqual({
      ...{ monthly_minutes: 9, used_minutes: 5 },
      problem: { code: 'automatic_limit', params: { most: 9 } },
    });
    expect(await records(client)).toEqual(['one']);
    expect(
      await world
        .client()
        .rpc.channel.settings.query()
        .catch((error: unknown) => codeOf(error)),
    ).toBe('unauthenticated');
    // Last month's minutes are last month's.
    await database.query(
      `update automatic_summaries set created_at = created_at - interval '32 days' where user_id = (select user_id from subscriptions where channel_id = $1)`,
      [id],
    );
    expect(await client.rpc.channel.settings.query()).toEqual({ monthly_minutes: 9, used_minutes: 0, problem: null });
    expect(await client.rpc.channel.saveSettings.mutate({ monthlyMinutes: 20 })).toMatchObject({ monthly_minutes: 20 });
    await look(id);
    await waitFor('the second', async () => ((await records(client)).length === 2 ? true : undefined));
  });
});

describe('what is popular', () => {
  const score = async () => {
    await database.query('delete from explore_scores');
    await waitFor('the scores', async () => {
      await database.db.transaction((tx) => queue.enqueue(tx, scorePopularJob, {}, { singletonKey: '' }));
      return (await database.query('select 1 from explore_scores limit 1')).length > 0 || undefined;
    });
  };
  const popular = async (client: TestClient) =>
    (await client.rpc.explore.popular.query()).items.map(({ title, channel_title }) => `${channel_title}: ${title}`);
  const shown = async (client: TestClient, kind: 'channel' | 'podcast') =>
    (await client.rpc.explore.channels.query({ kind })).channels.map(({ title, followers, followed }) => [
      title,
      followers,
      followed,
    ]);

  async function account(): Promise<TestClient> {
    const client = world.client();
    const { user } = await client.rpc.account.ensure.mutate();
    await database.query('update "user" set is_anonymous = false where id = $1', [user.id]);
    return client;
  }

  test('EXP-02 guests see channels that two accounts follow and items of public collections, and nothing of one user alone', async () => {
    const [first, second, guest, otherGuest] = [await account(), await account(), world.client(), world.client()];
    await database.query('delete from channels');
    const sound = '<enclosure url="/x.mp3" type="audio/mpeg"/>';
    const feeds: [string, string, Item[]][] = [
      ['shared', 'Shared blog', [{ id: 'sh1', day: 20 }]],
      ['alone', 'Followed by one', [{ id: 'al1', day: 21 }]],
      ['talks', 'Shared talks', [{ id: 'ta1', day: 1, extra: sound }]],
      ['private/secret', 'Paid talks', [{ id: 'pa1', day: 22, extra: sound }]],
    ];
    for (const [path, title, items] of feeds) {
      world.internet.on(`https://popular.example/${path}.xml`, {
        body: rss(title, items, `https://${items[0]?.id}.example/`),
        type: feedType,
      });
      await follow(first, `https://popular.example/${path}.xml`);
      if (path !== 'alone') await follow(second, `https://popular.example/${path}.xml`);
      // Two browsers of one person may be two guests: they add nothing to what is public.
      for (const browser of [guest, otherGuest]) await follow(browser, `https://popular.example/${path}.xml`);
    }
    world.site.on('/shown', { body: articleHtml('The Shown Oven') });
    world.site.on('/hidden', { body: articleHtml('The Hidden Oven') });
    const [open = '', closed = ''] = await Promise.all(
      ['shown', 'hidden'].map(async (name) => {
        const { results } = await first.rpc.ingest.submit.mutate({
          items: [{ url: `${world.site.url}/${name}` }],
          noteLanguage: 'en',
        });
        const contentId = results[0] && 'contentId' in results[0] ? results[0].contentId : '';
        await settled(first, contentId);
        const { collection } = await first.rpc.share.createCollection.mutate({ name: `${name} shelf`, contentIds: [contentId] });
        return collection.id;
      }),
    );
    await database.query('update collections set is_public = true, published_at = now() where id = $1', [open]);
    await score();
    expect(await popular(guest)).toEqual(['shown shelf: The Shown Oven', 'Shared blog: Entry sh1', 'Shared talks: Entry ta1']);
    expect(await shown(guest, 'channel')).toEqual([['Shared blog', 2, true]]);
    expect(await shown(second, 'podcast')).toEqual([['Shared talks', 2, true]]);
    const { channels } = await world.client().rpc.explore.channels.query({ kind: 'channel' });
    expect(channels).toEqual([
      {
        ...{
          id: channels[0]?.id,
          title: 'Shared blog',
          url: 'https://sh1.example/',
          address: 'https://popular.example/shared.xml',
        },
        ...{
          kind: 'feed',
          followers: 2,
          followed: false,
          latest: [{ title: 'Entry sh1', url: 'https://sh1.example/entries/sh1' }],
        },
      },
    ]);
    const { items } = await first.rpc.explore.popular.query();
    expect(items[0]?.existing?.status).toBe('completed');
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      ['channel_title', 'duration_seconds', 'existing', 'id', 'kind', 'published_at', 'shelf', 'title', 'url'].sort(),
    );
    // It leads to the collection and to its page there, which a guest can open; what a channel published leads to itself.
    const { path = '', item_path: itemPath = '' } = items[0]?.shelf ?? {};
    expect([(await guest.fetch(path)).status, await (await guest.fetch(itemPath)).text()]).toEqual([
      200,
      expect.stringContaining('The Shown Oven'),
    ]);
    expect(items.slice(1).map(({ shelf }) => shelf)).toEqual([null, null]);

    // What is no longer public is gone at once, before anything is scored again.
    await database.query('update collections set is_public = false where id = any($1::uuid[])', [[open, closed]]);
    await second.rpc.channel.unfollow.mutate({ channelId: channels[0]?.id ?? '' });
    expect(await popular(guest)).toEqual(['Shared talks: Entry ta1']);
    expect(await shown(guest, 'channel')).toEqual([]);
  });
});
