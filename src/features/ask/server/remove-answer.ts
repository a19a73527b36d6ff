import { and, eq } from 'drizzle-orm';
import { libraryAnswers } from '#db/schema/library-answers.ts';
import type { Services } from '#infra/services.ts';
import { askTask } from '../tasks.ts';
import { requireAnswer } from './answer-store.ts';

/** Deletes an answer with its sources, and stops the writing of it. Errors: `not_found`. */
export async function removeAnswer({ db, tasks }: Services, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await requireAnswer(tx, userId, id);
    await tasks.forget(tx, askTask, [row.id]);
    await tx.delete(libraryAnswers).where(and(eq(libraryAnswers.userId, userId), eq(libraryAnswers.id, row.id)));
  });
}
