/**
 * What is tried against sign-in, a line each: what somebody does, and what has to come of it. What signing in, resetting and changing a
 * password do for their user, also to sessions elsewhere, is in `sign-in.test.ts`.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { codeOf, createTestClient, type TestClient } from '../harness/http/client.ts';
import {
  type IdentityProviders,
  type OpenIdPerson,
  signInThrough,
  startIdentityProviders,
} from '../harness/http/identity-providers.ts';
import { mailsTo, type ReadMail, readMail } from '../harness/http/mails.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { waitFor } from '../harness/wait.ts';
import { startWorld, type World } from './setup.ts';

const password = 'correct horse battery';
const language = 'en';
const oidc = { id: 'gleaner-client', secret: 'a-secret-canary-000000' };
let providers: IdentityProviders;
let world: World;
/** On the same database. */
let inviting: TestServer;
let unverified: TestServer;
let database: DatabaseClient;
let people = 0;

beforeAll(async () => {
  providers = await startIdentityProviders(oidc);
  const provider = { OIDC_ISSUER: providers.url, OIDC_CLIENT_ID: oidc.id, OIDC_CLIENT_SECRET: oidc.secret };
  world = await startWorld({
    env: {
      VERIFY_EMAIL: 'true',
      TRUSTED_PROXIES: '127.0.0.1',
      ...provider,
    },
  });
  // With the keys of the first, whose worker sends their mails.
  const web = { role: 'web', database: world.database, dataDir: world.server.dataDir } as const;
  [inviting, unverified] = await Promise.all([
    startTestServer({ ...web, env: { ACCOUNTS: 'invite', ...provider } }),
    startTestServer({ ...web, env: { ACCOUNTS: 'invite', VERIFY_EMAIL: 'false', ADMIN_EMAIL: 'Boss@example.org' } }),
  ]);
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  for (const server of [inviting, unverified]) await server.stop();
  await world.close();
  await providers.close();
});
beforeEach(async () => {
  await database.query('delete from rate_limits');
});

const browser = () => world.client();
const address = () => `person${people++}@example.org`;
const said = (call: Promise<unknown>) => call.then(() => 'ok' as const, codeOf);
const userOf = async (client: TestClient) => (await client.rpc.account.me.query()).user;
const signUp = (client: TestClient, email: string, secret = password) =>
  client.rpc.account.signUp.mutate({ email, password: secret, language });
const signIn = (client: TestClient, email: string, secret = password) =>
  client.rpc.account.signIn.mutate({ email, password: secret, language });
const verify = (client: TestClient, token: string, secret = password) =>
  client.rpc.account.verifyEmail.mutate({ token, password: secret });
const reset = (token: string, secret: string) => browser().rpc.account.resetPassword.mutate({ token, password: secret });
const mailed = async (email: string, count = 1) => (await readMail(world.server.dataDir, email, count)).token;

/** Somebody who has an account, and is signed in. */
async function member(): Promise<{ email: string; client: TestClient }> {
  const email = address();
  const client = browser();
  await signUp(client, email);
  await verify(client, await mailed(email));
  return { email, client };
}

const isReset = ({ subject }: ReadMail) => subject.startsWith('Reset');

/** Of the mail about a reset: a sign-in that needs a verification sends one of its own. */
async function resetToken(email: string): Promise<string> {
  const resets = () => mailsTo(world.server.dataDir, email).filter(isReset);
  const before = resets().length;
  await browser().rpc.account.requestReset.mutate({ email, language });
  return waitFor(`a reset for ${email}`, () => resets()[before]?.token);
}

/** A call as it comes over the wire. */
function post(call: string, input: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${world.server.url}/api/trpc/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gleaner': '1', ...headers },
    body: JSON.stringify(input),
  });
}

/** What a sign-in is answered with that comes from there, when all tries of that client but so many are taken. */
async function signInFrom(forwarded: string, primed?: string): Promise<number> {
  const wrong = { email: address(), password: 'not the password', language };
  if (primed !== undefined) {
    await post('account.signIn', wrong, { 'x-forwarded-for': primed });
    await database.query(`update rate_limits set taken = 60 where key like 'sign-in-client:%'`);
  }
  return (await post('account.signIn', wrong, { 'x-forwarded-for': forwarded })).status;
}

/** As far as the address that the provider sends the browser back to. */
async function consent(client: TestClient, person: OpenIdPerson): Promise<string> {
  const { url } = await client.rpc.account.startProvider.mutate({ provider: 'oidc' });
  const back = new URL(providers.consent(url, person));
  return `${back.pathname}${back.search}`;
}

const person = (about: Partial<OpenIdPerson>): OpenIdPerson => ({
  sub: `sub-${people++}`,
  email: address(),
  email_verified: true,
  name: 'Eve',
  ...about,
});

async function follow(client: TestClient, path: string): Promise<URL> {
  const response = await client.fetch(path, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '/none', world.server.url);
}

async function fastest(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 4; time++) {
    const started = performance.now();
    await work();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

async function invitation(about: { email?: string; days?: number } = {}): Promise<string> {
  const { client } = await member();
  await database.query('update "user" set is_admin = true where id = $1', [(await userOf(client))?.id]);
  const wanted = { email: about.email ?? null, note: '', mostUses: 1, days: about.days ?? 7 };
  return (await client.rpc.account.createInvitation.mutate(wanted)).code;
}

const invited = (email: string, code: string) =>
  said(createTestClient(inviting.url).rpc.account.signUp.mutate({ email, password, language, invitation: code }));

const attempts: [tried: string, outcome: string, attempt: () => Promise<void>][] = [
  [
    'a wrong password, and an unknown address',
    'the same answer',
    async () => {
      const { email } = await member();
      expect(await said(signIn(browser(), email, 'not the password'))).toBe('sign_in_failed');
      expect(await said(signIn(browser(), address(), 'not the password'))).toBe('sign_in_failed');
    },
  ],
  [
    'the time that an answer takes',
    'an unknown address takes the hash of a password as well',
    async () => {
      const { email } = await member();
      const known = await fastest(() => said(signIn(browser(), email, 'not the password')));
      const unknown = await fastest(() => said(signIn(browser(), address(), 'not the password')));
      expect(unknown).toBeGreaterThan(known / 3);
    },
  ],
  [
    'to sign up with the address of an account',
    'the usual answer, nothing changed, and a mail to its owner',
    async () => {
      const { email } = await member();
      expect(await signUp(browser(), email, 'another password')).toEqual({ mailed: true });
      const mail = await readMail(world.server.dataDir, email, 2);
      expect([mail.subject, mail.token]).toEqual(['You already have a Gleaner account', '']);
      expect(await said(signIn(browser(), email, 'another password'))).toBe('sign_in_failed');
      await signIn(browser(), email);
    },
  ],
  [
    'to ask for a reset of an unknown address',
    'the usual answer, and no mail',
    async () => {
      const [{ email }, unknown] = [await member(), address()];
      expect(await browser().rpc.account.requestReset.mutate({ email: unknown, language })).toEqual({});
      await resetToken(email);
      expect(mailsTo(world.server.dataDir, unknown)).toEqual([]);
    },
  ],
  [
    'to have the link of a reset lead to another host',
    'it leads to this server',
    async () => {
      const { email } = await member();
      const forged = {
        host: 'evil',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      };
      expect((await post('account.requestReset', { email, language }, forged)).status).toBe(200);
      await post('account.requestReset', { email, language }, { origin: 'https://evil.example', ...forged });
      const sent = await waitFor(`a reset for ${email}`, () => mailsTo(world.server.dataDir, email).find(isReset));
      expect(sent.text).toMatch(/http:\/\/localhost:\d+\/user\/reset-password#token=/);
      expect(sent.text).not.toContain('evil');
    },
  ],
  [
    'eleven passwords of one address from one client',
    'too many there, also the right one; its owner gets in from elsewhere',
    async () => {
      const { email } = await member();
      const from = async (client: string, typed: string, of = email) =>
        (await post('account.signIn', { email: of, password: typed, language }, { 'x-forwarded-for': client })).status;
      const [stranger, owner] = ['198.51.100.20', '198.51.100.21'];
      expect(await from(stranger, 'not the password')).toBe(401);
      await database.query(`update rate_limits set taken = 9 where key like 'sign-in-pair:%'`);
      expect(await from(stranger, 'not the password')).toBe(401);
      expect(await from(stranger, password)).toBe(429);
      expect(await from(stranger, 'not the password', address())).toBe(401);
      expect(await from(owner, password)).toBe(200);
    },
  ],
  [
    'a hundred and one passwords of one address from many clients',
    'too many, from wherever they come',
    async () => {
      const { email } = await member();
      await said(signIn(browser(), email, 'not the password'));
      await database.query(`update rate_limits set taken = 99 where key like 'sign-in-email:%'`);
      expect(await said(signIn(browser(), email, 'not the password'))).toBe('sign_in_failed');
      expect(await said(signIn(browser(), email))).toBe('too_many_attempts');
      expect(await said(signIn(browser(), address(), 'not the password'))).toBe('sign_in_failed');
    },
  ],
  [
    'many addresses from one client',
    'too many, and other clients go on',
    async () => {
      expect(await signInFrom('198.51.100.1', '198.51.100.1')).toBe(429);
      expect(await signInFrom('198.51.100.2')).toBe(401);
    },
  ],
  [
    'the next address of an IPv6 network',
    'it is the same client within a /64',
    async () => {
      expect(await signInFrom('2001:db8:1:2:ffff::9', '2001:db8:1:2::1')).toBe(429);
      expect(await signInFrom('2001:db8:1:3::1')).toBe(401);
    },
  ],
  [
    'an invented forwarded address',
    'the one that the proxy adds counts',
    async () => expect(await signInFrom('203.0.113.7, 198.51.100.9', '203.0.113.6, 198.51.100.9')).toBe(429),
  ],
  [
    'a session that was there before the sign-in',
    'it is not the one after it, and is dead',
    async () => {
      const { email } = await member();
      const guest = browser();
      await guest.rpc.account.ensure.mutate();
      const before = guest.cookie();
      await signIn(guest, email);
      expect(guest.cookie()).not.toBe(before);
      expect(await userOf(createTestClient(world.server.url, before))).toBeNull();
    },
  ],
  [
    'the cookie of a session that was ended',
    'nobody is signed in',
    async () => {
      const { client } = await member();
      const kept = client.cookie();
      await client.rpc.account.signOut.mutate();
      expect(await userOf(createTestClient(world.server.url, kept))).toBeNull();
    },
  ],
  [
    'a cookie with another signature',
    'nobody is signed in',
    async () => {
      const { client } = await member();
      const forged = client.cookie().replace(/(session_token=[^;]{20})./, (_, start: string) => `${start}~`);
      expect(forged).not.toBe(client.cookie());
      expect(await userOf(createTestClient(world.server.url, forged))).toBeNull();
    },
  ],
  [
    'a reset link for the second time',
    'it has expired',
    async () => {
      const { email } = await member();
      const token = await resetToken(email);
      await reset(token, 'a new long password');
      expect(await said(reset(token, 'a third long password'))).toBe('link_expired');
      await signIn(browser(), email, 'a new long password');
    },
  ],
  [
    'a reset link after its hour',
    'it has expired',
    async () => {
      const { email } = await member();
      const token = await resetToken(email);
      await database.query(`update verification set expires_at = now() - interval '1 second'`);
      expect(await said(reset(token, 'a new long password'))).toBe('link_expired');
      await signIn(browser(), email);
    },
  ],
  [
    'a reset link of one’s own for somebody else',
    'it knows whose it is',
    async () => {
      const [victim, attacker] = [await member(), await member()];
      const token = await resetToken(attacker.email);
      const input = { token, password: 'a new long password', email: victim.email, userId: (await userOf(victim.client))?.id };
      expect((await post('account.resetPassword', input)).status).toBe(400);
      await reset(token, 'a new long password');
      expect(await said(signIn(browser(), victim.email, 'a new long password'))).toBe('sign_in_failed');
      expect((await userOf(victim.client))?.email).toBe(victim.email);
    },
  ],
  [
    'a verification link for the second time',
    'it has expired',
    async () => {
      const { email } = await member();
      expect(await said(verify(browser(), await mailed(email)))).toBe('link_expired');
    },
  ],
  [
    'a verification link with another address in it',
    'it has expired',
    async () => {
      const [mine, victims] = [address(), address()];
      await signUp(browser(), victims);
      await signUp(browser(), mine);
      const [head, , signature] = (await mailed(mine)).split('.');
      const payload = Buffer.from(JSON.stringify({ email: victims, exp: 2e9 })).toString('base64url');
      expect(await said(verify(browser(), `${head}.${payload}.${signature}`))).toBe('link_expired');
      expect(await said(signIn(browser(), victims))).toBe('email_not_verified');
    },
  ],
  [
    'to sign up with somebody’s address and wait for them to follow the link',
    'the link needs the password, and a reset makes the account its owner’s',
    async () => {
      const email = address();
      const attacker = browser();
      await signUp(attacker, email, 'the attacker’s own');
      const owner = browser();
      expect(await said(verify(owner, await mailed(email), 'what I always take'))).toBe('sign_in_failed');
      expect(await said(signIn(attacker, email, 'the attacker’s own'))).toBe('email_not_verified');
      await reset(await resetToken(email), password);
      await signIn(owner, email);
      expect(await said(signIn(attacker, email, 'the attacker’s own'))).toBe('sign_in_failed');
    },
  ],
  [
    'to be there first with the administrator’s address, which needs no invitation, where no mail is verified',
    'the account cannot be used, and the owner’s reset makes it theirs',
    async () => {
      const email = 'boss@example.org';
      const [attacker, owner] = [createTestClient(unverified.url), createTestClient(unverified.url)];
      const bystander = await member();
      expect(await signUp(attacker, email, 'the attacker’s own')).toEqual({ mailed: true });
      expect(await userOf(attacker)).toBeNull();
      expect(await said(signIn(attacker, email, 'the attacker’s own'))).toBe('email_not_verified');
      expect(await said(verify(owner, await mailed(email)))).toBe('sign_in_failed');
      expect(await userOf(attacker)).toBeNull();
      expect(
        await database.query(`select 1 from session s join "user" u on u.id = s.user_id where u.email = $1`, [email]),
      ).toEqual([]);
      await reset(await resetToken(email), password);
      expect(await userOf(attacker)).toBeNull();
      await signIn(owner, email);
      expect((await userOf(owner))?.role).toBe('admin');
      // Nobody else needs a verification here.
      const guest = { email: address(), password, language, invitation: await invitation() } as const;
      expect(await createTestClient(unverified.url).rpc.account.signUp.mutate(guest)).toEqual({ mailed: false });
      expect((await userOf(bystander.client))?.email).toBe(bystander.email);
    },
  ],
  [
    'to come through a provider with somebody’s unverified address, and wait for them to follow the link',
    'the link opens nothing, and a reset ends the way in',
    async () => {
      const [attacker, email] = [browser(), address()];
      const eve = person({ email, email_verified: false });
      await follow(attacker, await consent(attacker, eve));
      expect(await said(verify(browser(), await mailed(email)))).toBe('sign_in_failed');
      await reset(await resetToken(email), password);
      expect(await userOf(attacker)).toBeNull();
      await follow(attacker, await consent(attacker, eve));
      expect(await userOf(attacker)).toBeNull();
    },
  ],
  [
    'a provider that says an unverified address of an account',
    'the account is not joined',
    async () => {
      const [{ email }, eve] = [await member(), browser()];
      expect((await follow(eve, await consent(eve, person({ email, email_verified: false })))).search).toContain('error=');
      expect(await userOf(eve)).toBeNull();
    },
  ],
  [
    'to wait with an unverified account for its owner to come through a provider',
    'the two are not joined',
    async () => {
      const [email, owner] = [address(), browser()];
      await signUp(browser(), email);
      expect((await follow(owner, await consent(owner, person({ email })))).search).toContain('error=');
      expect(await said(signIn(browser(), email))).toBe('email_not_verified');
    },
  ],
  [
    'an answer of a provider with no state, with a made-up one, and of no provider',
    'nobody is signed in',
    async () => {
      const eve = browser();
      const path = await consent(eve, person({}));
      const code = new URL(path, world.server.url).searchParams.get('code') ?? '';
      for (const query of [`code=${code}`, `code=${code}&state=made-up`]) await follow(eve, `/api/auth/callback/oidc?${query}`);
      expect(await userOf(eve)).toBeNull();
      expect((await eve.fetch('/api/auth/callback/google?code=1&state=1')).status).toBe(404);
      expect(await said(eve.rpc.account.startProvider.mutate({ provider: 'google' }))).toBe('not_found');
    },
  ],
  [
    'the answer of a provider in another browser',
    'nobody is signed in',
    async () => {
      const [eve, victim] = [browser(), browser()];
      await follow(victim, await consent(eve, person({})));
      expect(await userOf(victim)).toBeNull();
    },
  ],
  [
    'the answer of a provider for the second time',
    'nobody is signed in again',
    async () => {
      const eve = browser();
      const path = await consent(eve, person({}));
      await follow(eve, path);
      await eve.rpc.account.signOut.mutate();
      await follow(eve, path);
      expect(await userOf(eve)).toBeNull();
    },
  ],
  [
    'another address to come back to',
    'the way back is this server’s own',
    async () => {
      const evil = 'https://evil.example/';
      const input = { provider: 'oidc', callbackURL: evil };
      expect((await post('account.startProvider', input)).status).toBe(400);
      const eve = browser();
      const path = await consent(eve, person({}));
      for (const one of [
        `${path}&callbackURL=${evil}&redirect_uri=${evil}`,
        `/api/auth/callback/oidc?error=x&callbackURL=${evil}`,
      ])
        expect((await follow(eve, one)).host).not.toBe('evil.example');
    },
  ],
  [
    'addresses of the messaging app and of this server, however they are written, also through a provider',
    'no account and no reset',
    async () => {
      const { account } = browser().rpc;
      for (const email of ['someone@wechat.gleaner.invalid', ' Someone@WeChat.Gleaner.INVALID ']) {
        expect(await said(account.signUp.mutate({ email, password, language }))).toBe('email_reserved');
        expect(await said(account.requestReset.mutate({ email, language }))).toBe('reset_not_possible');
      }
      const owners = 'Owner@gleaner.invalid';
      expect(await said(account.signUp.mutate({ email: owners, password, language }))).toBe('email_reserved');
      for (const email of ['someone@wechat.gleaner.invalid', owners]) {
        const eve = browser();
        expect((await follow(eve, await consent(eve, person({ email })))).search).toContain('error=');
        expect(await userOf(eve)).toBeNull();
      }
    },
  ],
  [
    'an address in other letters',
    'capitals and spellings of a domain are the same account; dots and tags are not; other alphabets are refused',
    async () => {
      const { email } = await member();
      const name = email.slice(0, email.indexOf('@'));
      await signIn(browser(), ` ${name.toUpperCase()}@Example.ORG`);
      for (const other of [`p.${name.slice(1)}`, `${name}+x`])
        expect(await said(signIn(browser(), `${other}@example.org`))).toBe('sign_in_failed');
      const { account } = browser().rpc;
      await signUp(browser(), `${name}@bücher.example`);
      expect(await said(signIn(browser(), `${name}@xn--bcher-kva.example`))).toBe('email_not_verified');
      for (const other of [`${name}.`, name.replace('o', 'о'), `${name}\u200b`]) {
        const unfit = { email: `${other}@example.org`, password, language } as const;
        for (const call of [account.signIn.mutate(unfit), account.signUp.mutate(unfit)])
          expect(await said(call)).toBe('email_unfit');
        expect(await said(account.requestReset.mutate({ email: unfit.email, language }))).toBe('email_unfit');
      }
    },
  ],
  [
    'a password of a megabyte',
    'it is refused before it is hashed',
    async () => {
      for (const length of [1001, 1_000_000])
        expect(await said(signIn(browser(), address(), 'a'.repeat(length)))).toBeOneOf(['bad_request', 'file_too_large']);
    },
  ],
  [
    'zero bytes',
    'they are refused, or are characters like others',
    async () => {
      expect(await said(signIn(browser(), `a\0${address()}`))).toBe('email_unfit');
      const { email } = await member();
      expect(await said(signIn(browser(), email, `${password}\0`))).toBe('sign_in_failed');
      expect(await said(browser().rpc.account.verifyEmail.mutate({ token: '\0', password }))).toBe('link_expired');
    },
  ],
  [
    'to sign up as an administrator',
    'fields of no form are refused',
    async () => {
      const input = { email: address(), password, language };
      for (const more of [{ role: 'admin' }, { isAdmin: true }, { paidUntil: '2099-01-01' }, { emailVerified: true }])
        expect((await post('account.signUp', { ...input, ...more })).status).toBe(400);
    },
  ],
  [
    'an invitation for one, five times at once',
    'one gets in',
    async () => {
      const code = await invitation();
      const results = await Promise.all(Array.from({ length: 5 }, () => invited(address(), code)));
      expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    },
  ],
  [
    'an invitation that has expired, and one for another address',
    'nobody gets in',
    async () => {
      expect(await invited(address(), await invitation({ email: address() }))).toBe('invitation_invalid');
      const code = await invitation({ days: 1 });
      await database.query(`update invitations set expires_at = now() - interval '1 second'`);
      expect(await invited(address(), code)).toBe('invitation_invalid');
    },
  ],
  [
    'to come through a provider without an invitation, with a made-up one, and with one for another address',
    'no account is left, and whoever has one needs none',
    async () => {
      const eve = person({});
      const come = async (who: OpenIdPerson, code?: string) => {
        const client = createTestClient(inviting.url);
        const entry = code === undefined ? {} : { invitation: code };
        return [await signInThrough(providers, client, { provider: 'oidc', person: who, ...entry }), client] as const;
      };
      expect((await come(eve))[0]).toBe('/user/sign-in?error=signup_disabled');
      expect(await said(come(eve, 'made-up'))).toBe('invitation_invalid');
      expect((await come(eve, await invitation({ email: address() })))[0]).toBe('/user/sign-in?error=invitation_invalid');
      expect(await database.query('select 1 from "user" where email = $1', [eve.email])).toEqual([]);
      const [end, signedUp] = await come(eve, await invitation({ email: eve.email }));
      expect([end, (await userOf(signedUp))?.email]).toEqual(['/user/sign-in', eve.email]);
      const [again, signedIn] = await come(eve);
      expect([again, (await userOf(signedIn))?.id]).toEqual(['/user/sign-in', (await userOf(signedUp))?.id]);
    },
  ],
  [
    'a sign-in by a page of another site',
    'it is refused',
    async () => {
      const { email } = await member();
      const input = { email, password, language };
      expect((await post('account.signIn', input)).status).toBe(200);
      expect((await post('account.signIn', input, { origin: 'https://evil.example' })).ok).toBe(false);
      expect((await post('account.signIn', input, { 'x-gleaner': '' })).ok).toBe(false);
    },
  ],
  [
    'to join a guest once more with its old cookie',
    'there is no such guest any more',
    async () => {
      const [first, second] = [await member(), await member()];
      const guest = browser();
      const { promptId } = await guest.rpc.prompt.create.mutate({ title: 'Mine', customPrompt: 'Say it.' });
      const old = guest.cookie();
      await signIn(guest, first.email);
      const replay = createTestClient(world.server.url, old);
      await signIn(replay, second.email);
      const promptsOf = async (client: TestClient) => JSON.stringify(await client.rpc.prompt.mine.query());
      expect(await promptsOf(guest)).toContain(promptId);
      expect(await promptsOf(replay)).not.toContain(promptId);
    },
  ],
  [
    'one address, five times at once',
    'one account',
    async () => {
      const email = address();
      await Promise.all(Array.from({ length: 5 }, () => said(signUp(browser(), email))));
      expect(await database.query('select count(*)::int as n from "user" where email = $1', [email])).toEqual([{ n: 1 }]);
    },
  ],
];

test.each(attempts)('ACC-01 tried: %s. So: %s', async (_tried, _outcome, attempt) => {
  expect.hasAssertions();
  await attempt();
});
