/** Calls about accounts, secrets and by administrators, with a sign-in that the test plays: what they count, store and refuse. */
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { user as users } from '#db/schema/auth.ts';
import { collections } from '#db/schema/collections.ts';
import { invitations } from '#db/schema/invitations.ts';
import { licenseBatches } from '#db/schema/license-batches.ts';
import { accountProcedures, profileProcedures } from '#features/account/server/router.ts';
import { adminProcedures } from '#features/admin/server/router.ts';
import { credentialProcedures } from '#features/credentials/server/router.ts';
import { createReferralLink } from '#features/metering/server/referrals.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { type Context, router } from '#rpc/server.ts';
import { waitsToWrite } from '../harness/database/waits-to-write.ts';
import { type Accounts, addGuest, addUser, client, flagsOf, keepAccountRows } from './account-rows.ts';
import { recordedServices } from './recorded-services.ts';

keepAccountRows();

const calls = router({
  account: router({ ...accountProcedures, ...credentialProcedures }),
  user: router(profileProcedures),
  admin: router(adminProcedures),
});

const time = { startingSeconds: 0, monthlySeconds: 0, referralSeconds: 60, referralMost: 9, grantDays: 30 };
let services: Services;
/** What was asked of the sign-in, and the cookies that were set, in their order. */
let said: unknown[] = [];
beforeEach(async () => {
  for (const name of ['admin_actions', 'license_batches', 'referrals']) await client.query(`delete from ${name}`);
  services = recordedServices([]).services;
  said = [];
});

const person = (id: string, values: Partial<AuthUser> = {}) =>
  ({
    ...{
      id,
      name: id,
      email: `${id}@example.org`,
      role: 'admin',
      isAnonymous: false,
      isOwner: false,
      language: null,
      theme: null,
    },
    ...{ avatar: null, createdAt: new Date(0), session: { id: `session of ${id}`, expiresAt: new Date(0) } },
    ...values,
  }) as AuthUser;
const guest = (id: string) => person(id, { isAnonymous: true, role: 'guest' });

type Auth = Record<string, (...all: never[]) => unknown>;
const note =
  (name: string, answer: unknown) =>
  async (input: unknown): Promise<unknown> => {
    said.push([name, input]);
    return answer;
  };
const signedIn = { user: person('ada'), setCookies: ['c=1'] };
const usualAuth = (): Auth => ({
  ...{ signUp: note('signUp', null), signIn: note('signIn', signedIn), verifyEmail: note('verifyEmail', signedIn) },
  ...{ requestReset: note('requestReset', undefined), resetPassword: note('resetPassword', undefined) },
  ...{ changePassword: note('changePassword', ['c=2']), signOut: note('signOut', ['c=0']) },
  startProvider: note('startProvider', { url: 'https://id.example/', setCookies: ['state=1'] }),
  async keepSession() {
    await Promise.resolve();
    said.push('kept');
  },
});

type From = { accounts?: Partial<Accounts>; auth?: Auth; clientAddress?: string };
function as(user: AuthUser | null, { accounts = {}, auth = {}, clientAddress = '192.0.2.9' }: From = {}) {
  const usual = { mode: 'open', guests: true, adminEmail: null, verifyEmail: false, providers: [] };
  const settings = { ...services.settings, time, accounts: { ...usual, ...accounts } };
  return calls.createCaller({
    ...{ user, clientAddress, headers: new Headers(), services: { ...services, settings } },
    ...{ auth: { ...usualAuth(), ...auth }, setCookies: (cookies: string[]) => void said.push(...cookies) },
    ...{ ensureUser: async () => user, keepSession: async () => undefined },
    logger: { debug: () => undefined, info: () => undefined, error: () => undefined },
  } as unknown as Context);
}
const codeOf = (error: unknown) => (error instanceof Error && error.cause instanceof AppError ? error.cause.code : error);
const refusal = (call: Promise<unknown>) => call.then(() => 'answered', codeOf);

const language = 'en';
const password = 'correct horse battery';
const email = 'ada@example.org';

test('ACC-01 every way of signing in is counted for its client and its address of mail before it is tried', async () => {
  await addUser('ada');
  const { account } = as(person('ada', { email: 'ada@example.org' }));
  const hash = createHash('sha256').update(email).digest('hex').slice(0, 32);
  const from = '192.0.2.9';
  const ways: [name: string, call: () => Promise<unknown>, keys: string[]][] = [
    ['signUp', () => account.signUp({ email, password, language }), [`sign-up-client:${from}`, `sign-up-email:${hash}`]],
    [
      'signIn',
      () => account.signIn({ email, password, language }),
      [`sign-in-client:${from}`, `sign-in-email:${hash}`, `sign-in-pair:${hash}:${from}`],
    ],
    ['verifyEmail', () => account.verifyEmail({ token: 't', password }), [`secret-client:${from}`]],
    ['requestReset', () => account.requestReset({ email, language }), [`reset-client:${from}`, `reset-email:${hash}`]],
    ['resetPassword', () => account.resetPassword({ token: 't', password }), [`secret-client:${from}`]],
    [
      'changePassword',
      () => account.changePassword({ current: 'c', password }),
      [`secret-client:${from}`, `secret-email:${hash}`],
    ],
    ['startProvider', () => account.startProvider({ provider: 'oidc' }), [`sign-in-client:${from}`]],
  ];
  for (const [name, call, keys] of ways) {
    await client.query('delete from rate_limits');
    said = [];
    await call();
    expect(said[0], name).toEqual([name, expect.anything()]);
    expect(await client.query('select key from rate_limits order by key'), name).toEqual(keys.map((key) => ({ key })));
    await client.query('update rate_limits set taken = 1000');
    said = [];
    expect([await refusal(call()), said], name).toEqual(['too_many_attempts', []]);
  }
});

test('ACC-01 cookies are set once the guest’s data is moved and the session is kept, and never after a failure', async () => {
  await addUser('ada');
  await addGuest('guest');
  const signIn = (auth: Auth = {}) => as(guest('guest'), { auth }).account.signIn({ email, password, language });
  expect(await refusal(signIn({ keepSession: () => Promise.reject(new AppError('internal')) }))).toBe('internal');
  expect(said).toEqual([['signIn', { email, password, language }]]);
  // It was joined all the same, and another one comes.
  await addGuest('guest');
  await client.query(`update "user" set delete_at = now() where id = 'ada'`);
  said = [];
  expect(await refusal(signIn())).toBe('deletion_begun');
  expect(said).toEqual([['signIn', expect.anything()]]);
  await client.query('update "user" set delete_at = null');
  said = [];
  expect(await waitsToWrite(client, '"user"', signIn)).toBe(true);
  expect(said).toEqual([['signIn', expect.anything()], 'kept', 'c=1']);
  expect(Object.keys(await flagsOf())).toEqual(['ada']);
});

test('ACC-01 signing out and changing the password set their cookies, and an account that needs a link gets it by mail', async () => {
  await addUser('ada');
  const { account } = as(person('ada'));
  expect([await account.signOut(), await account.changePassword({ current: 'c', password })]).toEqual([{}, {}]);
  const changed = { userId: 'ada', email, current: 'c', password };
  expect(said).toEqual([['signOut', expect.any(Headers)], 'c=0', ['changePassword', changed], 'c=2']);
  const signUp = (answer: unknown) =>
    as(null, { auth: { signUp: note('signUp', answer) } }).account.signUp({ email, password, language });
  said = [];
  expect([await signUp(null), said]).toEqual([{ mailed: true }, [['signUp', { email, password, language }]]]);
  expect([await signUp(signedIn), said.slice(1)]).toEqual([{ mailed: false }, [['signUp', expect.anything()], 'kept', 'c=1']]);
});

test('ACC-01 a server for one person has no accounts, and sessions and passwords are not for guests', async () => {
  await addUser('ada');
  await addGuest('guest');
  const ofNobody = (caller: ReturnType<typeof as>) => [
    () => caller.account.signUp({ email, password, language }),
    () => caller.account.signIn({ email, password, language }),
    () => caller.account.verifyEmail({ token: 't', password }),
    () => caller.account.requestReset({ email, language }),
    () => caller.account.resetPassword({ token: 't', password }),
    () => caller.account.startProvider({ provider: 'oidc' }),
  ];
  const ofAccounts = (caller: ReturnType<typeof as>) => [
    () => caller.account.signOut(),
    () => caller.account.changePassword({ current: 'c', password }),
    () => caller.account.sessions(),
    () => caller.account.endSession({ id: 's' }),
    () => caller.account.endOtherSessions(),
  ];
  const owner = as(person('ada', { isOwner: true }), { accounts: { mode: 'single' } });
  for (const call of [...ofNobody(owner), ...ofAccounts(owner)]) expect(await refusal(call())).toBe('not_found');
  for (const call of ofAccounts(as(guest('guest')))) expect(await refusal(call())).toBe('sign_in_needed');
  for (const call of ofAccounts(as(null))) expect(await refusal(call())).toBe('unauthenticated');
  expect([said, await client.query('select 1 from rate_limits')]).toEqual([[], []]);
});

test('ACC-11 a sign-up begins a referral before the account is made, and none in the browser of an account', async () => {
  for (const id of ['host', 'ada']) await addUser(id);
  await addGuest('guest');
  const settings = { ...services.settings, time, accounts: { mode: 'open' } } as unknown as Services['settings'];
  const ref = (await createReferralLink({ ...services, settings }, person('host'), '203.0.113.1')) ?? '';
  const known = async () => (await client.query('select 1 from referrals')).length;
  const signUp = (by: AuthUser | null, n: number) =>
    as(by, { clientAddress: `192.0.2.${n}` }).account.signUp({ email: `new${n}@example.org`, password, language, ref });
  await signUp(person('ada'), 1);
  expect(await known()).toBe(0);
  await signUp(guest('guest'), 2);
  expect(await known()).toBe(1);
  expect(await waitsToWrite(client, 'referrals', () => signUp(null, 3))).toBe(true);
  expect(await known()).toBe(2);
});

test('ACC-01 a provider is begun for somebody new where that needs no invitation, or with one that is open', async () => {
  await addUser('root');
  const start = (mode: Accounts['mode'], more: { ref?: string; invitation?: string } = {}) => {
    said = [];
    return as(null, { accounts: { mode } })
      .account.startProvider({ provider: 'oidc', ...more })
      .then(({ url }) => url, codeOf);
  };
  const begun = (mayBeNew: boolean) => ['startProvider', { provider: 'oidc', mayBeNew }];
  const cookie = (name: string, code: string) => expect.stringMatching(`^gleaner\\.${name}=${code};`);
  const url = 'https://id.example/';
  expect([await start('open'), said]).toEqual([url, [begun(true), 'state=1']]);
  expect([await start('open', { ref: 'r' }), said]).toEqual([url, [begun(true), 'state=1', cookie('ref', 'r')]]);
  expect([await start('invite'), said]).toEqual([url, [begun(false), 'state=1']]);
  expect([await start('invite', { invitation: 'none' }), said]).toEqual(['invitation_invalid', []]);
  const invite = { email: null, note: '', mostUses: 1, days: 1 };
  const { code } = await as(person('root')).account.createInvitation(invite);
  expect([await start('invite', { invitation: code }), said]).toEqual([
    url,
    [begun(true), 'state=1', cookie('invitation', code)],
  ]);
  expect(await client.db.select({ by: invitations.createdBy }).from(invitations)).toEqual([{ by: 'root' }]);
  const options = as(null, {
    accounts: { mode: 'invite', guests: false, verifyEmail: true, providers: [{ id: 'x', name: 'X' }] },
  });
  expect(await options.account.signInOptions()).toEqual({
    ...{ mode: 'invite', guests: false, verifiesEmail: true, needsInvitation: true, providers: [{ id: 'x', name: 'X' }] },
  });
});

test('ACC-09 a user is shown without the session, and an empty name changes nothing', async () => {
  for (const id of ['ada', 'bob']) await addUser(id);
  const { session: _, createdAt, ...shown } = person('ada');
  const user = { ...shown, createdAt: createdAt.toISOString() };
  expect([await as(person('ada')).account.me(), await as(null).account.me()]).toEqual([{ user }, { user: null }]);
  expect(await as(person('ada')).account.ensure()).toEqual({ user });
  const rename = (of: AuthUser, username: string) => as(of).user.updateUsername({ username });
  expect([await rename(person('ada'), ' '), await rename(person('ada', { name: null }), ' ')]).toEqual([
    { username: 'ada' },
    { username: '' },
  ]);
  expect(await rename(person('ada'), ' Ada L. ')).toEqual({ username: 'Ada L.' });
  const names = await client.db.select({ name: users.name }).from(users).orderBy(users.id);
  expect(names.map(({ name }) => name)).toEqual(['Ada L.', 'bob']);
});

test('an answer comes when what it says is stored', async () => {
  for (const id of ['ada', 'bob']) await addUser(id, { isAdmin: id === 'ada' });
  const [shelf] = await client.db.insert(collections).values({ userId: 'bob', slug: 'ash-2345678', name: 'Ash' }).returning();
  const [invitation] = await client.db
    .insert(invitations)
    .values({ codeHash: 'x', expiresAt: new Date() })
    .returning({ id: invitations.id });
  const [batch] = await client.db
    .insert(licenseBatches)
    .values({ product: 'p', orderReference: 'o', seconds: 1, keyCount: 1 })
    .returning({ id: licenseBatches.id });
  await client.query(
    `insert into session (id, user_id, token, expires_at) select n, case n when 'c' then 'bob' else 'ada' end, n, now() + interval '1 day'
     from unnest(array['a', 'b', 'c']) n`,
  );
  const { account, user, admin } = as(person('ada', { session: { id: 'a', expiresAt: new Date() } }));
  const reason = 'why';
  const target = { kind: 'collection', id: shelf?.id ?? '' } as const;
  const key = { provider: 'openai', model: 'm', value: `sk-${'x'.repeat(48)}` };
  const site = { site: 'bilibili', value: `SESSDATA=${'a'.repeat(32)}%2C1900000000%2Cabcde` } as const;
  const ofBob = { userId: 'bob', reason };
  const lifetime = { ...ofBob, isAdmin: false, isLifetime: true, paidUntil: null };
  const change = { kind: 'time', amount: 5 } as const;
  const stored: [table: string, call: () => Promise<unknown>][] = [
    ['"user"', () => account.savePreferences({ theme: 'dark' })],
    ['"user"', () => user.updateUsername({ username: 'Ada L.' })],
    ['"user"', () => user.removeAvatar()],
    ['session', () => account.endOtherSessions()],
    ['invitations', () => account.deleteInvitation({ id: invitation?.id ?? '' })],
    ['model_keys', () => account.saveModelKey(key)],
    ['model_keys', () => account.removeModelKey()],
    ['site_credentials', () => account.saveSiteSignIn(site)],
    ['site_credentials', () => account.removeSiteSignIn({ site: 'bilibili' })],
    ['"user"', () => admin.changeRole(lifetime)],
    ['session', () => admin.endSessions(ofBob)],
    ['admin_actions', () => admin.changeBalance({ ...ofBob, requestId: crypto.randomUUID(), change })],
    ['license_batches', () => admin.revokeLicenses({ batchId: batch?.id ?? '' })],
    ['collections', () => admin.hidePublicPage({ target, hidden: true, reason })],
    ['public_reports', () => admin.dismissReports({ target })],
  ];
  for (const [n, [table, call]] of stored.entries()) {
    expect(await waitsToWrite(client, table, call), `${n} ${table}`).toBe(true);
    // Sessions that are ended are those of others.
    if (n === 3) expect(await client.query('select id from session order by id')).toEqual([{ id: 'a' }, { id: 'c' }]);
  }
  const kinds = await client.query<{ kind: string; by: string }>(
    'select kind, admin_id as by from admin_actions order by created_at',
  );
  expect(kinds).toEqual(['role', 'sessions', 'time', 'licensesRevoked', 'hide'].map((kind) => ({ kind, by: 'ada' })));
});

test('SUM-15 a key is shown to its user alone, and is not asked for where nobody is signed in', async () => {
  for (const id of ['ada', 'bob']) await addUser(id);
  const key = { provider: 'openai', model: 'm', value: `sk-${'x'.repeat(48)}` };
  await as(person('ada')).account.saveModelKey(key);
  const shown = async (by: AuthUser | null) => (await as(by).account.modelKey()).model;
  expect([await shown(person('ada')), await shown(person('bob')), await shown(null)]).toEqual(['m', null, null]);
});
