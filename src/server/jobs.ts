/** Handlers load in workers, so that a web process never loads their tools. */
import { tidyAccountsJob } from '#features/account/jobs.ts';
import { tidyPromptsJob } from '#features/prompts/jobs.ts';
import { executeRunJob, tidyRunsJob } from '#features/summaries/jobs.ts';
import { cleanUploadsJob } from '#features/uploads/jobs.ts';
import { handleJob, type JobRegistration } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';

/** The services hold the queue, which starts with these registrations. */
export function jobRegistrations(services: () => Services): JobRegistration[] {
  return [
    handleJob(executeRunJob, async () => {
      const { createExecuteRun } = await import('#features/summaries/server/execute-run.handler.ts');
      return createExecuteRun(services());
    }),
    handleJob(tidyRunsJob, async () => {
      const { createTidyRuns } = await import('#features/summaries/server/tidy-runs.handler.ts');
      return createTidyRuns(services());
    }),
    handleJob(tidyPromptsJob, async () => {
      const { createTidyPrompts } = await import('#features/prompts/server/tidy-prompts.handler.ts');
      return createTidyPrompts(services());
    }),
    handleJob(tidyAccountsJob, async () => {
      const { createTidyAccounts } = await import('#features/account/server/tidy-accounts.handler.ts');
      return createTidyAccounts(services());
    }),
    handleJob(cleanUploadsJob, async () => {
      const { createCleanUploads } = await import('#features/uploads/server/clean-uploads.handler.ts');
      return createCleanUploads(services());
    }),
  ];
}
