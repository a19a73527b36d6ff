/** The calls of a day with an own key, on a real PostgreSQL: by the calendar of a zone, and exact under concurrency. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { takeOwnKeyCall } from '#features/usage/server/own-key-limit.ts';
import { joinCounts, nextMidnight } from '#infra/limits/counted-limits.ts';
import { AppError } from '#lib/app-error.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';

let database: TestDatabase;
let client: DatabaseClient;

beforeAll(async () => {
  const cluster = inject('clusters')[0]?.connection;
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster);
  client = createDatabase(database.connection, { max: 20, applicationName: 'test' });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

async function userWithKey(userId: string): Promise<string> {
  await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [userId, `${userId}@example.org`]);
  await client.query(
    `insert into model_keys (user_id, provider, model, sealed, key_id) values ($1, 'openai', 'm', 'sealed', 'k')`,
    [userId],
  );
  return userId;
}

/** `begun`, or the code of the refusal. */
function begin(userId: string, timeZone = 'UTC'): Promise<string> {
  const services = { ownModels: { providers: [] }, settings: { model: { ownKeyCallsPerDay: 20, timeZone } } };
  return client.db
    .transaction((tx) => takeOwnKeyCall(services, tx, userId, null))
    .then(
      () => 'begun',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
}

const count = (outcomes: readonly string[], wanted: string) => outcomes.filter((one) => one === wanted).length;

test('SUM-15 of 500 simultaneous calls exactly 20 begin, of each user', async () => {
  const users = [await userWithKey('a'), await userWithKey('b')];
  const outcomes = await Promise.all(
    users.map((user) => Promise.all(Array.from({ length: user === 'a' ? 500 : 15 }, () => begin(user)))),
  );
  expect(count(outcomes[0] ?? [], 'begun')).toBe(20);
  expect(count(outcomes[0] ?? [], 'own_key_limit')).toBe(480);
  expect(count(outcomes[1] ?? [], 'begun')).toBe(15);
});

test.each(['UTC', 'Asia/Shanghai', 'Asia/Kathmandu'])(
  'SUM-15 the day of own calls ends at midnight in %s, then 20 more begin',
  async (zone) => {
    const user = await userWithKey(zone);
    for (let call = 0; call < 20; call++) expect(await begin(user, zone)).toBe('begun');
    expect(await begin(user, zone)).toBe('own_key_limit');
    const [row] = await client.query<{ ends_at: Date; now: Date }>(
      'select ends_at, clock_timestamp() as now from rate_limits where key = $1',
      [`own-key-calls:${user}`],
    );
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' });
    expect(clock.format(row?.ends_at)).toBe('00:00:00');
    const hours = (Number(row?.ends_at) - Number(row?.now)) / 3_600_000;
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(24);
    await client.query('update rate_limits set ends_at = clock_timestamp() where key = $1', [`own-key-calls:${user}`]);
    expect(await begin(user, zone)).toBe('begun');
  },
);

test.each([
  ['an ordinary day', 'Europe/Berlin', '2026-06-01T22:00:00Z', 24],
  ['the day of 23 hours', 'Europe/Berlin', '2026-03-28T23:00:00Z', 23],
  ['the day of 25 hours', 'Europe/Berlin', '2026-10-24T22:00:00Z', 25],
  ['a day of half an hour more', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
  ['a day that begins at one, as midnight is skipped', 'Africa/Cairo', '2026-04-23T22:00:00Z', 23],
  ['the day before it', 'Africa/Cairo', '2026-04-22T22:00:00Z', 24],
])('SUM-15 %s in %s is one day of own calls, from its first moment to its last', async (_day, zone, start, hours) => {
  const begins = Date.parse(start);
  for (const [after, length] of [
    [-1, 0],
    [0, hours],
    [hours * 3_600_000 - 1, hours],
  ] as const) {
    const at = sql`${new Date(begins + after).toISOString()}::timestamptz`;
    const { rows } = await client.db.execute<{ ends: string }>(sql`select ${nextMidnight(at, zone)} as ends`);
    expect(Date.parse(rows[0]?.ends ?? '')).toBe(begins + length * 3_600_000);
  }
});

test('SUM-15 in a zone with daylight saving no moment of a year is outside of a day, and no day is longer than 25 hours', async () => {
  for (const zone of ['America/Havana', 'Europe/Berlin']) {
    const { rows } = await client.db.execute(sql`
      select at from generate_series('2026-01-01'::timestamptz, '2027-01-01', interval '29 minutes') at
      cross join lateral (select ${nextMidnight(sql`at`, zone)} as ends) day
      where ends <= at or ends > at + interval '25 hours'
        or (ends at time zone ${zone})::date <> (at at time zone ${zone})::date + 1`);
    expect(rows).toEqual([]);
  }
});

test('SUM-15 ACC-01 what a guest began today counts after signing in, and what somebody else began does not', async () => {
  const [guest, account, other] = [await userWithKey('guest'), await userWithKey('signed-in'), await userWithKey('other-guest')];
  for (let call = 0; call < 15; call++) await begin(guest);
  for (let call = 0; call < 3; call++) await begin(account);
  for (let call = 0; call < 20; call++) await begin(other);
  await client.query(`insert into rate_limits (key, taken, ends_at) values
    ('exports-user:guest', 4, clock_timestamp() - interval '1 second'), ('outputs-user:guest', 2, clock_timestamp() + interval '1 hour'),
    ('outputs-user:signed-in', 9, clock_timestamp() - interval '1 second')`);
  await client.db.transaction((tx) => joinCounts(tx, { from: guest, to: account }));
  const left = await client.query(`select key, taken from rate_limits where key ~ '(guest|signed-in)$' order by key`);
  expect(left).toEqual([
    { key: 'outputs-user:signed-in', taken: 2 },
    { key: 'own-key-calls:other-guest', taken: 20 },
    { key: 'own-key-calls:signed-in', taken: 18 },
  ]);
  expect([await begin(account), await begin(account), await begin(account)]).toEqual(['begun', 'begun', 'own_key_limit']);
});
