/**
 * Records of deleted accounts, so that a restored backup is deleted again. Each is a keyed hash of the account's id, which reveals
 * nobody. They are stored as files, because a restored database lacks them. Ids are never used twice; email addresses may be.
 */
import { z } from 'zod';
import type { Services } from '#infra/services.ts';

const folder = 'tombstones';

const zTombstone = z.object({ id: z.string() });
type Tombstone = z.infer<typeof zTombstone>;

export async function bury({ blobs, secrets }: Services, userId: string): Promise<void> {
  const [id = ''] = secrets.macs(userId, ['deleted account']);
  const tombstone: Tombstone = { id };
  await blobs.put(`${folder}/${id}`, Buffer.from(JSON.stringify(tombstone)));
}

/** Returns a function that tells whether an account was deleted; null if none ever was. */
export async function readTombstones({ blobs, secrets }: Services): Promise<((userId: string) => boolean) | null> {
  const ids = new Set<string>();
  for (const { name } of await blobs.list(folder)) {
    const known = await readTombstone(blobs, name);
    if (known !== null) ids.add(known.id);
  }
  if (ids.size === 0) return null;
  return (userId) => secrets.macs(userId, ['deleted account']).some((hash) => ids.has(hash));
}

async function readTombstone(blobs: Services['blobs'], name: string): Promise<Tombstone | null> {
  const key = `${folder}/${name}`;
  const { size } = await blobs.stat(key);
  if (size === 0) return null;
  const parts: Buffer[] = [];
  for await (const part of (await blobs.openRange(key, 0, size - 1)) as AsyncIterable<Buffer>) parts.push(part);
  try {
    return zTombstone.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
  } catch {
    return null;
  }
}
