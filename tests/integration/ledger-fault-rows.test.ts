/** That a change of the ledger is whole when its call ends, and what is left when one of its statements fails. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { ledgerHolds, licenses } from '#db/schema/ledger.ts';
import { referralLinks, referrals } from '#db/schema/referrals.ts';
import { activateLicense } from '#features/metering/server/activate-license.ts';
import { balancesOf, changeBalance } from '#features/metering/server/correct-balance.ts';
import { lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { moveBoughtTime } from '#features/metering/server/move-bought-time.ts';
import { settleReferral } from '#features/metering/server/referrals.ts';
import { keepTime, reserveTime, settleTime } from '#features/metering/server/task-time.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';
import type { LicenseVendor } from '#infra/licenses/license-vendor.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
openOwnDatabase((own) => {
  client = own;
});

const secrets = createSecretBox([new Uint8Array(32).fill(7)]);
const time = { startingSeconds: 0, monthlySeconds: 60, grantDays: null, referralSeconds: 60, referralMost: 2 };
const settings = { time: { ...time, monthlySeconds: 0 }, accounts: { mode: 'open' } };
const services = () => ({ db: client.db, secrets, settings }) as unknown as Services;
const { signal } = new AbortController();
let people = 0;
let ada = '';
let bob = '';
beforeEach(async () => {
  people++;
  [ada, bob] = [`ada-${people}`, `bob-${people}`];
  for (const id of [ada, bob])
    await client.query('insert into "user" (id, name, email, is_anonymous) values ($1, $1, $2, false)', [
      id,
      `${id}@example.org`,
    ]);
});

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => client.db.transaction(work);
const change = (tx: Tx, userId: string, amount: number) =>
  changeBalance(services(), tx, { userId, kind: 'time', amount, key: `${amount}`, remark: '' });
const renew = async (tx: Tx) => bringUpToDate(tx, await lockAccount(tx, ada, 'time'), time);
const giveExpired = async (tx: Tx) => {
  await grant(tx, await lockAccount(tx, ada, 'time'), { reason: 'admin', reasonKey: 'over', amount: 40, expiresAt: new Date(1) });
};
const secondsOf = async (userId: string) => (await balancesOf(client.db, userId)).seconds;

test('ACC-03 every change of the ledger is whole when its call ends', async () => {
  await inTx(async (tx) => {
    const whole = async () => expect(await findDrift(tx)).toEqual([]);
    await change(tx, ada, 100);
    await whole();
    await change(tx, ada, -30);
    await whole();
    await change(tx, bob, 5);
    await moveBoughtTime(tx, { from: ada, to: bob });
    await whole();
    await giveExpired(tx);
    await whole();
    await renew(tx);
    await whole();
  });
  expect([await secondsOf(ada), await secondsOf(bob)]).toEqual([60, 75]);
});

/** Runs `work` while statements of this kind about the table fail, and gives what each call in it ended with. */
async function whileRefused(statement: 'insert' | 'delete', table: string, work: () => Promise<unknown>): Promise<unknown> {
  await client.query(`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`);
  await client.query(`create trigger refuse before ${statement} on ${table} for each row execute function refuse()`);
  try {
    return await work();
  } finally {
    await client.query(`drop trigger refuse on ${table}`);
  }
}
/** The words of the first cause. */
function whyOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? whyOf(error.cause) : String(error);
}
const fails = (call: () => Promise<unknown>) => call().then(() => 'ok', whyOf);

test('ACC-03 a change that cannot be recorded changes no balance', async () => {
  await inTx(async (tx) => {
    await change(tx, ada, 100);
    await change(tx, bob, 5);
  });
  const balances = async () => [await secondsOf(ada), await secondsOf(bob)];
  const entries = () => client.query('select id, amount from ledger_entries order by id');
  const before = await entries();
  const changes: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => change(tx, ada, 1),
    (tx) => change(tx, ada, -1),
    (tx) => moveBoughtTime(tx, { from: ada, to: bob }),
    renew,
  ];
  await whileRefused('insert', 'ledger_entries', async () => {
    for (const one of changes) expect(await fails(() => inTx(one))).toContain('refused');
  });
  expect([await balances(), await entries()]).toEqual([[100, 5], before]);
  await inTx(giveExpired);
  await whileRefused('insert', 'ledger_entries', async () => {
    const expire = async (tx: Tx) => bringUpToDate(tx, await lockAccount(tx, ada, 'time'), null);
    expect(await fails(() => inTx(expire))).toContain('refused');
  });
  expect(await balances()).toEqual([140, 5]);
});

test('ACC-11 a referral whose time cannot be given waits for the next sign-in', async () => {
  await client.db.insert(referralLinks).values({ userId: ada, code: `code-${ada}`, addressMac: 'a' });
  const person = { id: bob, email: `${bob}@example.org`, isAnonymous: false };
  const emailMac = secrets.macs(person.email, ['referral email'])[0] ?? '';
  await client.db.insert(referrals).values({ referrerId: ada, emailMac, addressMac: 'b' });
  await whileRefused('insert', 'ledger_entries', async () => {
    expect(await fails(() => settleReferral(services(), person))).toContain('refused');
  });
  expect(await client.query('select state, user_id from referrals')).toEqual([{ state: 'pending', user_id: null }]);
  await settleReferral(services(), person);
  expect([await secondsOf(ada), await secondsOf(bob)]).toEqual([60, 60]);
});

test('ACC-06 a license whose time cannot be given, or that cannot be let go, says so and stays a claim', async () => {
  let refusal: Error | null = null;
  const vendor: LicenseVendor = {
    ...{ id: 'own', issues: () => true },
    look: async () => ({
      ...{ facts: { reference: ada, order: 'A-1', product: 'ten hours', seconds: 600 }, uses: null, usable: true },
    }),
    activate: async () => {
      if (refusal) throw refusal;
    },
  };
  const activate = () => activateLicense({ db: client.db, secrets, licenseVendors: [vendor] }, { userId: ada, key: ada, signal });
  const claims = () => client.db.select({ state: licenses.state, grantId: licenses.grantId }).from(licenses);
  await whileRefused('insert', 'ledger_entries', async () => expect(await fails(activate)).toContain('refused'));
  expect([await claims(), await secondsOf(ada)]).toEqual([[{ state: 'pending', grantId: null }], null]);
  refusal = new AppError('license_used');
  await whileRefused('delete', 'licenses', async () => expect(await fails(activate)).toContain('refused'));
  // It lasts as long as a claim does.
  expect(await activate().catch(({ code }: AppError) => code)).toBe('license_under_way');
  await client.query('update licenses set claimed_until = now()');
  refusal = null;
  expect(await activate()).toBe(600);
  expect([await claims(), await secondsOf(ada)]).toEqual([[{ state: 'used', grantId: expect.any(Number) }], 600]);
});

test('ACC-03 a note whose credit cannot be kept or used up is not settled', async () => {
  const contentId = randomUUID();
  await inTx((tx) => change(tx, ada, 600));
  const begin = async () => {
    const taskId = randomUUID();
    await inTx((tx) => reserveTime(services(), tx, { taskId, userId: ada, contentId, seconds: 60 }));
    return taskId;
  };
  const end = (taskId: string, completed: boolean) => () => inTx((tx) => settleTime(tx, taskId, { completed }));
  const whileOnly = async (condition: string, work: () => Promise<unknown>) => {
    await client.query(`alter table ledger_holds add constraint only_these check (${condition}) not valid`);
    try {
      await work();
    } finally {
      await client.query('alter table ledger_holds drop constraint only_these');
    }
  };
  const creditOf = async (taskId: string) => {
    const [row] = await client.db.select().from(ledgerHolds).where(eq(ledgerHolds.taskId, taskId));
    return [row?.state, row?.credit];
  };
  const first = await begin();
  await inTx((tx) => keepTime(services(), tx, { taskId: first, seconds: 60 }));
  await whileOnly('credit = 0', async () => expect(await fails(end(first, false))).toContain('only_these'));
  expect(await creditOf(first)).toEqual(['open', 0]);
  await end(first, false)();
  const second = await begin();
  await whileOnly(`task_id <> '${first}' or credit > 0`, async () =>
    expect(await fails(end(second, true))).toContain('only_these'),
  );
  expect([await creditOf(first), await creditOf(second)]).toEqual([
    ['committed', 60],
    ['open', 0],
  ]);
  await end(second, true)();
  expect([await creditOf(first), await creditOf(second)]).toEqual([
    ['committed', 0],
    ['committed', 0],
  ]);
});
