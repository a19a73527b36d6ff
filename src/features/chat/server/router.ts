import { randomUUID } from 'node:crypto';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import { namesNow } from '#features/transcripts/server/index.ts';
import { modelIdFor, openModel } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { router, userProcedure } from '#rpc/server.ts';
import { type ChatMessage, chatContract as contract } from '../contract.ts';
import { beginTurn, clearChat, readChat, requestStop } from './chat-store.ts';
import { watchAnswer } from './watch-answer.ts';
import { findPassages, wordsOf } from './words.ts';
import { writeAnswer } from './write-answer.ts';

async function ask(services: Services, content: OwnedContent, question: string | null): Promise<{ messageId: string }> {
  const messageId = randomUUID();
  const work = { job: `chat:${messageId}`, kind: 'chat' as const, userId: content.userId };
  const llm = await openModel(services, work);
  const words = await wordsOf(services.db, content);
  const turn = await beginTurn(services, content, { question, messageId, work });
  void writeAnswer(services, { content, words, llm, turn });
  return { messageId };
}

/** An answer calls speakers by the names they have now; what its reader asked stays as it was asked. */
function withNamesNow(message: ChatMessage, rename: Awaited<ReturnType<typeof namesNow>>): ChatMessage {
  if (message.role !== 'assistant') return message;
  const { createdAt } = message.metadata;
  const since = createdAt === null ? null : new Date(createdAt);
  return { ...message, parts: message.parts.map((part) => ({ ...part, text: rename(part.text, since) })) };
}

export const chatRouter = router({
  history: userProcedure
    .input(contract['chat.history'].input)
    .output(contract['chat.history'].output)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const content = await requireOwnedContent(db, ctx.user.id, input.contentId);
      const [chat, rename, model, hasWords] = await Promise.all([
        readChat(ctx.services, content),
        namesNow(db, content),
        modelIdFor(ctx.services, ctx.user.id),
        wordsOf(db, content).then(
          () => true,
          () => false,
        ),
      ]);
      const messages = chat.messages.map((message) => withNamesNow(message, rename));
      return { ...chat, messages, mode: model === null ? ('find' as const) : ('model' as const), model, hasWords };
    }),

  ask: userProcedure
    .input(contract['chat.ask'].input)
    .output(contract['chat.ask'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return ask(ctx.services, content, input.question);
    }),

  retry: userProcedure
    .input(contract['chat.retry'].input)
    .output(contract['chat.retry'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return ask(ctx.services, content, null);
    }),

  stop: userProcedure
    .input(contract['chat.stop'].input)
    .output(contract['chat.stop'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { stopped: await requestStop(ctx.services, content) };
    }),

  answer: userProcedure.input(contract['chat.answer'].input).subscription(async function* ({ ctx, input, signal }) {
    const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
    yield* watchAnswer(ctx.services, content, signal ?? new AbortController().signal);
  }),

  clear: userProcedure
    .input(contract['chat.clear'].input)
    .output(contract['chat.clear'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await clearChat(ctx.services, content);
      return { cleared: true as const };
    }),

  find: userProcedure
    .input(contract['chat.find'].input)
    .output(contract['chat.find'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      const words = await wordsOf(ctx.services.db, content);
      return { passages: await findPassages(ctx.services, words, input.query) };
    }),
});
