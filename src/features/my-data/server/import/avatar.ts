import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { discardBlobs } from '#features/contents/server/index.ts';
import { newAvatarKey } from '#infra/auth/accounts/avatars.ts';
import type { Services } from '#infra/services.ts';
import { hasCode } from '#lib/app-error.ts';
import { avatarBytes } from '#lib/input-limits.ts';
import { isFileName } from '../archive/format.ts';
import type { Archive } from '../archive/read-archive.ts';
import type { ArchivedAccount } from './settings.ts';
import { bytesOfFile } from './store-files.ts';

/** A blob that no account refers to after this time is deleted. */
const unclaimedMs = 60 * 60_000;

/** Re-encoded like an uploaded picture, because an archive may contain anything. Null if there is none that can be read. */
export async function storeAvatar(
  services: Services,
  archive: Archive,
  { account, signal }: { account: ArchivedAccount | null; signal: AbortSignal },
): Promise<string | null> {
  const avatar = account?.avatar;
  if (avatar == null || !isFileName(avatar) || !archive.names.includes(avatar)) return null;
  if (archive.bytesOf(avatar) > avatarBytes) return null;
  try {
    const webp = await services.paintAvatar(await bytesOfFile(archive, avatar), signal);
    const key = newAvatarKey();
    await discardBlobs(services.db, [key], new Date(Date.now() + unclaimedMs));
    await services.blobs.put(key, webp);
    return key;
  } catch (error) {
    if (hasCode(error, 'picture_unreadable') || hasCode(error, 'picture_too_large') || hasCode(error, 'config_invalid'))
      return null;
    throw error;
  }
}

/** Sets the avatar if the account has none. */
export async function takeAvatar(tx: Tx, userId: string, key: string): Promise<void> {
  await tx
    .update(user)
    .set({ avatarBlob: key })
    .where(and(eq(user.id, userId), isNull(user.avatarBlob)));
}
