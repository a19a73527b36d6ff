/** The run for a source that a user wants: joins one under way, takes over a fresh one, else starts one. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { noteVersions, runs } from '#db/schema/content.ts';
import { storedRow } from '#db/stored-row.ts';
import type { ContentStatus } from '#features/contents/contract.ts';
import type { ContentRecord } from '#features/contents/server/index.ts';
import { loadExtraction, type SourceRecord, showExtraction, waitForRun } from '#features/contents/server/index.ts';
import { storeNote } from '#features/notes/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskRequest } from '#infra/tasks/meter.ts';
import { AppError } from '#lib/app-error.ts';
import { noteTask } from '../tasks.ts';
import type { Writer } from './choose-writer.ts';
import { costLimited, findFreshRun, knownSeconds } from './note-price.ts';
import { type NoteWish, type OwnWords, runKey, wordsKey } from './run-key.ts';
import { priorityFor, priorityOfSingle } from './run-priority.ts';
import { enqueueForSite, prioritise } from './site-queue/site-queue.ts';

type RunRecord = typeof runs.$inferSelect;

/** Until the transaction ends, the run with this key does not end and no other one begins. */
export async function lockRunInFlight(services: Services, tx: Tx, key: string): Promise<RunRecord | undefined> {
  const task = await services.tasks.lockForStart(tx, noteTask, key);
  if (!task) return undefined;
  const [run] = await tx.select().from(runs).where(eq(runs.id, task.id));
  return run;
}

type Attachment = {
  content: ContentRecord;
  source: SourceRecord;
  /** Null: the source's own words. */
  own: OwnWords | null;
  wish: NoteWish;
  writer: Writer;
  /** The run with this key that is under way, its task locked. */
  inFlight: RunRecord | undefined;
  request: TaskRequest;
  refetch: boolean;
  again: boolean;
  withoutModel: boolean;
  /** The length that the page of a link stated; null when it was not asked. */
  toldSeconds: number | null;
  batch: boolean;
};

/** `runId` is null when a finished run answered. */
type Attached = { status: ContentStatus; runId: string | null };

export async function joinOrStartRun(services: Services, tx: Tx, attachment: Attachment): Promise<Attached> {
  const { content, source, own, wish, writer, inFlight, request, again, batch } = attachment;
  const key = runKey(writer, wordsKey(source.key, content.id, own), wish);
  const finished = inFlight || again ? undefined : await findFreshRun(tx, key);
  if (finished || inFlight) await services.tasks.join(tx, noteTask, request);
  if (finished) return { status: await takeOver(services, tx, content, finished), runId: null };
  if (inFlight && !batch) await prioritise(services, tx, inFlight.id, priorityOfSingle(0));
  const run = inFlight ?? (await beginRun(services, tx, attachment));
  const found = run.extractionId ? await loadExtraction(tx, run.extractionId) : null;
  // A recording is shown once it was read: until then it would look like a subtitle file.
  const known = found?.extracted.recordingUnread ? null : found;
  const ownExtractionId = own && 'extractionId' in own ? own.extractionId : null;
  const status = await waitForRun(services, tx, content, { runId: run.id, known, ownExtractionId, ...wish });
  await services.events.publish(tx, { type: 'user_work', userId: content.userId });
  return { status, runId: run.id };
}

async function beginRun(
  services: Services,
  tx: Tx,
  { content, source, own, wish, writer, request, refetch, again, withoutModel, batch, toldSeconds }: Attachment,
): Promise<RunRecord> {
  const id = randomUUID();
  const key = runKey(writer, wordsKey(source.key, content.id, own), wish);
  const variant = again ? await variantFor(tx, { content, key, id }) : null;
  const made = await tx
    .insert(runs)
    .values({ id, sourceId: source.id, key, ...wish, keyUserId: writer.keyUserId, withoutModel, refetch, again, variant, ...own })
    .returning();
  const run = storedRow(made);
  const priority = await priorityFor(tx, content.userId, batch);
  const { siteGapFactor } = services.settings;
  const startAfter =
    source.url === null || (own && 'extractionId' in own)
      ? null
      : await enqueueForSite(tx, { id, url: source.url, priority, patient: batch }, siteGapFactor);
  const turn = { priority, ...(batch && startAfter ? { startAfter } : {}) };
  const asked = {
    ...request,
    contentId: content.id,
    seconds: await knownSeconds(tx, { content, source, own, refetch, toldSeconds }),
  };
  await services.tasks.start(tx, noteTask, {
    id,
    key,
    userId: null,
    payload: {},
    ownKey: writer.ownKey,
    request: asked,
    ...turn,
  });
  return run;
}

/**
 * Another version is new work, under the new run's own id. Only where the current note stopped at the cost limit does the work
 * go on under the run that stopped: the windows it finished are not paid for again.
 */
async function variantFor(
  tx: Tx,
  { content, key, id }: { content: ContentRecord; key: string; id: string },
): Promise<string | null> {
  if (content.noteVersionId === null) return id;
  const [stopped] = await tx
    .select({ variant: runs.variant })
    .from(runs)
    .innerJoin(noteVersions, and(eq(noteVersions.id, content.noteVersionId), eq(noteVersions.userId, content.userId)))
    .where(
      and(
        eq(runs.key, key),
        isNotNull(runs.note),
        costLimited(sql`${runs.note} -> 'outline'`),
        costLimited(sql`${noteVersions.outline}`),
      ),
    )
    .orderBy(desc(runs.finishedAt))
    .limit(1);
  return stopped ? stopped.variant : id;
}

async function takeOver(services: Services, tx: Tx, content: ContentRecord, run: RunRecord): Promise<ContentStatus> {
  const { note } = run;
  if (note === null) throw new AppError('internal', { detail: 'completed run without a note' });
  const known = run.extractionId ? await loadExtraction(tx, run.extractionId) : null;
  const { noteLanguage, detail } = run;
  if (known) await showExtraction(services, tx, content, known, { noteLanguage, detail });
  await storeNote(tx, content, note, run.extractionId, known?.extracted.problem);
  await services.events.publish(tx, { type: 'user_work', userId: content.userId });
  return 'completed';
}
