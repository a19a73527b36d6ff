/** ACC-03: whatever is killed while time is reserved, charged or given back, nothing is charged twice and no hold is lost. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { findAccount, lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';
import { toAppError } from '#lib/app-error.ts';
import { type EndingSessions, endSessionsAt } from '../harness/database/ending-sessions.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, type World } from './setup.ts';

const startingSeconds = 3600;
let world: World;
let database: DatabaseClient;
let endings: EndingSessions;
let people = 0;

beforeAll(async () => {
  world = await startWorld({ env: { TIME_STARTING_MINUTES: '60' } });
  database = createDatabase(world.database, { max: 4, applicationName: 'test' });
  endings = await endSessionsAt(database.query, ['ledger_accounts', 'ledger_holds', 'ledger_grants', 'ledger_entries']);
});
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([]);
  await database.close();
  await world.close();
});

type Person = { userId: string; holdId: string };

/** With 70 seconds and a hold of 30, in two grants. */
async function person(): Promise<Person> {
  const userId = `killed-${people++}`;
  await database.query('insert into "user" (id, name, email) values ($1, $1, $2)', [userId, `${userId}@example.org`]);
  await database.db.transaction(async (tx) => {
    const account = await bringUpToDate(tx, await lockAccount(tx, userId, 'time'), null);
    await grant(tx, account, { reason: 'admin', reasonKey: 'first', amount: 80, expiresAt: null });
    await grant(tx, account, { reason: 'admin', reasonKey: 'soon', amount: 20, expiresAt: new Date(Date.now() + 86_400_000) });
  });
  const wanted = { userId, kind: 'time', taskId: randomUUID(), contentId: null, amount: 30 } as const;
  return { userId, holdId: (await tryReserve(database.db, wanted)) ?? '' };
}

async function stateOf(userId: string) {
  const account = await findAccount(database.db, userId, 'time');
  const [row] = await database.query<{ holds: string; grants: string; entries: number }>(
    `select (select string_agg(state || ' ' || committed, ', ' order by created_at) from ledger_holds where account_id = $1) as holds,
      (select string_agg(remaining::text, ', ' order by id) from ledger_grants where account_id = $1) as grants,
      (select count(*)::int from ledger_entries where account_id = $1) as entries`,
    [account?.id],
  );
  return { available: account?.available, reserved: account?.reserved, ...row };
}

const untouched = { available: 70, reserved: 30, holds: 'open 0', grants: '80, 20', entries: 2 };

test.each<[string, number, (of: Person) => Promise<unknown>, object]>([
  [
    'a reservation',
    2,
    ({ userId }) => tryReserve(database.db, { userId, kind: 'time', taskId: randomUUID(), contentId: null, amount: 50 }),
    { ...untouched, available: 20, reserved: 80, holds: 'open 0, open 0' },
  ],
  [
    'a charge',
    6,
    ({ holdId }) => settleHold(database.db, holdId, { state: 'committed', amount: 25 }),
    { available: 75, reserved: 0, holds: 'committed 25', grants: '75, 0', entries: 3 },
  ],
  [
    'a release',
    2,
    ({ holdId }) => settleHold(database.db, holdId, { state: 'released' }),
    { ...untouched, available: 100, reserved: 0, holds: 'released 0' },
  ],
  [
    'a grant',
    4,
    ({ userId }) =>
      database.db.transaction(async (tx) =>
        grant(tx, await lockAccount(tx, userId, 'time'), { reason: 'admin', reasonKey: 'more', amount: 5, expiresAt: null }),
      ),
    { ...untouched, available: 75, grants: '80, 20, 5', entries: 3 },
  ],
])(
  'ACC-03 %s that is cut off at any of its %i writes is not there, and done again it is there once',
  async (_what, writes, work, after) => {
    const of = await person();
    for (let n = 1; n <= writes; n++) {
      await endings.endAt(n);
      expect(
        await work(of).then(
          () => 'done',
          (error: unknown) => toAppError(error).code,
        ),
      ).toBe('database_unavailable');
      expect(await stateOf(of.userId)).toEqual(untouched);
    }
    await endings.endAt(writes + 1);
    await work(of);
    await endings.stop();
    expect(await stateOf(of.userId)).toEqual(after);
    expect(await findDrift(database.db)).toEqual([]);
  },
);

test('ACC-03 a server that loses its sessions in the middle of everything charges each note once and keeps no hold', async () => {
  const client = world.client();
  await client.rpc.account.ensure.mutate();
  const { user } = await client.rpc.account.me.query();
  expect((await client.rpc.user.remainingTime.query()).remainingTime).toBe(startingSeconds);
  const urls = Array.from({ length: 3 }, (_, n) => {
    world.site.on(`/page-${n}`, { body: articleHtml(`the oven of page ${n}`, { paragraphs: 5 }) });
    return `${world.site.url}/page-${n}`;
  });
  // More than any transaction of a note writes, or it would never get through.
  await endings.endAt(2, 9);
  const submit = (url: string) =>
    waitFor(`a start of ${url}`, async () => {
      const answer = await client.rpc.ingest.submit.mutate({ items: [{ url }], noteLanguage: 'en' }).catch(() => null);
      const result = answer?.results[0];
      return result && 'contentId' in result ? result.contentId : undefined;
    });
  const ids: string[] = [];
  for (const url of urls) ids.push(await submit(url));
  const details = await Promise.all(ids.map((id) => settled(client, id)));
  await endings.stop();
  expect(details.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
  const holds = await database.query<{ content_id: string; state: string; committed: string }>(
    `select content_id, state, committed from ledger_holds h join ledger_accounts a on a.id = h.account_id where a.user_id = $1`,
    [user?.id],
  );
  expect(holds.map(({ content_id }) => content_id).sort()).toEqual(ids.toSorted());
  expect(holds.map(({ state }) => state)).toEqual(ids.map(() => 'committed'));
  const charged = holds.reduce((sum, { committed }) => sum + Number(committed), 0);
  expect(await stateOf(user?.id ?? '')).toMatchObject({
    available: startingSeconds - charged,
    reserved: 0,
    entries: 1 + ids.length,
  });
  const ended = await endings.ended();
  expect(ended).toContain('ledger_holds insert');
  expect(ended.length).toBeGreaterThan(1);
});
