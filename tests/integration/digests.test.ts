/** The weekly digest: what is in it, who may read it, and that it is made and mailed once, whatever ends in between. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { makeDigestsJob } from '#features/channels/jobs.ts';
import { createMakeDigests } from '#features/channels/server/digest/make-digests.handler.ts';
import { openJobQueue, type RunningQueue } from '#infra/jobs/queue.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { addDays, weekAt, weekOfDay } from '#lib/weeks.ts';
import { missHeartbeats } from '../harness/database/missed-heartbeats.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { type MailServer, startMailServer } from '../harness/http/mail-server.ts';
import { startTestServer } from '../harness/http/server.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const zone = 'Asia/Shanghai';
const current = weekAt(new Date(), zone);
const last = weekOfDay(addDays(current.week, -7), zone);
const password = 'correct horse battery';
const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });

let mails: MailServer;
let world: World;
let database: DatabaseClient;
let queue: RunningQueue;
let env: Record<string, string>;

beforeAll(async () => {
  mails = await startMailServer();
  env = { SMTP_URL: mails.url, VERIFY_EMAIL: 'false', TIME_ZONE: zone, SITE_PACE: '0.01' };
  world = await startWorld({ env });
  database = createDatabase(world.database, { max: 4, applicationName: 'test' });
  queue = await openJobQueue({ connection: world.database, logger, work: null });
});
afterAll(async () => {
  await queue.stop(0);
  await database.close();
  await world.close();
  await mails.close();
});

/** Signed in when an email is given, else a guest. Has followed a blog of its own for two months. */
async function reader(email: string | null, name: string): Promise<{ client: TestClient; userId: string; channelId: string }> {
  const client = world.client();
  world.site.on(`/${name}.xml`, {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>Blog ${name}</title><link>https://${name}.example/</link><item><title>Old</title><guid>old</guid><link>https://${name}.example/old</link></item></channel></rss>`,
  });
  if (email !== null) await client.rpc.account.signUp.mutate({ email, password, language: 'en' });
  const { subscription } = await client.rpc.channel.follow.mutate({ url: `${world.site.url}/${name}.xml` });
  const userId = (await client.rpc.account.me.query()).user?.id ?? '';
  await database.query(`update "user" set email_verified = not coalesce(is_anonymous, false) where id = $1`, [userId]);
  await database.query(`update subscriptions set followed_at = now() - interval '60 days' where user_id = $1`, [userId]);
  return { client, userId, channelId: subscription.id };
}

async function found(channelId: string, title: string, at: Date, url = `https://x.example/${encodeURIComponent(title)}`) {
  await database.query(
    `insert into channel_entries (channel_id, key, url, source_key, title, duration_ms, found_at, listed_at, initial)
     values ($1, $2, $3, $3, $2, 725000, $4, $4, false)`,
    [channelId, title, url, at.toISOString()],
  );
}

const inWeek = (hours: number) => new Date(last.from.getTime() + hours * 3_600_000);

async function make(userId: string): Promise<void> {
  await waitFor('the digest', async () => {
    await database.db.transaction((tx) => queue.enqueue(tx, makeDigestsJob, {}, { singletonKey: '' }));
    const rows = await database.query(`select 1 from digests where user_id = $1 and week = $2`, [userId, last.week]);
    return rows.length > 0 || undefined;
  });
}

/** Without those that verify an address. */
const digestsTo = (email: string) => mails.to(email).filter((mail) => mail.includes('List-Unsubscribe:'));

const tokenOf = (path: string | null) => new URL(path ?? '', 'http://x').searchParams.get('token') ?? '';

test('EXP-01 a digest holds what was found from Monday’s first to Sunday’s last moment, with lines that lead to their places', async () => {
  const [ada, bob] = [await reader(null, 'ada'), await reader(null, 'bob')];
  const article = `${world.site.url}/digest-oven`;
  world.site.on('/digest-oven', { body: articleHtml('The Digest Oven') });
  const note = await summarise(ada.client, article);
  await found(ada.channelId, 'Sunday before', new Date(last.from.getTime() - 1));
  await found(ada.channelId, 'Monday', last.from);
  await found(ada.channelId, '<b>Oven</b> & "co"', inWeek(30), article);
  await found(ada.channelId, 'Sunday', new Date(last.until.getTime() - 1));
  await found(ada.channelId, 'Monday after', last.until);
  await database.query(`update channel_entries set source_key = (select key from sources where url = $1) where url = $1`, [
    article,
  ]);
  await found(bob.channelId, 'Of Bob', inWeek(1));
  await database.query(`update subscriptions set followed_at = $2 where user_id = $1`, [bob.userId, inWeek(2).toISOString()]);
  await found(bob.channelId, 'Of Bob, later', inWeek(3));
  await make(bob.userId);
  await make(ada.userId);

  const digest = await ada.client.rpc.digest.week.query({});
  expect(digest).toMatchObject({
    week: last.week,
    last_day: addDays(last.week, 6),
    is_over: true,
    left_out: 0,
    next: current.week,
  });
  expect(digest.entries.map(({ title }) => title)).toEqual(['Sunday', '<b>Oven</b> & "co"', 'Monday']);
  const [sunday, oven] = digest.entries;
  expect(sunday).toMatchObject({ channel_title: 'Blog ada', duration_seconds: 725, existing: null, lines: [] });
  expect(oven?.existing).toEqual({ contentId: note.contentId, status: 'completed' });
  expect(oven?.lines.length).toBeGreaterThan(0);
  expect(oven?.lines.length).toBeLessThanOrEqual(4);
  for (const { text, anchor } of oven?.lines ?? []) {
    const id = anchor.kind === 'paragraph' ? anchor.id : -1;
    expect(note.note?.split('\n').some((line) => line.includes(text.slice(0, 30)) && line.includes(`(#p${id})`))).toBe(true);
  }
  expect((await ada.client.rpc.digest.week.query({ day: addDays(last.week, -1) })).entries.map(({ title }) => title)).toEqual([
    'Sunday before',
  ]);
  const running = await ada.client.rpc.digest.week.query({ day: current.week });
  expect(running).toMatchObject({ is_over: false, previous: last.week, next: null });
  expect(running.entries.map(({ title }) => title)).toEqual(['Monday after']);
  // Neither another’s, nor what was there before one followed.
  expect((await bob.client.rpc.digest.week.query({})).entries.map(({ title }) => title)).toEqual(['Of Bob, later']);
  expect((await world.client().rpc.digest.week.query({})).entries).toEqual([]);
  // It stays as it was made: also of a channel that is not followed any more.
  await ada.client.rpc.channel.unfollow.mutate({ channelId: ada.channelId });
  expect((await ada.client.rpc.digest.week.query({})).entries).toHaveLength(3);
  // A later week in which nothing came in is stored too, and does not stand before it.
  await database.query(`insert into digests (user_id, week, items, left_out) values ($1, $2, '[]', 0)`, [
    ...[ada.userId, current.week],
  ]);
  expect((await ada.client.rpc.digest.week.query({})).week).toBe(last.week);

  // The feed needs the token and nothing else.
  const before = await ada.client.rpc.digest.settings.query();
  expect(before).toEqual({ feed_path: null, mail: false, mail_to: null, mails_are_sent: true });
  const { feed_path: path } = await ada.client.rpc.digest.renewFeed.mutate({ language: 'en' });
  const feed = await world.client().fetch(path ?? '');
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const xml = await feed.text();
  expect(xml.match(/<entry>/g)).toHaveLength(2);
  expect(xml).not.toContain('<b>');
  expect(xml).toContain('&amp;lt;b&amp;gt;Oven&amp;lt;/b&amp;gt; &amp;amp; &amp;quot;co&amp;quot;');
  const [line] = oven?.lines ?? [];
  expect(xml).toContain(`/content/${note.contentId}?p=${line?.anchor.kind === 'paragraph' ? line.anchor.id : ''}&quot;`);
  expect((await world.client().fetch(path ?? '', { headers: { 'if-none-match': feed.headers.get('etag') ?? '' } })).status).toBe(
    304,
  );
  const renewed = await ada.client.rpc.digest.renewFeed.mutate({ language: 'zh' });
  expect(renewed.feed_path).not.toBe(path);
  expect((await world.client().fetch(path ?? '')).status).toBe(404);
  expect(await (await world.client().fetch(renewed.feed_path ?? '')).text()).toContain('订阅周报');
  expect((await world.client().fetch('/api/channels/digest.atom?token=')).status).toBe(404);
  const others = await bob.client.rpc.digest.renewFeed.mutate({ language: 'en' });
  expect(await (await world.client().fetch(others.feed_path ?? '')).text()).not.toContain('Oven');
  expect(tokenOf(others.feed_path)).toMatch(/^[\w-]{43}$/);
  expect(world.server.output()).not.toContain(tokenOf(renewed.feed_path));
});

test('EXP-01 mails go to those who asked for them, and end at one click without a session', async () => {
  const [eve, off, empty, guest] = [
    await reader('eve@example.org', 'eve'),
    await reader('off@example.org', 'off'),
    await reader('empty@example.org', 'empty'),
    await reader(null, 'guest'),
  ];
  for (const one of [eve, off, guest]) await found(one.channelId, `News <i>for</i> ${one.userId}`, inWeek(5));
  const on = await eve.client.rpc.digest.saveMail.mutate({ mail: true, language: 'zh' });
  expect(on).toEqual({ feed_path: null, mail: true, mail_to: 'eve@example.org', mails_are_sent: true });
  await empty.client.rpc.digest.saveMail.mutate({ mail: true, language: 'en' });
  await database.query(`update "user" set email_verified = false where id = $1`, [off.userId]);
  const unverified = off.client.rpc.digest.saveMail.mutate({ mail: true, language: 'en' });
  expect(await unverified.then(() => null, codeOf)).toBe('sign_in_needed');
  const refused = guest.client.rpc.digest.saveMail.mutate({ mail: true, language: 'en' });
  expect(await refused.then(() => null, codeOf)).toBe('sign_in_needed');
  for (const one of [eve, off, empty, guest]) await make(one.userId);
  expect((await empty.client.rpc.digest.week.query({ day: last.week })).entries).toEqual([]);

  const [mail = ''] = await waitFor('the mail', () =>
    digestsTo('eve@example.org').length > 0 ? digestsTo('eve@example.org') : undefined,
  );
  const joined = mail.replace(/\r?\n[ \t]+/g, ' ');
  const link = /^List-Unsubscribe: <([^>]+)>/m.exec(joined)?.[1] ?? '';
  expect(joined).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  expect(joined).toMatch(new RegExp(`^Message-ID: <digest-${last.week}-[\\da-f]{16}@`, 'm'));
  expect(mail.slice(mail.indexOf('Content-Type: text/html'))).not.toContain('<i>');
  expect([digestsTo('off@example.org'), digestsTo('empty@example.org')]).toEqual([[], []]);

  const path = new URL(link).pathname + new URL(link).search;
  const nobody = world.client();
  // Looking at the link ends nothing.
  const asked = await nobody.fetch(path, { headers: { 'accept-language': 'zh' } });
  const question = await asked.text();
  expect([asked.status, question]).toEqual([200, expect.stringContaining('不再接收每周摘要？')]);
  expect([question.includes('<form method="post">'), question.includes('href="/"')]).toEqual([true, false]);
  const unknown = await nobody.fetch('/api/channels/digest/unsubscribe?token=wrong', { headers: { 'accept-language': 'en' } });
  const missing = await unknown.text();
  expect([unknown.status, missing.includes('This link doesn’t work any more'), missing.includes('<form')]).toEqual([
    404,
    true,
    false,
  ]);
  expect((await eve.client.rpc.digest.settings.query()).mail).toBe(true);
  const oneClick = {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  const wrong = await nobody.fetch('/api/channels/digest/unsubscribe?token=wrong', oneClick);
  expect([wrong.status, (await eve.client.rpc.digest.settings.query()).mail]).toEqual([404, true]);
  const ended = await nobody.fetch(path, oneClick);
  const said = await ended.text();
  expect([ended.status, said.includes('<form'), said.includes('href="/"')]).toEqual([200, false, true]);
  expect((await eve.client.rpc.digest.settings.query()).mail).toBe(false);
  expect((await empty.client.rpc.digest.settings.query()).mail).toBe(true);
});

test('EXP-01 two servers that make digests at once make each once, queue one mail each, and catch up with missed weeks', async () => {
  const made = [await reader('one@example.org', 'one'), await reader('two@example.org', 'two')];
  for (const { client, channelId, userId } of made) {
    await found(channelId, `Once ${userId}`, inWeek(7));
    await found(channelId, `Missed ${userId}`, inWeek(7 - 3 * 168));
    await client.rpc.digest.saveMail.mutate({ mail: true, language: 'en' });
  }
  const other = createDatabase(world.database, { max: 4, applicationName: 'test' });
  const settings = { model: { timeZone: zone }, mailsAreSent: true } as never;
  const context = { signal: new AbortController().signal } as never;
  const servers = [database, other, database, other].map(({ db }) => createMakeDigests({ db, jobs: queue, settings }));
  await Promise.all(servers.map((server) => server.run({}, context)));
  const ids = made.map(({ userId }) => userId);
  const weeks = await database.query<{ week: string; items: number }>(
    `select week::text, jsonb_array_length(items) as items from digests where user_id = any($1) order by week, user_id`,
    [ids],
  );
  const back = (count: number) => addDays(last.week, -7 * count);
  expect(weeks.map(({ week, items }) => [week, items])).toEqual(
    [back(3), back(2), back(1), back(0)].flatMap((week) =>
      Array.from({ length: 2 }, () => [week, week === back(0) || week === back(3) ? 1 : 0]),
    ),
  );
  const jobs = await database.query<{ week: string }>(
    `select data -> 'p' ->> 'week' as week from pgboss.job where name = 'digests.mail' and data -> 'p' ->> 'userId' = any($1)`,
    [ids],
  );
  // No mail about a week that is long over.
  expect(jobs.map(({ week }) => week)).toEqual([last.week, last.week]);
  for (const name of ['one', 'two'])
    await waitFor(`the mail to ${name}`, () => digestsTo(`${name}@example.org`).length === 1 || undefined);
  await Promise.all(servers.map((server) => server.run({}, context)));
  await waitFor('no job to be left', async () => {
    const open = await database.query(
      `select 1 from pgboss.job where name = 'digests.mail' and state in ('created', 'active', 'retry')`,
    );
    return open.length === 0 || undefined;
  });
  await other.close();
  expect(['one', 'two'].map((name) => digestsTo(`${name}@example.org`).length)).toEqual([1, 1]);
});

test('EXP-01 a full week lists a hundred, each link once, and counts the rest; old digests go after a year', async () => {
  const [ada, bob] = [await reader(null, 'full'), await reader(null, 'also')];
  const add = `insert into channel_entries (channel_id, key, url, source_key, title, found_at, listed_at, initial)
    select $1, 'n' || n, 'https://x.example/' || n, 'n' || n, $2 || n, $3, $3::timestamptz + n * interval '1 second', false from generate_series(1, $4::int) n`;
  await database.query(add, [ada.channelId, 'Ada ', inWeek(1).toISOString(), 102]);
  await database.query(add, [bob.channelId, 'Bob ', inWeek(2).toISOString(), 1]);
  await database.query(
    `insert into subscriptions (user_id, channel_id, followed_at) values ($1, $2, now() - interval '30 days')`,
    [ada.userId, bob.channelId],
  );
  await database.query(`update subscriptions set ended_at = now() where user_id = $1`, [bob.userId]);
  const old = [addDays(current.week, -7 * 53), addDays(current.week, -7 * 54)];
  for (const week of old)
    await database.query(`insert into digests (user_id, week, items, left_out) values ($1, $2, '[]', 0)`, [bob.userId, week]);
  await make(ada.userId);
  const digest = await ada.client.rpc.digest.week.query({ day: last.week });
  expect([digest.entries.length, digest.left_out]).toEqual([100, 2]);
  // The link of both as it was listed last, then the latest first.
  expect([...digest.entries.slice(0, 2), ...digest.entries.slice(-1)].map(({ title }) => title)).toEqual([
    'Bob 1',
    'Ada 102',
    'Ada 4',
  ]);
  const kept = await waitFor('the old one to go', async () => {
    const rows = await database.query<{ week: string }>(`select week::text from digests where user_id = $1 order by week`, [
      bob.userId,
    ]);
    return rows.length === 1 ? rows : undefined;
  });
  // Users who no longer follow anything get no mail.
  expect(kept).toEqual([{ week: old[0] }]);
});

test('EXP-01 a week is gathered a little after its end, and without a mail server no mail is queued', async () => {
  const { client, channelId, userId } = await reader('grace@example.org', 'grace');
  await found(channelId, 'Late on Sunday', new Date(last.until.getTime() - 1));
  await client.rpc.digest.saveMail.mutate({ mail: true, language: 'en' });
  // Of another queue: the server's own would take it.
  const settings = { model: { timeZone: zone }, mailsAreSent: false } as never;
  const handler = createMakeDigests({ db: database.db, jobs: queue, settings });
  const context = { signal: new AbortController().signal } as never;
  const weeks = () => database.query(`select week::text from digests where user_id = $1 and week = $2`, [userId, last.week]);
  vi.useFakeTimers({ toFake: ['Date'], now: current.from.getTime() + 4 * 60_000 });
  try {
    await handler.run({}, context);
    expect(await weeks()).toEqual([]);
    vi.setSystemTime(current.from.getTime() + 6 * 60_000);
    await handler.run({}, context);
  } finally {
    vi.useRealTimers();
  }
  expect(await weeks()).toEqual([{ week: last.week }]);
  const jobs = `select 1 from pgboss.job where name = 'digests.mail' and data -> 'p' ->> 'userId' = $1`;
  expect(await database.query(jobs, [userId])).toEqual([]);
});

test('EXP-01 a refused mail is sent again, one whose sending was cut off is not: nobody gets two', {
  timeout: 180_000,
}, async () => {
  const [late, cut] = [await reader('late@example.org', 'late'), await reader('cut@example.org', 'cut')];
  for (const { client, channelId } of [late, cut]) {
    await found(channelId, 'Kept', inWeek(9));
    await client.rpc.digest.saveMail.mutate({ mail: true, language: 'en' });
  }
  // No worker is there when they are made.
  await world.server.kill();
  const settings = { model: { timeZone: zone }, mailsAreSent: true } as never;
  const context = { signal: new AbortController().signal } as never;
  await createMakeDigests({ db: database.db, jobs: queue, settings }).run({}, context);
  expect([digestsTo('late@example.org'), digestsTo('cut@example.org')]).toEqual([[], []]);
  const jobOf = async (userId: string) => {
    const [job] = await database.query<{ state: string; tries: number }>(
      `select state::text, retry_count as tries from pgboss.job where name = 'digests.mail' and data -> 'p' ->> 'userId' = $1`,
      [userId],
    );
    return job;
  };
  const start = () =>
    startTestServer({
      role: 'worker',
      database: world.database,
      dataDir: world.server.dataDir,
      env: { ...env, GLEANER_REPLAY: world.internet.url },
    });
  mails.refuseOnce('late@example.org');
  mails.silent = true;
  const first = await start();
  await waitFor('the mail that is cut off', () => digestsTo('cut@example.org').length === 1 || undefined);
  await waitFor('the refusal', async () => (await jobOf(late.userId))?.state === 'retry' || undefined);
  await first.kill();
  mails.silent = false;
  await missHeartbeats(world.database);
  const second = await start();
  await waitFor(
    'the second attempts',
    async () => {
      // Half a minute is left between attempts.
      await database.query(`update pgboss.job set start_after = now() where name = 'digests.mail' and state = 'retry'`);
      const states = [await jobOf(late.userId), await jobOf(cut.userId)].map((job) => job?.state);
      return states.every((state) => state === 'completed') || undefined;
    },
    90_000,
  );
  await second.stop();
  expect((await jobOf(cut.userId))?.tries).toBeGreaterThan(0);
  expect([digestsTo('late@example.org').length, digestsTo('cut@example.org').length]).toEqual([1, 1]);
});
