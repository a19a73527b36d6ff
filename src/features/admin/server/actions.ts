/** Administrators' changes to accounts. Each change and its log entry are one transaction. */
import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { timeCursor } from '#db/page-cursor.ts';
import { adminActions } from '#db/schema/admin-actions.ts';
import { user } from '#db/schema/auth.ts';
import { changeBalance } from '#features/metering/server/index.ts';
import { changeMembership, type Membership } from '#infra/auth/accounts/administrators.ts';
import { endAllSessions } from '#infra/auth/sessions.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { AdminAction } from '../contract.ts';
import { writeRole } from '../shared/role-text.ts';

const pageSize = 30;

type About = { adminId: string; userId: string; reason: string };
/** `userId` null: the action is about no account. */
type Noted = Omit<About, 'userId'> & { userId: string | null };
type Line = Pick<typeof adminActions.$inferInsert, 'id' | 'kind' | 'details'>;

/** False when the request was already carried out. */
export async function note(tx: Tx, { adminId, userId, reason }: Noted, line: Line): Promise<boolean> {
  const made = await tx
    .insert(adminActions)
    .values({ ...line, adminId, subjectId: userId, reason })
    .onConflictDoNothing()
    .returning({ id: adminActions.id });
  return made.length > 0;
}

/** Nothing is stored when nothing changes. Errors: `not_found`, `not_allowed`, `last_admin`, `paid_until_past`. */
export async function changeRole({ db }: Pick<Services, 'db'>, about: About, wanted: Membership): Promise<void> {
  await db.transaction(async (tx) => {
    const before = roleText(await changeMembership(tx, { userId: about.userId, by: about.adminId }, wanted));
    const after = roleText(wanted);
    if (before !== after) await note(tx, about, { kind: 'role', details: { before, after } });
  });
}

function roleText({ isAdmin, isLifetime, paidUntil }: Membership): string {
  return writeRole({ isAdmin, isLifetime, paidUntil: paidUntil?.toISOString().slice(0, 10) ?? null });
}

/** Errors: `not_found`. */
export async function endSessions({ db }: Pick<Services, 'db'>, about: About): Promise<void> {
  await db.transaction(async (tx) => {
    await requireUser(tx, about.userId);
    const ended = await endAllSessions(tx, about.userId);
    await note(tx, about, { kind: 'sessions', details: { ended } });
  });
}

type BalanceChange = About & { requestId: string; kind: 'time' | 'api'; amount: number };

/** A repeated request changes nothing. Errors: `not_found`, `balance_too_small`; `conflict` for a different change of this id. */
export async function correctBalance(services: Pick<Services, 'db' | 'settings'>, change: BalanceChange): Promise<void> {
  const { requestId: id, userId, kind, amount, reason } = change;
  await services.db.transaction(async (tx) => {
    await requireUser(tx, userId);
    const line = { id, kind: kind === 'time' ? 'time' : 'money', details: { amount } } as const;
    if (await note(tx, change, line)) await changeBalance(services, tx, { userId, kind, amount, key: id, remark: reason });
    else await requireSame(tx, change, line);
  });
}

async function requireSame(tx: Tx, { adminId, userId, reason }: About, { id, kind, details }: Line): Promise<void> {
  const asked = and(eq(adminActions.adminId, adminId), eq(adminActions.subjectId, userId), eq(adminActions.reason, reason));
  const [made] = await tx
    .select({ id: adminActions.id })
    .from(adminActions)
    .where(
      and(
        ...[eq(adminActions.id, id ?? ''), eq(adminActions.kind, kind), asked],
        sql`${adminActions.details} = ${JSON.stringify(details)}::jsonb`,
      ),
    );
  if (!made) throw new AppError('conflict', { detail: 'another change under this id' });
}

async function requireUser(tx: Tx, userId: string): Promise<void> {
  const [row] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.isOwner, false)))
    .for('key share');
  if (!row) throw new AppError('not_found');
}

export async function listActions(
  db: Db,
  { userId, cursor }: { userId: string | null; cursor: string | null },
): Promise<{ actions: AdminAction[]; nextCursor: string | null }> {
  const rows = await db
    .select({
      action: adminActions,
      at: sql<string>`to_char(${adminActions.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      admin: nameOf(sql`admin_actions.admin_id`),
      subject: nameOf(sql`admin_actions.subject_id`),
    })
    .from(adminActions)
    .where(and(userId === null ? undefined : eq(adminActions.subjectId, userId), cursor === null ? undefined : isAfter(cursor)))
    .orderBy(desc(adminActions.createdAt), desc(adminActions.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    actions: page.map(({ action: { id, kind, details, reason, createdAt }, ...names }) => ({
      ...{ id, kind, details, reason },
      admin: names.admin,
      subject: names.subject,
      at: createdAt.toISOString(),
    })),
    nextCursor: rows.length > pageSize && last ? timeCursor.encode({ value: last.at, id: last.action.id }) : null,
  };
}

function nameOf(id: SQL): SQL<string | null> {
  return sql<
    string | null
  >`(select case when u.is_anonymous then 'guest ' || left(u.id, 6) else u.email end from ${user} u where u.id = ${id})`;
}

function isAfter(cursor: string): SQL | undefined {
  const { value, id } = timeCursor.decode(cursor);
  const at = sql`${value}::timestamptz`;
  return or(sql`${adminActions.createdAt} < ${at}`, and(sql`${adminActions.createdAt} = ${at}`, lt(adminActions.id, id)));
}
