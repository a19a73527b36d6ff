import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { publicReports } from '#db/schema/shared-notes.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import { AppError } from '#lib/app-error.ts';
import type { ReportReason } from '#lib/report-reasons.ts';
import { requireVisible } from './public-collections.ts';
import { requireSharedNote } from './public-notes.ts';

export type Target = { kind: 'collection'; id: string } | { kind: 'note'; slug: string };

const reportsPerHour = 10;

/** Errors: `not_found`, `too_many_reports`. */
export async function report(
  db: Db,
  { target, reason, message, address }: { target: Target; reason: ReportReason; message: string; address: string },
): Promise<void> {
  const about =
    target.kind === 'collection'
      ? { collectionId: (await requireVisible(db, target.id)).id, contentId: undefined }
      : { contentId: (await requireSharedNote(db, target.slug)).content.id };
  await takeFromLimits(db, [
    {
      key: `public-reports:${address}`,
      most: reportsPerHour,
      windowSeconds: 3600,
      refusal: (minutes) => ({ code: 'too_many_reports', params: { minutes } }),
    },
  ]);
  await db.transaction(async (tx) => {
    // Waits for a deletion under way, after which the row of the report would have nothing to refer to.
    const found =
      about.contentId === undefined
        ? await tx.select({ id: collections.id }).from(collections).where(eq(collections.id, about.collectionId)).for('key share')
        : await tx.select({ id: contents.id }).from(contents).where(eq(contents.id, about.contentId)).for('key share');
    if (found.length === 0) throw new AppError('not_found');
    await tx.insert(publicReports).values({ ...about, reason, message });
  });
}
