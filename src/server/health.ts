import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { writeProbe } from '#db/schema/uploads.ts';
import { requireLiveWorker } from '#infra/jobs/liveness.ts';
import type { BlobStore } from '#infra/storage/blobs.ts';
import type { Disk, DiskState } from '#infra/storage/disk.ts';

export type PartHealth = 'ok' | 'failed';
export type Health = {
  ready: boolean;
  parts: {
    database: PartHealth;
    queue: PartHealth;
    /** `failed`: no process runs jobs. */
    workers: PartHealth;
    storage: PartHealth;
    /** `low`: only files are refused. `full`: the server is not ready. */
    space: DiskState | 'failed';
  };
};

export type HealthParts = {
  db: Db;
  queue: { check(): Promise<void> };
  blobs: Pick<BlobStore, 'check'>;
  disk: Pick<Disk, 'state'>;
};

const limitMs = 3000;
/** The check writes and is public, so requests within this time share one answer. */
const sharedMs = 1000;

export function createHealthCheck(parts: HealthParts): () => Promise<Health> {
  let latest: { at: number; answer: Promise<Health> } | null = null;
  return () => {
    if (!latest || performance.now() - latest.at > sharedMs) latest = { at: performance.now(), answer: checkHealth(parts) };
    return latest.answer;
  };
}

async function checkHealth({ db, queue, blobs, disk }: HealthParts): Promise<Health> {
  const [database, queued, workers, storage, space] = await Promise.all([
    outcome(() => writeToDatabase(db)),
    outcome(() => queue.check()),
    outcome(() => requireLiveWorker(db)),
    outcome(() => blobs.check()),
    disk.state().catch((): 'failed' => 'failed'),
  ]);
  const answers = [database, queued, workers, storage].every((part) => part === 'ok');
  const ready = answers && (space === 'ok' || space === 'low');
  return { ready, parts: { database, queue: queued, workers, storage, space } };
}

/** A small write succeeds even on a full disk, so the database first sorts more than fits in memory, which writes about 1 MB. */
async function writeToDatabase(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`select count(*) from (select n from generate_series(1, 40000) n order by n desc offset 1) sorted`);
    await tx
      .insert(writeProbe)
      .values({ id: 1, writtenAt: sql`now()` })
      .onConflictDoUpdate({ target: writeProbe.id, set: { writtenAt: sql`now()` } });
  });
}

async function outcome(check: () => Promise<void>): Promise<PartHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartHealth>((resolve) => {
    timer = setTimeout(() => resolve('failed'), limitMs);
  });
  const asked = check().then(
    (): PartHealth => 'ok',
    (): PartHealth => 'failed',
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
