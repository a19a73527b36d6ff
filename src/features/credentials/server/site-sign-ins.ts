/** Sessions for other sites: sealed on input, opened only for the run that needs them. */
import { and, eq } from 'drizzle-orm';
import { siteCredentials } from '#db/schema/credentials.ts';
import { readBilibiliSession } from '#engine/sites/bilibili/shared/session.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { type CredentialSite, type SiteSignIn, zCredentialSite } from '../contract.ts';

type Needs = Pick<Services, 'db' | 'secrets' | 'logger'>;

export async function listSiteSignIns({ db, secrets }: Needs, userId: string): Promise<SiteSignIn[]> {
  const rows = await db.select().from(siteCredentials).where(eq(siteCredentials.userId, userId));
  return zCredentialSite.options.map((site): SiteSignIn => {
    const row = rows.find((one) => one.site === site);
    if (!row) return { site, state: 'none', savedAt: null, expiresAt: null };
    return {
      site,
      state: secrets.open(row, siteSignInContext(userId, site)) === null ? 'unreadable' : 'saved',
      savedAt: row.updatedAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
    };
  });
}

type CheckedSession = NonNullable<ReturnType<typeof readBilibiliSession>>;

/** Errors: `bad_request` with `field` `value`. */
export function checkSiteSignIn(text: string): CheckedSession {
  const session = readBilibiliSession(text);
  if (!session) throw new AppError('bad_request', { params: { field: 'value' } });
  return session;
}

export async function saveSiteSignIn(
  services: Needs,
  userId: string,
  site: CredentialSite,
  session: CheckedSession,
): Promise<void> {
  const values = {
    ...services.secrets.seal(session.value, siteSignInContext(userId, site)),
    expiresAt: session.expiresAt,
    updatedAt: new Date(),
  };
  await services.db
    .insert(siteCredentials)
    .values({ userId, site, ...values })
    .onConflictDoUpdate({ target: [siteCredentials.userId, siteCredentials.site], set: values });
}

export async function removeSiteSignIn({ db }: Needs, userId: string, site: CredentialSite): Promise<void> {
  await db.delete(siteCredentials).where(and(eq(siteCredentials.userId, userId), eq(siteCredentials.site, site)));
}

/** Only for the engine: never log or store the result. Null when it cannot be opened. */
export async function siteCredentialOf(services: Needs, userId: string, site: CredentialSite): Promise<string | null> {
  const { db, secrets, logger } = services;
  const mine = and(eq(siteCredentials.userId, userId), eq(siteCredentials.site, site));
  const [row] = await db.select().from(siteCredentials).where(mine);
  if (!row) return null;
  const session = secrets.open(row, siteSignInContext(userId, site));
  if (session === null) {
    logger.warn({ site, keyId: row.keyId }, 'a stored sign-in cannot be opened: its key is not in the key file');
    return null;
  }
  if (row.keyId !== secrets.currentKeyId) {
    // It was sealed with an older key: seals it again, unless it was replaced meanwhile.
    const fresh = secrets.seal(session, siteSignInContext(userId, site));
    await db
      .update(siteCredentials)
      .set(fresh)
      .where(and(mine, eq(siteCredentials.sealed, row.sealed)));
  }
  return session;
}

export function siteSignInContext(userId: string, site: CredentialSite): string[] {
  return ['site-credential', userId, site];
}
