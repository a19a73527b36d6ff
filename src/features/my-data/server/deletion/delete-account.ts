/** Deletes an account with its rows, files, running tasks and sessions. If interrupted, the next call continues. */
import { eq, like, sql } from 'drizzle-orm';
import { transactionThatGivesWay } from '#db/give-way.ts';
import { session, user } from '#db/schema/auth.ts';
import { blobGarbage, contents } from '#db/schema/content.ts';
import { rateLimits } from '#db/schema/rate-limits.ts';
import { deleteContent, requireOwnedContent } from '#features/contents/server/index.ts';
import { removeUploadsOf } from '#features/uploads/server/index.ts';
import { forgetResetLinks } from '#infra/auth/forget-reset-links.ts';
import type { Services } from '#infra/services.ts';
import { hasCode } from '#lib/app-error.ts';
import { bury } from './tombstones.ts';

const contentsAtOnce = 100;

export async function deleteAccount(services: Services, userId: string, signal: AbortSignal): Promise<void> {
  const { db, tasks } = services;
  const [known] = await db.select({ id: user.id }).from(user).where(eq(user.id, userId));
  if (!known) return;
  await bury(services, userId);
  // Without a session, nothing new can begin.
  await db.delete(session).where(eq(session.userId, userId));
  await db.transaction((tx) => tasks.cancelAll(tx, { userId }));
  do {
    await deleteContents(services, userId, signal);
    await removeUploadsOf(services, userId);
  } while (!(await deleteUser(services, userId)));
}

async function deleteContents(services: Services, userId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const batch = await services.db
      .select({ id: contents.id })
      .from(contents)
      .where(eq(contents.userId, userId))
      .limit(contentsAtOnce);
    if (batch.length === 0) return;
    for (const { id } of batch) {
      signal.throwIfAborted();
      try {
        await deleteContent(services, await requireOwnedContent(services.db, userId, id));
      } catch (error) {
        if (!hasCode(error, 'not_found')) throw error;
      }
    }
  }
}

/** Foreign keys delete the other rows. Returns false if a request that was still running has added a content. */
async function deleteUser({ db, tasks }: Services, userId: string): Promise<boolean> {
  return transactionThatGivesWay(db, async (tx) => {
    await tasks.cancelAll(tx, { userId });
    const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
    if (!row) return true;
    const [left] = await tx.select({ one: sql`1` }).from(contents).where(eq(contents.userId, userId)).limit(1);
    if (left) return false;
    if (row.avatarBlob !== null) await tx.insert(blobGarbage).values({ blobKey: row.avatarBlob });
    await tx.delete(rateLimits).where(like(rateLimits.key, `%:${userId.replaceAll(/[\\%_]/g, '\\$&')}`));
    await forgetResetLinks(tx, userId);
    await tx.delete(user).where(eq(user.id, userId));
    return true;
  });
}
