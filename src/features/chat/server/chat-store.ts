/** Conversations as they are stored. The server writes every message; of a caller only the words of a question are taken. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db, Executor, Tx } from '#db/client.ts';
import { chatAnswers, chatHistory } from '#db/schema/chat.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { type ModelWork, takeModelTurn } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { chatLimits } from '#lib/input-limits.ts';
import { type AnswerState, type ChatMessage, type ChatSource, zChatSource } from '../contract.ts';
import { readMessages } from './read-messages.ts';

/** An answer whose writer has not been heard of for so long is nobody's: its process has gone. */
const WRITER_LOST_MS = 20_000;

export type ChatRecord = typeof chatHistory.$inferSelect;
export type AnswerRow = typeof chatAnswers.$inferSelect;

export async function findChat(executor: Executor, content: OwnedContent): Promise<ChatRecord | null> {
  const [chat] = await executor
    .select()
    .from(chatHistory)
    .where(and(eq(chatHistory.userId, content.userId), eq(chatHistory.contentId, content.id)));
  return chat ?? null;
}

export async function readAnswer(executor: Executor, chatId: string): Promise<AnswerRow | null> {
  const [answer] = await executor.select().from(chatAnswers).where(eq(chatAnswers.chatId, chatId));
  return answer ?? null;
}

/** The conversation with what is being written in it; an answer that nobody writes any more is ended first. */
export async function readChat(
  services: Services,
  content: OwnedContent,
): Promise<{ messages: ChatMessage[]; answeringId: string | null }> {
  // One statement: an answer is either being written or in the history, never neither.
  const [row] = await services.db
    .select({ messages: chatHistory.messages, answer: chatAnswers })
    .from(chatHistory)
    .leftJoin(chatAnswers, eq(chatAnswers.chatId, chatHistory.id))
    .where(and(eq(chatHistory.userId, content.userId), eq(chatHistory.contentId, content.id)));
  const messages = readMessages(row?.messages);
  if (!row?.answer) return { messages, answeringId: null };
  if (isAlive(row.answer)) return { messages, answeringId: row.answer.messageId };
  await endAnswer(services, row.answer, { state: 'stopped' });
  const ended = await findChat(services.db, content);
  return { messages: readMessages(ended?.messages), answeringId: null };
}

function isAlive(answer: AnswerRow): boolean {
  return Date.now() - answer.heartbeatAt.getTime() < WRITER_LOST_MS;
}

export type Begun = { chatId: string; messageId: string; question: string; before: ChatMessage[] };

/**
 * Adds a question (or, with null, takes the last one again, without its answer) and reserves the place of its answer.
 * Errors: `work_in_progress` while another is being written, `bad_request` when there is no question to take again, those
 * of `takeModelTurn`.
 */
export async function beginTurn(
  services: Services,
  content: OwnedContent,
  { question, messageId, work }: { question: string | null; messageId: string; work: ModelWork & { userId: string } },
): Promise<Begun> {
  return services.db.transaction(async (tx) => {
    const chat = await lockChat(tx, content);
    const running = await readAnswer(tx, chat.id);
    if (running && isAlive(running)) throw new AppError('work_in_progress');
    let messages = readMessages(chat.messages);
    if (running) {
      messages = [...messages, messageOf(running, { state: 'stopped' })];
      await tx.delete(chatAnswers).where(eq(chatAnswers.chatId, chat.id));
    }
    if (question === null) {
      messages = messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1);
      if (messages.length === 0) throw new AppError('bad_request');
    } else {
      const metadata = { createdAt: new Date().toISOString(), sources: [], related: [] };
      messages.push({ id: randomUUID(), role: 'user', parts: [{ type: 'text', text: question }], metadata });
    }
    messages = messages.slice(-chatLimits.messages);
    await takeModelTurn(services, tx, work);
    await tx.insert(chatAnswers).values({ chatId: chat.id, messageId, createdAt: new Date(), heartbeatAt: new Date() });
    await saveMessages(tx, chat.id, messages);
    const last = messages.at(-1);
    return {
      chatId: chat.id,
      messageId,
      question: last?.parts.map(({ text }) => text).join('\n') ?? '',
      before: messages.slice(0, -1),
    };
  });
}

async function lockChat(tx: Tx, content: OwnedContent): Promise<ChatRecord> {
  await tx.insert(chatHistory).values({ userId: content.userId, contentId: content.id }).onConflictDoNothing();
  const [chat] = await tx
    .select()
    .from(chatHistory)
    .where(and(eq(chatHistory.userId, content.userId), eq(chatHistory.contentId, content.id)))
    .for('update');
  if (!chat) throw new AppError('internal', { detail: 'conversation is gone' });
  return chat;
}

/** Keeps what was written so far. `gone`: the conversation was deleted, or somebody else took the place. */
export async function keepPartial(
  db: Db,
  { chatId, messageId }: Pick<Begun, 'chatId' | 'messageId'>,
  partial: { markdown: string; sources: readonly ChatSource[] } | null,
): Promise<'writing' | 'stop' | 'gone'> {
  const [row] = await db
    .update(chatAnswers)
    .set({ ...(partial ? { markdown: partial.markdown, sources: partial.sources } : {}), heartbeatAt: new Date() })
    .where(and(eq(chatAnswers.chatId, chatId), eq(chatAnswers.messageId, messageId)))
    .returning({ stopRequested: chatAnswers.stopRequested });
  if (!row) return 'gone';
  return row.stopRequested ? 'stop' : 'writing';
}

export type Ending = Pick<ChatMessage['metadata'], 'problem' | 'model'> & {
  state: AnswerState;
  markdown?: string;
  sources?: ChatSource[];
  related?: string[];
};

/** Moves the answer into the history. False when its place was taken or its conversation deleted meanwhile. */
export async function endAnswer(
  services: Services,
  { chatId, messageId }: Pick<AnswerRow, 'chatId' | 'messageId'>,
  ending: Ending,
): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const [chat] = await tx.select().from(chatHistory).where(eq(chatHistory.id, chatId)).for('update');
    if (!chat) return false;
    const [answer] = await tx
      .delete(chatAnswers)
      .where(and(eq(chatAnswers.chatId, chatId), eq(chatAnswers.messageId, messageId)))
      .returning();
    if (!answer) return false;
    await saveMessages(tx, chatId, [...readMessages(chat.messages), messageOf(answer, ending)].slice(-chatLimits.messages));
    await services.events.publish(tx, { type: 'chat', chatId });
    return true;
  });
}

function messageOf(answer: AnswerRow, ending: Ending): ChatMessage {
  const stored = Array.isArray(answer.sources) ? answer.sources : [];
  return {
    id: answer.messageId,
    role: 'assistant',
    parts: [{ type: 'text', text: ending.markdown ?? answer.markdown }],
    metadata: {
      createdAt: answer.createdAt.toISOString(),
      sources: ending.sources ?? stored.flatMap((source: unknown) => zChatSource.safeParse(source).data ?? []),
      related: ending.related ?? [],
      state: ending.state,
      ...(ending.problem ? { problem: ending.problem } : {}),
      ...(ending.model ? { model: ending.model } : {}),
    },
  };
}

async function saveMessages(tx: Tx, chatId: string, messages: ChatMessage[]): Promise<void> {
  await tx.update(chatHistory).set({ messages, updatedAt: new Date() }).where(eq(chatHistory.id, chatId));
}

/** Asks whoever writes the answer to end it, wherever that is. False when nothing is being written. */
export async function requestStop(services: Services, content: OwnedContent): Promise<boolean> {
  const chat = await findChat(services.db, content);
  if (!chat) return false;
  return services.db.transaction(async (tx) => {
    const asked = await tx
      .update(chatAnswers)
      .set({ stopRequested: true })
      .where(eq(chatAnswers.chatId, chat.id))
      .returning({ chatId: chatAnswers.chatId });
    if (asked.length > 0) await services.events.publish(tx, { type: 'chat', chatId: chat.id, stop: true });
    return asked.length > 0;
  });
}

/** Deletes the conversation; whoever writes in it stops. */
export async function clearChat(services: Services, content: OwnedContent): Promise<void> {
  await services.db.transaction(async (tx) => {
    const gone = await tx
      .delete(chatHistory)
      .where(and(eq(chatHistory.userId, content.userId), eq(chatHistory.contentId, content.id)))
      .returning({ id: chatHistory.id });
    for (const { id } of gone) await services.events.publish(tx, { type: 'chat', chatId: id, stop: true });
  });
}
