/** The job behind every answer: reads the content, asks the model, stores what it writes while it writes it. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { promptResults } from '#db/schema/prompts.ts';
import { answerRequest } from '#engine/prompts/answer.ts';
import { promptWording } from '#engine/prompts/render-prompt.ts';
import { loadExtraction, type OwnedContent, requireOwnedContent } from '#features/contents/server/index.ts';
import { correctedSegments } from '#features/transcripts/server/index.ts';
import { openModel } from '#features/usage/server/index.ts';
import { goesBack, type JobContext, type JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { AppError, errorCodes, toAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import { fillTemplate } from './fill-template.ts';
import { type Asked, claimRun, type Lease, type ResultRow, writeUnderLease, zAsked } from './result-store.ts';

/** What is written is stored this often. */
const DRAFT_EVERY_MS = 250;
/** A run that took this many workers with it is not tried again. */
const MOST_CLAIMS = 8;
const RETRIES = 1;

type Payload = { resultId: string; runId: string };

export function createRunPrompt(services: Services): JobHandler<Payload> {
  return {
    run: (payload, context) => runPrompt(services, payload, context),
    // The worker was killed at its last attempt: nobody is left who could say so.
    async onDead({ resultId, runId }, { error }) {
      const row = await claimRun(services, resultId, runId);
      if (!row) return;
      const code = errorCodes.find((known) => known === error.code) ?? 'internal';
      await fail(services, { resultId, runId, lease: row.runLease }, new AppError(code));
    },
  };
}

async function runPrompt(services: Services, { resultId, runId }: Payload, context: JobContext): Promise<void> {
  const row = await claimRun(services, resultId, runId);
  if (!row) return;
  const lease: Lease = { resultId, runId, lease: row.runLease };
  const cancelled = new AbortController();
  const stop = () => cancelled.abort(new AppError('cancelled', { detail: 'run cancelled or taken over' }));
  const unsubscribe = services.events.subscribe((signal) => {
    if (signal?.type === 'run_cancelled' && signal.runId === runId) stop();
  });
  const signal = AbortSignal.any([context.signal, cancelled.signal]);
  const drafts = createDraftWriter(services, lease, stop);
  try {
    if (row.runLease > MOST_CLAIMS) {
      context.logger.error({ runId }, 'prompt was claimed too often');
      await fail(services, lease, new AppError('internal'));
      return;
    }
    const asked = zAsked.parse(row.asked);
    const answer = await answerFor(services, row, asked, { lease, signal, stop, drafts });
    await drafts.settle();
    const { content, corrections, markdown, sources, checks, model, usage } = answer;
    await writeUnderLease(services, lease, {
      title: asked.title,
      prompt: asked.prompt,
      text: markdown,
      sources,
      model,
      versions: { ...checks, extractionId: content.extractionId ?? '', wording: promptWording, usage, corrections },
      writtenAt: new Date(),
      updatedAt: new Date(),
      runState: 'completed',
      draft: '',
      parts: {},
      partsTotal: 0,
    });
  } catch (error) {
    await drafts.settle().catch(() => undefined);
    await endFailed(services, lease, context, cancelled.signal, error);
  } finally {
    unsubscribe();
  }
}

type Frame = { lease: Lease; signal: AbortSignal; stop: () => void; drafts: DraftWriter };

async function answerFor(services: Services, row: ResultRow, asked: Asked, frame: Frame) {
  const llm = await openModel(services, { job: `prompt:${row.runId}`, kind: 'prompt', userId: row.userId });
  const content = await requireOwnedContent(services.db, row.userId, row.contentId);
  const known = content.extractionId ? await loadExtraction(services.db, content.extractionId) : null;
  const corrected = known && (await correctedSegments(services.db, content, known.extracted));
  if (!known || !corrected || corrected.segments.length === 0) throw new AppError('subtitles_missing');
  const answer = await answerRequest({
    extracted: known.extracted,
    segments: corrected.segments,
    language: asked.language,
    request: fillTemplate(asked.prompt, templateValues(content, asked)),
    llm,
    clock: { now: Date.now, sleep },
    signal: frame.signal,
    parts: z.record(z.string(), z.string()).safeParse(row.parts).data ?? {},
    async onPart(index, finding) {
      const part = JSON.stringify({ [index]: finding });
      const kept = await writeUnderLease(services, frame.lease, { parts: sql`${promptResults.parts} || ${part}::text::jsonb` });
      if (!kept) frame.stop();
    },
    onParts: (_done, total) => frame.drafts.total(total),
    onDraft: (show) => frame.drafts.show(show),
  });
  return { content, corrections: corrected.version, ...answer };
}

function templateValues(content: OwnedContent, asked: Asked): ReadonlyMap<string, string> {
  return new Map([
    ['title', content.title],
    ['author', content.author ?? ''],
    ['site', content.siteName ?? ''],
    ['url', content.sourceUrl ?? ''],
    ['language', asked.language === 'zh' ? '简体中文' : 'English'],
  ]);
}

type DraftWriter = { show(show: () => string): void; total(total: number): void; settle(): Promise<void> };

/** Stores the answer so far a few times a second, in order; calls `onLost` when the run is no longer this worker's. */
function createDraftWriter(services: Services, lease: Lease, onLost: () => void): DraftWriter {
  let chain: Promise<void> = Promise.resolve();
  let latest: (() => string) | null = null;
  let timer: NodeJS.Timeout | undefined;
  const write = (values: Partial<Record<keyof ResultRow, unknown>>) => {
    chain = chain.then(async () => {
      if (!(await writeUnderLease(services, lease, values))) onLost();
    });
    // A failed write is seen by settle(); until then it must not end the process.
    chain.catch(() => undefined);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (latest) write({ draft: latest() });
    latest = null;
  };
  return {
    show(show) {
      latest = show;
      timer ??= setTimeout(flush, DRAFT_EVERY_MS);
    },
    total: (total) => write({ partsTotal: total }),
    async settle() {
      flush();
      await chain;
    },
  };
}

async function endFailed(
  services: Services,
  lease: Lease,
  context: JobContext,
  cancelled: AbortSignal,
  error: unknown,
): Promise<void> {
  if (cancelled.aborted) return;
  const known = toAppError(error);
  if (context.signal.aborted) throw error;
  // `cancelled` here is a lost lease: the run is another worker's.
  const passing = goesBack(known, context) && known.code !== 'cancelled';
  const isFree = known.retry?.afterMs !== undefined || known.code === 'database_unavailable';
  if (passing && (isFree || context.attempt < RETRIES)) throw error;
  if (known.code === 'internal') context.logger.error({ err: error, runId: lease.runId }, 'prompt failed');
  else context.logger.warn({ code: known.code, runId: lease.runId }, 'prompt ended without an answer');
  await fail(services, lease, known);
}

async function fail(services: Services, lease: Lease, error: AppError): Promise<void> {
  await writeUnderLease(services, lease, {
    runState: 'failed',
    errorCode: error.code,
    errorParams: error.params,
    draft: '',
    updatedAt: new Date(),
  });
}
