/** Answers as they are stored, and starting, cancelling and deleting them. Every function asks for an owned content. */
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { promptResults } from '#db/schema/prompts.ts';
import { type Language, zLanguage, zModelUsage } from '#engine/domain.ts';
import { type OwnedContent, toProblem } from '#features/contents/server/index.ts';
import { namesNow } from '#features/transcripts/server/index.ts';
import { modelIdFor, takeModelTurn } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import {
  type PromptResult,
  type PromptResultItem,
  type PromptRunState,
  promptLimits,
  zAnswerChecks,
  zCitedSource,
} from '../contract.ts';
import { runPromptJob } from '../jobs.ts';
import { findOfficial } from './official-prompts.ts';
import { findPrompt } from './prompt-store.ts';

export type ResultRow = typeof promptResults.$inferSelect;

/** What a run answers: the prompt as it was when it was asked. */
export const zAsked = z.object({ title: z.string(), prompt: z.string(), language: zLanguage });
export type Asked = z.infer<typeof zAsked>;

export const zVersions = zAnswerChecks.extend({
  extractionId: z.string(),
  wording: z.number(),
  usage: zModelUsage.nullish(),
  /** The state of the corrections that its words were read in. */
  corrections: z.number().optional(),
});

function place(content: OwnedContent, promptId: string) {
  return and(
    eq(promptResults.userId, content.userId),
    eq(promptResults.contentId, content.id),
    eq(promptResults.promptId, promptId),
  );
}

export async function listResults(executor: Executor, content: OwnedContent): Promise<PromptResultItem[]> {
  const rows = await executor
    .select({
      promptId: promptResults.promptId,
      title: promptResults.title,
      state: promptResults.runState,
      hasText: sql<boolean>`${promptResults.text} is not null`,
      createdAt: promptResults.createdAt,
    })
    .from(promptResults)
    .where(
      and(eq(promptResults.userId, content.userId), eq(promptResults.contentId, content.id), isNull(promptResults.deletedAt)),
    )
    .orderBy(asc(promptResults.createdAt), asc(promptResults.id))
    .limit(promptLimits.resultsPerContent);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export async function readResult(executor: Executor, content: OwnedContent, promptId: string): Promise<PromptResult | null> {
  const [row] = await executor
    .select()
    .from(promptResults)
    .where(and(place(content, promptId), isNull(promptResults.deletedAt)));
  if (!row) return null;
  const rename = await namesNow(executor, content);
  const result = toResult(row, content);
  // It was written from the script as it was then: speakers may have other names by now.
  const since = zVersions.safeParse(row.versions).data?.corrections ?? row.writtenAt;
  return { ...result, text: result.text === null ? null : rename(result.text, since) };
}

/** Errors: `not_found`. */
export async function findResultRow(executor: Executor, content: OwnedContent, promptId: string): Promise<ResultRow> {
  const [row] = await executor
    .select()
    .from(promptResults)
    .where(and(place(content, promptId), isNull(promptResults.deletedAt)));
  if (!row) throw new AppError('not_found');
  return row;
}

function toResult(row: ResultRow, content: OwnedContent): PromptResult {
  const versions = zVersions.safeParse(row.versions).data ?? null;
  return {
    promptId: row.promptId,
    title: row.title,
    prompt: row.prompt,
    text: row.text,
    sources: z.array(zCitedSource).safeParse(row.sources).data ?? [],
    checks: versions ? zAnswerChecks.parse(versions) : null,
    model: row.model,
    usage: versions?.usage ?? null,
    writtenAt: row.writtenAt?.toISOString() ?? null,
    outdated: versions !== null && versions.extractionId !== content.extractionId,
    state: row.runState,
    draft: isUnderWay(row.runState) ? row.draft : '',
    done: doneParts(row),
    total: row.partsTotal,
    problem: row.runState === 'failed' ? toProblem({ problemCode: row.errorCode, problemParams: row.errorParams }) : null,
  };
}

export function doneParts(row: Pick<ResultRow, 'parts'>): number {
  return Object.keys(z.record(z.string(), z.string()).safeParse(row.parts).data ?? {}).length;
}

export function isUnderWay(state: PromptRunState): boolean {
  return state === 'queued' || state === 'running';
}

/**
 * Starts an answer, or joins the run that is writing it. Errors: `llm_not_configured`, `subtitles_missing` (nothing was
 * said or written that could be asked about), `not_found` (no such prompt), `prompt_limit`, those of `takeModelTurn`.
 */
export async function startRun(
  services: Services,
  content: OwnedContent,
  promptId: string,
  language: Language,
): Promise<PromptRunState> {
  if ((await modelIdFor(services, content.userId)) === null) throw new AppError('llm_not_configured');
  if (content.extractionId === null) throw new AppError('subtitles_missing');
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`prompt-results:${content.id}`}, 0))`);
    const [before] = await tx.select().from(promptResults).where(place(content, promptId)).for('update');
    if (before && before.deletedAt === null && isUnderWay(before.runState)) return before.runState;
    const words = await wordsOf(tx, content.userId, promptId, language);
    const asked: Asked | null = words
      ? { ...words, language: content.noteLanguage }
      : before
        ? { title: before.title, prompt: before.prompt, language: content.noteLanguage }
        : null;
    if (!asked) throw new AppError('not_found');
    if (!before) await requireRoom(tx, content);
    const runId = crypto.randomUUID();
    await takeModelTurn(services, tx, { job: `prompt:${runId}`, kind: 'prompt', userId: content.userId });
    const run = {
      runId,
      runState: 'queued' as const,
      runLease: 0,
      asked,
      draft: '',
      parts: {},
      partsTotal: 0,
      errorCode: null,
      errorParams: null,
      runStartedAt: new Date(),
      updatedAt: new Date(),
      deletedAt: null,
      // A deleted answer is not the one that stays until the next is whole.
      ...(before?.deletedAt ? { text: null, sources: null, model: null, versions: null, writtenAt: null } : {}),
      ...(before && before.text !== null && before.deletedAt === null ? {} : { title: asked.title, prompt: asked.prompt }),
    };
    const [row] = before
      ? await tx.update(promptResults).set(run).where(eq(promptResults.id, before.id)).returning({ id: promptResults.id })
      : await tx
          .insert(promptResults)
          .values({ userId: content.userId, contentId: content.id, promptId, ...run, title: asked.title, prompt: asked.prompt })
          .returning({ id: promptResults.id });
    if (!row) throw new AppError('internal', { detail: 'no row to run' });
    await services.jobs.enqueue(tx, runPromptJob, { resultId: row.id, runId }, { singletonKey: runId });
    return 'queued' as const;
  });
}

async function wordsOf(executor: Executor, userId: string, promptId: string, language: Language) {
  const official = findOfficial(promptId);
  if (official) return { title: official[language].title, prompt: official[language].prompt };
  if (promptId.startsWith('official-')) return null;
  const own = await findPrompt(executor, userId, promptId);
  return own ? { title: own.title, prompt: own.customPrompt } : null;
}

async function requireRoom(executor: Executor, content: OwnedContent): Promise<void> {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int` })
    .from(promptResults)
    .where(and(eq(promptResults.userId, content.userId), eq(promptResults.contentId, content.id)));
  if ((row?.count ?? 0) >= promptLimits.resultsPerContent)
    throw new AppError('prompt_limit', { params: { most: promptLimits.resultsPerContent } });
}

/** Stops the run that is under way, if there is one; a finished answer stays. Errors: `not_found`. */
export async function cancelRun(services: Services, content: OwnedContent, promptId: string): Promise<PromptRunState> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(promptResults)
      .where(and(place(content, promptId), isNull(promptResults.deletedAt)))
      .for('update');
    if (!row) throw new AppError('not_found');
    if (!isUnderWay(row.runState)) return row.runState;
    await tx
      .update(promptResults)
      .set({ runState: 'cancelled', draft: '', parts: {}, partsTotal: 0, updatedAt: new Date() })
      .where(eq(promptResults.id, row.id));
    await tellWorkerAndWatchers(services, tx, row);
    return 'cancelled' as const;
  });
}

/** Deletes the answer and stops its run; it can be brought back for a day. Errors: `not_found`. */
export async function removeResult(services: Services, content: OwnedContent, promptId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [row] = await tx
      .update(promptResults)
      .set({
        deletedAt: new Date(),
        runState: sql`case when ${promptResults.runState} in ('queued', 'running') then 'cancelled' else ${promptResults.runState} end`,
        draft: '',
      })
      .where(and(place(content, promptId), isNull(promptResults.deletedAt)))
      .returning();
    if (!row) throw new AppError('not_found');
    await tellWorkerAndWatchers(services, tx, row);
  });
}

/** Errors: `not_found`. */
export async function restoreResult(executor: Executor, content: OwnedContent, promptId: string): Promise<void> {
  const rows = await executor
    .update(promptResults)
    .set({ deletedAt: null })
    .where(and(place(content, promptId), isNotNull(promptResults.deletedAt)))
    .returning({ id: promptResults.id });
  if (rows.length === 0) throw new AppError('not_found');
}

/** An answer's run is told of under the ids of both, like every run. */
async function tellWorkerAndWatchers(services: Services, executor: Executor, row: ResultRow): Promise<void> {
  if (row.runId) await services.events.publish(executor, { type: 'run_cancelled', runId: row.runId });
  await services.events.publish(executor, { type: 'run_event', runId: row.id });
}

/** Takes the run for this worker and shuts out whoever held it before. Null when it has ended or was replaced. */
export async function claimRun(services: Services, resultId: string, runId: string): Promise<ResultRow | null> {
  const [row] = await services.db
    .update(promptResults)
    .set({ runState: 'running', runLease: sql`${promptResults.runLease} + 1` })
    .where(
      and(
        eq(promptResults.id, resultId),
        eq(promptResults.runId, runId),
        isNull(promptResults.deletedAt),
        or(eq(promptResults.runState, 'queued'), eq(promptResults.runState, 'running')),
      ),
    )
    .returning();
  return row ?? null;
}

export type Lease = { resultId: string; runId: string; lease: number };

/** Writes what a run has to say, if the run is still this worker's; tells whoever watches. */
export async function writeUnderLease(
  services: Services,
  { resultId, runId, lease }: Lease,
  values: Partial<Record<keyof ResultRow, unknown>>,
): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const rows = await tx
      .update(promptResults)
      .set(values as Partial<ResultRow>)
      .where(
        and(
          eq(promptResults.id, resultId),
          eq(promptResults.runId, runId),
          eq(promptResults.runLease, lease),
          inArray(promptResults.runState, ['running']),
        ),
      )
      .returning({ id: promptResults.id });
    if (rows.length > 0) await services.events.publish(tx, { type: 'run_event', runId: resultId });
    return rows.length > 0;
  });
}
