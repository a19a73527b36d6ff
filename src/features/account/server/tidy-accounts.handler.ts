import { forgetExpiredReservations, forgetOldUses } from '#features/usage/server/index.ts';
import { deleteEmptyGuests } from '#infra/auth/accounts/delete-empty-guests.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import { forgetPastWindows } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';

export function createTidyAccounts({ db, tasks }: Services): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { logger }) {
      const gone = await deleteEmptyGuests(db, (tx, userId) => tasks.cancelAll(tx, { userId }));
      if (gone > 0) logger.info({ gone }, 'empty guest accounts deleted');
      await forgetPastWindows(db);
      await forgetExpiredReservations(db);
      await forgetOldUses(db);
    },
  };
}
