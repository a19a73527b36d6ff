import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { verification } from '#db/schema/auth.ts';

/** Invalidates reset links mailed before a password change. better-auth stores the user's id as their value. */
export async function forgetResetLinks(db: Db, userId: string): Promise<void> {
  await db.delete(verification).where(eq(verification.value, userId));
}
