import { eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { cleanUsername } from '#lib/username.ts';
import { namelessOwner, type UserRow } from './auth-user.ts';

export async function renameUser(db: Executor, userId: string, name: string): Promise<void> {
  await db.update(user).set({ name, updatedAt: new Date() }).where(eq(user.id, userId));
}

export function givenNameOf(email: string): string {
  return email.slice(0, email.indexOf('@'));
}

export function hasGivenName({ name, email, isOwner }: Pick<UserRow, 'name' | 'email' | 'isOwner'>): boolean {
  return name === (isOwner === true ? namelessOwner : cleanUsername(givenNameOf(email)));
}
