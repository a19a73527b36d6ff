/** A server for one person, and what becomes of it when it is opened to others. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type DatabaseConnection, openSession } from '#db/client.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { codeOf, createTestClient, type TestClient } from '../harness/http/client.ts';
import { signInThrough, startIdentityProviders } from '../harness/http/identity-providers.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { waitFor } from '../harness/wait.ts';

let database: TestDatabase;
let running: TestServer | null = null;
const password = 'correct horse battery';

beforeAll(async () => {
  const cluster = inject('clusters')[0]?.connection;
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster);
});
afterAll(async () => {
  await running?.stop();
  running?.remove();
  await database.drop();
});

/** One after the other, on the same database. */
async function start(env: Record<string, string>): Promise<TestServer> {
  await running?.stop();
  running?.remove();
  running = null;
  running = await startTestServer({ database: database.connection, env });
  return running;
}

async function rows<Row extends Record<string, unknown>>(connection: DatabaseConnection, statement: string): Promise<Row[]> {
  const { query, close } = await openSession(connection, { applicationName: 'test' });
  try {
    return await query<Row>(statement);
  } finally {
    await close();
  }
}

const file = (name: string) => ({
  name,
  bytes: Buffer.from(`${name}\n\n${'The oven keeps its heat for eleven hours. '.repeat(20)}`),
});
const titles = async (client: TestClient) =>
  (await client.rpc.user.videos.query({})).uniqueVideos.map(({ title }) => title.replace('.txt', '')).sort();

describe('a server for one person', () => {
  test('ACC-01 gives what earlier guests made to the owner, and every browser the same library', async () => {
    const open = await start({ ACCOUNTS: 'open' });
    const [first, second] = [createTestClient(open.url), createTestClient(open.url)];
    await uploadFile(first, open.url, file('one.txt'));
    await uploadFile(second, open.url, file('two.txt'));

    const provider = { WECHAT_CLIENT_ID: 'wx', WECHAT_CLIENT_SECRET: 'secret' };
    const single = await start({ ACCOUNTS: 'single', TIME_STARTING_MINUTES: '60', TIME_REFERRAL_MINUTES: '60', ...provider });
    const [desk, phone] = [createTestClient(single.url), createTestClient(single.url)];
    expect((await desk.rpc.account.me.query()).user).toMatchObject({ role: 'admin', isOwner: true, email: null, name: null });
    // Nobody sells the owner a membership.
    expect(await desk.rpc.user.timeAccount.query()).toMatchObject({ member: false });
    expect(await titles(desk)).toEqual(['one', 'two']);
    await uploadFile(phone, single.url, file('three.txt'));
    expect(await titles(desk)).toEqual(['one', 'three', 'two']);
    expect(desk.cookie()).toBe('');
    expect(await desk.rpc.user.referral.query()).toEqual({ referral: null });
    expect(await desk.rpc.account.signInOptions.query()).toMatchObject({ mode: 'single', guests: false });
  });

  test('ACC-01 has no way to sign up or in', async () => {
    const { account } = createTestClient(running?.url ?? '').rpc;
    const input = { email: 'a@example.org', password, language: 'en' as const };
    const calls = [
      () => account.signUp.mutate(input),
      () => account.signIn.mutate(input),
      () => account.startProvider.mutate({ provider: 'wechat' }),
      () => account.sessions.query(),
    ];
    for (const call of calls) expect(await call().then(() => null, codeOf)).toBe('not_found');
  });

  test('ACC-01 gives nothing to whoever comes through a proxy', async () => {
    const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    const archive = await fetch(`${running?.url}/api/my-data/archive`, forwarded);
    expect([archive.status, await archive.text()]).toEqual([421, expect.stringContaining('came through a proxy')]);
    expect((await fetch(`${running?.url}/healthz`, forwarded)).status).toBe(200);
  });

  test('ACC-01 opened to others, the first account gets the library and administers, the second has its own', async () => {
    const open = await start({ ACCOUNTS: 'open' });
    const [first, second] = [createTestClient(open.url), createTestClient(open.url)];
    expect((await first.rpc.account.me.query()).user).toBeNull();
    await first.rpc.account.signUp.mutate({ email: 'first@example.org', password, language: 'en' });
    await second.rpc.account.signUp.mutate({ email: 'second@example.org', password, language: 'en' });
    expect((await first.rpc.account.me.query()).user).toMatchObject({ role: 'admin', isOwner: false });
    expect((await second.rpc.account.me.query()).user).toMatchObject({ role: 'user', isOwner: false });
    expect(await titles(first)).toEqual(['one', 'three', 'two']);
    expect(await titles(second)).toEqual([]);
    expect(await rows(database.connection, 'select id from "user" where is_owner')).toEqual([]);
  });

  test('ACC-01 made for one person again, it is the administrator’s; strangers’ libraries stay theirs', async () => {
    const single = await start({ ACCOUNTS: 'single' });
    expect(await titles(createTestClient(single.url))).toEqual(['one', 'three', 'two']);
  });
});

describe('a server that needs invitations', () => {
  test('ACC-01 lets in whom its administrator invites, as often as the invitation says', async () => {
    const client = { id: 'gleaner', secret: 'secret-of-the-client' };
    const providers = await startIdentityProviders(client);
    const oidc = { OIDC_ISSUER: providers.url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret };
    const server = await start({ ACCOUNTS: 'invite', ...oidc });
    const admin = createTestClient(server.url);
    await admin.rpc.account.signIn.mutate({ email: 'first@example.org', password, language: 'en' });
    // It was the owner's account meanwhile.
    expect((await admin.rpc.account.me.query()).user).toMatchObject({
      email: 'first@example.org',
      isOwner: false,
      role: 'admin',
    });
    const stranger = () => createTestClient(server.url).rpc.account;
    const signUp = (email: string, invitation?: string) =>
      stranger()
        .signUp.mutate({ email, password, language: 'en', ...(invitation === undefined ? {} : { invitation }) })
        .then(() => null, codeOf);
    expect(await signUp('third@example.org')).toBe('invitation_needed');
    expect(await signUp('third@example.org', 'made-up')).toBe('invitation_invalid');
    expect(
      await stranger()
        .ensure.mutate()
        .then(() => null, codeOf),
    ).toBe('sign_in_needed');
    const { account } = admin.rpc;
    const { code } = await account.createInvitation.mutate({ email: null, note: 'friends', mostUses: 1, days: 7 });
    expect(await signUp('first@example.org', code)).toBe('sign_up_refused');
    // The failed try took no use.
    expect(await signUp('third@example.org', code)).toBeNull();
    expect(await signUp('fourth@example.org', code)).toBe('invitation_invalid');
    const named = await account.createInvitation.mutate({ email: 'Fifth@example.org', note: '', mostUses: 5, days: 7 });
    expect(await signUp('fourth@example.org', named.code)).toBe('invitation_invalid');
    expect(await signUp('fifth@example.org', named.code)).toBeNull();
    // The same through a provider.
    const through = async (name: string, invitation?: string) => {
      const browser = createTestClient(server.url);
      const person = { sub: name, email: `${name}@example.org`, email_verified: true, name };
      const entry = { provider: 'oidc', person, ...(invitation === undefined ? {} : { invitation }) };
      const end = await signInThrough(providers, browser, entry).catch(codeOf);
      return [end, (await browser.rpc.account.me.query()).user?.email ?? null];
    };
    const refused = '/user/sign-in?error=';
    expect(await through('sixth')).toEqual([`${refused}signup_disabled`, null]);
    expect(await through('sixth', code)).toEqual(['invitation_invalid', null]);
    const other = await account.createInvitation.mutate({ email: 'sixth@example.org', note: '', mostUses: 1, days: 7 });
    expect(await through('seventh', other.code)).toEqual([`${refused}invitation_invalid`, null]);
    expect(await through('sixth', other.code)).toEqual(['/user/sign-in', 'sixth@example.org']);
    // Who has an account needs none, and who was refused has none.
    expect(await through('sixth')).toEqual(['/user/sign-in', 'sixth@example.org']);
    expect(await rows(database.connection, `select 1 from "user" where email = 'seventh@example.org'`)).toEqual([]);
    await providers.close();
    const { invitations } = await account.invitations.query();
    expect(invitations.map(({ email, uses }) => [email, uses])).toEqual([
      ['sixth@example.org', 1],
      ['fifth@example.org', 1],
      [null, 1],
    ]);
    expect(JSON.stringify(await rows(database.connection, 'select * from invitations'))).not.toContain(code);
  });
});

describe('an owner who deletes the account', () => {
  test('ACC-12 has an empty library afterwards that lasts, and takes nothing from others', async () => {
    const single = await start({ ACCOUNTS: 'single' });
    const owner = createTestClient(single.url);
    const before = (await owner.rpc.account.me.query()).user;
    expect(await titles(owner)).toHaveLength(3);
    const others = `select id from "user" where id <> '${before?.id}' order by id`;
    const known = await rows(database.connection, others);
    await owner.rpc.myData.requestDeletion.mutate({ sure: true });
    await rows(database.connection, `update "user" set delete_at = now() where id = '${before?.id}' returning id`);
    await owner.rpc.myData.requestDeletion.mutate({ sure: true });
    const after = await waitFor('another owner', async () => {
      const { user } = await createTestClient(single.url).rpc.account.me.query();
      return user && user.id !== before?.id ? user : undefined;
    });
    expect(after).toMatchObject({ isOwner: true, role: 'admin', email: null });
    expect(await titles(owner)).toEqual([]);
    expect(await owner.rpc.myData.deletion.query()).toMatchObject({ deleteAt: null });
    await uploadFile(owner, single.url, file('four.txt'));
    // The clean-up of restored accounts, which looks for those that were deleted, leaves the new one alone.
    await owner.rpc.myData.requestDeletion.mutate({ sure: true });
    await owner.rpc.myData.keepAccount.mutate();
    const deletions = `select state from pgboss.job where name like 'my-data.%' and state in ('created', 'active')`;
    await rows(
      database.connection,
      `update pgboss.job set start_after = now() where name like 'my-data.%' and state = 'created'`,
    );
    await waitFor('the clean-up', async () => ((await rows(database.connection, deletions)).length === 0 ? true : undefined));
    expect(await titles(owner)).toEqual(['four']);
    const now = await rows(database.connection, `select id from "user" where id <> '${after.id}' order by id`);
    expect(now).toEqual(known);
  });
});
