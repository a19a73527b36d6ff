/** A license key adds time once, whatever happens on the way. The key itself is neither stored nor logged: only its HMAC is. */
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { licenses } from '#db/schema/ledger.ts';
import type { LicenseFacts, LicenseVendor } from '#infra/licenses/license-vendor.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { lockAccount } from './ledger/accounts.ts';
import { grant } from './ledger/grants.ts';
import { refuseRevoked } from './license-batches.ts';

type Needs = Pick<Services, 'db' | 'secrets' | 'licenseVendors'>;

const triesPerMinute = 5;
const addressTriesPerHour = 20;
/** Longer than a vendor may take for its answers. */
const claimSeconds = 60;
const about = ['license key'];

/** Errors: `too_many_license_tries` (`minutes`). */
export async function takeLicenseTry(services: Pick<Services, 'db'>, { userId, clientAddress }: Asker): Promise<void> {
  const refusal = (minutes: number, afterMs: number) =>
    new AppError('too_many_license_tries', { params: { minutes }, retry: { afterMs } });
  await takeFromLimits(services.db, [
    { key: `license-user:${userId}`, most: triesPerMinute, windowSeconds: 60, refusal },
    { key: `license-address:${clientAddress}`, most: addressTriesPerHour, windowSeconds: 3600, refusal },
  ]);
}

/**
 * Gives the seconds it added. Errors: `license_invalid`, `license_used`, `license_yours` (`minutes`: what it added to this user
 * before), `license_expired`, `license_unavailable`.
 */
export async function activateLicense(
  services: Needs,
  { userId, key: typed, signal }: { userId: string; key: string; signal: AbortSignal },
): Promise<number> {
  // Mail programs break long lines.
  const key = typed.replace(/\s+/g, '');
  const vendor = services.licenseVendors.find((one) => one.issues(key));
  if (!vendor) throw new AppError('license_invalid');
  const hashes = services.secrets.macs(vendor.id === 'own' ? key : key.toUpperCase(), about);
  await refuseKnown(services, hashes, userId);
  const { facts, uses, usable } = await vendor.look(key, signal);
  const claimed = await claim(services, { hashes, userId, vendor, facts, uses });
  try {
    // One use more than before is the one whose answer was lost.
    const wasActivated = uses !== null && claimed.usesBefore !== null && uses > claimed.usesBefore;
    if (!wasActivated) await activateOnce(vendor, { key, claimed, usable, uses }, signal);
    return await store(services, { id: claimed.id, userId, facts });
  } catch (error) {
    await giveBack(services, claimed.id, hasCode(error, 'license_used', 'license_invalid', 'license_expired'));
    throw error;
  }
}

type Claimed = { id: string; usesBefore: number | null };

async function refuseKnown({ db }: Needs, hashes: readonly string[], userId: string): Promise<void> {
  const [known] = await db
    .select(ownership)
    .from(licenses)
    .where(inArray(licenses.keyHash, [...hashes]));
  if (known && (known.state === 'used' || known.userId !== userId)) throw alreadyUsed(known, userId);
}

const ownership = { state: licenses.state, userId: licenses.userId, seconds: licenses.seconds };
type Known = { state: string; userId: string | null; seconds: number | null };

/** A user whose answer was lost sends the key again, and is told what it added. */
function alreadyUsed(known: Known | undefined, userId: string): AppError {
  return known?.state === 'used' && known.userId === userId
    ? new AppError('license_yours', { params: { minutes: Math.round((known.seconds ?? 0) / 60) } })
    : new AppError('license_used');
}

/** One request at a time talks with the vendor about a key. */
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
  const free = and(ofKey, eq(licenses.state, 'pending'), eq(licenses.userId, userId), lte(licenses.claimedUntil, sql`now()`));
  const [again] = await db
    .update(licenses)
    .set({ claimedUntil })
    .where(free)
    .returning({ id: licenses.id, usesBefore: licenses.usesBefore });
  if (again) return again;
  const [other] = await db.select(ownership).from(licenses).where(ofKey);
  if (other?.state === 'pending' && other.userId === userId)
    throw new AppError('license_unavailable', { detail: 'another request is activating it', retry: {} });
  throw alreadyUsed(other, userId);
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
    // It may have been activated although the answer was lost.
    const after = await vendor.look(key, signal);
    if ((after.uses ?? 0) <= (claimed.usesBefore ?? uses)) throw error;
  }
}

async function store({ db }: Needs, { id, userId, facts }: { id: string; userId: string; facts: LicenseFacts }): Promise<number> {
  return db.transaction(async (tx) => {
    const pending = and(eq(licenses.id, id), eq(licenses.state, 'pending'));
    const [won] = await tx.update(licenses).set({ state: 'used' }).where(pending).returning({ id: licenses.id });
    if (!won) {
      const [other] = await tx.select(ownership).from(licenses).where(eq(licenses.id, id));
      throw alreadyUsed(other, userId);
    }
    await refuseRevoked(tx, facts.reference);
    const account = await lockAccount(tx, userId, 'time');
    const reasonKey = `license:${id}`;
    const grantId = await grant(tx, account, { reason: 'license', reasonKey, amount: facts.seconds, expiresAt: null });
    await tx.update(licenses).set({ grantId }).where(eq(licenses.id, id));
    return facts.seconds;
  });
}

/** `refused`: nothing was activated, so nothing is remembered. Else the next try goes on where this one stopped. */
async function giveBack({ db }: Needs, id: string, refused: boolean): Promise<void> {
  const pending = and(eq(licenses.id, id), eq(licenses.state, 'pending'));
  if (refused) await db.delete(licenses).where(pending);
  else await db.update(licenses).set({ claimedUntil: sql`now()` }).where(pending);
}
