/** Who may sign up, administer and sign in, statement by statement, among other accounts and invitations. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db, Tx } from '#db/client.ts';
import { account, session, user, verification } from '#db/schema/auth.ts';
import { createInvitation, deleteInvitation, listInvitations } from '#features/account/server/invitations.ts';
import { countAttempt } from '#features/account/server/sign-in-limits.ts';
import { needsInvitation, signUpInvited } from '#features/account/server/sign-up.ts';
import { usernameLength } from '#features/account/shared/username-length.ts';
import { countTry } from '#features/credentials/server/try-model.ts';
import { createDeleteAccounts } from '#features/my-data/server/deletion/delete-accounts.handler.ts';
import { keepAccount, requestDeletion } from '#features/my-data/server/deletion/grace.ts';
import { takeSettings } from '#features/my-data/server/import/settings.ts';
import { appointAdministrator, changeMembership, hasAccounts } from '#infra/auth/accounts/administrators.ts';
import { ensureOwner, findOwner, findUnclaimedOwner, releaseOwner } from '#infra/auth/accounts/owner.ts';
import { createAuth, type SignedIn } from '#infra/auth/auth.ts';
import { openByPassword, replacePassword } from '#infra/auth/change-password.ts';
import { claimEmail, requirePassword } from '#infra/auth/claimed-email.ts';
import { hashPassword } from '#infra/auth/passwords.ts';
import { createLogger } from '#infra/logger/logger.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { type Accounts, addGuest, addUser, client, codeOf, flagsOf, keepAccountRows, servicesWith } from './account-rows.ts';

keepAccountRows();

const signedIn = { token: 't' } as unknown as SignedIn;

test('ACC-01 an invitation is needed where the server says so, except by its first account or its administrator', async () => {
  const needs = (accounts: Partial<Accounts>, email: string | null = 'ada@example.org') =>
    needsInvitation(servicesWith(accounts), email);
  expect(await needs({})).toBe(false);
  await addGuest('guest');
  await ensureOwner(client.db);
  expect(await needs({})).toBe(false);
  expect(await needs({ adminEmail: 'ada@example.org' })).toBe(false);
  expect(await needs({ adminEmail: 'ada@example.org' }, 'bob@example.org')).toBe(true);
  expect(await needs({ adminEmail: 'ada@example.org' }, null)).toBe(true);
  await addUser('first');
  expect([await needs({}), await needs({}, null)]).toEqual([true, true]);
  // The administrator needs none, also where others have accounts.
  expect(await needs({ adminEmail: 'ada@example.org' })).toBe(false);
  for (const mode of ['open', 'single'] as const) expect(await needs({ mode })).toBe(false);
  expect(await needs({ mode: 'open', adminEmail: 'ada@example.org' }, 'bob@example.org')).toBe(false);
});

test('ACC-01 an invitation lets in as often and as long as it says, and what failed takes no use of it', async () => {
  const { db } = client;
  await addUser('first');
  const values = { email: null, note: 'friends', mostUses: 2, days: 7, createdBy: 'first' };
  const [open, beside] = [await createInvitation(db, values), await createInvitation(db, values)];
  const named = await createInvitation(db, { ...values, email: 'bob@example.org' });
  const over = await createInvitation(db, { ...values, note: 'over', days: -1 });
  let signUps = 0;
  const signUp = async () => {
    signUps++;
    return signedIn;
  };
  const tryOne = (invitation: string | undefined, email = 'ada@example.org', how: () => Promise<SignedIn | null> = signUp) =>
    signUpInvited(servicesWith(), { email, invitation }, how).then(() => 'in', codeOf);
  const uses = async () =>
    (await client.query<{ uses: number }>('select uses from invitations order by uses')).map((row) => row.uses);
  expect([await tryOne(undefined), await tryOne(''), await tryOne('made up'), await tryOne(over.code)]).toEqual([
    'invitation_needed',
    'invitation_needed',
    'invitation_invalid',
    'invitation_invalid',
  ]);
  expect(signUps).toBe(0);
  expect(await tryOne(open.code, 'ada@example.org', async () => Promise.reject(new AppError('sign_up_refused')))).toBe(
    'sign_up_refused',
  );
  expect(await uses()).toEqual([0, 0, 0, 0]);
  const outcomes: unknown[] = [];
  for (let n = 0; n < 3; n++) outcomes.push(await tryOne(open.code));
  expect([outcomes, signUps]).toEqual([['in', 'in', 'invitation_invalid'], 2]);
  expect(await uses()).toEqual([0, 0, 0, 2]);
  expect([await tryOne(named.code), await tryOne(named.code, 'BOB@example.org')]).toEqual(['invitation_invalid', 'in']);
  // What is given back is one use of this one.
  await tryOne(beside.code);
  await tryOne(beside.code, 'c@example.org', async () => Promise.reject(new AppError('sign_up_refused')));
  expect(await uses()).toEqual([0, 1, 1, 2]);
  expect((await listInvitations(db)).map(({ note, mostUses }) => [note, mostUses])).toEqual([
    ['over', 2],
    ['friends', 2],
    ['friends', 2],
    ['friends', 2],
  ]);
  const [newest] = await listInvitations(db);
  await deleteInvitation(db, newest?.id ?? '');
  expect((await listInvitations(db)).map(({ note }) => note)).toEqual(['friends', 'friends', 'friends']);
  await expect(deleteInvitation(db, newest?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
});

test('ACC-01 an invitation is used by whoever is mailed a link, and given back where the address has an account', async () => {
  for (const id of ['first', 'known']) await addUser(id);
  const make = () =>
    createInvitation(client.db, { email: null, note: '', mostUses: 9, days: 7, createdBy: 'first' }).then(({ code }) => code);
  const [invitation] = [await make(), await make()];
  const signUp = (email: string, answer: SignedIn | null | Error) =>
    signUpInvited(servicesWith(), { email, invitation }, async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
  const uses = async () =>
    (await client.query<{ uses: number }>('select uses from invitations order by uses')).map((row) => row.uses);
  expect([await signUp('new@example.org', null), await uses()]).toEqual([null, [0, 1]]);
  expect([await signUp('known@example.org', null), await uses()]).toEqual([null, [0, 1]]);
  // Made all the same: it was deleted meanwhile.
  expect([await signUp('known@example.org', signedIn), await uses()]).toEqual([signedIn, [0, 2]]);
  await client.query(`create function keep_uses() returns trigger language plpgsql as
    $$ begin if new.uses < old.uses then raise exception 'kept'; end if; return new; end $$`);
  await client.query('create trigger keep_uses before update on invitations for each row execute function keep_uses()');
  try {
    // Neither is answered before the use is given back.
    for (const answer of [null, new AppError('sign_up_refused')])
      await expect(signUp('known@example.org', answer)).rejects.toMatchObject({ cause: { message: 'kept' } });
  } finally {
    await client.query('drop trigger keep_uses on invitations');
  }
});

test('ACC-01 the first account administers, or the one whose address is configured and verified', async () => {
  const { db } = client;
  await addGuest('guest');
  expect([await appointAdministrator(db, 'guest', null), await appointAdministrator(db, 'nobody', null)]).toEqual([false, false]);
  await addUser('owner', { isOwner: true, isAdmin: true });
  await addUser('ada');
  await addUser('bob');
  expect(await appointAdministrator(db, 'ada', null)).toBe(true);
  expect(await flagsOf()).toEqual({ guest: '', owner: 'adminowner', ada: 'admin', bob: '' });
  expect([await appointAdministrator(db, 'bob', null), await appointAdministrator(db, 'ada', null)]).toEqual([false, true]);
  expect(await appointAdministrator(db, 'bob', 'bob@example.org')).toBe(false);
  await db.update(user).set({ emailVerified: true }).where(eq(user.isOwner, false));
  expect(await appointAdministrator(db, 'bob', 'ada@example.org')).toBe(false);
  expect(await appointAdministrator(db, 'bob', 'bob@example.org')).toBe(true);
  expect(await flagsOf()).toEqual({ guest: '', owner: 'adminowner', ada: 'admin', bob: 'admin' });
});

test('ACC-01 a membership changes for one account, and one administrator is left besides the owner', async () => {
  const { db } = client;
  await addUser('owner', { isOwner: true, isAdmin: true });
  await addUser('ada', { isAdmin: true });
  await addUser('bob');
  await addGuest('guest');
  const change = (id: string, wanted: { isAdmin?: boolean; isLifetime?: boolean }) =>
    db
      .transaction((tx) =>
        changeMembership(tx, { userId: id, by: 'owner' }, { isAdmin: false, isLifetime: false, paidUntil: null, ...wanted }),
      )
      .catch(codeOf);
  expect([await change('ada', {}), await change('guest', {}), await change('owner', {}), await change('none', {})]).toEqual([
    'last_admin',
    'not_allowed',
    'not_allowed',
    'not_found',
  ]);
  expect(await change('ada', { isAdmin: true, isLifetime: true })).toEqual({ isAdmin: true, isLifetime: false, paidUntil: null });
  expect(await change('bob', { isAdmin: true })).toEqual({ isAdmin: false, isLifetime: false, paidUntil: null });
  expect(await change('ada', {})).toEqual({ isAdmin: true, isLifetime: true, paidUntil: null });
  expect(await flagsOf()).toEqual({ owner: 'adminowner', ada: '', bob: 'admin', guest: '' });
});

test('ACC-01 an owner is made once, and is the first administrator’s account where there was one', async () => {
  const { db } = client;
  const owner = await ensureOwner(db);
  expect([await ensureOwner(db), (await findOwner(db))?.id, await findUnclaimedOwner(db)]).toEqual([owner, owner, owner]);
  // Made by nobody: it stays the owner until somebody takes its place.
  await releaseOwner(db);
  expect(await findUnclaimedOwner(db)).toBe(owner);
  expect(await hasAccounts(db)).toBe(false);
  await client.query('delete from "user"');
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  await addUser('second', { isAdmin: true, createdAt: day(2) });
  await addUser('first', { isAdmin: true, createdAt: day(1) });
  await addUser('eldest', { createdAt: day(0) });
  expect([await ensureOwner(db), await ensureOwner(db)]).toEqual(['first', 'first']);
  expect(await findUnclaimedOwner(db)).toBeNull();
  await releaseOwner(db);
  expect(await flagsOf()).toEqual({ second: 'admin', first: 'admin', eldest: '' });
  expect(await hasAccounts(db)).toBe(true);
});

test('ACC-01 a password is asked of its account, and an address that is claimed ends every other way in', async () => {
  const [first, second] = await Promise.all(['the word of ann', 'the word of bob'].map(hashPassword));
  for (const [id, password, ofProvider] of [
    ['ann', first, second],
    ['bob', second, first],
  ] as const) {
    await addUser(id, { emailVerified: false, updatedAt: new Date(0) });
    await client.db.insert(account).values([
      { id: `${id} 1`, userId: id, providerId: 'credential', accountId: id, password },
      { id: `${id} 2`, userId: id, providerId: 'oidc', accountId: id, password: ofProvider },
    ]);
    await client.db.insert(session).values({ id, userId: id, token: id, expiresAt: new Date(Date.now() + 60_000) });
  }
  await requirePassword(client.db, 'ann', 'the word of ann');
  for (const [userId, typed] of [
    ['ann', 'the word of bob'],
    ['ann', ''],
    ['cid', 'the word of ann'],
  ] as const)
    await expect(requirePassword(client.db, userId, typed)).rejects.toMatchObject({ code: 'sign_in_failed' });
  await client.db.update(account).set({ password: null }).where(eq(account.id, 'bob 1'));
  await expect(requirePassword(client.db, 'bob', '')).rejects.toMatchObject({ code: 'sign_in_failed' });
  expect(await claimEmail(client.db, 'ann')).toBe(true);
  const left = async (table: 'account' | 'session') =>
    (await client.query<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id);
  expect([await left('account'), await left('session')]).toEqual([['ann 1', 'bob 1', 'bob 2'], ['bob']]);
  const users = await client.db.select().from(user).orderBy(user.id);
  expect(users.map(({ emailVerified, updatedAt }) => [emailVerified, updatedAt.getTime() > 0])).toEqual([
    [true, true],
    [false, false],
  ]);
  // Claimed before, the address ends nothing that was begun since.
  await client.db
    .insert(session)
    .values({ id: 'since', userId: 'ann', token: 'since', expiresAt: new Date(Date.now() + 60_000) });
  expect(await claimEmail(client.db, 'ann')).toBe(false);
  expect(await left('session')).toEqual(['bob', 'since']);
});

test('ACC-01 of two changes of a password one is made, and no sign-in by the earlier one outlives it', async () => {
  const [first, second, third] = ['the first password', 'the second password', 'the third password'];
  const hash = await hashPassword(first);
  for (const id of ['ada', 'bob']) {
    await addUser(id);
    await client.db.insert(account).values({ id, userId: id, accountId: id, providerId: 'credential', password: hash });
  }
  const openSession = async (token: string) => {
    const lasting = new Date(Date.now() + 60_000);
    await client.db.insert(session).values({ id: token, token, userId: 'ada', expiresAt: lasting });
    return { token };
  };
  const change = (current: string, password: string) =>
    replacePassword(client.db, 'ada', { current, password }).then(() => 'made', codeOf);
  expect(await change('not it', second)).toBe('sign_in_failed');
  expect(await change(first, 'short')).toBe('password_unfit');
  const both = await Promise.all([change(first, second), change(first, third)]);
  expect(both).toEqual(expect.arrayContaining(['made', 'sign_in_failed']));
  const now = both[0] === 'made' ? second : third;
  // Its password was right when it was looked at, and is not when the session is there.
  const late = openByPassword(client.db, 'Ada@example.org', async () => {
    const opened = await openSession('late');
    expect(await change(now, first)).toBe('made');
    return opened;
  });
  expect(await late.catch(codeOf)).toBe('sign_in_failed');
  expect(await openByPassword(client.db, 'ada@example.org', () => openSession('good'))).toEqual({ token: 'good' });
  expect((await client.db.select().from(session)).map(({ token }) => token)).toEqual(['good']);
  await requirePassword(client.db, 'bob', first);
  const gone = openByPassword(client.db, 'bob@example.org', async () => {
    await client.query(`delete from "user" where id = 'bob'`);
    throw new Error('there is no such user');
  });
  expect(await gone.catch(codeOf)).toBe('sign_in_failed');
});

test('ACC-01 whoever is signed in changes the password also before the address is verified, and earlier reset links end', async () => {
  const [first, second] = ['the first password', 'the second password'];
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  const auth = createAuth({
    ...{ db: client.db, secret: 'x'.repeat(32), baseUrl: 'http://a.example', trustedOrigins: [], logger },
    ...{
      mode: 'open',
      guests: true,
      adminEmail: null,
      verifyEmail: true,
      providers: [],
      sendMail: async () => {},
      joinAccounts: async () => {},
    },
  });
  for (const id of ['ada', 'bob']) {
    await addUser(id);
    await client.db.insert(verification).values({ id, identifier: id, value: id, expiresAt: new Date(Date.now() + 60_000) });
  }
  const credential = {
    id: 'ada',
    userId: 'ada',
    accountId: 'ada',
    providerId: 'credential',
    password: await hashPassword(first),
  };
  await client.db.insert(account).values(credential);
  const change = (current: string) =>
    auth.changePassword({ userId: 'ada', email: 'ada@example.org', current, password: second }, new Headers());
  const linksOf = async () => (await client.query<{ id: string }>('select id from verification order by id')).map(({ id }) => id);
  expect(await change('not it').catch(codeOf)).toBe('sign_in_failed');
  expect(await linksOf()).toEqual(['ada', 'bob']);
  const cookies = await change(first);
  expect(await auth.getUser(new Headers({ cookie: cookies[0]?.split(';')[0] ?? '' }))).toMatchObject({ id: 'ada' });
  expect(await linksOf()).toEqual(['bob']);
  // Another change comes in between the new password and its session.
  await client.query(`create function change_password() returns trigger language plpgsql as
    $$ begin update account set password = 'another' where user_id = new.user_id; return new; end $$`);
  await client.query('create trigger change_password before insert on session for each row execute function change_password()');
  try {
    expect(await change(second).catch(codeOf)).toBe('sign_in_failed');
  } finally {
    await client.query('drop trigger change_password on session');
  }
  expect(await client.query(`select 1 from session where user_id = 'ada'`)).toEqual([]);
});

test('ACC-12 the last administrator leaves only when nobody else has an account', async () => {
  const services = {
    ...servicesWith(),
    jobs: { enqueue: async () => undefined },
    settings: { deletionGraceMs: 3_600_000 },
  } as unknown as Services;
  const request = (id: string) => requestDeletion(services, id).then(({ deleteAt }) => deleteAt !== null, codeOf);
  await addUser('ada', { isAdmin: true });
  await addUser('owner', { isAdmin: true, isOwner: true });
  await addGuest('guest');
  expect(await request('ada')).toBe(true);
  await client.query(`update "user" set delete_at = null`);
  await addUser('bob');
  expect([await request('ada'), await request('bob')]).toEqual(['last_admin', true]);
  await addUser('eve', { isAdmin: true });
  // Of two, the first may go, and then the second is the last.
  expect([await request('ada'), await request('eve')]).toEqual([true, 'last_admin']);
  const wanted = { isAdmin: false, isLifetime: false, paidUntil: null };
  const ended = client.db.transaction((tx) => changeMembership(tx, { userId: 'eve', by: 'eve' }, wanted));
  await expect(ended).rejects.toMatchObject({ code: 'last_admin' });
});

test('ACC-01 of two who make or end administrators at once, the second sees what the first did', async () => {
  const plain = { isAdmin: false, isLifetime: false, paidUntil: null };
  const end = (userId: string, by: string) => (tx: Tx) => changeMembership(tx, { userId, by }, plain);
  for (const id of ['ada', 'bob']) await addUser(id);
  const appoint = (db: Db, id: string) => appointAdministrator(db, id, null);
  expect(
    await meanwhile(
      client,
      (tx) => appoint(tx as unknown as Db, 'ada'),
      () => appoint(client.db, 'bob'),
    ),
  ).toBe(false);
  await client.db.update(user).set({ isAdmin: true });
  expect(await meanwhile(client, end('bob', 'ada'), () => client.db.transaction(end('ada', 'bob')).catch(codeOf))).toBe(
    'not_allowed',
  );
  await client.db.update(user).set({ isAdmin: true });
  const services = { ...servicesWith(), settings: { deletionGraceMs: 3_600_000 } } as unknown as Services;
  expect(await meanwhile(client, end('bob', 'ada'), () => requestDeletion(services, 'ada').catch(codeOf))).toBe('last_admin');
  expect(await flagsOf()).toEqual({ ada: 'admin', bob: '' });
});

test('ACC-01 an address that is changed meanwhile makes nobody administrator', async () => {
  await addUser('ada', { emailVerified: true });
  const change = (tx: Tx) => tx.update(user).set({ email: 'other@example.org' }).where(eq(user.id, 'ada'));
  expect(await meanwhile(client, change, () => appointAdministrator(client.db, 'ada', 'ada@example.org'))).toBe(false);
  expect(await flagsOf()).toEqual({ ada: '' });
});

test('ACC-12 a name that is chosen during an import stays', async () => {
  for (const id of ['ada', 'bob']) await addUser(id);
  const archived = { name: 'Of the archive', language: null, theme: null, avatar: null };
  const take = (id: string) => client.db.transaction((tx) => takeSettings(tx, id, archived));
  await take('bob');
  const choose = (tx: Tx) => tx.update(user).set({ name: 'Chosen' }).where(eq(user.id, 'ada'));
  await meanwhile(client, choose, () => take('ada'));
  const names = await client.db.select({ name: user.name }).from(user).orderBy(user.id);
  expect(names.map(({ name }) => name)).toEqual(['Chosen', 'Of the archive']);
});

test('ACC-12 an archived name is taken when it is one, and no longer than names are', async () => {
  await addUser('ada');
  const nameAfter = async (name: string) => {
    await client.db.transaction((tx) => takeSettings(tx, 'ada', { name, language: null, theme: null, avatar: null }));
    return (await client.db.select({ name: user.name }).from(user))[0]?.name;
  };
  expect(await nameAfter(' ')).toBe('ada');
  expect(await nameAfter('x'.repeat(usernameLength + 1))).toBe('ada');
  expect(await nameAfter('x'.repeat(usernameLength))).toBe('x'.repeat(usernameLength));
});

test('ACC-12 an account that cannot be deleted does not keep the others', async () => {
  const services = {
    ...servicesWith(),
    blobs: {
      list: async () => [],
      put: async () => {
        if (++puts === 1) throw new Error('no space');
      },
    },
  } as unknown as Services;
  let puts = 0;
  for (const id of ['ada', 'bob']) await addUser(id, { deleteAt: new Date(0) });
  const logged: string[] = [];
  const logger = { info: () => {}, error: (_: unknown, text: string) => void logged.push(text) };
  const run = createDeleteAccounts(services).run({}, { signal: new AbortController().signal, logger } as never);
  await expect(run).rejects.toThrow('accounts could not be deleted');
  expect([Object.keys(await flagsOf()).length, logged.length]).toEqual([1, 1]);
});

test('ACC-12 an account can be kept until its time is over, and whoever keeps it at the last moment has it', async () => {
  const services = {
    ...servicesWith(),
    settings: { deletionGraceMs: 3_600_000 },
  } as unknown as Services;
  const deleteDue = () =>
    createDeleteAccounts(services).run({}, { signal: new AbortController().signal, logger: { info: () => {} } } as never);
  const dueIn = (id: string, seconds: number) =>
    client.query(`update "user" set delete_at = now() + $2 * interval '1 second' where id = $1`, [id, seconds]);
  for (const id of ['ada', 'bob', 'eve']) await addUser(id);
  await dueIn('ada', 60);
  await dueIn('bob', -1);
  expect(await keepAccount(services, 'ada')).toMatchObject({ deleteAt: null });
  expect(await keepAccount(services, 'eve')).toMatchObject({ deleteAt: null });
  await expect(keepAccount(services, 'bob')).rejects.toMatchObject({ code: 'deletion_begun' });
  const keepBob = (tx: Tx) => tx.update(user).set({ deleteAt: null }).where(eq(user.id, 'bob'));
  await meanwhile(client, keepBob, deleteDue);
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['ada', 'bob', 'eve']);
});

/** How many of them are let through. */
async function most(tries: number, take: (n: number) => Promise<void>, code: string): Promise<number> {
  for (let n = 0; n < tries; n++) {
    const error = await take(n).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error === null) continue;
    expect(hasCode(error, code as 'too_many_attempts')).toBe(true);
    expect((error as AppError).params).toEqual({ minutes: expect.any(Number) });
    expect((error as AppError).retry?.afterMs).toBeGreaterThan(0);
    return n;
  }
  return tries;
}

test('SUM-15 tries of a key are counted for a user and for an address, each by itself', async () => {
  const services = servicesWith();
  const take = (userId: string | undefined, clientAddress: string) => countTry(services, { userId, clientAddress });
  expect(await most(40, (n) => take('ada', `10.0.0.${n}`), 'too_many_key_tries')).toBe(30);
  expect(await most(1, () => take('bob', '10.0.0.99'), 'too_many_key_tries')).toBe(1);
  expect(await most(70, () => take(undefined, '10.1.0.1'), 'too_many_key_tries')).toBe(60);
  await expect(take('bob', '10.1.0.1')).rejects.toMatchObject({ code: 'too_many_key_tries' });
  expect(await most(1, () => take('bob', '10.1.0.2'), 'too_many_key_tries')).toBe(1);
  // Nothing is taken of the user where the address is full: one try more was made than is counted here.
  const [row] = await client.query<{ taken: number }>("select taken from rate_limits where key = 'key-tries-user:bob'");
  expect(row?.taken).toBe(2);
});

test.each([
  ['sign-in', 100, 10, 60, 15],
  ['sign-up', 5, 5, 20, 60],
  ['reset', 3, 3, 20, 60],
  ['secret', 10, 10, 30, 15],
] as const)(
  'ACC-01 attempts of %s are counted for an address of mail, for a client, and for both together',
  async (action, ofEmail, ofBoth, ofClient, minutes) => {
    const services = servicesWith();
    const take = (email: string | null, clientAddress: string) => countAttempt(services, action, { email, clientAddress });
    const letters = (n: number) => (n % 2 === 0 ? 'ada@example.org' : 'ADA@example.org');
    expect(await most(101, (n) => take(letters(n), `10.0.0.${n}`), 'too_many_attempts')).toBe(ofEmail);
    expect(await most(20, () => take('eve@example.org', '10.2.0.1'), 'too_many_attempts')).toBe(ofBoth);
    expect(await most(1, () => take('bob@example.org', '10.0.0.200'), 'too_many_attempts')).toBe(1);
    expect(await most(100, (n) => take(n % 2 === 0 ? null : `${n}@example.org`, '10.1.0.1'), 'too_many_attempts')).toBe(ofClient);
    await expect(take(null, '10.1.0.1')).rejects.toMatchObject({ code: 'too_many_attempts', params: { minutes } });
    expect(await most(1, () => take(null, '10.1.0.2'), 'too_many_attempts')).toBe(1);
    // Of one kind alone, and the address of mail is not stored.
    const other = action === 'reset' ? 'sign-in' : 'reset';
    await countAttempt(services, other, { email: 'ada@example.org', clientAddress: '10.1.0.1' });
    expect(JSON.stringify(await client.query('select * from rate_limits'))).not.toMatch(/ada|bob/i);
  },
);
