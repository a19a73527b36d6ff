/** Stores what a run reports, in order, under its lease: a worker that lost the run writes nothing more. */
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { runEvents, runs } from '#db/schema/content.ts';
import type { ProgressCode, ProgressEvent, Stage } from '#engine/domain.ts';
import type { ProgressSink } from '#engine/ports.ts';
import type { Services } from '#infra/services.ts';
import { commonPrefix } from '#lib/common-prefix.ts';
import { storable, storableText } from '#lib/storable-text.ts';

/** Which worker holds the run. */
export type RunLease = { runId: string; lease: number };

/** Partial notes are stored at most this often; the last one always is. */
const PARTIAL_EVERY_MS = 250;

export type RunRecorder = ProgressSink & {
  /** Waits until everything reported so far is stored. */
  flush(): Promise<void>;
  elapsedMs(): number;
};

/** Is the run still this worker's? Locks its row, so that what follows in the transaction happens under the lease. */
export async function holdsLease(tx: Tx, { runId, lease }: RunLease): Promise<boolean> {
  const rows = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.lease, lease), eq(runs.state, 'running')))
    .for('update');
  return rows.length === 1;
}

export function createRunRecorder(services: Services, lease: RunLease, startedAt: Date, onLost: () => void): RunRecorder {
  let chain: Promise<void> = Promise.resolve();
  let lost = false;
  let percent = 0;
  let lastStage = '';
  let stored = '';
  let latest = '';
  let timer: NodeJS.Timeout | undefined;
  const elapsedMs = () => Math.max(0, Date.now() - startedAt.getTime());

  const write = (event: ProgressEvent) => {
    chain = chain.then(async () => {
      if (lost) return;
      const kept = await services.db.transaction(async (tx) => {
        if (!(await holdsLease(tx, lease))) return false;
        if (event.type === 'stage') await tx.update(runs).set({ stage: event }).where(eq(runs.id, lease.runId));
        await tx.insert(runEvents).values({ runId: lease.runId, event });
        await services.events.publish(tx, { type: 'run_event', runId: lease.runId });
        return true;
      });
      if (kept) return;
      lost = true;
      onLost();
    });
    // A failed write is seen by flush(); until then it must not end the process.
    chain.catch(() => undefined);
  };

  const writePartial = () => {
    clearTimeout(timer);
    timer = undefined;
    if (latest === stored) return;
    const offset = commonPrefix(stored, latest);
    write({ type: 'partial', offset, text: latest.slice(offset), elapsedMs: elapsedMs() });
    stored = latest;
  };

  return {
    elapsedMs,
    stage(stage: Stage, at: number, code: ProgressCode, params?: Record<string, string | number>) {
      percent = Math.max(percent, Math.min(100, Math.round(at)));
      const identity = JSON.stringify([stage, percent, code, params]);
      if (identity === lastStage) return;
      lastStage = identity;
      writePartial();
      write({ type: 'stage', stage, percent, code, ...(params ? { params: storable(params) } : {}), elapsedMs: elapsedMs() });
    },
    partial(markdown) {
      latest = storableText(markdown);
      timer ??= setTimeout(writePartial, PARTIAL_EVERY_MS);
    },
    async flush() {
      writePartial();
      await chain;
    },
  };
}

/** Takes the run for this worker: raises its lease, so that whoever held it before is shut out. Null when it has ended. */
export async function claimRun(services: Services, runId: string) {
  const [run] = await services.db
    .update(runs)
    .set({ state: 'running', lease: sql`${runs.lease} + 1`, startedAt: sql`coalesce(${runs.startedAt}, now())` })
    .where(and(eq(runs.id, runId), sql`${runs.state} in ('queued', 'running')`))
    .returning();
  return run ?? null;
}
