/** Entry point. `--role web` or `--role worker`; without it, both run in one process. */
import module from 'node:module';
import { createLogger, type Logger } from '#infra/logger/logger.ts';
import { findAppError } from '#lib/app-error.ts';
import { type Config, loadConfig, redactConfig, secretsOf } from './config.ts';
import { createLifecycle } from './lifecycle.ts';
import type { Role } from './process-roles.ts';
import { installQuickImports } from './quick-imports.ts';

module.enableCompileCache();
installQuickImports();

const roles: readonly Role[] = ['all', 'web', 'worker'];

function readRole(argv: readonly string[]): Role {
  const at = argv.indexOf('--role');
  const given = at >= 0 ? argv[at + 1] : argv.find((arg) => arg.startsWith('--role='))?.slice('--role='.length);
  const role = given === undefined && at < 0 ? 'all' : roles.find((name) => name === given);
  if (!role) throw new Error(`--role must be one of ${roles.join(', ')}`);
  return role;
}

function explain(error: unknown): string {
  const known = findAppError(error);
  switch (known?.code) {
    case 'data_folder_in_use':
      return `Gleaner is already running on the data folder ${known.params.folder} (process ${known.params.pid}).\nStop it first, or set DATA_DIR to another folder.`;
    case 'config_invalid':
      return `The configuration is invalid.\n${known.message.replace('config_invalid: ', '')}\nSee .env.example for what each setting means.`;
    case 'database_unavailable':
      return `Can’t use the database.\n${known.message.replace('database_unavailable: ', '')}`;
    default:
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

async function start(role: Role, config: Config, logger: Logger): Promise<{ stop: () => Promise<void> }> {
  const lifecycle = createLifecycle(() => logger);
  try {
    const { startRole } = await import('./process-roles.ts');
    await startRole(role, { config, logger, lifecycle });
    return { stop: () => lifecycle.stop() };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function main(): Promise<void> {
  let role: Role;
  let config: Config;
  try {
    role = readRole(process.argv.slice(2));
    config = loadConfig();
  } catch (error) {
    process.stderr.write(`${findAppError(error) ? explain(error) : String(error)}\n`);
    process.exit(2);
  }
  const logger = createLogger({ ...config.log, secrets: secretsOf(config) });
  logger.debug({ config: redactConfig(config), role }, 'starting');

  let running: { stop: () => Promise<void> } | null = null;
  let stoppingSince: number | null = null;
  const stop = (signal: string) => {
    if (stoppingSince !== null) {
      // One Ctrl+C can arrive several times: from the terminal and from each parent process.
      if (performance.now() - stoppingSince < 1000) return;
      logger.warn('stopping at once');
      process.exit(1);
    }
    stoppingSince = performance.now();
    logger.info({ signal }, 'stopping; running work is given time to end');
    if (!running) process.exit(1);
    setTimeout(() => process.exit(1), config.shutdownMs + 15_000).unref();
    void running.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  // The parent process is gone, and no other signal would end this one.
  process.on('disconnect', () => {
    if (stoppingSince === null) stop('the end of the supervisor');
  });
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a promise was rejected and nobody looked'));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected error; the process ends');
    setTimeout(() => process.exit(1), config.shutdownMs + 15_000).unref();
    void (running?.stop() ?? Promise.resolve()).finally(() => process.exit(1));
  });

  try {
    running = await start(role, config, logger);
    process.send?.({ type: 'ready' });
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(findAppError(error)?.code === 'config_invalid' ? 2 : 1);
  }
}

await main();
