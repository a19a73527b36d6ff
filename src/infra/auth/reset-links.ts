import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { verification } from '#db/schema/auth.ts';

/** Once a password is new, links that were asked for before give nobody another one. The library keeps the user as their value. */
export async function forgetResetLinks(db: Db, userId: string): Promise<void> {
  await db.delete(verification).where(eq(verification.value, userId));
}
