/** The calls of a day with an own key, on a real PostgreSQL: by the calendar of a zone, and exact under concurrency. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { takeOwnKeyCall } from '#features/usage/server/own-key-limit.ts';
import { joinCounts } from '#infra/limits/counted-limits.ts';
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
