/** A script in another language: a user's lines, which a task fills window by window. */
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { transcriptTranslations } from '#db/schema/transcript-edits.ts';
import type { Language } from '#engine/domain.ts';
import { lineKey } from '#engine/translate/translate-lines.ts';
import { type OwnedContent, toProblem } from '#features/contents/server/index.ts';
import { sentKeyFor } from '#features/credentials/server/index.ts';
import { modelIdFor } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { isInFlight, toShownState } from '#lib/task-view.ts';
import type { Translation } from '../contract.ts';
import { type TranslationWork, translationTask } from '../tasks.ts';
import { segmentsOf } from './segments.ts';

type TaskServices = Pick<Services, 'db' | 'tasks'>;

export const zStoredLines = z.record(z.string(), z.string());

/** The translated lines by `lineKey`. */
export function storedLines(row: { lines: unknown } | undefined): Map<string, string> {
  return new Map(Object.entries(zStoredLines.safeParse(row?.lines).data ?? {}));
}

/** Lines of numbers and marks alone are the same in every language. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

export function translationRow(content: Pick<OwnedContent, 'id' | 'userId'>, language: Language) {
  return and(
    eq(transcriptTranslations.userId, content.userId),
    eq(transcriptTranslations.contentId, content.id),
    eq(transcriptTranslations.language, language),
  );
}

function keyOf({ userId, contentId, language }: TranslationWork): string {
  return `${userId}:${contentId}:${language}`;
}

function workOf(content: OwnedContent, language: Language): TranslationWork {
  return { userId: content.userId, contentId: content.id, language };
}

export async function readTranslation(
  { db, tasks }: TaskServices,
  content: OwnedContent,
  language: Language,
): Promise<Translation> {
  const [task, [row]] = await Promise.all([
    tasks.latest(db, translationTask, keyOf(workOf(content, language))),
    db.select().from(transcriptTranslations).where(translationRow(content, language)),
  ]);
  if (!task && !row) return { state: null, taskId: null, problem: null, lines: [], done: 0, total: 0 };
  const known = storedLines(row);
  const segments = await segmentsOf(db, content);
  const lines = segments.map(({ text }) => (hasWords(text) ? (known.get(lineKey(text)) ?? null) : text));
  return {
    // Lines that came with an archive have no task.
    state: task ? toShownState(task.state) : 'completed',
    taskId: task && isInFlight(task.state) ? task.id : null,
    problem: task && toProblem({ problemCode: task.errorCode, problemParams: task.errorParams }),
    lines,
    done: lines.filter((line) => line !== null).length,
    total: lines.length,
  };
}

/** A translation in flight goes on. Errors: `llm_not_configured`, `subtitles_missing`, those of `takeModelTurn`. */
export async function startTranslation(services: Services, content: OwnedContent, language: Language): Promise<void> {
  const { db, tasks } = services;
  if ((await modelIdFor(services, content.userId)) === null) throw new AppError('llm_not_configured');
  const segments = await segmentsOf(db, content);
  if (segments.length === 0 || segments[0]?.startMs === null) throw new AppError('subtitles_missing');
  const payload = workOf(content, language);
  const ownKey = sentKeyFor(services, content.userId);
  await db.transaction((tx) => tasks.start(tx, translationTask, { key: keyOf(payload), ...payload, payload, ownKey }));
}

/** Stops the work; translated lines stay. Gives the state as it is then. */
export async function cancelTranslation(
  { db, tasks }: TaskServices,
  content: OwnedContent,
  language: Language,
): Promise<Translation['state']> {
  return db.transaction(async (tx) => {
    const task = await tasks.latest(tx, translationTask, keyOf(workOf(content, language)));
    const state = task && (await tasks.cancel(tx, task.id));
    return state && toShownState(state);
  });
}
