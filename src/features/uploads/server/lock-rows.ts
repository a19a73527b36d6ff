import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { uploads } from '#db/schema/uploads.ts';
import { AppError } from '#lib/app-error.ts';

/** Without a heartbeat for this long, a lock is free. */
const staleSeconds = 5;

type Held = { token: string; sizeOnDisk: number };

/** False when another holds it, who is then asked to release it. Errors: `upload_not_found`. */
export async function takeLock(db: Db, id: string, token: string): Promise<boolean> {
  const free = sql`(${uploads.lockToken} is null or ${uploads.lockBeatAt} < now() - ${staleSeconds} * interval '1 second')`;
  const taken = await db
    .update(uploads)
    .set({ lockToken: token, lockBeatAt: sql`now()`, lockWanted: false })
    .where(and(eq(uploads.id, id), free))
    .returning({ id: uploads.id });
  if (taken.length > 0) return true;
  const asked = await db.update(uploads).set({ lockWanted: true }).where(eq(uploads.id, id)).returning({ id: uploads.id });
  if (asked.length === 0) throw new AppError('upload_not_found');
  return false;
}

/** Null: the lock or the upload is gone. */
export async function beatLock(db: Db, id: string, { token, sizeOnDisk }: Held): Promise<{ wanted: boolean } | null> {
  const [row] = await db
    .update(uploads)
    .set({ lockBeatAt: sql`now()`, ...received(sizeOnDisk) })
    .where(and(eq(uploads.id, id), eq(uploads.lockToken, token)))
    .returning({ wanted: uploads.lockWanted });
  return row ?? null;
}

export async function releaseLock(db: Db, id: string, { token, sizeOnDisk }: Held): Promise<void> {
  await db
    .update(uploads)
    .set({ lockToken: null, lockBeatAt: null, lockWanted: false, ...received(sizeOnDisk) })
    .where(and(eq(uploads.id, id), eq(uploads.lockToken, token)));
}

/** Only bytes that arrive keep an upload and its reserved space alive: asking for its offset does not. */
function received(sizeOnDisk: number) {
  const bytes = sql`least(${uploads.sizeBytes}, ${sizeOnDisk}::bigint)`;
  return {
    receivedBytes: bytes,
    updatedAt: sql`case when ${bytes} > ${uploads.receivedBytes} then now() else ${uploads.updatedAt} end`,
  };
}
