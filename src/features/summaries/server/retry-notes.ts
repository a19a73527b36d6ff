import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { contents, runs } from '#db/schema/content.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { startAgain } from './start-work.ts';

/** Only on a large server do more wait for one source, and each is started by itself. */
const mostContents = 100;

const waitsForRun = and(
  eq(contents.sourceId, runs.sourceId),
  eq(contents.noteLanguage, runs.noteLanguage),
  eq(contents.detail, runs.detail),
);
const isUnwritten = and(isNull(runs.note), eq(contents.status, 'failed'), isNull(contents.activeRunId));

/** Those of the runs with an unwritten note that is still wanted. */
export async function unwrittenRuns(db: Db, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (runIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: runs.id })
    .from(runs)
    .innerJoin(contents, waitsForRun)
    .where(and(inArray(runs.id, [...runIds]), isUnwritten));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Begins the notes again that a failed run left unwritten, for everybody who waited for it. Gives the run that does it.
 * Errors: `task_not_repeatable` when nobody waits any more, those of a start.
 */
export async function retryNotes(services: Services, runId: string, clientAddress: string): Promise<string> {
  const left = await services.db
    .select({ id: contents.id, userId: contents.userId, noteLanguage: runs.noteLanguage, detail: runs.detail })
    .from(runs)
    .innerJoin(contents, waitsForRun)
    .where(and(eq(runs.id, runId), isUnwritten))
    .orderBy(contents.createdAt, contents.id)
    .limit(mostContents);
  const [first] = left;
  if (!first) throw new AppError('task_not_repeatable');
  for (const { id, userId, noteLanguage, detail } of left) {
    const owned = await requireOwnedContent(services.db, userId, id);
    await startAgain(services, owned, { noteLanguage, detail }, { clientAddress });
  }
  const [begun] = await services.db.select({ runId: contents.activeRunId }).from(contents).where(eq(contents.id, first.id));
  return begun?.runId ?? runId;
}
