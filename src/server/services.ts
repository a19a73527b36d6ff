import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type DatabaseConnection } from '#db/client.ts';
import { openListener } from '#db/listener.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { fillNoteColumns } from '#features/notes/server/fill-note-columns.ts';
import { outstandingUploadBytes } from '#features/uploads/server/index.ts';
import { createTaskMeter } from '#features/usage/server/index.ts';
import { createHealthBook, type HealthBook } from '#infra/engine-health/health-book.ts';
import { watchMailer, watchModel, watchPages, watchSpeech, watchYtDlp } from '#infra/engine-health/watch-engines.ts';
import { createEventBus } from '#infra/events/event-bus.ts';
import { openJobQueue, type RunningQueue } from '#infra/jobs/queue.ts';
import type { Logger } from '#infra/logger/logger.ts';
import { createMailer } from '#infra/mail/mailer.ts';
import { childUser, onRootKept } from '#infra/process/child-user.ts';
import { loadSecretKeys } from '#infra/secrets/key-file.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import { createBlobStore } from '#infra/storage/blobs.ts';
import { createDisk, type Disk, noRoom, watchDisk } from '#infra/storage/disk.ts';
import { createTasks } from '#infra/tasks/create-tasks.ts';
import { hasCode } from '#lib/app-error.ts';
import type { BaseServices } from './base-services.ts';
import { createEngineTools, type EngineTools } from './engine-tools.ts';
import { settingsOf } from './service-settings.ts';
import { findTaskKinds } from './tasks.ts';

export type Started = { services: Services; queue: RunningQueue };

export async function startServices(base: BaseServices, options: { works: boolean }): Promise<Started> {
  const { config, logger, lifecycle } = base;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  // Child processes under another user may reach the speech models in it, but cannot list it.
  if (childUser()) await chmod(config.dataDir, 0o711);
  onRootKept((reason) =>
    logger.warn({ reason }, 'a child process keeps the user root: its own user cannot be changed to, or cannot read this path'),
  );
  // A weak key must fail before anything is started.
  const secrets = createSecretBox(await loadSecretKeys({ dataDir: config.dataDir, file: config.secretsKeyFile }));
  const disk = createDisk({ directory: config.dataDir, floorBytes: config.diskFloorBytes });
  // After a crash on a full disk, the database needs the reserved space to start.
  await disk.tend();
  lifecycle.onStop('disk watch', watchDisk(disk));
  const connection = await onceThereIsSpace(disk, logger, () => openDatabase(base));
  await onceThereIsSpace(disk, logger, () => migrateDatabase(connection));
  const { db, close } = createDatabase(connection, { max: config.database.poolSize, applicationName: 'gleaner' });
  lifecycle.onStop('database connections', close);
  await onceThereIsSpace(disk, logger, () => fillNoteColumns(db));
  const listener = await openListener(connection, { applicationName: 'gleaner-listener' });
  lifecycle.onStop('listener', () => listener.close());

  const filesDir = join(config.dataDir, 'files');
  await mkdir(filesDir, { recursive: true, mode: 0o700 });
  await chmod(filesDir, 0o700);
  const uploadsDir = join(filesDir, 'uploading');
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
  const blobs = await createBlobStore(filesDir, {
    // Space that is reserved for running uploads is not available.
    async requireRoom(bytes) {
      const promised = await outstandingUploadBytes(db);
      if (promised + bytes > (await disk.roomBytes())) throw noRoom('no room beside what uploads were promised');
    },
  });

  const [queue, events, tools, version, kinds] = await Promise.all([
    openJobQueue({
      connection,
      logger,
      work: options.works ? { concurrency: config.worker.concurrency, listener } : null,
    }),
    createEventBus(listener),
    createEngineTools(base),
    readVersion(),
    findTaskKinds(),
  ]);
  lifecycle.onStop('events', () => events.close());
  lifecycle.onStop('queue', () => queue.stop(config.shutdownMs));

  const health = createHealthBook({ db, logger });
  const meter = createTaskMeter(() => services);
  const tasks = createTasks({ db, jobs: queue, events, logger, meter, kinds, secrets, services: () => services });
  const services: Services = {
    db,
    jobs: queue,
    tasks,
    events,
    blobs,
    disk,
    secrets,
    sentKey: null,
    mailer: watchMailer(createMailer({ ...config.mail, folder: join(config.dataDir, 'mail'), logger }), health),
    ...tools,
    ...watched(tools, health),
    settings: settingsOf(config, { version, uploadsDir }),
    logger,
  };
  return { services, queue };
}

function watched({ llm, speech, renderPage, ytDlp }: EngineTools, health: HealthBook) {
  return {
    llm: llm && watchModel(llm, health),
    speech: speech && watchSpeech(speech, health),
    renderPage: renderPage && watchPages(renderPage, health),
    ytDlp: watchYtDlp(ytDlp, health),
  };
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

const longestStartWaitMs = 15_000;

async function onceThereIsSpace<T>(disk: Disk, logger: Logger, start: () => Promise<T>): Promise<T> {
  for (let waitMs = 1000; ; waitMs = Math.min(longestStartWaitMs, 2 * waitMs)) {
    try {
      return await start();
    } catch (error) {
      if (hasCode(error, 'data_folder_in_use') || (await disk.state()) !== 'full') throw error;
      logger.error({ err: error, waitMs }, 'the disk is full and the database cannot be started; trying again');
    }
    await sleep(waitMs);
    await disk.tend();
  }
}

async function openDatabase({ config, logger, lifecycle }: BaseServices): Promise<DatabaseConnection> {
  if (config.database.url !== null) return { url: config.database.url };
  const { startEmbeddedPostgres } = await import('#db/embedded.ts');
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onEvent: ({ type, error }) => {
      if (type === 'restarted') logger.warn('the database server had gone and was started again');
      else logger.error({ err: error }, 'the database server has gone and cannot be started');
    },
  });
  lifecycle.onStop('database server', () => embedded.stop());
  logger.debug({ folder: embedded.directory, pid: embedded.pid(), adopted: embedded.adopted }, 'database server is running');
  return embedded.connection;
}
