/** Starts the parts of a role. Each role imports only what it needs. */
import { deleteAccountsJob } from '#features/my-data/jobs.ts';
import { startBeats } from '#infra/jobs/liveness.ts';
import type { RunningQueue } from '#infra/jobs/queue.ts';
import type { Services } from '#infra/services.ts';
import type { BaseServices } from './base-services.ts';
import type { Config } from './config.ts';
import { jobRegistrations } from './jobs.ts';
import { startServices } from './services.ts';

export type Role = 'all' | 'web' | 'worker';

export async function startRole(role: Role, base: BaseServices): Promise<void> {
  const { services, queue } = await startServices(base, { works: role !== 'web' });
  await queue.serve([...jobRegistrations(() => services), ...services.tasks.jobs()]);
  if (role !== 'web') await services.tasks.recover();
  // A restored backup can contain accounts that were deleted since.
  if (role !== 'web') await services.jobs.enqueue(services.db, deleteAccountsJob, {});
  if (role !== 'web') base.lifecycle.onStop('worker beats', await startBeats({ db: services.db, queue, logger: base.logger }));
  const address = role === 'worker' ? null : await startWeb(base, services, queue);
  announce(role, base.config, address);
}

async function startWeb({ config, lifecycle }: BaseServices, services: Services, queue: RunningQueue): Promise<string> {
  const { serveWeb } = await import('./web.ts');
  const web = await serveWeb(config, services, queue);
  lifecycle.onStop('web', () => web.stop());
  return config.http.baseUrl ?? `http://localhost:${web.port}`;
}

function announce(role: Role, config: Config, address: string | null): void {
  const model = config.model
    ? `${config.model.name} at ${new URL(config.model.baseUrl).host}`
    : 'none set; notes are made of sentences from the source';
  const database = config.database.url
    ? `PostgreSQL at ${new URL(config.database.url).host}`
    : 'packaged PostgreSQL, in the data folder';
  const lines = [
    address ? `Gleaner is ready at ${address}` : 'Gleaner is ready and working on jobs',
    ...(role === 'all' ? [] : [`  role:        ${role}`]),
    `  data folder: ${config.dataDir}`,
    `  database:    ${database}`,
    `  model:       ${model}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
