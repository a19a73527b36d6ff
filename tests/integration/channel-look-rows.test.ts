/** What a look at a channel leaves in its rows: what it read, when it comes next, and what went wrong; and what begins from it. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { automaticSummaries, channelEntries, channelSettings, channels } from '#db/schema/channels.ts';
import { contents } from '#db/schema/content.ts';
import { digestSettings, digests } from '#db/schema/digests.ts';
import { siteRateLimits } from '#db/schema/site-rate-limits.ts';
import type { FetchOptions, FetchResponse } from '#engine/ports.ts';
import { beginSummaries } from '#features/channels/server/automatic/begin-summaries.ts';
import { checkChannel } from '#features/channels/server/check/check-channel.ts';
import { createCheckChannels } from '#features/channels/server/check/check-channels.handler.ts';
import { createMakeDigests } from '#features/channels/server/digest/make-digests.handler.ts';
import { renewFeed, saveMail } from '#features/channels/server/digest/settings.ts';
import { follow } from '#features/channels/server/follow.ts';
import { createChannelRoutes } from '#features/channels/server/http.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { addDays, weekAt, weekOfDay } from '#lib/weeks.ts';
import { computeHere } from '../harness/compute-here.ts';
import { addUser, client, codeOf, hoursAgo, keepAccountRows } from './account-rows.ts';
import { addChannel, addEntry, channelOf, followed, subscriptionOf } from './channel-records.ts';
import { addContent, addSource, byText } from './content-records.ts';
import { recordedServices } from './recorded-services.ts';

keepAccountRows();

const minute = 60_000;
const hour = 60 * minute;
const signal = new AbortController().signal;

type Answer = { status?: number; body?: string; headers?: Record<string, string>; lasting?: string; error?: Error };
let answers: Map<string, Answer>;
let asked: { url: string; options: FetchOptions }[];
let services: Services;
let recorded: ReturnType<typeof recordedServices>;
beforeEach(async () => {
  for (const name of ['tasks', 'channels', 'site_pace', 'batches']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id, { emailVerified: true });
  [answers, asked] = [new Map(), []];
  const fetch = async (url: string, options: FetchOptions): Promise<FetchResponse> => {
    asked.push({ url, options });
    const { status = 200, body = '', headers = {}, lasting, error } = answers.get(url) ?? { status: 404 };
    if (error) throw error;
    const bytes = Buffer.from(body);
    return {
      ...{ status, url: lasting ?? url, headers: new Headers(headers), bytes: async () => bytes, cancel: async () => undefined },
      ...(lasting === undefined ? {} : { lastingUrl: lasting }),
      body: (async function* () {
        yield bytes;
      })(),
    };
  };
  recorded = recordedServices([noteTask], {
    ...{ model: { timeZone: 'UTC', answersAtOnce: 9 }, mailsAreSent: true, baseUrl: 'https://gleaner.example' },
    limits: { submissionsPerHour: 100, addressSubmissionsPerHour: 100, guestNotesAtOnce: null },
  });
  services = { ...recorded.services, fetch, compute: computeHere, ytDlp: {} } as unknown as Services;
});

const feed = (title: string | null, items: readonly string[], more = '') =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${title === null ? '' : `<title>${title}</title>`}<link>https://blog.example/home</link>${more}${items
    .map((item) => `<item><guid>${item}</guid><title>T ${item}</title><link>https://blog.example/${item}</link></item>`)
    .join('')}</channel></rss>`;
const xml = { 'content-type': 'application/rss+xml' };
const rowOf = async (id: string) => {
  const row = await channelOf(id);
  if (!row) throw new Error('the channel is gone');
  return row;
};
/** Each look finds its site free. */
const look = async (id: string, of = services, until = signal) => {
  await client.query('delete from site_pace');
  return checkChannel(of, await rowOf(id), until);
};
const titlesOf = async (channelId: string) => {
  const rows = await client.db.select().from(channelEntries).where(eq(channelEntries.channelId, channelId));
  return rows.map(({ title, initial }) => `${title}${initial ? '' : ' new'}`).sort();
};
/** From now, in minutes. */
const inMinutes = (at: Date | null | undefined) => ((at?.getTime() ?? 0) - Date.now()) / minute;
function expectAbout(value: number, most: number, least = most): void {
  expect(value).toBeGreaterThan(least * 0.9 - 1);
  expect(value).toBeLessThan(most * 1.1 + 1);
}

describe('a look at a channel', () => {
  test('EXP-01 keeps what is new, the marks of the feed and its name', async () => {
    const { id, address } = await addChannel('blog', {
      state: 'new',
      failures: 3,
      title: 'blog',
      problem: { code: 'x', params: {} },
    });
    answers.set(address, { body: feed('The Blog', ['b', 'a']), headers: { ...xml, etag: '"one"', 'last-modified': 'Monday' } });
    expect(await look(id)).toBe(0);
    const first = await rowOf(id);
    expect(first).toMatchObject({
      ...{ state: 'active', failures: 0, problem: null, title: 'The Blog', kind: 'feed', byFeed: true },
      ...{ url: 'https://blog.example/', etag: '"one"', lastModified: 'Monday', address, named: address },
    });
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/);
    for (const at of [first.checkedAt, first.answeredAt]) expectAbout(inMinutes(at), 0);
    // Entries without dates: every two hours.
    expectAbout(inMinutes(first.nextCheckAt), 120);
    expect(await titlesOf(id)).toEqual(['T a', 'T b']);
    expect(asked).toMatchObject([{ url: address, options: { maxBytes: 20_000_000, timeoutMs: 30_000 } }]);
    expect(Object.keys(asked[0]?.options.headers ?? {})).toEqual(['accept']);
    // The same again changes nothing; a page is not renamed after the first look.
    await client.db.update(channels).set({ url: 'https://own.example/', checkedAt: hoursAgo(9), answeredAt: hoursAgo(9) });
    await look(id);
    expect(asked[1]?.options.headers).toMatchObject({ 'if-none-match': '"one"', 'if-modified-since': 'Monday' });
    const again = await rowOf(id);
    expect(again).toMatchObject({ ...first, ...times(again), url: 'https://own.example/' });
    expectAbout(inMinutes(again.answeredAt), 0);
    answers.set(address, { body: feed(null, ['c', 'b', 'a']), headers: xml });
    await look(id);
    expect(await titlesOf(id)).toEqual(['T a', 'T b', 'T c new']);
    expect(await rowOf(id)).toMatchObject({ title: 'The Blog', url: 'https://own.example/', etag: null, lastModified: null });
    answers.set(address, { status: 304 });
    await look(id);
    expect(await rowOf(id)).toMatchObject({ state: 'active', title: 'The Blog', failures: 0 });
  });

  const times = ({ checkedAt, answeredAt, nextCheckAt }: typeof channels.$inferSelect) => ({
    checkedAt,
    answeredAt,
    nextCheckAt,
  });

  test('EXP-01 comes as often as entries do, by the latest twenty', async () => {
    const { id, address } = await addChannel('blog');
    const other = await addChannel('other');
    // The oldest are stored first, and of the latest twenty only the last has a date.
    for (let n = 24; n >= 0; n--)
      await addEntry(id, `e${n}`, { publishedAt: n < 19 ? null : hoursAgo(21 + n), listedAt: hoursAgo(21 + n) });
    await addEntry(other.id, 'x', { publishedAt: new Date(), listedAt: new Date() });
    answers.set(address, { status: 304 });
    await look(id);
    // Silent for forty hours, looked at four times as often.
    expectAbout(inMinutes((await rowOf(id)).nextCheckAt), 600);
    await client.db.delete(channelEntries).where(eq(channelEntries.channelId, id));
    for (let n = 0; n < 3; n++) await addEntry(id, `e${n}`, { publishedAt: new Date(), listedAt: new Date() });
    await look(id);
    expectAbout(inMinutes((await rowOf(id)).nextCheckAt), 15);
  });

  test('EXP-01 follows a feed to where it moved, and leaves what another channel has there to that', async () => {
    const [{ id, address }, there] = [await addChannel('old', { title: 'Old' }), await addChannel('there', { title: 'There' })];
    await followed('ada', id);
    answers.set(address, { status: 304, lasting: 'https://new.example/feed.xml' });
    await look(id);
    expect(await rowOf(id)).toMatchObject({ address: 'https://new.example/feed.xml', named: address, title: 'Old' });
    answers.set('https://new.example/feed.xml', {
      body: feed('Moved', ['a']),
      headers: xml,
      lasting: 'https://last.example/feed',
    });
    await look(id);
    expect(await rowOf(id)).toMatchObject({ address: 'https://last.example/feed', title: 'Moved' });
    await client.db.update(channels).set({ nextCheckAt: new Date(Date.now() + hour) });
    answers.set('https://last.example/feed', { status: 304, lasting: there.address });
    await look(id);
    expect(await channelOf(id)).toBeUndefined();
    const kept = await rowOf(there.id);
    expect([kept.title, kept.answeredAt, inMinutes(kept.nextCheckAt) <= 0.1]).toEqual(['There', null, true]);
    expect(await subscriptionOf('ada', there.id)).toBeDefined();
  });

  test('EXP-01 that fails says why, and waits longer each time', async () => {
    const { id, address } = await addChannel('blog', { failures: 1, answeredAt: hoursAgo(1), etag: '"kept"' });
    answers.set(address, { status: 503, headers: { 'retry-after': '7200' } });
    expect(await look(id)).toBe(0);
    const failed = await rowOf(id);
    expect(failed).toMatchObject({
      ...{ failures: 2, state: 'active', etag: '"kept"', problem: { code: 'fetch_status', params: { status: 503 } } },
    });
    expectAbout(inMinutes(failed.checkedAt), 0);
    expect(Math.round(inMinutes(failed.answeredAt))).toBe(-60);
    expectAbout(inMinutes(failed.nextCheckAt), 120);
    const [site] = await client.db.select().from(siteRateLimits);
    expect(site).toMatchObject({ site: 'host:blog.example', reason: 'fetch_status' });
    expectAbout(inMinutes(site?.blockedUntil), 120, 60);
    // While the site is blocked, nothing is asked.
    const before = asked.length;
    const waitMs = await checkChannel(services, failed, signal);
    expect([waitMs > 50 * minute, asked.length - before]).toEqual([true, 0]);
    answers.set(address, { status: 503 });
    await look(id);
    expectAbout(inMinutes((await rowOf(id)).nextCheckAt), 60);
    expect(await client.db.$count(siteRateLimits, eq(siteRateLimits.reason, 'fetch_status'))).toBe(0);
    answers.set(address, { status: 404 });
    await client.db.update(channels).set({ failures: 0 });
    await look(id);
    expectAbout(inMinutes((await rowOf(id)).nextCheckAt), 60);
    await client.db.update(channels).set({ answeredAt: null, createdAt: hoursAgo(31 * 24) });
    await look(id);
    expectAbout(inMinutes((await rowOf(id)).nextCheckAt), 7 * 24 * 60);
    answers.set(address, { status: 410 });
    await look(id);
    expect(await rowOf(id)).toMatchObject({ state: 'gone', failures: 3, problem: { params: { status: 410 } } });
    answers.set(address, { error: new AppError('url_blocked', { params: { status: 410 } }) });
    await client.db.update(channels).set({ state: 'active' });
    await look(id);
    expect(await rowOf(id)).toMatchObject({ state: 'active', problem: { code: 'url_blocked', params: { status: 410 } } });
  });

  test('EXP-01 is no failure of the channel where the server stops or breaks, or the channel is gone meanwhile', async () => {
    const { id, address } = await addChannel('blog');
    for (const error of [new AppError('database_unavailable'), new TypeError('broken')]) {
      answers.set(address, { error });
      await expect(look(id)).rejects.toBe(error);
    }
    const stopping = new AbortController();
    answers.set(address, { error: new AppError('cancelled') });
    stopping.abort();
    await expect(look(id, services, stopping.signal)).rejects.toBeDefined();
    expect(await rowOf(id)).toMatchObject({ failures: 0, problem: null, checkedAt: null });
    const gone = { ...(await rowOf(id)), id: '00000000-0000-4000-8000-000000000000' };
    for (const answer of [{ status: 500 }, { status: 304 }, { body: feed('F', ['a']), headers: xml }]) {
      await client.query('delete from site_pace');
      answers.set(address, answer);
      expect(await checkChannel(services, gone, signal)).toBe(0);
    }
    expect([await client.db.$count(channels), await client.db.$count(channelEntries)]).toEqual([1, 0]);
    expect(await rowOf(id)).toMatchObject({ failures: 0, problem: null, checkedAt: null });
  });
});

describe('the looks of a minute', () => {
  test('EXP-01 are at what is due and followed, once each', async () => {
    const due = async (name: string, hours: number, values: object = {}) => {
      const channel = await addChannel(name, { nextCheckAt: hoursAgo(hours), ...values });
      answers.set(channel.address, { status: 304 });
      return channel;
    };
    const [late, later, gone, left, ended] = [
      await due('late', 1),
      await due('later', 2),
      await due('gone', 3, { state: 'gone' }),
      await due('left', 3),
      await due('ended', 3),
    ];
    const soon = await due('soon', -1);
    for (const { id } of [late, later, gone, soon]) await followed('ada', id);
    await followed('ada', ended.id, { endedAt: new Date() });
    await followed('bob', late.id);
    await createCheckChannels(services).run({}, { signal } as never);
    expect(asked.map(({ url }) => url).sort()).toEqual([late.address, later.address].sort());
    for (const { id } of [late, later]) expectAbout(inMinutes((await rowOf(id)).nextCheckAt), 120);
    expect((await rowOf(left.id)).nextCheckAt).toEqual(left.nextCheckAt);
    const stopped = AbortSignal.abort();
    await client.db.update(channels).set({ nextCheckAt: hoursAgo(1) });
    asked = [];
    expect(
      await createCheckChannels(services)
        .run({}, { signal: stopped } as never)
        .catch(codeOf),
    ).toBe('cancelled');
    expect(asked).toEqual([]);
  });

  test('EXP-01 are spread where several channels are at one site', async () => {
    const at = { blockedUntil: new Date(Date.now() + 10 * minute), nextStart: new Date(0), strikes: 1, reason: 'x' };
    await client.db.insert(siteRateLimits).values({ site: 'host:one.example', ...at });
    for (const n of [1, 2, 3]) {
      const address = `https://one.example/${n}`;
      const { id } = await addChannel(`c${n}`, { address, nextCheckAt: hoursAgo(n) });
      await followed('ada', id);
    }
    await createCheckChannels(services).run({}, { signal } as never);
    const rows = await client.db.select().from(channels).orderBy(channels.nextCheckAt);
    const times = rows.map(({ nextCheckAt }) => nextCheckAt.getTime());
    expect(asked).toEqual([]);
    for (const time of times) expectAbout((time - Date.now()) / minute, 10);
    const [one = 0, two = 0, three = 0] = times;
    for (const gap of [two - one, three - two]) expect(Math.round(gap)).toBeGreaterThanOrEqual(200);
  });
});

describe('who follows a link', () => {
  const begin = (url: string, userId = 'ada', of = services) => follow(of, async () => userId, url, signal);

  test('EXP-01 gets its channel with the first entries, which are no news', async () => {
    const url = 'https://blog.example/feed.xml';
    answers.set(url, { body: feed('The Blog', ['b', 'a']), headers: { ...xml, etag: '"one"' } });
    const { subscription, existing } = await begin(` ${url} `);
    expect([existing, subscription]).toEqual([
      false,
      {
        ...{ id: subscription.id, title: 'The Blog', url: 'https://blog.example/home', kind: 'feed', state: 'active' },
        ...{ problem: null, automatic: false, answered_at: expect.any(String), next_check_at: subscription.next_check_at },
        followed_at: expect.any(String),
      },
    ]);
    expectAbout(inMinutes(new Date(subscription.next_check_at)), 30);
    const made = await rowOf(subscription.id);
    expect(made).toMatchObject({ address: url, named: url, byFeed: true, etag: '"one"', failures: 0 });
    for (const at of [made.checkedAt, made.answeredAt]) expectAbout(inMinutes(at), 0);
    expect(await titlesOf(made.id)).toEqual(['T a', 'T b']);
    // Known to the server already: what is new since then is news, and the page stays as it is.
    await client.db.update(channels).set({ url: 'https://own.example/', failures: 2, problem: { code: 'x', params: {} } });
    answers.set(url, { body: feed(null, ['c', 'b']), headers: xml });
    expect((await begin(url, 'bob')).existing).toBe(false);
    expect(await rowOf(made.id)).toMatchObject({ title: 'The Blog', url: 'https://own.example/', failures: 0, problem: null });
    expect(await titlesOf(made.id)).toEqual(['T a', 'T b', 'T c new']);
    expect((await begin(url)).existing).toBe(true);
    answers.set('https://nameless.example/feed', { body: feed(null, ['a']), headers: xml });
    expect((await begin('https://nameless.example/feed')).subscription.title).toBe('nameless.example');
  });

  test('EXP-01 is told why not, and leaves nothing', async () => {
    await client.db.insert(siteRateLimits).values({
      ...{ site: 'host:busy.example', blockedUntil: new Date(Date.now() + minute), nextStart: new Date(0), strikes: 1 },
    });
    let made = 0;
    const refused = (url: string) => {
      const ensure = async () => {
        made++;
        return 'ada';
      };
      return follow(services, ensure, url, signal).catch((error: unknown) => error);
    };
    expect(await refused('https://busy.example/feed')).toMatchObject({
      code: 'site_wait',
      retry: { afterMs: expect.any(Number) },
    });
    answers.set('https://page.example/', { body: '<html><title>P</title></html>', headers: { 'content-type': 'text/html' } });
    expect([codeOf(await refused('no link')), codeOf(await refused('https://page.example/'))]).toEqual([
      ...['url_invalid', 'channel_not_found'],
    ]);
    expect([made, await client.db.$count(channels)]).toEqual([0, 0]);
  });
});

describe('automatic summaries', () => {
  const since = { automaticSince: hoursAgo(24), noteLanguage: 'zh', detail: 'brief' } as const;
  const donesOf = async (userId: string) => {
    const rows = await client.db.select().from(automaticSummaries).where(eq(automaticSummaries.userId, userId));
    return rows
      .map(({ sourceKey, seconds, problem }) => [sourceKey.split('/').at(-1), seconds, problem?.code ?? null])
      .sort(byText);
  };

  test('EXP-01 begin with a note in the wanted language and a batch of the channel’s name, within the month’s minutes', async () => {
    const channel = await addChannel('pod', { kind: 'podcast', title: 'Pod' });
    await followed('ada', channel.id, since);
    await followed('bob', channel.id, since);
    for (const [n, durationMs] of [60_400, 59_600, 1000].entries())
      await addEntry(channel.id, `e${n}`, { foundAt: hoursAgo(9 - n), durationMs });
    await client.db.insert(channelSettings).values({ userId: 'ada', monthlyMinutes: 2 });
    recorded.broke.push('bob');
    await beginSummaries(services, signal);
    // 60 and 60 seconds fit into two minutes exactly.
    expect(await donesOf('ada')).toEqual([
      ['e0', 60, null],
      ['e1', 60, null],
      ['e2', 1, 'automatic_limit'],
    ]);
    const rows = await client.db.select().from(contents).where(eq(contents.userId, 'ada'));
    expect(rows.map(({ title, noteLanguage, detail }) => [title, noteLanguage, detail]).sort(byText)).toEqual([
      ['e0', 'zh', 'brief'],
      ['e1', 'zh', 'brief'],
    ]);
    const batches = await client.query<{ title: string; url: string; user_id: string }>(
      'select title, url, user_id from batches',
    );
    expect(batches).toEqual(Array.from({ length: 2 }, () => ({ title: 'Pod', url: 'https://pod.example/', user_id: 'ada' })));
    expect((await donesOf('bob')).map(([name, , code]) => [name, code])).toEqual(
      ['e0', 'e1', 'e2'].map((name) => [name, 'out_of_time']),
    );
    expect(await client.db.$count(contents, eq(contents.userId, 'bob'))).toBe(0);
    // Each once.
    const before = recorded.metered.length;
    await beginSummaries(services, signal);
    expect(recorded.metered.length).toBe(before);
  });

  test('EXP-01 of unknown length begin one at a time, texts do not wait, and a server that stops begins nothing', async () => {
    const [pod, blog] = [await addChannel('pod', { kind: 'podcast' }), await addChannel('blog')];
    for (const { id } of [pod, blog]) await followed('ada', id, since);
    for (const n of [0, 1]) await addEntry(pod.id, `p${n}`, { foundAt: hoursAgo(9 - n) });
    await addEntry(blog.id, 'b0', { foundAt: hoursAgo(1) });
    await beginSummaries(services, AbortSignal.abort());
    expect(await donesOf('ada')).toEqual([]);
    await beginSummaries(services, signal);
    expect(await donesOf('ada')).toEqual([
      ['b0', 300, null],
      ['p0', 1800, null],
    ]);
    await client.db.update(contents).set({ activeRunId: null });
    await beginSummaries(services, signal);
    expect((await donesOf('ada')).map(([name]) => name)).toEqual(['b0', 'p0', 'p1']);
  });
});

describe('digests', () => {
  const current = weekAt(new Date(Date.now() - 5 * minute), 'UTC');
  const back = (weeks: number) => addDays(current.week, -7 * weeks);
  const during = (weeks: number) => new Date(weekOfDay(back(weeks), 'UTC').from.getTime() + hour);
  const make = () => createMakeDigests(services).run({}, { signal } as never);
  const made = async () => {
    const rows = await client.db.select().from(digests).orderBy(digests.userId, digests.week);
    return rows.map(({ userId, week, items, leftOut }) => [userId, week, items.map(({ title }) => title), leftOut]);
  };

  test('EXP-01 are made of the last four weeks, once, and mailed for the last one to who asked and has entries', async () => {
    const blog = await addChannel('blog');
    await addUser('eve', { emailVerified: true });
    await addUser('dan', { emailVerified: true });
    for (const userId of ['ada', 'bob', 'dan']) await followed(userId, blog.id, { followedAt: hoursAgo(24 * 60) });
    await followed('eve', blog.id, { followedAt: hoursAgo(24 * 60), endedAt: new Date() });
    for (const [name, weeks] of [
      ['now', 0],
      ['one', 1],
      ['two', 2],
      ['four', 4],
      ['five', 5],
    ] as const)
      await addEntry(blog.id, name, { foundAt: during(weeks) });
    await addEntry(blog.id, 'first', { foundAt: during(1), initial: true });
    const quiet = await addChannel('quiet');
    await addUser('kim', { emailVerified: true });
    await followed('kim', quiet.id, { followedAt: during(1) });
    for (const userId of ['ada', 'kim', 'eve']) await saveMail(services, userId, { mail: true, language: 'en' });
    await saveMail(services, 'bob', { mail: false, language: 'en' });
    await client.db.insert(digests).values([
      { userId: 'bob', week: back(2), items: [], leftOut: 7 },
      { userId: 'bob', week: back(53), items: [], leftOut: 0 },
      { userId: 'bob', week: back(54), items: [], leftOut: 0 },
    ]);
    await make();
    const weeksOf = (userId: string) => [
      [userId, back(4), ['four'], 0],
      [userId, back(3), [], 0],
      [userId, back(2), ['two'], 0],
      [userId, back(1), ['one'], 0],
    ];
    expect(await made()).toEqual([
      ...weeksOf('ada'),
      ...[['bob', back(53), [], 0], ...weeksOf('bob').map((row) => (row[1] === back(2) ? ['bob', back(2), [], 7] : row))],
      ...weeksOf('dan'),
      ['kim', back(1), [], 0],
    ]);
    const mails = () => recorded.queued.map((said) => (said as unknown[])[1]);
    expect(mails()).toEqual([{ userId: 'ada', week: back(1) }]);
    await make();
    expect(mails()).toHaveLength(1);
    // Where no mails are sent, none is queued.
    await client.db.delete(digests);
    services = { ...services, settings: { ...services.settings, mailsAreSent: false } } as unknown as Services;
    await make();
    expect([mails().length, (await made()).length]).toEqual([1, 13]);
  });

  test('EXP-01 are made for more people than one statement takes', async () => {
    const { id } = await addChannel('blog');
    await client.query(
      `insert into "user" (id, name, email, is_anonymous) select 'u' || n, 'u', n || '@u.example', false from generate_series(1, 101) n`,
    );
    await client.query(
      `insert into subscriptions (user_id, channel_id, followed_at) select id, $1, now() - interval '9 days' from "user" where name = 'u'`,
      [id],
    );
    await make();
    const [{ count } = { count: 0 }] = await client.query<{ count: number }>(
      'select count(distinct user_id)::int as count from digests',
    );
    expect(count).toBe(101);
    await client.db.delete(digests);
    await createMakeDigests(services).run({}, { signal: AbortSignal.abort() } as never);
    expect(await client.db.$count(digests)).toBe(0);
  });

  test('EXP-01 have addresses of their own: a list for other readers, a feed, and an end of the mails', async () => {
    const blog = await addChannel('blog', { title: 'Blog' });
    await followed('ada', blog.id);
    let userId: string | null = null;
    const routes = (baseUrl: string | null) => {
      const made = createChannelRoutes({ services, userIdOf: async () => userId, baseUrl });
      made.onError((error, c) => c.text(codeOf(error) as string, 404));
      return made;
    };
    const get = (path: string, headers: Record<string, string> = {}, baseUrl: string | null = null) =>
      routes(baseUrl).request(`https://here.example${path}`, { headers });
    expect(await (await get('/opml')).text()).toBe('not_found');
    userId = 'ada';
    const opml = await get('/opml');
    expect([...opml.headers]).toEqual([
      ['cache-control', 'no-store'],
      ['content-disposition', 'attachment; filename="gleaner-subscriptions.opml"'],
      ['content-type', 'text/x-opml; charset=utf-8'],
    ]);
    expect(await opml.text()).toContain('https://blog.example/feed.xml');
    userId = null;
    const source = await addSource();
    await addContent('ada', source.id);
    const item = {
      ...{ id: 'i', channelTitle: 'Blog', kind: 'feed' as const, url: 'https://x.example/a', title: 'Entry' },
      ...{ sourceKey: 'url:https://x.example/a', durationMs: null, publishedAt: null },
    };
    const weeks = Array.from({ length: 9 }, (_, n) => ({ userId: 'ada', week: back(n + 1), items: [item], leftOut: 0 }));
    await client.db.insert(digests).values([...weeks, { userId: 'bob', week: back(1), items: [item], leftOut: 0 }]);
    for (const token of ['', '?token=', '?token=x']) expect(await (await get(`/digest.atom${token}`)).text()).toBe('not_found');
    const { feed_path: path } = await renewFeed(services, 'ada', 'en');
    const token = new URL(path ?? '', 'https://x.example').searchParams.get('token') ?? '';
    const atom = await get(`/digest.atom?token=${token}`);
    const text = await atom.text();
    expect([text.match(/<entry>/g)?.length, text.includes('https://here.example/'), atom.headers.get('content-type')]).toEqual([
      ...[8, true, 'application/atom+xml; charset=utf-8'],
    ]);
    const etag = atom.headers.get('etag') ?? '';
    expect([etag, atom.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^"[0-9a-zA-Z_-]{24}"$/),
      'private, no-cache',
    ]);
    const same = await get(`/digest.atom?token=${token}`, { 'if-none-match': etag });
    expect([same.status, await same.text(), same.headers.get('etag'), same.headers.get('cache-control')]).toEqual([
      ...[304, '', etag, 'private, no-cache'],
    ]);
    const elsewhere = await (await get(`/digest.atom?token=${token}`, {}, 'https://public.example')).text();
    expect([elsewhere.includes('https://public.example/'), elsewhere.includes('https://here.example/')]).toEqual([true, false]);
    await saveMail(services, 'ada', { mail: true, language: 'en' });
    const [{ endToken } = { endToken: '' }] = await client.db.select().from(digestSettings);
    const end = (method: 'GET' | 'POST', of: string, headers: Record<string, string> = {}) =>
      routes(null).request(`/digest/unsubscribe?token=${of}`, { method, headers });
    const isMailed = async () => (await client.db.select().from(digestSettings))[0]?.mail;
    const question = await end('GET', endToken ?? '', { 'accept-language': 'en' });
    const page = await question.text();
    expect([
      question.status,
      page.includes('<html lang="en'),
      page.includes('<form method="post"><button>'),
      await isMailed(),
    ]).toEqual([...[200, true, true, true]]);
    expect(question.headers.get('cache-control')).toBe('no-store');
    for (const method of ['GET', 'POST'] as const) {
      const unknown = await end(method, 'x', { cookie: 'language=zh', 'accept-language': 'en' });
      const said = await unknown.text();
      expect([unknown.status, said.includes('<html lang="zh'), said.includes('<form'), said.includes('<a href="/">')]).toEqual([
        ...[404, true, false, true],
      ]);
    }
    expect([(await end('POST', endToken ?? '')).status, await isMailed()]).toEqual([200, false]);
    expect((await end('GET', '')).status).toBe(404);
  });
});
