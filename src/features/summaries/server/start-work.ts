/** Finds the run for a source that a user wants: joins one under way, takes over a fresh one, else starts one. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { batchItems } from '#db/schema/batches.ts';
import { contents, extractions, noteVersions, runs, sources } from '#db/schema/content.ts';
import { storedRow } from '#db/stored-row.ts';
import { type Detail, type Extracted, type Language, zExtracted } from '#engine/domain.ts';
import type { ContentStatus } from '#features/contents/contract.ts';
import type { ContentRecord, KnownExtraction, OwnedContent } from '#features/contents/server/index.ts';
import {
  createContent,
  ensureSource,
  loadExtraction,
  type SourceRecord,
  showExtraction,
  type WantedSource,
  waitForRun,
} from '#features/contents/server/index.ts';
import { storeNote } from '#features/notes/server/index.ts';
import { requireQuota } from '#features/uploads/server/index.ts';
import type { Asker, Services } from '#infra/services.ts';
import type { TaskRequest } from '#infra/tasks/meter.ts';
import { AppError } from '#lib/app-error.ts';
import { noteTask } from '../tasks.ts';
import { costLimited, findFreshRun, isFetchedAnew, knownSeconds } from './note-price.ts';
import { type NoteWish, type OwnWords, runKey, type Writer, wordsKey, writerFor, writerWithoutModel } from './run-key.ts';
import { priorityFor, priorityOfSingle } from './run-priority.ts';
import { enqueueForSite, prioritise } from './site-queue/site-queue.ts';

type RunRecord = typeof runs.$inferSelect;

export type StartOptions = {
  /** Default `standard`. */
  detail?: Detail | undefined;
  /** Shown until the source says its own title. */
  title?: string | undefined;
  /** The length that a preview stated: this time is reserved until the real length is measured. */
  toldSeconds?: number | null | undefined;
  /** Checks the user's storage, but only when work would begin: existing notes are returned even if it is full. */
  needsRoom?: boolean | undefined;
  /** Set for one of many items that were queued together: it goes after single requests. */
  batch?: { id: string; position: number } | undefined;
  /** Gives the extraction with words of the user's own, for this content alone. Those of the source are not looked for then. */
  words?: ((content: ContentRecord) => Extracted) | undefined;
};

export type Started = {
  contentId: string;
  status: ContentStatus;
  existing: boolean;
  /** This call began work or joined it. */
  begun: boolean;
};

/**
 * Makes or finds the user's content for a source and sees to its note. A content that is there with a note, or on
 * its way, is returned as it is; a failed or cancelled one is tried again. All in one transaction with the task.
 *
 * Locks are taken in one order everywhere: task, source, run, content, limits. Errors: `too_many_submissions`,
 * `storage_quota`.
 */
export async function startWork(
  services: Services,
  asker: Asker,
  wanted: WantedSource,
  noteLanguage: Language,
  options: StartOptions = {},
): Promise<Started> {
  const { userId } = asker;
  const wish: NoteWish = { noteLanguage, detail: options.detail ?? 'standard' };
  const writer = await writerFor(services, userId);
  const { waitsFor, ...started } = await services.db.transaction(async (tx): Promise<Started & { waitsFor?: string }> => {
    // A run with a user's own words is for one content: no run in flight is reused, and nobody else waits for this one.
    const inFlight = options.words ? undefined : await lockRunInFlight(services, tx, runKey(writer, wanted.key, wish));
    const source = await ensureSource(tx, wanted);
    const [found] = await tx
      .select()
      .from(contents)
      .where(and(eq(contents.userId, userId), eq(contents.sourceId, source.id)))
      .for('update');
    if (found && (found.status === 'completed' || found.activeRunId !== null)) {
      const existing = { contentId: found.id, status: found.status, existing: true, begun: false };
      return { ...existing, ...(found.activeRunId === null ? {} : { waitsFor: found.activeRunId }) };
    }
    const { batch, title, toldSeconds = null } = options;
    if (options.needsRoom) await requireQuota({ db: tx, settings: services.settings }, userId);
    const content = found ?? (await createContent(services, tx, { userId, source, ...wish, title }));
    const request = { ...asker, needsBudget: false, keyUserId: writer.keyUserId };
    const own = options.words ? { extractionId: randomUUID() } : null;
    if (own && options.words) await storeOwnWords(tx, content, { id: own.extractionId, extracted: options.words(content) });
    const attachment = { content, source, own, wish, writer, inFlight, request, batch: batch !== undefined };
    const { status, runId } = await attachToRun(services, tx, {
      ...attachment,
      refetch: false,
      again: false,
      withoutModel: false,
      toldSeconds,
    });
    if (batch) await tx.insert(batchItems).values({ batchId: batch.id, contentId: content.id, runId, position: batch.position });
    return { contentId: content.id, status, existing: found !== undefined, begun: true };
  });
  // Not in the transaction above: it locks another task while the source is locked, which could end in a deadlock.
  if (waitsFor !== undefined && !options.batch)
    await services.db.transaction((tx) => prioritise(services, tx, waitsFor, priorityOfSingle(0)));
  return started;
}

type AgainOptions = {
  clientAddress: string;
  /** Absent: the words that were chosen before, if any. Null: the source's. A new extraction is stored with the run. */
  words?: OwnWords | { extracted: Extracted } | null;
  /** For this version alone: the next one asks the model again. */
  withoutModel?: boolean | undefined;
  batch?: { id: string; position: number } | undefined;
  also?: (tx: Tx) => Promise<void>;
};

/** Writes the note anew; the current one stays until the new one is whole. Errors: `work_in_progress`, `too_many_submissions`, `server_cost_limit`. */
export async function startAgain(
  services: Services,
  owned: OwnedContent,
  wish: NoteWish,
  { clientAddress, words, withoutModel = false, batch, also }: AgainOptions,
): Promise<ContentStatus> {
  const writer = await (withoutModel ? writerWithoutModel : writerFor)(services, owned.userId);
  return services.db.transaction(async (tx) => {
    const ofSource = eq(sources.id, owned.sourceId);
    const [known] = await tx.select({ key: sources.key }).from(sources).where(ofSource);
    if (!known) throw new AppError('not_found');
    const kept = owned.ownExtractionId === null ? null : { extractionId: owned.ownExtractionId };
    const chosen = words === undefined ? kept : words;
    const own = chosen && 'extracted' in chosen ? { extractionId: randomUUID() } : chosen;
    const inFlight = await lockRunInFlight(services, tx, runKey(writer, wordsKey(known.key, owned.id, own), wish));
    const [source] = await tx.select().from(sources).where(ofSource).for('no key update');
    if (!source) throw new AppError('not_found');
    const [content] = await tx.select().from(contents).where(eq(contents.id, owned.id)).for('update');
    if (!content) throw new AppError('not_found');
    if (content.activeRunId !== null) throw new AppError('work_in_progress');
    // Without a model the new version would be a poorer one than the current.
    const needsBudget = writer.llm !== null && writer.keyUserId === null;
    const request = { userId: owned.userId, clientAddress, needsBudget, keyUserId: writer.keyUserId };
    const refetch = await isFetchedAnew(tx, content, source);
    if (chosen && 'extracted' in chosen && own && 'extractionId' in own)
      await storeOwnWords(tx, content, { id: own.extractionId, extracted: chosen.extracted });
    await also?.(tx);
    const attachment = { content, source, own, wish, writer, inFlight, request, batch: batch !== undefined };
    const { status, runId } = await attachToRun(services, tx, {
      ...attachment,
      refetch,
      again: true,
      withoutModel,
      toldSeconds: null,
    });
    if (batch) await tx.insert(batchItems).values({ batchId: batch.id, contentId: content.id, runId, position: batch.position });
    return status;
  });
}

async function storeOwnWords(tx: Tx, content: ContentRecord, { id, extracted }: KnownExtraction): Promise<void> {
  const { id: contentId, sourceId } = content;
  await tx.insert(extractions).values({ id, sourceId, contentId, data: zExtracted.parse(extracted) });
}

/** Until the transaction ends, the run with this key does not end and no other one begins. */
async function lockRunInFlight(services: Services, tx: Tx, key: string): Promise<RunRecord | undefined> {
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

async function attachToRun(services: Services, tx: Tx, attachment: Attachment): Promise<Attached> {
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
