/**
 * The accounts that this server must not bring back: keyed hashes of id and email, so that they name nobody. Stored with the
 * files, because a restored database would lack them.
 */
import { z } from 'zod';
import type { Services } from '#infra/services.ts';

const folder = 'tombstones';

const zTombstone = z.object({ id: z.string(), email: z.string(), at: z.iso.datetime() });
type Tombstone = z.infer<typeof zTombstone>;

export type Person = { id: string; email: string; createdAt: Date };

const emailText = (email: string) => email.trim().toLowerCase();

export async function bury({ blobs, secrets }: Services, { id, email }: Pick<Person, 'id' | 'email'>): Promise<void> {
  const [idHash = ''] = secrets.macs(id, ['deleted account']);
  const [emailHash = ''] = secrets.macs(emailText(email), ['deleted address']);
  const tombstone: Tombstone = { id: idHash, email: emailHash, at: new Date().toISOString() };
  await blobs.put(`${folder}/${idHash}`, Buffer.from(JSON.stringify(tombstone)));
}

/** Returns a function that tells whether an account was deleted; null if none ever was. */
export async function readTombstones({ blobs, secrets }: Services): Promise<((person: Person) => boolean) | null> {
  const ids = new Set<string>();
  const emails = new Map<string, number>();
  for (const { name } of await blobs.list(folder)) {
    const known = await readTombstone(blobs, name);
    if (known === null) continue;
    ids.add(known.id);
    emails.set(known.email, Math.max(emails.get(known.email) ?? 0, Date.parse(known.at)));
  }
  if (ids.size === 0) return null;
  return ({ id, email, createdAt }) =>
    secrets.macs(id, ['deleted account']).some((hash) => ids.has(hash)) ||
    // Somebody may sign up again with the same email: an account made after the deletion is a new one.
    secrets.macs(emailText(email), ['deleted address']).some((hash) => createdAt.getTime() < (emails.get(hash) ?? 0));
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
