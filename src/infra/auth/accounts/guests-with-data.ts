import { and, eq } from 'drizzle-orm';
import { hasData } from '#db/account-data.ts';
import type { Db } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';

/** Ids, oldest account first. */
export async function guestsWithData(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.isAnonymous, true), hasData(user.id)))
    .orderBy(user.createdAt, user.id);
  return rows.map(({ id }) => id);
}
