import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { transactionThatGivesWay } from '#db/give-way.ts';
import { lockForMerge, mergeAccounts } from '#db/merge-accounts.ts';
import { contents } from '#db/schema/content.ts';
import { moveSecrets } from '#features/credentials/server/index.ts';
import { moveBoughtTime, settleReferral } from '#features/metering/server/index.ts';
import { appointAdministrator, hasAccounts } from '#infra/auth/accounts/administrators.ts';
import { guestsWithData } from '#infra/auth/accounts/guests-with-data.ts';
import { isOverdue } from '#infra/auth/accounts/overdue-accounts.ts';
import { ensureOwner, findUnclaimedOwner } from '#infra/auth/accounts/owner.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import { joinCounts } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';

/** Moves everything of `from` to `to` and deletes `from`, in one transaction. */
export async function joinAccounts(services: Services, ids: { from: string; to: string }): Promise<void> {
  // What begins work locks an account of the ledger before its user, or after it.
  await transactionThatGivesWay(services.db, async (tx) => {
    // Workers lock their task before other rows of its user.
    await services.tasks.cancelAll(tx, { userId: ids.from });
    await lockRunsOf(services, tx, ids.from);
    if (!(await lockForMerge(tx, ids))) return;
    await moveSecrets(services, tx, ids);
    await moveBoughtTime(tx, ids);
    await joinCounts(tx, ids);
    await mergeAccounts(tx, ids);
  });
}

/** A run that ended while its content is moved would find neither the old content nor the one that now waits for it. */
async function lockRunsOf(services: Services, tx: Tx, userId: string): Promise<void> {
  const waiting = await tx
    .selectDistinct({ runId: sql<string>`${contents.activeRunId}` })
    .from(contents)
    .where(and(eq(contents.userId, userId), isNotNull(contents.activeRunId)));
  await services.tasks.lock(
    tx,
    waiting.map(({ runId }) => runId),
  );
}

/**
 * After a sign-in: moves the data of the browser's guest to the account, and gives the first administrator the library from the
 * time when this server was for one person. Errors: `deletion_begun`, so that nothing moves into an account being deleted.
 */
export async function settleSignIn(services: Services, before: AuthUser | null, after: AuthUser): Promise<void> {
  if (await isOverdue(services.db, after.id)) throw new AppError('deletion_begun');
  if (before?.isAnonymous && before.id !== after.id) await joinAccounts(services, { from: before.id, to: after.id });
  await settleReferral(services, after);
  if (!(await appointAdministrator(services.db, after.id, services.settings.accounts.adminEmail))) return;
  const owner = await findUnclaimedOwner(services.db);
  if (owner !== null && owner !== after.id) await joinAccounts(services, { from: owner, to: after.id });
}

/** On a server for one person every browser is the owner, so the owner takes over what guests of earlier versions made. */
export async function prepareOwner(services: Services): Promise<void> {
  const hadAccounts = await hasAccounts(services.db);
  const owner = await ensureOwner(services.db);
  // On a server that had accounts, guests may have been other people.
  if (hadAccounts) return;
  for (const from of await guestsWithData(services.db)) await joinAccounts(services, { from, to: owner });
}
