/** What a task reserves, keeps and gives back of time and money, hold by hold, among other tasks, contents and users. */
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { ledgerHolds } from '#db/schema/ledger.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { balancesOf, changeBalance } from '#features/metering/server/correct-balance.ts';
import { lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import {
  creditOf,
  findOpenHold,
  giveCredit,
  holdCovered,
  measureHold,
  readCredit,
  settleHold,
  spendCredit,
  tryReserve,
} from '#features/metering/server/ledger/holds.ts';
import { chargeLateUse, leaveMoney, reservedMoney, reserveMoney, settleMoney } from '#features/metering/server/task-money.ts';
import { keepTime, leaveTime, measureTime, reserveTime, settleTime } from '#features/metering/server/task-time.ts';
import type { Services } from '#infra/services.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
let made = 0;
let ada = '';
let bob = '';
let member = '';
let beside = '';
openOwnDatabase((own) => {
  client = own;
});
afterAll(async () => {
  expect(await findDrift(client.db)).toEqual([]);
});
beforeEach(async () => {
  made++;
  [ada, bob, member, beside] = [`ada-${made}`, `bob-${made}`, `member-${made}`, `beside-${made}`];
  for (const id of [ada, bob, member, beside])
    await client.query('insert into "user" (id, name, email, is_anonymous, is_lifetime) values ($1, $1, $2, false, $3)', [
      ...[id, `${id}@example.org`, id === member || id === beside],
    ]);
});

const time = { startingSeconds: 0, monthlySeconds: 0, grantDays: null, referralSeconds: 0, referralMost: 0 };
const servicesWith = (costLimitUsd: number | null = 2) =>
  ({ db: client.db, settings: { time, model: { costLimitUsd } } }) as unknown as Services;
const services = () => servicesWith();
const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => client.db.transaction(work);
const give = (userId: string, amount: number, kind: 'time' | 'api' = 'time') =>
  inTx((tx) => changeBalance(services(), tx, { userId, kind, amount, key: randomUUID(), remark: '' }));
const hold = async (
  userId: string,
  amount: number,
  values: { kind?: 'time' | 'api'; taskId?: string; contentId?: string | null } = {},
) => (await tryReserve(client.db, { userId, kind: 'time', taskId: randomUUID(), contentId: null, amount, ...values })) ?? '';
async function holdById(id: string) {
  const [row] = await client.db.select().from(ledgerHolds).where(eq(ledgerHolds.id, id));
  if (!row) throw new Error('no hold');
  return row;
}
const holdsOf = async (...taskIds: string[]) =>
  client.query(
    `select a.user_id as of, h.kind, h.state, h.amount::int, h.committed::int from ledger_holds h
     join ledger_accounts a on a.id = h.account_id where h.task_id = any($1) order by h.created_at, h.state = 'open'`,
    [taskIds],
  );
const spend = (job: string, costUsd: number) =>
  client.db.insert(modelUses).values({ job, kind: 'note', ownKey: false, model: 'm', costUsd });
const left = async (userId: string) => balancesOf(client.db, userId);

test('ACC-03 credit is of a user’s content, is given for one hold and spent for all of that content', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await give(ada, 1000);
  await give(bob, 1000);
  const ids: string[] = [];
  for (const [userId, contentId, amount] of [
    [ada, one, 10],
    [ada, one, 20],
    [ada, two, 40],
    [bob, one, 80],
  ] as const) {
    const id = await hold(userId, amount, { contentId });
    await settleHold(client.db, id, { state: 'committed', amount });
    ids.push(id);
  }
  const credits = async () => (await Promise.all(ids.map(holdById))).map(({ credit }) => credit);
  await inTx((tx) => giveCredit(tx, { id: ids[0] ?? '' }));
  expect(await credits()).toEqual([10, 0, 0, 0]);
  for (const id of ids) await inTx((tx) => giveCredit(tx, { id }));
  expect(await credits()).toEqual([10, 20, 40, 80]);
  const first = await holdById(ids[0] ?? '');
  expect([await creditOf(client.db, first), await creditOf(client.db, { ...first, contentId: null })]).toEqual([30, 0]);
  expect([
    await readCredit(client.db, { userId: ada, contentId: one }),
    await readCredit(client.db, { userId: bob, contentId: one }),
    await readCredit(client.db, { userId: bob, contentId: two }),
  ]).toEqual([30, 80, 0]);
  await inTx((tx) => spendCredit(tx, { ...first, contentId: null }));
  expect(await credits()).toEqual([10, 20, 40, 80]);
  await inTx((tx) => spendCredit(tx, first));
  expect(await credits()).toEqual([0, 0, 40, 80]);
});

test('ACC-03 a measure changes its own open hold alone, and a member’s without their account', async () => {
  await give(ada, 100);
  const [settled, open] = [await hold(ada, 10), await hold(ada, 10)];
  await settleHold(client.db, settled, { state: 'committed', amount: 10 });
  const measure = async (id: string, amount: number) => {
    const one = await holdById(id);
    return inTx((tx) => measureHold(tx, one, amount));
  };
  expect(await measure(settled, 50)).toBe(true);
  expect([await holdById(settled), await left(ada)]).toMatchObject([{ amount: 10, measured: null }, { seconds: 80 }]);
  const account = await inTx((tx) => lockAccount(tx, member, 'time'));
  const taskId = randomUUID();
  await inTx((tx) => holdCovered(tx, account, { taskId, contentId: null, amount: 1 }));
  const covered = await findOpenHold(client.db, taskId, 'time');
  expect(covered).toMatchObject({ kind: 'time', amount: 1, covered: true });
  expect(await measure(covered?.id ?? '', 5000)).toBe(true);
  expect([await holdById(covered?.id ?? ''), await left(member)]).toMatchObject([
    { amount: 5000, measured: 5000 },
    { seconds: 0 },
  ]);
  expect(await holdById(open)).toMatchObject({ amount: 10, measured: null });
  await settleHold(client.db, open, { state: 'released' });
  await inTx((tx) => settleTime(tx, taskId, { completed: false }));
});

test('ACC-03 what a member keeps without a note is no credit, what another keeps is', async () => {
  await give(ada, 100);
  for (const [userId, credit] of [
    [member, 0],
    [ada, 40],
  ] as const) {
    const [taskId, contentId] = [randomUUID(), randomUUID()];
    await inTx((tx) => reserveTime(services(), tx, { userId, taskId, contentId, seconds: null }));
    await inTx((tx) => keepTime(services(), tx, { taskId, seconds: 40 }));
    await inTx((tx) => settleTime(tx, taskId, { completed: false }));
    expect(await holdsOf(taskId)).toMatchObject([{ of: userId, state: 'committed', committed: 40 }]);
    expect(await readCredit(client.db, { userId, contentId })).toBe(credit);
  }
});

test('ACC-03 a refusal says how many minutes are needed, and how many there are with what is reserved', async () => {
  await give(ada, 200);
  const begin = (seconds: number, taskId: string = randomUUID()) =>
    inTx((tx) => reserveTime(services(), tx, { userId: ada, taskId, contentId: null, seconds }));
  await expect(begin(301)).rejects.toMatchObject({ code: 'out_of_time', params: { needed: 6, left: 3 } });
  const taskId = randomUUID();
  await begin(90, taskId);
  const measure = inTx((tx) => measureTime(services(), tx, { taskId, seconds: 421 }));
  await expect(measure).rejects.toMatchObject({ code: 'out_of_time', params: { needed: 8, left: 3 } });
  await give(ada, -110);
  await expect(begin(1)).rejects.toMatchObject({ code: 'out_of_time', params: { needed: 1, left: 0 } });
  await inTx((tx) => settleTime(tx, taskId, { completed: false }));
});

test('ACC-03 work is left to the first who has the time for what it was measured to take, or the first refusal is told', async () => {
  await give(ada, 500);
  await give(bob, 299);
  const taskId = randomUUID();
  await inTx((tx) => reserveTime(services(), tx, { userId: ada, taskId, contentId: null, seconds: 400 }));
  await inTx((tx) => measureTime(services(), tx, { taskId, seconds: 300 }));
  const leave = (others: string[], by = services(), userId = ada) =>
    inTx((tx) => leaveTime(by, tx, { taskId, userId, others: others.map((id) => ({ userId: id, contentId: randomUUID() })) }));
  const broken = { settings: undefined } as unknown as Services;
  await expect(leave([bob], broken)).rejects.toThrow(TypeError);
  expect(await leave([bob], services(), bob)).toBeNull();
  expect(await holdsOf(taskId)).toMatchObject([{ of: ada, state: 'open', amount: 400 }]);
  // Neither has as much: the first of the refusals.
  const carol = `carol-${made}`;
  await client.query('insert into "user" (id, name, email, is_anonymous) values ($1, $1, $2, false)', [
    ...[carol, `${carol}@example.org`],
  ]);
  class TakenBack extends Error {}
  const told = await inTx(async (tx) => {
    const others = [bob, carol].map((userId) => ({ userId, contentId: randomUUID() }));
    throw new TakenBack('', { cause: await leaveTime(services(), tx, { taskId, userId: ada, others }) });
  }).catch((error: unknown) => (error instanceof TakenBack ? error.cause : error));
  expect(told).toMatchObject({ code: 'out_of_time', params: { needed: 5, left: 4 } });
  await give(bob, 1);
  expect(await leave([carol, bob])).toBeNull();
  expect(await holdsOf(taskId)).toMatchObject([
    { of: ada, state: 'released', committed: 0 },
    { of: bob, state: 'open', amount: 300 },
  ]);
  await inTx((tx) => settleTime(tx, taskId, { completed: true }));
  expect([await left(ada), await left(bob)]).toMatchObject([{ seconds: 500 }, { seconds: 0 }]);
});

test('ACC-03 money is reserved up to the limit of one piece of work, or all of it, by members who have some', async () => {
  const reserve = async (userId: string, by = services(), taskId: string = randomUUID()) => [
    await inTx((tx) => reserveMoney(by, tx, { userId, taskId })),
    await reservedMoney(client.db, taskId),
  ];
  await give(ada, 5_000_000, 'api');
  await give(member, 5_000_000, 'api');
  expect(await reserve(ada)).toEqual([false, null]);
  expect(await reserve(beside)).toEqual([false, null]);
  expect(
    await client.query(`select 1 from ledger_holds h join ledger_accounts a on a.id = h.account_id where a.user_id = $1`, [
      beside,
    ]),
  ).toEqual([]);
  expect([
    await reserve(member),
    await reserve(member, servicesWith(0.0000001)),
    await reserve(member, servicesWith(null)),
  ]).toEqual([
    [true, 2],
    [true, 0.000001],
    [true, 2.999999],
  ]);
  expect(await reserve(member)).toEqual([false, null]);
});

test('ACC-03 whoever leaves work that took all that was reserved hands over nothing, else what is left, to members', async () => {
  await give(member, 4_000_000, 'api');
  await give(ada, 9_000_000, 'api');
  const leave = (taskId: string, others: string[]) =>
    inTx((tx) =>
      leaveMoney(tx, {
        ...{ taskId, usageKey: `note:${taskId}`, userId: member },
        others: others.map((userId) => ({ userId, contentId: randomUUID() })),
      }),
    );
  const [spent, half] = [randomUUID(), randomUUID()];
  for (const taskId of [spent, half]) await inTx((tx) => reserveMoney(services(), tx, { userId: member, taskId }));
  await spend(`note:${spent}`, 2.5);
  await spend(`note:${half}`, 0.5);
  expect([await leave(randomUUID(), []), await leave(spent, [])]).toEqual([true, true]);
  // Only members pay, and a balance that is a millionth too small does not suffice.
  await give(beside, 1_499_999, 'api');
  await expect(
    inTx(async (tx) => {
      const others = [ada, beside].map((userId) => ({ userId, contentId: randomUUID() }));
      const task = { taskId: half, usageKey: `note:${half}`, userId: member, others };
      expect(await leaveMoney(tx, task)).toBe(false);
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  await give(beside, 1, 'api');
  expect(await leave(half, [ada, beside])).toBe(true);
  expect(await holdsOf(spent)).toMatchObject([{ of: member, state: 'committed', committed: 2_000_000 }]);
  expect(await holdsOf(half)).toMatchObject([
    { of: member, state: 'committed', committed: 500_000 },
    { of: beside, state: 'open', amount: 1_500_000 },
  ]);
});

test('ACC-03 a late call is charged to whoever paid last for its own task, not before an open hold, and waits for no account in vain', async () => {
  await give(member, 5_000_000, 'api');
  await give(beside, 5_000_000, 'api');
  await give(bob, 100);
  const [taskId, other] = [randomUUID(), randomUUID()];
  const task = { taskId, usageKey: `note:${taskId}` };
  const late = () => inTx((tx) => chargeLateUse(tx, task));
  // The later holder comes first in the table.
  const second = await hold(beside, 1_000_000, { kind: 'api', taskId });
  await settleHold(client.db, second, { state: 'released' });
  const first = await hold(member, 1_000_000, { kind: 'api', taskId });
  await settleHold(client.db, first, { state: 'committed', amount: 100_000 });
  await client.query(`update ledger_holds set created_at = now() - interval '1 hour' where id = $1`, [first]);
  await settleHold(client.db, await hold(bob, 5, { taskId }), { state: 'committed', amount: 5 });
  await settleHold(client.db, await hold(member, 1, { kind: 'api', taskId: other }), { state: 'released' });
  await late();
  await spend(`note:${taskId}`, 0.1);
  await spend(`note:${other}`, 4);
  // All is charged: an account that is locked is not waited for.
  await inTx(async (tx) => {
    await lockAccount(tx, member, 'api');
    await lockAccount(tx, beside, 'api');
    await late();
  });
  expect([(await left(member)).micros, (await left(beside)).micros]).toEqual([4_900_000, 5_000_000]);
  await client.db
    .update(modelUses)
    .set({ costUsd: 0.35 })
    .where(eq(modelUses.job, `note:${taskId}`));
  await late();
  await late();
  expect([(await left(member)).micros, (await left(beside)).micros]).toEqual([4_900_000, 4_750_000]);
  // An open one takes it when it ends, also when it is not the newest.
  const open = await hold(member, 1_000_000, { kind: 'api', taskId });
  await client.query(`update ledger_holds set created_at = now() - interval '2 hours' where id = $1`, [open]);
  await client.db
    .update(modelUses)
    .set({ costUsd: 0.75 })
    .where(eq(modelUses.job, `note:${taskId}`));
  await late();
  expect([(await left(member)).micros, (await left(beside)).micros]).toEqual([3_900_000, 4_750_000]);
  expect(await inTx((tx) => settleMoney(tx, task))).toBe(600_000);
  expect(await inTx((tx) => settleMoney(tx, task))).toBe(0);
  expect([(await left(member)).micros, (await left(beside)).micros]).toEqual([4_500_000, 4_750_000]);
  const rows = await client.db
    .select()
    .from(ledgerHolds)
    .where(inArray(ledgerHolds.taskId, [taskId, other]));
  expect(rows.filter(({ state }) => state === 'open')).toEqual([]);
  expect(rows).toHaveLength(6);
});

test('ACC-03 a late call of an account that is empty leaves no hold behind', async () => {
  await give(member, 1_000_000, 'api');
  const taskId = randomUUID();
  const id = await hold(member, 1_000_000, { kind: 'api', taskId });
  await settleHold(client.db, id, { state: 'committed', amount: 1_000_000 });
  await spend(`note:${taskId}`, 3);
  await inTx((tx) => chargeLateUse(tx, { taskId, usageKey: `note:${taskId}` }));
  expect(await holdsOf(taskId)).toEqual([
    { of: member, kind: 'api', state: 'committed', amount: 1_000_000, committed: 1_000_000 },
  ]);
});

test('ACC-03 a settlement waits for a late call of its own task that is being charged', async () => {
  await give(member, 2_000_000, 'api');
  const taskId = randomUUID();
  const task = { taskId, usageKey: `note:${taskId}` };
  await hold(member, 1_000_000, { kind: 'api', taskId });
  const charge = async (tx: Tx) => {
    await chargeLateUse(tx, task);
    expect(await inTx((other) => settleMoney(other, { taskId: randomUUID(), usageKey: 'note:x' }))).toBe(0);
  };
  expect(await meanwhile(client, charge, () => inTx((tx) => settleMoney(tx, task)))).toBe(1_000_000);
});
