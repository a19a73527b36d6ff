import { and, eq, inArray, sql } from 'drizzle-orm';
import { blobGarbage, contents, coverBlobOf, extractions, mediaBlobOf, runs, sources } from '#db/schema/content.ts';
import { forgetUploads } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import { imageAddresses, imageKeysOf } from './article-images.ts';
import type { OwnedContent } from './owned.ts';
import { releaseRun } from './release-run.ts';

/** Files are deleted by the tidy job, also after a crash. */
export async function deleteContent(services: Services, content: OwnedContent): Promise<void> {
  await services.db.transaction(async (tx) => {
    await services.tasks.cancelAll(tx, { userId: content.userId, contentId: content.id });
    // The lock order is source, run, content everywhere, against deadlocks; nothing can attach to a deleted source.
    const [source] = await tx.select().from(sources).where(eq(sources.id, content.sourceId)).for('no key update');
    await tx
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.sourceId, content.sourceId), inArray(runs.state, ['queued', 'running'])))
      .orderBy(runs.id)
      .for('update');
    const [gone] = await tx
      .delete(contents)
      .where(and(eq(contents.id, content.id), eq(contents.userId, content.userId)))
      .returning();
    if (!gone) return;
    if (gone.activeRunId) await releaseRun(services, tx, gone.activeRunId);
    const [left] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(contents)
      .where(eq(contents.sourceId, gone.sourceId));
    if (source && (left?.count ?? 0) === 0) {
      const found = await tx
        .select({
          cover: sql<string | null>`${coverBlobOf(extractions.data)}`,
          media: sql<string | null>`${mediaBlobOf(extractions.data)}`,
          article: sql<string | null>`${extractions.data} ->> 'articleMarkdown'`,
        })
        .from(extractions)
        .where(eq(extractions.sourceId, source.id));
      const keys = new Set<string>(source.blobKey ? [source.blobKey] : []);
      for (const { cover, media, article } of found) {
        if (cover) keys.add(cover);
        if (media) keys.add(media);
        // Keys of fetched images follow from the article.
        for (const address of imageAddresses(article ?? '')) for (const key of imageKeysOf(source.id, address)) keys.add(key);
      }
      if (keys.size > 0) await tx.insert(blobGarbage).values([...keys].map((blobKey) => ({ blobKey })));
      if (source.blobKey) await forgetUploads(tx, [source.blobKey]);
      await tx.delete(sources).where(eq(sources.id, source.id));
    }
    await services.events.publish(tx, { type: 'user_work', userId: content.userId });
  });
}
