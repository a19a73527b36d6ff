/** The part of the ledger that a user sees. */
import { and, count, desc, eq, gt, isNotNull, lt, min, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { user } from '#db/schema/auth.ts';
import { contents } from '#db/schema/content.ts';
import { ledgerAccounts, ledgerEntries, ledgerGrants, ledgerHolds } from '#db/schema/ledger.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { may } from '#lib/roles.ts';
import type { meteringContract, TimeEntry } from '../contract.ts';
import { findAccount, findCurrentAccount, lockAccount } from './ledger/accounts.ts';
import { bringUpToDate } from './time-grants.ts';

type Contract = typeof meteringContract;
type Answer<Call extends keyof Contract> = z.input<Contract[Call]['output']>;
type Person = Pick<AuthUser, 'id' | 'role'>;

/** For a visitor without an account: the time that a new account would get. */
export async function remainingTime(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  person: Person | null,
): Promise<Answer<'user.remainingTime'>> {
  const { time } = settings;
  if (time === null) return { remainingTime: null, expiresAt: null };
  if (person === null) return { remainingTime: time.startingSeconds + time.monthlySeconds, expiresAt: null };
  if (may(person.role, 'unlimitedTime')) {
    const [row] = await db.select({ paidUntil: user.paidUntil }).from(user).where(eq(user.id, person.id));
    return { remainingTime: null, expiresAt: person.role === 'paid' ? (row?.paidUntil?.toISOString() ?? null) : null };
  }
  const account =
    (await findCurrentAccount(db, person.id, 'time')) ??
    (await db.transaction(async (tx) => bringUpToDate(tx, await lockAccount(tx, person.id, 'time'), time)));
  const [first] = await db
    .select({ at: min(ledgerGrants.expiresAt) })
    .from(ledgerGrants)
    .where(and(eq(ledgerGrants.accountId, account.id), gt(ledgerGrants.remaining, 0), gt(ledgerGrants.expiresAt, sql`now()`)));
  return { remainingTime: account.available, expiresAt: first?.at?.toISOString() ?? null };
}

/** The total length of recordings with a note: the time it would have taken to listen to them. */
export async function savedTime({ db }: Pick<Services, 'db'>, userId: string): Promise<{ minutes: number; items: number }> {
  const [row] = await db
    .select({ ms: sql<number>`coalesce(sum(${contents.durationMs}), 0)::float8`, items: count() })
    .from(contents)
    .where(and(eq(contents.userId, userId), isNotNull(contents.noteVersionId), isNotNull(contents.durationMs)));
  return { minutes: Math.round((row?.ms ?? 0) / 600) / 100, items: row?.items ?? 0 };
}

export async function timeAccount(
  services: Services,
  person: Person & Pick<AuthUser, 'isOwner'>,
): Promise<Answer<'user.timeAccount'>> {
  const [{ items }, money] = await Promise.all([
    savedTime(services, person.id),
    may(person.role, 'holdApiBalance') ? findAccount(services.db, person.id, 'api') : null,
  ]);
  return {
    savedItems: items,
    member: services.settings.time !== null && !person.isOwner && may(person.role, 'unlimitedTime'),
    licenses: services.licenseVendors.length === 0 ? 'off' : may(person.role, 'activateLicense') ? 'on' : 'sign-in',
    balanceUsd: money && money.available / 1_000_000,
  };
}

/** Newest first. */
export async function timeEntries(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { limit, cursor }: z.output<Contract['user.timeEntries']['input']>,
): Promise<Answer<'user.timeEntries'>> {
  const rows = await db
    .select({ entry: ledgerEntries, grant: ledgerGrants, contentId: contents.id, title: contents.title })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .leftJoin(ledgerGrants, eq(ledgerGrants.id, ledgerEntries.grantId))
    .leftJoin(ledgerHolds, eq(ledgerHolds.id, ledgerEntries.holdId))
    .leftJoin(contents, and(eq(contents.id, ledgerHolds.contentId), eq(contents.userId, userId)))
    .where(
      and(
        eq(ledgerAccounts.userId, userId),
        eq(ledgerAccounts.kind, 'time'),
        cursor === undefined ? undefined : lt(ledgerEntries.id, cursor),
      ),
    )
    .orderBy(desc(ledgerEntries.id))
    .limit(limit + 1);
  const entries = rows.slice(0, limit).map(({ entry, grant, contentId, title }): TimeEntry => {
    const { id, createdAt, amount, balanceAfter, cause } = entry;
    return {
      ...{ id, amount, cause },
      at: createdAt.toISOString(),
      balanceAfter: balanceAfter ?? 0,
      reason: grant?.reason ?? null,
      remark: grant?.remark ?? null,
      content: contentId === null || title === null ? null : { contentId, title },
    };
  });
  return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
