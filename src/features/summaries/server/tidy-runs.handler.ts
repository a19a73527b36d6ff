/** Keeps the shared work in order: nothing that waits is forgotten, nothing that nobody reads is kept. */
import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { listings } from '#db/schema/batches.ts';
import {
  blobGarbage,
  contents,
  coverBlobOf,
  extractions,
  mediaBlobOf,
  runEvents,
  runInFlight,
  runs,
  sources,
} from '#db/schema/content.ts';
import { runWaits, sitePace } from '#db/schema/pace.ts';
import { forgetOldUses } from '#features/usage/server/index.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { executeRunJob } from '../jobs.ts';

const FORGOTTEN_MS = 60_000;
/** Rows of one statement, and files of one run. */
const AT_ONCE = 500;
const PARTIALS_KEPT_MS = 60 * 60_000;

export function createTidyRuns(services: Services): JobHandler<Record<string, never>> {
  const steps = [requeueForgotten, dropOldPartials, deleteGarbage, dropOldListings, ({ db }: Services) => forgetOldUses(db)];
  return {
    async run(_payload, { signal }) {
      for (const step of steps) {
        signal.throwIfAborted();
        await step(services, signal);
      }
    },
  };
}

/** A run in flight has a job; when it was lost, a new one takes its place. The queue refuses a second one by key. */
async function requeueForgotten(services: Services, signal: AbortSignal): Promise<void> {
  const waiting = await services.db
    .select({ id: runs.id, priority: runWaits.priority, until: runWaits.until })
    .from(runs)
    .leftJoin(runWaits, eq(runWaits.runId, runs.id))
    .where(and(runInFlight, lt(runs.createdAt, new Date(Date.now() - FORGOTTEN_MS))))
    .limit(AT_ONCE);
  for (const { id, priority, until } of waiting) {
    signal.throwIfAborted();
    const options = {
      singletonKey: id,
      ...(priority === null ? {} : { priority }),
      ...(until === null ? {} : { startAfter: until }),
    };
    await services.jobs.enqueue(services.db, executeRunJob, { runId: id }, options);
  }
}

const LISTINGS_KEPT_MS = 24 * 60 * 60_000;

/** What somebody looked into yesterday says little about today; sites nobody asks any more need no pace. */
async function dropOldListings(services: Services): Promise<void> {
  const old = new Date(Date.now() - LISTINGS_KEPT_MS);
  await services.db.delete(listings).where(lt(listings.createdAt, old));
  await services.db
    .delete(sitePace)
    .where(and(lt(sitePace.nextStart, old), or(isNull(sitePace.blockedUntil), lt(sitePace.blockedUntil, old))));
}

/** Once a run has ended its note is stored whole; the pieces it was streamed in are only for those who watched. */
async function dropOldPartials(services: Services, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const old = services.db
      .select({ id: runEvents.id })
      .from(runEvents)
      .innerJoin(runs, eq(runs.id, runEvents.runId))
      .where(
        and(
          lt(runEvents.createdAt, new Date(Date.now() - PARTIALS_KEPT_MS)),
          // Word for word as the index has it.
          sql`${runEvents.event} ->> 'type' = 'partial'`,
          inArray(runs.state, ['completed', 'failed', 'cancelled']),
        ),
      )
      .orderBy(runEvents.createdAt)
      .limit(AT_ONCE);
    const dropped = await services.db.delete(runEvents).where(inArray(runEvents.id, old)).returning({ id: runEvents.id });
    if (dropped.length < AT_ONCE) return;
  }
}

/** Blobs whose rows are gone. Covers are stored under their own hash: another source may show the same one. */
async function deleteGarbage(services: Services, signal: AbortSignal): Promise<void> {
  // A time to come is a time of grace: the file may still be claimed until then.
  const rows = await services.db
    .select()
    .from(blobGarbage)
    .where(lte(blobGarbage.createdAt, new Date()))
    .orderBy(blobGarbage.createdAt, blobGarbage.id)
    .limit(AT_ONCE);
  for (const row of rows) {
    // What is left is found by the next run of this job.
    signal.throwIfAborted();
    if (!(await isBlobUsed(services.db, row.blobKey))) await services.blobs.delete(row.blobKey);
    await services.db.delete(blobGarbage).where(eq(blobGarbage.id, row.id));
  }
}

/** One lookup in an index for each place that may name a file. */
async function isBlobUsed(db: Db, blobKey: string): Promise<boolean> {
  const uses = [
    db.select({ one: sql`1` }).from(sources).where(eq(sources.blobKey, blobKey)),
    db.select({ one: sql`1` }).from(contents).where(eq(contents.coverBlob, blobKey)),
    db
      .select({ one: sql`1` })
      .from(extractions)
      .where(eq(coverBlobOf(extractions.data), blobKey)),
    db
      .select({ one: sql`1` })
      .from(extractions)
      .where(eq(mediaBlobOf(extractions.data), blobKey)),
  ];
  for (const use of uses) if ((await use.limit(1)).length > 0) return true;
  return false;
}
