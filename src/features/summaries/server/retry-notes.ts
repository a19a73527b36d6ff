import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { contents, runs } from '#db/schema/content.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { startNoteAgain } from './start-note.ts';

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

/** `runId`: the run that writes the first of them. */
type Retried = { runId: string; begun: number; total: number };

/**
 * Begins the notes again that a failed run left unwritten, for everybody who waited for it and can begin one now.
 * Errors: `task_not_repeatable` when nobody waits any more; those of a start when none is begun.
 */
export async function retryNotes(services: Services, runId: string, clientAddress: string): Promise<Retried> {
  const left = await services.db
    .select({
      id: contents.id,
      userId: contents.userId,
      noteLanguage: runs.noteLanguage,
      detail: runs.detail,
      withoutModel: runs.withoutModel,
    })
    .from(runs)
    .innerJoin(contents, waitsForRun)
    .where(and(eq(runs.id, runId), isUnwritten))
    .orderBy(contents.createdAt, contents.id)
    .limit(mostContents);
  if (left.length === 0) throw new AppError('task_not_repeatable');
  const begun: string[] = [];
  let refusal: AppError | null = null;
  for (const { id, userId, noteLanguage, detail, withoutModel } of left)
    try {
      const owned = await requireOwnedContent(services.db, userId, id);
      await startNoteAgain(services, owned, { noteLanguage, detail }, { clientAddress, withoutModel });
      begun.push(id);
    } catch (error) {
      // One who is out of time keeps nobody else waiting.
      const known = findAppError(error);
      if (!known || known.code === 'database_unavailable') throw error;
      refusal ??= known;
    }
  const [first] = begun;
  if (first === undefined) throw refusal ?? new AppError('task_not_repeatable');
  const [content] = await services.db.select({ runId: contents.activeRunId }).from(contents).where(eq(contents.id, first));
  return { runId: content?.runId ?? runId, begun: begun.length, total: left.length };
}
