import { tracked } from '@trpc/server';
import { modelIdFor } from '#features/account/server/index.ts';
import { largeOutput, publicProcedure, router, userProcedure } from '#rpc/server.ts';
import { summariesContract as contract } from '../contract.ts';
import { listBatches } from './batches.ts';
import { cancelWork } from './cancel-run.ts';
import { deleteContent } from './delete-content.ts';
import { listVersions, readVersion } from './note-store.ts';
import { requireOwnedContent } from './owned.ts';
import { watchProgress } from './progress.ts';
import { listRunning, readDetail } from './queries.ts';
import { restoreVersion, saveNote, saveTask } from './save-note.ts';
import { startAgain } from './start-work.ts';
import { summaryOfUrl, wantedLink } from './summary-of-url.ts';
import { readTalkArticle } from './talk-article.ts';
import { editTranscript, undoTranscriptEdit } from './transcript-edits.ts';
import { cancelTranslation, readTranslation, startTranslation } from './translations.ts';
import { cancelArticle, deleteArticle, readWrittenArticle, startArticle } from './written-article.ts';

export const contentRouter = router({
  detail: userProcedure
    .input(contract['content.detail'].input)
    .output(largeOutput(contract['content.detail'].output))
    .query(async ({ ctx, input }) => {
      const [detail, availableModel] = await Promise.all([
        readDetail(ctx.services.db, ctx.user.id, input.contentId),
        modelIdFor(ctx.services, ctx.user.id),
      ]);
      return { ...detail, availableModel };
    }),

  running: userProcedure
    .input(contract['content.running'].input)
    .output(contract['content.running'].output)
    .query(async ({ ctx }) => {
      const { db } = ctx.services;
      const [items, batches] = await Promise.all([listRunning(db, ctx.user.id), listBatches(db, ctx.user.id)]);
      return { items, batches };
    }),

  progress: userProcedure.input(contract['content.progress'].input).subscription(async function* ({ ctx, input, signal }) {
    if (input.contentId !== undefined) await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
    const events = watchProgress(ctx.services, {
      userId: ctx.user.id,
      contentId: input.contentId,
      lastEventId: Math.max(0, Number.parseInt(input.lastEventId ?? '0', 10) || 0),
      signal: signal ?? new AbortController().signal,
    });
    for await (const { id, data } of events) yield tracked(String(id), data);
  }),

  cancel: userProcedure
    .input(contract['content.cancel'].input)
    .output(contract['content.cancel'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { status: await cancelWork(ctx.services, content) };
    }),

  summarizeAgain: userProcedure
    .input(contract['content.summarizeAgain'].input)
    .output(contract['content.summarizeAgain'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      const wish = { noteLanguage: input.noteLanguage ?? content.noteLanguage, detail: input.detail ?? content.detail };
      return { status: await startAgain(ctx.services, content, wish, ctx.clientAddress) };
    }),

  versions: userProcedure
    .input(contract['content.versions'].input)
    .output(contract['content.versions'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { versions: await listVersions(ctx.services.db, content) };
    }),

  version: userProcedure
    .input(contract['content.version'].input)
    .output(contract['content.version'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { note: (await readVersion(ctx.services.db, content, input.versionId)).markdown };
    }),

  saveNote: userProcedure
    .input(contract['content.saveNote'].input)
    .output(contract['content.saveNote'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      const saved = await saveNote(ctx.services, content, input);
      return { versionId: saved.versionId, updatedAt: saved.updatedAt.toISOString() };
    }),

  setTask: userProcedure
    .input(contract['content.setTask'].input)
    .output(contract['content.setTask'].output)
    .mutation(async ({ ctx, input: { contentId, done, ...task } }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, contentId);
      const { note, versionId, updatedAt } = await saveTask(ctx.services, content, task, done);
      return { note, versionId, updatedAt: updatedAt.toISOString() };
    }),

  article: userProcedure
    .input(contract['content.article'].input)
    .output(contract['content.article'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { chapters: await readTalkArticle(ctx.services, content) };
    }),

  writtenArticle: userProcedure
    .input(contract['content.writtenArticle'].input)
    .output(contract['content.writtenArticle'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return readWrittenArticle(ctx.services, content);
    }),

  writeArticle: userProcedure
    .input(contract['content.writeArticle'].input)
    .output(contract['content.writeArticle'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await startArticle(ctx.services, content, input.parts);
      return { state: 'running' as const };
    }),

  cancelArticle: userProcedure
    .input(contract['content.cancelArticle'].input)
    .output(contract['content.cancelArticle'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { state: await cancelArticle(ctx.services.db, content) };
    }),

  deleteArticle: userProcedure
    .input(contract['content.deleteArticle'].input)
    .output(contract['content.deleteArticle'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await deleteArticle(ctx.services.db, content);
      return { deleted: true as const };
    }),

  translation: userProcedure
    .input(contract['content.translation'].input)
    .output(contract['content.translation'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return readTranslation(ctx.services.db, content, input.language);
    }),

  translate: userProcedure
    .input(contract['content.translate'].input)
    .output(contract['content.translate'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await startTranslation(ctx.services, content, input.language);
      return { state: 'running' as const };
    }),

  cancelTranslation: userProcedure
    .input(contract['content.cancelTranslation'].input)
    .output(contract['content.cancelTranslation'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { state: await cancelTranslation(ctx.services.db, content, input.language) };
    }),

  editTranscript: userProcedure
    .input(contract['content.editTranscript'].input)
    .output(contract['content.editTranscript'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return editTranscript(ctx.services, content, input);
    }),

  undoTranscriptEdit: userProcedure
    .input(contract['content.undoTranscriptEdit'].input)
    .output(contract['content.undoTranscriptEdit'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return undoTranscriptEdit(ctx.services, content, input.base);
    }),

  restore: userProcedure
    .input(contract['content.restore'].input)
    .output(contract['content.restore'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { note: await restoreVersion(ctx.services, content, input.versionId) };
    }),
});

export const videoRouter = router({
  summary: publicProcedure
    .input(contract['video.summary'].input)
    .output(contract['video.summary'].output)
    .query(async ({ ctx, input, signal }) => {
      const wanted = wantedLink(input.url);
      const asker = { userId: (await ctx.ensureUser()).id, clientAddress: ctx.clientAddress };
      return summaryOfUrl(ctx.services, asker, wanted, input, signal ?? new AbortController().signal);
    }),
});

export const userNoteRouter = router({
  deleteContentWithCleanup: userProcedure
    .input(contract['userNote.deleteContentWithCleanup'].input)
    .output(contract['userNote.deleteContentWithCleanup'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await deleteContent(ctx.services, content);
      return { deleted: true as const };
    }),
});
