/** Time for the user who invites and the one who joins, once each, if configured. A refusal is silent and blocks no sign-up. */
import { randomBytes } from 'node:crypto';
import { and, count, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { referralLinks, referrals } from '#db/schema/referrals.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { lockAccount } from './ledger/accounts.ts';
import { grant } from './ledger/grants.ts';
import { bringUpToDate, readClock, type TimeRules } from './time-grants.ts';

type Rules = { settings: Pick<Services['settings'], 'time' | 'accounts'> };
type Needs = Pick<Services, 'db' | 'secrets'> & Rules;

const codeBytes = 12;
/** Within this time, only one account per client address is rewarded, and an invited user must have confirmed the email. */
const windowDays = 30;
const aboutAddress = ['referral address'];
const aboutEmail = ['referral email'];

/** Null where referrals earn nothing. */
function rulesOf({ settings }: Rules): TimeRules | null {
  const { time, accounts } = settings;
  return time !== null && time.referralSeconds > 0 && accounts.mode !== 'single' ? time : null;
}

const within = sql`now() - make_interval(days => ${windowDays})`;

export type ReferralView = { code: string | null; seconds: number; joined: number; mostJoined: number } | null;

/** `joined`: users who joined in the last 30 days, `mostJoined` at most. Null for guests, and where referrals earn nothing. */
export async function readReferral(services: Needs, person: Pick<AuthUser, 'id' | 'isAnonymous'>): Promise<ReferralView> {
  const rules = rulesOf(services);
  if (rules === null || person.isAnonymous) return null;
  const [link] = await services.db.select().from(referralLinks).where(eq(referralLinks.userId, person.id));
  return {
    code: link?.code ?? null,
    seconds: rules.referralSeconds,
    joined: await countGranted(services.db, person.id),
    mostJoined: rules.referralMost,
  };
}

async function countGranted(executor: Executor, referrerId: string): Promise<number> {
  const [row] = await executor
    .select({ n: count() })
    .from(referrals)
    .where(and(eq(referrals.referrerId, referrerId), eq(referrals.state, 'granted'), gt(referrals.settledAt, within)));
  return row?.n ?? 0;
}

/** Returns the existing link if there is one. Null as above. */
export async function createReferralLink(
  services: Needs,
  person: Pick<AuthUser, 'id' | 'isAnonymous'>,
  clientAddress: string,
): Promise<string | null> {
  if (rulesOf(services) === null || person.isAnonymous) return null;
  const { db, secrets } = services;
  await db
    .insert(referralLinks)
    .values({
      userId: person.id,
      code: randomBytes(codeBytes).toString('base64url'),
      addressMac: macOf(secrets.macs(clientAddress, aboutAddress)),
    })
    .onConflictDoNothing({ target: referralLinks.userId });
  const [link] = await db.select().from(referralLinks).where(eq(referralLinks.userId, person.id));
  return link?.code ?? null;
}

type Comer = {
  code: string | undefined;
  email: string;
  clientAddress: string;
  /** Null: no account has this email yet. */
  userId: string | null;
};

/**
 * Remembers whose referral link a new user opened. Does nothing for an unknown link, an email that is known or was referred
 * before, and a client address that created the link or was referred recently.
 */
export async function beginReferral(services: Needs, { code, email, clientAddress, userId }: Comer): Promise<void> {
  if (!code || rulesOf(services) === null) return;
  const emailMacs = services.secrets.macs(email.toLowerCase(), aboutEmail);
  const addressMacs = services.secrets.macs(clientAddress, aboutAddress);
  await services.db.transaction(async (tx) => {
    const [link] = await tx.select().from(referralLinks).where(eq(referralLinks.code, code));
    if (!link || link.userId === userId || addressMacs.includes(link.addressMac)) return;
    // One at a time per client address, so that each sees the earlier ones.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`referral:${macOf(addressMacs)}`}, 0))`);
    const isKnown = and(eq(user.email, email.toLowerCase()), userId === null ? undefined : ne(user.id, userId));
    const [known] = await tx.select({ id: user.id }).from(user).where(isKnown);
    const ofEmail = inArray(referrals.emailMac, emailMacs);
    const ofAddress = and(inArray(referrals.addressMac, addressMacs), gt(referrals.createdAt, within));
    const [before] = await tx.select({ id: referrals.id }).from(referrals).where(ofEmail);
    const [beside] = await tx.select({ id: referrals.id }).from(referrals).where(ofAddress);
    if (known || before || beside) return;
    await tx
      .insert(referrals)
      .values({ referrerId: link.userId, emailMac: macOf(emailMacs), addressMac: macOf(addressMacs) })
      .onConflictDoNothing({ target: referrals.emailMac });
  });
}

/** Gives both users their time once the account can be used. Called at every sign-in; only the first has an effect. */
export async function settleReferral(services: Needs, after: Pick<AuthUser, 'id' | 'email' | 'isAnonymous'>): Promise<void> {
  const rules = rulesOf(services);
  if (rules === null || after.email === null || after.isAnonymous) return;
  const pending = and(
    inArray(referrals.emailMac, services.secrets.macs(after.email.toLowerCase(), aboutEmail)),
    eq(referrals.state, 'pending'),
    gt(referrals.createdAt, within),
  );
  const [found] = await services.db.select({ id: referrals.id }).from(referrals).where(pending);
  if (!found) return;
  await services.db.transaction(async (tx) => {
    const [taken] = await tx
      .update(referrals)
      .set({ userId: after.id, settledAt: sql`now()`, state: 'granted' })
      .where(and(eq(referrals.id, found.id), pending))
      .returning({ referrerId: referrals.referrerId });
    if (!taken) return;
    if (taken.referrerId === null || taken.referrerId === after.id || !(await hasRoom(tx, taken.referrerId, rules)))
      await tx.update(referrals).set({ state: 'refused' }).where(eq(referrals.id, found.id));
    else await giveBoth(tx, { id: found.id, users: [taken.referrerId, after.id], rules });
  });
}

/** Counts the referral that was just marked as granted as well. */
async function hasRoom(tx: Tx, referrerId: string, { referralMost }: TimeRules): Promise<boolean> {
  // One at a time per inviting user, so that each counts the earlier ones.
  const [link] = await tx.select().from(referralLinks).where(eq(referralLinks.userId, referrerId)).for('update');
  return link !== undefined && (await countGranted(tx, referrerId)) <= referralMost;
}

async function giveBoth(
  tx: Tx,
  { id, users, rules }: { id: string; users: readonly [string, string]; rules: TimeRules },
): Promise<void> {
  const { later: expiresAt } = await readClock(tx, rules);
  // Locked in a fixed order, so that two users who invite each other's friends cannot deadlock.
  for (const userId of users.toSorted()) {
    const account = await bringUpToDate(tx, await lockAccount(tx, userId, 'time'), rules);
    const reasonKey = `referral:${id}`;
    await grant(tx, account, { reason: 'referral', reasonKey, amount: rules.referralSeconds, expiresAt });
  }
}

function macOf([first]: readonly string[]): string {
  if (first === undefined) throw new TypeError('a box has no key');
  return first;
}
