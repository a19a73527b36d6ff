import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { batchItems } from '#db/schema/batches.ts';
import { contents, extractions, sources } from '#db/schema/content.ts';
import { type Detail, type Extracted, type Language, zExtracted } from '#engine/domain.ts';
import type { ContentStatus } from '#features/contents/contract.ts';
import type { ContentRecord, KnownExtraction, OwnedContent } from '#features/contents/server/index.ts';
import { createContent, ensureSource, type WantedSource } from '#features/contents/server/index.ts';
import { requireQuota } from '#features/uploads/server/index.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { writerFor, writerWithoutModel } from './choose-writer.ts';
import { joinOrStartRun, lockRunInFlight } from './join-or-start-run.ts';
import { isFetchedAnew } from './note-price.ts';
import { type NoteWish, type OwnWords, runKey, wordsKey } from './run-key.ts';
import { priorityOfSingle } from './run-priority.ts';
import { prioritise } from './site-queue/site-queue.ts';

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
export async function startNote(
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
    const { status, runId } = await joinOrStartRun(services, tx, {
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
export async function startNoteAgain(
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
    const { status, runId } = await joinOrStartRun(services, tx, {
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
