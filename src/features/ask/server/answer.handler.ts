import { answerAcross, withinBudget } from '#engine/chat/answer-across.ts';
import { type Turn, turnText } from '#engine/chat/prompts.ts';
import { withinTime } from '#engine/chat/within-time.ts';
import { makeSearchable } from '#features/library/server/index.ts';
import { openModel } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import { zScope } from '../contract.ts';
import type { AskWork } from '../tasks.ts';
import {
  type AnswerRow,
  emptyAnswer,
  finishAnswer,
  type PastTurn,
  replaceSources,
  requireAnswer,
  turnsBefore,
} from './answer-store.ts';
import {
  findPassages,
  type Gathered,
  type Lines,
  linesOfNotes,
  linesOfPassages,
  notesOf,
  readCounts,
  sourcesOfNotes,
} from './gather.ts';
import { countScope, openScope } from './scope.ts';

const longestMs = 5 * 60_000;

export async function run(services: Services, { answerId, kept }: AskWork, context: TaskContext): Promise<void> {
  const { db } = services;
  const { userId } = context.task;
  if (userId === null) throw new AppError('internal', { detail: 'an answer of nobody' });
  const row = await requireAnswer(db, userId, answerId);
  const { contentIds, sources, items, ranked, turns, complete, scopeItems } = await readMaterial(services, row);
  if (items.every(({ lines }) => lines.length === 0)) {
    if (row.kind === 'brief') throw new AppError('note_missing');
    await context.complete(async (tx) => {
      await replaceSources(tx, row, []);
      await finishAnswer(tx, row, { ...emptyAnswer, state: 'done', complete });
    });
    return;
  }
  const llm = await openModel(services, { job: context.usageKey, kind: 'ask', userId });
  const given = withinBudget(items, ranked, llm.contextTokens);
  const read = given.filter(({ lines }) => lines.length > 0).length;
  const counts = row.kind === 'brief' ? readCounts(read, scopeItems) : { complete };
  // The sources are shown while the answer is written, and beside its draft if it fails. An earlier answer keeps its own.
  if (!kept)
    await context.write(async (tx) => {
      await replaceSources(tx, row, sources);
      await finishAnswer(tx, row, { model: llm.id, ...counts });
    });
  context.stage('writing', 10, 'writing');
  const answer = await withinTime(context.signal, longestMs, (signal) =>
    answerAcross({
      llm,
      clock: { now: Date.now, sleep },
      signal,
      items: given,
      question: row.kind === 'brief' ? null : row.question,
      history: turns.flatMap(({ question, markdown }) => toTurns(question, markdown)),
      noteLanguage: row.noteLanguage,
      onPartial: ({ markdown }) => context.draft(markdown),
    }),
  );
  const { markdown, related, outcome } = answer;
  const cited = answer.sources.map((source) => ({ ...source, contentId: contentIds[source.item - 1] ?? '', marks: [] }));
  await context.complete(async (tx) => {
    await replaceSources(tx, row, cited);
    await finishAnswer(tx, row, { ...counts, model: llm.id, state: outcome, markdown, related });
  });
}

type Material = Gathered & Lines & { turns: PastTurn[]; complete: boolean; scopeItems: number };

async function readMaterial({ db }: Services, row: AnswerRow): Promise<Material> {
  const { userId, kind, question } = row;
  const opened = await openScope(db, userId, zScope.catch({}).parse(row.scope));
  if (kind === 'question') {
    const upToDate = await makeSearchable(db, userId);
    const turns = await turnsBefore(db, userId, row);
    const found = await findPassages(db, userId, opened, { question, before: turns, forModel: true });
    const complete = found.complete && upToDate;
    return { ...found, ...(await linesOfPassages(db, userId, found)), turns, complete, scopeItems: 0 };
  }
  const notes = await notesOf(db, userId, opened);
  const { items: scopeItems } = await countScope(db, userId, opened);
  return { ...sourcesOfNotes(notes), ...(await linesOfNotes(db, userId, notes)), turns: [], complete: true, scopeItems };
}

/** Leaves out empty turns: a brief has no question, and passages alone are no answer. Removes the earlier answer's anchors. */
function toTurns(question: string, markdown: string): Turn[] {
  const said: Turn[] = [
    { role: 'user', text: question },
    { role: 'assistant', text: turnText(markdown).trim() },
  ];
  return said.filter(({ text }) => text !== '');
}
