/** Stores, starts and deletes answers. Functions behind a call require a content of the caller. */

import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor, Tx } from '#db/client.ts';
import { promptResults } from '#db/schema/prompts.ts';
import { storedRow } from '#db/stored-row.ts';
import { zModelUsage } from '#engine/domain.ts';
import { type OwnedContent, toProblem } from '#features/contents/server/index.ts';
import { sentKeyFor } from '#features/credentials/server/index.ts';
import { loadRenamer } from '#features/transcripts/server/index.ts';
import { modelIdFor } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskRow } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';
import type { TaskState } from '#lib/task-event.ts';
import { isInFlight } from '#lib/task-view.ts';
import { type PromptResult, type PromptResultItem, zAnswerChecks, zCitedSource } from '../contract.ts';
import { officialWordsIn } from '../shared/official-words.ts';
import { promptLimits } from '../shared/prompt-limits.ts';
import { type PromptWork, promptTask } from '../tasks.ts';
import { findOfficial } from './official-prompts.ts';
import { findPrompt } from './prompt-store.ts';

type ResultRow = typeof promptResults.$inferSelect;

const zVersions = zAnswerChecks.extend({
  extractionId: z.string(),
  wording: z.number(),
  usage: zModelUsage.nullish(),
  /** The version of the transcript edits that the answer was written from. */
  corrections: z.number().optional(),
});

function place(content: OwnedContent, promptId: string) {
  return and(
    eq(promptResults.userId, content.userId),
    eq(promptResults.contentId, content.id),
    eq(promptResults.promptId, promptId),
  );
}

async function findRow(executor: Executor, content: OwnedContent, promptId: string): Promise<ResultRow | null> {
  const [row] = await executor.select().from(promptResults).where(place(content, promptId));
  return row ?? null;
}

export async function listResults(executor: Executor, content: OwnedContent): Promise<PromptResultItem[]> {
  const rows = await executor
    .select({
      promptId: promptResults.promptId,
      title: promptResults.title,
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

export async function readResult({ db, tasks }: Services, content: OwnedContent, promptId: string): Promise<PromptResult | null> {
  return db.transaction(
    async (tx) => {
      const row = await findRow(tx, content, promptId);
      if (!row || row.deletedAt !== null) return null;
      const result = toResult(row, await tasks.latest(tx, promptTask, row.id), content);
      const rename = await loadRenamer(tx, content);
      // Speakers may have been renamed since the answer was written.
      const since = zVersions.safeParse(row.versions).data?.corrections ?? row.writtenAt;
      return { ...result, text: result.text === null ? null : rename(result.text, since) };
    },
    // One snapshot, so that a completed task is never seen without its answer.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function toResult(row: ResultRow, task: TaskRow | null, content: OwnedContent): PromptResult {
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
    state: task?.state ?? (row.text === null ? 'cancelled' : 'completed'),
    taskId: task && isInFlight(task.state) ? task.id : null,
    problem: task?.state === 'failed' ? toProblem({ problemCode: task.errorCode, problemParams: task.errorParams }) : null,
  };
}

/** Joins a running task. Errors: `llm_not_configured`, `subtitles_missing`, `not_found`, `prompt_limit`, those of the meter. */
export async function startAnswer(
  services: Services,
  content: OwnedContent,
  promptId: string,
  language: InterfaceLanguage,
): Promise<TaskState> {
  const { db, tasks } = services;
  if ((await modelIdFor(services, content.userId)) === null) throw new AppError('llm_not_configured');
  if (content.extractionId === null) throw new AppError('subtitles_missing');
  const ownKey = sentKeyFor(services, content.userId);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`prompt-results:${content.id}`}, 0))`);
    const before = await findRow(tx, content, promptId);
    // Workers lock the task before the result, so this does too.
    const inFlight = before && (await tasks.lockInFlight(tx, promptTask, before.id));
    if (inFlight) return inFlight.state;
    const words = (await wordsOf(tx, content.userId, promptId, language)) ?? before;
    if (!words) throw new AppError('not_found');
    const asked = { title: words.title, prompt: words.prompt };
    if (!before) await requireRoom(tx, content);
    const resultId = before ? await prepareResult(tx, before, asked) : await insertResult(tx, content, promptId, asked);
    const { state } = await tasks.start(tx, promptTask, {
      key: resultId,
      userId: content.userId,
      contentId: content.id,
      payload: { resultId, ...asked, language: content.noteLanguage },
      ownKey,
    });
    return state;
  });
}

type Asked = { title: string; prompt: string };

async function insertResult(tx: Tx, content: OwnedContent, promptId: string, asked: Asked): Promise<string> {
  const made = await tx
    .insert(promptResults)
    .values({ userId: content.userId, contentId: content.id, promptId, ...asked })
    .returning({ id: promptResults.id });
  return storedRow(made).id;
}

/** A finished answer stays until the next one is complete; a deleted one is cleared. */
async function prepareResult(tx: Tx, { id, text, deletedAt }: ResultRow, asked: Asked): Promise<string> {
  const isDeleted = deletedAt !== null;
  await tx
    .update(promptResults)
    .set({
      updatedAt: new Date(),
      deletedAt: null,
      ...(isDeleted ? { text: null, sources: null, model: null, versions: null, writtenAt: null } : {}),
      ...(text === null || isDeleted ? asked : {}),
    })
    .where(eq(promptResults.id, id));
  return id;
}

async function wordsOf(executor: Executor, userId: string, promptId: string, language: InterfaceLanguage): Promise<Asked | null> {
  const official = findOfficial(promptId);
  if (official) {
    const { title, prompt } = officialWordsIn(language, official.words);
    return { title, prompt };
  }
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

export async function storeAnswer(
  tx: Tx,
  { resultId, title, prompt }: PromptWork,
  answer: Pick<ResultRow, 'text' | 'sources' | 'model'> & { versions: z.infer<typeof zVersions> },
): Promise<void> {
  const now = new Date();
  await tx
    .update(promptResults)
    .set({ title, prompt, ...answer, writtenAt: now, updatedAt: now })
    .where(eq(promptResults.id, resultId));
}

/** Deletes the answer and stops the task that is writing it; can be undone for a day. Errors: `not_found`. */
export async function removeResult({ db, tasks }: Services, content: OwnedContent, promptId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await findRow(tx, content, promptId);
    const inFlight = row && (await tasks.lockInFlight(tx, promptTask, row.id));
    if (inFlight) await tasks.cancel(tx, inFlight.id);
    const removed = await tx
      .update(promptResults)
      .set({ deletedAt: new Date() })
      .where(and(place(content, promptId), isNull(promptResults.deletedAt)))
      .returning({ id: promptResults.id });
    if (removed.length === 0) throw new AppError('not_found');
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
