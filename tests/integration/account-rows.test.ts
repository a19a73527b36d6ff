/** Who may sign up, administer and take over what, statement by statement, among other accounts and invitations. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { account, session, user, verification } from '#db/schema/auth.ts';
import { contents, sources } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import { createInvitation, deleteInvitation, listInvitations } from '#features/account/server/invitations.ts';
import { joinAccounts, prepareOwner, settleSignIn } from '#features/account/server/join-accounts.ts';
import { countAttempt } from '#features/account/server/sign-in-limits.ts';
import { needsInvitation, signUpInvited } from '#features/account/server/sign-up.ts';
import { checkModelKey, ownModelIdOf, saveModelKey } from '#features/credentials/server/model-key.ts';
import { checkSiteSignIn, saveSiteSignIn, siteCredentialOf } from '#features/credentials/server/site-sign-ins.ts';
import { countTry } from '#features/credentials/server/try-model.ts';
import { lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { createDeleteAccounts } from '#features/my-data/server/deletion/delete-accounts.handler.ts';
import { keepAccount } from '#features/my-data/server/deletion/grace.ts';
import { appointAdministrator, changeMembership, hasAccounts } from '#infra/auth/accounts/administrators.ts';
import { ensureOwner, findOwner, findUnclaimedOwner, releaseOwner } from '#infra/auth/accounts/owner.ts';
import { type AuthUser, createAuth, type SignedIn } from '#infra/auth/auth.ts';
import { openByPassword, replacePassword } from '#infra/auth/change-password.ts';
import { claimAddress, requirePassword } from '#infra/auth/claimed-address.ts';
import { hashPassword } from '#infra/auth/passwords.ts';
import { linkWeChatIdentity } from '#infra/auth/wechat-identity.ts';
import { createOwnModels } from '#infra/llm/own-models.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { waitFor } from '../harness/wait.ts';

let database: TestDatabase;
let client: DatabaseClient;
/** Users whose tasks were cancelled, in their order. */
let cancelled: string[] = [];

beforeAll(async () => {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster.connection);
  client = createDatabase(database.connection, { max: 4, applicationName: 'test' });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});
beforeEach(async () => {
  cancelled = [];
  for (const name of ['contents', 'sources', 'invitations', 'rate_limits', '"user"']) await client.query(`delete from ${name}`);
});

const secrets = createSecretBox([new Uint8Array(randomBytes(32))]);
const ownModels = createOwnModels({ configured: null, replayFrom: null, local: null });

type Accounts = Services['settings']['accounts'];
function servicesWith(accounts: Partial<Accounts> = {}): Services {
  const tasks = { cancelAll: async (_tx: unknown, { userId }: { userId: string }) => void cancelled.push(userId) };
  const settings = { accounts: { mode: 'invite', adminEmail: null, ...accounts }, time: null };
  return { db: client.db, secrets, ownModels, tasks, settings, logger: undefined } as unknown as Services;
}

type NewUser = Partial<typeof user.$inferInsert>;
async function addUser(id: string, values: NewUser = {}): Promise<string> {
  await client.db.insert(user).values({ id, name: id, email: `${id}@example.org`, isAnonymous: false, ...values });
  return id;
}
const addGuest = (id: string) => addUser(id, { isAnonymous: true });

async function flagsOf(): Promise<Record<string, string>> {
  const rows = await client.db.select().from(user);
  return Object.fromEntries(rows.map(({ id, isAdmin, isOwner }) => [id, `${isAdmin ? 'admin' : ''}${isOwner ? 'owner' : ''}`]));
}

async function addContent(userId: string, name: string): Promise<void> {
  const url = `https://a.example/${name}`;
  await client.db
    .insert(sources)
    .values({ key: `url:${url}`, url })
    .onConflictDoNothing();
  const [source] = await client.db.select().from(sources).where(eq(sources.url, url));
  await client.db
    .insert(contents)
    .values({ userId, sourceId: source?.id ?? '', title: name, contentType: 'online', noteLanguage: 'en', status: 'completed' });
}

async function titlesOf(userId: string): Promise<string[]> {
  const rows = await client.db.select({ title: contents.title }).from(contents).where(eq(contents.userId, userId));
  return rows.map(({ title }) => title).toSorted();
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
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

const person = (id: string, values: Partial<AuthUser> = {}) => ({ id, isAnonymous: false, ...values }) as AuthUser;

test('ACC-01 what the browser’s guest had comes along with a sign-in, and nothing of an account', async () => {
  const services = servicesWith();
  for (const id of ['ada', 'bob', 'admin']) await addUser(id, { isAdmin: id === 'admin' });
  await addGuest('guest');
  await addGuest('other');
  for (const [id, name] of [
    ['ada', 'common'],
    ['guest', 'common'],
    ['guest', 'own'],
    ['other', 'others'],
    ['bob', 'bobs'],
  ] as const)
    await addContent(id, name);
  await settleSignIn(services, null, person('ada'));
  await settleSignIn(services, person('bob'), person('ada'));
  await settleSignIn(services, person('guest', { isAnonymous: true }), person('guest', { isAnonymous: true }));
  await client.query(`update "user" set delete_at = now() where id = 'admin'`);
  const intoDeleted = settleSignIn(services, person('guest', { isAnonymous: true }), person('admin'));
  expect(await intoDeleted.catch(codeOf)).toBe('deletion_begun');
  expect([cancelled, await titlesOf('ada'), await titlesOf('guest')]).toEqual([[], ['common'], ['common', 'own']]);
  await settleSignIn(services, person('guest', { isAnonymous: true }), person('ada'));
  expect([await titlesOf('ada'), await titlesOf('other'), await titlesOf('bob')]).toEqual([
    ['common', 'own'],
    ['others'],
    ['bobs'],
  ]);
  expect(cancelled).toEqual(['guest']);
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['ada', 'admin', 'bob', 'other']);
});

test('ACC-01 a guest whom two accounts take over at once goes to one of them whole, and the other signs in without', async () => {
  const services = servicesWith();
  for (const id of ['ada', 'bob']) await addUser(id);
  await addGuest('guest');
  await addContent('guest', 'own');
  for (const id of ['ada', 'bob', 'guest']) await client.db.transaction((tx) => lockAccount(tx, id, 'time'));
  const joined = await client.db.transaction(async (tx) => {
    // Both wait for it, so that neither has begun before the other has looked.
    await lockAccount(tx, 'guest', 'time');
    const joins = ['ada', 'bob'].map((id) => settleSignIn(services, person('guest', { isAnonymous: true }), person(id)));
    await waitFor('both to wait', async () => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await client.query(waiting)).length === 2 || undefined;
    });
    return { ended: Promise.all(joins) };
  });
  await joined.ended;
  expect([...(await titlesOf('ada')), ...(await titlesOf('bob'))]).toEqual(['own']);
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['ada', 'bob']);
});

test('ACC-01 work that a guest begins while signing in elsewhere is begun, and comes along', async () => {
  await addUser('ada');
  await addGuest('guest');
  for (const id of ['ada', 'guest']) await client.db.transaction((tx) => lockAccount(tx, id, 'time'));
  const { join } = await client.db.transaction(async (tx) => {
    // The ledger first, and then a row of the guest's: so a task is begun.
    await lockAccount(tx, 'guest', 'time');
    const joining = joinAccounts(servicesWith(), { from: 'guest', to: 'ada' });
    await waitFor('the join to wait', async () => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await client.query(waiting)).length === 1 || undefined;
    });
    await tx.insert(tasks).values({ kind: 'test-work', key: 'x', userId: 'guest', payload: {} });
    return { join: joining };
  });
  await join;
  expect(await client.query('select user_id from tasks')).toEqual([{ user_id: 'ada' }]);
  expect(Object.keys(await flagsOf())).toEqual(['ada']);
});

test('ACC-01 the library of a server for one person goes to its first administrator, and to nobody else', async () => {
  const services = servicesWith();
  const owner = await ensureOwner(client.db);
  await addContent(owner, 'owners');
  await addUser('admin', { isAdmin: true });
  await addUser('bob');
  await settleSignIn(services, null, person('bob'));
  expect([await titlesOf('bob'), await titlesOf(owner)]).toEqual([[], ['owners']]);
  await settleSignIn(services, null, person('admin'));
  expect([await titlesOf('admin'), cancelled]).toEqual([['owners'], [owner]]);
  expect(await flagsOf()).toEqual({ admin: 'admin', bob: '' });
  // The owner is not joined with itself.
  await client.query('delete from "user"');
  const next = await ensureOwner(client.db);
  await settleSignIn(services, null, person(next));
  expect(await flagsOf()).toEqual({ [next]: 'adminowner' });
});

test('ACC-01 what guests made is the owner’s on a server that was never anybody else’s', async () => {
  const services = servicesWith({ mode: 'single' });
  for (const id of ['one', 'two', 'empty']) await addGuest(id);
  for (const id of ['one', 'two']) await addContent(id, id);
  await prepareOwner(services);
  const owner = await ensureOwner(client.db);
  expect(await titlesOf(owner)).toEqual(['one', 'two']);
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['empty', owner].toSorted());
  await addUser('ada');
  await addGuest('later');
  await addContent('later', 'later');
  await prepareOwner(services);
  expect([await titlesOf(owner), await titlesOf('later')]).toEqual([['one', 'two'], ['later']]);
});

const sessionText = (word: string) => `SESSDATA=${word.padEnd(32, '0')}%2C1900000000%2Cabcde`;
const keyOf = (model: string) => ({ provider: 'openai', model, value: `sk-${model.padEnd(48, 'x')}` });

test('ACC-01 ids in what was stored as text lead to the content that is kept, and those of others stay', async () => {
  const idsOf = async (userId: string, names: string[]) => {
    for (const name of names) await addContent(userId, name);
    const rows = await client.query<{ id: string; title: string }>('select id, title from contents where user_id = $1', [userId]);
    return Object.fromEntries(rows.map(({ id, title }) => [title, id]));
  };
  for (const id of ['ann', 'bob', 'cid']) await addUser(id);
  const ann = await idsOf('ann', ['both', 'also', 'hers']);
  const bob = await idsOf('bob', ['also', 'both', 'his']);
  const scopes = [{ contents: [ann.hers, ann.both, ann.also] }, { contents: [ann.hers] }, { tag: 'x' }];
  const gone = [
    {
      slug: 'a',
      coverContentId: ann.both,
      items: [
        [ann.also, 2, 'x'],
        [ann.hers, 1, 'y'],
      ],
    },
    { slug: 'b', coverContentId: ann.hers, items: [] },
    { slug: 'c', coverContentId: null, items: [[ann.both, 1, 'z']] },
  ];
  // Cid's tell of Ann's contents, as nothing does: they show that only Ann's rows are changed.
  for (const userId of ['ann', 'cid']) {
    for (const [index, scope] of scopes.entries())
      await client.query(
        `insert into library_answers (user_id, kind, question, scope, note_language, state) values ($1, 'question', $2, $3, 'en', 'done')`,
        [userId, String(index), scope],
      );
    for (const data of gone)
      await client.query('insert into deleted_collections (id, user_id, data) values (gen_random_uuid(), $1, $2)', [
        userId,
        data,
      ]);
    for (const id of [ann.both, ann.hers])
      await client.query('insert into image_generations (user_id, operation_name) values ($1, $2)', [userId, `made/${id}/1`]);
  }
  const storedOf = async (userId: string) => {
    const [answers, collections, images] = await Promise.all(
      [
        'select scope as data from library_answers where user_id = $1 order by question',
        `select data from deleted_collections where user_id = $1 order by data ->> 'slug'`,
        'select to_jsonb(operation_name) as data from image_generations where user_id = $1 order by created_at',
      ].map(async (text) => (await client.query<{ data: unknown }>(text, [userId])).map(({ data }) => data)),
    );
    return { answers, collections, images: new Set(images) };
  };
  const stored = { answers: scopes, collections: gone, images: new Set([`made/${ann.both}/1`, `made/${ann.hers}/1`]) };
  expect(await storedOf('ann')).toEqual(stored);
  await joinAccounts(servicesWith(), { from: 'ann', to: 'bob' });
  expect(await storedOf('cid')).toEqual(stored);
  expect(await storedOf('ann')).toEqual({ answers: [], collections: [], images: new Set() });
  expect(await storedOf('bob')).toEqual({
    answers: [{ contents: [ann.hers, bob.both, bob.also] }, { contents: [ann.hers] }, { tag: 'x' }],
    collections: [
      {
        slug: 'a',
        coverContentId: bob.both,
        items: [
          [bob.also, 2, 'x'],
          [ann.hers, 1, 'y'],
        ],
      },
      { slug: 'b', coverContentId: ann.hers, items: [] },
      { slug: 'c', coverContentId: null, items: [[bob.both, 1, 'z']] },
    ],
    images: new Set([`made/${bob.both}/1`, `made/${ann.hers}/1`]),
  });
  expect(await titlesOf('bob')).toEqual(['also', 'both', 'hers', 'his']);
  await expect(joinAccounts(servicesWith(), { from: 'bob', to: 'bob' })).rejects.toThrow(TypeError);
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
  await claimAddress(client.db, 'ann');
  const left = async (table: 'account' | 'session') =>
    (await client.query<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id);
  expect([await left('account'), await left('session')]).toEqual([['ann 1', 'bob 1', 'bob 2'], ['bob']]);
  const users = await client.db.select().from(user).orderBy(user.id);
  expect(users.map(({ emailVerified, updatedAt }) => [emailVerified, updatedAt.getTime() > 0])).toEqual([
    [true, true],
    [false, false],
  ]);
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
    ...{ mode: 'open', guests: true, verifyEmail: true, providers: [], sendMail: async () => {} },
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
});

test('ACC-12 an account can be kept until its time is over, and whoever keeps it at the last moment has it', async () => {
  const services = {
    ...servicesWith(),
    blobs: { list: async () => [] },
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
  const run = await client.db.transaction(async (tx) => {
    await tx.update(user).set({ deleteAt: null }).where(eq(user.id, 'bob'));
    const started = deleteDue();
    await waitFor('the job to wait', async () => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await client.query(waiting)).length === 1 || undefined;
    });
    return { started };
  });
  await run.started;
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['ada', 'bob', 'eve']);
});

test('ACC-01 whoever signs in by WeChat has one account, by whichever of their ids it was found', async () => {
  for (const id of ['ann', 'bob', 'cid']) await addUser(id);
  const known = async (providerId: string, accountId: string, userId: string, seconds: number) =>
    client.db
      .insert(account)
      .values({ id: `${providerId} ${accountId}`, userId, providerId, accountId, createdAt: new Date(seconds * 1000) });
  const link = (provider: string, openid: string, unionid: string | null) =>
    linkWeChatIdentity(client.db, { provider, openid, unionid });
  const rowsOf = async (...userIds: string[]) =>
    (await client.db.select().from(account))
      .filter(({ userId }) => userIds.includes(userId))
      .map(({ userId, providerId, accountId }) => `${userId} ${providerId} ${accountId}`)
      .toSorted();
  await known('oidc', 'open-1', 'cid', 0);
  // Nobody has signed in so far: nothing is stored here.
  expect([await link('wechat', 'open-1', null), await link('wechat', 'open-1', 'union-1')]).toEqual(['open-1', 'union-1']);
  expect(await rowsOf('ann', 'bob')).toEqual([]);
  await known('wechat', 'open-1', 'ann', 2);
  await known('wechat', 'open-9', 'bob', 1);
  expect(await link('wechat', 'open-1', 'union-1')).toBe('union-1');
  expect(await link('wechat', 'open-1', 'union-1')).toBe('union-1');
  expect(await rowsOf('ann')).toEqual(['ann wechat open-1', 'ann wechat union-1']);
  // The other application: found by the id that both have.
  expect(await link('wechat-app', 'open-2', 'union-1')).toBe('union-1');
  const all = ['ann wechat open-1', 'ann wechat union-1', 'ann wechat-app open-2', 'ann wechat-app union-1'];
  expect(await rowsOf('ann', 'bob', 'cid')).toEqual([...all, 'bob wechat open-9', 'cid oidc open-1']);
  // Two accounts of one person: the older one is used from here on.
  expect(await link('wechat', 'open-9', 'union-1')).toBe('union-1');
  expect(await rowsOf('ann', 'bob')).toEqual([
    ...['ann wechat open-1', 'ann wechat-app open-2', 'ann wechat-app union-1', 'bob wechat open-9', 'bob wechat union-1'],
  ]);
  await expect(link('wechat', '', 'union-1')).rejects.toThrow('no openid');
});

test('ACC-02 secrets are sealed for whoever takes an account over, and never replace what that one has', async () => {
  const services = servicesWith();
  for (const id of ['ada', 'bob', 'eve']) await addUser(id);
  for (const id of ['one', 'two', 'three']) await addGuest(id);
  const give = async (id: string) => {
    await saveModelKey(services, id, await checkModelKey(services, id, keyOf(id)));
    await saveSiteSignIn(services, id, 'bilibili', checkSiteSignIn(sessionText(id)));
  };
  const has = async (id: string) => [await ownModelIdOf(services, id), await siteCredentialOf(services, id, 'bilibili')];
  for (const id of ['one', 'two', 'three', 'bob', 'eve']) await give(id);
  const [ofOne, ofBob, ofEve] = [await has('one'), await has('bob'), await has('eve')];
  expect(ofOne).toEqual(['one@openai', expect.stringContaining('one')]);
  await joinAccounts(services, { from: 'one', to: 'ada' });
  await joinAccounts(services, { from: 'two', to: 'bob' });
  expect([await has('ada'), await has('bob'), await has('eve')]).toEqual([ofOne, ofBob, ofEve]);
  // What cannot be opened is dropped.
  await client.query(
    `update model_keys set sealed = (select sealed from model_keys where user_id = 'eve') where user_id = 'three'`,
  );
  await client.query(
    `update site_credentials set sealed = (select sealed from site_credentials where user_id = 'eve') where user_id = 'three'`,
  );
  await addUser('dan');
  await joinAccounts(services, { from: 'three', to: 'dan' });
  expect(await client.query('select user_id from model_keys order by user_id')).toEqual(
    ['ada', 'bob', 'eve'].map((user_id) => ({ user_id })),
  );
  expect(await client.query('select user_id from site_credentials order by user_id')).toEqual(
    ['ada', 'bob', 'eve'].map((user_id) => ({ user_id })),
  );
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
  ['sign-in', 10, 60, 15],
  ['sign-up', 5, 20, 60],
  ['reset', 3, 20, 60],
  ['secret', 10, 30, 15],
] as const)(
  'ACC-01 attempts of %s are counted for an address of mail and for a client, each by itself',
  async (action, ofEmail, ofClient, minutes) => {
    const services = servicesWith();
    const take = (email: string | null, clientAddress: string) => countAttempt(services, action, { email, clientAddress });
    const letters = (n: number) => (n % 2 === 0 ? 'ada@example.org' : 'ADA@example.org');
    expect(await most(100, (n) => take(letters(n), `10.0.0.${n}`), 'too_many_attempts')).toBe(ofEmail);
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
