/** Whatever is killed while time is reserved, charged, given or given back, nothing counts twice and nothing is lost. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { correctBalance } from '#features/admin/server/actions.ts';
import { activateLicense } from '#features/metering/server/activate-license.ts';
import { findAccount, lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { beginReferral, createReferralLink, settleReferral } from '#features/metering/server/referrals.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';
import { createOwnLicenses, generateLicenseKeys, issueLicense } from '#infra/licenses/own-license.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
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
  endings = await endSessionsAt(database.query, [
    ...['ledger_accounts', 'ledger_holds', 'ledger_grants', 'ledger_entries'],
    ...['licenses', 'referrals', 'admin_actions'],
  ]);
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

const time = { startingSeconds: 0, monthlySeconds: 0, referralSeconds: 600, referralMost: 20, grantDays: null };
const accounts = { mode: 'open', guests: true, adminEmail: null, verifyEmail: false, providers: [] } as const;
const signer = generateLicenseKeys();
const secrets = createSecretBox([randomBytes(32)]);

/** Cuts it off at its first write, its second and so on, until it comes through. Gives how often it was cut. */
async function cutEverywhere(work: () => Promise<unknown>, check: () => Promise<void>): Promise<number> {
  for (let n = 1; ; n++) {
    await endings.endAt(n);
    const code = await work().then(
      () => null,
      (error: unknown) => toAppError(error).code,
    );
    await endings.stop();
    if (code === null) return n - 1;
    expect(code).toBe('database_unavailable');
    await check();
    expect(await findDrift(database.db)).toEqual([]);
  }
}

async function givenTo(userId: string, reason: string): Promise<number[]> {
  const rows = await database.query<{ amount: string }>(
    `select g.amount from ledger_grants g join ledger_accounts a on a.id = g.account_id where a.user_id = $1 and g.reason = $2`,
    [userId, reason],
  );
  return rows.map(({ amount }) => Number(amount));
}

test('ACC-06 a license that is cut off at any of its writes gives nothing, and tried again it gives its time once', async () => {
  const [{ userId }, other] = [await person(), await person()];
  const about = { product: 'hour', order: 'A-1', seconds: 3600, nbf: 0, exp: null };
  const key = issueLicense(signer.privateKey, { id: randomUUID(), ...about });
  const services = { db: database.db, secrets, licenseVendors: [createOwnLicenses([signer.publicKey])] };
  const activate = (of: string) => activateLicense(services, { userId: of, key, signal: AbortSignal.timeout(60_000) });
  const cuts = await cutEverywhere(
    async () => {
      expect(await activate(userId)).toBe(3600);
    },
    async () => {
      expect(await stateOf(userId)).toEqual(untouched);
      // Nobody else gets what its owner has begun.
      await database.query(`update licenses set claimed_until = now() where user_id = $1`, [userId]);
    },
  );
  expect(cuts).toBeGreaterThanOrEqual(5);
  expect(await givenTo(userId, 'license')).toEqual([3600]);
  const again = (of: string) => activate(of).then(String, (error: unknown) => toAppError(error).code);
  expect(await Promise.all([again(userId), again(other.userId)])).toEqual(['license_yours', 'license_used']);
  expect(await givenTo(userId, 'license')).toEqual([3600]);
  expect(await stateOf(other.userId)).toEqual(untouched);
});

test('ACC-11 a referral that is cut off at any of its writes gives neither their time, and signed in again both have it once', async () => {
  const [host, comer] = [await person(), await person()];
  const services = { db: database.db, secrets, settings: { time, accounts } };
  const code = (await createReferralLink(services, { id: host.userId, isAnonymous: false }, '192.0.2.1')) ?? undefined;
  const after = { id: comer.userId, email: `${comer.userId}@example.org`, isAnonymous: false };
  const begin = () => beginReferral(services, { code, email: after.email, clientAddress: '192.0.2.2', userId: comer.userId });
  expect(await cutEverywhere(begin, async () => undefined)).toBe(1);
  const cuts = await cutEverywhere(
    () => settleReferral(services, after),
    async () => {
      expect([await stateOf(host.userId), await stateOf(comer.userId)]).toEqual([untouched, untouched]);
    },
  );
  expect(cuts).toBeGreaterThanOrEqual(7);
  await settleReferral(services, after);
  expect([await givenTo(host.userId, 'referral'), await givenTo(comer.userId, 'referral')]).toEqual([[600], [600]]);
});

test.each<[string, number, number]>([
  ['adds', 45, 115],
  ['takes', -45, 25],
])(
  'ACC-03 a correction that %s time is there with its line or not at all, and sent again it counts once',
  async (_what, amount, available) => {
    const [{ userId }, admin] = [await person(), await person()];
    const services = { db: database.db, settings: { time } } as unknown as Parameters<typeof correctBalance>[0];
    const change = { adminId: admin.userId, userId, requestId: randomUUID(), kind: 'time', amount, reason: 'an outage' } as const;
    const lines = () => database.query(`select 1 from admin_actions where subject_id = $1`, [userId]);
    const cuts = await cutEverywhere(
      () => correctBalance(services, change),
      async () => {
        expect(await stateOf(userId)).toEqual(untouched);
        expect(await lines()).toEqual([]);
      },
    );
    expect(cuts).toBeGreaterThanOrEqual(3);
    await correctBalance(services, change);
    expect(await stateOf(userId)).toMatchObject({ available, reserved: 30 });
    expect(await lines()).toHaveLength(1);
  },
);

test('SUM-12 ACC-03 a batch on a server that loses its sessions charges each of its notes once and keeps no hold', async () => {
  const client = world.client();
  const { user } = await client.rpc.account.ensure.mutate();
  await database.query(`update "user" set is_anonymous = false, email = id || '@example.org' where id = $1`, [user.id]);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    world.site.on(`/batch-${n}`, { status: 404, body: 'not yet' });
    const { results } = await client.rpc.ingest.submit.mutate({
      items: [{ url: `${world.site.url}/batch-${n}` }],
      noteLanguage: 'en',
    });
    const [result] = results;
    if (!result || !('contentId' in result)) throw new Error('not started');
    ids.push(result.contentId);
    expect((await settled(client, result.contentId)).status).toBe('failed');
    world.site.on(`/batch-${n}`, { body: articleHtml(`the oven of batch ${n}`, { paragraphs: 5 }) });
  }
  const before = (await findAccount(database.db, user.id, 'time'))?.available ?? 0;
  await endings.endAt(2, 9);
  await waitFor('the batch to begin', async () => {
    const answer = await client.rpc.video.batchSummarise.mutate({}).catch(() => null);
    return answer?.outcome === 'started' || answer?.outcome === 'under_way' ? true : undefined;
  });
  const result = await waitFor(
    'the batch to end',
    async () => {
      const found = await client.rpc.video.batchResult.query().catch(() => null);
      return found && found.state !== 'running' ? found : undefined;
    },
    90_000,
  );
  await endings.stop();
  expect(result).toMatchObject({ state: 'completed', total: 3, summarised: 3, skipped: 0 });
  const holds = await database.query<{ content_id: string; state: string; committed: string }>(
    `select content_id, state, committed from ledger_holds h join ledger_accounts a on a.id = h.account_id
     where a.user_id = $1 and state <> 'released'`,
    [user.id],
  );
  expect(holds.map(({ content_id }) => content_id).sort()).toEqual(ids.toSorted());
  expect(holds.map(({ state }) => state)).toEqual(ids.map(() => 'committed'));
  const charged = holds.reduce((sum, { committed }) => sum + Number(committed), 0);
  expect(await stateOf(user.id)).toMatchObject({ available: before - charged, reserved: 0 });
  expect((await endings.ended()).length).toBeGreaterThan(1);
});

test('ACC-03 a server that loses its sessions in the middle of everything charges each note once and keeps no hold', async () => {
  const client = world.client();
  await client.rpc.account.ensure.mutate();
  const { user } = await client.rpc.account.me.query();
  expect((await client.rpc.user.remainingTime.query()).remainingTime).toBe(startingSeconds);
  const urls = Array.from({ length: 3 }, (_, n) => {
    world.site.on(`/page-${n}`, { body: articleHtml(`the oven of page ${n}`, { paragraphs: 5 }) });
    return `${world.site.url}/page-${n}`;
  });
  // The first write of a note is its hold. Nine are more than any transaction of a note makes, or it would never get through.
  await endings.endAt(1, 9);
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
