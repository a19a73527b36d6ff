/** A license key adds time once, whatever fails in between. Of the key itself, only an HMAC is stored, and nothing is logged. */
import { and, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { licenses } from '#db/schema/ledger.ts';
import type { LicenseFacts, LicenseVendor } from '#infra/licenses/license-vendor.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { lockAccount } from './ledger/accounts.ts';
import { grant } from './ledger/grants.ts';
import { refuseRevoked } from './license-batches.ts';

type Needs = Pick<Services, 'db' | 'secrets' | 'licenseVendors'>;

/** Longer than a vendor takes to answer. After twice this time, anybody may take over a claim that the vendor did not count. */
const claimSeconds = 60;
const about = ['license key'];

/**
 * Returns the seconds added. Errors: `license_invalid`, `license_used`, `license_yours` (`minutes`: what the key added to
 * this user earlier), `license_under_way` (claimed by another request or account), `license_expired`, `license_unavailable`.
 */
export async function activateLicense(
  services: Needs,
  { userId, key: typed, signal }: { userId: string; key: string; signal: AbortSignal },
): Promise<number> {
  // Mail programs wrap long lines.
  const key = typed.replace(/\s/g, '');
  const vendor = services.licenseVendors.find((one) => one.issues(key));
  if (!vendor) throw new AppError('license_invalid');
  const hashes = services.secrets.macs(vendor.id === 'own' ? key : key.toUpperCase(), about);
  await refuseKnown(services, hashes, userId);
  const { facts, uses, usable } = await vendor.look(key, signal);
  const claimed = await claim(services, { hashes, userId, vendor, facts, uses });
  try {
    // A higher count of uses means that this claim was activated but the answer was lost.
    const wasActivated = uses !== null && claimed.usesBefore !== null && uses > claimed.usesBefore;
    if (!wasActivated) await activateOnce(vendor, { key, claimed, usable, uses }, signal);
    return await store(services, { id: claimed.id, userId, facts });
  } catch (error) {
    await giveBack(services, { id: claimed.id, userId }, hasCode(error, 'license_used', 'license_invalid', 'license_expired'));
    throw error;
  }
}

type Claimed = { id: string; usesBefore: number | null };

async function refuseKnown({ db }: Needs, hashes: readonly string[], userId: string): Promise<void> {
  const [known] = await db
    .select(ownership)
    .from(licenses)
    .where(inArray(licenses.keyHash, [...hashes]));
  if (known?.state === 'used') throw refusalOf(known, userId);
}

const ownership = { state: licenses.state, userId: licenses.userId, seconds: licenses.seconds };
type Known = { state: string; userId: string | null; seconds: number | null };

/** A user whose answer was lost sends the key again and learns what it added. */
function refusalOf({ state, userId: owner, seconds }: Known, userId: string): AppError {
  if (state === 'pending') return new AppError('license_under_way', { retry: { afterMs: claimSeconds * 1000 } });
  if (owner !== userId) return new AppError('license_used');
  return new AppError('license_yours', { params: { minutes: Math.round((seconds ?? 0) / 60) } });
}

/** Claims the key, so that only one request at a time talks to the vendor about it. */
async function claim(
  { db }: Needs,
  wanted: { hashes: readonly string[]; userId: string; vendor: LicenseVendor; facts: LicenseFacts; uses: number | null },
): Promise<Claimed> {
  const { hashes, userId, vendor, facts, uses } = wanted;
  const claimedUntil = sql`now() + make_interval(secs => ${claimSeconds})`;
  const ofKey = and(eq(licenses.vendor, vendor.id), eq(licenses.reference, facts.reference));
  const [made] = await db
    .insert(licenses)
    .values({
      ...{ userId, vendor: vendor.id, state: 'pending', usesBefore: uses, claimedUntil },
      keyHash: hashes[0] ?? '',
      ...{ reference: facts.reference, orderReference: facts.order, product: facts.product, seconds: facts.seconds },
    })
    .onConflictDoNothing()
    .returning({ id: licenses.id });
  if (made) return { id: made.id, usesBefore: uses };
  const mine = and(eq(licenses.userId, userId), lte(licenses.claimedUntil, sql`now()`));
  const abandoned = and(
    lte(licenses.claimedUntil, sql`now() - make_interval(secs => ${claimSeconds})`),
    uses === null ? undefined : gte(licenses.usesBefore, uses),
  );
  const [again] = await db
    .update(licenses)
    .set({ userId, claimedUntil })
    .where(and(ofKey, eq(licenses.state, 'pending'), or(mine, abandoned)))
    .returning({ id: licenses.id, usesBefore: licenses.usesBefore });
  if (again) return again;
  const [other] = await db.select(ownership).from(licenses).where(ofKey);
  if (!other) throw new AppError('license_unavailable', { detail: 'another request has just given it up', retry: {} });
  throw refusalOf(other, userId);
}

async function activateOnce(
  vendor: LicenseVendor,
  { key, claimed, usable, uses }: { key: string; claimed: Claimed; usable: boolean; uses: number | null },
  signal: AbortSignal,
): Promise<void> {
  if (!usable) throw new AppError('license_used');
  try {
    await vendor.activate(key, `gleaner-${claimed.id}`, signal);
  } catch (error) {
    if (!hasCode(error, 'license_unavailable', 'license_used') || uses === null) throw error;
    // The key may have been activated although the answer was lost.
    const after = await vendor.look(key, signal);
    if ((after.uses ?? 0) <= (claimed.usesBefore ?? uses)) throw error;
  }
}

async function store({ db }: Needs, { id, userId, facts }: { id: string; userId: string; facts: LicenseFacts }): Promise<number> {
  return db.transaction(async (tx) => {
    const [won] = await tx
      .update(licenses)
      .set({ state: 'used' })
      .where(pendingOf({ id, userId }))
      .returning({ id: licenses.id });
    if (!won) {
      const [other] = await tx.select(ownership).from(licenses).where(eq(licenses.id, id));
      throw other ? refusalOf(other, userId) : new AppError('license_used');
    }
    await refuseRevoked(tx, facts.reference);
    const account = await lockAccount(tx, userId, 'time');
    const reasonKey = `license:${id}`;
    const grantId = await grant(tx, account, { reason: 'license', reasonKey, amount: facts.seconds, expiresAt: null });
    await tx.update(licenses).set({ grantId }).where(eq(licenses.id, id));
    return facts.seconds;
  });
}

/** `refused`: nothing was activated, so the claim is deleted. Otherwise the next try resumes it. */
async function giveBack({ db }: Needs, claimed: Begun, refused: boolean): Promise<void> {
  const pending = pendingOf(claimed);
  if (refused) await db.delete(licenses).where(pending);
  else await db.update(licenses).set({ claimedUntil: sql`now()` }).where(pending);
}

type Begun = { id: string; userId: string };

/** Only while this user holds the claim: a request that took too long may have lost it. */
function pendingOf({ id, userId }: Begun) {
  return and(eq(licenses.id, id), eq(licenses.state, 'pending'), eq(licenses.userId, userId));
}
