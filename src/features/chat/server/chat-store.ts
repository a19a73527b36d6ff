/** Stored conversations. The server writes every message; it takes only the words of a question from the caller. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { chatHistory } from '#db/schema/chat.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { sentKeyFor } from '#features/credentials/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { chatLimits } from '#lib/input-limits.ts';
import { isInFlight } from '#lib/task-view.ts';
import type { AnswerState, ChatMessage, ChatSource } from '../contract.ts';
import { chatTask } from '../tasks.ts';
import { textOf, upgradeOldMessages } from './upgrade-old-messages.ts';

export type Chat = { id: string; messages: ChatMessage[] };

export async function findChat(executor: Executor, content: OwnedContent): Promise<Chat | null> {
  const [row] = await executor.select().from(chatHistory).where(ofContent(content));
  return row ? { id: row.id, messages: upgradeOldMessages(row.messages) } : null;
}

function ofContent({ userId, id }: OwnedContent) {
  return and(eq(chatHistory.userId, userId), eq(chatHistory.contentId, id));
}

export async function readChat(
  { db, tasks }: Services,
  content: OwnedContent,
): Promise<{ messages: ChatMessage[]; answeringId: string | null }> {
  return db.transaction(
    async (tx) => {
      const chat = await findChat(tx, content);
      if (!chat) return { messages: [], answeringId: null };
      const task = await tasks.latest(tx, chatTask, chat.id);
      return { messages: chat.messages, answeringId: task && isInFlight(task.state) ? task.id : null };
    },
    // One snapshot: an answer is either being written or in the history, never both or neither.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** `last`: answers the last question again; the id of what the caller shows as the last message. */
export type Wanted = { question: string } | { last: string };

/** Returns the answer's id. Errors: `work_in_progress`, `bad_request` (no question), `conflict` (not last), those of the meter. */
export async function askQuestion(services: Services, content: OwnedContent, wanted: Wanted): Promise<string> {
  const { db, tasks } = services;
  const ownKey = sentKeyFor(services, content.userId);
  return db.transaction(async (tx) => {
    await tx.insert(chatHistory).values({ userId: content.userId, contentId: content.id }).onConflictDoNothing();
    const found = await findChat(tx, content);
    // Locks the task before the conversation, in the order in which workers lock them.
    if (found && (await tasks.lockInFlight(tx, chatTask, found.id))) throw new AppError('work_in_progress');
    const [chat] = await tx.select().from(chatHistory).where(ofContent(content)).for('update');
    if (!chat) throw new AppError('conflict', { detail: 'the conversation was deleted' });
    const messages = upgradeOldMessages(chat.messages);
    if ('question' in wanted) await saveMessages(tx, chat.id, [...messages, messageOfQuestion(wanted.question)]);
    const replaces = 'question' in wanted ? undefined : requireLast(messages, wanted.last);
    const { id, started } = await tasks.start(tx, chatTask, {
      key: chat.id,
      userId: content.userId,
      contentId: content.id,
      payload: { chatId: chat.id, ...(replaces === undefined ? {} : { replaces }) },
      ownKey,
    });
    if (!started) throw new AppError('work_in_progress');
    return id;
  });
}

function messageOfQuestion(question: string): ChatMessage {
  const metadata = { createdAt: new Date().toISOString(), sources: [], related: [] };
  return { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: question }], metadata };
}

/** The id of the answer to replace; undefined when the last question has none. Errors: `bad_request`, `conflict`. */
function requireLast(messages: readonly ChatMessage[], id: string): string | undefined {
  if (!messages.some(({ role }) => role === 'user')) throw new AppError('bad_request');
  const last = messages.findLast(({ role }) => role !== 'system');
  if (last?.id !== id) throw new AppError('conflict', { detail: 'another message is the last' });
  return last.role === 'assistant' ? id : undefined;
}

export type WrittenAnswer = {
  id: string;
  createdAt: Date;
  markdown: string;
  sources: ChatSource[];
  related: string[];
  state: AnswerState;
  problem?: ChatMessage['metadata']['problem'];
  model: string | undefined;
};

/** Adds an answer to its conversation in the place of `replaces`, unless the conversation was deleted meanwhile. */
export async function addAnswer(tx: Tx, chatId: string, answer: WrittenAnswer, replaces?: string): Promise<void> {
  const [chat] = await tx.select().from(chatHistory).where(eq(chatHistory.id, chatId)).for('update');
  if (!chat) return;
  const messages = upgradeOldMessages(chat.messages);
  const before = messages.find(({ id }) => id === replaces);
  await saveMessages(
    tx,
    chatId,
    before && isWorthKeeping(before, answer)
      ? messages.map((message) => (message === before ? withProblem(before, answer) : message))
      : [...messages.filter((message) => message !== before), messageOf(answer)],
  );
}

/** Only a finished answer replaces a finished one, and an empty one replaces nothing. */
function isWorthKeeping({ parts, metadata }: ChatMessage, { state, markdown }: WrittenAnswer): boolean {
  const isWhole = (one: AnswerState | undefined) => one !== 'failed' && one !== 'stopped';
  if (isWhole(state) || textOf({ parts }) === '') return false;
  return isWhole(metadata.state) || markdown === '';
}

function withProblem(message: ChatMessage, { problem }: WrittenAnswer): ChatMessage {
  if (!problem && message.metadata.state === 'failed') return message;
  return { ...message, metadata: { ...message.metadata, problem: problem ?? { code: 'cancelled', params: {} } } };
}

function messageOf({ id, createdAt, markdown, sources, related, state, problem, model }: WrittenAnswer): ChatMessage {
  return {
    id,
    role: 'assistant',
    parts: [{ type: 'text', text: markdown }],
    metadata: {
      createdAt: createdAt.toISOString(),
      sources,
      related,
      state,
      ...(problem ? { problem } : {}),
      ...(model ? { model } : {}),
    },
  };
}

async function saveMessages(tx: Tx, chatId: string, messages: ChatMessage[]): Promise<void> {
  await tx
    .update(chatHistory)
    .set({ messages: messages.slice(-chatLimits.messages), updatedAt: new Date() })
    .where(eq(chatHistory.id, chatId));
}

export async function clearChat({ db, tasks }: Services, content: OwnedContent): Promise<void> {
  await db.transaction(async (tx) => {
    const chat = await findChat(tx, content);
    if (!chat) return;
    await tasks.forget(tx, chatTask, [chat.id]);
    await tx.delete(chatHistory).where(ofContent(content));
  });
}
