import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { invitations } from '#db/schema/invitations.ts';
import { AppError } from '#lib/app-error.ts';
import type { Invitation } from '../contract.ts';

const codeBytes = 18;
const mostListed = 200;

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

type NewInvitation = { email: string | null; note: string; mostUses: number; days: number; createdBy: string };

/** Only a hash of the code is stored, so it cannot be read again. */
export async function createInvitation(db: Db, { days, ...values }: NewInvitation): Promise<{ code: string }> {
  const code = randomBytes(codeBytes).toString('base64url');
  await db
    .insert(invitations)
    .values({ ...values, codeHash: hashOf(code), expiresAt: sql`now() + make_interval(days => ${days})` });
  return { code };
}

export async function listInvitations(db: Db): Promise<Invitation[]> {
  const rows = await db.select().from(invitations).orderBy(desc(invitations.createdAt), desc(invitations.id)).limit(mostListed);
  return rows.map(({ id, email, note, mostUses, uses, createdAt, expiresAt }) => ({
    id,
    email,
    note,
    mostUses,
    uses,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isOver: expiresAt <= new Date(),
  }));
}

/** Errors: `not_found`. */
export async function deleteInvitation(db: Db, id: string): Promise<void> {
  const deleted = await db.delete(invitations).where(eq(invitations.id, id)).returning({ id: invitations.id });
  if (deleted.length === 0) throw new AppError('not_found');
}

const isOpen = (code: string) =>
  and(eq(invitations.codeHash, hashOf(code)), gt(invitations.expiresAt, sql`now()`), lt(invitations.uses, invitations.mostUses));

/** For whom it is shows only at the end, when it is taken. Errors: `invitation_invalid`. */
export async function requireOpenInvitation(db: Db, code: string): Promise<void> {
  const [open] = await db.select({ id: invitations.id }).from(invitations).where(isOpen(code));
  if (!open) throw new AppError('invitation_invalid');
}

/** Counts one use; the returned function undoes that. Errors: `invitation_needed`, `invitation_invalid`. */
export async function takeInvitation(db: Db, code: string | undefined, email: string): Promise<() => Promise<void>> {
  if (!code) throw new AppError('invitation_needed');
  const [taken] = await db
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .where(and(isOpen(code), or(isNull(invitations.email), eq(invitations.email, email.toLowerCase()))))
    .returning({ id: invitations.id });
  if (!taken) throw new AppError('invitation_invalid');
  return async () => {
    await db
      .update(invitations)
      .set({ uses: sql`greatest(0, ${invitations.uses} - 1)` })
      .where(eq(invitations.id, taken.id));
  };
}
