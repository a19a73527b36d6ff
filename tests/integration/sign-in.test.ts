/** Accounts with email and password: how they begin, what a guest brings along, and what strangers learn. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, openSession } from '#db/client.ts';
import { lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { codeOf, createTestClient, type StreamedEvent, type TestClient } from '../harness/http/client.ts';
import { mailsTo, readMail } from '../harness/http/mails.ts';
import { markOf } from './access-matrix.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const password = 'correct horse battery';
let world: World;

beforeAll(async () => {
  world = await startWorld({ env: { VERIFY_EMAIL: 'true' } });
  world.site.on('/oven', { body: articleHtml('The Oven') });
  world.site.on('/mill', { body: articleHtml('The Mill') });
});
afterAll(() => world.close());

const refusal = (call: Promise<unknown>) => call.then(() => null, codeOf);

/** Signs up, follows the link of the mail in the same browser. */
async function join(client: TestClient, email: string): Promise<void> {
  expect(await client.rpc.account.signUp.mutate({ email, password, language: 'en' })).toEqual({ mailed: true });
  const { token } = await readMail(world.server.dataDir, email);
  await client.rpc.account.verifyEmail.mutate({ token, password });
}

const signIn = (client: TestClient, email: string, secret = password) =>
  client.rpc.account.signIn.mutate({ email, password: secret, language: 'en' });

/** Kinds of what comes until it ends, without signs of life. */
async function reading(events: AsyncGenerator<StreamedEvent>): Promise<string[]> {
  const types: string[] = [];
  try {
    for await (const { type } of events) if (type !== 'ping') types.push(type);
  } catch {
    // Broken off.
  }
  return types;
}

const idsOf = async (client: TestClient) => (await client.rpc.user.videos.query({})).uniqueVideos.map((row) => row.content_id);

async function countUsers(where: string, values: unknown[]): Promise<number> {
  const { query, close } = await openSession(world.database, { applicationName: 'test' });
  try {
    const [row] = await query<{ n: number }>(`select count(*)::int as n from "user" where ${where}`, values);
    return row?.n ?? -1;
  } finally {
    await close();
  }
}

describe('signing up', () => {
  test('ACC-01 a guest who signs up keeps everything, and the first account administers the server', async () => {
    const guest = world.client();
    const other = world.client();
    const { contentId } = await summarise(guest, `${world.site.url}/oven`);
    const othersNote = await summarise(other, `${world.site.url}/oven`);
    await guest.rpc.share.createCollection.mutate({ name: 'Ovens', contentIds: [contentId] });
    await guest.rpc.highlights.create.mutate({ ...markOf(contentId), highlight_text: 'x' });
    await guest.rpc.account.saveModelKey.mutate({ provider: 'openai', model: 'gpt-x', value: `sk-${'b'.repeat(48)}` });
    const before = await guest.rpc.account.me.query();
    expect(before.user?.role).toBe('guest');

    expect(await guest.rpc.account.signUp.mutate({ email: 'First@Example.org ', password, language: 'en' })).toEqual({
      mailed: true,
    });
    // Not yet.
    expect((await guest.rpc.account.me.query()).user?.id).toBe(before.user?.id);
    expect(await refusal(signIn(world.client(), 'first@example.org'))).toBe('email_not_verified');
    const mail = await readMail(world.server.dataDir, 'first@example.org', 2);
    expect(mail.subject).toBe('Verify your email for Gleaner');
    await guest.rpc.account.verifyEmail.mutate({ token: mail.token, password });

    const { user } = await guest.rpc.account.me.query();
    expect(user).toMatchObject({ email: 'first@example.org', role: 'admin', isAnonymous: false, isOwner: false });
    expect(user?.id).not.toBe(before.user?.id);
    expect(await idsOf(guest)).toEqual([contentId]);
    expect((await guest.rpc.highlights.ofContent.query({ contentId })).highlights).toHaveLength(1);
    const collections = await guest.rpc.share.listUserCollections.query();
    expect(collections.map(({ name }) => name)).toEqual(['Ovens']);
    expect(await guest.rpc.account.modelKey.query()).toMatchObject({ state: 'saved' });
    expect(await countUsers('id = $1', [before.user?.id])).toBe(0);
    // Nothing of the other guest's moved.
    expect(await idsOf(other)).toEqual([othersNote.contentId]);
    expect(await refusal(guest.rpc.content.detail.query({ contentId: othersNote.contentId }))).toBe('not_found');
  });

  test.each([
    ['a'.repeat(9), 'password_unfit'],
    ['a'.repeat(10), null],
    ['a'.repeat(128), null],
    ['a'.repeat(129), 'password_unfit'],
  ])('ACC-01 a password of %s', async (secret, code) => {
    const email = `length${secret.length}@example.org`;
    expect(await refusal(world.client().rpc.account.signUp.mutate({ email, password: secret, language: 'en' }))).toBe(code);
  });
});

test('ACC-09 a name is trimmed, an empty one changes nothing, and only its user’s changes', async () => {
  const [ada, bob, guest] = [world.client(), world.client(), world.client()];
  await join(ada, 'ada@example.org');
  await join(bob, 'bob@example.org');
  await guest.rpc.account.ensure.mutate();
  expect(await ada.rpc.user.updateUsername.mutate({ username: '  Ada L. ' })).toEqual({ username: 'Ada L.' });
  expect(await ada.rpc.user.updateUsername.mutate({ username: '   ' })).toEqual({ username: 'Ada L.' });
  expect((await ada.rpc.account.me.query()).user?.name).toBe('Ada L.');
  expect((await bob.rpc.account.me.query()).user?.name).toBe('bob');
  expect(await refusal(guest.rpc.user.updateUsername.mutate({ username: 'x' }))).toBe('sign_in_needed');
});

describe('signing in', () => {
  test('ACC-01 a guest who signs in adds what the account lacks, and the same source becomes one content', async () => {
    const account = world.client();
    const kept = await summarise(account, `${world.site.url}/oven`);
    await account.rpc.highlights.create.mutate({ ...markOf(kept.contentId), highlight_text: 'of the account' });
    await join(account, 'both@example.org');

    const guest = world.client();
    const double = await summarise(guest, `${world.site.url}/oven`);
    const extra = await summarise(guest, `${world.site.url}/mill`);
    await guest.rpc.content.saveNote.mutate({
      contentId: double.contentId,
      note: '# Edited by the guest\n',
      keepBase: true,
      baseVersionId: (await guest.rpc.content.versions.query({ contentId: double.contentId })).versions[0]?.versionId ?? '',
    });
    await guest.rpc.highlights.create.mutate({ ...markOf(double.contentId), highlight_text: 'of the guest' });
    await guest.rpc.share.createCollection.mutate({ name: 'Both', contentIds: [double.contentId, extra.contentId] });
    await signIn(guest, 'both@example.org');

    expect((await idsOf(guest)).sort()).toEqual([kept.contentId, extra.contentId].sort());
    const { highlights } = await guest.rpc.highlights.ofContent.query({ contentId: kept.contentId });
    expect(highlights.map(({ highlight_text }) => highlight_text).sort()).toEqual(['of the account', 'of the guest']);
    const { versions } = await guest.rpc.content.versions.query({ contentId: kept.contentId });
    expect(versions).toHaveLength(3);
    expect((await guest.rpc.content.detail.query({ contentId: kept.contentId })).note).not.toContain('Edited by the guest');
    const collections = await guest.rpc.share.listUserCollections.query();
    const [both] = collections;
    const { items } = await guest.rpc.share.getCollectionDetails.query({ id: both?.id ?? '' });
    expect(items.map((item) => item.content_id).sort()).toEqual([kept.contentId, extra.contentId].sort());
  });

  test('ACC-01 a guest who signs in finds questions, shelves and prompts where they pointed', async () => {
    const account = world.client();
    const kept = await summarise(account, `${world.site.url}/oven`);
    await join(account, 'places@example.org');

    const guest = world.client();
    const double = await summarise(guest, `${world.site.url}/oven`);
    const extra = await summarise(guest, `${world.site.url}/mill`);
    const { collection } = await guest.rpc.share.createCollection.mutate({ name: 'Kept', contentIds: [double.contentId] });
    const gone = await guest.rpc.share.createCollection.mutate({ name: 'Gone', contentIds: [extra.contentId, double.contentId] });
    await guest.rpc.share.deleteCollection.mutate({ id: gone.collection.id });
    const folder = await guest.rpc.smartFolder.create.mutate({
      name: 'Hot',
      tags: [],
      match_type: 'any',
      rules: { text: 'oven' },
    });
    const prompt = await guest.rpc.prompt.create.mutate({ title: 'Mine', customPrompt: 'Say it short.' });
    const asked = [{ contents: [extra.contentId, double.contentId] }, { collection: collection.id }, { smartFolder: folder.id }];
    const ask = (scope: object) => guest.rpc.ask.ask.mutate({ question: 'Which oven keeps heat?', scope, noteLanguage: 'en' });
    for (const scope of asked) await ask(scope);
    await signIn(guest, 'places@example.org');

    const answers = (await guest.rpc.ask.list.query()).toReversed();
    expect(answers.map(({ scope }) => scope)).toEqual([{ contents: [extra.contentId, kept.contentId] }, ...asked.slice(1)]);
    const sizes = answers.map(async ({ scope }) => (await guest.rpc.ask.about.query({ scope })).items);
    expect(await Promise.all(sizes)).toEqual([2, 1, 2]);
    const [first] = answers;
    const { items } = await guest.rpc.ask.answer.query({ id: first?.id ?? '' });
    expect(items.map((item) => item.content_id).sort()).toEqual([kept.contentId, extra.contentId].sort());
    expect(await guest.rpc.ask.again.mutate({ id: first?.id ?? '', noteLanguage: 'en' })).toEqual({ id: first?.id });
    await guest.rpc.share.restoreCollection.mutate({ id: gone.collection.id });
    const restored = await guest.rpc.share.getCollectionDetails.query({ id: gone.collection.id });
    expect(restored.items.map((item) => item.content_id)).toEqual([extra.contentId, kept.contentId]);
    expect((await guest.rpc.prompt.mine.query()).prompts).toEqual([prompt]);
  });
});

describe('time', () => {
  test('ACC-03 what a guest bought comes along, what everybody is given does not add up, and the ledger balances', async () => {
    const [guest, account, other] = [world.client(), world.client(), world.client()];
    const idOf = async (client: TestClient) => (await client.rpc.account.me.query()).user?.id ?? '';
    await join(account, 'time@example.org');
    await Promise.all([guest.rpc.account.ensure.mutate(), other.rpc.account.ensure.mutate()]);
    const { db, close } = createDatabase(world.database, { max: 2, applicationName: 'test' });
    try {
      const give = (userId: string, reason: 'starting' | 'license', reasonKey: string, amount: number) =>
        db.transaction(async (tx) =>
          grant(tx, await lockAccount(tx, userId, 'time'), { reason, reasonKey, remark: null, amount, expiresAt: null }),
        );
      for (const client of [guest, account, other]) {
        await give(await idOf(client), 'starting', 'starting', 600);
        if (client !== account) await give(await idOf(client), 'license', 'license:1', 3600);
      }
      await signIn(guest, 'time@example.org');
      const balance = async (client: TestClient) => (await lockedBalance(await idOf(client))) ?? -1;
      const lockedBalance = (userId: string) => db.transaction(async (tx) => (await lockAccount(tx, userId, 'time')).available);
      expect(await balance(account)).toBe(4200);
      expect(await balance(other)).toBe(4200);
      // A guest without an account to join keeps the whole of its own.
      expect(await other.rpc.account.signUp.mutate({ email: 'own@example.org', password, language: 'en' })).toEqual({
        mailed: true,
      });
      const { token } = await readMail(world.server.dataDir, 'own@example.org');
      await other.rpc.account.verifyEmail.mutate({ token, password });
      expect(await balance(other)).toBe(4200);
      expect(await findDrift(db)).toEqual([]);
    } finally {
      await close();
    }
  });
});

test('ACC-01 a link that is followed three times at once signs in once, and that session stays', async () => {
  const browsers = [world.client(), world.client(), world.client()];
  const email = 'thrice@example.org';
  await browsers[0]?.rpc.account.signUp.mutate({ email, password, language: 'en' });
  const { token } = await readMail(world.server.dataDir, email);
  const answers = await Promise.all(browsers.map(({ rpc }) => refusal(rpc.account.verifyEmail.mutate({ token, password }))));
  expect(answers.filter((code) => code === null)).toHaveLength(1);
  expect(answers.filter((code) => code === 'link_expired')).toHaveLength(2);
  const users = await Promise.all(browsers.map(({ rpc }) => rpc.account.me.query()));
  expect(users.map(({ user }) => user?.email ?? null)).toEqual(answers.map((code) => (code === null ? email : null)));
});

describe('a password', () => {
  test('ACC-01 is reset by a link that ends every session, and all other links with it', async () => {
    const [here, there] = [world.client(), world.client()];
    await join(here, 'reset@example.org');
    await signIn(there, 'reset@example.org');
    const reset = { email: 'reset@example.org', language: 'en' as const };
    await world.client().rpc.account.requestReset.mutate(reset);
    await world.client().rpc.account.requestReset.mutate({ ...reset, email: 'nobody@example.org' });
    const { token: earlier } = await readMail(world.server.dataDir, 'reset@example.org', 2);
    await world.client().rpc.account.requestReset.mutate(reset);
    const { token, subject } = await readMail(world.server.dataDir, 'reset@example.org', 3);
    expect(subject).toBe('Reset your Gleaner password');
    expect(mailsTo(world.server.dataDir, 'nobody@example.org')).toEqual([]);
    await world.client().rpc.account.resetPassword.mutate({ token, password: 'a new long password' });
    for (const client of [here, there]) expect((await client.rpc.account.me.query()).user).toBeNull();
    const again = { token: earlier, password: 'by an earlier link' };
    expect(await refusal(world.client().rpc.account.resetPassword.mutate(again))).toBe('link_expired');
    expect(await refusal(signIn(here, 'reset@example.org'))).toBe('sign_in_failed');
    await signIn(here, 'reset@example.org', 'a new long password');
  });

  test('ACC-01 is changed with the current one, which ends the other sessions', async () => {
    const [here, there] = [world.client(), world.client()];
    await join(here, 'change@example.org');
    await signIn(there, 'change@example.org');
    const { account } = here.rpc;
    expect(await refusal(account.changePassword.mutate({ current: 'not it', password: 'a new long password' }))).toBe(
      'sign_in_failed',
    );
    await account.requestReset.mutate({ email: 'change@example.org', language: 'en' });
    const { token } = await readMail(world.server.dataDir, 'change@example.org', 2);
    await account.changePassword.mutate({ current: password, password: 'a new long password' });
    expect(await refusal(account.resetPassword.mutate({ token, password: 'by an earlier link' }))).toBe('link_expired');
    expect((await account.me.query()).user?.email).toBe('change@example.org');
    expect((await there.rpc.account.me.query()).user).toBeNull();
    await signIn(there, 'change@example.org', 'a new long password');
    const both = [here, there];
    const changed = await Promise.all(
      both.map(({ rpc }, n) =>
        refusal(rpc.account.changePassword.mutate({ current: 'a new long password', password: `password ${n} of two` })),
      ),
    );
    // The other one's session may have ended before its turn.
    expect(changed.filter((code) => code === null)).toHaveLength(1);
    const emails = await Promise.all(both.map(async ({ rpc }) => (await rpc.account.me.query()).user?.email ?? null));
    expect(emails).toEqual(changed.map((code) => (code === null ? 'change@example.org' : null)));
    await signIn(world.client(), 'change@example.org', `password ${changed.indexOf(null)} of two`);
  });
});

describe('sessions', () => {
  test('ACC-01 are over at their end, though their rows are still there, and no other ends with them', async () => {
    const [ada, bob] = [world.client(), world.client()];
    for (const client of [ada, bob]) await client.rpc.account.ensure.mutate();
    const { user } = await ada.rpc.account.me.query();
    const { query, close } = await openSession(world.database, { applicationName: 'test' });
    const endIn = (seconds: number) =>
      query('update session set expires_at = now() + make_interval(secs => $2) where user_id = $1', [user?.id, seconds]);
    try {
      await endIn(60);
      expect((await ada.rpc.account.me.query()).user?.id).toBe(user?.id);
      await endIn(-1);
      expect((await ada.rpc.account.me.query()).user).toBeNull();
      expect(await refusal(ada.rpc.user.videos.query({}))).toBe('unauthenticated');
      expect((await bob.rpc.account.me.query()).user).not.toBeNull();
    } finally {
      await close();
    }
  });

  test('ACC-01 are listed and ended by their user alone', async () => {
    const [here, there, stranger] = [world.client(), world.client(), world.client()];
    await join(here, 'sessions@example.org');
    await signIn(there, 'sessions@example.org');
    await join(stranger, 'stranger@example.org');
    const { sessions } = await here.rpc.account.sessions.query();
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    expect(sessions).toHaveLength(2);
    const stream = reading(there.events('content.progress', {}));
    const kept = new AbortController();
    const hers = reading(here.events('content.progress', {}, { signal: kept.signal }));
    expect(await refusal(stranger.rpc.account.endSession.mutate({ id: other?.id ?? '' }))).toBe('not_found');
    expect((await there.rpc.account.me.query()).user?.email).toBe('sessions@example.org');
    await here.rpc.account.endSession.mutate({ id: other?.id ?? '' });
    expect((await there.rpc.account.me.query()).user).toBeNull();

    await signIn(there, 'sessions@example.org');
    await here.rpc.account.endOtherSessions.mutate();
    expect((await there.rpc.account.me.query()).user).toBeNull();
    // What is begun there from here on is one guest's, who finds it again.
    const { user: guest } = await there.rpc.account.ensure.mutate();
    expect((await there.rpc.account.me.query()).user).toMatchObject({ id: guest.id, role: 'guest' });
    expect((await stranger.rpc.account.me.query()).user?.email).toBe('stranger@example.org');
    // A stream that was open ends with its session, and with no other.
    expect(await stream).toEqual(['connected', 'serialized-error']);
    kept.abort();
    expect(await hers).toEqual(['connected']);
    const cookie = here.cookie();
    await here.rpc.account.signOut.mutate();
    expect((await here.rpc.account.me.query()).user).toBeNull();
    // The cookie that was thrown away opens nothing either.
    expect((await createTestClient(world.server.url, cookie).rpc.account.me.query()).user).toBeNull();
  });
});

describe('the addresses of the library', () => {
  test.each(['sign-in/email', 'sign-up/email', 'get-session', 'callback/wechat', 'sign-in/anonymous', 'ok', 'error'])(
    'ACC-01 /api/auth/%s is not there',
    async (path) => {
      for (const method of ['GET', 'POST'])
        expect((await fetch(`${world.server.url}/api/auth/${path}`, { method, redirect: 'manual' })).status).toBe(404);
    },
  );
});
