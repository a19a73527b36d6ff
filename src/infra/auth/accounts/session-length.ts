import { eq, sql } from 'drizzle-orm';
import { hasData } from '#db/account-data.ts';
import type { Db } from '#db/client.ts';
import { session, user } from '#db/schema/auth.ts';

const DAY_SECONDS = 24 * 3600;
/** A guest who loses the cookie loses the library, so the session of a guest with data lasts long. */
export const keptSessionSeconds = 365 * DAY_SECONDS;
export const emptySessionSeconds = 7 * DAY_SECONDS;
const KEPT_SLACK_SECONDS = 7 * DAY_SECONDS;
const EMPTY_SLACK_SECONDS = DAY_SECONDS;

export type GuestSession = { id: string; expiresAt: Date };

type SessionUser = { id: string; isAnonymous: boolean; session: GuestSession };

/** Extends to a week from now for a guest without data, else to a year from now. Returns the end. */
export async function extendSession(db: Db, { id: userId, isAnonymous, session: of }: SessionUser): Promise<Date> {
  const { id, expiresAt } = of;
  const leftSeconds = (expiresAt.getTime() - Date.now()) / 1000;
  if (leftSeconds > keptSessionSeconds - KEPT_SLACK_SECONDS) return expiresAt;
  const [row] = await db
    .select({ kept: sql<boolean>`${hasData(user.id)}` })
    .from(user)
    .where(eq(user.id, userId));
  const kept = !isAnonymous || row?.kept === true;
  const seconds = kept ? keptSessionSeconds : emptySessionSeconds;
  if (leftSeconds > seconds - (kept ? KEPT_SLACK_SECONDS : EMPTY_SLACK_SECONDS)) return expiresAt;
  const next = sql`now() + make_interval(secs => ${seconds})`;
  const [extended] = await db
    .update(session)
    .set({ expiresAt: sql`greatest(${session.expiresAt}, ${next})`, updatedAt: sql`now()` })
    .where(eq(session.id, id))
    .returning({ expiresAt: session.expiresAt });
  return extended?.expiresAt ?? expiresAt;
}
