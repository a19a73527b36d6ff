import { eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { type Role, roleOf } from '#lib/roles.ts';

export async function readRole(executor: Executor, userId: string): Promise<Role> {
  const { isAnonymous, isAdmin, isLifetime, paidUntil } = user;
  const [row] = await executor.select({ isAnonymous, isAdmin, isLifetime, paidUntil }).from(user).where(eq(user.id, userId));
  return row ? roleOf({ ...row, isAnonymous: row.isAnonymous === true }, new Date()) : 'guest';
}
