import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import type { TaskRow } from './task.ts';

export type Lease = { taskId: string; lease: number };

/** Null when the task has ended. An earlier worker that did not release it counts as lost. `holder`: id of this claim. */
export async function claimTask(db: Db, taskId: string, holder: string): Promise<TaskRow | null> {
  const [row] = await db
    .update(tasks)
    .set({
      state: 'running',
      lease: sql`${tasks.lease} + 1`,
      lost: sql`${tasks.lost} + (${tasks.holder} is not null)::int`,
      holder,
      startedAt: sql`coalesce(${tasks.startedAt}, now())`,
      updatedAt: new Date(),
    })
    .where(and(eq(tasks.id, taskId), taskInFlight))
    .returning();
  return row ?? null;
}

/** Releases the task if this claim still holds it. `counts`: the attempt failed. */
export async function releaseTask(db: Db, taskId: string, holder: string, { counts }: { counts: boolean }): Promise<void> {
  await db
    .update(tasks)
    .set({
      state: 'queued',
      holder: null,
      updatedAt: new Date(),
      ...(counts ? { attempts: sql`${tasks.attempts} + 1` } : {}),
    })
    .where(and(eq(tasks.id, taskId), eq(tasks.holder, holder), taskInFlight));
}

/** Locks the row while this worker holds the lease; false otherwise. The rest of the transaction is under the lease. */
export async function lockUnderLease(tx: Tx, lease: Lease): Promise<boolean> {
  // For each thing that a task tells: without the payload and the checkpoints, which may be megabytes.
  const rows = await tx.select({ id: tasks.id }).from(tasks).where(isUnderLease(lease)).for('update');
  return rows.length === 1;
}

export async function readUnderLease(tx: Tx, lease: Lease): Promise<TaskRow | null> {
  const [row] = await tx.select().from(tasks).where(isUnderLease(lease)).for('update');
  return row ?? null;
}

function isUnderLease({ taskId, lease }: Lease) {
  return and(eq(tasks.id, taskId), eq(tasks.lease, lease), eq(tasks.state, 'running'));
}

export async function isHeld(db: Db, lease: Lease): Promise<boolean> {
  const rows = await db.select({ id: tasks.id }).from(tasks).where(isUnderLease(lease));
  return rows.length === 1;
}
