/** What is written down of a license key while a vendor is asked about it, among the keys of others. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { licenses } from '#db/schema/ledger.ts';
import { issuedLicenses, licenseBatches } from '#db/schema/license-batches.ts';
import { activateLicense } from '#features/metering/server/activate-license.ts';
import { balancesOf } from '#features/metering/server/correct-balance.ts';
import { listLicenseBatches, revokeLicenseBatch } from '#features/metering/server/license-batches.ts';
import { takeLicenseTry } from '#features/metering/server/license-tries.ts';
import type { LicenseVendor } from '#infra/licenses/license-vendor.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
openOwnDatabase((own) => {
  client = own;
});

const secrets = createSecretBox([new Uint8Array(32).fill(5)]);
const macOf = (key: string) => secrets.macs(key, ['license key'])[0];
const { signal } = new AbortController();
let made = 0;
let ada = '';
let bob = '';
/** What the vendors were asked, in its order. */
let asked: string[] = [];
/** The reference and the uses that a key of the store has. */
let sold: Record<string, { reference: string; uses: number }>;
let refusal: AppError | null;
const failed = new AppError('internal');

beforeEach(async () => {
  for (const name of ['licenses', 'license_batches', 'rate_limits']) await client.query(`delete from ${name}`);
  made++;
  [ada, bob] = [`ada-${made}`, `bob-${made}`];
  for (const id of [ada, bob])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
  [asked, refusal, sold] = [[], null, { SOLD: { reference: 'r1', uses: 0 }, OTHER: { reference: 'r2', uses: 0 } }];
});

const own: LicenseVendor = {
  id: 'own',
  issues: (key) => key.startsWith('own-'),
  look: async (key) => ({
    ...{ facts: { reference: key.slice(4), order: 'A-1', product: 'ten hours', seconds: 600 }, uses: null, usable: true },
  }),
  activate: async () => {
    if (refusal) throw refusal;
  },
};
const store: LicenseVendor = {
  id: 'lemon-squeezy',
  issues: (key) => key.toUpperCase() in sold,
  async look(key, given) {
    expect(given).toBe(signal);
    asked.push(`look ${key}`);
    const { reference = '', uses = 0 } = sold[key.toUpperCase()] ?? {};
    return { facts: { reference, order: `of ${reference}`, product: 'an hour', seconds: 3600 }, uses, usable: true };
  },
  async activate(key, name, given) {
    expect(given).toBe(signal);
    asked.push(`activate ${key} ${name}`);
    if (refusal) throw refusal;
  },
};
const activate = (userId: string, key: string) =>
  activateLicense({ db: client.db, secrets, licenseVendors: [own, store] }, { userId, key, signal });
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const tryKey = (userId: string, key: string) => activate(userId, key).catch(codeOf);

type License = typeof licenses.$inferSelect;
const rows = () => client.db.select().from(licenses).orderBy(licenses.createdAt, licenses.id);
const lasts = (row: License | undefined) => Math.round(((row?.claimedUntil.getTime() ?? 0) - Date.now()) / 1000);
async function addLicense(values: Partial<typeof licenses.$inferInsert>, claimedFor = 30): Promise<string> {
  const needed = { userId: bob, keyHash: randomUUID(), vendor: 'lemon-squeezy', state: 'pending', usesBefore: 0 } as const;
  const claimedUntil = new Date(Date.now() + claimedFor * 1000);
  const [row] = await client.db
    .insert(licenses)
    .values({ ...needed, claimedUntil, ...values })
    .returning({ id: licenses.id });
  return row?.id ?? '';
}

test('ACC-06 a used key is kept as an HMAC with what was bought, and is known again without its vendor', async () => {
  expect([await tryKey(ada, ' so\n ld '), await tryKey(ada, 'own-Xy')]).toEqual([3600, 600]);
  const [first, second] = await rows();
  const grants = await client.query<{ id: number }>('select id::int from ledger_grants order by id desc limit 2');
  expect([first, second]).toMatchObject([
    {
      ...{ userId: ada, keyHash: macOf('SOLD'), vendor: 'lemon-squeezy', reference: 'r1', orderReference: 'of r1' },
      ...{ product: 'an hour', seconds: 3600, state: 'used', usesBefore: 0, grantId: grants[1]?.id },
    },
    {
      ...{ userId: ada, keyHash: macOf('own-Xy'), vendor: 'own', reference: 'Xy', orderReference: 'A-1' },
      ...{ product: 'ten hours', seconds: 600, state: 'used', usesBefore: null, grantId: grants[0]?.id },
    },
  ]);
  expect(asked).toEqual(['look sold', `activate sold gleaner-${first?.id}`]);
  for (const key of ['SOLD', 'sold'])
    await expect(activate(ada, key)).rejects.toMatchObject({ code: 'license_yours', params: { minutes: 60 } });
  expect([await tryKey(bob, 'Sold'), asked.length]).toEqual(['license_used', 2]);
  // To the operator’s keys upper and lower case are two things.
  expect(await tryKey(ada, 'own-xy')).toBe(600);
  // The vendor knows it by another spelling as one that was used.
  sold = { ...sold, AGAIN: { reference: 'r1', uses: 1 } };
  expect([await tryKey(ada, 'again'), await tryKey(bob, 'again')]).toEqual(['license_yours', 'license_used']);
  expect(await tryKey(ada, 'of nobody')).toBe('license_invalid');
  expect((await balancesOf(client.db, ada)).seconds).toBe(3600 + 600 + 600);
});

test('ACC-06 a claim that fails is let go at once, alone, and forgotten only where nothing was activated', async () => {
  const [pending, used] = [await addLicense({ reference: 'p' }), await addLicense({ reference: 'u', state: 'used' })];
  const beside = async () => (await rows()).filter(({ id }) => id === pending || id === used);
  const before = await beside();
  for (const code of ['license_invalid', 'license_used', 'license_expired'] as const) {
    refusal = new AppError(code);
    expect(await tryKey(ada, 'own-a')).toBe(code);
    expect(await rows()).toHaveLength(2);
  }
  refusal = new AppError('license_unavailable');
  expect(await tryKey(ada, 'own-a')).toBe('license_unavailable');
  const [mine] = await client.db.select().from(licenses).orderBy(licenses.reference).limit(1);
  expect(mine).toMatchObject({ userId: ada, reference: 'a', state: 'pending', grantId: null });
  expect(Math.abs(lasts(mine))).toBeLessThan(10);
  expect(await beside()).toEqual(before);
  // Only an answer that may have been lost is asked for again.
  refusal = failed;
  expect(await tryKey(ada, 'sold')).toBe('internal');
  expect(asked.map((one) => one.split(' ')[0])).toEqual(['look', 'activate']);
  refusal = new AppError('license_unavailable');
  expect(await tryKey(ada, 'sold')).toBe('license_unavailable');
  expect(asked.map((one) => one.split(' ')[0])).toEqual(['look', 'activate', 'look', 'activate', 'look']);
  refusal = null;
  expect([await tryKey(ada, 'own-a'), await tryKey(ada, 'sold')]).toEqual([600, 3600]);
  expect(await beside()).toEqual(before);
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['pending', 'used', 'used', 'used']);
});

test('ACC-06 a claim is resumed by its user when it ends, by others a minute later, and only that one', async () => {
  const beside = await addLicense({ vendor: 'own', reference: 'r1', userId: ada, usesBefore: null }, -3600);
  const under = { code: 'license_under_way', retry: { afterMs: 60_000 } };
  const begin = async (seconds: number, userId = bob, usesBefore: number | null = 0) => {
    await client.query(`delete from licenses where id <> $1`, [beside]);
    return addLicense({ reference: 'r1', userId, usesBefore }, seconds);
  };
  await begin(20, ada);
  await expect(activate(ada, 'SOLD')).rejects.toMatchObject(under);
  await begin(-50);
  await expect(activate(ada, 'SOLD')).rejects.toMatchObject(under);
  const late = await begin(-61);
  refusal = failed;
  await expect(activate(ada, 'SOLD')).rejects.toBe(failed);
  const ofKey = async () => (await rows()).find(({ id }) => id !== beside);
  expect(await ofKey()).toMatchObject({ id: late, userId: ada, state: 'pending' });
  refusal = null;
  const mine = await begin(-1, ada);
  expect(await tryKey(ada, 'SOLD')).toBe(3600);
  expect(await ofKey()).toMatchObject({ id: mine, userId: ada, state: 'used' });
  // The store has counted a use since the claim: it is that claim’s.
  await begin(-600, bob, 0);
  sold = { ...sold, SOLD: { reference: 'r1', uses: 1 } };
  await expect(activate(ada, 'SOLD')).rejects.toMatchObject(under);
  asked = [];
  await begin(-600, ada, 0);
  expect([await tryKey(ada, 'SOLD'), asked]).toEqual([3600, ['look SOLD']]);
  await begin(-600, bob, 1);
  expect(await tryKey(ada, 'SOLD')).toBe(3600);
  // As many uses as when it was claimed are none of this claim, although the store had fewer in between.
  await begin(-600, ada, 2);
  const activating = { ...store, activate: async () => Promise.reject(new AppError('license_unavailable')) };
  let looks = 0;
  const look: LicenseVendor['look'] = async (key, given) => ({ ...(await store.look(key, given)), uses: ++looks });
  const licenseVendors = [{ ...activating, look }];
  const unsure = activateLicense({ db: client.db, secrets, licenseVendors }, { userId: ada, key: 'SOLD', signal });
  expect([await unsure.catch(codeOf), looks]).toEqual(['license_unavailable', 2]);
  await begin(-600, ada, 1);
  const counted = activateLicense({ db: client.db, secrets, licenseVendors }, { userId: ada, key: 'SOLD', signal });
  expect([await counted, looks]).toEqual([3600, 3]);
  expect((await rows()).find(({ id }) => id === beside)).toMatchObject({ userId: ada, state: 'pending', grantId: null });
  // Another request has claimed the key under another reference; it may let go of it in the meantime.
  await client.query('delete from licenses');
  await addLicense({ keyHash: macOf('OTHER') ?? '', reference: 'r9' });
  await addLicense({ reference: 'r8', state: 'used' });
  await expect(activate(ada, 'OTHER')).rejects.toMatchObject({
    ...{ code: 'license_unavailable', retry: {}, message: expect.stringContaining('another request has just given it up') },
  });
});

test('ACC-06 a claim lasts a minute while its vendor is asked', async () => {
  let during: License[] = [];
  const look = async () => {
    during = await rows();
  };
  const slow: LicenseVendor = { ...own, activate: look };
  await activateLicense({ db: client.db, secrets, licenseVendors: [slow] }, { userId: ada, key: 'own-a', signal });
  expect(during).toMatchObject([{ userId: ada, state: 'pending', grantId: null }]);
  expect(Math.abs(lasts(during[0]) - 60)).toBeLessThan(10);
});

async function addBatch(reference: string): Promise<string> {
  const values = { product: 'p', seconds: 600, keyCount: 1 };
  const [batch] = await client.db.insert(licenseBatches).values(values).returning({ id: licenseBatches.id });
  await client.db.insert(issuedLicenses).values({ reference, batchId: batch?.id ?? '' });
  return batch?.id ?? '';
}

test('ACC-06 a key whose batch is revoked while it is activated gives nothing and is not remembered', async () => {
  const [revoked] = [await addBatch('a'), await addBatch('b')];
  const revoke = (tx: Tx) => revokeLicenseBatch(tx, revoked ?? '');
  expect(await meanwhile(client, revoke, () => tryKey(ada, 'own-a'))).toBe('license_invalid');
  expect([await rows(), (await balancesOf(client.db, ada)).seconds]).toEqual([[], null]);
  expect(await tryKey(ada, 'own-b')).toBe(600);
  expect(await tryKey(ada, 'own-a')).toBe('license_invalid');
});

test('ACC-06 the newest two hundred batches are listed', async () => {
  await client.query(
    `insert into license_batches (product, seconds, key_count, created_at)
     select 'p' || n, 600, 1, '2026-01-01'::timestamptz + n * interval '1 hour' from generate_series(1, 202) n`,
  );
  await client.query(`update license_batches set created_at = '2027-01-01' where product = 'p2'`);
  const listed = (await listLicenseBatches(client.db)).map(({ product }) => product);
  expect(listed).toEqual(['p2', ...Array.from({ length: 199 }, (_, n) => `p${202 - n}`)]);
});

test('ACC-06 a refused try says when the next one is possible, to its user and to its address', async () => {
  const take = (userId: string, clientAddress: string) =>
    takeLicenseTry({ db: client.db } as Pick<Services, 'db'>, { userId, clientAddress });
  for (let n = 0; n < 5; n++) await take(ada, '203.0.113.1');
  const early = await take(ada, '203.0.113.2').catch((error: unknown) => error);
  expect(early).toMatchObject({ code: 'too_many_license_tries', params: { minutes: 1 }, retry: { afterMs: expect.any(Number) } });
  expect((early as AppError).retry?.afterMs).toBeLessThanOrEqual(60_000);
  for (let n = 0; n < 15; n++) await take(`${bob}-${n}`, '203.0.113.1');
  const full = await take(bob, '203.0.113.1').catch((error: unknown) => error);
  expect(full).toMatchObject({ code: 'too_many_license_tries' });
  expect((full as AppError).retry?.afterMs).toBeGreaterThan(60_000);
  await take(bob, '203.0.113.2');
});
