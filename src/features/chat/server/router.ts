import { contentProcedure, hasTranscript, type OwnedContent } from '#features/contents/server/index.ts';
import { loadRenamer } from '#features/transcripts/server/index.ts';
import { modelIdFor } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { type ChatMessage, chatContract as contract } from '../contract.ts';
import { askQuestion, clearChat, readChat, type Wanted } from './chat-store.ts';
import { correctedTextOf } from './corrected-text.ts';
import { findPassages } from './find-passages.ts';

async function ask(services: Services, content: OwnedContent, wanted: Wanted): Promise<{ messageId: string }> {
  if ((await modelIdFor(services, content.userId)) === null) throw new AppError('llm_not_configured');
  if (!(await hasTranscript(services.db, content.extractionId))) throw new AppError('subtitles_missing');
  return { messageId: await askQuestion(services, content, wanted) };
}

/** Answers use the current names of speakers; the user's questions stay as they were asked. */
function withNamesNow(message: ChatMessage, rename: Awaited<ReturnType<typeof loadRenamer>>): ChatMessage {
  if (message.role !== 'assistant') return message;
  const { createdAt } = message.metadata;
  const since = createdAt === null ? null : new Date(createdAt);
  return { ...message, parts: message.parts.map((part) => ({ ...part, text: rename(part.text, since) })) };
}

export const chatProcedures = {
  history: contentProcedure
    .input(contract['chat.history'].input)
    .output(contract['chat.history'].output)
    .query(async ({ ctx }) => {
      const { db } = ctx.services;
      const [chat, rename, model, hasWords] = await Promise.all([
        readChat(ctx.services, ctx.content),
        loadRenamer(db, ctx.content),
        modelIdFor(ctx.services, ctx.user.id),
        hasTranscript(db, ctx.content.extractionId),
      ]);
      const messages = chat.messages.map((message) => withNamesNow(message, rename));
      return { ...chat, messages, mode: model === null ? ('find' as const) : ('model' as const), model, hasWords };
    }),

  ask: contentProcedure
    .input(contract['chat.ask'].input)
    .output(contract['chat.ask'].output)
    .mutation(({ ctx, input }) => ask(ctx.services, ctx.content, { question: input.question })),

  retry: contentProcedure
    .input(contract['chat.retry'].input)
    .output(contract['chat.retry'].output)
    .mutation(({ ctx, input }) => ask(ctx.services, ctx.content, { last: input.messageId })),

  clear: contentProcedure
    .input(contract['chat.clear'].input)
    .output(contract['chat.clear'].output)
    .mutation(async ({ ctx }) => {
      await clearChat(ctx.services, ctx.content);
      return { cleared: true as const };
    }),

  find: contentProcedure
    .input(contract['chat.find'].input)
    .output(contract['chat.find'].output)
    .query(async ({ ctx, input }) => {
      const words = await correctedTextOf(ctx.services.db, ctx.content);
      return { passages: await findPassages(ctx.services, words, input.query) };
    }),
};
