/** The work behind every note: resolve the source, write the note, hand it to everyone who waits for it. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents, extractions, runs, sources } from '#db/schema/content.ts';
import { storedRow } from '#db/stored-row.ts';
import { type Extracted, type Language, type Note, zExtracted, zNote } from '#engine/domain.ts';
import type { Asker, EnginePorts, ProgressSink } from '#engine/ports.ts';
import { progressPercents } from '#engine/progress-percents.ts';
import { resolveSource, writeNote } from '#engine/source-to-note.ts';
import type { SourceInput } from '#engine/sources/source.ts';
import { makeCoverJob } from '#features/contents/jobs.ts';
import {
  addStoredBytes,
  createCheckpoints,
  discardBlobs,
  freshExtraction,
  type KnownExtraction,
  keepOwnExtraction,
  loadExtraction,
  showExtraction,
  showExtractionWhileWaiting,
} from '#features/contents/server/index.ts';
import { keepTime, measureTime, processedSeconds } from '#features/metering/server/index.ts';
import { storeNote } from '#features/notes/server/index.ts';
import { openPaidModel } from '#features/usage/server/index.ts';
import { fetchFor } from '#infra/guarded-fetch/fetch-for.ts';
import { isWorthRetrying } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError, findAppError, toAppError } from '#lib/app-error.ts';
import { isLostRecording } from '#lib/lost-recording.ts';
import { sleep } from '#lib/sleep.ts';
import { createRunCredential } from './run-credential.ts';
import { siteAnswered } from './site-queue/site-queue.ts';
import { fetchNotingRetryAfter, type SiteWatch, throwIfSiteAskedToWait, waitForSite } from './site-queue/wait-for-site.ts';
import { timedSpeech } from './timed-speech.ts';

/** Longer than any run may take: a file that is unclaimed by then never will be claimed. */
const unclaimedMs = 12 * 60 * 60_000;

const longestSpaceWaitMs = 24 * 60 * 60_000;

type Run = typeof runs.$inferSelect;

export { msUntilReady as ready } from './site-queue/wait-for-site.ts';

export async function run(services: Services, _payload: Record<string, never>, context: TaskContext): Promise<void> {
  const { signal, usageKey } = context;
  const [found] = await services.db.select().from(runs).where(eq(runs.id, context.task.id));
  if (!found) throw new AppError('internal', { detail: 'task without its run' });
  const progress: ProgressSink = { stage: context.stage, partial: context.draft };
  const site: SiteWatch = { url: null, askedMs: null };
  try {
    const known = await obtainExtraction(services, found, context, { progress, site });
    if (!known.extracted.transcript) throw new AppError(known.extracted.problem ?? 'document_no_text');
    const seconds = processedSeconds(known.extracted.transcript);
    await context.write((tx) => measureTime(services, tx, { taskId: found.id, seconds }));
    progress.stage('outline', progressPercents.outline.chapters, 'finding_chapters');
    const { keyUserId, withoutModel, noteLanguage, detail, variant } = found;
    const ports = {
      ...portsFor(services, found, await askerOf(services, found)),
      llm: withoutModel ? null : await openPaidModel(services, { job: usageKey, kind: 'note', userId: keyUserId }, keyUserId),
    };
    const wanted = { noteLanguage, detail, variant: variant ?? undefined };
    const note = await writeNote(known.extracted, { ...wanted, ports, progress, signal });
    await storeResult(services, found, context, known, note);
  } catch (error) {
    if (await waitForSite(services, context, { site, error })) return;
    if (await waitForSpace(context, error)) return;
    throw error;
  }
}

/** The user in whose name the run makes requests: the one who asked first, or the server when no one waits any more. */
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
    fetch: site ? fetchNotingRetryAfter(fetch, site) : fetch,
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
      await discardBlobs(services.db, [key], new Date(Date.now() + unclaimedMs));
      return services.blobs.put(key, bytes);
    },
    localPath: (key) => services.blobs.localPath(key),
    delete: (key) => services.blobs.delete(key),
  };
}

/** The source's extraction: from an earlier attempt of this run, else a fresh one of this source, else made now and stored. */
async function obtainExtraction(
  services: Services,
  run: Run,
  context: TaskContext,
  { progress, site }: { progress: ProgressSink; site: SiteWatch },
) {
  const known = run.extractionId ? await loadExtraction(services.db, run.extractionId) : null;
  const [source] = await services.db.select().from(sources).where(eq(sources.id, run.sourceId));
  if (!source) throw new AppError('internal', { detail: 'run without source' });
  if (known?.extracted.recordingUnread && source.url === null)
    return readRecording(services, run, context, { progress, source, known });
  if (known) return known;
  const isFile = source.url === null;
  const fresh = run.refetch || run.track !== null ? null : await freshExtraction(services.db, run.sourceId);
  if (fresh && speaks(fresh.extracted, run.noteLanguage)) return storeExtraction(services, run, context, { ...fresh, isFile });
  site.url = source.url;
  const extracted = await resolveSource(await inputOf(services, source), {
    ports: {
      ...portsFor(services, run, await askerOf(services, run), site),
      speech: services.speech && timedSpeech(services, services.speech, context),
      credential: createRunCredential(services, run.id),
    },
    progress,
    signal: context.signal,
    language: run.noteLanguage,
    wantedTrack: run.track,
  });
  throwIfSiteAskedToWait(extracted);
  if (run.track !== null && extracted.transcript?.provenance.track !== run.track) throw new AppError('subtitles_missing');
  if (site.url !== null) await siteAnswered(services, site.url);
  return storeExtraction(services, run, context, { extracted, id: null, isFile });
}

type Source = typeof sources.$inferSelect;

/** Adds to the words of a user what the recording itself says: its player, length, title, chapters and cover. */
async function readRecording(
  services: Services,
  run: Run,
  context: TaskContext,
  { progress, source, known }: { progress: ProgressSink; source: Source; known: KnownExtraction },
): Promise<KnownExtraction> {
  const { articleMarkdown, durationMs, language, transcript } = known.extracted;
  let recording: Extracted;
  try {
    recording = await resolveSource(await inputOf(services, source), {
      ports: portsFor(services, run, await askerOf(services, run)),
      progress,
      signal: context.signal,
      givenTranscript: transcript,
    });
  } catch (error) {
    const why = findAppError(error);
    const mayPass = why === undefined || (isWorthRetrying(why) && why.code !== 'timed_out');
    if (context.signal.aborted || mayPass) throw error;
    return showWordsAlone(services, run, context, { ...known, extracted: { ...known.extracted, problem: codeOfRecording(why) } });
  }
  // Named like a recording, but a text.
  if (recording.media === null) return showWordsAlone(services, run, context, known);
  return completeExtraction(services, run, context, {
    id: known.id,
    extracted: {
      ...recording,
      articleMarkdown,
      language: language ?? recording.language,
      durationMs: recording.durationMs ?? durationMs,
    },
  });
}

/** A reason of another kind, such as that of a document named like a recording, would read as one of the words. */
function codeOfRecording({ code }: AppError): AppError['code'] {
  return isLostRecording(code) ? code : 'media_unreadable';
}

/** The words make the note of a recording that cannot be read. They are stored as they were: another version tries it again. */
async function showWordsAlone(
  services: Services,
  run: Run,
  context: TaskContext,
  known: KnownExtraction,
): Promise<KnownExtraction> {
  await context.write((tx) => showExtractionWhileWaiting(services, tx, { runId: run.id, isFile: true }, known));
  return known;
}

/** In place: the key of the run names the extraction, and a later run with that key goes on from what this one paid for. */
async function completeExtraction(
  services: Services,
  run: Run,
  context: TaskContext,
  known: KnownExtraction,
): Promise<KnownExtraction> {
  const storedBytes = await storedBytesOf(services, known.extracted);
  return context.write(async (tx) => {
    await tx
      .update(extractions)
      .set({ data: zExtracted.parse(known.extracted) })
      .where(eq(extractions.id, known.id));
    if (storedBytes > 0) await addStoredBytes(tx, run.sourceId, storedBytes);
    await showExtractionWhileWaiting(services, tx, { runId: run.id, isFile: true }, known);
    return known;
  });
}

/** False when the words are in one language although their creator offers them in the one that is wanted now. */
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
  context: TaskContext,
  { extracted, id: existingId, isFile }: { extracted: Extracted; id: string | null; isFile: boolean },
) {
  const storedBytes = existingId === null && run.track === null ? await storedBytesOf(services, extracted) : 0;
  const { transcript } = extracted;
  return context.write(async (tx) => {
    // Before it is shown: what does not fit into the user's time is not given away.
    if (existingId === null && transcript?.provenance.heardMs !== undefined)
      await keepTime(services, tx, { taskId: run.id, seconds: processedSeconds(transcript) });
    let id = existingId;
    const contentId = run.track === null ? null : await waitingContent(tx, run.id);
    if (id === null) {
      const made = await tx
        .insert(extractions)
        .values({ sourceId: run.sourceId, contentId, data: zExtracted.parse(extracted) })
        .returning({ id: extractions.id });
      ({ id } = storedRow(made));
      if (storedBytes > 0) await addStoredBytes(tx, run.sourceId, storedBytes);
    }
    if (existingId === null && mayHaveCover(extracted))
      await services.jobs.enqueue(tx, makeCoverJob, { extractionId: id }, { singletonKey: id });
    await tx.update(runs).set({ extractionId: id }).where(eq(runs.id, run.id));
    if (contentId !== null) await keepOwnExtraction(tx, contentId, id);
    const known = { id, extracted };
    await showExtractionWhileWaiting(services, tx, { runId: run.id, isFile }, known);
    return known;
  });
}

/** Whether a cover that is not there yet can be made: from the first page of a PDF, or the icon of a page's site. */
function mayHaveCover({ coverBlob, document, kind }: Extracted): boolean {
  return coverBlob === null && (document?.format === 'pdf' || kind === 'page');
}

/** The only content that waits for a run on words that a user chose. */
async function waitingContent(tx: Tx, runId: string): Promise<string> {
  const [content] = await tx.select({ id: contents.id }).from(contents).where(eq(contents.activeRunId, runId));
  if (!content) throw new AppError('cancelled');
  return content.id;
}

/** The bytes of an extraction's files, without an uploaded one, which is counted where it was uploaded. */
async function storedBytesOf(services: Services, { coverBlob, media }: Extracted): Promise<number> {
  const keys = [coverBlob, media?.blob].filter((key) => typeof key === 'string' && !key.startsWith('uploads/'));
  const sizes = keys.map((key) => services.blobs.stat(key as string).then(({ size }) => size));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function storeResult(
  services: Services,
  { id }: Run,
  context: TaskContext,
  known: { id: string; extracted: Extracted },
  written: Note,
): Promise<void> {
  const note = zNote.parse(written);
  await context.complete(async (tx) => {
    await tx.update(runs).set({ note, finishedAt: new Date() }).where(eq(runs.id, id));
    const waiting = await tx.select().from(contents).where(eq(contents.activeRunId, id)).orderBy(contents.id).for('update');
    for (const content of waiting) {
      await showExtraction(services, tx, content, known);
      await storeNote(tx, content, note, known.id, known.extracted.problem);
    }
  });
}

/** A run that found the disk full waits, for a day at the most. False for another failure. */
async function waitForSpace({ task, signal, stage, putOff }: TaskContext, error: unknown): Promise<boolean> {
  const known = toAppError(error);
  const afterMs = known.retry?.afterMs;
  if (known.code !== 'storage_failed' || afterMs === undefined || signal.aborted) return false;
  if (Date.now() - task.createdAt.getTime() > longestSpaceWaitMs) return false;
  stage('queued', 0, 'waiting_space', { seconds: Math.ceil(afterMs / 1000) });
  putOff(afterMs);
  return true;
}
