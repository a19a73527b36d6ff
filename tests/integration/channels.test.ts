/** Following channels: by link, from lists of other readers, looked at in the background for everybody at once. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkChannelsJob } from '#features/channels/jobs.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { startBilibili } from '../harness/sites/bilibili.ts';
import { waitFor } from '../harness/wait.ts';
import { automaticSummaries } from './channels/automatic-summaries.part.ts';
import {
  database,
  feedType,
  follow,
  look,
  queue,
  rowOf,
  rss,
  startFollowing,
  stopFollowing,
  titles,
  world,
} from './channels/following.ts';
import { whatIsPopular } from './channels/popular.part.ts';
import { articleHtml, settled } from './setup.ts';

beforeAll(startFollowing);
afterAll(stopFollowing);

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
    const outline = (name: string) =>
      `<outline type="rss" text="Stolen ${name}\u0000" xmlUrl="${world.site.url}/in/${name}.xml" htmlUrl="https://stolen.example/"/>`;
    const opml = `<?xml version="1.0"?><opml version="1.0"><head><title>Old</title></head><body>
      <outline text="Folder">${outline('one')}${outline('two')}</outline>${outline('one')}</body></opml>`;
    expect(await client.rpc.channel.importOpml.mutate({ opml })).toEqual({ added: 2, existing: 0, refused: 0 });
    // A channel is everybody's: neither before nor after it answers does one list say what it is called and where its page is.
    const shown = async () => JSON.stringify(await client.rpc.channel.subscriptions.query());
    expect(await shown()).not.toMatch(/stolen/i);
    await waitFor('both to be looked at', async () => ((await titles(client)).length === 2 ? true : undefined));
    expect(await titles(client)).toEqual(['Entry t1', 'Entry o1']);
    expect(await client.rpc.channel.importOpml.mutate({ opml })).toEqual({ added: 0, existing: 2, refused: 0 });
    const saved = await client.fetch('/api/channels/opml');
    expect(saved.headers.get('content-disposition')).toContain('.opml');
    const text = await saved.text();
    expect(await shown()).not.toMatch(/stolen/i);
    expect(text).toContain(`title="One &amp; only" xmlUrl="${world.site.url}/in/one.xml" htmlUrl="https://one.example/"`);
    const other = world.client();
    // One that had ended is looked at again.
    await database.query(`update channels set state = 'gone' where address = $1`, [`${world.site.url}/in/one.xml`]);
    expect(await other.rpc.channel.importOpml.mutate({ opml: text })).toEqual({ added: 2, existing: 0, refused: 0 });
    expect(await titles(other)).toEqual(['Entry t1', 'Entry o1']);
    expect((await other.rpc.channel.subscriptions.query()).map(({ state }) => state)).toEqual(['active', 'active']);
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
    // A feed that lost its title keeps the name by which it is known, also for who comes later, who finds nothing new in it.
    state.body = state.body.replace('<title>Asked anew</title>', '');
    await look(id);
    const third = world.client();
    await follow(third, `${world.site.url}/asked.xml`);
    expect(await third.rpc.channel.channelList.query()).toMatchObject([{ channel_title: 'Asked anew' }]);
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
    // One who turned automatic summaries on at the old place only, and one who has just unfollowed the new one.
    const back = world.client();
    await follow(back, `${world.site.url}/older.xml`);
    const left = await follow(back, `${world.site.url}/new.xml`);
    await back.rpc.channel.unfollow.mutate({ channelId: left.id });
    for (const client of [first, back])
      await client.rpc.channel.setAutomatic.mutate({ channelId: older.id, automatic: true, noteLanguage: 'en' });
    world.site.on('/older.xml', redirect('/new.xml', 308));
    await database.query(`update channels set next_check_at = now() where id = $1`, [older.id]);
    await waitFor('the move', async () => {
      await database.db.transaction((tx) => queue.enqueue(tx, checkChannelsJob, {}, { singletonKey: '' }));
      return (await rowOf(older.id)) === undefined || undefined;
    });
    expect(await second.rpc.channel.channelList.query()).toMatchObject([{ channel_title: 'Moved' }]);
    expect(await first.rpc.channel.channelList.query()).toMatchObject([{ channel_title: 'Aside' }, { channel_title: 'Moved' }]);
    expect(await titles(second)).toEqual(['Entry m2', 'Entry m1']);
    const kept = async (client: TestClient) =>
      (await client.rpc.channel.subscriptions.query()).map(({ title, automatic }) => [title, automatic]);
    expect(await kept(back)).toEqual([['Moved', true]]);
    expect(await kept(first)).toEqual([
      ['Aside', false],
      ['Moved', true],
    ]);
  });

  test('EXP-01 broken, huge and ended feeds are left alone longer and longer, and lose nothing', async () => {
    const client = world.client();
    const names = ['broken', 'huge', 'ended', 'missing', 'patient'] as const;
    const ids: Record<string, string> = {};
    for (const name of names) {
      world.site.on(`/bad/${name}.xml`, { body: rss(name, [{ id: name, day: 1 }], `https://${name}.example/`), type: feedType });
      // One that wants to be left alone is a site of its own.
      const address = name === 'patient' ? 'https://patient.example/feed.xml' : `${world.site.url}/bad/${name}.xml`;
      world.internet.on('https://patient.example/feed.xml', { body: rss(name, [{ id: name, day: 1 }]), type: feedType });
      ids[name] = (await follow(client, address)).id;
    }
    let beside = 0;
    world.internet.on('https://patient.example/beside.xml', (_request, response) => {
      beside++;
      response.writeHead(200, { 'content-type': feedType }).end(rss('beside', [{ id: 'b', day: 1 }]));
    });
    const other = world.client();
    const { id: besideId } = await follow(other, 'https://patient.example/beside.xml');
    const resting = 'https://resting.example/';
    for (const name of ['one', 'two']) world.internet.on(`${resting}${name}.xml`, { body: rss(name, []), type: feedType });
    const [one, two] = [await follow(other, `${resting}one.xml`), await follow(other, `${resting}two.xml`)];
    let sent = 0;
    world.site.on('/bad/broken.xml', { body: '<?xml version="1.0"?><rss version="2.0"><chan', type: feedType });
    world.site.on('/bad/huge.xml', (_request, response) => {
      response.writeHead(200, { 'content-type': feedType, 'content-length': String(21_000_000) });
      response.on('error', () => {});
      sent++;
      response.write('<rss><channel>');
    });
    world.site.on('/bad/ended.xml', { body: 'gone', status: 410 });
    world.site.on('/bad/missing.xml', { body: 'not found', status: 404 });
    await look(ids.broken ?? '', ids.huge ?? '', ids.ended ?? '', ids.missing ?? '');
    world.internet.on(
      'https://patient.example/feed.xml',
      (_request, response) => void response.writeHead(503, { 'retry-after': '7200' }).end(),
    );
    await look(ids.patient ?? '');
    expect(sent).toBe(1);
    expect(await rowOf(ids.broken ?? '')).toMatchObject({ failures: 1, problem: { code: 'feed_unreadable' }, state: 'active' });
    expect(await rowOf(ids.huge ?? '')).toMatchObject({ failures: 1, problem: { code: 'fetch_too_large' }, state: 'active' });
    expect(await rowOf(ids.ended ?? '')).toMatchObject({ problem: { params: { status: 410 } }, state: 'gone' });
    // Some sites answer so for hours: it is asked again, an hour later at first, and is as before once it is there.
    const missing = await rowOf(ids.missing ?? '');
    expect(missing).toMatchObject({ failures: 1, problem: { params: { status: 404 } }, state: 'active' });
    expect(missing?.waits).toBeGreaterThan(50);
    await look(ids.missing ?? '');
    expect(await rowOf(ids.missing ?? '')).toMatchObject({ failures: 2, state: 'active' });
    world.site.on('/bad/missing.xml', {
      body: rss('missing', [{ id: 'missing', day: 1 }], 'https://missing.example/'),
      type: feedType,
    });
    await look(ids.missing ?? '');
    expect(await rowOf(ids.missing ?? '')).toMatchObject({ failures: 0, problem: null, state: 'active' });
    const patient = await rowOf(ids.patient ?? '');
    expect(patient?.waits).toBeGreaterThan(105);
    // The whole site is left alone: what else is followed there waits unasked.
    await database.query(`update channels set next_check_at = now() where id = $1`, [besideId]);
    await waitFor('the other feed to be put off', async () => {
      await database.db.transaction((tx) => queue.enqueue(tx, checkChannelsJob, {}, { singletonKey: '' }));
      return ((await rowOf(besideId))?.waits ?? 0) > 100 || undefined;
    });
    expect(beside).toBe(1);
    // Nothing of it was news, and what was there stays.
    expect((await titles(client)).sort()).toEqual(names.map((name) => `Entry ${name}`).sort());
    // It is asked again when somebody says so, at once even while another site is waited for.
    world.internet.on(`${resting}one.xml`, (_request, response) => void response.writeHead(503, { 'retry-after': '20' }).end());
    await look(one.id);
    await database.query(`update channels set next_check_at = now() where id = $1`, [two.id]);
    await waitFor('the second feed there to be put off', async () => {
      await database.db.transaction((tx) => queue.enqueue(tx, checkChannelsJob, {}, { singletonKey: '' }));
      const waits = (await rowOf(two.id))?.waits ?? 0;
      return (waits > 0.1 && waits < 0.4) || undefined;
    });
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
    const isBack = async () => ((await titles(client)).includes('Entry back') ? true : undefined);
    await waitFor('it to be back', isBack, 8_000);
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

automaticSummaries();
whatIsPopular();
