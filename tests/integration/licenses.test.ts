/** ACC-06: a license key adds its time once, whatever happens on the way, and is found nowhere afterwards. */
import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { activateLicense } from '#features/metering/server/activate-license.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { createLemonSqueezy } from '#infra/licenses/lemon-squeezy.ts';
import { createOwnLicenses, generateLicenseKeys, issueLicense } from '#infra/licenses/own-license.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import { toAppError } from '#lib/app-error.ts';
import type { TestClient } from '../harness/http/client.ts';
import { addLemonSqueezy, type FakeStore, type StoreAnswer } from '../harness/sites/lemon-squeezy.ts';
import { startWorld, type World } from './setup.ts';

const signer = generateLicenseKeys();
const shop = { storeId: 77, products: { 5: 36_000 }, testMode: false };
let world: World;
let database: DatabaseClient;
let store: FakeStore;
let people = 0;
/** `LICENSE_BUYERS=200` takes as many. */
const buyers = Number(process.env.LICENSE_BUYERS ?? 12);

beforeAll(async () => {
  world = await startWorld({
    env: {
      TIME_STARTING_MINUTES: '0',
      LICENSE_PUBLIC_KEYS: signer.publicKey,
      LEMON_SQUEEZY_STORE: '77',
      LEMON_SQUEEZY_PRODUCTS: '5=600',
    },
  });
  database = createDatabase(world.database, { max: 20, applicationName: 'test' });
  store = addLemonSqueezy(world.internet);
});
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([]);
  await database.close();
  await world.close();
});
beforeEach(async () => {
  store.forge = null;
  await database.query('delete from rate_limits');
});

function ownKey(about: Partial<Parameters<typeof issueLicense>[1]> = {}): string {
  const base = { id: randomUUID(), product: 'ten-hours', order: 'A-1', seconds: 36_000, nbf: 0, exp: null };
  return issueLicense(signer.privateKey, { ...base, ...about });
}

function soldKey(about: Partial<Parameters<FakeStore['sell']>[1]> = {}): string {
  const key = randomUUID().toUpperCase();
  store.sell(key, { id: Math.floor(Math.random() * 1e9), storeId: 77, productId: 5, limit: 1, ...about });
  return key;
}

async function member(): Promise<{ client: TestClient; userId: string }> {
  const client = world.client();
  const { user } = await client.rpc.account.ensure.mutate();
  await database.query('update "user" set is_anonymous = false where id = $1', [user.id]);
  return { client, userId: user.id };
}

async function activate(client: TestClient, licenseKey: unknown): Promise<{ status: number; body: unknown }> {
  const response = await client.fetch('/api/active-license', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ licenseKey }),
  });
  return { status: response.status, body: await response.json() };
}

const refusal = (status: number, code: string) => ({ status, body: { error: { data: { app: { code } } } } });

/** Without the limits of the address, as many at once as wanted. */
function activateHere(userId: string, key: string, answerMs = 20_000, activateOwn = async () => {}): Promise<number> {
  const licenseVendors = [
    { ...createOwnLicenses([signer.publicKey]), activate: activateOwn },
    createLemonSqueezy(shop, createGuardedFetch({ allow: [], replayFrom: world.internet.url }), { answerMs }),
  ];
  const services = { db: database.db, secrets: createSecretBox([Buffer.alloc(32, 7)]), licenseVendors };
  return activateLicense(services, { userId, key, signal: new AbortController().signal });
}

/** With one letter or digit replaced by another. */
function changedAt(key: string, place: number): string {
  const was = key[place] ?? '';
  const now = was === '-' || was === '.' ? 'x' : was.toLowerCase() === 'a' ? 'b' : 'a';
  return key.slice(0, place) + now + key.slice(place + 1);
}

const codeOfRefusal = (error: unknown) => toAppError(error).code;

async function account(): Promise<string> {
  const userId = `buyer-${people++}`;
  await database.query('insert into "user" (id, name, email) values ($1, $1, $2)', [userId, `${userId}@example.org`]);
  return userId;
}

async function secondsOf(userId: string): Promise<number> {
  const [row] = await database.query<{ available: string }>(
    `select available from ledger_accounts where user_id = $1 and kind = 'time'`,
    [userId],
  );
  return Number(row?.available ?? 0);
}

describe('ACC-06 the route', () => {
  test('adds the seconds of a signed key, names them in the history, tells whose key it is, and others that it is used', async () => {
    const { client } = await member();
    const key = ownKey();
    expect(await activate(client, `  ${key.slice(0, 40)}\n${key.slice(40)} `)).toEqual({
      status: 200,
      body: { rechargeTime: 36_000 },
    });
    expect((await client.rpc.user.remainingTime.query()).remainingTime).toBe(36_000);
    const { entries } = await client.rpc.user.timeEntries.query({});
    expect(entries).toMatchObject([{ amount: 36_000, cause: 'grant', reason: 'license' }]);
    const again = await activate(client, key);
    expect(again).toMatchObject(refusal(409, 'license_yours'));
    expect(again).toMatchObject({ body: { error: { data: { app: { params: { minutes: 600 } } } } } });
    expect(await activate((await member()).client, key)).toMatchObject(refusal(409, 'license_used'));
    expect((await client.rpc.user.remainingTime.query()).remainingTime).toBe(36_000);
  });

  test('ACC-04 an address or a call that says pay=success gives neither time nor a membership', async () => {
    const { client, userId } = await member();
    for (const path of ['/user/videos', '/shop', '/user/orders'])
      expect((await client.fetch(`${path}?pay=success`)).status, path).toBe(200);
    const post = async (path: string, body: string) => {
      const headers = { 'x-gleaner': '1', 'content-type': 'application/json' };
      return (await client.fetch(`${path}?pay=success`, { method: 'POST', headers, body })).status;
    };
    expect(await post('/api/trpc/user.updateUsername', '{"username":"paid"}')).toBe(200);
    expect(await post('/api/trpc/user.updateUsername', '{"username":"paid","pay":"success"}')).toBe(400);
    expect(await post('/api/active-license', '{"licenseKey":"GLN1.x"}')).toBe(422);
    expect((await client.rpc.account.me.query()).user?.role).toBe('user');
    expect(await client.rpc.user.remainingTime.query()).toEqual({ remainingTime: 0, expiresAt: null });
    const given = `select g.id from ledger_grants g join ledger_accounts a on a.id = g.account_id where a.user_id = $1`;
    expect(await database.query(given, [userId])).toEqual([]);
    expect(
      await database.query('select id from "user" where id = $1 and (is_lifetime or paid_until is not null)', [userId]),
    ).toEqual([]);
  });

  test('asks strangers and guests to sign in', async () => {
    const guest = world.client();
    await guest.rpc.account.ensure.mutate();
    for (const client of [world.client(), guest])
      expect(await activate(client, ownKey())).toMatchObject(refusal(401, 'sign_in_needed'));
  });

  test.each([
    ['', 'bad_request'],
    ['   ', 'bad_request'],
    [7, 'bad_request'],
    ['GLN1.e30.AA', 'license_invalid'],
  ])('refuses %j as %s', async (key, code) => {
    expect(await activate((await member()).client, key)).toMatchObject(refusal(code === 'bad_request' ? 400 : 422, code));
  });

  test('lets one user try five keys a minute, and one address twenty an hour', async () => {
    const { client } = await member();
    for (let n = 0; n < 5; n++) expect(await activate(client, 'GLN1.x')).toMatchObject(refusal(422, 'license_invalid'));
    expect(await activate(client, ownKey())).toMatchObject(refusal(429, 'too_many_license_tries'));
    for (let n = 0; n < 15; n++) await activate((await member()).client, 'GLN1.x');
    expect(await activate((await member()).client, ownKey())).toMatchObject(refusal(429, 'too_many_license_tries'));
  });

  test('leaves the key in no table and no log', async () => {
    const keys = [ownKey(), soldKey()];
    for (const key of keys) expect((await activate((await member()).client, key)).status).toBe(200);
    const tables = await database.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
    const rows: string[] = [];
    for (const { name } of tables) rows.push(JSON.stringify(await database.query(`select t::text from "${name}" t`)));
    const everything = `${rows.join()}${world.server.output()}`.toLowerCase();
    for (const key of keys) {
      expect(everything).not.toContain(key.toLowerCase());
      expect(everything).not.toContain(key.slice(-40).toLowerCase());
    }
  });

  test('reads at most eight kilobytes', async () => {
    const { client } = await member();
    const head = JSON.stringify({ licenseKey: 'GLN1.x' });
    const post = async (body: string | ReadableStream) => {
      const response = await client.fetch('/api/active-license', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit);
      return { status: response.status, body: await response.json() };
    };
    expect(await post(head.padEnd(8192))).toMatchObject(refusal(422, 'license_invalid'));
    expect(await post(head.padEnd(8193))).toMatchObject(refusal(413, 'file_too_large'));
    // A stream does not say how long it is.
    expect(await post(new Blob([head]).stream())).toMatchObject(refusal(413, 'file_too_large'));
  });

  test('takes no key from a page of another site', async () => {
    const { client } = await member();
    const response = await client.fetch('/api/active-license', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: JSON.stringify({ licenseKey: ownKey() }),
    });
    expect(response.status).toBe(400);
  });
});

describe('ACC-06 a key', () => {
  test.each([
    ['of the operator', ownKey],
    ['of the store', () => soldKey({ limit: 5 })],
  ])('%s is granted once to 100 requests at once, and to no second user', async (_what, make) => {
    const key = make();
    const [userId, other] = [await account(), await account()];
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => activateHere(n % 2 === 0 ? userId : other, key)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [codeOfRefusal(result.reason)] : []));
    expect(['license_under_way', 'license_used', 'license_yours']).toEqual(expect.arrayContaining(codes));
    const seconds = [await secondsOf(userId), await secondsOf(other)];
    expect(seconds.toSorted((a, b) => a - b)).toEqual([0, 36_000]);
    // Whoever has it hears that it is theirs, also with an answer that was lost.
    const [mine, theirs] = seconds[0] === 0 ? [other, userId] : [userId, other];
    await expect(activateHere(mine, key)).rejects.toMatchObject({ code: 'license_yours', params: { minutes: 600 } });
    await expect(activateHere(theirs, key)).rejects.toMatchObject({ code: 'license_used', params: {} });
  });

  test.each([
    ['of another store', { storeId: 78 }, 'license_invalid'],
    ['of another product', { productId: 6 }, 'license_invalid'],
    ['of the test mode', { testMode: true }, 'license_invalid'],
    ['that was taken back', { status: 'disabled' as const }, 'license_invalid'],
    ['that has expired', { status: 'expired' as const }, 'license_expired'],
    ['that was used elsewhere', { limit: 0 }, 'license_used'],
  ])('%s is refused and not remembered', async (_what, about, code) => {
    const userId = await account();
    await expect(activateHere(userId, soldKey(about))).rejects.toMatchObject({ code });
    expect(await database.query('select 1 from licenses where user_id = $1', [userId])).toEqual([]);
  });

  test('is not found by 500 wrong ones: changed, cut, joined, of another signer, of another store, made up', async () => {
    const userId = await account();
    const [mine, ...others] = [ownKey(), ownKey(), ownKey()];
    const sold = soldKey();
    const stranger = generateLicenseKeys();
    const about = { product: 'ten-hours', order: 'A-1', seconds: 36_000, nbf: 0, exp: null };
    const [head = '', payload = '', signature = ''] = mine.split('.');
    const makers: ((n: number) => string)[] = [
      (n) => changedAt(mine, 6 + ((n * 7) % (mine.length - 6))),
      (n) => mine.slice(0, mine.length - 1 - (n % 80)),
      (n) => [head, others[n % 2]?.split('.')[1], signature].join('.'),
      () => issueLicense(stranger.privateKey, { id: randomUUID(), ...about }),
      (n) =>
        [head, Buffer.from(JSON.stringify({ ...about, id: randomUUID(), seconds: n + 1 })).toString('base64url'), signature].join(
          '.',
        ),
      (n) => [head, payload, Buffer.alloc(64, n).toString('base64url')].join('.'),
      (n) => changedAt(sold, n % sold.length),
      (n) => soldKey(n % 2 === 0 ? { storeId: 78 } : { productId: 6 }),
      () => soldKey({ testMode: true }),
      () => randomUUID(),
    ];
    const wrong = [...new Set(Array.from({ length: 700 }, (_, n) => makers[n % makers.length]?.(n) ?? ''))].slice(0, 500);
    expect(wrong).toHaveLength(500);
    const codes = await Promise.all(wrong.map((key) => activateHere(userId, key).then(() => key, codeOfRefusal)));
    expect([...new Set(codes)]).toEqual(['license_invalid']);
    expect(await secondsOf(userId)).toBe(0);
    expect(await database.query('select 1 from licenses where user_id = $1', [userId])).toEqual([]);
    expect(await activateHere(userId, mine)).toBe(36_000);
  });

  test.each(['lost after', 'hangs after'] as const)(
    'whose activation got no answer (%s) is granted by asking again',
    async (fault) => {
      const userId = await account();
      const key = soldKey();
      store.faults.push(fault);
      expect(await activateHere(userId, key, fault === 'hangs after' ? 1_000 : undefined)).toBe(36_000);
      expect([await secondsOf(userId), store.activations(key)]).toEqual([36_000, 1]);
    },
  );

  test('whose activation got no answer while the store is down is granted by the next try, once', async () => {
    const userId = await account();
    const key = soldKey();
    store.faults.push('lost after');
    // The first look is answered, the one after the lost activation is not.
    store.validations.push('fine', 'down');
    await expect(activateHere(userId, key)).rejects.toMatchObject({ code: 'license_unavailable' });
    expect([await secondsOf(userId), store.activations(key)]).toEqual([0, 1]);
    // It is the store's answer that is missing: nobody has its time yet, and the store has counted who began.
    const other = await account();
    for (const seconds of [0, 600]) {
      await database.query(`update licenses set claimed_until = now() - $2 * interval '1 second' where user_id = $1`, [
        userId,
        seconds,
      ]);
      await expect(activateHere(other, key)).rejects.toMatchObject({ code: 'license_under_way' });
    }
    expect(await activateHere(userId, key)).toBe(36_000);
    await expect(activateHere(other, key)).rejects.toMatchObject({ code: 'license_used' });
    expect([await secondsOf(userId), store.activations(key)]).toEqual([36_000, 1]);
  });

  test.each(['lost before', 'down'] as const)('whose activation was not made (%s) can be tried again', async (fault) => {
    const userId = await account();
    const key = soldKey();
    store.faults.push(fault);
    await expect(activateHere(userId, key)).rejects.toMatchObject({ code: 'license_unavailable' });
    expect(await activateHere(userId, key)).toBe(36_000);
    expect([await secondsOf(userId), store.activations(key)]).toEqual([36_000, 1]);
  });

  test('that another account began and never activated is free two minutes later, and late answers give nothing', async () => {
    const [userId, other] = [await account(), await account()];
    const lapse = () =>
      database.query(`update licenses set claimed_until = now() - interval '1 minute' where user_id = $1`, [userId]);
    const [sold, own] = [soldKey(), ownKey()];
    store.faults.push('down');
    await expect(activateHere(userId, sold)).rejects.toMatchObject({ code: 'license_unavailable' });
    await expect(activateHere(other, sold)).rejects.toMatchObject({ code: 'license_under_way' });
    await lapse();
    expect(await activateHere(other, sold)).toBe(36_000);

    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = activateHere(userId, own, undefined, async () => {
      asked.resolve();
      await answered.promise;
    });
    await asked.promise;
    for (const one of [userId, other]) await expect(activateHere(one, own)).rejects.toMatchObject({ code: 'license_under_way' });
    await lapse();
    expect(await activateHere(other, own)).toBe(36_000);
    answered.resolve();
    await expect(slow).rejects.toMatchObject({ code: 'license_used' });
    expect([await secondsOf(userId), await secondsOf(other)]).toEqual([0, 72_000]);
  });

  test('is granted once however often the store’s answers are lost before, after or for ever, to many buyers at once', async () => {
    const kinds = ['lost after', 'hangs after', 'lost before', 'down'] as const;
    store.faults.push(...Array.from({ length: 2 * buyers }, (_, n) => kinds[n % kinds.length] ?? 'down'));
    const buy = async () => {
      const [userId, key] = [await account(), soldKey()];
      let tries = 0;
      for (let granted = false; !granted && tries < 20; tries++)
        granted = await activateHere(userId, key, 500).then(
          () => true,
          (error) => codeOfRefusal(error) === 'license_yours',
        );
      return { key, seconds: await secondsOf(userId), tries };
    };
    const sold = await pMap(Array.from({ length: buyers }), buy, { concurrency: 8 });
    store.faults.length = 0;
    expect(sold.map(({ key, seconds }) => [seconds, store.activations(key)])).toEqual(sold.map(() => [36_000, 1]));
    expect(Math.max(...sold.map(({ tries }) => tries))).toBeGreaterThan(1);
  });

  test('is not taken for another one whose answer is given in its place', async () => {
    const userId = await account();
    const [ours, theirs] = [soldKey(), soldKey({ storeId: 78 })];
    const good: Record<string, StoreAnswer> = {};
    store.forge = (action, answer) => (good[action] = answer);
    expect(await activateHere(userId, ours)).toBe(36_000);
    // The answers to a key of this store, played again for one of another store and for one that nobody sold.
    store.forge = (action) => good[action] ?? {};
    for (const key of [theirs, randomUUID()])
      await expect(activateHere(userId, key)).rejects.toMatchObject({ code: 'license_unavailable' });
    expect([await secondsOf(userId), store.activations(theirs)]).toEqual([36_000, 0]);
  });

  test.each<[string, (answer: StoreAnswer) => object, string]>([
    ['a yes with the word no', (answer) => ({ ...answer, valid: false }), 'license_invalid'],
    ['a yes without a key', (answer) => ({ ...answer, license_key: null }), 'license_invalid'],
    ['a yes without its order', (answer) => ({ ...answer, meta: null }), 'license_invalid'],
    [
      'a product of nobody',
      ({ meta, ...answer }) => ({ ...answer, meta: { ...meta, product_id: 0, variant_id: 0 } }),
      'license_invalid',
    ],
    [
      'a product with the name of a property',
      ({ meta, ...answer }) => ({ ...answer, meta: { ...meta, product_id: 'toString' } }),
      'license_unavailable',
    ],
    ['another form', () => ({ license_key: 'active', meta: [] }), 'license_unavailable'],
  ])('is not granted by %s', async (_what, forge, code) => {
    const userId = await account();
    const key = soldKey();
    store.forge = (_action, answer) => forge(answer);
    await expect(activateHere(userId, key)).rejects.toMatchObject({ code });
    expect([await secondsOf(userId), store.activations(key)]).toEqual([0, 0]);
  });

  test('whose activation is answered by that of another request is granted when the store has counted it', async () => {
    const userId = await account();
    const [counted, refused] = [soldKey(), soldKey()];
    store.forge = (action, answer) =>
      action === 'activate' ? { ...answer, instance: { id: '1', name: 'gleaner-other' } } : answer;
    expect(await activateHere(userId, counted)).toBe(36_000);
    store.faults.push('lost before');
    await expect(activateHere(userId, refused)).rejects.toMatchObject({ code: 'license_unavailable' });
    expect(await secondsOf(userId)).toBe(36_000);
  });

  test('is refused before and after its time', async () => {
    const userId = await account();
    const soon = Math.floor(Date.now() / 1000) + 3600;
    await expect(activateHere(userId, ownKey({ nbf: soon }))).rejects.toMatchObject({ code: 'license_expired' });
    await expect(activateHere(userId, ownKey({ exp: soon - 7200 }))).rejects.toMatchObject({ code: 'license_expired' });
    expect(await activateHere(userId, ownKey({ exp: soon }))).toBe(36_000);
  });
});
