import { forgetExpiredReservations, forgetOldUses } from '#features/usage/server/index.ts';
import { purgeEmptyAccounts } from '#infra/auth/accounts/guest-accounts.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import { forgetPastWindows } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';

export function createTidyAccounts({ db, tasks }: Services): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { logger }) {
      const purged = await purgeEmptyAccounts(db, (tx, userId) => tasks.cancelAll(tx, { userId }));
      if (purged > 0) logger.info({ purged }, 'empty accounts deleted');
      await forgetPastWindows(db);
      await forgetExpiredReservations(db);
      await forgetOldUses(db);
    },
  };
}
