import { and, isNotNull, lt } from 'drizzle-orm';
import { customPrompts, promptResults } from '#db/schema/prompts.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { promptTask } from '../tasks.ts';

const KEPT_MS = 24 * 60 * 60_000;

export function createTidyPrompts({ db, tasks }: Pick<Services, 'db' | 'tasks'>): JobHandler<Record<string, never>> {
  return {
    async run() {
      const old = new Date(Date.now() - KEPT_MS);
      await db.transaction(async (tx) => {
        const gone = await tx
          .delete(promptResults)
          .where(and(isNotNull(promptResults.deletedAt), lt(promptResults.deletedAt, old)))
          .returning({ id: promptResults.id });
        await tasks.forget(
          tx,
          promptTask,
          gone.map(({ id }) => id),
        );
      });
      await db.delete(customPrompts).where(and(isNotNull(customPrompts.deletedAt), lt(customPrompts.deletedAt, old)));
    },
  };
}
