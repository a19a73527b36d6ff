/**
 * A worker that ends as in a power cut at the n-th thing it stores about a run: inside the transaction that stores it,
 * or right after. Says `working` once it takes jobs. Started by the kill test with KILL_AT=<n> and KILL_WHEN=inside|after.
 */
import { installQuickImports } from '#server/quick-imports.ts';

installQuickImports();
const { createLogger } = await import('#infra/logger/logger.ts');
const { loadConfig } = await import('#server/config.ts');
const { jobRegistrations } = await import('#server/jobs.ts');
const { createLifecycle } = await import('#server/lifecycle.ts');
const { startServices } = await import('#server/services.ts');

const killAt = Number(process.env.KILL_AT);
const inside = process.env.KILL_WHEN === 'inside';
const config = loadConfig();
const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
const { services, queue } = await startServices({ config, logger, lifecycle: createLifecycle(() => logger) }, { works: true });

let stored = 0;
// The tasks hold this very bus.
const { events } = services;
const publish = events.publish.bind(events);
events.publish = async (executor, signal) => {
  const last = signal.type === 'task' && ++stored === killAt;
  if (last && inside) process.kill(process.pid, 'SIGKILL');
  await publish(executor, signal);
  if (last) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20);
};
await queue.serve([...jobRegistrations(() => services), ...services.tasks.jobs()]);
process.stdout.write('working\n');
