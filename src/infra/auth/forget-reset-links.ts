import { eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { verification } from '#db/schema/auth.ts';

/** After a change of the password, reset links that were mailed before no longer work. better-auth stores the user's id as their value. */
export async function forgetResetLinks(executor: Executor, userId: string): Promise<void> {
  await executor.delete(verification).where(eq(verification.value, userId));
}
