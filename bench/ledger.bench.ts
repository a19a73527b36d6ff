/**
 * What the ledger costs and whether it stays exact. Reservations, with and without their charge, on one account per user and on
 * one account for all, against a bare conditional UPDATE and against the same writes by hand, without triggers and foreign keys; all
 * in turn in one run, without writes to disk, which would hide the difference. Then 200 spenders at once, and random operations beside a model in
 * JavaScript, which take long (`node bench/ledger.bench.ts 1000`: so many, and nothing else; `… rates`: everything but these).
 */
import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { findAccount, lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';
import { cloneDatabase, startPackagedCluster, startSystemCluster } from '../tests/harness/database/databases.ts';
import { ledgerOperations, ModelledUser } from '../tests/harness/database/ledger-model.ts';

const part = process.argv[2];
const operations = Number(part ?? 1_000_000);
const sliceMs = 700;
const turns = 5;
const targetRatio = 0.5;
const spenders = 200;
const rounds = 50;
const modelledUsers = 200;
const operationsBetweenComparisons = 25;

let failed = false;
let made = 0;

function row(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(40)}${cells.map((cell) => cell.padStart(13)).join('')}\n`);
}

function expectEqual(what: string, is: unknown, shouldBe: unknown): void {
  if (JSON.stringify(is) === JSON.stringify(shouldBe)) return;
  failed = true;
  process.stdout.write(`WRONG: ${what} is ${JSON.stringify(is)} and should be ${JSON.stringify(shouldBe)}\n`);
}

type Account = { userId: string; accountId: string; grantId: number };

/** Opens an account in the ledger and copies it into the `bare_` tables, which have none of the ledger's rules. */
async function makeAccount({ db, query }: DatabaseClient, seconds: number): Promise<Account> {
  const userId = `bench-${made++}`;
  await query('insert into "user" (id, name, email) values ($1, $1, $2)', [userId, `${userId}@example.org`]);
  const account = await db.transaction(async (tx) => {
    const opened = await bringUpToDate(tx, await lockAccount(tx, userId, 'time'), null);
    const about = { reason: 'admin', reasonKey: 'first', amount: seconds, expiresAt: null } as const;
    return { userId, accountId: opened.id, grantId: (await grant(tx, opened, about)) ?? 0 };
  });
  for (const table of ['ledger_accounts', 'ledger_grants'])
    await query(
      `insert into bare_${table} select * from ${table} where ${table === 'ledger_grants' ? 'account_id' : 'id'} = $1`,
      [account.accountId],
    );
  return account;
}

async function reserve({ db }: DatabaseClient, { userId }: Account): Promise<string> {
  const id = await tryReserve(db, { userId, kind: 'time', taskId: randomUUID(), contentId: null, amount: 1 });
  if (id === null) throw new Error('nothing was reserved');
  return id;
}

const bareUpdate = `update bare_ledger_accounts set available = available - 1, reserved = reserved + 1
  where user_id = $1 and kind = 'time' and available >= 1`;

type Work = (client: DatabaseClient, account: Account) => Promise<unknown>;

/** The rows that a charge writes, in one statement. */
const bareCharge = `
  with hold as (
    update bare_ledger_holds set state = 'committed', committed = 1, settled_at = now() where id = $1 and state = 'open' returning id
  ), granted as (
    update bare_ledger_grants set remaining = remaining - 1 where id = $2
  ), account as (
    update bare_ledger_accounts set reserved = reserved - 1 where id = $3 and exists (select 1 from hold)
    returning id, available + reserved as balance
  )
  insert into bare_ledger_entries (movement, account_id, amount, balance_after, cause, hold_id)
  select $4::uuid, id, amount, balance, 'charge', $1::uuid
  from account cross join lateral (values (-1, balance), (1, null)) sides (amount, balance_after)`;

const works = {
  bare: ({ query }, { userId }) => query(bareUpdate, [userId]),
  reserve,
  byHand: async ({ query }, { userId, accountId, grantId }) => {
    const [hold] = await query<{ id: string }>(
      `with taken as (${bareUpdate} returning id)
       insert into bare_ledger_holds (account_id, kind, task_id, amount) select id, 'time', $2, 1 from taken returning id`,
      [userId, randomUUID()],
    );
    await query(bareCharge, [hold?.id, grantId, accountId, randomUUID()]);
  },
  charge: async (client, account) => {
    const holdId = await reserve(client, account);
    await settleHold(client.db, holdId, { state: 'committed', amount: 1 });
  },
} satisfies Record<string, Work>;

/** Operations per second, on all connections. */
async function rateOf(work: Work, client: DatabaseClient, accounts: readonly Account[]): Promise<number> {
  const started = performance.now();
  let done = 0;
  const lane = async (account: Account) => {
    while (performance.now() - started < sliceMs) {
      await work(client, account);
      done++;
    }
  };
  await Promise.all(accounts.map(lane));
  return done / ((performance.now() - started) / 1000);
}

const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;

async function measure(client: DatabaseClient, connections: number, shared: boolean): Promise<void> {
  const first = await makeAccount(client, 1_000_000);
  const accounts: Account[] = [];
  for (let lane = 0; lane < connections; lane++) accounts.push(shared ? first : await makeAccount(client, 1_000_000));
  const names = Object.keys(works) as (keyof typeof works)[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<keyof typeof works, number[]>;
  // The first turn only warms up the compiler and the connections.
  for (let turn = -1; turn < turns; turn++)
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const rate = await rateOf(works[name], client, accounts);
      if (turn >= 0) rates[name].push(rate);
    }
  const ratioOf = (a: number[], b: number[]) => median(a.map((rate, turn) => rate / (b[turn] ?? Number.NaN)));
  const ratio = ratioOf(rates.reserve, rates.bare);
  if (ratio < targetRatio) failed = true;
  row(
    `${connections} connections, ${shared ? 'one account' : 'an account each'}`,
    ...[rates.bare, rates.reserve].map((of) => median(of).toFixed(0)),
    `${ratio.toFixed(2)}${ratio < targetRatio ? ' LOW' : ''}`,
    ...[rates.byHand, rates.charge].map((of) => median(of).toFixed(0)),
    ratioOf(rates.charge, rates.byHand).toFixed(2),
  );
}

/** The account has seconds for half of the spenders: that many get a hold; half of these are charged, the others released. */
async function spendAtOnce(client: DatabaseClient): Promise<void> {
  const started = performance.now();
  for (let round = 0; round < rounds; round++) {
    const seconds = randomInt(1, spenders);
    const { userId } = await makeAccount(client, seconds);
    const wanted = { userId, kind: 'time', contentId: null, amount: 1 } as const;
    const asked = await Promise.all(
      Array.from({ length: spenders }, () => tryReserve(client.db, { ...wanted, taskId: randomUUID() })),
    );
    const holds = asked.filter((id) => id !== null);
    expectEqual('the number of holds', holds.length, seconds);
    const settle = (id: string, turn: number) =>
      settleHold(client.db, id, turn % 2 === 0 ? { state: 'committed', amount: 1 } : { state: 'released' });
    // Each is settled twice, as after a lost answer.
    await Promise.all(holds.flatMap((id, turn) => [settle(id, turn), settle(id, turn)]));
    const account = await findAccount(client.db, userId, 'time');
    expectEqual('what is left', [account?.available, account?.reserved], [Math.floor(seconds / 2), 0]);
  }
  row(`${spenders} spenders, ${rounds} rounds`, `${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function compareWithModel(client: DatabaseClient): Promise<void> {
  const started = performance.now();
  const seed = randomInt(2 ** 31);
  const each = Math.ceil(operations / modelledUsers);
  const live = async (place: number) => {
    const user = new ModelledUser(client, `model-${place}`);
    await user.create();
    const list = fc.sample(ledgerOperations, { seed: seed + place, numRuns: each });
    for (const [turn, operation] of list.entries()) {
      await user.perform(operation);
      if (turn % operationsBetweenComparisons === 0 || turn === each - 1) await user.compare();
    }
  };
  await Promise.all(Array.from({ length: modelledUsers }, (_, place) => live(place)));
  row(
    `${each * modelledUsers} operations of ${modelledUsers} users`,
    `${((performance.now() - started) / 1000).toFixed(0)} s`,
    `  seed ${seed}`,
  );
}

const cluster = (await startSystemCluster()) ?? (await startPackagedCluster());
const database = await cloneDatabase(cluster.connection);

async function onConnections(max: number, work: (client: DatabaseClient) => Promise<void>): Promise<void> {
  const client = createDatabase(database.connection, { max, applicationName: 'bench' });
  await work(client);
  expectEqual('the drift', await findDrift(client.db), []);
  await client.close();
}

async function measureAll(): Promise<void> {
  await onConnections(1, async ({ query }) => {
    for (const table of ['ledger_accounts', 'ledger_grants', 'ledger_holds', 'ledger_entries'])
      await query(`create table bare_${table} (like ${table} including all)`);
  });
  row('times a second', 'bare UPDATE', 'reserve', 'ratio', 'both by hand', 'and charge', 'ratio');
  for (const connections of [10, 50])
    await onConnections(connections, async (client) => {
      for (const shared of [false, true]) await measure(client, connections, shared);
    });
  await onConnections(spenders, spendAtOnce);
}

try {
  process.stdout.write(`${cluster.name}\n`);
  if (part === undefined || part === 'rates') await measureAll();
  if (part !== 'rates') await onConnections(20, compareWithModel);
} finally {
  await database.drop();
  await cluster.stop();
}
process.exit(failed ? 1 : 0);
