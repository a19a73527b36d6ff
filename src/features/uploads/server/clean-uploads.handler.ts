import { and, sql } from 'drizzle-orm';
import { sources } from '#db/schema/content.ts';
import { uploads } from '#db/schema/uploads.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import { removeTempLeftovers } from '#infra/storage/temp-leftovers.ts';
import { removeLostFiles } from './lost-files.ts';
import type { UploadServices } from './upload-services.ts';
import { removeUploadFiles } from './upload-store.ts';

/** Longer than any pause while a file is being written. */
const idleMs = 15 * 60_000;
/** Longer than an import may take, which stores its files first and their rows at its end. */
const rowlessMs = 2 * 60 * 60_000;
/** Covers a server that was off for a while. */
const checkedForMs = 7 * 24 * 60 * 60_000;

export function createCleanUploads(services: UploadServices): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { logger }) {
      const expired = await removeExpiredUploads(services);
      const lost =
        (await removeLostFiles(services, { partMs: idleMs, blobMs: rowlessMs })) +
        (await services.blobs.removeUnfinished(idleMs)) +
        (await removeTempLeftovers());
      if (expired + lost > 0) logger.info({ expired, lost }, 'expired uploads and lost files removed');
    },
  };
}

export async function removeExpiredUploads(services: UploadServices): Promise<number> {
  const { expiryMs } = services.settings.uploads;
  const untouched = sql`${uploads.updatedAt} < now() - ${expiryMs} * interval '1 millisecond'`;
  const left = sql`${uploads.status} in ('receiving', 'complete')`;
  // A taken upload without a content: its content could not be created. Old ones were checked before.
  const unused = sql`${uploads.status} = 'taken' and ${uploads.updatedAt} > now() - ${expiryMs + checkedForMs} * interval '1 millisecond'
    and (select true from ${sources} where ${sources.key} = 'file:' || ${uploads.id}) is null`;
  let removed = 0;
  for (const reason of [left, unused]) {
    const gone = await services.db.delete(uploads).where(and(untouched, reason)).returning({ id: uploads.id });
    for (const { id } of gone) await removeUploadFiles(services, id);
    removed += gone.length;
  }
  return removed;
}
