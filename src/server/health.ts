/** Is this process able to serve? Each part is asked, with a limit on how long it may think. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { BlobStore } from '#infra/storage/blobs.ts';

export type PartHealth = 'ok' | 'failed';
export type Health = { ready: boolean; parts: { database: PartHealth; queue: PartHealth; storage: PartHealth } };

const limitMs = 3000;

export async function checkHealth(parts: { db: Db; queue: { check(): Promise<void> }; blobs: BlobStore }): Promise<Health> {
  const [database, queue, storage] = await Promise.all([
    outcome(async () => void (await parts.db.execute(sql`select 1`))),
    outcome(() => parts.queue.check()),
    outcome(() => parts.blobs.check()),
  ]);
  return { ready: database === 'ok' && queue === 'ok' && storage === 'ok', parts: { database, queue, storage } };
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
