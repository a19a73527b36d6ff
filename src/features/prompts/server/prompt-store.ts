import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db, Executor, Tx } from '#db/client.ts';
import { customPrompts } from '#db/schema/prompts.ts';
import { storedRow } from '#db/stored-row.ts';
import { AppError } from '#lib/app-error.ts';
import type { CustomPrompt } from '../contract.ts';
import { promptLimits } from '../shared/prompt-limits.ts';

type Row = typeof customPrompts.$inferSelect;

function toPrompt(row: Row): CustomPrompt {
  return {
    promptId: row.id,
    title: row.title,
    customPrompt: row.customPrompt,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export async function listPrompts(executor: Executor, userId: string): Promise<CustomPrompt[]> {
  const rows = await executor
    .select()
    .from(customPrompts)
    .where(and(eq(customPrompts.userId, userId), isNull(customPrompts.deletedAt)))
    .orderBy(desc(customPrompts.createdAt), desc(customPrompts.id))
    .limit(promptLimits.perUser);
  return rows.map(toPrompt);
}

export async function findPrompt(executor: Executor, userId: string, promptId: string): Promise<CustomPrompt | null> {
  const [row] = await executor.select().from(customPrompts).where(mine(userId, promptId));
  return row ? toPrompt(row) : null;
}

/** Errors: `prompt_limit`. */
export async function createPrompt(
  db: Db,
  userId: string,
  words: { title: string; customPrompt: string },
): Promise<CustomPrompt> {
  return db.transaction(async (tx) => {
    await requireRoom(tx, userId);
    const made = await tx
      .insert(customPrompts)
      .values({ userId, ...words })
      .returning();
    return toPrompt(storedRow(made));
  });
}

/** Errors: `not_found`. */
export async function updatePrompt(
  executor: Executor,
  userId: string,
  promptId: string,
  words: { title: string; customPrompt: string },
): Promise<CustomPrompt> {
  const { title, customPrompt } = words;
  const [row] = await executor
    .update(customPrompts)
    .set({ title, customPrompt, updatedAt: new Date() })
    .where(mine(userId, promptId))
    .returning();
  if (!row) throw new AppError('not_found');
  return toPrompt(row);
}

/** Errors: `not_found`. */
export async function removePrompt(executor: Executor, userId: string, promptId: string): Promise<void> {
  const rows = await executor
    .update(customPrompts)
    .set({ deletedAt: new Date() })
    .where(mine(userId, promptId))
    .returning({ id: customPrompts.id });
  if (rows.length === 0) throw new AppError('not_found');
}

/** Restores a prompt deleted within the last day. Errors: `not_found`, `prompt_limit`. */
export async function restorePrompt(db: Db, userId: string, promptId: string): Promise<CustomPrompt> {
  return db.transaction(async (tx) => {
    await requireRoom(tx, userId);
    const [row] = await tx
      .update(customPrompts)
      .set({ deletedAt: null })
      .where(and(eq(customPrompts.userId, userId), eq(customPrompts.id, promptId), isNotNull(customPrompts.deletedAt)))
      .returning();
    if (!row) throw new AppError('not_found');
    return toPrompt(row);
  });
}

function mine(userId: string, promptId: string) {
  return and(eq(customPrompts.userId, userId), eq(customPrompts.id, promptId), isNull(customPrompts.deletedAt));
}

/** Locks, so that concurrent requests do not both take the last place. */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`prompts:${userId}`}, 0))`);
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(customPrompts)
    .where(and(eq(customPrompts.userId, userId), isNull(customPrompts.deletedAt)));
  if ((row?.count ?? 0) >= promptLimits.perUser) throw new AppError('prompt_limit', { params: { most: promptLimits.perUser } });
}
