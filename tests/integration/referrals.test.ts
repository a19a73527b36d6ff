/** Time for bringing somebody: both sides once, and what somebody with two accounts might try. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { beginReferral, createReferralLink } from '#features/metering/server/referrals.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { readMail } from '../harness/http/mails.ts';
import { startWorld, type World } from './setup.ts';

const password = 'correct horse battery';
const startingSeconds = 600;
const givenSeconds = 1800;
let world: World;
let database: DatabaseClient;

beforeAll(async () => {
  world = await startWorld({
    env: {
      VERIFY_EMAIL: 'true',
      TRUSTED_PROXIES: '127.0.0.1',
      TIME_STARTING_MINUTES: '10',
      TIME_REFERRAL_MINUTES: '30',
      TIME_REFERRAL_MOST: '2',
      TIME_GRANT_DAYS: '30',
    },
  });
  database = createDatabase(world.database, { max: 4, applicationName: 'test' });
  // The first account administers the server, and its time is not limited.
  await join();
});
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([]);
  await database.close();
  await world.close();
});

let addresses = 0;
const freshAddress = () => `198.51.100.${++addresses}`;
let people = 0;
const freshEmail = () => `person-${++people}@example.org`;

const from = (address: string) => createTestClient(world.server.url, '', { 'x-forwarded-for': address });

type Joined = { client: TestClient; email: string };

async function signUp(client: TestClient, email: string, ref?: string): Promise<void> {
  const input = { email, password, language: 'en' } as const;
  await client.rpc.account.signUp.mutate({ ...input, ...(ref === undefined ? {} : { ref }) });
}

async function verify(client: TestClient, email: string): Promise<void> {
  const { token } = await readMail(world.server.dataDir, email);
  await client.rpc.account.verifyEmail.mutate({ token, password });
}

async function join({
  ref,
  address = freshAddress(),
  email = freshEmail(),
}: {
  ref?: string;
  address?: string;
  email?: string;
} = {}): Promise<Joined> {
  const client = from(address);
  await signUp(client, email, ref);
  await verify(client, email);
  return { client, email };
}

async function linkOf({ client }: Joined): Promise<string> {
  const { code } = await client.rpc.user.createReferralLink.mutate();
  if (code === null) throw new Error('no link');
  return code;
}

const lowestFirst = (seconds: (number | null)[]) => seconds.toSorted((a, b) => Number(a) - Number(b));
const left = async ({ client }: Joined) => (await client.rpc.user.remainingTime.query()).remainingTime;
const joinedOf = async ({ client }: Joined) => (await client.rpc.user.referral.query()).referral?.joined;
const grantsOf = async ({ client }: Joined) =>
  (await client.rpc.user.timeEntries.query({})).entries.filter(({ reason }) => reason === 'referral').map(({ amount }) => amount);

test('ACC-11 whoever brings somebody and that one get time once, and read why', async () => {
  const host = await join();
  const other = await join();
  expect((await host.client.rpc.user.referral.query()).referral).toEqual({
    code: null,
    seconds: givenSeconds,
    joined: 0,
    mostJoined: 2,
  });
  const ref = await linkOf(host);
  expect(await linkOf(host)).toBe(ref);
  expect(await linkOf(other)).not.toBe(ref);

  const address = freshAddress();
  const guest = { client: from(address), email: freshEmail() };
  await signUp(guest.client, guest.email, ref);
  // Not before the account can be used.
  expect(await left(host)).toBe(startingSeconds);
  await verify(guest.client, guest.email);
  expect(await left(host)).toBe(startingSeconds + givenSeconds);
  expect(await left(guest)).toBe(startingSeconds + givenSeconds);
  expect(await left(other)).toBe(startingSeconds);
  expect(await grantsOf(host)).toEqual([givenSeconds]);
  expect(await grantsOf(guest)).toEqual([givenSeconds]);
  expect([await joinedOf(host), await joinedOf(other), await joinedOf(guest)]).toEqual([1, 0, 0]);

  for (let round = 0; round < 2; round++)
    await guest.client.rpc.account.signIn.mutate({ email: guest.email, password, language: 'en' });
  expect(await left(host)).toBe(startingSeconds + givenSeconds);
  const [row] = await database.query<{ expires: string }>(
    `select round(extract(epoch from expires_at - created_at) / 86400) as expires from ledger_grants where reason = 'referral' limit 1`,
  );
  expect(Number(row?.expires)).toBe(30);
});

test('nothing is given for one’s own second account from the address of the link, from one’s own browser, or by an unknown link', async () => {
  const home = freshAddress();
  const host = await join({ address: home });
  const ref = await linkOf(host);
  const second = await join({ ref, address: home });
  expect(await left(second)).toBe(startingSeconds);
  const unknown = await join({ ref: 'no-such-link-1' });
  expect(await left(unknown)).toBe(startingSeconds);
  // Still signed in as the one who invites.
  const third = { client: host.client, email: freshEmail() };
  await signUp(createTestClient(world.server.url, host.client.cookie(), { 'x-forwarded-for': freshAddress() }), third.email, ref);
  await verify(from(freshAddress()), third.email);
  expect(await left(host)).toBe(startingSeconds);
  expect(await joinedOf(host)).toBe(0);
});

test('an address counts once in 30 days', async () => {
  const host = await join();
  const ref = await linkOf(host);
  const shared = freshAddress();
  const first = await join({ ref, address: shared });
  const second = await join({ ref, address: shared });
  expect([await left(host), await left(first), await left(second)]).toEqual([
    startingSeconds + givenSeconds,
    startingSeconds + givenSeconds,
    startingSeconds,
  ]);
  await database.query(`update referrals set created_at = now() - interval '31 days' where state = 'granted'`);
  const later = await join({ ref, address: shared });
  expect(await left(later)).toBe(startingSeconds + givenSeconds);
});

test('of twenty who come from an address at the same time one is remembered', async () => {
  const { user } = await (await join()).client.rpc.account.me.query();
  if (!user) throw new Error('no user');
  const time = { startingSeconds, monthlySeconds: 0, referralSeconds: 60, referralMost: 20, grantDays: null };
  const accounts = { mode: 'open', guests: true, adminEmail: null, verifyEmail: false, providers: [] } as const;
  const services = { db: database.db, secrets: createSecretBox([randomBytes(32)]), settings: { time, accounts } };
  const code = (await createReferralLink(services, user, freshAddress())) ?? undefined;
  const clientAddress = freshAddress();
  const comers = Array.from({ length: 20 }, () => ({ code, email: freshEmail(), clientAddress, userId: null }));
  // With every connection open, so that they truly run beside each other.
  await Promise.all(Array.from({ length: 4 }, () => database.query('select pg_sleep(0.1)')));
  await Promise.all(comers.map((comer) => beginReferral(services, comer)));
  const rows = await database.query<{ state: string }>('select state from referrals where referrer_id = $1', [user.id]);
  expect(rows).toEqual([{ state: 'pending' }]);
});

test('an email that had an account, or came before and was deleted, comes as nobody', async () => {
  const host = await join();
  const ref = await linkOf(host);
  const known = await join();
  await signUp(from(freshAddress()), known.email, ref);
  await known.client.rpc.account.signIn.mutate({ email: known.email, password, language: 'en' });
  expect([await left(host), await left(known)]).toEqual([startingSeconds, startingSeconds]);

  const brought = await join({ ref });
  expect(await left(host)).toBe(startingSeconds + givenSeconds);
  await database.query('delete from "user" where email = $1', [brought.email]);
  const again = { client: from(freshAddress()), email: brought.email };
  await signUp(again.client, again.email.toUpperCase(), ref);
  await database.query('update "user" set email_verified = true where email = $1', [again.email]);
  await again.client.rpc.account.signIn.mutate({ email: again.email, password, language: 'en' });
  expect(await left(again)).toBe(startingSeconds);
  expect(await left(host)).toBe(startingSeconds + givenSeconds);
});

test('no more count than the configuration says, and those that came too late get nothing either', async () => {
  const host = await join();
  const ref = await linkOf(host);
  const all = [];
  for (let index = 0; index < 3; index++) {
    const one = { client: from(freshAddress()), email: freshEmail() };
    await signUp(one.client, one.email, ref);
    all.push(one);
  }
  await Promise.all(all.map(({ client, email }) => verify(client, email)));
  expect(await left(host)).toBe(startingSeconds + 2 * givenSeconds);
  expect(lowestFirst(await Promise.all(all.map(left)))).toEqual([
    startingSeconds,
    startingSeconds + givenSeconds,
    startingSeconds + givenSeconds,
  ]);
  expect(await joinedOf(host)).toBe(2);
});

test('eight sign-ins at once give it once, and a host who is gone gives nothing', async () => {
  const host = await join();
  const one = { client: from(freshAddress()), email: freshEmail() };
  await signUp(one.client, one.email, await linkOf(host));
  await database.query('update "user" set email_verified = true where email = $1', [one.email]);
  const signIns = Array.from({ length: 8 }, () =>
    from(freshAddress()).rpc.account.signIn.mutate({ email: one.email, password, language: 'en' }),
  );
  await Promise.all(signIns);
  await one.client.rpc.account.signIn.mutate({ email: one.email, password, language: 'en' });
  expect([await grantsOf(host), await grantsOf(one)]).toEqual([[givenSeconds], [givenSeconds]]);

  const gone = await join();
  const lost = { client: from(freshAddress()), email: freshEmail() };
  await signUp(lost.client, lost.email, await linkOf(gone));
  await database.query('delete from "user" where email = $1', [gone.email]);
  await verify(lost.client, lost.email);
  expect(await left(lost)).toBe(startingSeconds);
});

test('a guest has no link', async () => {
  const guest = world.client();
  await guest.rpc.account.ensure.mutate();
  expect(await guest.rpc.user.referral.query()).toEqual({ referral: null });
  expect(await guest.rpc.user.createReferralLink.mutate()).toEqual({ code: null });
});
