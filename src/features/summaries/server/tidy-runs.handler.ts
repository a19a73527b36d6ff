/** Keeps the shared work in order: nothing that waits is forgotten, nothing that nobody reads is kept. */
import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { listings } from '#db/schema/batches.ts';
import { blobGarbage, contents, extractions, runEvents, runs, sources } from '#db/schema/content.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { runWaits, sitePace } from '#db/schema/pace.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#rpc/services.ts';
import { executeRunJob } from '../jobs.ts';

const FORGOTTEN_MS = 60_000;
const PARTIALS_KEPT_MS = 60 * 60_000;

export function createTidyRuns(services: Services): JobHandler<Record<string, never>> {
  return {
    async run() {
      await requeueForgotten(services);
      await dropOldPartials(services);
      await deleteGarbage(services);
      await dropOldListings(services);
      await dropOldUses(services);
    },
  };
}

/** A run in flight has a job; when it was lost, a new one takes its place. The queue refuses a second one by key. */
async function requeueForgotten(services: Services): Promise<void> {
  const waiting = await services.db
    .select({ id: runs.id, priority: runWaits.priority, until: runWaits.until })
    .from(runs)
    .leftJoin(runWaits, eq(runWaits.runId, runs.id))
    .where(and(inArray(runs.state, ['queued', 'running']), lt(runs.createdAt, new Date(Date.now() - FORGOTTEN_MS))))
    .limit(500);
  for (const { id, priority, until } of waiting) {
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

const USES_KEPT_MS = 31 * 24 * 60 * 60_000;

async function dropOldUses(services: Services): Promise<void> {
  await services.db.delete(modelUses).where(lt(modelUses.updatedAt, new Date(Date.now() - USES_KEPT_MS)));
}

/** Once a run has ended its note is stored whole; the pieces it was streamed in are only for those who watched. */
async function dropOldPartials(services: Services): Promise<void> {
  await services.db.delete(runEvents).where(
    and(
      lt(runEvents.createdAt, new Date(Date.now() - PARTIALS_KEPT_MS)),
      sql`${runEvents.event} ->> 'type' = 'partial'`,
      inArray(
        runEvents.runId,
        services.db
          .select({ id: runs.id })
          .from(runs)
          .where(inArray(runs.state, ['completed', 'failed', 'cancelled'])),
      ),
    ),
  );
}

/** Blobs whose rows are gone. Covers are stored under their own hash: another source may show the same one. */
async function deleteGarbage(services: Services): Promise<void> {
  // A time to come is a time of grace: the file may still be claimed until then.
  const rows = await services.db
    .select()
    .from(blobGarbage)
    .where(lte(blobGarbage.createdAt, new Date()))
    .orderBy(blobGarbage.id)
    .limit(500);
  for (const row of rows) {
    const [inUse] = await services.db
      .select({ used: sql<number>`1` })
      .from(sources)
      .where(eq(sources.blobKey, row.blobKey))
      .union(services.db.select({ used: sql<number>`1` }).from(contents).where(eq(contents.coverBlob, row.blobKey)))
      .union(
        services.db
          .select({ used: sql<number>`1` })
          .from(extractions)
          .where(
            sql`${extractions.data} ->> 'coverBlob' = ${row.blobKey} or ${extractions.data} -> 'media' ->> 'blob' = ${row.blobKey}`,
          ),
      )
      .limit(1);
    if (!inUse) await services.blobs.delete(row.blobKey);
    await services.db.delete(blobGarbage).where(eq(blobGarbage.id, row.id));
  }
}
