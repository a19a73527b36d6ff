/** What is true of followed channels, their entries and what is made of them, statement by statement, among other users. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  automaticSummaries,
  channelEntries,
  channelSettings,
  channels,
  exploreScores,
  subscriptions,
} from '#db/schema/channels.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { digestSettings, digests } from '#db/schema/digests.ts';
import type { ChannelEntry } from '#engine/channels/channel.ts';
import { channelLimits } from '#features/channels/contract.ts';
import { readArchivedChannels, takeArchivedChannels } from '#features/channels/server/archived-subscriptions.ts';
import { findDue } from '#features/channels/server/automatic/begin-summaries.ts';
import {
  readSettings,
  saveSettings,
  setAutomatic,
  usedSeconds,
  waitsForLength,
} from '#features/channels/server/automatic/settings.ts';
import { moveChannel } from '#features/channels/server/check/move-channel.ts';
import { createMailDigest } from '#features/channels/server/digest/mail-digest.handler.ts';
import { readDigest, readLastDigests, readOneDigest } from '#features/channels/server/digest/read-digest.ts';
import {
  endMails,
  hasEndToken,
  mailReader,
  readDigestSettings,
  renewFeed,
  requireFeed,
  saveMail,
} from '#features/channels/server/digest/settings.ts';
import { listEntries } from '#features/channels/server/entries.ts';
import { listPopular, listPopularChannels } from '#features/channels/server/explore/list-popular.ts';
import { createScorePopular } from '#features/channels/server/explore/score-popular.handler.ts';
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
import { AppError } from '#lib/app-error.ts';
import { addDays, weekAt, weekOfDay } from '#lib/weeks.ts';
import { addGuest, addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addRun, addSource, byText } from './content-records.ts';

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

type Channel = typeof channels.$inferSelect;
async function addChannel(name: string, values: Partial<typeof channels.$inferInsert> = {}): Promise<Channel> {
  const address = `https://${name}.example/feed.xml`;
  const [row] = await client.db
    .insert(channels)
    .values({
      ...{ address, named: address, byFeed: true, url: `https://${name}.example/`, kind: 'feed', title: name, state: 'active' },
      ...values,
    })
    .returning();
  return row as Channel;
}

async function followed(userId: string, channelId: string, values: Partial<typeof subscriptions.$inferInsert> = {}) {
  await client.db.insert(subscriptions).values({ userId, channelId, ...values });
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function addEntry(channelId: string, title: string, values: Partial<typeof channelEntries.$inferInsert> = {}) {
  const url = `https://x.example/${title}`;
  const [row] = await client.db
    .insert(channelEntries)
    .values({ channelId, key: title, url, sourceKey: `url:${url}`, title, listedAt: new Date(), initial: false, ...values })
    .returning();
  return row?.id ?? '';
}

const subscriptionOf = async (userId: string, channelId: string) => {
  const own = and(eq(subscriptions.userId, userId), eq(subscriptions.channelId, channelId));
  const [row] = await client.db.select().from(subscriptions).where(own);
  return row;
};
const channelOf = async (id: string) => (await client.db.select().from(channels).where(eq(channels.id, id)))[0];

/** More channels that this user follows. */
async function followMany(userId: string, count: number): Promise<void> {
  await client.query(
    `with made as (insert into channels (address, named, by_feed, url, kind, title)
       select 'https://m.example/' || n, '', true, '', 'feed', 'm' from generate_series(1, $2::int) n returning id)
     insert into subscriptions (user_id, channel_id) select $1, id from made`,
    [userId, count],
  );
}

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

describe('automatic summaries', () => {
  test('EXP-01 are turned on and off for one channel of one user, and keep their beginning', async () => {
    const [one, two] = [await addChannel('one'), await addChannel('two')];
    const at = new Date('2026-01-02T03:04:05Z');
    for (const [user, id] of [
      ['ada', one.id],
      ['ada', two.id],
      ['bob', one.id],
    ] as const)
      await followed(user, id, { automaticSince: id === two.id ? at : null });
    const set = (channelId: string, automatic: boolean, more = {}) =>
      setAutomatic(client.db, 'ada', { channelId, automatic, noteLanguage: 'en', ...more });
    const on = await set(one.id, true, { detail: 'brief' });
    expect([on.noteLanguage, on.detail, on.automaticSince instanceof Date]).toEqual(['en', 'brief', true]);
    expect(await set(two.id, true)).toMatchObject({ automaticSince: at, detail: 'standard' });
    expect(await set(two.id, false)).toMatchObject({ automaticSince: null });
    expect(await subscriptionOf('bob', one.id)).toMatchObject({ automaticSince: null, noteLanguage: 'zh' });
    await unfollow(client.db, 'ada', two.id);
    expect(await set(two.id, true).catch(codeOf)).toBe('not_found');
  });

  test('EXP-01 use the minutes of this month, by the length that is known', async () => {
    const [known, guessed, refused, before] = [await addSource(), await addSource(), await addSource(), await addSource()];
    const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1));
    const problem = { code: 'storage_quota', params: { most: 1 } };
    const later = new Date(month.getTime() + 1);
    const begun = (userId: string, { key }: { key: string }, values: Partial<typeof automaticSummaries.$inferInsert> = {}) =>
      client.db.insert(automaticSummaries).values({ userId, sourceKey: key, seconds: 100, createdAt: month, ...values });
    expect(await readSettings(client.db, 'ada')).toEqual({ monthly_minutes: 300, used_minutes: 0, problem: null });
    await begun('ada', known);
    await begun('ada', guessed);
    await begun('ada', refused, { problem, createdAt: new Date(month.getTime() - 1) });
    await begun('ada', before, { createdAt: new Date(month.getTime() - 1) });
    await begun('bob', refused, { problem });
    await addContent('ada', known.id, { durationMs: 30_000 });
    await addContent('bob', guessed.id, { durationMs: 1_000_000 });
    expect(await usedSeconds(client.db, 'ada')).toBe(130);
    expect(await readSettings(client.db, 'ada')).toEqual({ monthly_minutes: 300, used_minutes: 3, problem: null });
    await client.query(`update automatic_summaries set created_at = $1 where user_id = 'ada' and problem is not null`, [month]);
    expect(await usedSeconds(client.db, 'ada')).toBe(130);
    await client.db.insert(channelSettings).values({ userId: 'bob', monthlyMinutes: 9 });
    await begun('ada', { key: 'latest' }, { problem: { code: 'automatic_limit', params: { most: 2 } }, createdAt: later });
    expect(await readSettings(client.db, 'ada')).toEqual({
      ...{ monthly_minutes: 300, used_minutes: 3 },
      problem: { code: 'automatic_limit', params: { most: 2 } },
    });
    expect(await saveSettings(client.db, 'ada', { monthlyMinutes: 8 })).toEqual({
      ...{ monthly_minutes: 8, used_minutes: 3, problem: null },
    });
    expect(await saveSettings(client.db, 'ada', { monthlyMinutes: 9 })).toMatchObject({ monthly_minutes: 9 });
    const left = await client.db.select().from(automaticSummaries);
    expect(left.map(({ userId, problem }) => [userId, problem !== null]).sort(byText)).toEqual([
      ['ada', false],
      ['ada', false],
      ['ada', false],
      ['bob', true],
    ]);
  });

  test('EXP-01 of unknown length wait for the one that is being read, of this user and this month', async () => {
    const source = await addSource();
    const runId = await addRun(source.id);
    const begun = { userId: 'ada', sourceKey: source.key, seconds: 1800 };
    await client.db.insert(automaticSummaries).values(begun);
    const waits = () => waitsForLength(client.db, 'ada');
    await addContent('bob', source.id, { activeRunId: runId });
    expect(await waits()).toBe(false);
    const { id } = await addContent('ada', source.id, { activeRunId: runId });
    expect(await waits()).toBe(true);
    expect(await waitsForLength(client.db, 'bob')).toBe(false);
    await client.query(`update contents set extraction_id = $2 where id = $1`, [id, await addExtraction(source.id)]);
    expect(await waits()).toBe(false);
    await client.query(`update contents set extraction_id = null, active_run_id = null where id = $1`, [id]);
    expect(await waits()).toBe(false);
    await client.query(`update contents set active_run_id = $2 where id = $1`, [id, runId]);
    await client.query(`update automatic_summaries set created_at = now() - interval '32 days'`);
    expect(await waits()).toBe(false);
  });

  test('EXP-01 begin with the oldest entry of each user, some at a time, and only with what is new to them', async () => {
    const [many, few, off, ended] = [
      await addChannel('many', { kind: 'podcast' }),
      await addChannel('few'),
      await addChannel('off'),
      await addChannel('ended'),
    ];
    const since = { automaticSince: hoursAgo(24), noteLanguage: 'en', detail: 'brief' } as const;
    await followed('ada', many.id, since);
    await followed('bob', few.id, since);
    await followed('ada', off.id);
    await followed('ada', ended.id, { ...since, endedAt: new Date() });
    for (let n = 0; n < 12; n++) await addEntry(many.id, `m${n}`, { foundAt: hoursAgo(20 - n), durationMs: 61_500 });
    const made = await addSource({ key: 'url:https://x.example/made' });
    await addContent('bob', made.id);
    await client.db.insert(automaticSummaries).values({ userId: 'bob', sourceKey: 'url:https://x.example/done', seconds: 1 });
    await client.db.insert(automaticSummaries).values({ userId: 'ada', sourceKey: 'url:https://x.example/due', seconds: 1 });
    for (const name of ['made', 'done', 'due']) await addEntry(few.id, name, { foundAt: hoursAgo(3) });
    await addEntry(few.id, 'initial', { foundAt: hoursAgo(3), initial: true });
    await addEntry(few.id, 'older', { foundAt: hoursAgo(25) });
    await addEntry(few.id, 'revived', { foundAt: hoursAgo(3), publishedAt: hoursAgo(25) });
    await addEntry(few.id, 'dated', { foundAt: hoursAgo(2), publishedAt: hoursAgo(23) });
    for (const channel of [off, ended]) await addEntry(channel.id, 'other', { foundAt: hoursAgo(3) });
    const due = await findDue(client.db);
    const titles = due.map(({ title }) => title);
    expect([titles.slice(0, 2).sort(), titles.slice(2, 4).sort(), titles.slice(4)]).toEqual([
      ['due', 'm0'],
      ['dated', 'm1'],
      ['m2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9'],
    ]);
    expect(due.find(({ title }) => title === 'm0')).toMatchObject({
      ...{ user_id: 'ada', url: 'https://x.example/m0', source_key: 'url:https://x.example/m0', channel_title: 'many' },
      ...{ channel_url: 'https://many.example/', kind: 'podcast', seconds: 61.5, note_language: 'en', detail: 'brief' },
    });
    await client.db.update(subscriptions).set({ automaticSince: hoursAgo(100) });
    await client.query(`update channel_entries set found_at = now() - interval '47.9 hours' where title = 'm1'`);
    await client.query(`update channel_entries set found_at = now() - interval '48.1 hours' where title = 'm0'`);
    expect((await findDue(client.db)).map(({ title }) => title).filter((title) => /^m\d+$/.test(title))).toEqual([
      ...['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10'],
    ]);
  });
});

describe('digests', () => {
  const current = weekAt(new Date(), 'UTC');
  const back = (weeks: number) => addDays(current.week, -7 * weeks);
  const itemOf = (title: string, values: object = {}) => ({
    ...{ id: randomUUID(), channelTitle: 'Blog', kind: 'feed' as const, url: `https://x.example/${title}`, title },
    ...{ sourceKey: `url:https://x.example/${title}`, durationMs: null, publishedAt: null, ...values },
  });
  const addDigest = (userId: string, week: string, items: ReturnType<typeof itemOf>[], leftOut = 0) =>
    client.db.insert(digests).values({ userId, week, items, leftOut });

  test('EXP-01 lead from week to week, and begin at the latest with entries', async () => {
    const read = (day?: string, userId: string | null = 'ada') => readDigest(services, userId, day, signal);
    const nobody = { entries: [], left_out: 0, previous: null, next: null };
    const ofWeek = (week: string) => ({ week, last_day: addDays(week, 6), is_over: week !== current.week });
    expect(await read(undefined, null)).toEqual({ ...ofWeek(current.week), ...nobody });
    expect(await read(addDays(back(2), 3), null)).toEqual({ ...ofWeek(back(2)), ...nobody });
    expect(await read()).toEqual({ ...ofWeek(current.week), ...nobody });
    await addDigest('ada', back(1), []);
    await addDigest('ada', back(2), [itemOf('two')], 3);
    await addDigest('ada', back(4), [itemOf('four')]);
    await addDigest('bob', back(1), [itemOf('theirs')]);
    const facts = async (day?: string) => {
      const { week, previous, next, left_out, entries } = await read(day);
      return [week, previous, next, left_out, entries.map(({ title }) => title)];
    };
    expect(await facts()).toEqual([back(2), back(4), back(1), 3, ['two']]);
    expect(await facts(back(4))).toEqual([back(4), null, back(2), 0, ['four']]);
    expect(await facts(addDays(back(4), 6))).toEqual([back(4), null, back(2), 0, ['four']]);
    expect(await facts(current.week)).toEqual([current.week, back(1), null, 0, []]);
    expect(await facts(back(3))).toEqual([back(3), back(4), back(2), 0, []]);
    await addDigest('ada', current.week, []);
    expect(await facts(current.week)).toEqual([current.week, back(1), null, 0, []]);
    const last = await readLastDigests(services, 'ada', 2, signal);
    expect(last.map(({ week, last_day, left_out, entries }) => [week, last_day, left_out, entries[0]?.title])).toEqual([
      [back(2), addDays(back(2), 6), 3, 'two'],
      [back(4), addDays(back(4), 6), 0, 'four'],
    ]);
    expect((await readLastDigests(services, 'ada', 1, signal)).map(({ week }) => week)).toEqual([back(2)]);
    expect((await readOneDigest(services, 'ada', back(2), signal))?.entries).toHaveLength(1);
    expect([
      await readOneDigest(services, 'ada', back(3), signal),
      await readOneDigest(services, 'bob', back(2), signal),
    ]).toEqual([null, null]);
  });

  test('EXP-01 tell what the reader has of each entry, with lines of the notes', async () => {
    const [noted, read, theirs] = [
      await addSource({ key: 'url:https://x.example/noted' }),
      await addSource({ key: 'url:https://x.example/read' }),
      await addSource({ key: 'url:https://x.example/theirs' }),
    ];
    const mine = await addContent('ada', noted.id, { note: `N${'o'.repeat(50_000)}`, durationMs: 61_500, noteExcerpt: '' });
    const without = await addContent('ada', read.id, { status: 'processing' });
    await addContent('bob', theirs.id, { note: 'Theirs', noteExcerpt: '' });
    await addContent('bob', noted.id, { note: 'Theirs', noteExcerpt: '' });
    const items = [
      itemOf('noted', { durationMs: 1000, publishedAt: '2026-01-01T00:00:00.000Z', kind: 'video' }),
      itemOf('read', { durationMs: 90_500 }),
      itemOf('theirs'),
    ];
    await addDigest('ada', back(1), items);
    const { entries } = await readDigest(services, 'ada', back(1), signal);
    expect(entries[0]).toEqual({
      ...{ id: items[0]?.id, channel_title: 'Blog', kind: 'video', url: 'https://x.example/noted', title: 'noted' },
      ...{ duration_seconds: 61.5, published_at: '2026-01-01T00:00:00.000Z', lines: [{ text: `N${'o'.repeat(39_999)}` }] },
      existing: { contentId: mine.id, status: 'completed' },
    });
    expect(entries.slice(1).map(({ duration_seconds, existing, lines }) => [duration_seconds, existing, lines])).toEqual([
      [90.5, { contentId: without.id, status: 'processing' }, []],
      [null, null, []],
    ]);
    // Without lines it is a digest still.
    const failing = (code: 'text_too_complex' | 'internal') => {
      const compute = async () => Promise.reject(new AppError(code));
      return readDigest({ ...services, compute }, 'ada', back(1), signal);
    };
    expect((await failing('text_too_complex')).entries.map(({ lines }) => lines)).toEqual([[], [], []]);
    expect(await failing('internal').catch(codeOf)).toBe('internal');
  });

  test('EXP-01 are sent to verified addresses of people who asked, and end for one of them', async () => {
    await addGuest('guest');
    await addUser('own', { isOwner: true, emailVerified: true });
    await addUser('new', { emailVerified: false });
    await client.query(`update "user" set email_verified = true where id = 'guest'`);
    const nothing = { feed_path: null, mail: false, mail_to: null, mails_are_sent: true };
    for (const id of ['guest', 'own', 'new']) {
      expect(await readDigestSettings(services, id)).toEqual(nothing);
      expect(await saveMail(services, id, { mail: true, language: 'en' }).catch(codeOf)).toBe('sign_in_needed');
      expect(await saveMail(services, id, { mail: false, language: 'en' })).toEqual(nothing);
    }
    const mine = { ...nothing, mail_to: 'ada@example.org' };
    expect(await readDigestSettings(services, 'ada')).toEqual(mine);
    const silent = { db: client.db, settings: { ...services.settings, mailsAreSent: false } };
    expect(await readDigestSettings(silent, 'ada')).toEqual({ ...nothing, mails_are_sent: false });
    expect(await mailReader(client.db, 'ada')).toBeNull();
    expect(await saveMail(services, 'ada', { mail: true, language: 'zh' })).toEqual({ ...mine, mail: true });
    const reader = await mailReader(client.db, 'ada');
    expect(reader).toEqual({ email: 'ada@example.org', language: 'zh', endToken: expect.stringMatching(/^[\w-]{43}$/) });
    const token = reader?.endToken ?? '';
    await saveMail(services, 'bob', { mail: true, language: 'en' });
    expect([await hasEndToken(client.db, token), await hasEndToken(client.db, 'wrong')]).toEqual([true, false]);
    expect([await endMails(client.db, 'wrong'), await endMails(client.db, token)]).toEqual([false, true]);
    expect([await mailReader(client.db, 'ada'), (await mailReader(client.db, 'bob'))?.language]).toEqual([null, 'en']);
    // Asked for again, older mails still end them.
    await saveMail(services, 'ada', { mail: true, language: 'en' });
    expect(await mailReader(client.db, 'ada')).toEqual({ email: 'ada@example.org', language: 'en', endToken: token });
    await client.query(`update "user" set email_verified = false where id = 'ada'`);
    expect(await mailReader(client.db, 'ada')).toBeNull();
  });

  test('EXP-01 have a feed whose address is its reader’s until it is renewed', async () => {
    const tokenIn = (path: string | null) => path?.split('token=')[1] ?? '';
    await saveMail(services, 'ada', { mail: true, language: 'zh' });
    const first = tokenIn((await renewFeed(services, 'ada', 'zh')).feed_path);
    const others = tokenIn((await renewFeed(services, 'bob', 'en')).feed_path);
    expect(await requireFeed(client.db, first)).toEqual({ userId: 'ada', language: 'zh' });
    const second = tokenIn((await renewFeed(services, 'ada', 'en')).feed_path);
    expect(await requireFeed(client.db, first).catch(codeOf)).toBe('not_found');
    expect(await requireFeed(client.db, second)).toEqual({ userId: 'ada', language: 'en' });
    expect(await requireFeed(client.db, others)).toEqual({ userId: 'bob', language: 'en' });
    expect(await requireFeed(client.db, '').catch(codeOf)).toBe('not_found');
    expect((await readDigestSettings(services, 'ada')).mail).toBe(true);
  });

  test('EXP-01 are mailed once, and again only where the mail was surely not sent', async () => {
    const sent: { to: string; subject: string; messageId?: string }[] = [];
    let failure: unknown = null;
    const warned: unknown[] = [];
    const mailer = {
      send: async (mail: (typeof sent)[number]) => {
        if (failure !== null) throw failure;
        sent.push(mail);
      },
    };
    const week = weekOfDay(back(1), 'UTC').week;
    const context = { signal, logger: { warn: (...said: unknown[]) => void warned.push(said) } } as never;
    const mail = (userId = 'ada', more = {}) =>
      createMailDigest({ ...services, mailer, ...more } as unknown as Services).run({ userId, week }, context);
    const begunOf = async (userId: string) => {
      const rows = await client.db.select().from(digests).where(eq(digests.userId, userId));
      return rows.map(({ week: at, mailBegunAt }) => [at, mailBegunAt !== null]).sort(byText);
    };
    for (const id of ['ada', 'bob']) {
      await addDigest(id, week, [itemOf('one')]);
      await addDigest(id, back(2), [itemOf('two')]);
    }
    await mail();
    expect([sent, await begunOf('ada')]).toEqual([
      [],
      [
        [back(2), false],
        [week, false],
      ],
    ]);
    for (const id of ['ada', 'bob']) await saveMail(services, id, { mail: true, language: 'en' });
    await mail('ada', { settings: { ...services.settings, mailsAreSent: false } });
    failure = new AppError('mail_failed', { cause: Object.assign(new Error('no'), { responseCode: 451 }) });
    expect(await mail().catch(codeOf)).toBe('mail_failed');
    expect((await begunOf('ada')).map(([, begun]) => begun)).toEqual([false, false]);
    failure = null;
    await mail();
    await mail();
    expect(sent.map(({ to, messageId }) => [to, messageId?.replace(/-[\da-f]{16}@/, '-…@')])).toEqual([
      ['ada@example.org', `<digest-${week}-…@gleaner.example>`],
    ]);
    expect([await begunOf('ada'), await begunOf('bob')]).toEqual([
      [
        [back(2), false],
        [week, true],
      ],
      [
        [back(2), false],
        [week, false],
      ],
    ]);
    failure = new AppError('mail_failed', { cause: new Error('cut off') });
    await mail('bob');
    failure = null;
    await mail('bob');
    expect([sent.length, warned.length, (await begunOf('bob'))[1]]).toEqual([1, 1, [week, true]]);
    await client.db.update(digests).set({ items: [], mailBegunAt: null });
    await mail();
    expect([sent.length, (await begunOf('ada'))[1]]).toEqual([1, [week, false]]);
    expect(await client.db.$count(digestSettings)).toBe(2);
  });
});

describe('what is popular', () => {
  const score = () => createScorePopular(services).run({}, {} as never);
  const scoresOf = async (section: 'content' | 'entry' | 'channel') => {
    const rows = await client.db.select().from(exploreScores).where(eq(exploreScores.section, section));
    return new Map(rows.map(({ subjectId, score: value }) => [subjectId, value]));
  };
  const roundly = (value: number | undefined) => Math.round((value ?? Number.NaN) * 100) / 100;

  async function shelve(
    userId: string,
    contentId: string,
    values: Partial<typeof collections.$inferInsert> = {},
    at = new Date(),
  ) {
    const [shelf] = await client.db
      .insert(collections)
      .values({ userId, slug: randomUUID(), name: 'Shelf', isPublic: true, ...values })
      .returning();
    await client.db
      .insert(collectionItems)
      .values({ userId, collectionId: shelf?.id ?? '', contentId, position: 1, addedAt: at });
    return shelf?.slug ?? '';
  }

  test('EXP-02 is scored by accounts and age: channels by months, entries and published contents by days', async () => {
    await addUser('eve');
    for (const id of ['g1', 'g2']) await addGuest(id);
    const [both, three, alone, gone, silent, personal] = [
      await addChannel('both'),
      await addChannel('three'),
      await addChannel('alone'),
      await addChannel('gone', { state: 'gone' }),
      await addChannel('silent'),
      await addChannel('personal', { address: 'https://p.example/private/x' }),
    ];
    for (const [user, ...list] of [
      ['ada', both, three, alone, gone, silent, personal],
      ['bob', both, three, gone, silent, personal],
      ['eve', three],
      ['g1', both, alone],
      ['g2', alone],
    ] as const)
      for (const { id } of list) await followed(user, id);
    await followed('eve', both.id, { endedAt: new Date() });
    const days = (n: number) => hoursAgo(24 * n);
    const ids = [];
    for (let n = 0; n < 6; n++) ids.push(await addEntry(three.id, `e${n}`, { listedAt: days(n) }));
    await addEntry(both.id, 'b', { listedAt: days(30) });
    await addEntry(alone.id, 'a');
    await client.db.insert(exploreScores).values({ section: 'entry', subjectId: randomUUID(), score: 99 });
    await score();
    const byChannel = await scoresOf('channel');
    expect([...byChannel.keys()].sort()).toEqual([both.id, three.id, silent.id].sort());
    expect([both, three, silent].map(({ id }) => roundly(byChannel.get(id)))).toEqual([
      roundly(Math.log2(3) / 2 ** 1.5),
      roundly(Math.log2(4)),
      roundly(Math.log2(3) / (1 + 365 / 30) ** 1.5),
    ]);
    const byEntry = await scoresOf('entry');
    expect(byEntry.size).toBe(6);
    expect(ids.map((id) => roundly(byEntry.get(id)))).toEqual([
      ...[0, 1, 2, 3, 4].map((n) => roundly(2 / (1 + n) ** 1.5)),
      Number.NaN,
    ]);
  });

  test('EXP-02 counts the publishers of a link, and shows the copy published last', async () => {
    const [source, file] = [await addSource(), await addSource({ url: null })];
    const mine = await addContent('ada', source.id);
    const theirs = await addContent('bob', source.id);
    const uploaded = await addContent('ada', file.id);
    await shelve('ada', mine.id, {}, hoursAgo(24));
    await shelve('ada', mine.id, {}, hoursAgo(48));
    await shelve('bob', theirs.id, {}, hoursAgo(72));
    await shelve('ada', uploaded.id);
    const others: [Partial<typeof collections.$inferInsert>, object][] = [
      [{ isPublic: false }, {}],
      [{ hiddenAt: new Date() }, {}],
      [{}, { status: 'failed' }],
    ];
    for (const [shelf, values] of others)
      await shelve('ada', (await addContent('ada', (await addSource()).id, values)).id, shelf);
    await score();
    const scores = await scoresOf('content');
    expect([...scores].map(([id, value]) => [id, roundly(value)])).toEqual([[mine.id, roundly(Math.log2(5) / 2 ** 1.5)]]);
    await client.query('delete from collections');
    await score();
    expect(await scoresOf('content')).toEqual(new Map());
  });

  test('EXP-02 is shown by its score, each link once, with the name and the path of its newest open shelf', async () => {
    const channel = await addChannel('channel', { kind: 'podcast' });
    for (const user of ['ada', 'bob']) await followed(user, channel.id);
    const [video, private_] = [
      await addSource({ url: 'https://v.example/1' }),
      await addSource({ url: 'https://paid.example/private/show?guid=1' }),
    ];
    const shown = await addContent('ada', video.id, { title: 'Video', kind: 'video', durationMs: 61_500 });
    const hidden = await addContent('ada', private_.id, { title: 'Paid', kind: 'audio' });
    await shelve('ada', shown.id, { name: 'Old' }, hoursAgo(5));
    const slug = await shelve('ada', shown.id, { name: 'New' }, hoursAgo(2));
    await shelve('ada', shown.id, { name: 'Closed', isPublic: false }, hoursAgo(1));
    await shelve('ada', shown.id, { name: 'Hidden', hiddenAt: new Date() }, hoursAgo(1));
    await shelve('ada', hidden.id);
    const at = new Date('2026-01-02T03:04:05.678Z');
    const first = await addEntry(channel.id, 'first', { durationMs: 90_500, publishedAt: at });
    const same = await addEntry(channel.id, 'same', { url: 'https://v.example/1' });
    for (const [section, subjectId, value] of [
      ['entry', first, 5],
      ['entry', same, 2],
      ['content', shown.id, 3],
      ['content', hidden.id, 9],
      ['channel', channel.id, 1],
    ] as const)
      await client.db.insert(exploreScores).values({ section, subjectId, score: value });
    const items = await listPopular(services, null);
    expect(items).toEqual([
      {
        ...{ id: first, channel_title: 'channel', kind: 'podcast', url: 'https://x.example/first', title: 'first' },
        ...{ duration_seconds: 90.5, published_at: at.toISOString(), shelf: null, existing: null },
      },
      {
        ...{ id: shown.id, channel_title: 'New', kind: 'video', url: 'https://v.example/1', title: 'Video' },
        ...{ duration_seconds: 61.5, published_at: null, existing: null },
        shelf: { path: expect.stringContaining(slug), item_path: expect.stringContaining(shown.id) },
      },
    ]);
    await client.query(`update contents set source_url = 'https://v.example/1' where id = $1`, [shown.id]);
    expect((await listPopular(services, 'bob')).map(({ existing }) => existing)).toEqual([null, null]);
    await unfollow(client.db, 'bob', channel.id);
    await addGuest('guest');
    await followed('guest', channel.id);
    expect((await listPopular(services, null)).map(({ id }) => id)).toEqual([shown.id]);
    expect(await listPopularChannels(client.db, null, 'podcast')).toEqual([]);
  });

  test('EXP-02 channels are shown by their score with their latest entries', async () => {
    const rows = [
      await addChannel('low'),
      await addChannel('high', { kind: 'video' }),
      await addChannel('talk', { kind: 'podcast' }),
    ];
    for (const [n, { id }] of rows.entries()) {
      for (const user of ['ada', 'bob']) await followed(user, id, user === 'bob' || n > 0 ? {} : { followedAt: new Date(0) });
      await client.db.insert(exploreScores).values({ section: 'channel', subjectId: id, score: n });
    }
    for (let n = 0; n < 4; n++) await addEntry(rows[1]?.id ?? '', `e${n}`, { listedAt: hoursAgo(n) });
    await addGuest('guest');
    await followed('guest', rows[1]?.id ?? '');
    const shown = await listPopularChannels(client.db, 'guest', 'channel');
    expect(shown.map(({ title, followers, followed: own }) => [title, followers, own])).toEqual([
      ['high', 2, true],
      ['low', 2, false],
    ]);
    expect(shown[0]).toMatchObject({ url: 'https://high.example/', address: 'https://high.example/feed.xml', kind: 'video' });
    expect(shown.map(({ latest }) => latest.map(({ title, url }) => [title, url.slice(-2)]))).toEqual([
      [
        ['e0', 'e0'],
        ['e1', 'e1'],
        ['e2', 'e2'],
      ],
      [],
    ]);
    expect((await listPopularChannels(client.db, 'ada', 'podcast')).map(({ title }) => title)).toEqual(['talk']);
    await client.db.update(subscriptions).set({ endedAt: sql`now()` }).where(eq(subscriptions.userId, 'ada'));
    expect(await listPopularChannels(client.db, 'ada', 'channel')).toEqual([]);
  });
});
