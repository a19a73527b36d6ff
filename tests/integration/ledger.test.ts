/** The ledger of time on a real PostgreSQL: what it promises under concurrency, retries, crashes and jumping clocks. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient, type Tx } from '#db/client.ts';
import { ledgerAccounts, ledgerHolds } from '#db/schema/ledger.ts';
import { findAccount, lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { ledgerOperations, ModelledUser } from '../harness/database/ledger-model.ts';

let database: TestDatabase;
let client: DatabaseClient;
let made = 0;

beforeAll(async () => {
  const cluster = inject('clusters')[0]?.connection;
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster);
  client = createDatabase(database.connection, { max: 40, applicationName: 'test' });
});
afterAll(async () => {
  expect(await findDrift(client.db)).toEqual([]);
  await client.close();
  await database.drop();
});

/** A user with so many seconds. */
async function userWith(seconds: number, expiresAt: Date | null = null): Promise<string> {
  const userId = `ledger-${made++}`;
  await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [userId, `${userId}@example.org`]);
  await client.db.transaction(async (tx) => {
    const account = await bringUpToDate(tx, await lockAccount(tx, userId, 'time'), null);
    if (seconds > 0) await grant(tx, account, { reason: 'admin', reasonKey: 'first', amount: seconds, expiresAt });
  });
  return userId;
}

const reserve = (userId: string, amount: number, taskId: string = randomUUID()) =>
  tryReserve(client.db, { userId, kind: 'time', taskId, contentId: null, amount });
const commit = (holdId: string, amount: number) => settleHold(client.db, holdId, { state: 'committed', amount });
const release = (holdId: string) => settleHold(client.db, holdId, { state: 'released' });

async function stateOf(userId: string) {
  const account = await findAccount(client.db, userId, 'time');
  return { available: account?.available, reserved: account?.reserved };
}

async function hold(userId: string, amount: number): Promise<string> {
  const id = await reserve(userId, amount);
  if (id === null) throw new Error('nothing was reserved');
  return id;
}

describe('ACC-03 the ledger', () => {
  test('agrees with a model of it after every random operation, also when the clock jumps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ledgerOperations, { minLength: 5, maxLength: 30 }), async (list) => {
        const user = new ModelledUser(client, `model-${made++}`);
        await user.create();
        for (const operation of list) {
          await user.perform(operation);
          await user.compare();
        }
        expect(await findDrift(client.db)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  test('lets 200 spenders at once take exactly what there is, three times over', async () => {
    for (const seconds of [120, 1, 199]) {
      const userId = await userWith(seconds);
      const results = await Promise.all(Array.from({ length: 200 }, () => reserve(userId, 1)));
      const holds = results.filter((id) => id !== null);
      expect(holds).toHaveLength(seconds);
      expect(await stateOf(userId)).toEqual({ available: 0, reserved: seconds });
      await Promise.all(holds.map((id, n) => (n % 2 === 0 ? commit(id, 1) : release(id))));
      expect(await stateOf(userId)).toEqual({ available: Math.floor(seconds / 2), reserved: 0 });
    }
    expect(await findDrift(client.db)).toEqual([]);
  });

  test('commits no more than was reserved', async () => {
    const userId = await userWith(100);
    expect(await commit(await hold(userId, 10), 1000)).toMatchObject({ committed: 10 });
    expect(await stateOf(userId)).toEqual({ available: 90, reserved: 0 });
  });

  test('charges the grant that expires first, and lets expire what no hold has', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000);
    const userId = await userWith(100, null);
    await client.db.transaction(async (tx) => {
      const account = await lockAccount(tx, userId, 'time');
      await grant(tx, account, { reason: 'admin', reasonKey: 'late', amount: 50, expiresAt: inDays(9) });
      await grant(tx, account, { reason: 'admin', reasonKey: 'soon', amount: 50, expiresAt: inDays(2) });
    });
    await commit(await hold(userId, 60), 60);
    const left = () =>
      client.query(
        `select reason_key as key, remaining::int from ledger_grants g join ledger_accounts a on a.id = g.account_id
         where user_id = $1 order by g.id`,
        [userId],
      );
    expect(await left()).toEqual([
      { key: 'first', remaining: 100 },
      { key: 'late', remaining: 40 },
      { key: 'soon', remaining: 0 },
    ]);
    const held = await hold(userId, 15);
    await shiftClock(userId, 30);
    await update(userId);
    expect(await stateOf(userId)).toEqual({ available: 100, reserved: 15 });
    await commit(held, 5);
    await update(userId);
    expect(await stateOf(userId)).toEqual({ available: 100, reserved: 0 });
  });

  test('stays as it is when the clock jumps two days forth and back', async () => {
    const userId = await userWith(100, new Date(Date.now() + 24 * 3600_000));
    const rules = { startingSeconds: 60, monthlySeconds: 0, referralSeconds: 0, referralMost: 0, grantDays: null };
    const held = await hold(userId, 40);
    await shiftClock(userId, 2);
    const account = () => client.db.transaction(async (tx) => bringUpToDate(tx, await lockAccount(tx, userId, 'time'), rules));
    expect(await account()).toMatchObject({ available: 60, reserved: 40 });
    await shiftClock(userId, -2);
    expect(await account()).toMatchObject({ available: 60, reserved: 40 });
    await commit(held, 40);
    expect(await account()).toMatchObject({ available: 60, reserved: 0 });
  });
});

/** Bugs that others shipped. */
describe('ACC-03 the ledger does not know', () => {
  test('a refund by a retry after a lost answer: the first settlement stands, whatever the next ones say', async () => {
    const userId = await userWith(100);
    const first = await hold(userId, 40);
    expect(await commit(first, 30)).toMatchObject({ state: 'committed', committed: 30 });
    // The answer was lost: the same again, then by the other branch, then all of them at once.
    expect(await commit(first, 30)).toMatchObject({ state: 'committed', committed: 30 });
    expect(await release(first)).toMatchObject({ state: 'committed', committed: 30 });
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? commit(first, 10) : release(first))));
    expect(await stateOf(userId)).toEqual({ available: 70, reserved: 0 });
    const second = await hold(userId, 40);
    await release(second);
    expect(await commit(second, 40)).toMatchObject({ state: 'released', committed: 0 });
    expect(await stateOf(userId)).toEqual({ available: 70, reserved: 0 });
  });

  test('a free retry after a failure: a task that failed reserves again', async () => {
    const userId = await userWith(100);
    const taskId = randomUUID();
    await release((await reserve(userId, 30, taskId)) ?? '');
    const second = await reserve(userId, 30, taskId);
    expect(await stateOf(userId)).toEqual({ available: 70, reserved: 30 });
    await expect(reserve(userId, 30, taskId)).rejects.toThrow();
    expect(await stateOf(userId)).toEqual({ available: 70, reserved: 30 });
    await commit(second ?? '', 30);
    expect(await stateOf(userId)).toEqual({ available: 70, reserved: 0 });
  });

  test('a look before the leap: of two tasks that want the last second, one gets it', async () => {
    const userId = await userWith(1);
    const results = await Promise.all([reserve(userId, 1), reserve(userId, 1)]);
    expect(results.filter((id) => id !== null)).toHaveLength(1);
  });

  test('a starting grant twice: it and the refill are given once, however many come first', async () => {
    const userId = await userWith(0);
    const rules = { startingSeconds: 600, monthlySeconds: 300, referralSeconds: 0, referralMost: 0, grantDays: 30 };
    const first = () => client.db.transaction(async (tx) => bringUpToDate(tx, await lockAccount(tx, userId, 'time'), rules));
    await Promise.all(Array.from({ length: 30 }, first));
    expect(await stateOf(userId)).toEqual({ available: 900, reserved: 0 });
  });

  test('one refund for two: holds of the same amount both come back', async () => {
    const userId = await userWith(100);
    const holds = [await hold(userId, 25), await hold(userId, 25)];
    await Promise.all(holds.map(release));
    expect(await stateOf(userId)).toEqual({ available: 100, reserved: 0 });
  });
});

/** For this user it is so many days later. */
async function shiftClock(userId: string, days: number): Promise<void> {
  const account = `(select id from ledger_accounts where user_id = $1)`;
  await client.query(`update ledger_grants set expires_at = expires_at - $2 * interval '1 day' where account_id = ${account}`, [
    userId,
    days,
  ]);
  await client.query('update ledger_accounts set check_at = now() where user_id = $1', [userId]);
}

const update = (userId: string) =>
  client.db.transaction(async (tx) => bringUpToDate(tx, await lockAccount(tx, userId, 'time'), null));

describe('ACC-03 the database refuses', () => {
  const entry = (accountId: string, amount: number, balance: number) =>
    sql`insert into ledger_entries (movement, account_id, amount, balance_after, cause)
      values (gen_random_uuid(), ${accountId}, ${amount}, ${balance}, 'correction')`;

  const attempts: [string, (tx: Tx, accountId: string) => Promise<unknown>][] = [
    ['to change an entry', (tx, id) => tx.execute(sql`update ledger_entries set amount = 1 where account_id = ${id}`)],
    ['to delete an entry', (tx, id) => tx.execute(sql`delete from ledger_entries where account_id = ${id}`)],
    ['to empty the entries', (tx) => tx.execute(sql`truncate ledger_entries`)],
    [
      'a movement with one side',
      async (tx, id) => {
        await tx.execute(sql`update ledger_accounts set available = 105 where id = ${id}`);
        await tx.execute(entry(id, 5, 105));
      },
    ],
    [
      'a balance without an entry',
      (tx, id) => tx.execute(sql`update ledger_accounts set available = available + 1 where id = ${id}`),
    ],
    [
      'a balance below zero',
      (tx, id) => tx.execute(sql`update ledger_accounts set available = -1, reserved = 101 where id = ${id}`),
    ],
    [
      'a hold of no account',
      (tx) =>
        tx.execute(
          sql`insert into ledger_holds (account_id, kind, task_id, amount) values (${randomUUID()}, 'time', ${randomUUID()}, 1)`,
        ),
    ],
    [
      'to delete an account that has a hold',
      async (tx) => {
        const [empty] = await tx.insert(ledgerAccounts).values({ kind: 'time' }).returning({ id: ledgerAccounts.id });
        const held = { accountId: empty?.id ?? '', kind: 'time', taskId: randomUUID(), amount: 0 } as const;
        await tx.insert(ledgerHolds).values(held);
        await tx.delete(ledgerAccounts).where(eq(ledgerAccounts.id, held.accountId));
      },
    ],
  ];
  test.each(attempts)('%s', async (_name, work) => {
    const account = await findAccount(client.db, await userWith(100), 'time');
    await expect(client.db.transaction((tx) => work(tx, account?.id ?? ''))).rejects.toMatchObject({
      cause: {
        message: expect.stringMatching(
          /never changed|sum to zero|latest entry|ledger_accounts_never_negative|ledger_holds_account_id/,
        ),
      },
    });
  });
});
