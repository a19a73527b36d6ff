/** License keys that this server issues. Each change and its log entry are one transaction. */
import {
  createLicenseBatch,
  listLicenseBatches,
  type NewLicenseBatch,
  revokeLicenseBatch,
} from '#features/metering/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { LicenseBatch } from '../contract.ts';
import { note } from './actions.ts';

export async function readLicenseBatches(
  services: Pick<Services, 'db' | 'licenseSigner'>,
): Promise<{ canCreate: boolean; batches: LicenseBatch[] }> {
  const batches = await listLicenseBatches(services.db);
  return {
    canCreate: services.licenseSigner !== null,
    batches: batches.map(({ id, product, orderReference, seconds, keyCount, used, ...at }) => ({
      ...{ id, product, order: orderReference, seconds, count: keyCount, used },
      createdAt: at.createdAt.toISOString(),
      expiresAt: at.expiresAt?.toISOString() ?? null,
      revokedAt: at.revokedAt?.toISOString() ?? null,
    })),
  };
}

/** Returns the keys. Errors: `not_found` where the server has no key to sign with. */
export async function createLicenses(
  services: Pick<Services, 'db' | 'licenseSigner'>,
  wanted: NewLicenseBatch,
): Promise<string[]> {
  const { licenseSigner } = services;
  if (licenseSigner === null) throw new AppError('not_found');
  const { createdBy, product, count, seconds } = wanted;
  return services.db.transaction(async (tx) => {
    const details = { product, count, seconds };
    await note(tx, { adminId: createdBy, userId: null, reason: '' }, { kind: 'licenses', details });
    return createLicenseBatch(licenseSigner, tx, wanted);
  });
}

/** Errors: `not_found`. */
export async function revokeLicenses(
  { db }: Pick<Services, 'db'>,
  { adminId, batchId }: { adminId: string; batchId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { product, keyCount } = await revokeLicenseBatch(tx, batchId);
    const details = { product, count: keyCount };
    await note(tx, { adminId, userId: null, reason: '' }, { kind: 'licensesRevoked', details });
  });
}
