/** What a user sees of the ledger, and what comes along when two accounts are joined, among other users. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { contents, extractions, sources } from '#db/schema/content.ts';
import { remainingTime, savedTime, timeAccount, timeEntries } from '#features/metering/server/account-view.ts';
import { balancesOf, changeBalance } from '#features/metering/server/correct-balance.ts';
import { findAccount, findCurrentAccount, lockAccount, lockAccountById } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { keepProcessed, measureHold, readCredit, settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { moveBoughtTime } from '#features/metering/server/move-bought-time.ts';
import { measureTime, settleTime } from '#features/metering/server/task-time.ts';
import { createTidyLedger } from '#features/metering/server/tidy-ledger.handler.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';
import { isFetchedAnew } from '#features/summaries/server/note-price.ts';
import type { Services } from '#infra/services.ts';
import type { Role } from '#lib/roles.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let services: Services;
let made = 0;
let ada = '';
let bob = '';

openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  services = { db: client.db, settings: { time: null }, licenseVendors: [] } as unknown as Services;
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

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => client.db.transaction(work);
const person = (id: string, role: Role = 'user') => ({ id, isOwner: false, role });

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

test('ACC-03 time and money are two accounts of a user, whichever was made first', async () => {
  for (const [userId, kinds] of [
    [ada, ['time', 'api']],
    [bob, ['api', 'time']],
  ] as const) {
    const made = [];
    for (const kind of kinds) made.push(await inTx((tx) => lockAccount(tx, userId, kind)));
    for (const [index, kind] of kinds.entries()) {
      const own = { id: made[index]?.id, userId, kind };
      expect(await findAccount(client.db, userId, kind)).toMatchObject(own);
      expect(await inTx((tx) => lockAccount(tx, userId, kind))).toMatchObject(own);
      await client.query("update ledger_accounts set check_at = now() + interval '1 day' where id = $1", [own.id]);
      expect(await findCurrentAccount(client.db, userId, kind)).toMatchObject(own);
      await client.query("update ledger_accounts set check_at = now() - interval '1 second' where id = $1", [own.id]);
      expect(await findCurrentAccount(client.db, userId, kind)).toBeNull();
    }
  }
});

test('ACC-03 an account is locked until the transaction ends, and no other is', async () => {
  const isFree = (userId: string, kind: string) =>
    client.query('select 1 from ledger_accounts where user_id = $1 and kind = $2 for update nowait', [userId, kind]).then(
      () => true,
      () => false,
    );
  for (const [userId, kind] of [
    [ada, 'time'],
    [ada, 'api'],
    [bob, 'time'],
  ] as const)
    await inTx((tx) => lockAccount(tx, userId, kind));
  const free = () => Promise.all([isFree(ada, 'time'), isFree(ada, 'api'), isFree(bob, 'time')]);
  const { id } = await inTx((tx) => lockAccount(tx, ada, 'time'));
  for (const lock of [(tx: Tx) => lockAccount(tx, ada, 'time'), (tx: Tx) => lockAccountById(tx, id)])
    await inTx(async (tx) => {
      await lock(tx);
      expect(await free()).toEqual([false, true, true]);
    });
  expect(await free()).toEqual([true, true, true]);
});

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

test('ACC-03 a source is fetched anew, and paid for, where it could not be read or was read too long ago', async () => {
  const addSource = async () => {
    const url = `https://a.example/${Math.random()}`;
    const [row] = await client.db.insert(sources).values({ key: url, url }).returning({ id: sources.id });
    return { id: row?.id ?? '', url };
  };
  const [link, beside] = [await addSource(), await addSource()];
  const read = async (sourceId: string, createdAt: Date) =>
    client.db.insert(extractions).values({ sourceId, createdAt, data: { problem: null } as never });
  const anew = (of: Parameters<typeof isFetchedAnew>[2] = link) =>
    Promise.all(
      ([null, 'out_of_time', 'fetch_failed'] as const).map((problemCode) => isFetchedAnew(client.db, { problemCode }, of)),
    );
  await read(beside.id, new Date());
  expect(await anew()).toEqual([true, true, true]);
  await read(link.id, new Date(Date.now() - 30 * 24 * 3_600_000));
  expect(await anew()).toEqual([true, true, true]);
  await read(link.id, new Date());
  // That the time was over says nothing about the source.
  expect(await anew()).toEqual([false, false, true]);
  // A file is never fetched.
  expect(await anew({ ...link, url: null })).toEqual([false, false, false]);
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

test('ACC-03 what takes longer than was reserved for it gets what is left to the second, and no more', async () => {
  await give(ada, 100, 'a');
  await give(bob, 500, 'b');
  const wanted = { userId: ada, kind: 'time', taskId: crypto.randomUUID(), contentId: null, amount: 60 } as const;
  const id = (await tryReserve(client.db, wanted)) ?? '';
  const { id: accountId } = await inTx((tx) => lockAccount(tx, ada, 'time'));
  const measured = async (amount: number) => {
    const fits = await inTx((tx) => measureHold(tx, { id, accountId }, amount));
    const [row] = await client.query(
      `select a.available::int, a.reserved::int, h.amount::int, h.measured::int
       from ledger_holds h join ledger_accounts a on a.id = h.account_id where h.id = $1`,
      [id],
    );
    return { fits, ...row };
  };
  expect(await measured(101)).toEqual({ fits: false, available: 40, reserved: 60, amount: 60, measured: null });
  expect(await measured(100)).toEqual({ fits: true, available: 0, reserved: 100, amount: 100, measured: 100 });
  expect(await measured(70)).toEqual({ fits: true, available: 0, reserved: 100, amount: 100, measured: 70 });
  expect(await settleHold(client.db, id, { state: 'committed', amount: 70 })).toEqual({ state: 'committed', committed: 70 });
  expect([await balancesOf(client.db, ada), await balancesOf(client.db, bob)]).toMatchObject([{ seconds: 30 }, { seconds: 500 }]);
});

test('ACC-03 a refill comes once in each month, and what was left of the last one expires', async () => {
  const time = { startingSeconds: 600, monthlySeconds: 60, grantDays: null, referralSeconds: 0, referralMost: 0 };
  const left = () => remainingTime({ db: client.db, settings: { time } } as unknown as Services, person(ada));
  expect(await left()).toMatchObject({ remainingTime: 660 });
  const ofAda = '(select id from ledger_accounts where user_id = $1)';
  const lastMonth = `update ledger_grants set reason_key = 'refill:2000-01', expires_at = now() where reason = 'refill' and account_id = ${ofAda}`;
  await client.query(lastMonth, [ada]);
  await client.query('update ledger_accounts set check_at = now() where user_id = $1', [ada]);
  expect([await left(), await left()]).toMatchObject([{ remainingTime: 660 }, { remainingTime: 660 }]);
  const { entries } = await timeEntries(services, ada, { limit: 20 });
  expect(entries.map(({ amount, cause, reason }) => [amount, cause, reason])).toEqual([
    [-60, 'expiry', 'refill'],
    [60, 'grant', 'refill'],
    [60, 'grant', 'refill'],
    [600, 'grant', 'starting'],
  ]);
});

test('ACC-04 an account says whether it is a member’s, and its balance to members alone', async () => {
  await give(ada, 2_500_000, 'a', 'api');
  const limited = { ...services, settings: { time: {} } } as unknown as Services;
  const selling = { ...services, licenseVendors: [{}] } as unknown as Services;
  expect(await timeAccount(limited, person(ada, 'lifetime'))).toEqual({
    ...{ savedItems: 0, member: true, licenses: 'off', balanceUsd: 2.5 },
  });
  expect(await timeAccount(selling, person(ada))).toMatchObject({ member: false, licenses: 'on', balanceUsd: null });
  expect(await timeAccount(selling, person(ada, 'guest'))).toMatchObject({ licenses: 'sign-in', balanceUsd: null });
  expect(await timeAccount(limited, person(bob, 'admin'))).toMatchObject({ member: true, balanceUsd: null });
  // A server without a limit has no members, and its owner is none.
  expect(await timeAccount(services, person(bob, 'admin'))).toMatchObject({ member: false });
  expect(await timeAccount(limited, { ...person(bob, 'admin'), isOwner: true })).toMatchObject({ member: false });
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
  // A note that ada began is still under way, and is paid from what does not come along as far as that is enough.
  const wanted = { userId: ada, kind: 'time', taskId: crypto.randomUUID(), contentId: null, amount: 620 } as const;
  const hold = await tryReserve(client.db, wanted);
  await inTx((tx) => moveBoughtTime(tx, { from: ada, to: bob }));
  expect(await settleHold(client.db, hold ?? '', { state: 'committed', amount: 620 })).toEqual({
    state: 'committed',
    committed: 620,
  });
  // Bob has no account of money: there is nothing to add to.
  expect([await balancesOf(client.db, ada), await balancesOf(client.db, bob), await balancesOf(client.db, carol)]).toEqual([
    { seconds: 0, micros: 7 },
    { seconds: 1510, micros: null },
    { seconds: 11, micros: null },
  ]);
  const grants = await client.query(
    `select reason, remaining::int, remark, expires_at from ledger_grants g join ledger_accounts a on a.id = g.account_id
     where a.user_id = $1 order by g.id`,
    [bob],
  );
  expect(grants).toMatchObject([
    { reason: 'starting', remaining: 500 },
    { reason: 'license', remaining: 980, expires_at: expiresAt },
    { reason: 'admin', remaining: 30, remark: 'remark a', expires_at: null },
  ]);
  // Again: nothing is left to move.
  await inTx((tx) => moveBoughtTime(tx, { from: ada, to: bob }));
  expect((await balancesOf(client.db, bob)).seconds).toBe(1510);
  await give(bob, 1, 'm', 'api');
  await inTx((tx) => moveBoughtTime(tx, { from: ada, to: bob }));
  expect([(await balancesOf(client.db, ada)).micros, (await balancesOf(client.db, bob)).micros]).toEqual([0, 8]);
});

test('ACC-03 a note that is begun as a guest is not free after signing in, however long it turns out to be', async () => {
  for (const [userId, amount] of [
    [ada, 600],
    [bob, 500],
  ] as const)
    await inTx(async (tx) => {
      const account = await lockAccount(tx, userId, 'time');
      await grant(tx, account, { reason: 'starting', reasonKey: 'starting', amount, expiresAt: null });
      await bringUpToDate(tx, account, null);
    });
  const taskIds = [crypto.randomUUID(), crypto.randomUUID()];
  const [short = '', long = ''] = taskIds;
  for (const taskId of taskIds)
    expect(await tryReserve(client.db, { userId: ada, kind: 'time', taskId, contentId: null, amount: 1 })).not.toBeNull();
  await inTx((tx) => moveBoughtTime(tx, { from: ada, to: bob }));
  await client.query('delete from "user" where id = $1', [ada]);
  await inTx((tx) => measureTime(services, tx, { taskId: short, seconds: 400 }));
  const tooLong = inTx((tx) => measureTime(services, tx, { taskId: long, seconds: 201 }));
  await expect(tooLong).rejects.toMatchObject({ code: 'out_of_time' });
  await inTx((tx) => settleTime(tx, long, { completed: false }));
  await inTx((tx) => settleTime(tx, short, { completed: true }));
  const holds = await client.query('select state, committed::int from ledger_holds where task_id = any($1) order by committed', [
    taskIds,
  ]);
  expect(holds).toEqual([
    { state: 'released', committed: 0 },
    { state: 'committed', committed: 400 },
  ]);
  expect((await balancesOf(client.db, bob)).seconds).toBe(500);
});

class TakenBack extends Error {}

test.each<[wrong: string, statement: string, told: { what: string; is: number; shouldBe: number }[]]>([
  [
    'a balance that no entry explains',
    'update ledger_accounts set available = available + 1 where id = $1',
    [
      { what: 'entries', is: 101, shouldBe: 100 },
      { what: 'grants', is: 101, shouldBe: 100 },
    ],
  ],
  [
    'a reservation without a hold',
    'update ledger_accounts set available = available - 1, reserved = reserved + 1 where id = $1',
    [{ what: 'holds', is: 1, shouldBe: 0 }],
  ],
  [
    'a grant that lost a second',
    'update ledger_grants set remaining = remaining - 1 where account_id = $1',
    [{ what: 'grants', is: 100, shouldBe: 99 }],
  ],
  [
    'a movement with one side',
    `insert into ledger_entries (movement, account_id, amount, balance_after, cause) values (gen_random_uuid(), $1, 5, 105, 'correction')`,
    [
      { what: 'entries', is: 100, shouldBe: 105 },
      { what: 'sum', is: 5, shouldBe: 0 },
    ],
  ],
])('ACC-03 the job that compares sums tells of %s', async (_wrong, statement, told) => {
  await give(ada, 100, 'a');
  await give(bob, 50, 'b');
  const [account] = await client.query<{ id: string }>('select id from ledger_accounts where user_id = $1', [ada]);
  const id = account?.id ?? '';
  const errors: unknown[] = [];
  const logger = { warn: () => undefined, error: (drift: unknown) => errors.push(drift) };
  // The database refuses such a transaction at its end: it is looked at before, and taken back.
  await inTx(async (tx) => {
    await tx.execute(sql.raw(statement.replace('$1', `'${id}'`)));
    await createTidyLedger({ db: tx as never }).run({}, { logger, signal: new AbortController().signal } as never);
    throw new TakenBack();
  }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  expect(errors).toEqual(told.map((one) => ({ ...one, account: one.what === 'sum' ? null : id })));
});

test('ACC-03 a hold whose task was lost takes what its user keeps, as credit for the next note, and nothing else', async () => {
  const [kept, nothing] = [await addContent(ada), await addContent(ada)];
  await give(ada, 300, 'a');
  const reserve = async (contentId: string) =>
    (await tryReserve(client.db, { userId: ada, kind: 'time', taskId: crypto.randomUUID(), contentId, amount: 60 })) ?? '';
  const holds = [await reserve(kept), await reserve(nothing)];
  await inTx((tx) => keepProcessed(tx, { id: holds[0] ?? '' }, 40));
  const logger = { warn: () => {}, error: () => {} };
  await createTidyLedger(services).run({}, { logger, signal: new AbortController().signal } as never);
  const rows = await client.query(
    'select state, committed::int, credit::int from ledger_holds where id = any($1) order by committed desc',
    [holds],
  );
  expect(rows).toEqual([
    { state: 'committed', committed: 40, credit: 40 },
    { state: 'expired', committed: 0, credit: 0 },
  ]);
  expect([
    await readCredit(client.db, { userId: ada, contentId: kept }),
    await readCredit(client.db, { userId: bob, contentId: kept }),
  ]).toEqual([40, 0]);
});
