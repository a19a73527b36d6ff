import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';

export async function renameUser(db: Db, userId: string, name: string): Promise<void> {
  await db.update(user).set({ name, updatedAt: new Date() }).where(eq(user.id, userId));
}
