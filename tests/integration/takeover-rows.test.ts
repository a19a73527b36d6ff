/** What an account takes over, from a guest or from a server for one person, and what stays with others. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { account } from '#db/schema/auth.ts';
import { contents, runs, sources } from '#db/schema/content.ts';
import { rateLimits } from '#db/schema/rate-limits.ts';
import { tasks } from '#db/schema/tasks.ts';
import { joinAccounts, prepareOwner, settleSignIn } from '#features/account/server/join-accounts.ts';
import { checkModelKey, ownModelIdOf, saveModelKey } from '#features/credentials/server/model-key.ts';
import { checkSiteSignIn, saveSiteSignIn, siteCredentialOf } from '#features/credentials/server/site-sign-ins.ts';
import { lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { beginReferral, createReferralLink } from '#features/metering/server/referrals.ts';
import { deleteAccount } from '#features/my-data/server/deletion/delete-account.ts';
import { deleteEmptyGuests } from '#infra/auth/accounts/delete-empty-guests.ts';
import { ensureOwner } from '#infra/auth/accounts/owner.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import { linkWeChatIdentity } from '#infra/auth/wechat-identity.ts';
import type { Services } from '#infra/services.ts';
import { untilWaiting } from '../harness/database/meanwhile.ts';
import { whileRefused } from '../harness/database/refused-statements.ts';
import { waitsToWrite } from '../harness/database/waits-to-write.ts';
import { addGuest, addUser, cancelled, client, codeOf, flagsOf, keepAccountRows, servicesWith } from './account-rows.ts';

keepAccountRows();

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
    await untilWaiting(client, 2);
    return { ended: Promise.all(joins) };
  });
  await joined.ended;
  expect([...(await titlesOf('ada')), ...(await titlesOf('bob'))]).toEqual(['own']);
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['ada', 'bob']);
});

/** Starts `run` while a task of the user is being stored: the ledger first, and then a row of the user's. */
async function whileWorkBegins(userId: string, run: () => Promise<unknown>): Promise<void> {
  await client.db.transaction((tx) => lockAccount(tx, userId, 'time'));
  const { ended } = await client.db.transaction(async (tx) => {
    await lockAccount(tx, userId, 'time');
    const running = run();
    await untilWaiting(client);
    await tx.insert(tasks).values({ kind: 'test-work', key: 'x', userId, payload: {} });
    return { ended: running };
  });
  await ended;
}

test('ACC-01 work that a guest begins while signing in elsewhere is begun, and comes along', async () => {
  await addUser('ada');
  await addGuest('guest');
  await client.db.transaction((tx) => lockAccount(tx, 'ada', 'time'));
  await whileWorkBegins('guest', () => joinAccounts(servicesWith(), { from: 'guest', to: 'ada' }));
  expect(await client.query('select user_id from tasks')).toEqual([{ user_id: 'ada' }]);
  expect(Object.keys(await flagsOf())).toEqual(['ada']);
});

test('ACC-01 a sign-in waits for the runs of its guest, and for no other’s', async () => {
  await addUser('ada');
  const runOf = async (userId: string) => {
    await addGuest(userId);
    await addContent(userId, userId);
    const [{ id } = { id: '' }] = await client.db
      .insert(tasks)
      .values({ kind: 'test-work', key: userId, userId, payload: {} })
      .returning({ id: tasks.id });
    const [content] = await client.db.select().from(contents).where(eq(contents.userId, userId));
    await client.db.insert(runs).values({ id, sourceId: content?.sourceId ?? '', key: id, noteLanguage: 'en' });
    await client.db.update(contents).set({ activeRunId: id }).where(eq(contents.userId, userId));
    return id;
  };
  const run = await runOf('guest');
  await addContent('guest', 'waits for nothing');
  await runOf('other');
  const locked: (readonly string[])[] = [];
  const services = servicesWith();
  const lock = async (_tx: unknown, ids: readonly string[]) => {
    locked.push(ids);
    return [];
  };
  await joinAccounts({ ...services, tasks: { ...services.tasks, lock } }, { from: 'guest', to: 'ada' });
  expect(locked).toEqual([[run]]);
});

test('ACC-01 tasks end and runs are held before anything of a guest moves, and nothing moves where a step fails', async () => {
  await addUser('ada');
  await addGuest('guest');
  await addContent('guest', 'own');
  await client.db.insert(rateLimits).values({ key: 'x:guest', taken: 1, endsAt: new Date(Date.now() + 60_000) });
  const services = servicesWith();
  const keyOfGuest = await checkModelKey(services, 'guest', keyOf('m'));
  await saveModelKey(services, 'guest', keyOfGuest);
  const steps: unknown[] = [];
  let fails = '';
  const step = (name: string) => async (tx: Tx, what: unknown) => {
    steps.push([name, 'begun', what]);
    const [row] = await tx.select({ id: contents.userId }).from(contents);
    if (fails === name) throw new Error(`no ${name}`);
    steps.push([name, row?.id]);
  };
  const tasksOf = { ...services.tasks, cancelAll: step('cancel'), lock: step('lock') } as unknown as Services['tasks'];
  const join = () => joinAccounts({ ...services, tasks: tasksOf }, { from: 'guest', to: 'ada' });
  for (fails of ['cancel', 'lock']) await expect(join()).rejects.toThrow(`no ${fails}`);
  fails = '';
  for (const what of ['delete on rate_limits', 'insert on model_keys', 'update on contents', 'delete on "user"'] as const)
    await whileRefused(client, what, () => expect(join(), what).rejects.toThrow());
  expect([await titlesOf('guest'), await ownModelIdOf(services, 'guest')]).toEqual([['own'], 'm@openai']);
  expect(await client.query('select key from rate_limits')).toEqual([{ key: 'x:guest' }]);
  steps.length = 0;
  await join();
  expect(steps).toEqual([
    ['cancel', 'begun', { userId: 'guest' }],
    ['cancel', 'guest'],
    ['lock', 'begun', []],
    ['lock', 'guest'],
  ]);
  expect([await titlesOf('ada'), await ownModelIdOf(services, 'ada')]).toEqual([['own'], 'm@openai']);
  expect(await client.query('select key from rate_limits')).toEqual([{ key: 'x:ada' }]);
  // A guest that another sign-in took already is left alone.
  await saveModelKey(services, 'ada', { ...keyOfGuest, model: 'later' });
  await join();
  expect([await titlesOf('ada'), await ownModelIdOf(services, 'ada')]).toEqual([['own'], 'later@openai']);
  // Nor does a guest lose anything to an account that is gone.
  await addGuest('late');
  await addContent('late', 'kept');
  await saveModelKey(services, 'late', keyOfGuest);
  await joinAccounts(services, { from: 'late', to: 'nobody' });
  expect([await titlesOf('late'), await ownModelIdOf(services, 'late')]).toEqual([['kept'], 'm@openai']);
});

test('ACC-11 a sign-in is over when the time for a referral is given', async () => {
  for (const id of ['host', 'ada', 'bob']) await addUser(id);
  await client.query('delete from referrals');
  const time = { startingSeconds: 0, monthlySeconds: 0, referralSeconds: 60, referralMost: 9, grantDays: 30 };
  const services = servicesWith({ mode: 'open' });
  const earning = { ...services, settings: { ...services.settings, time } } as Services;
  const code = (await createReferralLink(earning, { ...person('host'), isAnonymous: false }, '203.0.113.1')) ?? '';
  await beginReferral(earning, { code, email: 'ada@example.org', clientAddress: '192.0.2.1', userId: 'ada' });
  const signIn = () => settleSignIn(earning, null, person('ada', { email: 'ada@example.org' }));
  expect(await waitsToWrite(client, 'referrals', signIn)).toBe(true);
  expect(await client.query('select user_id, state from referrals')).toEqual([{ user_id: 'ada', state: 'granted' }]);
});

test.each([
  ['is deleted', () => deleteAccount(servicesWith(), 'ada', new AbortController().signal)],
  ['is cleared away as empty', () => deleteEmptyGuests(client.db, async () => undefined)],
])('ACC-12 work that begins while its account %s ends with it', async (_name, end) => {
  await addGuest('ada');
  await addUser('bob');
  await client.query(`update "user" set created_at = now() - interval '1 year'`);
  await whileWorkBegins('ada', end);
  expect(await client.query('select 1 from tasks')).toEqual([]);
  expect(Object.keys(await flagsOf())).toEqual(['bob']);
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

test('ACC-01 whoever signs in by WeChat has one account, by whichever of their ids it was found', async () => {
  for (const id of ['ann', 'bob', 'cid']) await addUser(id);
  const known = async (providerId: string, accountId: string, userId: string, seconds: number) =>
    client.db
      .insert(account)
      .values({ id: `${providerId} ${accountId}`, userId, providerId, accountId, createdAt: new Date(seconds * 1000) });
  const link = async (provider: string, openid: string, unionid: string | null) =>
    (await linkWeChatIdentity(client.db, { provider, openid, unionid }, (ids) => joinAccounts(servicesWith(), ids))).subject;
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
  // Two accounts of one person, met twice at once: what the newer one has goes to the older.
  for (const id of ['ann', 'bob']) await addContent(id, `of ${id}`);
  const both = await Promise.all([link('wechat', 'open-9', 'union-1'), link('wechat', 'open-9', 'union-1')]);
  expect(both).toEqual(['union-1', 'union-1']);
  expect(await rowsOf('ann', 'bob')).toEqual(
    ['open-1', 'open-9', 'union-1'].map((id) => `bob wechat ${id}`).concat(['bob wechat-app open-2', 'bob wechat-app union-1']),
  );
  expect([await titlesOf('bob'), Object.keys(await flagsOf()).toSorted()]).toEqual([
    ['of ann', 'of bob'],
    ['bob', 'cid'],
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
