/** What a user sees of the ledger, and what comes along when two accounts are joined, among other users. */
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient, type Tx } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import { remainingTime, savedTime, timeAccount, timeEntries } from '#features/metering/server/account-view.ts';
import { balancesOf, changeBalance } from '#features/metering/server/correct-balance.ts';
import { lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { moveBoughtTime } from '#features/metering/server/move-bought-time.ts';
import type { Services } from '#infra/services.ts';
import type { Role } from '#lib/roles.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';

let database: TestDatabase;
let client: DatabaseClient;
let services: Services;
let made = 0;
let ada = '';
let bob = '';

beforeAll(async () => {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster.connection);
  client = createDatabase(database.connection, { max: 4, applicationName: 'test' });
  services = { db: client.db, settings: { time: null }, licenseVendors: [] } as unknown as Services;
});
afterAll(async () => {
  expect(await findDrift(client.db)).toEqual([]);
  await client.close();
  await database.drop();
});
beforeEach(async () => {
  made++;
  [ada, bob] = [`ada-${made}`, `bob-${made}`];
  for (const id of [ada, bob])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
});

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => client.db.transaction(work);
const person = (id: string, role: Role = 'user') => ({ id, role });

const give = (userId: string, amount: number, key: string, kind: 'time' | 'api' = 'time') =>
  inTx((tx) => changeBalance(services, tx, { userId, kind, amount, key, remark: `remark ${key}` }));

async function addContent(userId: string, values: Partial<typeof contents.$inferInsert> = {}): Promise<string> {
  const url = `https://a.example/${userId}/${Math.random()}`;
  const [source] = await client.db.insert(sources).values({ key: url, url }).returning({ id: sources.id });
  const needed = {
    userId,
    sourceId: source?.id ?? '',
    title: `of ${userId}`,
    contentType: 'online',
    noteLanguage: 'en',
  } as const;
  const [row] = await client.db
    .insert(contents)
    .values({ ...needed, ...values })
    .returning({ id: contents.id });
  return row?.id ?? '';
}

async function spend(userId: string, amount: number, contentId: string): Promise<void> {
  const wanted = { userId, kind: 'time', taskId: crypto.randomUUID(), contentId, amount } as const;
  const hold = await tryReserve(client.db, wanted);
  await settleHold(client.db, hold ?? '', { state: 'committed', amount });
}

test('ACC-03 a user reads entries of their own time alone, page by page, with titles of their own contents', async () => {
  const [mine, bobs] = [await addContent(ada), await addContent(bob)];
  await give(ada, 300, 'a');
  await give(ada, 9, 'money', 'api');
  await give(bob, 70, 'b');
  await spend(ada, 40, mine);
  // A content that is another's says nothing.
  await spend(ada, 50, bobs);
  await give(ada, -10, 'c');
  const { entries, nextCursor } = await timeEntries(services, ada, { limit: 10 });
  expect(nextCursor).toBeNull();
  expect(entries).toMatchObject([
    { amount: -10, balanceAfter: 200, cause: 'correction', content: null, reason: null },
    { amount: -50, balanceAfter: 210, cause: 'charge', content: null },
    { amount: -40, balanceAfter: 260, cause: 'charge', content: { contentId: mine, title: `of ${ada}` } },
    { amount: 300, balanceAfter: 300, cause: 'grant', reason: 'admin', remark: 'remark a', content: null },
  ]);
  const first = await timeEntries(services, ada, { limit: 3 });
  expect([first.entries, first.nextCursor]).toEqual([entries.slice(0, 3), entries[2]?.id]);
  const rest = await timeEntries(services, ada, { limit: 3, cursor: first.nextCursor ?? 0 });
  expect(rest).toEqual({ entries: entries.slice(3), nextCursor: null });
  expect((await timeEntries(services, ada, { limit: 4 })).nextCursor).toBeNull();
  expect((await timeEntries(services, bob, { limit: 10 })).entries).toMatchObject([{ amount: 70, balanceAfter: 70 }]);
});

test('ACC-11 saved time is of the user’s own recordings that have a note', async () => {
  const noteVersionId = crypto.randomUUID();
  expect(await savedTime(services, ada)).toEqual({ minutes: 0, items: 0 });
  await addContent(ada, { noteVersionId, durationMs: 60_000 });
  await addContent(ada, { noteVersionId, durationMs: 6_600 });
  await addContent(ada, { durationMs: 600_000 });
  await addContent(ada, { noteVersionId });
  await addContent(bob, { noteVersionId, durationMs: 3_600_000 });
  expect(await savedTime(services, ada)).toEqual({ minutes: 1.11, items: 2 });
});

test('ACC-03 the time that is left is told as it was given, and until when', async () => {
  const time = { startingSeconds: 600, monthlySeconds: 60, grantDays: null, referralSeconds: 0, referralMost: 0 };
  const timed = { ...services, settings: { time } } as unknown as Services;
  expect(await remainingTime(services, person(ada))).toEqual({ remainingTime: null, expiresAt: null });
  expect(await remainingTime(timed, null)).toEqual({ remainingTime: 660, expiresAt: null });
  const { remainingTime: left, expiresAt } = await remainingTime(timed, person(ada));
  const month = new Date();
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  expect([left, expiresAt]).toEqual([660, next.toISOString()]);
  // Looked at again it is given no second time, and not to others.
  expect((await remainingTime(timed, person(ada))).remainingTime).toBe(660);
  expect(await balancesOf(client.db, bob)).toEqual({ seconds: null, micros: null });
  await client.query(`update "user" set paid_until = '2040-05-06T12:00:00Z' where id = $1`, [ada]);
  const paid = { remainingTime: null, expiresAt: '2040-05-06T12:00:00.000Z' };
  expect(await remainingTime(timed, person(ada, 'paid'))).toEqual(paid);
  expect(await remainingTime(timed, person(ada, 'lifetime'))).toEqual({ ...paid, expiresAt: null });
});

test('ACC-04 an account says whether it is a member’s, and its balance to members alone', async () => {
  await give(ada, 2_500_000, 'a', 'api');
  const selling = { ...services, licenseVendors: [{}] } as unknown as Services;
  expect(await timeAccount(services, person(ada, 'lifetime'))).toEqual({
    ...{ savedItems: 0, member: true, licenses: 'off', balanceUsd: 2.5 },
  });
  expect(await timeAccount(selling, person(ada))).toMatchObject({ member: false, licenses: 'on', balanceUsd: null });
  expect(await timeAccount(selling, person(ada, 'guest'))).toMatchObject({ licenses: 'sign-in', balanceUsd: null });
  expect(await timeAccount(services, person(bob, 'admin'))).toMatchObject({ member: true, balanceUsd: null });
});

test('ACC-03 what was bought or given by hand comes along, what everybody is given does not', async () => {
  const carol = `carol-${made}`;
  await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [carol, `${carol}@example.org`]);
  const expiresAt = new Date(Date.UTC(2040, 0, 1));
  const grantTo = (userId: string, reason: 'starting' | 'license' | 'refill', amount: number) =>
    inTx(async (tx) => {
      const account = await lockAccount(tx, userId, 'time');
      await grant(tx, account, { reason, reasonKey: `${reason}:1`, amount, expiresAt: reason === 'license' ? expiresAt : null });
    });
  await grantTo(ada, 'starting', 600);
  await grantTo(ada, 'license', 1000);
  await grantTo(bob, 'starting', 500);
  await give(ada, 30, 'a');
  await give(ada, 7, 'm', 'api');
  await give(carol, 11, 'c');
  // A note that ada began is still under way.
  const wanted = { userId: ada, kind: 'time', taskId: crypto.randomUUID(), contentId: null, amount: 1620 } as const;
  const hold = await tryReserve(client.db, wanted);
  await inTx((tx) => moveBoughtTime(tx, { from: ada, to: bob }));
  expect(await settleHold(client.db, hold ?? '', { state: 'committed', amount: 1620 })).toEqual({
    state: 'released',
    committed: 0,
  });
  // Bob has no account of money: there is nothing to add to.
  expect([await balancesOf(client.db, ada), await balancesOf(client.db, bob), await balancesOf(client.db, carol)]).toEqual([
    { seconds: 600, micros: 7 },
    { seconds: 1530, micros: null },
    { seconds: 11, micros: null },
  ]);
  const grants = await client.query(
    `select reason, remaining::int, remark, expires_at from ledger_grants g join ledger_accounts a on a.id = g.account_id
     where a.user_id = $1 order by g.id`,
    [bob],
  );
  expect(grants).toMatchObject([
    { reason: 'starting', remaining: 500 },
    { reason: 'license', remaining: 1000, expires_at: expiresAt },
    { reason: 'admin', remaining: 30, remark: 'remark a', expires_at: null },
  ]);
  // Again: nothing is left to move.
  await inTx((tx) => moveBoughtTime(tx, { from: ada, to: bob }));
  expect((await balancesOf(client.db, bob)).seconds).toBe(1530);
  await give(bob, 1, 'm', 'api');
  await inTx((tx) => moveBoughtTime(tx, { from: ada, to: bob }));
  expect([(await balancesOf(client.db, ada)).micros, (await balancesOf(client.db, bob)).micros]).toEqual([0, 8]);
});
