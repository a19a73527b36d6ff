/** Who is brought by whom, statement by statement, among other links and other people. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { referralLinks, referrals } from '#db/schema/referrals.ts';
import { balancesOf } from '#features/metering/server/correct-balance.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { beginReferral, createReferralLink, readReferral, settleReferral } from '#features/metering/server/referrals.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
openOwnDatabase((own) => {
  client = own;
});
afterAll(async () => {
  expect(await findDrift(client.db)).toEqual([]);
});

const secrets = createSecretBox([new Uint8Array(randomBytes(32))]);
const usual = { startingSeconds: 0, monthlySeconds: 0, referralSeconds: 60, referralMost: 2, grantDays: 30 };
const accounts = { mode: 'open', guests: true, adminEmail: null, verifyEmail: false, providers: [] } as const;
type Needs = Parameters<typeof readReferral>[0];
const needs = (time: typeof usual | null = usual, mode: 'open' | 'single' = 'open'): Needs => ({
  ...{ db: client.db, secrets, settings: { time, accounts: { ...accounts, mode } } },
});
const earningNothing = (): Needs[] => [needs(null), needs({ ...usual, referralSeconds: 0 }), needs(usual, 'single')];

let made = 0;
let ada: { id: string; email: string; isAnonymous: boolean };
let bob: typeof ada;
let carol: typeof ada;
beforeEach(async () => {
  await client.query('delete from referrals');
  made++;
  const [first, second, third] = await Promise.all(
    ['ada', 'bob', 'carol'].map(async (name) => {
      const person = { id: `${name}-${made}`, email: `${name}-${made}@example.org`, isAnonymous: false };
      await client.db.insert(user).values({ ...person, name });
      return person;
    }),
  );
  if (!first || !second || !third) throw new Error('three people');
  [ada, bob, carol] = [first, second, third];
});

const emailMac = (email: string) => secrets.macs(email, ['referral email'])[0] ?? '';
const addressMac = (address: string) => secrets.macs(address, ['referral address'])[0] ?? '';
const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
const rows = () => client.db.select().from(referrals).orderBy(referrals.createdAt, referrals.id);
const stateOf = async (email: string) =>
  (
    await client.db
      .select()
      .from(referrals)
      .where(eq(referrals.emailMac, emailMac(email)))
  )[0];
const secondsOf = (...people: { id: string }[]) =>
  Promise.all(people.map(async ({ id }) => (await balancesOf(client.db, id)).seconds));

async function addReferral(email: string, values: Partial<typeof referrals.$inferInsert> = {}): Promise<void> {
  const needed = { referrerId: ada.id, emailMac: emailMac(email), addressMac: addressMac(email) };
  await client.db.insert(referrals).values({ ...needed, ...values });
}

test('ACC-11 a link is its user’s own, made once, and no guest has one, nor anybody where nothing is earned', async () => {
  const code = await createReferralLink(needs(), ada, '203.0.113.1');
  const other = await createReferralLink(needs(), bob, '203.0.113.2');
  expect(code).toMatch(/^[A-Za-z0-9_-]{16}$/);
  expect(await createReferralLink(needs(), ada, '203.0.113.9')).toBe(code);
  expect(await client.db.select().from(referralLinks).where(eq(referralLinks.userId, ada.id))).toMatchObject([
    { code, addressMac: addressMac('203.0.113.1') },
  ]);
  const view = { seconds: 60, joined: 0, mostJoined: 2 };
  expect([await readReferral(needs(), ada), await readReferral(needs(), bob), await readReferral(needs(), carol)]).toEqual([
    { ...view, code },
    { ...view, code: other },
    { ...view, code: null },
  ]);
  expect(await readReferral(needs(), { ...ada, isAnonymous: true })).toBeNull();
  expect(await createReferralLink(needs(), { ...carol, isAnonymous: true }, '203.0.113.3')).toBeNull();
  for (const nothing of earningNothing())
    expect([await readReferral(nothing, ada), await createReferralLink(nothing, carol, '203.0.113.3')]).toEqual([null, null]);
  expect(await client.db.$count(referralLinks, eq(referralLinks.userId, carol.id))).toBe(0);
});

test('ACC-11 those who joined are counted for whom they were brought by, granted, and for thirty days', async () => {
  const granted = { state: 'granted', settledAt: ago(29.9) } as const;
  await addReferral('1@example.org', granted);
  await addReferral('2@example.org', { ...granted, settledAt: ago(30.1) });
  await addReferral('3@example.org', { ...granted, state: 'refused' });
  await addReferral('4@example.org', { state: 'pending' });
  await addReferral('5@example.org', { ...granted, referrerId: bob.id });
  await addReferral('6@example.org', { ...granted, referrerId: bob.id });
  const joined = async (person: typeof ada) => (await readReferral(needs(), person))?.joined;
  expect([await joined(ada), await joined(bob), await joined(carol)]).toEqual([1, 2, 0]);
});

test('ACC-11 whoever opens a link is remembered by email and address, unless either is known', async () => {
  const code = (await createReferralLink(needs(), ada, '203.0.113.1')) ?? '';
  await createReferralLink(needs(), bob, '203.0.113.2');
  const come = (values: Partial<Parameters<typeof beginReferral>[1]>, services = needs()) =>
    beginReferral(services, { code, email: 'new@example.org', clientAddress: '203.0.113.5', userId: null, ...values });
  await come({ code: undefined });
  await come({ code: '' });
  await come({ code: 'of nobody' });
  await come({ clientAddress: '203.0.113.1' });
  await come({ email: ada.email, userId: ada.id });
  await come({ email: bob.email.toUpperCase() });
  await come({ email: bob.email, userId: carol.id });
  for (const nothing of earningNothing()) await come({}, nothing);
  expect(await rows()).toEqual([]);
  // Their own account is no other one, and an address counts for the link that it made alone.
  await come({ email: carol.email.toUpperCase(), userId: carol.id, clientAddress: '203.0.113.2' });
  expect(await rows()).toMatchObject([
    {
      ...{ referrerId: ada.id, userId: null, emailMac: emailMac(carol.email), addressMac: addressMac('203.0.113.2') },
      ...{ state: 'pending', settledAt: null },
    },
  ]);
  await come({ clientAddress: '203.0.113.2' });
  await come({ email: carol.email, userId: carol.id });
  expect(await rows()).toHaveLength(1);
  const { createdAt } = referrals;
  await client.db
    .update(referrals)
    .set({ createdAt: ago(29.9) })
    .where(eq(createdAt, createdAt));
  await come({ clientAddress: '203.0.113.2' });
  expect(await rows()).toHaveLength(1);
  await client.db
    .update(referrals)
    .set({ createdAt: ago(30.1) })
    .where(eq(createdAt, createdAt));
  // An email counts for ever.
  await come({ email: carol.email, userId: carol.id });
  expect(await rows()).toHaveLength(1);
  await come({ clientAddress: '203.0.113.2' });
  expect((await rows()).map((row) => row.emailMac)).toEqual([carol.email, 'new@example.org'].map(emailMac));
});

test('ACC-11 a referral is settled for its own email, once, within thirty days, and never for oneself', async () => {
  await createReferralLink(needs(), ada, '203.0.113.1');
  await addReferral(bob.email, { createdAt: ago(29.9) });
  await addReferral(carol.email, { createdAt: ago(30.1) });
  for (const nothing of earningNothing()) await settleReferral(nothing, bob);
  await settleReferral(needs(), { ...bob, isAnonymous: true });
  await settleReferral(needs(), { ...bob, email: null });
  await settleReferral(needs(), carol);
  expect((await rows()).map(({ state }) => state)).toEqual(['pending', 'pending']);
  await settleReferral(needs(), { ...bob, email: bob.email.toUpperCase() });
  expect(await stateOf(bob.email)).toMatchObject({ state: 'granted', userId: bob.id, referrerId: ada.id });
  expect(Date.now() - ((await stateOf(bob.email))?.settledAt?.getTime() ?? 0)).toBeLessThan(60_000);
  expect(await stateOf(carol.email)).toMatchObject({ state: 'pending', userId: null, settledAt: null });
  expect(await secondsOf(ada, bob, carol)).toEqual([60, 60, null]);
  await settleReferral(needs(), bob);
  expect(await secondsOf(ada, bob)).toEqual([60, 60]);
  const grants = await client.query(
    `select g.reason, g.remark, g.amount::int, round(extract(epoch from g.expires_at - g.created_at) / 86400)::int as days,
       g.reason_key = 'referral:' || r.id as of_referral
     from ledger_grants g join ledger_accounts a on a.id = g.account_id, referrals r
     where a.user_id = any($1) and r.state = 'granted'`,
    [[ada.id, bob.id]],
  );
  expect(grants).toEqual([1, 2].map(() => ({ reason: 'referral', remark: null, amount: 60, days: 30, of_referral: true })));
  // The referrer has the same address by now, has no link any more, or was deleted.
  await addReferral(ada.email);
  await settleReferral(needs(), ada);
  await client.query('delete from referrals where email_mac = $1', [emailMac(carol.email)]);
  await addReferral(carol.email, { referrerId: bob.id });
  await settleReferral(needs(), carol);
  expect([(await stateOf(ada.email))?.state, (await stateOf(carol.email))?.state]).toEqual(['refused', 'refused']);
  expect(await secondsOf(ada, bob, carol)).toEqual([60, 60, null]);
  expect((await stateOf(bob.email))?.state).toBe('granted');
});

test('ACC-11 of two who come at once, only as many count as may, and of two sign-ins at once one settles', async () => {
  await createReferralLink(needs(), ada, '203.0.113.1');
  const one = needs({ ...usual, referralMost: 1 });
  await addReferral(bob.email);
  await addReferral(carol.email);
  const countBob = async (tx: Tx) => {
    await tx.select().from(referralLinks).where(eq(referralLinks.userId, ada.id)).for('update');
    await tx
      .update(referrals)
      .set({ state: 'granted', settledAt: new Date() })
      .where(eq(referrals.emailMac, emailMac(bob.email)));
  };
  await meanwhile(client, countBob, () => settleReferral(one, carol));
  expect([await stateOf(bob.email), await stateOf(carol.email)]).toMatchObject([{ state: 'granted' }, { state: 'refused' }]);
  expect(await secondsOf(ada, carol)).toEqual([null, null]);
  // The other sign-in has settled it: nothing is changed or given.
  await client.db.update(referrals).set({ state: 'pending', settledAt: null });
  const refuseBob = (tx: Tx) =>
    tx
      .update(referrals)
      .set({ state: 'refused' })
      .where(eq(referrals.emailMac, emailMac(bob.email)));
  await meanwhile(client, refuseBob, () => settleReferral(needs(), bob));
  expect(await stateOf(bob.email)).toMatchObject({ state: 'refused', userId: null, settledAt: null });
  expect(await secondsOf(ada, bob)).toEqual([null, null]);
  // One of as many as may is one of them.
  await settleReferral(one, carol);
  expect(await stateOf(carol.email)).toMatchObject({ state: 'granted', userId: carol.id });
});

test('ACC-11 an email that comes from two addresses at the same time is remembered once, and nothing fails', async () => {
  const code = (await createReferralLink(needs(), ada, '203.0.113.1')) ?? '';
  const from = (clientAddress: string) => ({ code, email: 'one@example.org', clientAddress, userId: null });
  const first = (tx: Tx) => beginReferral({ ...needs(), db: tx as never }, from('203.0.113.5'));
  await meanwhile(client, first, () => beginReferral(needs(), from('203.0.113.6')));
  expect((await rows()).map((row) => row.addressMac)).toEqual([addressMac('203.0.113.5')]);
});

test('ACC-11 two who come from one address at the same time wait for each other', async () => {
  const code = (await createReferralLink(needs(), ada, '203.0.113.1')) ?? '';
  const comer = (email: string) => ({ code, email, clientAddress: '203.0.113.5', userId: null });
  const first = (tx: Tx) => beginReferral({ ...needs(), db: tx as never }, comer('one@example.org'));
  await meanwhile(client, first, () => beginReferral(needs(), comer('two@example.org')));
  expect((await rows()).map((row) => row.emailMac)).toEqual([emailMac('one@example.org')]);
});
