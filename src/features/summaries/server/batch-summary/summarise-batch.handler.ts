/** Begins the notes of a batch one after the other and waits for them. After a crash it goes on with those not begun yet. */
import { eq } from 'drizzle-orm';
import { batchItems } from '#db/schema/batches.ts';
import { sources } from '#db/schema/content.ts';
import type { Problem } from '#features/contents/contract.ts';
import { ownedContents, requireOwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { findAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import type { BatchTask } from '../../tasks.ts';
import { releaseBatch } from '../batches.ts';
import { startNote, startNoteAgain } from '../start-note.ts';
import { readOutcome, zRefused } from './batch-outcome.ts';
import { watchEnds } from './watch-ends.ts';

/** After this time the task makes room for other batches, and goes on a moment later. */
const turnMs = 60_000;
const pauseMs = 1000;
/** Progress events of many notes come in bursts and are gathered for this long. */
const gatherMs = 150;

export async function run(services: Services, batch: BatchTask, context: TaskContext): Promise<void> {
  try {
    const key = await services.tasks.readKey(services.db, context.task.id);
    const sentKey = key && { ...key, userId: batch.userId };
    const refused = await startItems({ ...services, sentKey }, batch, context);
    await waitForItems(services, batch, context, refused);
  } catch (error) {
    // An item that was begun while the batch was cancelled is cancelled as well.
    const task = await services.tasks.read(services.db, context.task.id);
    if (task === null || task.state === 'cancelled') await services.db.transaction((tx) => releaseBatch(services, tx, batch));
    throw error;
  }
}

type Refused = Record<string, Problem>;

async function startItems(services: Services, batch: BatchTask, context: TaskContext): Promise<Refused> {
  const begun = await services.db
    .select({ contentId: batchItems.contentId })
    .from(batchItems)
    .where(eq(batchItems.batchId, batch.batchId));
  const over = new Set(begun.map(({ contentId }) => contentId));
  const refused: Refused = zRefused.safeParse(context.checkpoints.get('refused')).data ?? {};
  let limit: Problem | null = null;
  for (const [position, contentId] of batch.contentIds.entries()) {
    if (over.has(contentId) || refused[contentId]) continue;
    context.signal.throwIfAborted();
    const problem: Problem | null = limit ?? (await startItem(services, batch, { contentId, position }));
    if (problem?.code === 'too_many_submissions') limit = problem;
    if (problem === null) continue;
    refused[contentId] = problem;
    // After the limit all others are refused in the same way: written once, below.
    if (limit === null) await context.checkpoint('refused', refused);
  }
  if (limit !== null) await context.checkpoint('refused', refused);
  return refused;
}

/** The problem that prevented the start; null otherwise. */
async function startItem(
  services: Services,
  { userId, batchId, clientAddress }: BatchTask,
  { contentId, position }: { contentId: string; position: number },
): Promise<Problem | null> {
  const { db } = services;
  const batch = { id: batchId, position };
  try {
    const content = await requireOwnedContent(db, userId, contentId);
    const { noteLanguage, detail, note, activeRunId } = content;
    if (note !== null || activeRunId !== null) {
      await joinItem(db, batch, content);
      return null;
    }
    const [source] = await db
      .select({ key: sources.key, url: sources.url })
      .from(sources)
      .where(eq(sources.id, content.sourceId));
    if (!source || source.url === null) return { code: 'not_found', params: {} };
    // Read without giving a note, or with words that its owner chose: `startNote` would skip the first and drop these words.
    if (content.status === 'completed' || content.ownExtractionId !== null)
      await startNoteAgain(services, content, { noteLanguage, detail }, { clientAddress, batch });
    else {
      const wanted = { key: source.key, url: source.url };
      const { begun } = await startNote(services, { userId, clientAddress }, wanted, noteLanguage, { detail, batch });
      if (!begun) await joinItem(db, batch, await requireOwnedContent(db, userId, contentId));
    }
    return null;
  } catch (error) {
    const known = findAppError(error);
    if (!known || known.code === 'database_unavailable') throw error;
    // Deleted since it was chosen.
    if (known.code === 'not_found') return null;
    if (known.code !== 'work_in_progress') return { code: known.code, params: { ...known.params } };
    const [content] = await ownedContents(db, userId, [contentId]);
    if (content) await joinItem(db, batch, content);
    return null;
  }
}

/** An item that was begun elsewhere since it was chosen counts as the batch's: it is waited for, and has a result. */
async function joinItem(
  db: Services['db'],
  { id, position }: { id: string; position: number },
  content: { id: string; activeRunId: string | null },
): Promise<void> {
  const item = { batchId: id, contentId: content.id, runId: content.activeRunId, position };
  await db.insert(batchItems).values(item).onConflictDoNothing();
}

async function waitForItems(services: Services, batch: BatchTask, context: TaskContext, refused: Refused): Promise<void> {
  const until = Date.now() + turnMs;
  const ends = watchEnds(services, batch.userId, context.signal);
  try {
    for (;;) {
      const { outcome, open } = await readOutcome(services.db, batch, refused);
      const { total, summarised, skipped } = outcome;
      const done = total - open.length;
      context.stage('summarising', (100 * done) / total, 'summarising', { total, done, summarised, skipped });
      if (open.length === 0) {
        await context.checkpoint('outcome', outcome);
        return;
      }
      if (Date.now() > until) return context.putOff(pauseMs);
      await ends.wait(open);
      await sleep(gatherMs, context.signal);
    }
  } finally {
    ends.close();
  }
}
