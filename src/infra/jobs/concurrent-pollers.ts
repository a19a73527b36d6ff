import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';

const polling = {
  // Notifications start jobs at once. Polling finds retried jobs, and jobs whose notification was lost.
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  // A worker that has finished a job polls at once if more jobs are ready.
  burstWhenReadyExceeds: 1,
  batchSize: 1,
  localConcurrency: 1,
  heartbeatRefreshSeconds: 3,
  includeMetadata: true,
  perJobResults: true,
} as const;

export type Pollers = {
  /** Starts no more jobs; running jobs continue. */
  stop(): Promise<void>;
};

/** One poller more than running jobs: each idle one queries every two seconds, so `most` would keep an idle server busy. */
export async function startPollers(
  boss: Pick<PgBoss, 'work' | 'offWork'>,
  name: string,
  most: number,
  run: (job: JobWithMetadata<unknown>) => Promise<JobResult>,
): Promise<Pollers> {
  let pollers = 0;
  let busy = 0;
  let stopped = false;

  async function add(): Promise<void> {
    pollers++;
    const id = boss.work(name, polling, async (jobs: JobWithMetadata<unknown>[]) => {
      busy++;
      if (busy === pollers && pollers < most && !stopped) await add();
      try {
        return await Promise.all(jobs.map(run));
      } finally {
        busy--;
        if (pollers - busy > 1) {
          pollers--;
          await boss.offWork(name, { id: await id, wait: false });
        }
      }
    });
    await id;
  }

  await add();
  return {
    async stop() {
      stopped = true;
      await boss.offWork(name, { wait: false });
    },
  };
}
