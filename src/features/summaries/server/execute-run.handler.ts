/** The job behind every note: resolve the source, write the note, hand it to everyone who waits for it. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { blobGarbage, contents, extractions, runEvents, runs, sources } from '#db/schema/content.ts';
import { type Extracted, type Language, type Note, zExtracted, zNote } from '#engine/domain.ts';
import type { Asker, EnginePorts } from '#engine/ports.ts';
import { resolveSource, writeNote } from '#engine/run.ts';
import type { SourceInput } from '#engine/sources/source.ts';
import { contentFieldsOf, createCheckpoints, freshExtraction, loadExtraction } from '#features/contents/server/index.ts';
import { storeNote } from '#features/notes/server/index.ts';
import { openPaidModel } from '#features/usage/server/index.ts';
import { fetchFor } from '#infra/guarded-fetch/fetch-for.ts';
import { goesBack, type JobContext, type JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { AppError, errorCodes, toAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import { siteAnswered } from './rate-limit/rate-limit.ts';
import { refuseWait, type SiteWatch, turnOf, waitForSite, watchingFetch } from './rate-limit/run-turn.ts';
import { createRunCredential } from './run-credential.ts';
import { claimRun, createRunRecorder, holdsLease, type RunLease, type RunRecorder } from './run-recorder.ts';

/**
 * A passing failure is worth another try; somebody is waiting, so it is one. A pause that a provider asks for is kept,
 * and does not count.
 */
const RETRIES = 1;
const RETRY_DELAY_MS = 3_000;

/** Longer than any run may take: what is unclaimed by then never will be. */
const UNCLAIMED_MS = 12 * 60 * 60_000;

/** A run that took this many workers with it is not tried again. */
const MOST_CLAIMS = 8;

const LONGEST_SPACE_WAIT_MS = 24 * 60 * 60_000;

type Run = NonNullable<Awaited<ReturnType<typeof claimRun>>>;

export function createExecuteRun(services: Services): JobHandler<{ runId: string }> {
  return {
    run: ({ runId }, context) => executeRun(services, runId, context),
    // The worker was killed at its last attempt: nobody is left who could say so.
    async onDead({ runId }, { error }) {
      const run = await claimRun(services, runId);
      if (!run) return;
      const recorder = createRunRecorder(services, { runId, lease: run.lease }, run.startedAt ?? new Date(), () => undefined);
      const code = errorCodes.find((known) => known === error.code) ?? 'internal';
      await failRun(services, { runId, lease: run.lease }, new AppError(code), recorder.elapsedMs());
    },
  };
}

async function executeRun(services: Services, runId: string, context: JobContext): Promise<void> {
  const turn = await turnOf(services, runId, context);
  if (turn === null) return;
  const run = await claimRun(services, runId);
  if (!run) return;
  const lease: RunLease = { runId, lease: run.lease };
  const cancelled = new AbortController();
  const stop = () => cancelled.abort(new AppError('cancelled', { detail: 'run cancelled or taken over' }));
  const unsubscribe = services.events.subscribe((signal) => {
    if (signal?.type === 'run_cancelled' && signal.runId === runId) stop();
  });
  const recorder = createRunRecorder(services, lease, run.startedAt ?? new Date(), stop);
  const signal = AbortSignal.any([context.signal, cancelled.signal]);
  const site: SiteWatch = { url: turn.url, askedMs: null };
  try {
    // A site that sent the run away took no worker with it.
    if (run.lease - turn.blocks > MOST_CLAIMS) {
      context.logger.error({ runId }, 'run was claimed too often');
      await failRun(services, lease, new AppError('internal'), recorder.elapsedMs());
      return;
    }
    if (run.lease > 1) recorder.stage('queued', 0, 'resuming');
    const known = await obtainExtraction(services, run, lease, { recorder, signal, site });
    if (!known.extracted.transcript) throw new AppError(known.extracted.problem ?? 'document_no_text');
    recorder.stage('outline', 15, 'finding_chapters');
    const ports = {
      ...portsFor(services, run, await askerOf(services, run)),
      llm: await openPaidModel(services, { job: `note:${run.id}`, kind: 'note', userId: run.keyUserId }, run.keyUserId),
    };
    const note = await writeNote(known.extracted, {
      noteLanguage: run.noteLanguage,
      detail: run.detail,
      variant: run.variant ?? undefined,
      ports,
      progress: recorder,
      signal,
    });
    await recorder.flush();
    await completeRun(services, lease, known, note, recorder);
  } catch (error) {
    await recorder.flush().catch(() => undefined);
    if (!cancelled.signal.aborted && (await waitForSite(services, run, { context, site, error }))) return;
    if (!cancelled.signal.aborted && (await waitForSpace(run, recorder, context, error))) return;
    await endFailed(services, lease, recorder, context, cancelled.signal, error);
  } finally {
    unsubscribe();
  }
}

/** Whose requests the run makes: those of the user who asked first, or the server's when no one waits any more. */
async function askerOf(services: Services, run: Pick<Run, 'id' | 'keyUserId'>): Promise<Asker> {
  if (run.keyUserId !== null) return { userId: run.keyUserId };
  const [first] = await services.db
    .select({ userId: contents.userId })
    .from(contents)
    .where(eq(contents.activeRunId, run.id))
    .orderBy(contents.createdAt)
    .limit(1);
  return first ?? {};
}

function portsFor(services: Services, run: Pick<Run, 'sourceId'>, asker: Asker, site?: SiteWatch): EnginePorts {
  const fetch = fetchFor(services.fetch, asker);
  return {
    fetch: site ? watchingFetch(fetch, site) : fetch,
    media: services.media,
    compute: services.compute,
    extractPage: services.extractPage,
    renderPage: services.renderPage,
    readDocument: services.readDocument,
    youtubeClients: services.youtubeClients,
    ytDlp: services.ytDlp.forAsker(asker),
    blobs: createRunBlobs(services),
    speech: services.speech,
    llm: services.llm,
    checkpoints: createCheckpoints(services.db, run.sourceId),
    clock: { now: Date.now, sleep },
  };
}

/**
 * A file that a run stores belongs to nobody until the run's extraction names it: should the worker be killed in
 * between, the tidy job finds it in the list of what may be garbage.
 */
function createRunBlobs(services: Services): EnginePorts['blobs'] {
  return {
    async put(key, bytes) {
      await services.db.insert(blobGarbage).values({ blobKey: key, createdAt: new Date(Date.now() + UNCLAIMED_MS) });
      return services.blobs.put(key, bytes);
    },
    localPath: (key) => services.blobs.localPath(key),
    delete: (key) => services.blobs.delete(key),
  };
}

/** What the source says: from an earlier attempt of this run, from a fresh extraction of the same source, else found now and stored. */
async function obtainExtraction(
  services: Services,
  run: Run,
  lease: RunLease,
  { recorder, signal, site }: { recorder: RunRecorder; signal: AbortSignal; site: SiteWatch },
) {
  if (run.extractionId) {
    const known = await loadExtraction(services.db, run.extractionId);
    if (known) return known;
  }
  const [source] = await services.db.select().from(sources).where(eq(sources.id, run.sourceId));
  if (!source) throw new AppError('internal', { detail: 'run without source' });
  const isFile = source.url === null;
  const fresh = run.refetch ? null : await freshExtraction(services.db, run.sourceId);
  if (fresh && speaks(fresh.extracted, run.noteLanguage)) return storeExtraction(services, run, lease, { ...fresh, isFile });
  const extracted = await resolveSource(await inputOf(services, source), {
    ports: { ...portsFor(services, run, await askerOf(services, run), site), credential: createRunCredential(services, run.id) },
    progress: recorder,
    signal,
    language: run.noteLanguage,
  });
  refuseWait(extracted);
  if (site.url !== null) await siteAnswered(services, site.url);
  return storeExtraction(services, run, lease, { extracted, id: null, isFile });
}

/** False when the words were taken in one language although their creator offers them in the one that is wanted now. */
function speaks({ captionLanguages, transcript }: Extracted, language: Language): boolean {
  const isWanted = (tag: string): boolean => tag.toLowerCase().split(/[-_]/)[0] === language;
  return !captionLanguages?.some(isWanted) || isWanted(transcript?.language ?? '');
}

async function inputOf(services: Services, source: typeof sources.$inferSelect): Promise<SourceInput> {
  if (source.url !== null) return { type: 'url', url: source.url };
  if (source.blobKey === null) throw new AppError('file_missing');
  return {
    type: 'file',
    path: await services.blobs.localPath(source.blobKey),
    name: source.fileName ?? '',
    blob: source.blobKey,
  };
}

async function storeExtraction(
  services: Services,
  run: Run,
  lease: RunLease,
  { extracted, id: existingId, isFile }: { extracted: Extracted; id: string | null; isFile: boolean },
) {
  const storedBytes = existingId === null ? await storedBytesOf(services, extracted) : 0;
  return services.db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) throw new AppError('cancelled', { detail: 'lease lost' });
    let id = existingId;
    if (id === null) {
      const [row] = await tx
        .insert(extractions)
        .values({ sourceId: run.sourceId, data: zExtracted.parse(extracted) })
        .returning({ id: extractions.id });
      if (!row) throw new AppError('internal', { detail: 'insert returned no row' });
      id = row.id;
      if (storedBytes > 0)
        await tx
          .update(sources)
          .set({ storedBytes: sql`${sources.storedBytes} + ${storedBytes}` })
          .where(eq(sources.id, run.sourceId));
    }
    await tx.update(runs).set({ extractionId: id }).where(eq(runs.id, run.id));
    const known = { id, extracted };
    // A content that has a note keeps the extraction that note's anchors point into until the new note is whole.
    await tx
      .update(contents)
      .set(contentFieldsOf(services, known, isFile))
      .where(and(eq(contents.activeRunId, run.id), isNull(contents.note)));
    return known;
  });
}

/** What an extraction keeps besides an uploaded file, which is counted where it was uploaded. */
async function storedBytesOf(services: Services, { coverBlob, media }: Extracted): Promise<number> {
  const keys = [coverBlob, media?.blob].filter((key) => typeof key === 'string' && !key.startsWith('uploads/'));
  const sizes = keys.map((key) => services.blobs.stat(key as string).then(({ size }) => size));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function completeRun(
  services: Services,
  lease: RunLease,
  known: { id: string; extracted: Extracted },
  written: Note,
  recorder: RunRecorder,
): Promise<void> {
  const note = zNote.parse(written);
  await services.db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) throw new AppError('cancelled', { detail: 'lease lost' });
    await tx.update(runs).set({ state: 'completed', note, finishedAt: new Date() }).where(eq(runs.id, lease.runId));
    const waiting = await tx.select().from(contents).where(eq(contents.activeRunId, lease.runId)).for('update');
    for (const content of waiting) {
      await tx
        .update(contents)
        .set(contentFieldsOf(services, known, content.sourceUrl === null))
        .where(eq(contents.id, content.id));
      await storeNote(tx, content, note, known.id, known.extracted.problem);
    }
    await tx.insert(runEvents).values({ runId: lease.runId, event: { type: 'completed', elapsedMs: recorder.elapsedMs() } });
    await services.events.publish(tx, { type: 'run_event', runId: lease.runId });
  });
}

/**
 * A passing failure goes back to the queue; a cancelled run is left as the canceller left it; everything else ends
 * the run and says why on every content that waited. A note that was there before stays.
 */
async function endFailed(
  services: Services,
  lease: RunLease,
  recorder: RunRecorder,
  context: JobContext,
  cancelled: AbortSignal,
  error: unknown,
): Promise<void> {
  if (cancelled.aborted) return;
  const known = toAppError(error);
  if (context.signal.aborted) throw error;
  const afterMs = known.retry?.afterMs;
  // `cancelled` here is a lost lease: the run is another worker's.
  const passing = goesBack(known, context) && known.code !== 'cancelled';
  const isFree = afterMs !== undefined || known.code === 'database_unavailable';
  if (passing && (isFree || context.attempt < RETRIES)) {
    if (known.retry) {
      recorder.stage('queued', 0, 'waiting_provider', { seconds: Math.ceil((afterMs ?? RETRY_DELAY_MS) / 1000) });
      await recorder.flush();
    }
    throw error;
  }
  if (known.code === 'internal') context.logger.error({ err: error, runId: lease.runId }, 'run failed');
  else context.logger.warn({ code: known.code, runId: lease.runId }, 'run ended without a note');
  await recorder.flush();
  await failRun(services, lease, known, recorder.elapsedMs());
}

/** A run that found the disk full waits, for a day at the most. False: it is another failure. */
async function waitForSpace(
  run: { createdAt: Date },
  recorder: RunRecorder,
  context: JobContext,
  error: unknown,
): Promise<boolean> {
  const known = toAppError(error);
  const afterMs = known.retry?.afterMs;
  if (known.code !== 'storage_failed' || afterMs === undefined || context.signal.aborted) return false;
  if (Date.now() - run.createdAt.getTime() > LONGEST_SPACE_WAIT_MS) return false;
  recorder.stage('queued', 0, 'waiting_space', { seconds: Math.ceil(afterMs / 1000) });
  // On a full disk this may fail as well.
  await recorder.flush().catch(() => undefined);
  context.putOff(afterMs);
  return true;
}

async function failRun(services: Services, lease: RunLease, error: AppError, elapsedMs: number): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) return;
    await tx
      .update(runs)
      .set({ state: 'failed', errorCode: error.code, errorParams: error.params, finishedAt: new Date() })
      .where(eq(runs.id, lease.runId));
    const waiting = await tx.select().from(contents).where(eq(contents.activeRunId, lease.runId)).for('update');
    for (const content of waiting) {
      await tx
        .update(contents)
        .set({
          activeRunId: null,
          status: content.note === null ? 'failed' : 'completed',
          problemCode: error.code,
          problemParams: error.params,
          updatedAt: new Date(),
        })
        .where(eq(contents.id, content.id));
    }
    await tx
      .insert(runEvents)
      .values({ runId: lease.runId, event: { type: 'failed', code: error.code, params: error.params, elapsedMs } });
    await services.events.publish(tx, { type: 'run_event', runId: lease.runId });
  });
}
