/** Administrators, owners, passwords and identities, statement by statement, with other sessions at work at the same time. */
import { eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { account, session, user, verification } from '#db/schema/auth.ts';
import { appointAdministrator, changeMembership, requireOtherAdministrator } from '#infra/auth/accounts/administrators.ts';
import { replaceAvatar } from '#infra/auth/accounts/avatars.ts';
import { ensureOwner, findOwner, findUnclaimedOwner, releaseOwner } from '#infra/auth/accounts/owner.ts';
import { type AuthMail, createAuth } from '#infra/auth/auth.ts';
import { openByPassword, replacePassword } from '#infra/auth/change-password.ts';
import { claimEmail, isEmailKnown } from '#infra/auth/claimed-email.ts';
import { rememberNewWeChatUsers } from '#infra/auth/new-wechat-users.ts';
import { hashPassword, leastPasswordLength, mostPasswordLength } from '#infra/auth/passwords.ts';
import { linkWeChatIdentity } from '#infra/auth/wechat-identity.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { whileRefused } from '../harness/database/refused-statements.ts';
import { addGuest, addUser, client, codeOf, flagsOf, inTx, keepAccountRows } from './account-rows.ts';

keepAccountRows();

const plain = { isAdmin: false, isLifetime: false, paidUntil: null };

test('ACC-01 an appointment keeps others who make or end administrators waiting until it is made', async () => {
  await addUser('ada');
  const isFree = async () =>
    (await client.query(`select pg_try_advisory_xact_lock(hashtextextended('administrator', 0)) as free`))[0];
  const hold = (tx: Tx) => tx.update(user).set({ name: 'Ada' }).where(eq(user.id, 'ada'));
  const appoint = () => appointAdministrator(client.db, 'ada', null);
  const during: unknown[] = [];
  expect(await meanwhile(client, hold, appoint, async () => during.push(await isFree()))).toBe(true);
  expect([...during, await isFree()]).toEqual([{ free: false }, { free: true }]);
});

test('ACC-01 a membership that changes gives what it was at that moment, and needs no second administrator for others', async () => {
  await addUser('owner', { isOwner: true, isAdmin: true });
  await addUser('bob');
  const change = (wanted: object) => inTx((tx) => changeMembership(tx, { userId: 'bob', by: 'owner' }, { ...plain, ...wanted }));
  const past = new Date(Date.now() - 60_000);
  const bought = (tx: Tx) => tx.update(user).set({ isLifetime: true, paidUntil: past }).where(eq(user.id, 'bob'));
  expect(await meanwhile(client, bought, () => change({ paidUntil: past }))).toEqual({
    ...{ isAdmin: false, isLifetime: true, paidUntil: past },
  });
  expect(await change({ paidUntil: new Date(past.getTime() - 1) }).catch(codeOf)).toBe('paid_until_past');
  const soon = new Date(Date.now() + 60_000);
  expect(await change({ paidUntil: soon })).toEqual({ ...plain, paidUntil: past });
  expect(await change({})).toEqual({ ...plain, paidUntil: soon });
  expect(await flagsOf()).toEqual({ owner: 'adminowner', bob: '' });
});

test('ACC-12 an owner, and whoever administers nothing, may go also without another administrator', async () => {
  await addUser('bob');
  await addUser('owner', { isOwner: true, isAdmin: true });
  await addGuest('guest');
  const leaving = (id: string) => inTx((tx) => requireOtherAdministrator(tx, id)).then(() => 'may', codeOf);
  expect([await leaving('owner'), await leaving('bob'), await leaving('guest'), await leaving('nobody')]).toEqual(
    Array(4).fill('may'),
  );
  await addUser('ada', { isAdmin: true });
  expect(await leaving('ada')).toBe('last_admin');
});

test('ACC-01 an owner is made again when it is gone, and its end touches no other account', async () => {
  const made = await findOwner(client.db);
  expect(made).toMatchObject({ name: null, email: null, role: 'admin', isAnonymous: false, isOwner: true });
  expect(made?.session).toEqual({ id: `owner:${made?.id}`, expiresAt: new Date(8.64e15) });
  expect((await findOwner(client.db))?.id).toBe(made?.id);
  await client.query(`update "user" set is_owner = false`);
  expect(await findUnclaimedOwner(client.db)).toBeNull();
  await client.query('delete from "user"');
  await addUser('bob');
  await addUser('ada', { isAdmin: true });
  expect(await ensureOwner(client.db)).toBe('ada');
  const version = () => client.query(`select xmin::text as version from "user" where id = 'bob'`);
  const before = await version();
  await releaseOwner(client.db);
  expect([await version(), await flagsOf()]).toEqual([before, { ada: 'admin', bob: '' }]);
});

test('ACC-09 of two pictures at once, the one that was replaced is named to be deleted', async () => {
  for (const id of ['bob', 'ada']) await addUser(id, { avatarBlob: `avatars/${id}.webp` });
  const replace = (key: string) => (tx: Tx) => replaceAvatar(tx, 'ada', key);
  expect(await meanwhile(client, replace('avatars/1.webp'), () => inTx(replace('avatars/2.webp')))).toBe('avatars/1.webp');
});

test('ACC-01 a password is as long as passwords are, and is changed together with the end of its reset links', async () => {
  const first = 'the first password';
  const hash = await hashPassword(first);
  for (const id of ['bob', 'ada']) {
    await addUser(id);
    for (const providerId of ['oidc', 'credential'])
      await client.db
        .insert(account)
        .values({ id: `${id} ${providerId}`, userId: id, accountId: id, providerId, password: hash });
  }
  const change = (current: string, password: string) =>
    replacePassword(client.db, 'ada', { current, password }).then(() => 'made', codeOf);
  const [least, most] = ['a'.repeat(leastPasswordLength), 'b'.repeat(mostPasswordLength)];
  expect([await change(first, least.slice(1)), await change(first, `${most}b`)]).toEqual(['password_unfit', 'password_unfit']);
  expect([await change(first, least), await change(least, most)]).toEqual(['made', 'made']);
  await client.db.insert(verification).values({ id: 'v', identifier: 'v', value: 'ada', expiresAt: new Date() });
  await whileRefused(client, 'delete on verification', async () => {
    expect(await change(most, first)).not.toBe('made');
  });
  expect(await change(most, least)).toBe('made');
  expect(await client.db.$count(verification)).toBe(0);
  const changed = await client.db.select({ id: account.id, hash: account.password }).from(account).orderBy(account.id);
  expect(changed.filter((row) => row.hash !== hash).map(({ id }) => id)).toEqual(['ada credential']);
});

test('ACC-01 a sign-in that fails by itself says why, and one of a changed password keeps the reason for the log', async () => {
  const hash = await hashPassword('the first password');
  for (const id of ['bob', 'ada']) {
    await addUser(id);
    await client.db.insert(account).values({ id, userId: id, accountId: id, providerId: 'credential', password: hash });
  }
  const reason = new Error('no such page');
  const open = () => Promise.reject(reason);
  await expect(openByPassword(client.db, 'ada@example.org', open)).rejects.toBe(reason);
  await expect(openByPassword(client.db, 'ada@example.org', open, 'an earlier hash')).rejects.toMatchObject({
    ...{ code: 'sign_in_failed', cause: reason },
  });
});

test('ACC-01 an address is claimed whole or not, and known however it is written', async () => {
  await addUser('ada', { emailVerified: false });
  await client.db.insert(account).values({ id: 'ada', userId: 'ada', accountId: 'ada', providerId: 'oidc' });
  await client.db.insert(session).values({ id: 'ada', userId: 'ada', token: 'ada', expiresAt: new Date(Date.now() + 60_000) });
  await whileRefused(client, 'delete on session', async () => {
    await expect(claimEmail(client.db, 'ada')).rejects.toThrow();
  });
  const rows = () => client.query(`select email_verified, (select count(*)::int from account) as accounts from "user"`);
  expect(await rows()).toEqual([{ email_verified: false, accounts: 1 }]);
  expect([await claimEmail(client.db, 'ada'), await rows()]).toEqual([true, [{ email_verified: true, accounts: 0 }]]);
  expect([await isEmailKnown(client.db, 'ADA@example.org'), await isEmailKnown(client.db, 'bob@example.org')]).toEqual([
    true,
    false,
  ]);
});

test('ACC-01 of two accounts of one WeChat user an administrator’s stays, and only ids of WeChat come along', async () => {
  await addUser('old');
  await addUser('admin', { isAdmin: true });
  await addUser('beside');
  const known = (providerId: string, accountId: string, userId: string, seconds: number) =>
    client.db
      .insert(account)
      .values({ id: `${providerId} ${accountId}`, userId, providerId, accountId, createdAt: new Date(seconds * 1000) });
  await known('wechat', 'open-old', 'old', 1);
  await known('wechat-app', 'app-old', 'old', 1);
  await known('oidc', 'of old', 'old', 1);
  await known('oidc', 'union', 'beside', 0);
  await known('wechat', 'union', 'admin', 2);
  await known('wechat', 'open-beside', 'beside', 3);
  const joined: unknown[] = [];
  const join = async (ids: { from: string; to: string }) => {
    joined.push(ids);
    await client.db.delete(user).where(eq(user.id, ids.from));
  };
  const link = (openid: string, unionid: string | null) =>
    linkWeChatIdentity(client.db, { provider: 'wechat', openid, unionid }, join);
  expect(await link('open-new', null)).toEqual({ subject: 'open-new', isKnown: false });
  expect(await link('open-old', 'union')).toEqual({ subject: 'union', isKnown: true });
  expect(joined).toEqual([{ from: 'old', to: 'admin' }]);
  const rows = await client.db.select().from(account);
  expect(rows.map(({ userId, providerId, accountId }) => `${userId} ${providerId} ${accountId}`).toSorted()).toEqual([
    ...['admin wechat open-old', 'admin wechat union', 'admin wechat-app app-old'],
    ...['beside oidc union', 'beside wechat open-beside'],
  ]);
});

test('ACC-01 of three accounts of one WeChat user one stays, also when another sign-in has joined them meanwhile', async () => {
  for (const [n, id] of ['ada', 'bob', 'cid'].entries()) {
    await addUser(id);
    const [providerId = '', accountId = ''] =
      [
        ['wechat', 'union'],
        ['wechat', 'open'],
        ['wechat-app', 'open'],
      ][n] ?? [];
    await client.db.insert(account).values({ id, userId: id, providerId, accountId, createdAt: new Date(n) });
  }
  const joined: unknown[] = [];
  const join = async (ids: { from: string; to: string }) => {
    joined.push(ids);
    await client.db.delete(user).where(ne(user.id, 'ada'));
  };
  const identity = { provider: 'wechat', openid: 'open', unionid: 'union' };
  expect(await linkWeChatIdentity(client.db, identity, join)).toEqual({ subject: 'union', isKnown: true });
  expect(joined).toEqual([
    { from: 'bob', to: 'ada' },
    { from: 'cid', to: 'ada' },
  ]);
});

test('ACC-01 the ids of new WeChat users wait for their accounts, so many at once and each once', async () => {
  for (const id of ['ada', 'bob']) await addUser(id);
  const weChat = rememberNewWeChatUsers({ db: client.db, joinAccounts: async () => undefined }, 2);
  const identify = (name: string) => weChat.identify({ provider: 'wechat', openid: `open-${name}`, unionid: `union-${name}` });
  const storeAll = (name: string, userId: string, providerId = 'wechat') =>
    weChat.storeAll({ providerId, accountId: `union-${name}`, userId });
  const stored = async () => {
    const rows = await client.db.select().from(account).orderBy(account.accountId);
    await client.db.delete(account);
    return rows.map(({ userId, providerId, accountId }) => `${userId} ${providerId} ${accountId}`);
  };
  expect([await identify('a'), await identify('b')]).toEqual(['union-a', 'union-b']);
  await storeAll('a', 'ada', 'wechat-app');
  await storeAll('a', 'ada');
  expect(await stored()).toEqual(['ada wechat open-a', 'ada wechat union-a']);
  // Stored once, so that there is room for another.
  await identify('c');
  await storeAll('a', 'bob');
  await storeAll('b', 'bob');
  expect(await stored()).toEqual(['bob wechat open-b', 'bob wechat union-b']);
  // The third to wait is one too many: the earlier ones are forgotten.
  await identify('d');
  await identify('e');
  for (const name of ['c', 'd', 'e']) await storeAll(name, 'ada');
  expect(await stored()).toEqual(['ada wechat open-e', 'ada wechat union-e']);
  // Whoever has an account already is not waited for.
  await client.db.insert(account).values({ id: 'f', userId: 'bob', providerId: 'wechat', accountId: 'union-f' });
  await identify('f');
  await client.db.delete(account);
  await storeAll('f', 'ada');
  expect(await stored()).toEqual([]);
});

test('ACC-01 a sign-in by an earlier password ends with its own session, whatever else the account signs in with', async () => {
  const [first, second] = ['the first password', 'the second password'];
  for (const id of ['bob', 'ada']) {
    await addUser(id);
    await client.db.insert(account).values([
      { id: `${id} oidc`, userId: id, accountId: id, providerId: 'oidc' },
      { id, userId: id, accountId: id, providerId: 'credential', password: await hashPassword(first) },
    ]);
  }
  const openSession = async (token: string, userId: string) => {
    await client.db.insert(session).values({ id: token, token, userId, expiresAt: new Date(Date.now() + 60_000) });
    return { token };
  };
  await openSession('bob', 'bob');
  await openSession('before', 'ada');
  const opening = openByPassword(client.db, 'ada@example.org', async () => {
    await replacePassword(client.db, 'ada', { current: first, password: second });
    return openSession('late', 'ada');
  });
  expect(await opening.catch(codeOf)).toBe('sign_in_failed');
  const tokens = async () => (await client.db.select().from(session).orderBy(session.id)).map(({ token }) => token);
  expect(await tokens()).toEqual(['before', 'bob']);
});

function authWith(baseUrl: string, changes: { guests?: boolean; adminEmail?: string; verifyEmail?: boolean } = {}) {
  const mails: AuthMail[] = [];
  const auth = createAuth({
    ...{ db: client.db, secret: 'x'.repeat(32), baseUrl, trustedOrigins: [], mode: 'open', guests: true },
    logger: createLogger({ level: 'silent', format: 'json', secrets: [] }),
    ...{ adminEmail: null, verifyEmail: true, providers: [], ...changes },
    sendMail: async (mail) => void mails.push(mail),
    joinAccounts: async () => undefined,
  });
  return { auth, mails };
}

test('ACC-01 the cookie of a session is no script’s and no other site’s, and goes over HTTPS only where the server has it', async () => {
  const attributes = 'Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax';
  for (const [baseUrl, name, rest] of [
    ['https://a.example', '__Secure-gleaner.session_token', 'Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax'],
    ['http://a.example', 'gleaner.session_token', attributes],
  ] as const) {
    const { auth } = authWith(baseUrl);
    const { user: guest, setCookies } = await auth.createGuest(new Headers({ 'x-forwarded-for': '203.0.113.9' }));
    const [cookie = '', ...others] = setCookies.filter((line) => line.includes('session_token'));
    const [pair = '', ...said] = cookie.split('; ');
    expect([pair.split('=')[0], said.join('; '), others]).toEqual([name, rest, []]);
    expect(await auth.getUser(new Headers({ cookie: pair }))).toMatchObject({ id: guest.id, isAnonymous: true });
    const [row] = await client.db.select().from(session).where(eq(session.userId, guest.id));
    const days = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect([row?.ipAddress, Math.round(days * 1000) / 1000]).toEqual(['', 7]);
  }
  await expect(authWith('http://a.example', { guests: false }).auth.createGuest(new Headers())).rejects.toMatchObject({
    ...{ code: 'sign_in_needed' },
  });
});

test('ACC-01 mailed links are stored so that they cannot be read, and a new password settles everything or is told of', async () => {
  const { auth, mails } = authWith('http://a.example');
  const password = 'the first password';
  const email = 'ada@example.org';
  expect(await auth.signUp({ email, password, language: 'en' }, new Headers())).toBeNull();
  await expect(auth.signIn({ email, password, language: 'zh' }, new Headers())).rejects.toMatchObject({
    ...{ code: 'email_not_verified' },
  });
  expect(await auth.signUp({ email, password, language: 'en' }, new Headers())).toBeNull();
  await auth.requestReset({ email, language: 'en' });
  await auth.requestReset({ email: 'nobody@example.org', language: 'en' });
  expect(mails).toEqual([
    { kind: 'verify', email, token: expect.any(String), language: 'en' },
    { kind: 'verify', email, token: expect.any(String), language: 'zh' },
    { kind: 'exists', email, token: '', language: 'en' },
    { kind: 'reset', email, token: expect.any(String), language: 'en' },
  ]);
  const token = mails.at(-1)?.token ?? '';
  const links = await client.db.select().from(verification);
  expect(links).toHaveLength(1);
  expect(token.length).toBeGreaterThan(10);
  expect(JSON.stringify(links)).not.toContain(token);
  const [ada] = await client.db.select().from(user);
  const userId = ada?.id ?? '';
  await client.db.insert(account).values({ id: 'oidc', userId, accountId: 'ada', providerId: 'oidc' });
  const set = () => auth.resetPassword({ token, password: 'the second password' });
  await whileRefused(client, 'delete on account', () => expect(set()).rejects.toThrow('delete'));
  await auth.requestReset({ email, language: 'en' });
  await auth.resetPassword({ token: mails.at(-1)?.token ?? '', password });
  expect((await client.db.select().from(account)).map(({ providerId }) => providerId)).toEqual(['credential']);
  expect((await auth.signIn({ email, password, language: 'en' }, new Headers())).user).toMatchObject({ id: userId, name: 'ada' });
});

test('ACC-01 the administrator’s address opens nothing before it is verified, also where others need no mail', async () => {
  const { auth, mails } = authWith('http://a.example', { adminEmail: 'ada@example.org', verifyEmail: false });
  const [password, language] = ['the first password', 'en'] as const;
  const of = (name: string) => ({ email: `${name}@example.org`, password, language });
  const owners = async () => {
    const rows = await client.db.select({ email: user.email }).from(session).innerJoin(user, eq(user.id, session.userId));
    return rows.map(({ email }) => email).toSorted();
  };
  expect((await auth.signUp(of('bob'), new Headers()))?.user).toMatchObject({ email: 'bob@example.org' });
  expect((await auth.signIn(of('bob'), new Headers())).user).toMatchObject({ email: 'bob@example.org' });
  const bobs = ['bob@example.org', 'bob@example.org'];
  expect([await auth.signUp(of('ada'), new Headers()), await owners()]).toEqual([null, bobs]);
  mails.length = 0;
  expect(await auth.signIn(of('ada'), new Headers()).catch(codeOf)).toBe('email_not_verified');
  expect([await owners(), mails.map(({ kind, email }) => `${kind} ${email}`)]).toEqual([bobs, ['verify ada@example.org']]);
  const [{ token } = { token: '' }] = mails;
  const verify = (typed: string) => auth.verifyEmail({ token, password: typed }, new Headers()).then(() => 'in', codeOf);
  expect([await verify('another password'), await owners()]).toEqual(['sign_in_failed', bobs]);
  expect([await verify(password), await verify(password)]).toEqual(['in', 'link_expired']);
  expect((await auth.signIn(of('ada'), new Headers())).user).toMatchObject({ email: 'ada@example.org' });
  expect(await owners()).toEqual(['ada@example.org', 'ada@example.org', ...bobs]);
  const refused = (email: string) => auth.signUp({ ...of(''), email }, new Headers()).catch(codeOf);
  expect(await refused('owner@gleaner.invalid')).toBe('email_reserved');
  await expect(auth.requestReset({ email: 'x@wechat.gleaner.invalid', language })).rejects.toMatchObject({
    ...{ code: 'reset_not_possible' },
  });
});
