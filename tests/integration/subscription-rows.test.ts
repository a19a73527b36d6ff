/** Subscriptions, their entries and archives, as stored, statement by statement, among other contents and users. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { channelEntries, channelSettings, channels, subscriptions } from '#db/schema/channels.ts';
import type { ChannelEntry } from '#engine/channels/channel.ts';
import { channelLimits } from '#features/channels/contract.ts';
import { readArchivedChannels, takeArchivedChannels } from '#features/channels/server/archived-subscriptions.ts';
import { readSettings, saveSettings } from '#features/channels/server/automatic/settings.ts';
import { moveChannel } from '#features/channels/server/check/move-channel.ts';
import { mailReader, readDigestSettings, saveMail } from '#features/channels/server/digest/settings.ts';
import { listEntries } from '#features/channels/server/entries.ts';
import { lockOrMake } from '#features/channels/server/follow.ts';
import { exportOpml, importOpml } from '#features/channels/server/opml.ts';
import { storeNews } from '#features/channels/server/store-news.ts';
import {
  checkAgain,
  listSubscriptions,
  requireSubscription,
  restore,
  subscribe,
  toSubscription,
  unfollow,
} from '#features/channels/server/subscriptions.ts';
import { createTidyChannels } from '#features/channels/server/tidy-channels.handler.ts';
import type { Services } from '#infra/services.ts';
import { addUser, client, codeOf, hoursAgo, keepAccountRows } from './account-rows.ts';
import { addChannel, addEntry, channelOf, followed, subscriptionOf } from './channel-records.ts';
import { addContent, addSource, byText } from './content-records.ts';

keepAccountRows();

/** What was queued and told. */
let queued: unknown[] = [];
let told: unknown[] = [];
let services: Services;
const signal = new AbortController().signal;
beforeEach(async () => {
  [queued, told] = [[], []];
  for (const name of ['channels', 'explore_scores']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id, { emailVerified: true });
  services = {
    db: client.db,
    jobs: { enqueue: async (_tx: unknown, ...said: unknown[]) => void queued.push(said) },
    events: { publish: async (_tx: unknown, said: unknown) => void told.push(said) },
    settings: { model: { timeZone: 'UTC' }, mailsAreSent: true, baseUrl: 'https://gleaner.example' },
    compute: async (_name: string, given: unknown) => (given as string[]).map((note) => [{ text: note }]),
  } as unknown as Services;
});

/** More channels that this user follows. */
async function followMany(userId: string, count: number): Promise<void> {
  await client.query(
    `with made as (insert into channels (address, named, by_feed, url, kind, title)
       select 'https://m.example/' || n, '', true, '', 'feed', 'm' from generate_series(1, $2::int) n returning id)
     insert into subscriptions (user_id, channel_id) select $1, id from made`,
    [userId, count],
  );
}

const entry = (key: string, values: Partial<ChannelEntry> = {}): ChannelEntry => ({
  ...{
    key,
    url: `https://x.example/${key}`,
    title: `T ${key}`,
    author: null,
    durationMs: null,
    publishedAt: null,
    coverUrl: null,
  },
  ...values,
});

describe('subscriptions', () => {
  test('EXP-03 are listed by title in any capitals, without those that ended and those of others', async () => {
    const [beta, alpha, gone, theirs] = [
      await addChannel('beta', { title: 'Beta', problem: { code: 'fetch_status', params: { status: 404 } } }),
      await addChannel('alpha', { title: 'alpha', problem: { code: 'no_such_code', params: {} } }),
      await addChannel('gone'),
      await addChannel('theirs'),
    ];
    const at = new Date('2026-01-02T03:04:05.000Z');
    await followed('ada', beta.id, { followedAt: at });
    await followed('ada', alpha.id, { automaticSince: at });
    await followed('ada', gone.id, { endedAt: at });
    await followed('bob', theirs.id);
    await followed('bob', alpha.id, { followedAt: at });
    const listed = await listSubscriptions(client.db, 'ada');
    expect(listed.map(({ title, userId }) => [title, userId])).toEqual([
      ['alpha', 'ada'],
      ['Beta', 'ada'],
    ]);
    expect(listed.map((row) => toSubscription(row, row)).map(({ problem, automatic }) => [problem, automatic])).toEqual([
      [null, true],
      [{ code: 'fetch_status', params: { status: 404 } }, false],
    ]);
    const [, row] = listed;
    expect(row && toSubscription({ ...row, answeredAt: at }, row)).toEqual({
      ...{ id: beta.id, title: 'Beta', url: beta.url, kind: 'feed', state: 'active', automatic: false },
      problem: { code: 'fetch_status', params: { status: 404 } },
      ...{ answered_at: at.toISOString(), next_check_at: beta.nextCheckAt.toISOString(), followed_at: at.toISOString() },
    });
    for (const id of [gone.id, theirs.id])
      expect(await requireSubscription(client.db, 'ada', id).catch(codeOf)).toBe('not_found');
    expect((await requireSubscription(client.db, 'bob', alpha.id)).followedAt).toEqual(at);
  });

  test('EXP-03 begin once, and anew after they ended', async () => {
    const { id } = await addChannel('one');
    const at = new Date('2026-01-02T03:04:05Z');
    await followed('bob', id, { followedAt: at, automaticSince: at });
    const begin = (userId: string) => client.db.transaction((tx) => subscribe(tx, userId, id));
    expect([await begin('ada'), await begin('ada'), await begin('bob')]).toEqual([false, true, true]);
    const kept = { followedAt: at, automaticSince: at };
    await client.db.update(subscriptions).set(kept).where(eq(subscriptions.userId, 'ada'));
    await unfollow(client.db, 'ada', id);
    expect(await unfollow(client.db, 'ada', id).catch(codeOf)).toBe('not_found');
    expect(await restore(client.db, 'ada', id)).toMatchObject({ id, ...kept, endedAt: null });
    expect(await restore(client.db, 'ada', id).catch(codeOf)).toBe('not_found');
    await unfollow(client.db, 'ada', id);
    expect(await begin('ada')).toBe(false);
    const anew = await subscriptionOf('ada', id);
    expect(anew).toMatchObject({ endedAt: null, automaticSince: null });
    expect(anew?.followedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(await subscriptionOf('bob', id)).toMatchObject({ ...kept, endedAt: null });
  });

  test('EXP-03 are as many as a user may have, and no more, by each way to get one', async () => {
    const [last, more, ended] = [await addChannel('last'), await addChannel('more'), await addChannel('ended')];
    await followMany('ada', channelLimits.perUser - 1);
    await followed('ada', ended.id, { endedAt: new Date() });
    const begin = (userId: string, id: string) => client.db.transaction((tx) => subscribe(tx, userId, id));
    expect(await begin('ada', last.id)).toBe(false);
    const refused = await begin('ada', more.id).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'channel_limit', params: { most: channelLimits.perUser } });
    expect(await restore(client.db, 'ada', ended.id).catch(codeOf)).toBe('channel_limit');
    expect([await begin('ada', last.id), await begin('bob', more.id)]).toEqual([true, false]);
    await unfollow(client.db, 'ada', last.id);
    expect((await restore(client.db, 'ada', ended.id)).id).toBe(ended.id);
  });

  test('EXP-01 a channel is looked at again at once, at most once a minute, and also when it had ended', async () => {
    const states = { old: hoursAgo(1), just: new Date(), never: null } as const;
    const rows = [
      await addChannel('old', { state: 'gone', checkedAt: states.old, nextCheckAt: hoursAgo(-5) }),
      await addChannel('just', { checkedAt: states.just, nextCheckAt: hoursAgo(-5) }),
      await addChannel('never', { state: 'new', checkedAt: states.never, nextCheckAt: hoursAgo(-5) }),
    ];
    const other = await addChannel('other', { state: 'gone', nextCheckAt: hoursAgo(-5) });
    const waits: number[] = [];
    for (const { id } of rows) {
      await followed('ada', id);
      expect(await checkAgain(services, 'bob', id).catch(codeOf)).toBe('not_found');
      const row = await checkAgain(services, 'ada', id);
      expect(row.state).toBe(id === rows[2]?.id ? 'new' : 'active');
      waits.push(row.nextCheckAt.getTime() - states.just.getTime());
    }
    const [first = -1, second, third = -1] = waits;
    expect(second).toBe(60_000);
    for (const atOnce of [first, third]) expect(atOnce).toBeLessThan(50_000);
    expect(queued).toEqual(rows.map(() => [expect.objectContaining({ name: 'channels.check' }), {}, { singletonKey: '' }]));
    expect(told).toEqual(rows.map(() => ({ type: 'channels_due' })));
    expect(await channelOf(other.id)).toEqual(other);
  });

  test('EXP-01 what ended is gone after a day, and a channel after a day without anybody who follows it', async () => {
    const [day, less] = [hoursAgo(24.1), hoursAgo(23.9)];
    const [kept, left, young, alone, returned] = [
      await addChannel('kept', { createdAt: day }),
      await addChannel('left', { createdAt: day }),
      await addChannel('young', { createdAt: less }),
      await addChannel('alone', { createdAt: day }),
      await addChannel('returned', { createdAt: day }),
    ];
    await followed('ada', kept.id, { endedAt: day });
    await followed('bob', kept.id);
    await followed('ada', left.id, { endedAt: day });
    await followed('ada', returned.id, { endedAt: less });
    await createTidyChannels(services).run({}, {} as never);
    const names = (await client.db.select().from(channels)).map(({ title }) => title);
    expect(names.sort()).toEqual([kept, young, returned].map(({ title }) => title).sort());
    const rows = await client.db.select().from(subscriptions);
    expect(rows.map(({ userId, channelId }) => [userId, channelId]).sort(byText)).toEqual(
      [
        ['bob', kept.id],
        ['ada', returned.id],
      ].sort(byText),
    );
    expect(await channelOf(alone.id)).toBeUndefined();
  });

  test('EXP-01 a feed that moved to a known place takes its followers there, once each', async () => {
    const [old, known, aside] = [await addChannel('old'), await addChannel('known'), await addChannel('aside')];
    for (const [user, id] of [
      ['ada', old.id],
      ['ada', known.id],
      ['bob', old.id],
      ['ada', aside.id],
    ] as const)
      await followed(user, id);
    const to = (address: string) => client.db.transaction((tx) => moveChannel(tx, old, address));
    expect(await to('https://new.example/')).toEqual({ ...old, address: 'https://new.example/' });
    expect((await channelOf(old.id))?.address).toBe('https://new.example/');
    expect((await channelOf(aside.id))?.address).toBe(aside.address);
    expect((await to(known.address)).id).toBe(known.id);
    const rows = await client.db.select().from(subscriptions);
    expect(rows.map(({ userId, channelId }) => `${userId} ${channelId}`).sort()).toEqual(
      [`ada ${known.id}`, `ada ${aside.id}`, `bob ${known.id}`].sort(),
    );
    expect(await channelOf(old.id)).toBeUndefined();
  });

  test('EXP-01 a channel is made once, and named by who made it first', async () => {
    const make = (title: string, feed: string | null) =>
      client.db.transaction((tx) =>
        lockOrMake(tx, 'https://a.example/', { feed, url: 'https://u.example/', kind: 'podcast', title }),
      );
    const first = await make('First', null);
    expect(first).toMatchObject({
      ...{ address: 'https://a.example/', named: 'https://a.example/', byFeed: false, url: 'https://u.example/' },
      ...{ kind: 'podcast', title: 'First', state: 'new' },
    });
    expect(await make('Second', 'https://a.example/')).toEqual(first);
  });
});

describe('entries', () => {
  const store = (channelId: string, entries: ChannelEntry[], first = false) =>
    client.db.transaction((tx) => storeNews(tx, channelId, entries, { first }));
  const stored = async (channelId: string) => {
    const rows = await client.db.select().from(channelEntries).where(eq(channelEntries.channelId, channelId));
    return rows.sort((a, b) => b.listedAt.getTime() - a.listedAt.getTime());
  };

  test('EXP-01 of a first look are no news, and keep their order where they have no dates', async () => {
    const { id } = await addChannel('first');
    const dated = new Date(Date.now() - 3_600_000);
    const coming = new Date(Date.now() + 3_600_000);
    await store(
      id,
      [
        entry('a', { author: 'Ada', durationMs: 2_147_483_647 }),
        entry('b', { durationMs: 2_147_483_648 }),
        entry('c', { publishedAt: dated.toISOString(), durationMs: 5 }),
        entry('d', { publishedAt: coming.toISOString() }),
      ],
      true,
    );
    const rows = await stored(id);
    expect(rows.map(({ key }) => key).filter((key) => key !== 'd')).toEqual(['a', 'b', 'c']);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => rows.find((row) => row.key === key));
    expect(a).toMatchObject({
      ...{ key: 'a', url: 'https://x.example/a', sourceKey: 'url:https://x.example/a', title: 'T a', author: 'Ada' },
      ...{ durationMs: 2_147_483_647, publishedAt: null, initial: true },
    });
    expect([b?.durationMs, c?.durationMs, d?.durationMs]).toEqual([2_147_483_647, 5, null]);
    expect((a?.listedAt.getTime() ?? 0) - (b?.listedAt.getTime() ?? 0)).toBe(1);
    expect([c?.publishedAt, c?.listedAt]).toEqual([dated, dated]);
    // Dated tomorrow, it is listed as of now.
    expect([d?.publishedAt, d?.listedAt]).toEqual([coming, d?.foundAt]);
    expect([a?.listedAt, rows.every(({ initial }) => initial)]).toEqual([a?.foundAt, true]);
  });

  test('EXP-01 without a date are news above what is known, and none below it', async () => {
    const [one, other] = [await addChannel('one'), await addChannel('other')];
    await addEntry(one.id, 'known', { listedAt: hoursAgo(5) });
    await addEntry(other.id, 'new', { listedAt: hoursAgo(5) });
    const at = new Date(Date.now() - 1000).toISOString();
    await store(one.id, [entry('new'), entry('known', { title: 'Mended' }), entry('old'), entry('dated', { publishedAt: at })]);
    const news = (await stored(one.id)).map(({ key, initial, title }) => [key, initial, title]);
    expect(news.sort(byText)).toEqual([
      ['dated', false, 'T dated'],
      ['known', false, 'known'],
      ['new', false, 'T new'],
      ['old', true, 'T old'],
    ]);
    // Where nothing is known, what has no date may be old.
    await store(other.id, [entry('x'), entry('y', { publishedAt: at })]);
    expect((await stored(other.id)).map(({ key, initial }) => [key, initial]).sort(byText)).toEqual([
      ['new', false],
      ['x', true],
      ['y', false],
    ]);
    const before = await stored(one.id);
    await store(one.id, [entry('known'), entry('new')]);
    await store(one.id, []);
    expect(await stored(one.id)).toEqual(before);
  });

  test('EXP-01 are kept up to a number for each channel, the latest', async () => {
    const [one, other] = [await addChannel('one'), await addChannel('other')];
    await addEntry(other.id, 'oldest', { listedAt: new Date(0) });
    const minutes = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => entry(`${from + n}`, { publishedAt: minutes(from + n) }));
    await store(one.id, many(0, channelLimits.entries));
    expect(await stored(one.id)).toHaveLength(channelLimits.entries);
    await store(one.id, many(channelLimits.entries, 2));
    const keys = (await stored(one.id)).map(({ key }) => Number(key));
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([channelLimits.entries, channelLimits.entries + 1, 2]);
    expect(await stored(other.id)).toHaveLength(1);
  });

  test('EXP-01 are listed newest first with what the user has of them, in pages', async () => {
    const [one, two, ended, theirs] = [
      await addChannel('one', { kind: 'podcast' }),
      await addChannel('two'),
      await addChannel('ended'),
      await addChannel('theirs'),
    ];
    await followed('ada', one.id, { followedAt: hoursAgo(24) });
    await followed('ada', two.id, { followedAt: hoursAgo(1000) });
    await followed('ada', ended.id, { endedAt: new Date() });
    await followed('bob', theirs.id);
    const at = new Date('2026-01-05T08:00:00Z');
    const listed = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
    const full = { author: 'Ada', durationMs: 90_500, publishedAt: at, foundAt: hoursAgo(1) };
    const first = await addEntry(one.id, 'first', { listedAt: listed(9), ...full });
    await addEntry(one.id, 'before', { listedAt: listed(8), foundAt: hoursAgo(25) });
    await addEntry(two.id, 'fresh', { listedAt: listed(7), foundAt: hoursAgo(7 * 24 - 0.1) });
    await addEntry(two.id, 'stale', { listedAt: listed(6), foundAt: hoursAgo(7 * 24 + 0.1) });
    await addEntry(two.id, 'initial', { listedAt: listed(5), initial: true });
    await addEntry(one.id, 'mine', { listedAt: listed(4) });
    await addEntry(one.id, 'of-bob', { listedAt: listed(3) });
    for (const channel of [ended, theirs]) await addEntry(channel.id, 'hidden', { listedAt: listed(20) });
    const [mine, ofBob] = [
      await addSource({ key: 'url:https://x.example/mine' }),
      await addSource({ key: 'url:https://x.example/of-bob' }),
    ];
    const content = await addContent('ada', mine.id, { status: 'failed' });
    await addContent('bob', mine.id);
    await addContent('bob', ofBob.id);
    const { entries, nextCursor } = await listEntries(client.db, 'ada', { limit: 7 });
    expect(nextCursor).toBeNull();
    expect(entries.map(({ title, is_new }) => [title, is_new])).toEqual([
      ['first', true],
      ['before', false],
      ['fresh', true],
      ['stale', false],
      ['initial', false],
      ['mine', false],
      ['of-bob', true],
    ]);
    expect(entries.map(({ existing }) => existing)).toEqual([
      ...[null, null, null, null, null],
      { contentId: content.id, status: 'failed' },
      null,
    ]);
    expect(entries[0]).toEqual({
      ...{ id: first, channel_id: one.id, channel_title: 'one', kind: 'podcast', url: 'https://x.example/first', title: 'first' },
      ...{ author: 'Ada', duration_seconds: 90.5, published_at: '2026-01-05T08:00:00.000000Z', is_new: true, existing: null },
    });
    const pages = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await listEntries(client.db, 'ada', { limit: 3, cursor });
      pages.push(page.entries.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
    }
    expect(pages).toEqual([['first', 'before', 'fresh'], ['stale', 'initial', 'mine'], ['of-bob']]);
    const ofTwo = await listEntries(client.db, 'ada', { channelId: two.id, limit: 10 });
    expect(ofTwo.entries.map(({ title }) => title)).toEqual(['fresh', 'stale', 'initial']);
    for (const channelId of [ended.id, theirs.id])
      expect(await listEntries(client.db, 'ada', { channelId, limit: 5 }).catch(codeOf)).toBe('not_found');
  });
});

describe('lists of other readers', () => {
  const importing = (feeds: readonly string[], userId = 'ada') => {
    const readOpml = async (name: string) => {
      expect(name).toBe('readOpml');
      return feeds.map((feed) => ({ feed, title: 'Said', url: null }));
    };
    return importOpml({ ...services, compute: readOpml } as unknown as Services, async () => userId, 'opml', signal);
  };

  test('EXP-01 are followed under names of their addresses, and ended channels are asked again', async () => {
    const [gone, active, left, mine] = [
      await addChannel('gone', { state: 'gone', nextCheckAt: hoursAgo(-5) }),
      await addChannel('active', { nextCheckAt: hoursAgo(-5) }),
      await addChannel('left', { nextCheckAt: hoursAgo(-5) }),
      await addChannel('mine'),
    ];
    await followed('ada', left.id, { endedAt: new Date(), followedAt: new Date(0), automaticSince: new Date(0) });
    await followed('ada', mine.id, { followedAt: new Date(0) });
    await followed('bob', left.id, { followedAt: new Date(0) });
    const feeds = [
      'https://www.youtube.com/feeds?x=1',
      'https://secret:word@blog.example/path/?token=1',
      'https://notyoutube.com/',
    ];
    const answer = await importing([...feeds, ...[gone, active, left, mine].map(({ address }) => address)]);
    expect(answer).toEqual({ added: 6, existing: 1, refused: 0 });
    const rows = await listSubscriptions(client.db, 'ada');
    const made = rows.filter(({ address }) => feeds.includes(address));
    expect(
      made.map((row) => [row.title, row.kind, row.byFeed, row.state, row.url === row.address, row.named === row.address]),
    ).toEqual([
      ['blog.example/path', 'feed', true, 'new', true, true],
      ['notyoutube.com', 'feed', true, 'new', true, true],
      ['www.youtube.com/feeds', 'video', true, 'new', true, true],
    ]);
    expect(await channelOf(gone.id)).toMatchObject({ state: 'active' });
    expect((await channelOf(gone.id))?.nextCheckAt.getTime()).toBeLessThan(Date.now() + 1000);
    expect((await channelOf(active.id))?.nextCheckAt).toEqual(active.nextCheckAt);
    const again = await subscriptionOf('ada', left.id);
    expect(again).toMatchObject({ endedAt: null, automaticSince: null });
    expect(again?.followedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await subscriptionOf('ada', mine.id))?.followedAt).toEqual(new Date(0));
    expect((await subscriptionOf('bob', left.id))?.followedAt).toEqual(new Date(0));
    expect([queued.length, told]).toEqual([1, [{ type: 'channels_due' }]]);
  });

  test('EXP-01 fill the places that are left, and are refused when there is none', async () => {
    await followMany('ada', channelLimits.perUser - 1);
    const feeds = ['https://a.example/1', 'https://a.example/2'];
    expect(await importing(feeds)).toEqual({ added: 1, existing: 0, refused: 1 });
    expect((await listSubscriptions(client.db, 'ada')).map(({ address }) => address)).toContain('https://a.example/1');
    queued = [];
    expect(await importing(['https://a.example/1'])).toEqual({ added: 0, existing: 1, refused: 0 });
    const refused = await importing(feeds).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'channel_limit', params: { most: channelLimits.perUser } });
    expect([await importing([]), queued]).toEqual([{ added: 0, existing: 0, refused: 0 }, []]);
  });

  test('EXP-01 can be written, of what the user follows', async () => {
    const [one, two] = [await addChannel('one'), await addChannel('two')];
    await followed('ada', one.id);
    await followed('bob', two.id);
    const opml = await exportOpml(services, 'ada', new Date(0));
    expect(opml).toContain('xmlUrl="https://one.example/feed.xml" htmlUrl="https://one.example/"');
    expect(opml).not.toContain('two.example');
  });
});

describe('archives', () => {
  const archivedAs = (address: string, values: object = {}) => {
    const settings = { automatic: false, noteLanguage: 'zh' as const, detail: 'standard' as const };
    return { address, url: address, title: address, ...settings, ...values };
  };
  const take = (archived: Parameters<typeof takeArchivedChannels>[2]['archived'], userId = 'ada') =>
    client.db.transaction((tx) => takeArchivedChannels(services, tx, { userId, archived }));

  test('ACC-06 hold what a user follows with its settings, and give it to another account', async () => {
    const [one, two] = [await addChannel('one'), await addChannel('two')];
    await followed('ada', one.id, { automaticSince: new Date(0), noteLanguage: 'en', detail: 'brief' });
    await followed('ada', two.id, { endedAt: new Date() });
    await followed('bob', two.id, { noteLanguage: 'en', followedAt: new Date(0) });
    await saveSettings(client.db, 'ada', { monthlyMinutes: 77 });
    await saveMail(services, 'ada', { mail: true, language: 'zh' });
    const archived = await readArchivedChannels(client.db, 'ada');
    expect(archived).toEqual({
      subscriptions: [{ address: one.address, url: one.url, title: 'one', automatic: true, noteLanguage: 'en', detail: 'brief' }],
      monthlyMinutes: 77,
      digest: { mail: true, language: 'zh' },
    });
    expect(await readArchivedChannels(client.db, 'bob')).toMatchObject({ monthlyMinutes: null, digest: null });
    const more = [
      archivedAs(two.address, { automatic: true }),
      archivedAs('https://new.example/a', { automatic: true }),
      archivedAs('https://new.example/a', { detail: 'detailed' }),
    ];
    await take({ ...archived, subscriptions: [...archived.subscriptions, ...more] }, 'bob');
    const rows = await listSubscriptions(client.db, 'bob');
    expect(rows.map((row) => [row.address, row.noteLanguage, row.detail, row.automaticSince !== null])).toEqual([
      ['https://new.example/a', 'zh', 'detailed', false],
      [one.address, 'en', 'brief', true],
      // It was followed before.
      [two.address, 'en', 'standard', false],
    ]);
    expect((await subscriptionOf('ada', one.id))?.automaticSince).toEqual(new Date(0));
    expect((await subscriptionOf('bob', one.id))?.automaticSince?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await readSettings(client.db, 'bob')).monthly_minutes).toBe(77);
    expect(await mailReader(client.db, 'bob')).toMatchObject({ language: 'zh', endToken: expect.any(String) });
    expect(queued).toHaveLength(1);
    // What was chosen here stays.
    await take({ subscriptions: [], monthlyMinutes: 5, digest: { mail: false, language: 'en' } }, 'bob');
    expect([(await readSettings(client.db, 'bob')).monthly_minutes, queued.length]).toEqual([77, 1]);
    expect(await readDigestSettings(services, 'bob')).toMatchObject({ mail: true });
  });

  test('ACC-06 that hold more than there are places for are refused', async () => {
    await followMany('ada', channelLimits.perUser - 1);
    const both = [archivedAs('https://n.example/1'), archivedAs('https://n.example/2')];
    const rest = { monthlyMinutes: null, digest: null };
    const refused = await take({ subscriptions: both, ...rest }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'channel_limit', params: { most: channelLimits.perUser } });
    await take({ subscriptions: both.slice(1), ...rest });
    expect(await listSubscriptions(client.db, 'ada')).toHaveLength(channelLimits.perUser);
    expect(await client.db.select().from(channelSettings)).toEqual([]);
  });
});
