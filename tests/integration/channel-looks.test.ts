/** What a look at a channel stores, when the next one is due, and which notes begin after it. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { batches, batchItems } from '#db/schema/batches.ts';
import { automaticSummaries, channelEntries, channels, subscriptions } from '#db/schema/channels.ts';
import { contents } from '#db/schema/content.ts';
import { siteRateLimits } from '#db/schema/site-rate-limits.ts';
import { beginSummaries } from '#features/channels/server/automatic/begin-summaries.ts';
import { saveSettings } from '#features/channels/server/automatic/settings.ts';
import { checkChannel } from '#features/channels/server/check/check-channel.ts';
import { createCheckChannels } from '#features/channels/server/check/check-channels.handler.ts';
import { follow } from '#features/channels/server/follow.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import { AppError, DatabaseLost } from '#lib/app-error.ts';
import { computeHere } from '../harness/compute-here.ts';
import { addUser, client, codeOf, keepAccountRows } from './account-rows.ts';
import { addContent, addRun, addSource, byText } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

type Answer = { status?: number; headers?: Record<string, string>; body?: string; lastingUrl?: string; error?: unknown };
let recorded: Recorded;
let services: Services;
let answers: Record<string, Answer> = {};
let asked: [url: string, headers: Record<string, string>][] = [];
const signal = new AbortController().signal;
beforeEach(async () => {
  for (const name of ['channels', 'tasks', 'site_pace', 'automatic_summaries']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id);
  [answers, asked] = [{}, []];
  recorded = recordedServices([noteTask], { siteGapFactor: 0 });
  services = {
    ...recorded.services,
    compute: computeHere,
    async fetch(url: string, { headers = {} }: { headers?: Record<string, string> }) {
      asked.push([url, headers]);
      const { status = 200, headers: given = {}, body = '', lastingUrl = url, error } = answers[url] ?? { status: 404 };
      if (error !== undefined) throw error;
      const bytes = Buffer.from(body);
      return {
        ...{ status, url, lastingUrl, headers: new Headers({ 'content-type': 'application/rss+xml', ...given }) },
        body: (async function* () {
          yield bytes;
        })(),
        bytes: async () => bytes,
        cancel: async () => undefined,
      };
    },
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
const rowOf = async (id: string) => (await client.db.select().from(channels).where(eq(channels.id, id)))[0];
const entriesOf = async (id: string) => {
  const rows = await client.db.select().from(channelEntries).where(eq(channelEntries.channelId, id));
  return rows.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, initial }) => [key, initial]);
};
const minutesUntil = (at: Date | undefined) => ((at?.getTime() ?? 0) - Date.now()) / 60_000;

/** `hours`: when each was published. */
function rss(title: string | null, items: readonly [id: string, hours: number][], page = 'https://page.example/'): string {
  const written = items.map(
    ([id, hours]) =>
      `<item><title>${id}</title><guid isPermaLink="false">${id}</guid><link>${page}${id}</link><pubDate>${new Date(Date.now() - hours * 3_600_000).toUTCString()}</pubDate></item>`,
  );
  return `<rss version="2.0"><channel>${title === null ? '' : `<title>${title}</title>`}<link>${page}</link>${written.join('')}</channel></rss>`;
}

test('EXP-01 a look stores what is new, what the feed is called, and when it is looked at again', async () => {
  const channel = await addChannel('one', { failures: 3, problem: { code: 'timed_out', params: {} }, etag: '"old"' });
  const other = await addChannel('two', { failures: 3 });
  answers = {
    [channel.address]: {
      body: rss('Named', [
        ['a', 1],
        ['b', 25],
        ['c', 49],
      ]),
      headers: { etag: '"new"', 'last-modified': 'Thu, 01 Oct 2026 08:00:00 GMT' },
    },
  };
  expect(await checkChannel(services, channel, signal)).toBe(0);
  expect(asked).toEqual([[channel.address, expect.objectContaining({ 'if-none-match': '"old"' })]]);
  const row = await rowOf(channel.id);
  expect(row).toMatchObject({
    title: 'Named',
    state: 'active',
    failures: 0,
    problem: null,
    etag: '"new"',
    lastModified: 'Thu, 01 Oct 2026 08:00:00 GMT',
    url: channel.url,
    kind: 'feed',
    byFeed: true,
  });
  expect([row?.checkedAt, row?.answeredAt].map((at) => Math.abs(minutesUntil(at ?? undefined)) < 1)).toEqual([true, true]);
  // Daily: six hours, or a tenth more or less.
  expect(minutesUntil(row?.nextCheckAt)).toBeGreaterThan(5.3 * 60);
  expect(minutesUntil(row?.nextCheckAt)).toBeLessThan(6.7 * 60);
  expect(await entriesOf(channel.id)).toEqual([
    ['a', false],
    ['b', false],
    ['c', false],
  ]);
  expect(await rowOf(other.id)).toEqual(other);
  answers = { [channel.address]: { body: rss(null, [['d', 0.1]]) } };
  await checkChannel(services, row as Channel, signal);
  expect(await rowOf(channel.id)).toMatchObject({ title: 'Named', etag: null });
  answers = { [channel.address]: { status: 304 } };
  await client.db
    .update(channels)
    .set({ failures: 2, nextCheckAt: new Date(0), etag: '"kept"' })
    .where(eq(channels.id, channel.id));
  await checkChannel(services, (await rowOf(channel.id)) as Channel, signal);
  const same = await rowOf(channel.id);
  expect(same).toMatchObject({ failures: 0, etag: '"kept"' });
  expect(minutesUntil(same?.nextCheckAt)).toBeGreaterThan(13);
  await client.db.delete(channels).where(eq(channels.id, channel.id));
  answers = { [channel.address]: { body: rss('Gone', [['x', 1]]) } };
  expect(await checkChannel(services, channel, signal)).toBe(0);
  expect(await client.db.$count(channels)).toBe(1);
});

test('EXP-01 a first look takes the page of a feed, and nothing in it is news', async () => {
  const channel = await addChannel('fresh', { state: 'new', url: 'https://fresh.example/feed.xml' });
  answers = { [channel.address]: { body: rss('Fresh', [['a', 1]], 'https://fresh.example/blog/') } };
  await checkChannel(services, channel, signal);
  expect(await rowOf(channel.id)).toMatchObject({ state: 'active', url: 'https://fresh.example/blog/', title: 'Fresh' });
  expect(await entriesOf(channel.id)).toEqual([['a', true]]);
});

test('EXP-01 a feed that moved for good is followed to its place, and joins what is known there', async () => {
  const [old, known] = [await addChannel('old'), await addChannel('known', { nextCheckAt: new Date(Date.now() + 9e6) })];
  await client.db.insert(subscriptions).values({ userId: 'ada', channelId: old.id });
  const place = 'https://place.example/feed.xml';
  answers = { [old.address]: { body: rss('Old', [['a', 1]]), lastingUrl: place } };
  await checkChannel(services, old, signal);
  expect(await rowOf(old.id)).toMatchObject({ address: place, title: 'Old' });
  answers = { [place]: { status: 304, lastingUrl: known.address } };
  await checkChannel(services, (await rowOf(old.id)) as Channel, signal);
  expect(await rowOf(old.id)).toBeUndefined();
  // What is there was not read: it is looked at by itself, soon.
  const kept = await rowOf(known.id);
  expect([
    minutesUntil(kept?.nextCheckAt) < 1,
    kept?.checkedAt,
    (await client.db.select().from(subscriptions))[0]?.channelId,
  ]).toEqual([true, null, known.id]);
});

test.each<[what: string, answer: Answer, values: object, minutes: [number, number], row: object]>([
  [
    'a first failure',
    { status: 500 },
    {},
    [13, 17],
    { failures: 1, state: 'active', problem: { code: 'fetch_status', params: { status: 500 } } },
  ],
  ['a third in a row', { status: 403 }, { failures: 2 }, [53, 67], { failures: 3, state: 'active' }],
  ['one that is missing', { status: 404 }, {}, [53, 67], { failures: 1, state: 'active' }],
  ['one that has ended', { status: 410 }, {}, [13, 17], { failures: 1, state: 'gone' }],
  [
    'one that is no feed',
    { body: 'text', headers: { 'content-type': 'text/plain' } },
    {},
    [13, 17],
    { problem: { code: 'feed_unreadable', params: {} } },
  ],
  [
    'one that cannot be reached',
    { error: new AppError('fetch_timed_out', { params: { seconds: 3 } }) },
    {},
    [13, 17],
    { problem: { code: 'fetch_timed_out', params: { seconds: 3 } } },
  ],
  [
    'one silent for a month',
    { status: 500 },
    { answeredAt: new Date(Date.now() - 31 * 86_400_000) },
    [9000, 11_200],
    { failures: 1 },
  ],
  [
    'one that never answered for a month',
    { status: 500 },
    { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    [9000, 11_200],
    { failures: 1 },
  ],
])(
  'EXP-01 after %s a channel is left alone for a while, and keeps what it has',
  async (_, answer, values, [least, most], row) => {
    const channel = await addChannel('bad', { ...values });
    const other = await addChannel('good');
    await client.db
      .insert(channelEntries)
      .values({ channelId: channel.id, key: 'k', url: 'u', sourceKey: 's', title: 't', listedAt: new Date(), initial: false });
    answers = { [channel.address]: answer };
    expect(await checkChannel(services, channel, signal)).toBe(0);
    const after = await rowOf(channel.id);
    expect(after).toMatchObject({ title: 'bad', ...row });
    expect(minutesUntil(after?.nextCheckAt)).toBeGreaterThan(least);
    expect(minutesUntil(after?.nextCheckAt)).toBeLessThan(most);
    expect([after?.answeredAt, Math.abs(minutesUntil(after?.checkedAt ?? undefined)) < 1]).toEqual([channel.answeredAt, true]);
    expect([await entriesOf(channel.id), await rowOf(other.id)]).toEqual([[['k', false]], other]);
    expect(await client.db.select().from(siteRateLimits)).toMatchObject([{ site: 'host:bad.example', blockedUntil: null }]);
  },
);

test('EXP-01 a site that asks for a pause gets it, and what is broken here is no failure of the channel', async () => {
  const channel = await addChannel('busy');
  answers = { [channel.address]: { status: 503, headers: { 'retry-after': '7200' } } };
  await checkChannel(services, channel, signal);
  expect(minutesUntil((await rowOf(channel.id))?.nextCheckAt)).toBeGreaterThan(105);
  expect(await client.db.select().from(siteRateLimits)).toMatchObject([{ site: 'host:busy.example', reason: 'fetch_status' }]);
  asked = [];
  expect(Math.round((await checkChannel(services, channel, signal)) / 60_000)).toBe(120);
  expect(asked).toEqual([]);
  const calm = await addChannel('calm');
  for (const error of [new Error('broken'), new DatabaseLost('away')]) {
    answers = { [calm.address]: { error } };
    await expect(checkChannel(services, calm, signal)).rejects.toBe(error);
  }
  answers = { [calm.address]: { error: new AppError('cancelled') } };
  expect(await checkChannel(services, calm, AbortSignal.abort()).catch(codeOf)).toBe('cancelled');
  expect(await rowOf(calm.id)).toMatchObject({ failures: 0, problem: null });
});

test('EXP-01 the job looks at what is due and followed, once', async () => {
  const past = new Date(Date.now() - 60_000);
  const [due, early, gone, left, alone] = [
    await addChannel('due', { nextCheckAt: past }),
    await addChannel('early', { nextCheckAt: new Date(Date.now() + 3_600_000) }),
    await addChannel('gone', { nextCheckAt: past, state: 'gone' }),
    await addChannel('left', { nextCheckAt: past }),
    await addChannel('alone', { nextCheckAt: past }),
  ];
  for (const { id } of [due, early, gone]) await client.db.insert(subscriptions).values({ userId: 'ada', channelId: id });
  await client.db.insert(subscriptions).values({ userId: 'ada', channelId: left.id, endedAt: new Date() });
  for (const { address, title } of [due, early, gone, left, alone]) answers[address] = { body: rss(title, [['a', 1]]) };
  await createCheckChannels(services).run({}, { signal } as never);
  expect(asked.map(([url]) => url)).toEqual([due.address]);
  expect(minutesUntil((await rowOf(due.id))?.nextCheckAt)).toBeGreaterThan(10);
  expect(
    await createCheckChannels(services)
      .run({}, { signal: AbortSignal.abort() } as never)
      .catch(codeOf),
  ).toBe('cancelled');
});

test('EXP-01 the job puts off what its site does not want asked, and goes on with others', async () => {
  const past = new Date(Date.now() - 60_000);
  const [blocked, other] = [await addChannel('blocked', { nextCheckAt: past }), await addChannel('other', { nextCheckAt: past })];
  for (const { id } of [blocked, other]) await client.db.insert(subscriptions).values({ userId: 'ada', channelId: id });
  const blockedUntil = new Date(Date.now() + 3_600_000);
  await client.db.insert(siteRateLimits).values({ site: 'host:blocked.example', nextStart: new Date(0), blockedUntil });
  answers = { [other.address]: { body: rss('other', [['a', 1]]) } };
  await createCheckChannels(services).run({}, { signal } as never);
  expect(asked.map(([url]) => url)).toEqual([other.address]);
  const row = await rowOf(blocked.id);
  expect([Math.round(minutesUntil(row?.nextCheckAt)), row?.checkedAt, row?.failures]).toEqual([60, null, 0]);
});

test('EXP-01 a channel is followed with what it shows now, by one after the other', async () => {
  const address = 'https://new.example/feed.xml';
  answers = { [address]: { body: rss('New', [['a', 1]]), headers: { etag: '"e"' } } };
  let ensured = 0;
  const begin = (userId: string) =>
    follow(
      services,
      async () => {
        ensured++;
        return userId;
      },
      address,
      signal,
    );
  const first = await begin('ada');
  expect([first.existing, first.subscription]).toMatchObject([
    false,
    { title: 'New', url: 'https://page.example/', kind: 'feed', state: 'active', problem: null, automatic: false },
  ]);
  const row = await rowOf(first.subscription.id);
  expect(row).toMatchObject({ address, named: address, byFeed: true, etag: '"e"', failures: 0 });
  // Half an hour, or a tenth more or less.
  expect([minutesUntil(row?.nextCheckAt) > 26, minutesUntil(row?.nextCheckAt) < 34]).toEqual([true, true]);
  expect(await entriesOf(first.subscription.id)).toEqual([['a', true]]);
  await client.db.update(channels).set({ state: 'gone', failures: 4, title: 'Kept', url: 'https://kept.example/' });
  answers = {
    [address]: {
      body: rss(null, [
        ['b', 0.1],
        ['a', 1],
      ]),
    },
  };
  expect(await begin('bob')).toMatchObject({
    existing: false,
    subscription: { id: first.subscription.id, title: 'Kept', state: 'active', url: 'https://kept.example/' },
  });
  expect(await entriesOf(first.subscription.id)).toEqual([
    ['a', true],
    ['b', false],
  ]);
  expect((await begin('bob')).existing).toBe(true);
  answers = {};
  expect([await begin('ada').catch(codeOf), ensured]).toEqual(['fetch_status', 3]);
  await client.db
    .insert(siteRateLimits)
    .values({ site: 'host:new.example', nextStart: new Date(0), blockedUntil: new Date(Date.now() + 60_000) });
  asked = [];
  expect([await begin('ada').catch(codeOf), asked]).toEqual(['site_wait', []]);
});

test('EXP-01 notes begin for what was published, within the minutes of each user', async () => {
  const [talks, texts] = [
    await addChannel('talks', { kind: 'podcast', title: 'Talks' }),
    await addChannel('texts', { title: 'Texts' }),
  ];
  const automaticSince = new Date(Date.now() - 3_600_000);
  for (const { id } of [talks, texts])
    await client.db
      .insert(subscriptions)
      .values({ userId: 'ada', channelId: id, automaticSince, noteLanguage: 'en', detail: 'brief' });
  await client.db.insert(subscriptions).values({ userId: 'bob', channelId: texts.id, automaticSince, noteLanguage: 'zh' });
  const publish = async (channel: Channel, name: string, minutes: number, durationMs: number | null = null) => {
    const url = `https://e.example/${name}`;
    const foundAt = new Date(Date.now() - minutes * 60_000);
    await client.db.insert(channelEntries).values({
      channelId: channel.id,
      key: name,
      url,
      sourceKey: `url:${url}`,
      title: `T ${name}`,
      durationMs,
      foundAt,
      listedAt: foundAt,
      initial: false,
    });
  };
  await saveSettings(client.db, 'ada', { monthlyMinutes: 15 });
  await publish(talks, 'one', 9, 600_000);
  await publish(talks, 'two', 8);
  await publish(talks, 'three', 7);
  await publish(texts, 'text', 6);
  await beginSummaries(services, signal);
  const begun = async (userId: string) => {
    const rows = await client.db.select().from(automaticSummaries).where(eq(automaticSummaries.userId, userId));
    return rows.map(({ sourceKey, seconds, problem }) => [sourceKey.split('/').at(-1), seconds, problem]).sort(byText);
  };
  const limit = { code: 'automatic_limit', params: { most: 15 } };
  // What has no length waits for the one that is being read.
  expect(await begun('ada')).toEqual([
    ['one', 600, null],
    ['text', 300, null],
  ]);
  expect(await begun('bob')).toEqual([['text', 300, null]]);
  const made = await client.db.select().from(contents);
  expect(made.map(({ userId, title, noteLanguage, detail }) => [userId, title, noteLanguage, detail]).sort(byText)).toEqual([
    ['ada', 'T one', 'en', 'brief'],
    ['ada', 'T text', 'en', 'brief'],
    ['bob', 'T text', 'zh', 'standard'],
  ]);
  expect((await client.db.select().from(batches)).map(({ userId, title, url }) => [userId, title, url]).sort(byText)).toEqual([
    ['ada', 'Talks', talks.url],
    ['ada', 'Texts', texts.url],
    ['bob', 'Texts', texts.url],
  ]);
  expect((await client.db.select().from(batchItems)).map(({ position }) => position)).toEqual([0, 0, 0]);
  const requests = recorded.metered.map(([, task]) => (task as { request: { clientAddress: string } }).request.clientAddress);
  expect([...new Set(requests)].sort()).toEqual(['channels of ada', 'channels of bob']);
  await client.db.update(contents).set({ activeRunId: null });
  await beginSummaries(services, signal);
  expect(await begun('ada')).toEqual([
    ['one', 600, null],
    ['text', 300, null],
    ['three', 1800, limit],
    ['two', 1800, limit],
  ]);
  expect(await client.db.$count(contents)).toBe(3);
});

test('EXP-01 what cannot begin now is left for the next look, and what is refused is told', async () => {
  const channel = await addChannel('texts');
  for (const userId of ['ada', 'bob'])
    await client.db
      .insert(subscriptions)
      .values({ userId, channelId: channel.id, automaticSince: new Date(Date.now() - 3_600_000), noteLanguage: 'en' });
  for (const name of ['a', 'b']) {
    const url = `https://e.example/${name}`;
    await client.db.insert(channelEntries).values({
      channelId: channel.id,
      key: name,
      url,
      sourceKey: `url:${url}`,
      title: name,
      foundAt: new Date(),
      listedAt: new Date(),
      initial: false,
    });
  }
  const refusing = (code: 'too_many_submissions' | 'out_of_time' | 'internal') => {
    const start = async () => {
      throw code === 'internal' ? new Error('broken') : new AppError(code, { params: { most: 3 } });
    };
    return { ...services, tasks: { ...services.tasks, start } } as unknown as Services;
  };
  const left = async () => (await client.db.select().from(automaticSummaries)).length;
  await beginSummaries(refusing('too_many_submissions'), signal);
  expect([await left(), await client.db.$count(batches), await client.db.$count(contents)]).toEqual([0, 0, 0]);
  await expect(beginSummaries(refusing('internal'), signal)).rejects.toThrow('broken');
  await beginSummaries(services, AbortSignal.abort());
  expect(await left()).toBe(0);
  await beginSummaries(refusing('out_of_time'), signal);
  const rows = await client.db.select().from(automaticSummaries);
  expect(rows.map(({ problem }) => problem)).toEqual(
    Array.from({ length: 4 }, () => ({ code: 'out_of_time', params: { most: 3 } })),
  );
  // A recording of unknown length waits for the one that is being read.
  await client.db.delete(automaticSummaries);
  await client.db.update(channels).set({ kind: 'video' });
  const source = await addSource();
  await addContent('ada', source.id, { activeRunId: await addRun(source.id) });
  await client.db.insert(automaticSummaries).values({ userId: 'ada', sourceKey: source.key, seconds: 1 });
  await beginSummaries(services, signal);
  const begun = await client.db.select().from(automaticSummaries);
  expect(begun.filter(({ seconds }) => seconds === 1800).map(({ userId }) => userId)).toEqual(['bob']);
});
