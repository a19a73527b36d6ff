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
      let deleted = 0;
      for (const id of await findOverdue(services.db)) {
        if (!(await isOverdue(services.db, id))) continue;
        await deleteAccount(services, id, signal);
        deleted++;
      }
      if (deleted > 0) logger.info({ deleted }, 'accounts deleted');
      const back = await restoredAccounts(services, signal);
      for (const id of back) await deleteAccount(services, id, signal);
      if (back.length > 0) logger.info({ deleted: back.length }, 'accounts of a restored backup deleted again');
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
      .select({ id: user.id, email: user.email, createdAt: user.createdAt })
      .from(user)
      .where(gt(user.id, after))
      .orderBy(asc(user.id))
      .limit(usersAtOnce);
    for (const person of page) if (isBuried(person)) found.push(person.id);
    const last = page.at(-1);
    if (!last) return found;
    after = last.id;
  }
}
