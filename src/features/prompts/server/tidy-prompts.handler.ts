import { and, isNotNull, lt } from 'drizzle-orm';
import { customPrompts, promptResults } from '#db/schema/prompts.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';

const KEPT_MS = 24 * 60 * 60_000;

export function createTidyPrompts({ db }: Pick<Services, 'db'>): JobHandler<Record<string, never>> {
  return {
    async run() {
      const old = new Date(Date.now() - KEPT_MS);
      await db.delete(promptResults).where(and(isNotNull(promptResults.deletedAt), lt(promptResults.deletedAt, old)));
      await db.delete(customPrompts).where(and(isNotNull(customPrompts.deletedAt), lt(customPrompts.deletedAt, old)));
    },
  };
}
