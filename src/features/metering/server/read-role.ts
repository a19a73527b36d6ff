import { eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { type Role, roleOf } from '#lib/roles.ts';

export async function readRole(executor: Executor, userId: string): Promise<Role> {
  const [row] = await executor
    .select({
      isAnonymous: user.isAnonymous,
      isAdmin: user.isAdmin,
      isLifetime: user.isLifetime,
      paidUntil: user.paidUntil,
    })
    .from(user)
    .where(eq(user.id, userId));
  return row ? roleOf({ ...row, isAnonymous: row.isAnonymous === true }, new Date()) : 'guest';
}
