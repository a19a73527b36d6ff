/** The job behind a translation. Every finished window is stored at once: cut anywhere, it goes on behind that. */
import { and, eq, sql } from 'drizzle-orm';
import { transcriptTranslations } from '#db/schema/transcript-edits.ts';
import { translateLines } from '#engine/translate/translate-lines.ts';
import { createCheckpoints, requireOwnedContent } from '#features/contents/server/index.ts';
import { openModel } from '#features/usage/server/index.ts';
import { goesBack, type JobContext, type JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import { segmentsOf } from './segments.ts';
import { storedLines, translationJob, translationRow } from './translations.ts';

/** How often it is looked whether the work is still wanted. */
const askEveryMs = 2000;

type Payload = { userId: string; contentId: string; language: 'zh' | 'en'; turn: number };

export function createTranslate(services: Services): JobHandler<Payload> {
  return {
    run: (payload, context) => translate(services, payload, context),
    onDead: (payload, { error }) => end(services, payload, 'failed', error.code),
  };
}

/** The row, while it is this job's to fill. */
function ours({ userId, contentId, language, turn }: Payload) {
  return and(
    translationRow({ userId, id: contentId }, language),
    eq(transcriptTranslations.turn, turn),
    eq(transcriptTranslations.state, 'running'),
  );
}

async function translate(services: Services, payload: Payload, context: JobContext): Promise<void> {
  const [row] = await services.db.select().from(transcriptTranslations).where(ours(payload));
  if (!row) return;
  const stopped = new AbortController();
  const watch = setInterval(() => void stillOurs(services, payload, stopped), askEveryMs);
  const signal = AbortSignal.any([context.signal, stopped.signal]);
  try {
    const llm = await openModel(services, { job: translationJob(payload), kind: 'translation', userId: payload.userId });
    const content = await requireOwnedContent(services.db, payload.userId, payload.contentId);
    const segments = await segmentsOf(services.db, content);
    await translateLines({
      segments,
      to: payload.language,
      title: content.title,
      llm,
      checkpoints: createCheckpoints(services.db, content.sourceId),
      clock: { now: Date.now, sleep },
      signal,
      known: storedLines(row),
      onWindow: (lines) => keepWindow(services, payload, lines),
    });
    await end(services, payload, 'completed', null);
  } catch (error) {
    // Cancelled by its owner, or deleted: the row says so already.
    if (stopped.signal.aborted || hasCode(error, 'not_found') || (hasCode(error, 'cancelled') && !context.signal.aborted)) return;
    if (context.signal.aborted) throw error;
    const known = toAppError(error);
    // A database that was away for a moment ends no paid work.
    if (goesBack(known, context)) throw error;
    context.logger.warn({ code: known.code, contentId: payload.contentId }, 'translation ended');
    await end(services, payload, 'failed', known.code);
  } finally {
    clearInterval(watch);
  }
}

/** A model that is silent is not waited for once its owner has stopped the work. */
async function stillOurs(services: Services, payload: Payload, stopped: AbortController): Promise<void> {
  try {
    const rows = await services.db
      .select({ turn: transcriptTranslations.turn })
      .from(transcriptTranslations)
      .where(ours(payload));
    if (rows.length === 0) stopped.abort(new AppError('cancelled', { detail: 'translation stopped' }));
  } catch {
    // The database is away for a moment: the next look will tell.
  }
}

/** Errors: `cancelled` when the row is no longer this job's. */
async function keepWindow(services: Services, payload: Payload, lines: ReadonlyMap<string, string>): Promise<void> {
  const [kept] = await services.db
    .update(transcriptTranslations)
    .set({
      lines: sql`${transcriptTranslations.lines} || ${JSON.stringify(Object.fromEntries(lines))}::jsonb`,
      done: sql`${transcriptTranslations.done} + ${lines.size}`,
      updatedAt: new Date(),
    })
    .where(ours(payload))
    .returning({ turn: transcriptTranslations.turn });
  if (!kept) throw new AppError('cancelled', { detail: 'translation stopped' });
}

async function end(services: Services, payload: Payload, state: 'completed' | 'failed', errorCode: string | null): Promise<void> {
  await services.db.update(transcriptTranslations).set({ state, errorCode, updatedAt: new Date() }).where(ours(payload));
}
