/** What is popular, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { exploreScores, subscriptions } from '#db/schema/channels.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { listPopular, listPopularChannels } from '#features/channels/server/explore/list-popular.ts';
import { createScorePopular } from '#features/channels/server/explore/score-popular.handler.ts';
import { unfollow } from '#features/channels/server/subscriptions.ts';
import type { Services } from '#infra/services.ts';
import { addGuest, addUser, client, hoursAgo, keepAccountRows } from './account-rows.ts';
import { addChannel, addEntry, followed } from './channel-records.ts';
import { addContent, addSource } from './content-records.ts';

keepAccountRows();

let services: Services;
beforeEach(async () => {
  for (const name of ['channels', 'explore_scores']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id, { emailVerified: true });
  services = {
    db: client.db,
    jobs: { enqueue: async () => undefined },
    events: { publish: async () => undefined },
    settings: { model: { timeZone: 'UTC' }, mailsAreSent: true, baseUrl: 'https://gleaner.example' },
    compute: async (_name: string, given: unknown) => (given as string[]).map((note) => [{ text: note }]),
  } as unknown as Services;
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
