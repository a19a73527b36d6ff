import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { storedRow } from '#db/stored-row.ts';
import { zProblem } from '#features/contents/contract.ts';
import { contentRowsOf } from '#features/library/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { askLimits } from '#lib/input-limits.ts';
import { isInFlight } from '#lib/task-view.ts';
import { type AskAnswer, type Asked, type AskSource, zScope } from '../contract.ts';
import { askTask } from '../tasks.ts';

export type AnswerRow = typeof libraryAnswers.$inferSelect;
/** `item`: the content's number in the answer. */
export type NewSource = AskSource & { contentId: string };

/** Errors: `not_found`, also for another user's answer. */
export async function requireAnswer(executor: Executor, userId: string, id: string): Promise<AnswerRow> {
  const [row] = await executor.select().from(libraryAnswers).where(owned(userId, id));
  if (!row) throw new AppError('not_found');
  return row;
}

export type PastTurn = { question: string; markdown: string };
/** Each is one read. The engine reads no more than four (`engine/chat/earlier-turns.ts`). */
const mostTurns = 3;

/** The earlier questions that this one follows and their answers, earliest first, as far as they still exist. */
export async function turnsBefore(
  executor: Executor,
  userId: string,
  { afterId }: Pick<AnswerRow, 'afterId'>,
): Promise<PastTurn[]> {
  const turns: PastTurn[] = [];
  for (let id = afterId; id !== null && turns.length < mostTurns; ) {
    const [row]: AnswerRow[] = await executor.select().from(libraryAnswers).where(owned(userId, id));
    if (!row) break;
    turns.unshift({ question: row.question, markdown: row.markdown });
    id = row.afterId;
  }
  return turns;
}

export async function lockAnswer(tx: Tx, userId: string, id: string): Promise<AnswerRow | null> {
  const [row] = await tx.select().from(libraryAnswers).where(owned(userId, id)).for('update');
  return row ?? null;
}

const owned = (userId: string, id: string) => and(eq(libraryAnswers.userId, userId), eq(libraryAnswers.id, id));

export async function listAnswers(executor: Executor, userId: string): Promise<Asked[]> {
  const rows = await executor
    .select()
    .from(libraryAnswers)
    .where(eq(libraryAnswers.userId, userId))
    .orderBy(desc(libraryAnswers.createdAt), asc(libraryAnswers.id))
    .limit(askLimits.kept);
  return rows.map(toAsked);
}

function toAsked({ id, kind, question, scope, scopeName, state, createdAt }: AnswerRow): Asked {
  return {
    id,
    kind,
    question,
    // A scope stored by another version counts as the whole library.
    scope: zScope.catch({}).parse(scope),
    scopeName,
    state,
    createdAt: createdAt.toISOString(),
  };
}

/** Errors: `not_found`. */
export async function readAnswer({ db, tasks }: Services, userId: string, id: string): Promise<AskAnswer> {
  return db.transaction(
    async (tx) => {
      const row = await requireAnswer(tx, userId, id);
      const rows = await tx
        .select()
        .from(libraryAnswerSources)
        .where(and(eq(libraryAnswerSources.userId, userId), eq(libraryAnswerSources.answerId, id)))
        .orderBy(asc(libraryAnswerSources.position));
      const items = new Map(rows.map(({ item, contentId }) => [item, contentId]));
      const known = await contentRowsOf(tx, userId, [...new Set(items.values())]);
      const task = row.state === 'writing' ? await tasks.latest(tx, askTask, id) : null;
      return {
        ...toAsked(row),
        markdown: row.markdown,
        sources: rows.map(toSource),
        items: [...items].flatMap(([item, contentId]) => {
          const content = known.get(contentId);
          return content ? [{ item, content_id: contentId, title: content.title, cover_url: content.cover_url }] : [];
        }),
        related: row.related,
        problem: zProblem.nullable().catch(null).parse(row.problem),
        model: row.model,
        complete: row.complete,
        read: row.readItems === null || row.scopeItems === null ? null : { items: row.readItems, of: row.scopeItems },
        after: row.afterId === null ? null : await askedBefore(tx, userId, row.afterId),
        taskId: task && isInFlight(task.state) ? task.id : null,
      };
    },
    // One snapshot: an answer is either being written or finished.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function askedBefore(executor: Executor, userId: string, id: string): Promise<AskAnswer['after']> {
  const { question } = libraryAnswers;
  const [row] = await executor.select({ id: libraryAnswers.id, question }).from(libraryAnswers).where(owned(userId, id));
  return row ?? null;
}

function toSource(row: typeof libraryAnswerSources.$inferSelect): AskSource {
  const { item, firstSegment: first, lastSegment: last, startMs, page, text, marks } = row;
  return { item, first, last, startMs, page, text, marks };
}

/** Deletes the oldest answers with their sources to make room. Answers that are being written stay. */
export async function addAnswer(tx: Tx, row: typeof libraryAnswers.$inferInsert): Promise<AnswerRow> {
  const old = tx
    .select({ id: libraryAnswers.id })
    .from(libraryAnswers)
    .where(eq(libraryAnswers.userId, row.userId))
    .orderBy(desc(libraryAnswers.createdAt), asc(libraryAnswers.id))
    .offset(askLimits.kept);
  const made = storedRow(await tx.insert(libraryAnswers).values(row).returning());
  const ids = (await old).map(({ id }) => id).filter((id) => id !== made.id);
  if (ids.length > 0) await tx.delete(libraryAnswers).where(and(inArray(libraryAnswers.id, ids), notWriting));
  return made;
}

const notWriting = inArray(libraryAnswers.state, ['done', 'cut', 'stopped', 'failed']);

/** Leaves out passages of contents that were deleted while the answer was written. */
export async function replaceSources(
  tx: Tx,
  { userId, id }: Pick<AnswerRow, 'userId' | 'id'>,
  sources: readonly NewSource[],
): Promise<void> {
  // Locked before the old sources, in the order in which the deletion of a content locks both.
  const there = await lockContents(tx, userId, [...new Set(sources.map(({ contentId }) => contentId))]);
  await tx
    .delete(libraryAnswerSources)
    .where(and(eq(libraryAnswerSources.userId, userId), eq(libraryAnswerSources.answerId, id)));
  const left = sources.filter(({ contentId }) => there.has(contentId));
  if (left.length === 0) return;
  await tx.insert(libraryAnswerSources).values(
    left.map(({ first, last, ...source }, position) => ({
      ...source,
      answerId: id,
      userId,
      position,
      firstSegment: first,
      lastSegment: last,
    })),
  );
}

/** Keeps those that still exist from being deleted until the end of the transaction. */
async function lockContents(tx: Tx, userId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.userId, userId), inArray(contents.id, [...ids])))
    .orderBy(asc(contents.id))
    .for('key share');
  return new Set(rows.map((row) => row.id));
}

type Said = Partial<
  Pick<AnswerRow, 'state' | 'markdown' | 'related' | 'problem' | 'model' | 'complete' | 'readItems' | 'scopeItems'>
>;

export const emptyAnswer: Said = {
  ...{ markdown: '', related: [], problem: null, model: null, complete: true, readItems: null, scopeItems: null },
};

export async function finishAnswer(tx: Tx, { userId, id }: Pick<AnswerRow, 'userId' | 'id'>, said: Said): Promise<void> {
  await tx.update(libraryAnswers).set(said).where(owned(userId, id));
}
