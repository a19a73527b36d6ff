/** Starts an answer: without a model it is complete at once, with a model a task writes it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { libraryAnswers } from '#db/schema/library-answers.ts';
import { sentKeyFor } from '#features/credentials/server/index.ts';
import { makeSearchable } from '#features/library/server/index.ts';
import { modelIdFor, takeLibraryQuestion } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import { type AskScope, zScope } from '../contract.ts';
import { type AskWork, askTask } from '../tasks.ts';
import {
  type AnswerRow,
  addAnswer,
  emptyAnswer,
  finishAnswer,
  lockAnswer,
  type NewSource,
  replaceSources,
  requireAnswer,
  turnsBefore,
} from './answer-store.ts';
import { extractiveBrief, findPassages, notesOf, readCounts } from './gather.ts';
import { countScope, type OpenedScope, openScope } from './scope.ts';

/** While a new item is being indexed: three seconds. */
const mostLooks = 20;
const lookAgainMs = 150;

type Wanted = Pick<AnswerRow, 'kind' | 'question' | 'noteLanguage' | 'afterId'> & { scope: AskScope };

/** Returns the answer's id. Errors: `not_found`, `nothing_to_ask`, `too_many_library_questions`, those of the meter. */
export async function startAnswer(services: Services, userId: string, wanted: Wanted): Promise<string> {
  if (wanted.afterId !== null) await requireAnswer(services.db, userId, wanted.afterId);
  const { opened, whole } = await prepare(services, userId, wanted);
  return services.db.transaction(async (tx) => {
    const row = await addAnswer(tx, { ...wanted, userId, scopeName: opened.name, state: whole ? 'done' : 'writing' });
    if (whole) await storeWhole(tx, row, whole);
    else await startTask(services, tx, row);
    return row.id;
  });
}

/** Answers the same question again. A finished text stays until the next one is complete. Errors: those of `startAnswer`, `work_in_progress`. */
export async function repeatAnswer(services: Services, userId: string, id: string, noteLanguage: NoteLanguage): Promise<string> {
  const { db, tasks } = services;
  const { kind, question, scope, afterId } = await requireAnswer(db, userId, id);
  const { opened, whole } = await prepare(services, userId, {
    kind,
    question,
    afterId,
    scope: zScope.catch({}).parse(scope),
    noteLanguage,
  });
  return db.transaction(async (tx) => {
    // Locks the task before its answer, in the order in which workers lock them.
    if (await tasks.lockForStart(tx, askTask, id)) throw new AppError('work_in_progress');
    const row = await lockAnswer(tx, userId, id);
    if (!row) throw new AppError('not_found');
    const kept = whole === null && row.markdown !== '' ? keptState(row) : undefined;
    if (!kept && !whole) await replaceSources(tx, row, []);
    await finishAnswer(tx, row, { ...(kept ? {} : emptyAnswer), state: whole ? 'done' : 'writing', problem: null });
    await tx.update(libraryAnswers).set({ scopeName: opened.name, noteLanguage }).where(eq(libraryAnswers.id, id));
    if (whole) await storeWhole(tx, row, whole);
    else await startTask(services, tx, row, kept);
    return row.id;
  });
}

function keptState({ state }: AnswerRow): AskWork['kept'] {
  return state === 'done' || state === 'cut' ? state : undefined;
}

async function startTask(services: Services, tx: Tx, { id, userId }: AnswerRow, kept?: AskWork['kept']): Promise<void> {
  const ownKey = sentKeyFor(services, userId);
  const payload = { answerId: id, ...(kept ? { kept } : {}) };
  const { started } = await services.tasks.start(tx, askTask, { key: id, userId, payload, ownKey });
  if (!started) throw new AppError('work_in_progress');
}

/** Waits where the only item with words is just being indexed by another process, which keeps it to itself until then. */
async function countIndexed(db: Services['db'], userId: string, opened: OpenedScope) {
  for (let looks = 1; ; looks++) {
    const upToDate = await makeSearchable(db, userId);
    const counts = await countScope(db, userId, opened);
    if (counts.withWords > 0 || upToDate || looks === mostLooks) return { ...counts, upToDate };
    await sleep(lookAgainMs);
  }
}

type Whole = { sources: NewSource[]; markdown: string; counts: Parameters<typeof finishAnswer>[2] };

/** `whole`: the complete answer, where no model writes it. */
async function prepare(
  services: Services,
  userId: string,
  wanted: Wanted,
): Promise<{ opened: OpenedScope; whole: Whole | null }> {
  const { db } = services;
  const opened = await openScope(db, userId, wanted.scope);
  const { items, withWords, upToDate } = await countIndexed(db, userId, opened);
  if (withWords === 0) throw new AppError('nothing_to_ask');
  const model = await modelIdFor(services, userId);
  if (model === null) await takeLibraryQuestion(services, userId);
  const notes = wanted.kind === 'brief' ? await notesOf(db, userId, opened) : [];
  if (model !== null) return { opened, whole: null };
  if (wanted.kind === 'question') {
    const { question } = wanted;
    const before = await turnsBefore(db, userId, wanted);
    const { sources, complete } = await findPassages(db, userId, opened, { question, before, forModel: false });
    return { opened, whole: { sources, markdown: '', counts: { complete: complete && upToDate } } };
  }
  const read = notes.filter(({ points }) => points.length > 0).length;
  return { opened, whole: { ...extractiveBrief(notes, wanted.noteLanguage), counts: readCounts(read, items) } };
}

async function storeWhole(tx: Tx, row: AnswerRow, { sources, markdown, counts }: Whole): Promise<void> {
  await replaceSources(tx, row, sources);
  await finishAnswer(tx, row, { markdown, ...counts });
}
