import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { session } from '#db/schema/auth.ts';

export type OpenSession = {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  updatedAt: Date;
};

const mostListed = 100;

export async function listSessions(db: Db, userId: string): Promise<OpenSession[]> {
  const { id, userAgent, createdAt, updatedAt } = session;
  return db
    .select({ id, userAgent, createdAt, updatedAt })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(mostListed);
}

export async function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(session)
    .where(and(eq(session.userId, userId), eq(session.id, id)))
    .returning({ id: session.id });
  return ended.length > 0;
}

export async function endAllSessions(executor: Executor, userId: string): Promise<number> {
  const ended = await executor.delete(session).where(eq(session.userId, userId)).returning({ id: session.id });
  return ended.length;
}

export async function endOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await db.delete(session).where(and(eq(session.userId, userId), ne(session.id, keptId)));
}
