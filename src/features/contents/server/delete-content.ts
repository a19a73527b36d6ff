import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { automaticSummaries } from '#db/schema/channels.ts';
import { contents, coverBlobOf, extractions, mediaBlobOf, runs, sources } from '#db/schema/content.ts';
import { forgetUploads } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import { imageAddresses, imageKeysOf } from './article-images.ts';
import { discardBlobs } from './discard-blobs.ts';
import { linkedPdfKey } from './original-file.ts';
import type { OwnedContent } from './owned.ts';
import { releaseRun } from './release-run.ts';

/** A job deletes the files, also after a crash. */
export async function deleteContent(services: Services, content: OwnedContent): Promise<void> {
  while (!(await tryDeleting(services, content)));
}

/** False when the content began to wait for another run in the meantime, whose task has to be locked first. */
async function tryDeleting(services: Services, { id, userId, sourceId }: OwnedContent): Promise<boolean> {
  const own = and(eq(contents.id, id), eq(contents.userId, userId));
  return services.db.transaction(async (tx) => {
    const [seen] = await tx.select({ runId: contents.activeRunId }).from(contents).where(own);
    if (!seen) return true;
    // The lock order is task, source, content everywhere, which avoids deadlocks; nothing can attach to a deleted source.
    await services.tasks.cancelAll(tx, { userId, contentId: id });
    if (seen.runId) await services.tasks.lock(tx, [seen.runId]);
    const [source] = await tx.select().from(sources).where(eq(sources.id, sourceId)).for('no key update');
    const [gone] = await tx.select().from(contents).where(own).for('update');
    if (!gone) return true;
    if (gone.activeRunId !== seen.runId) return false;
    // The extractions go with the record; files that only they refer to are discarded below.
    const ownFiles = await filesOf(tx, eq(extractions.contentId, id));
    if (source && gone.durationMs !== null)
      await tx
        .update(automaticSummaries)
        .set({ seconds: Math.round(gone.durationMs / 1000) })
        .where(and(eq(automaticSummaries.userId, userId), eq(automaticSummaries.sourceKey, source.key)));
    await tx.delete(contents).where(own);
    if (gone.activeRunId) await releaseRun(services, tx, gone.activeRunId, userId);
    const [left] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(contents)
      .where(eq(contents.sourceId, gone.sourceId));
    if (source && (left?.count ?? 0) === 0) {
      const found = await filesOf(tx, eq(extractions.sourceId, source.id));
      const keys = new Set<string>(source.blobKey ? [source.blobKey] : gone.kind === 'document' ? [linkedPdfKey(source.id)] : []);
      for (const { cover, media, article } of found) {
        if (cover) keys.add(cover);
        if (media) keys.add(media);
        // The keys of fetched images are derived from the article.
        for (const address of imageAddresses(article ?? '')) for (const key of imageKeysOf(source.id, address)) keys.add(key);
      }
      await discard(tx, [...keys]);
      const written = await tx.select({ id: runs.id }).from(runs).where(eq(runs.sourceId, source.id));
      await services.tasks.remove(
        tx,
        written.map((run) => run.id),
      );
      await tx.delete(sources).where(eq(sources.id, source.id));
    }
    await discard(
      tx,
      ownFiles.flatMap(({ cover, media }) => [cover, media].filter((key) => key !== null)),
    );
    await services.events.publish(tx, { type: 'user_work', userId });
    return true;
  });
}

function filesOf(tx: Tx, which: SQL) {
  return tx
    .select({
      cover: sql<string | null>`${coverBlobOf(extractions.data)}`,
      media: sql<string | null>`${mediaBlobOf(extractions.data)}`,
      article: sql<string | null>`${extractions.data} ->> 'articleMarkdown'`,
    })
    .from(extractions)
    .where(which);
}

/** A job deletes these files, unless something else uses them. */
async function discard(tx: Tx, keys: readonly string[]): Promise<void> {
  await discardBlobs(tx, keys);
  await forgetUploads(tx, keys);
}
