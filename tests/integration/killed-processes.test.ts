/** A process is killed at its writes of the ledger, of a license, of an invitation and of two accounts that are joined: nothing counts twice, nothing is lost. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { findAccount, lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { tryReserve } from '#features/metering/server/ledger/holds.ts';
import { beginReferral, createReferralLink } from '#features/metering/server/referrals.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';
import { generateLicenseKeys, issueLicense } from '#infra/licenses/own-license.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { type KilledProcesses, killProcessesAt } from '../harness/processes/killed-process.ts';
import type { OneChange } from '../harness/processes/one-change.ts';

/** Every third write of each; `KILL_EVERY=1` takes them all. */
const step = Number(process.env.KILL_EVERY ?? 3);
let database: TestDatabase;
let client: DatabaseClient;
let killing: KilledProcesses;
let people = 0;

beforeAll(async () => {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster.connection);
  client = createDatabase(database.connection, { max: 4, applicationName: 'test' });
  killing = await killProcessesAt(database.connection, client.query);
});
afterAll(async () => {
  await killing.close();
  await client.close();
  await database.drop();
});

type Person = { userId: string; holdId: string };

/** With 70 seconds and a hold of 30, in two grants. */
async function person(): Promise<Person> {
  const userId = `killed-${people++}`;
  await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [userId, `${userId}@example.org`]);
  await client.db.transaction(async (tx) => {
    const account = await bringUpToDate(tx, await lockAccount(tx, userId, 'time'), null);
    await grant(tx, account, { reason: 'admin', reasonKey: 'first', amount: 80, expiresAt: null });
    await grant(tx, account, { reason: 'admin', reasonKey: 'soon', amount: 20, expiresAt: new Date(Date.now() + 86_400_000) });
  });
  const wanted = { userId, kind: 'time', taskId: randomUUID(), contentId: null, amount: 30 } as const;
  return { userId, holdId: (await tryReserve(client.db, wanted)) ?? '' };
}

/** Available and reserved seconds, and how many entries say so. */
async function stateOf(userId: string): Promise<[number, number, number]> {
  const account = await findAccount(client.db, userId, 'time');
  const [row] = await client.query<{ n: number }>('select count(*)::int as n from ledger_entries where account_id = $1', [
    account?.id,
  ]);
  return [account?.available ?? -1, account?.reserved ?? -1, row?.n ?? -1];
}

/** Killed at one write after the other until it comes through, and once more. Gives how often it was killed. */
async function killEverywhere(change: OneChange, check: () => Promise<void>): Promise<number> {
  let kills = 0;
  for (let n = 1; await killing.killAt(n, change); n += step) {
    kills++;
    await check();
    expect(await findDrift(client.db)).toEqual([]);
  }
  return kills;
}

const before = [70, 30, 2];

test.each<[string, number, (of: Person) => OneChange, number[]]>([
  ['reserves', 1, ({ userId }) => ({ kind: 'reserve', userId, taskId: randomUUID(), amount: 50 }), [20, 80, 2]],
  ['charges', 1, ({ holdId }) => ({ kind: 'settle', holdId, ending: { state: 'committed', amount: 25 } }), [75, 0, 3]],
  ['gives back', 1, ({ holdId }) => ({ kind: 'settle', holdId, ending: { state: 'released' } }), [100, 0, 2]],
  [
    'grants',
    2,
    ({ userId }) => ({ kind: 'grant', userId, about: { reason: 'admin', reasonKey: 'more', amount: 5 } }),
    [75, 30, 3],
  ],
])(
  'ACC-03 a process killed while it %s has done it or not, and the next one does it once',
  async (_what, atLeast, changeOf, after) => {
    const of = await person();
    const change = changeOf(of);
    const kills = await killEverywhere(change, async () => {
      // What was sent to the database before the end may be done by it.
      expect([before, after]).toContainEqual(await stateOf(of.userId));
    });
    expect(kills).toBeGreaterThanOrEqual(atLeast);
    expect(await stateOf(of.userId)).toEqual(after);
  },
);

const secret = randomBytes(32).toString('hex');

test('ACC-06 a process killed while it activates a license gives its time or none, and the next one gives it once', async () => {
  const { userId } = await person();
  const signer = generateLicenseKeys();
  const key = issueLicense(signer.privateKey, {
    id: randomUUID(),
    product: 'hour',
    order: 'A-1',
    seconds: 3600,
    nbf: 0,
    exp: null,
  });
  const change: OneChange = { kind: 'license', userId, key, publicKey: signer.publicKey, secret };
  const kills = await killEverywhere(change, async () => {
    expect(await stateOf(userId)).toEqual(before);
    // Stands for waiting a minute: until then no other process may activate the key.
    await client.query('update licenses set claimed_until = now() where user_id = $1', [userId]);
  });
  expect(kills).toBeGreaterThanOrEqual(2);
  expect(await stateOf(userId)).toEqual([3670, 30, 3]);
});

test('ACC-11 a process killed while it settles an invitation gives neither their time, and the next one gives both once', async () => {
  const [host, comer] = [await person(), await person()];
  const time = { startingSeconds: 0, monthlySeconds: 0, referralSeconds: 600, referralMost: 20, grantDays: null };
  const settings = {
    time,
    accounts: { mode: 'open', guests: true, adminEmail: null, verifyEmail: false, providers: [] },
  } as const;
  const services = { db: client.db, secrets: createSecretBox([Buffer.from(secret, 'hex')]), settings };
  const code = (await createReferralLink(services, { id: host.userId, isAnonymous: false }, '192.0.2.1')) ?? undefined;
  const email = `${comer.userId}@example.org`;
  await beginReferral(services, { code, email, clientAddress: '192.0.2.2', userId: comer.userId });
  const both = async () => [await stateOf(host.userId), await stateOf(comer.userId)];
  const kills = await killEverywhere(
    { kind: 'referral', userId: comer.userId, email, secret, settings } as OneChange,
    async () => {
      expect(await both()).toEqual([before, before]);
    },
  );
  expect(kills).toBeGreaterThanOrEqual(2);
  expect(await both()).toEqual([
    [670, 30, 3],
    [670, 30, 3],
  ]);
});

test('ACC-01 a process killed while it joins two accounts has moved all or nothing, and the next one moves all once', async () => {
  const [guest, account] = [await person(), await person()];
  for (const { holdId } of [guest, account]) await client.query(`select ledger_settle($1, 'released', 0)`, [holdId]);
  const titles = ['shared', 'own'];
  for (const title of titles)
    await client.query(
      `with made as (insert into sources (key, url) values ('url:' || $1, $1) returning id)
       insert into contents (user_id, source_id, title, content_type, note_language, status)
       select owner, made.id, $1, 'online', 'en', 'completed' from made, unnest($2::text[]) owner`,
      [title, title === 'shared' ? [guest.userId, account.userId] : [guest.userId]],
    );
  await client.query(`insert into collections (user_id, slug, name) values ($1, $1, 'of the guest')`, [guest.userId]);
  const things = async (userId: string) => {
    const [row] = await client.query<{ contents: string[]; collections: number }>(
      `select (select array_agg(title order by title) from contents where user_id = $1) as contents,
        (select count(*)::int from collections where user_id = $1) as collections`,
      [userId],
    );
    return { ...row, seconds: (await stateOf(userId))[0] };
  };
  const untouched = [await things(guest.userId), await things(account.userId)];
  const kills = await killEverywhere({ kind: 'join', from: guest.userId, to: account.userId, secret }, async () => {
    expect([await things(guest.userId), await things(account.userId)]).toEqual(untouched);
  });
  expect(kills).toBeGreaterThanOrEqual(2);
  expect(await things(account.userId)).toEqual({ contents: ['own', 'shared'], collections: 1, seconds: 200 });
  expect(await client.query('select 1 from "user" where id = $1', [guest.userId])).toEqual([]);
});
