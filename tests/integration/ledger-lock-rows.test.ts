/** What two who change the ledger at once wait for, and in which order grants are used, moved and swept. */
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { ledgerAccounts, ledgerHolds } from '#db/schema/ledger.ts';
import { remainingTime } from '#features/metering/server/account-view.ts';
import { balancesOf, changeBalance } from '#features/metering/server/correct-balance.ts';
import { findAccount, lockAccount, lockAccountsOf } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { expireGrants, grant, type NewGrant } from '#features/metering/server/ledger/grants.ts';
import { keepProcessed, settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { moveBoughtTime } from '#features/metering/server/move-bought-time.ts';
import { settleTime } from '#features/metering/server/task-time.ts';
import { createTidyLedger } from '#features/metering/server/tidy-ledger.handler.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let made = 0;
let ada = '';
let bob = '';
openOwnDatabase((own) => {
  client = own;
});
afterAll(async () => {
  expect(await findDrift(client.db)).toEqual([]);
});
beforeEach(async () => {
  made++;
  [ada, bob] = [`ada-${made}`, `bob-${made}`];
  for (const id of [ada, bob])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
});

const time = { startingSeconds: 600, monthlySeconds: 60, grantDays: null, referralSeconds: 0, referralMost: 0 };
const timed = { settings: { time } } as unknown as Services;
const untimed = { settings: { time: null } } as unknown as Services;
const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => client.db.transaction(work);
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
const change = (userId: string, amount: number, key: string, kind: 'time' | 'api' = 'time', services = untimed) =>
  inTx((tx) => changeBalance(services, tx, { userId, kind, amount, key, remark: `remark ${key}` })).then(() => 'ok', codeOf);
const give = (userId: string, reasonKey: string, values: Pick<NewGrant, 'amount' | 'expiresAt'> & Partial<NewGrant>) =>
  inTx(async (tx) => grant(tx, await lockAccount(tx, userId, 'time'), { reason: 'admin', reasonKey, ...values }));
const hold = async (userId: string, amount: number, taskId: string = randomUUID(), kind: 'time' | 'api' = 'time') => {
  const id = await tryReserve(client.db, { userId, kind, taskId, contentId: randomUUID(), amount });
  if (id === null) throw new Error('nothing was reserved');
  return id;
};
const upToDate = (userId: string) => inTx(async (tx) => bringUpToDate(tx, await lockAccount(tx, userId, 'time'), null));

const isFree = (userId: string) =>
  client.query('select 1 from ledger_accounts where user_id = $1 for update nowait', [userId]).then(
    () => true,
    () => false,
  );

/** The first of the two by user and by age is the last by its id. */
async function addAccounts(): Promise<void> {
  const ids = [randomUUID(), randomUUID()].toSorted().toReversed();
  for (const [index, userId] of [ada, bob].entries())
    await client.db.insert(ledgerAccounts).values({ ...(ids[index] ? { id: ids[index] } : {}), userId, kind: 'time' });
}

test('ACC-03 accounts of several users are locked in the order of their ids, and those of others are not', async () => {
  await addAccounts();
  const carol = `carol-${made}`;
  await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [carol, `${carol}@example.org`]);
  await inTx((tx) => lockAccount(tx, carol, 'time'));
  const free = () => Promise.all([isFree(ada), isFree(bob), isFree(carol)]);
  const both = (tx: Tx) => lockAccountsOf(tx, [ada, bob]);
  await inTx(async (tx) => {
    await both(tx);
    expect(await free()).toEqual([false, false, true]);
  });
  const seen: unknown[] = [];
  await meanwhile(
    client,
    (tx) => lockAccount(tx, bob, 'time'),
    () => inTx(both),
    async () => seen.push(await free()),
  );
  expect(seen).toEqual([[true, false, true]]);
});

test('ACC-03 two merges lock the same account first, whichever way they go', async () => {
  await addAccounts();
  for (const [from, to] of [
    [ada, bob],
    [bob, ada],
  ] as const) {
    const move = () => inTx((tx) => moveBoughtTime(tx, { from, to }));
    const seen: unknown[] = [];
    await meanwhile(
      client,
      (tx) => lockAccount(tx, ada, 'time'),
      move,
      async () => seen.push(await isFree(bob)),
    );
    expect(seen).toEqual([true]);
  }
});

test('ACC-03 a merge makes no account, and leaves of the oldest grants what open holds may take', async () => {
  const accounts = () => client.db.$count(ledgerAccounts, inArray(ledgerAccounts.userId, [ada, bob]));
  await give(ada, 'old', { reason: 'license', amount: 100, expiresAt: null });
  await give(ada, 'new', { amount: 30, remark: 'by hand', expiresAt: new Date(Date.UTC(2040, 0, 1)) });
  for (const [from, to] of [
    [ada, bob],
    [bob, ada],
  ] as const)
    await inTx((tx) => moveBoughtTime(tx, { from, to }));
  expect(await accounts()).toBe(1);
  await upToDate(ada);
  await hold(ada, 110);
  await upToDate(bob);
  // The older one is now the last in the table.
  await client.query(`update ledger_grants set remark = 'sold' where reason_key = 'old'`);
  await inTx((tx) => moveBoughtTime(tx, { from: ada, to: bob }));
  const grantsOf = async (userId: string) =>
    client.query(
      `select reason, remark, remaining::int from ledger_grants g join ledger_accounts a on a.id = g.account_id
       where a.user_id = $1 order by g.id`,
      [userId],
    );
  expect(await grantsOf(ada)).toEqual([
    { reason: 'license', remark: 'sold', remaining: 100 },
    { reason: 'admin', remark: 'by hand', remaining: 10 },
  ]);
  expect(await grantsOf(bob)).toEqual([{ reason: 'admin', remark: 'by hand', remaining: 20 }]);
  expect([await balancesOf(client.db, ada), await balancesOf(client.db, bob)]).toMatchObject([{ seconds: 0 }, { seconds: 20 }]);
});

test('ACC-03 of what has expired, open holds keep what would have been used first', async () => {
  for (const userId of [ada, bob]) {
    await give(userId, 'late', { amount: 50, expiresAt: inDays(2) });
    await give(userId, 'soon', { amount: 50, expiresAt: inDays(1) });
    await give(userId, 'spent', { amount: 5, expiresAt: inDays(3) });
    await upToDate(userId);
  }
  await hold(ada, 60);
  await client.query(
    `update ledger_grants set expires_at = expires_at - interval '10 days' where reason_key in ('late', 'soon')`,
  );
  await inTx(async (tx) => expireGrants(tx, await lockAccount(tx, ada, 'time')));
  const left = (userId: string) =>
    client.query(
      `select reason_key as key, remaining::int from ledger_grants g join ledger_accounts a on a.id = g.account_id
       where a.user_id = $1 order by g.id`,
      [userId],
    );
  expect(await left(ada)).toEqual([
    { key: 'late', remaining: 10 },
    { key: 'soon', remaining: 50 },
    { key: 'spent', remaining: 5 },
  ]);
  expect((await left(bob)).map(({ remaining }) => remaining)).toEqual([50, 50, 5]);
  const account = await findAccount(client.db, ada, 'time');
  expect(account).toMatchObject({ available: 5, reserved: 60 });
  const expiries = await client.query(
    `select e.amount::int, e.balance_after::int, g.reason_key as key from ledger_entries e join ledger_grants g on g.id = e.grant_id
     where e.cause = 'expiry' and e.account_id = $1`,
    [account?.id],
  );
  expect(expiries).toEqual([{ amount: -40, balance_after: 65, key: 'late' }]);
});

test('ACC-03 an account is looked at again when the first of its grants expires', async () => {
  const checkedIn = async () =>
    Math.round((((await findAccount(client.db, ada, 'time'))?.checkAt.getTime() ?? 0) - Date.now()) / 1000);
  await upToDate(ada);
  await client.query(`update ledger_accounts set check_at = now() + interval '5 days' where user_id = $1`, [ada]);
  await give(ada, 'for ever', { amount: 1, expiresAt: null });
  expect(Math.abs((await checkedIn()) - 5 * 86_400)).toBeLessThan(30);
  await give(ada, 'long', { amount: 1, expiresAt: inDays(9) });
  expect(Math.abs((await checkedIn()) - 5 * 86_400)).toBeLessThan(30);
  await give(ada, 'short', { amount: 1, expiresAt: new Date(Date.now() + 600_000) });
  expect(Math.abs((await checkedIn()) - 600)).toBeLessThan(30);
});

test('ACC-03 the date of the time that is left is that of the first of one’s own grants that is not over or used up', async () => {
  const services = { ...timed, db: client.db };
  const person = { id: ada, role: 'user' } as const;
  const first = inDays(0.2);
  await give(bob, 'of another', { amount: 10, expiresAt: inDays(0.1) });
  await give(ada, 'used up', { amount: 10, expiresAt: inDays(0.02) });
  await upToDate(ada);
  await settleHold(client.db, await hold(ada, 10), { state: 'committed', amount: 10 });
  await give(ada, 'over', { amount: 10, expiresAt: inDays(0.01) });
  await give(ada, 'first', { amount: 10, expiresAt: first });
  await hold(ada, 10);
  // What a hold keeps of a grant that is over is left until it ends, and does not count.
  await client.query(`update ledger_grants set expires_at = now() - interval '1 hour' where reason_key = 'over'`);
  expect(await remainingTime(services, person)).toEqual({ remainingTime: 10, expiresAt: first.toISOString() });
});

test('ACC-03 a correction is made once, takes what is there to the last and never what is reserved', async () => {
  const left = async () => balancesOf(client.db, ada);
  // Money has no starting time.
  expect([await change(ada, 500, 'a', 'api', timed), await change(ada, 500, 'a', 'api', timed)]).toEqual(['ok', 'ok']);
  expect(await left()).toEqual({ seconds: null, micros: 500 });
  expect(await change(ada, 10, 'a', 'time', timed)).toBe('ok');
  expect(await left()).toEqual({ seconds: 670, micros: 500 });
  expect(await change(bob, 9, 'a')).toBe('ok');
  await hold(ada, 70);
  expect(await change(ada, -601, 'b', 'time', timed)).toBe('balance_too_small');
  expect(await left()).toEqual({ seconds: 600, micros: 500 });
  expect(await change(ada, -600, 'b', 'time', timed)).toBe('ok');
  expect([await left(), await balancesOf(client.db, bob)]).toEqual([
    { seconds: 0, micros: 500 },
    { seconds: 9, micros: null },
  ]);
  const [last] = await client.query(
    `select amount::int, balance_after::int, cause, hold_id, grant_id from ledger_entries where account_id = $1 order by id desc limit 1`,
    [(await findAccount(client.db, ada, 'time'))?.id],
  );
  expect(last).toEqual({ amount: -600, balance_after: 70, cause: 'correction', hold_id: null, grant_id: null });
});

const logged: unknown[] = [];
const logger = { warn: (fields: unknown) => void logged.push(fields), error: (fields: unknown) => void logged.push(fields) };
const sweep = (signal: unknown = new AbortController().signal) =>
  createTidyLedger({ db: client.db }).run({}, { logger, signal } as never);
const holdOf = async (id: string) =>
  (await client.db.select().from(ledgerHolds).where(eq(ledgerHolds.id, id))).map(({ state, committed, credit }) => [
    ...[state, committed, credit],
  ])[0];

test('ACC-03 a hold that is settled while it is swept stays as it was settled', async () => {
  await sweep();
  await change(ada, 100, 'a');
  const taskId = randomUUID();
  const id = await hold(ada, 40, taskId);
  const settle = (tx: Tx) => settleTime(tx, taskId, { completed: true });
  await meanwhile(client, settle, sweep);
  expect(await holdOf(id)).toEqual(['committed', 40, 0]);
  expect((await balancesOf(client.db, ada)).seconds).toBe(60);
});

test('ACC-03 a lost hold is swept with its credit or not at all, and a member gets none', async () => {
  await sweep();
  await change(ada, 100, 'a');
  const id = await hold(ada, 40);
  await inTx((tx) => keepProcessed(tx, { id }, 30));
  await client.query('alter table ledger_holds add constraint no_credit check (credit = 0) not valid');
  try {
    await expect(sweep()).rejects.toThrow();
    expect(await holdOf(id)).toEqual(['open', 0, 0]);
  } finally {
    await client.query('alter table ledger_holds drop constraint no_credit');
  }
  const account = await inTx((tx) => lockAccount(tx, bob, 'time'));
  const [member] = await client.db
    .insert(ledgerHolds)
    .values({ accountId: account.id, kind: 'time', taskId: randomUUID(), amount: 40, processed: 30, covered: true })
    .returning({ id: ledgerHolds.id });
  await sweep();
  expect([await holdOf(id), await holdOf(member?.id ?? '')]).toEqual([
    ['committed', 30, 30],
    ['committed', 30, 0],
  ]);
});

test('ACC-03 the oldest of the lost holds are swept first, a thousand at once', async () => {
  await sweep();
  await change(ada, 5000, 'a', 'api');
  const [young, old] = [await hold(ada, 1, randomUUID(), 'api'), await hold(ada, 1, randomUUID(), 'api')];
  await client.query(`update ledger_holds set created_at = now() - interval '1 hour' where id = $1`, [old]);
  let looks = 0;
  const stopped = new Error('stopped');
  const afterOne = {
    throwIfAborted: () => {
      if (++looks > 1) throw stopped;
    },
  };
  await expect(sweep(afterOne)).rejects.toBe(stopped);
  expect([await holdOf(old), await holdOf(young)]).toEqual([
    ['expired', 0, 0],
    ['open', 0, 0],
  ]);
  await client.query(`select ledger_reserve($1, 'api', gen_random_uuid(), null, 1) from generate_series(1, 1000)`, [ada]);
  logged.length = 0;
  for (let round = 0; round < 3; round++) await sweep();
  expect(logged).toEqual([{ swept: 1000 }, { swept: 1 }]);
  expect((await balancesOf(client.db, ada)).micros).toBe(5000);
});
