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
import { readMessages } from './read-messages.ts';

export type Chat = { id: string; messages: ChatMessage[] };

export async function findChat(executor: Executor, content: OwnedContent): Promise<Chat | null> {
  const [row] = await executor.select().from(chatHistory).where(ofContent(content));
  return row ? { id: row.id, messages: readMessages(row.messages) } : null;
}

function ofContent({ userId, id }: OwnedContent) {
  return and(eq(chatHistory.userId, userId), eq(chatHistory.contentId, id));
}

/** The conversation, with the answer that is being written. */
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

/**
 * Adds a question (null: takes the last one again, without its answer) and starts its answer. Returns the answer's id.
 * Errors: `work_in_progress` while another is being written, `bad_request` when there is no question to take again, those
 * of the meter.
 */
export async function askQuestion(services: Services, content: OwnedContent, question: string | null): Promise<string> {
  const { db, tasks } = services;
  const ownKey = sentKeyFor(services, content.userId);
  return db.transaction(async (tx) => {
    await tx.insert(chatHistory).values({ userId: content.userId, contentId: content.id }).onConflictDoNothing();
    const found = await findChat(tx, content);
    // Locks the task before the conversation, in the order in which workers lock them.
    if (found && (await tasks.lockInFlight(tx, chatTask, found.id))) throw new AppError('work_in_progress');
    const [chat] = await tx.select().from(chatHistory).where(ofContent(content)).for('update');
    if (!chat) throw new AppError('conflict', { detail: 'the conversation was deleted' });
    await saveMessages(tx, chat.id, withQuestion(readMessages(chat.messages), question));
    const { id, started } = await tasks.start(tx, chatTask, {
      key: chat.id,
      userId: content.userId,
      contentId: content.id,
      payload: { chatId: chat.id },
      ownKey,
    });
    if (!started) throw new AppError('work_in_progress');
    return id;
  });
}

function withQuestion(messages: ChatMessage[], question: string | null): ChatMessage[] {
  if (question !== null) {
    const metadata = { createdAt: new Date().toISOString(), sources: [], related: [] };
    return [...messages, { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: question }], metadata }];
  }
  const asked = messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1);
  if (asked.length === 0) throw new AppError('bad_request');
  return asked;
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

/** Adds an answer to its conversation, unless that was deleted meanwhile. */
export async function addAnswer(tx: Tx, chatId: string, answer: WrittenAnswer): Promise<void> {
  const [chat] = await tx.select().from(chatHistory).where(eq(chatHistory.id, chatId)).for('update');
  if (chat) await saveMessages(tx, chatId, [...readMessages(chat.messages), messageOf(answer)]);
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

/** Deletes the conversation with its tasks, and stops the answer that is being written. */
export async function clearChat({ db, tasks }: Services, content: OwnedContent): Promise<void> {
  await db.transaction(async (tx) => {
    const chat = await findChat(tx, content);
    if (!chat) return;
    await tasks.forget(tx, chatTask, [chat.id]);
    await tx.delete(chatHistory).where(ofContent(content));
  });
}
