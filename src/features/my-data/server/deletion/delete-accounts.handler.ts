/** Deletes accounts whose grace period is over, and deleted ones that a restored backup brought back. */
import { asc, gt } from 'drizzle-orm';
import { user } from '#db/schema/auth.ts';
import { findOverdue, isOverdue } from '#infra/auth/accounts/overdue-accounts.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { deleteAccount } from './delete-account.ts';
import { readTombstones } from './tombstones.ts';

const usersAtOnce = 1000;

export function createDeleteAccounts(services: Services): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { signal, logger }) {
      const failures: unknown[] = [];
      let deleted = 0;
      /** One account that cannot be deleted does not keep the others. */
      const deleteOne = async (id: string) => {
        try {
          await deleteAccount(services, id, signal);
          deleted++;
        } catch (error) {
          signal.throwIfAborted();
          logger.error({ err: error }, 'an account could not be deleted');
          failures.push(error);
        }
      };
      for (const id of await findOverdue(services.db)) if (await isOverdue(services.db, id)) await deleteOne(id);
      for (const id of await restoredAccounts(services, signal)) await deleteOne(id);
      if (deleted > 0) logger.info({ deleted }, 'accounts deleted');
      if (failures.length > 0) throw new AggregateError(failures, 'accounts could not be deleted');
    },
  };
}

async function restoredAccounts(services: Services, signal: AbortSignal): Promise<string[]> {
  const isBuried = await readTombstones(services);
  if (isBuried === null) return [];
  const found: string[] = [];
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const page = await services.db
      .select({ id: user.id })
      .from(user)
      .where(gt(user.id, after))
      .orderBy(asc(user.id))
      .limit(usersAtOnce);
    for (const { id } of page) if (isBuried(id)) found.push(id);
    const last = page.at(-1);
    if (!last) return found;
    after = last.id;
  }
}
