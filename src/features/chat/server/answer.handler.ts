import { answerQuestion } from '#engine/chat/answer-question.ts';
import { type Turn, turnText } from '#engine/chat/prompts.ts';
import type { ReadAnswer } from '#engine/chat/read-answer.ts';
import { withinTime } from '#engine/chat/within-time.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import { openModel } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import type { ChatMessage, ChatSource } from '../contract.ts';
import type { ChatWork } from '../tasks.ts';
import { addAnswer, findChat } from './chat-store.ts';
import { correctedTextOf } from './corrected-text.ts';
import { linesFor } from './find-passages.ts';
import { textOf } from './upgrade-old-messages.ts';

const longestMs = 5 * 60_000;

export async function run(services: Services, { chatId, replaces }: ChatWork, context: TaskContext): Promise<void> {
  const { db } = services;
  const { id, userId, contentId, createdAt } = context.task;
  if (userId === null || contentId === null) throw new AppError('internal', { detail: 'an answer of no content' });
  const content = await requireOwnedContent(db, userId, contentId);
  const [llm, words, turn] = await Promise.all([
    openModel(services, { job: context.usageKey, kind: 'chat', userId }),
    correctedTextOf(db, content),
    findChat(db, content).then((chat) => lastTurn(chat?.id === chatId ? chat.messages : [])),
  ]);
  const before = turn.before.findLast(({ role }) => role === 'user');
  const sources = createSourceKeeper(context);
  const model = context.checkpoint('model', llm.id).catch(() => undefined);
  try {
    const answer = await withinTime(context.signal, longestMs, (signal) =>
      answerQuestion({
        llm,
        clock: { now: Date.now, sleep },
        signal,
        facts: words.facts,
        segments: words.segments,
        noteLanguage: content.noteLanguage,
        question: turn.question,
        history: historyOf(turn.before),
        retrieve: (budget) => linesFor(services, words, turn.question, before ? textOf(before) : null, budget),
        onPartial(partial) {
          context.draft(partial.markdown);
          sources.keep(partial.sources);
        },
      }),
    );
    const { markdown, related, outcome } = answer;
    const said = { markdown, sources: answer.sources, related, state: outcome, model: llm.id };
    await sources.flush();
    await context.complete((tx) => addAnswer(tx, chatId, { id, createdAt, ...said }, replaces));
  } finally {
    await Promise.all([sources.flush(), model]);
  }
}

/** The last question and the messages before it. Errors: `bad_request` without a question. */
function lastTurn(messages: readonly ChatMessage[]): { question: string; before: ChatMessage[] } {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[at];
  if (!asked) throw new AppError('bad_request', { detail: 'no question to answer' });
  return { question: textOf(asked), before: messages.slice(0, at) };
}

/** Stores the sources that the draft cites, in case the answer ends before it is complete. */
function createSourceKeeper(context: TaskContext) {
  let stored = context.checkpoints.has('sources') ? null : '';
  let chain: Promise<unknown> = Promise.resolve();
  return {
    keep(sources: ReadAnswer['sources']): void {
      const cited = sources.map(({ first, last }) => `${first}-${last}`).join();
      if (cited === stored) return;
      stored = cited;
      const value: ChatSource[] = sources;
      chain = chain
        .then(() => context.checkpoint('sources', value))
        .catch((error: unknown) => context.logger.warn({ err: error }, 'the sources of a draft were not stored'));
    },
    flush: () => chain,
  };
}

/** The conversation so far, without failed answers. */
function historyOf(messages: readonly ChatMessage[]): Turn[] {
  return messages.flatMap(({ role, parts, metadata }): Turn[] => {
    if (role === 'system' || metadata.state === 'failed') return [];
    const text = turnText(textOf({ parts }));
    return text.trim() === '' ? [] : [{ role, text }];
  });
}
