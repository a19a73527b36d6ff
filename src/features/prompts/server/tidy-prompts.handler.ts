import { and, inArray, isNotNull, lt } from 'drizzle-orm';
import { customPrompts, promptResults } from '#db/schema/prompts.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { runPromptJob } from '../jobs.ts';

const FORGOTTEN_MS = 60_000;
const KEPT_MS = 24 * 60 * 60_000;

export function createTidyPrompts(services: Services): JobHandler<Record<string, never>> {
  return {
    async run() {
      // A run in flight has a job; when it was lost, a new one takes its place. The queue refuses a second one by key.
      const waiting = await services.db
        .select({ resultId: promptResults.id, runId: promptResults.runId })
        .from(promptResults)
        .where(
          and(
            inArray(promptResults.runState, ['queued', 'running']),
            lt(promptResults.runStartedAt, new Date(Date.now() - FORGOTTEN_MS)),
          ),
        )
        .limit(500);
      for (const { resultId, runId } of waiting)
        if (runId) await services.jobs.enqueue(services.db, runPromptJob, { resultId, runId }, { singletonKey: runId });
      const old = new Date(Date.now() - KEPT_MS);
      await services.db.delete(promptResults).where(and(isNotNull(promptResults.deletedAt), lt(promptResults.deletedAt, old)));
      await services.db.delete(customPrompts).where(and(isNotNull(customPrompts.deletedAt), lt(customPrompts.deletedAt, old)));
    },
  };
}
