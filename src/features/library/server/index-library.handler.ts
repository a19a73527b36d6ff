import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { indexStale, settleIndex } from './search-index.ts';

/** Takes some minutes; the next run continues. */
const most = 20_000;

export function createIndexLibrary({ db }: Services): JobHandler<Record<string, never>> {
  return {
    run: async (_payload, { signal }) => {
      await indexStale(db, { most, signal });
      await settleIndex(db);
    },
  };
}
