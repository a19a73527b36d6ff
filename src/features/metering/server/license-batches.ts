/** License keys that administrators create on the server. Only references to them are stored. */
import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { licenses } from '#db/schema/ledger.ts';
import { issuedLicenses, licenseBatches } from '#db/schema/license-batches.ts';
import type { LicenseSigner } from '#infra/licenses/own-license.ts';
import { AppError } from '#lib/app-error.ts';

const mostListed = 200;
const daySeconds = 24 * 3600;

export type NewLicenseBatch = {
  createdBy: string;
  product: string;
  order: string;
  seconds: number;
  count: number;
  /** How many days the keys can be activated; null: for ever. */
  days: number | null;
};

/** Returns the keys, which cannot be read again. */
export async function createLicenseBatch(signer: LicenseSigner, tx: Tx, wanted: NewLicenseBatch): Promise<string[]> {
  const { createdBy, product, order, seconds, days } = wanted;
  const nbf = Math.floor(Date.now() / 1000);
  const exp = days === null ? null : nbf + days * daySeconds;
  const [batch] = await tx
    .insert(licenseBatches)
    .values({
      ...{ createdBy, product, orderReference: order, seconds, keyCount: wanted.count },
      expiresAt: exp === null ? null : new Date(exp * 1000),
    })
    .returning({ id: licenseBatches.id });
  if (!batch) throw new AppError('internal', { detail: 'no batch was made' });
  const made = Array.from({ length: wanted.count }, () => signer.issue({ id: randomUUID(), product, order, seconds, nbf, exp }));
  await tx.insert(issuedLicenses).values(made.map(({ reference }) => ({ reference, batchId: batch.id })));
  return made.map(({ key }) => key);
}

export type ListedBatch = Omit<typeof licenseBatches.$inferSelect, 'createdBy'> & { used: number };

/** Newest first, at most 200. */
export async function listLicenseBatches(db: Db): Promise<ListedBatch[]> {
  const used = db
    .select({ batchId: issuedLicenses.batchId, n: count().as('n') })
    .from(issuedLicenses)
    .innerJoin(licenses, and(eq(licenses.reference, issuedLicenses.reference), eq(licenses.vendor, 'own')))
    .where(eq(licenses.state, 'used'))
    .groupBy(issuedLicenses.batchId)
    .as('used');
  const rows = await db
    .select({ batch: licenseBatches, used: used.n })
    .from(licenseBatches)
    .leftJoin(used, eq(used.batchId, licenseBatches.id))
    .orderBy(desc(licenseBatches.createdAt), desc(licenseBatches.id))
    .limit(mostListed);
  return rows.map((row) => {
    const { createdBy: _, ...batch } = row.batch;
    return { ...batch, used: row.used ?? 0 };
  });
}

/** Keys already used keep their time. Errors: `not_found`, also for a batch that is already revoked. */
export async function revokeLicenseBatch(tx: Tx, id: string): Promise<{ product: string; keyCount: number }> {
  const [revoked] = await tx
    .update(licenseBatches)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(licenseBatches.id, id), isNull(licenseBatches.revokedAt)))
    .returning({ product: licenseBatches.product, keyCount: licenseBatches.keyCount });
  if (!revoked) throw new AppError('not_found');
  return revoked;
}

/** Locks the key's batch against revocation until the transaction ends. Errors: `license_invalid` if it is revoked. */
export async function refuseRevoked(tx: Tx, reference: string): Promise<void> {
  const [batch] = await tx
    .select({ revokedAt: licenseBatches.revokedAt })
    .from(issuedLicenses)
    .innerJoin(licenseBatches, eq(licenseBatches.id, issuedLicenses.batchId))
    .where(eq(issuedLicenses.reference, reference))
    .for('share');
  if (batch?.revokedAt != null) throw new AppError('license_invalid', { detail: 'its batch is revoked' });
}
