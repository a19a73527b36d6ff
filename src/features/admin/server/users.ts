import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { createPageCursor } from '#db/page-cursor.ts';
import { user } from '#db/schema/auth.ts';
import { balancesOf } from '#features/metering/server/index.ts';
import { toAuthUser } from '#infra/auth/accounts/auth-user.ts';
import { AppError } from '#lib/app-error.ts';
import type { ListedUser, UserDetail } from '../contract.ts';

const pageSize = 30;
const cursors = createPageCursor(z.iso.datetime(), z.string().min(1).max(100));

const extra = {
  at: sql<string>`to_char(${user.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  seenAt: sql<string | null>`(select max(updated_at) from session where session.user_id = "user".id and expires_at > now())`,
  sessions: sql<number>`(select count(*)::int from session where session.user_id = "user".id and expires_at > now())`,
  items: sql<number>`(select count(*)::int from contents where contents.user_id = "user".id)`,
  secondsLeft: sql<string | null>`(select available from ledger_accounts a where a.user_id = "user".id and a.kind = 'time')`,
};
type Row = { row: typeof user.$inferSelect; seenAt: string | null; items: number; secondsLeft: string | null };

export async function listUsers(
  db: Db,
  { search, guests, cursor }: { search: string; guests: boolean; cursor: string | null },
): Promise<{ users: ListedUser[]; nextCursor: string | null }> {
  const rows = await db
    .select({ row: user, ...extra })
    .from(user)
    .where(
      and(
        eq(user.isOwner, false),
        guests ? sql`${user.isAnonymous}` : sql`${user.isAnonymous} is not true`,
        search === '' ? undefined : matches(search),
        cursor === null ? undefined : isAfter(cursor),
      ),
    )
    .orderBy(desc(user.createdAt), desc(user.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    users: page.map(toListed),
    nextCursor: rows.length > pageSize && last ? cursors.encode({ value: last.at, id: last.row.id }) : null,
  };
}

/** Errors: `not_found`. */
export async function readUser(db: Db, userId: string): Promise<UserDetail> {
  const [found] = await db
    .select({ row: user, ...extra })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.isOwner, false)));
  if (!found) throw new AppError('not_found');
  const { micros } = await balancesOf(db, userId);
  const { isAdmin, isLifetime, paidUntil } = found.row;
  return {
    ...toListed(found),
    ...{ isAdmin, isLifetime },
    paidUntil: paidUntil?.toISOString() ?? null,
    sessions: found.sessions,
    balanceUsd: micros === null ? null : micros / 1_000_000,
  };
}

function toListed({ row, seenAt, items, secondsLeft }: Row): ListedUser {
  const { id, name, email, role, createdAt } = toAuthUser(row, { id: '', expiresAt: row.createdAt });
  return {
    ...{ id, name, email, role, items },
    createdAt: createdAt.toISOString(),
    seenAt: seenAt === null ? null : new Date(seenAt).toISOString(),
    secondsLeft: secondsLeft === null ? null : Number(secondsLeft),
  };
}

function matches(search: string): SQL | undefined {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return or(sql`${user.email} ilike ${pattern}`, sql`${user.name} ilike ${pattern}`);
}

function isAfter(cursor: string): SQL | undefined {
  const { value, id } = cursors.decode(cursor);
  const at = sql`${value}::timestamptz`;
  return or(sql`${user.createdAt} < ${at}`, and(sql`${user.createdAt} = ${at}`, lt(user.id, id)));
}
