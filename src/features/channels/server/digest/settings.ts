import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { digestSettings } from '#db/schema/digests.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';
import type { DigestSettings } from '../../contract.ts';
import { feedPath } from '../../shared/digest-paths.ts';

type Needs = Pick<Services, 'db' | 'settings'>;

const newToken = () => randomBytes(32).toString('base64url');

/** Only a verified address gets mail; a guest's address is made up. */
async function addressOf(executor: Executor, userId: string): Promise<string | null> {
  const [row] = await executor.select().from(user).where(eq(user.id, userId));
  return row?.emailVerified && row.isAnonymous !== true && !row.isOwner ? row.email : null;
}

export async function readDigestSettings({ db, settings }: Needs, userId: string): Promise<DigestSettings> {
  const [row] = await db.select().from(digestSettings).where(eq(digestSettings.userId, userId));
  return {
    feed_path: row?.feedToken ? feedPath(row.feedToken) : null,
    mail: row?.mail ?? false,
    mail_to: settings.mailsAreSent ? await addressOf(db, userId) : null,
    mails_are_sent: settings.mailsAreSent,
  };
}

/** The old address stops working. */
export async function renewFeed(services: Needs, userId: string, language: InterfaceLanguage): Promise<DigestSettings> {
  const feedToken = newToken();
  await services.db
    .insert(digestSettings)
    .values({ userId, feedToken, language })
    .onConflictDoUpdate({ target: digestSettings.userId, set: { feedToken, language } });
  return readDigestSettings(services, userId);
}

/** Errors: `sign_in_needed` without a verified address. */
export async function saveMail(
  services: Needs,
  userId: string,
  { mail, language }: { mail: boolean; language: InterfaceLanguage },
): Promise<DigestSettings> {
  if (mail && (await addressOf(services.db, userId)) === null) throw new AppError('sign_in_needed');
  const endToken = newToken();
  await services.db
    .insert(digestSettings)
    .values({ userId, mail, language, endToken })
    .onConflictDoUpdate({
      target: digestSettings.userId,
      // Links in mails that were sent before keep working.
      set: { mail, language, endToken: sql`coalesce(${digestSettings.endToken}, ${endToken})` },
    });
  return readDigestSettings(services, userId);
}

export type ArchivedDigest = { mail: boolean; language: InterfaceLanguage };

/** Without the secret parts of the links: who has an archive must not read somebody's digests. */
export async function readArchivedDigest(executor: Executor, userId: string): Promise<ArchivedDigest | null> {
  const [row] = await executor.select().from(digestSettings).where(eq(digestSettings.userId, userId));
  return row ? { mail: row.mail, language: row.language } : null;
}

/** What was chosen here stays. Without a verified address nothing is taken over. */
export async function takeArchivedDigest(tx: Tx, userId: string, { mail, language }: ArchivedDigest): Promise<void> {
  if ((await addressOf(tx, userId)) === null) return;
  const values = { userId, mail, language, endToken: mail ? newToken() : null };
  await tx.insert(digestSettings).values(values).onConflictDoNothing({ target: digestSettings.userId });
}

/** Errors: `not_found`, also for a replaced address. */
export async function requireFeed(executor: Executor, token: string): Promise<{ userId: string; language: InterfaceLanguage }> {
  const [row] = await executor
    .select({ userId: digestSettings.userId, language: digestSettings.language })
    .from(digestSettings)
    .where(eq(digestSettings.feedToken, token));
  if (!row) throw new AppError('not_found');
  return row;
}

export async function hasEndToken(executor: Executor, token: string): Promise<boolean> {
  const rows = await executor
    .select({ userId: digestSettings.userId })
    .from(digestSettings)
    .where(eq(digestSettings.endToken, token));
  return rows.length > 0;
}

/** Returns whether the link is known, without revealing whose it is. */
export async function endMails(executor: Executor, token: string): Promise<boolean> {
  const rows = await executor
    .update(digestSettings)
    .set({ mail: false })
    .where(eq(digestSettings.endToken, token))
    .returning({ userId: digestSettings.userId });
  return rows.length > 0;
}

/** Null when no mail is wanted or none can be sent. */
export async function mailReader(
  executor: Executor,
  userId: string,
): Promise<{ email: string; language: InterfaceLanguage; endToken: string } | null> {
  const [row] = await executor.select().from(digestSettings).where(eq(digestSettings.userId, userId));
  const email = await addressOf(executor, userId);
  if (!row?.mail || row.endToken === null || email === null) return null;
  return { email, language: row.language, endToken: row.endToken };
}
