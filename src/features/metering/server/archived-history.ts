/** The ledger of a user as an archive has it: to be read by people. No import reads it, because an archive must not grant anything. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { ledgerAccounts, ledgerEntries, ledgerGrants, ledgerHolds, licenses } from '#db/schema/ledger.ts';

const rowsAtOnce = 1000;
const microsPerDollar = 1_000_000;

/** JSON text in pieces, oldest entry first, so that a long history is never in memory at once. */
export async function* writeHistory(executor: Executor, userId: string): AsyncGenerator<string> {
  yield '{"entries":[';
  let after = 0;
  for (;;) {
    const rows = await readEntries(executor, userId, after);
    const lines = rows.map((row) => JSON.stringify(toLine(row)));
    if (lines.length > 0) yield `${after === 0 ? '' : ','}\n${lines.join(',\n')}`;
    after = rows.at(-1)?.entry.id ?? after;
    if (rows.length < rowsAtOnce) break;
  }
  yield '\n]}';
}

type Row = Awaited<ReturnType<typeof readEntries>>[number];

async function readEntries(executor: Executor, userId: string, after: number) {
  return executor
    .select({
      entry: ledgerEntries,
      kind: ledgerAccounts.kind,
      reason: ledgerGrants.reason,
      remark: ledgerGrants.remark,
      title: contents.title,
      product: licenses.product,
      order: licenses.orderReference,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .leftJoin(ledgerGrants, eq(ledgerGrants.id, ledgerEntries.grantId))
    .leftJoin(licenses, and(eq(licenses.grantId, ledgerGrants.id), eq(licenses.userId, userId)))
    .leftJoin(ledgerHolds, eq(ledgerHolds.id, ledgerEntries.holdId))
    .leftJoin(contents, and(eq(contents.id, ledgerHolds.contentId), eq(contents.userId, userId)))
    .where(and(eq(ledgerAccounts.userId, userId), gt(ledgerEntries.id, after)))
    .orderBy(asc(ledgerEntries.id))
    .limit(rowsAtOnce);
}

function toLine({ entry: { createdAt, amount, balanceAfter, cause }, kind, ...about }: Row) {
  const figures =
    kind === 'time'
      ? { seconds: amount, balanceSeconds: balanceAfter }
      : { usd: amount / microsPerDollar, balanceUsd: balanceAfter === null ? null : balanceAfter / microsPerDollar };
  return { at: createdAt.toISOString(), ...figures, cause, ...about };
}
