/** What is done when a provider sends the browser back, with a provider that the test plays: who gets in, and with what. */
import { beforeEach, expect, test } from 'vitest';
import { createSignInRoutes } from '#features/account/server/http.ts';
import { createInvitation } from '#features/account/server/invitations.ts';
import { createReferralLink } from '#features/metering/server/referrals.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { waitsToWrite } from '../harness/database/waits-to-write.ts';
import { type Accounts, addGuest, addUser, client, flagsOf, keepAccountRows, servicesWith } from './account-rows.ts';

keepAccountRows();

const time = { startingSeconds: 0, monthlySeconds: 0, referralSeconds: 60, referralMost: 9, grantDays: 30 };
const usual = { guests: true, verifyEmail: false, providers: ['other', 'oidc'].map((id) => ({ id, name: id })) } as const;
/** What was asked of the sign-in, and what was logged, in their order. */
let said: unknown[] = [];
beforeEach(async () => {
  await client.query('delete from referrals');
  said = [];
});

const person = (id: string, values: Partial<AuthUser> = {}) =>
  ({ id, email: `${id}@example.org`, isAnonymous: false, role: 'user', ...values }) as AuthUser;
const guest = (id: string) => person(id, { isAnonymous: true });

type Return = {
  mode?: Accounts['mode'];
  provider?: string;
  /** Who had the browser, who comes back, and whether their account is new. */
  before?: AuthUser | null;
  signedIn?: AuthUser | null;
  isNew?: boolean;
  cookies?: Record<string, string>;
  address?: string;
  keepSession?: () => Promise<void>;
};

function servicesOf(mode: Accounts['mode']): Services {
  const logger = { error: ({ err }: { err: unknown }) => void said.push(['logged', err]) };
  const services = servicesWith({ ...usual, mode });
  return { ...services, logger, settings: { ...services.settings, time } } as unknown as Services;
}

/** The state and the place that the browser gets, and whether it gets the cookie of the session. */
async function comeBack({ mode = 'open', provider = 'oidc', before = null, signedIn = person('ada'), ...more }: Return) {
  const undoSignUp = async () => {
    await client.query('delete from "user" where id = $1', [signedIn?.id]);
    said.push('undone');
  };
  const auth = {
    async finishProvider(request: Request) {
      said.push(['finished', new URL(request.url).pathname]);
      if (more.isNew && signedIn) await addUser(signedIn.id);
      const response = new Response(null, { status: 302, headers: { location: '/in', 'set-cookie': 's=1' } });
      return { response, signedIn, undoSignUp: more.isNew ? undoSignUp : null };
    },
    async keepSession(user: AuthUser) {
      await more.keepSession?.();
      said.push(['kept', user.id]);
    },
  };
  const routes = createSignInRoutes({
    ...{ services: servicesOf(mode), auth: auth as never, getUser: async () => before },
    clientAddressOf: () => more.address ?? '192.0.2.9',
  });
  const cookie = Object.entries(more.cookies ?? {}).map(([name, value]) => `gleaner.${name}=${value}`);
  const response = await routes.request(`/callback/${provider}`, { headers: { cookie: cookie.join('; ') } });
  return [response.status, response.headers.get('location'), response.headers.get('set-cookie')];
}
const isIn = [302, '/in', 's=1'];
const refusedWith = (code: string) => [302, `/user/sign-in?error=${code}`, null];
const finished = ['finished', '/callback/oidc'];
const logged = (code: string) => ['logged', expect.objectContaining({ code })];

test('ACC-01 a provider that is not set up, and a server for one person, have no way back', async () => {
  for (const from of [{ provider: 'wechat' }, { mode: 'single' }, { mode: 'single', provider: 'wechat' }] as const)
    expect(await comeBack(from)).toEqual([404, null, null]);
  expect(said).toEqual([]);
  expect(await comeBack({ signedIn: null })).toEqual(isIn);
  expect(said).toEqual([finished]);
});

test('ACC-01 whoever has an account needs no invitation, nor does the first of all', async () => {
  expect(await comeBack({ mode: 'invite', isNew: true, signedIn: person('first') })).toEqual(isIn);
  expect(await flagsOf()).toEqual({ first: 'admin' });
  await addUser('ada');
  said = [];
  expect(await comeBack({ mode: 'invite' })).toEqual(isIn);
  expect(said).toEqual([finished, ['kept', 'ada']]);
  // Where anybody may come, an invitation stays unused.
  const { code: invitation } = await createInvitation(client.db, {
    ...{ email: null, note: '', mostUses: 1, days: 1, createdBy: 'first' },
  });
  expect(await comeBack({ isNew: true, signedIn: person('new'), cookies: { invitation } })).toEqual(isIn);
  expect(await client.query('select uses from invitations')).toEqual([{ uses: 0 }]);
});

test('ACC-01 a new account without its invitation is undone before the browser is told, and its guest stays', async () => {
  await addUser('first');
  await addGuest('guest');
  const make = (email: string | null) =>
    createInvitation(client.db, { email, note: '', mostUses: 5, days: 1, createdBy: 'first' });
  const named = (await make('bob@example.org')).code;
  const open = (await make(null)).code;
  const come = (invitation: string | null, values: Partial<AuthUser> = {}, id = 'bob') => {
    said = [];
    const cookies: Record<string, string> = invitation === null ? {} : { invitation };
    return comeBack({ mode: 'invite', before: guest('guest'), isNew: true, signedIn: person(id, values), cookies });
  };
  for (const [code, invitation, values] of [
    ['invitation_needed', null, {}],
    ['invitation_invalid', 'made-up', {}],
    ['invitation_invalid', named, { email: 'other@example.org' }],
    ['invitation_invalid', named, { email: null }],
  ] as const) {
    expect(await come(invitation, values)).toEqual(refusedWith(code));
    expect(said).toEqual([finished, 'undone', logged(code)]);
    expect(Object.keys(await flagsOf()).toSorted()).toEqual(['first', 'guest']);
  }
  expect(await come(named, { email: 'Bob@example.org' })).toEqual(isIn);
  expect(said).toEqual([finished, ['kept', 'bob']]);
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['bob', 'first']);
  await addGuest('guest');
  // A provider that tells no address.
  expect(await come(open, { email: null }, 'carol')).toEqual(isIn);
  expect(await waitsToWrite(client, 'invitations', () => come(open, {}, 'dan'))).toBe(true);
  const uses = await client.query('select email, uses from invitations order by email');
  expect(uses).toEqual([
    { email: 'bob@example.org', uses: 1 },
    { email: null, uses: 2 },
  ]);
});

test('ACC-01 what fails after a provider said yes leaves the browser as it was, and is told and logged', async () => {
  for (const id of ['ada', 'bob']) await addUser(id);
  await addGuest('guest');
  await client.query(`update "user" set delete_at = now() where id = 'ada'`);
  expect(await comeBack({ before: guest('guest') })).toEqual(refusedWith('deletion_begun'));
  expect(said).toEqual([finished, logged('deletion_begun')]);
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['ada', 'bob', 'guest']);
  said = [];
  const fault = new AppError('database_unavailable');
  expect(await comeBack({ signedIn: person('bob'), keepSession: () => Promise.reject(fault) })).toEqual(
    refusedWith('database_unavailable'),
  );
  expect(said).toEqual([finished, ['logged', fault]]);
  said = [];
  const whole = () => comeBack({ before: guest('guest'), signedIn: person('bob') });
  expect(await waitsToWrite(client, '"user"', whole)).toBe(true);
  expect(said).toEqual([finished, ['kept', 'bob']]);
  expect(Object.keys(await flagsOf()).toSorted()).toEqual(['ada', 'bob']);
});

test('ACC-11 a link counts for a new account in a browser that had none, and for no other', async () => {
  for (const id of ['host', 'ada']) await addUser(id);
  await addGuest('guest');
  const ref = (await createReferralLink(servicesOf('open'), person('host'), '203.0.113.1')) ?? '';
  let people = 0;
  const come = (more: Return) => {
    people++;
    const signedIn = person(`new-${people}`);
    return comeBack({ isNew: true, signedIn, address: `192.0.2.${people}`, cookies: { ref }, ...more });
  };
  const granted = () =>
    client.query('select user_id as "of", state from referrals where referrer_id = $1 order by created_at', ['host']);
  expect(await come({ isNew: false, signedIn: person('ada') })).toEqual(isIn);
  expect(await come({ before: person('ada') })).toEqual(isIn);
  expect(await come({ cookies: {} })).toEqual(isIn);
  expect(await come({ signedIn: person('nameless', { email: null }) })).toEqual(isIn);
  expect(await granted()).toEqual([]);
  // New, without an account or a guest's: before the answer comes both have their time.
  expect(await waitsToWrite(client, 'referrals', () => come({}))).toBe(true);
  expect(await come({ before: guest('guest') })).toEqual(isIn);
  const of = [`new-${people - 1}`, `new-${people}`];
  expect(await granted()).toEqual(of.map((one) => ({ of: one, state: 'granted' })));
});
