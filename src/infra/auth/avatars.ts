import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';

const folder = 'avatars/';
const ending = '.webp';

/** One for each picture, so that an address shows one picture for ever. */
export function newAvatarKey(): string {
  return `${folder}${randomUUID()}${ending}`;
}

/** What the address of the picture ends in; null without one. */
export function avatarIdOf(key: string | null | undefined): string | null {
  return key?.startsWith(folder) ? key.slice(folder.length, -ending.length) : null;
}

export function avatarKeyOf(id: string): string {
  return `${folder}${id}${ending}`;
}

/** Null removes it. Returns the key that nothing names any more: of the one before, or this one where the account is gone. */
export async function replaceAvatar(tx: Tx, userId: string, key: string | null): Promise<string | null> {
  const [row] = await tx.select({ key: user.avatarBlob }).from(user).where(eq(user.id, userId)).for('update');
  if (!row) return key;
  await tx.update(user).set({ avatarBlob: key, updatedAt: new Date() }).where(eq(user.id, userId));
  return row.key;
}
