import type { Executor } from '#db/client.ts';
import { discardBlobs } from '#features/contents/server/index.ts';
import { newAvatarKey, replaceAvatar } from '#infra/auth/accounts/avatars.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';

const perHour = 20;
/** A picture that no account refers to after this time is deleted. */
const unclaimedMs = 60 * 60_000;

export async function takeAvatarTry({ db }: Services, userId: string): Promise<void> {
  const refusal = (minutes: number) => ({ code: 'too_many_attempts' as const, params: { minutes } });
  await takeFromLimits(db, [{ key: `avatar:${userId}`, most: perHour, windowSeconds: 3600, refusal }]);
}

/** Errors: `picture_unreadable`, `picture_too_large`, `storage_failed`. */
export async function saveAvatar(
  services: Services,
  { userId, bytes, signal }: { userId: string; bytes: Uint8Array; signal: AbortSignal },
): Promise<void> {
  const { db, blobs, paintAvatar } = services;
  const webp = await paintAvatar(bytes, signal);
  const key = newAvatarKey();
  await discardBlobs(db, [key], new Date(Date.now() + unclaimedMs));
  await blobs.put(key, webp);
  await setAvatar(db, userId, key);
}

export async function removeAvatar({ db }: Services, userId: string): Promise<void> {
  await setAvatar(db, userId, null);
}

async function setAvatar(db: Executor, userId: string, key: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await replaceAvatar(tx, userId, key);
    if (before !== null) await discardBlobs(tx, [before]);
  });
}
