/** A content waits for at most one run. The run's task is always locked before its contents, which avoids deadlocks. */
import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEnding } from '#infra/tasks/task.ts';
import type { ContentStatus } from '../contract.ts';
import { contentFieldsOf, type KnownExtraction } from './extractions.ts';
import type { ContentRecord } from './owned.ts';
import { keepingOwnTitle } from './show-extraction.ts';

type Waiting = Pick<ContentRecord, 'noteLanguage' | 'detail' | 'ownExtractionId'> & {
  runId: string;
  known: KnownExtraction | null;
};

/** An existing note stays until the run is done, and keeps the time at which it was last changed. */
export async function waitForRun(
  services: Services,
  tx: Tx,
  content: ContentRecord,
  { runId, known, ...fields }: Waiting,
): Promise<ContentStatus> {
  const status: ContentStatus = content.note === null ? 'processing' : 'completed';
  await tx
    .update(contents)
    .set({
      ...(known && content.note === null ? keepingOwnTitle(contentFieldsOf(services, known, content.sourceUrl === null)) : {}),
      ...fields,
      activeRunId: runId,
      status,
      problemCode: null,
      problemParams: null,
      ...(content.note === null ? { updatedAt: new Date() } : {}),
    })
    .where(eq(contents.id, content.id));
  return status;
}

/** Returns the user's contents that waited for these runs and no longer do. */
export async function stopWaiting(
  tx: Tx,
  { userId, contentIds, runIds }: { userId: string; contentIds: string[] | SQLWrapper; runIds: string[] },
): Promise<{ id: string; status: ContentStatus }[]> {
  return tx
    .update(contents)
    .set({
      activeRunId: null,
      status: sql`case when ${contents.note} is null then 'cancelled' else 'completed' end`,
      updatedAt: sql`case when ${contents.note} is null then now() else ${contents.updatedAt} end`,
    })
    .where(and(eq(contents.userId, userId), inArray(contents.id, contentIds), inArray(contents.activeRunId, runIds)))
    .returning({ id: contents.id, status: contents.status });
}

/** Records on every waiting content why the run ended without a note. */
export async function endWaiting(tx: Tx, runId: string, ending: TaskEnding): Promise<void> {
  const waiting = await tx
    .select({ id: contents.id, note: contents.note })
    .from(contents)
    .where(eq(contents.activeRunId, runId))
    .orderBy(contents.id)
    .for('update');
  for (const content of waiting)
    await tx
      .update(contents)
      .set({
        activeRunId: null,
        status: content.note === null ? ending.state : 'completed',
        ...(ending.state === 'failed' ? { problemCode: ending.error.code, problemParams: ending.error.params } : {}),
        ...(content.note === null ? { updatedAt: new Date() } : {}),
      })
      .where(eq(contents.id, content.id));
}
