/** A script in another language: a user's row that a job fills, window by window. */
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { transcriptTranslations } from '#db/schema/transcript-edits.ts';
import type { Language } from '#engine/domain.ts';
import { lineKey } from '#engine/translate/translate-lines.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { modelIdFor, takeModelTurn } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError, errorCodes } from '#lib/app-error.ts';
import type { Translation } from '../contract.ts';
import { translateJob } from '../jobs.ts';
import { segmentsOf } from './segments.ts';

const zLines = z.record(z.string(), z.string());

/** What is translated, by `lineKey`. */
export function storedLines(row: { lines: unknown }): Map<string, string> {
  return new Map(Object.entries(zLines.safeParse(row.lines).data ?? {}));
}

export function translationRow(content: Pick<OwnedContent, 'id' | 'userId'>, language: Language) {
  return and(
    eq(transcriptTranslations.userId, content.userId),
    eq(transcriptTranslations.contentId, content.id),
    eq(transcriptTranslations.language, language),
  );
}

export async function readTranslation(executor: Executor, content: OwnedContent, language: Language): Promise<Translation> {
  const [row] = await executor.select().from(transcriptTranslations).where(translationRow(content, language));
  if (!row) return { state: null, problem: null, lines: [], done: 0, total: 0 };
  const known = storedLines(row);
  const segments = await segmentsOf(executor, content);
  const lines = segments.map(({ text }) => (/\p{L}/u.test(text) ? (known.get(lineKey(text)) ?? null) : text));
  const code = errorCodes.find((one) => one === row.errorCode);
  return {
    state: row.state,
    problem: row.errorCode === null ? null : { code: code ?? 'internal', params: {} },
    lines,
    done: lines.filter((line) => line !== null).length,
    total: lines.length,
  };
}

/** The name under which what it takes of a model is counted. */
export function translationJob({ contentId, language, turn }: { contentId: string; language: Language; turn: number }): string {
  return `translation:${contentId}:${language}:${turn}`;
}

/**
 * Starts, or goes on behind what is translated; one that runs goes on running. Errors: `llm_not_configured`,
 * `subtitles_missing`, those of `takeModelTurn`.
 */
export async function startTranslation(services: Services, content: OwnedContent, language: Language): Promise<void> {
  const model = await modelIdFor(services, content.userId);
  if (model === null) throw new AppError('llm_not_configured');
  const segments = await segmentsOf(services.db, content);
  if (segments.length === 0 || segments[0]?.startMs === null) throw new AppError('subtitles_missing');
  await services.db.transaction(async (tx) => {
    const key = `translation:${content.userId}:${content.id}:${language}`;
    // A first start has no row yet that could be locked: two at once would both take a turn.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const [before] = await tx.select().from(transcriptTranslations).where(translationRow(content, language)).for('update');
    if (before?.state === 'running') return;
    const job = translationJob({ contentId: content.id, language, turn: (before?.turn ?? 0) + 1 });
    await takeModelTurn(services, tx, { job, kind: 'translation', userId: content.userId });
    const [row] = await tx
      .insert(transcriptTranslations)
      .values({ userId: content.userId, contentId: content.id, language, state: 'running', model, lines: {} })
      .onConflictDoUpdate({
        target: [transcriptTranslations.userId, transcriptTranslations.contentId, transcriptTranslations.language],
        set: { state: 'running', model, turn: sql`${transcriptTranslations.turn} + 1`, errorCode: null, updatedAt: new Date() },
      })
      .returning({ turn: transcriptTranslations.turn });
    if (!row) throw new AppError('internal', { detail: 'insert returned no row' });
    await services.jobs.enqueue(
      tx,
      translateJob,
      { userId: content.userId, contentId: content.id, language, turn: row.turn },
      { singletonKey: `${content.id}:${language}:${row.turn}` },
    );
  });
}

/** What is under way ends at its next window. Gives the state as it is then. */
export async function cancelTranslation(
  executor: Executor,
  content: OwnedContent,
  language: Language,
): Promise<Translation['state']> {
  const [stopped] = await executor
    .update(transcriptTranslations)
    .set({ state: 'cancelled', updatedAt: new Date() })
    .where(and(translationRow(content, language), eq(transcriptTranslations.state, 'running')))
    .returning({ state: transcriptTranslations.state });
  if (stopped) return stopped.state;
  const [row] = await executor
    .select({ state: transcriptTranslations.state })
    .from(transcriptTranslations)
    .where(translationRow(content, language));
  return row?.state ?? null;
}
