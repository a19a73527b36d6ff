import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { usernameLength } from '#features/account/shared/username-length.ts';
import { savePreferences } from '#infra/auth/accounts/preferences.ts';
import { hasGivenName, renameUser } from '#infra/auth/accounts/usernames.ts';
import { cleanUsername } from '#lib/username.ts';
import { accountName, zAccountFile } from '../archive/format.ts';
import type { Archive } from '../archive/read-archive.ts';

export type ArchivedAccount = z.output<typeof zAccountFile>;

export async function readAccount(archive: Archive): Promise<ArchivedAccount | null> {
  return archive.names.includes(accountName) ? archive.json(accountName, zAccountFile) : null;
}

/** Takes over name, language and theme where nothing was chosen here. Not for guests: they have no name, and one device. */
export async function takeSettings(tx: Tx, userId: string, archived: ArchivedAccount): Promise<void> {
  const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
  if (!row || row.isAnonymous) return;
  const name = cleanUsername(archived.name ?? '');
  if (name !== '' && name.length <= usernameLength && hasGivenName(row)) await renameUser(tx, userId, name);
  await savePreferences(tx, userId, {
    language: row.language === null ? (archived.language ?? undefined) : undefined,
    theme: row.theme === null ? (archived.theme ?? undefined) : undefined,
  });
}
