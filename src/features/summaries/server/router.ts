import { tracked } from '@trpc/server';
import { contentsContract } from '#features/contents/contract.ts';
import { contentProcedure, requireOwnedContent, wantedLink } from '#features/contents/server/index.ts';
import { modelIdFor } from '#features/usage/server/index.ts';
import { whileSignedIn } from '#infra/auth/while-signed-in.ts';
import { largeOutput, permittedProcedure, publicProcedure, userProcedure } from '#rpc/server.ts';
import { summariesContract as contract } from '../contract.ts';
import { readBatchResult } from './batch-summary/batch-outcome.ts';
import { startBatch } from './batch-summary/start-batch.ts';
import { cancelBatch, listBatches } from './batches.ts';
import { cancelWork } from './cancel-run.ts';
import { listRunning } from './list-running.ts';
import { rewriteFromFile, rewriteFromRejectedTrack } from './own-source-text.ts';
import { readDetail, readOverview } from './read-content.ts';
import { startNoteAgain } from './start-note.ts';
import { summaryOfUrl } from './summary-of-url.ts';
import { watchProgress } from './watch-progress.ts';
import { costOfWork } from './work-cost.ts';

export const summaryProcedures = {
  detail: userProcedure
    .input(contentsContract['content.detail'].input)
    .output(largeOutput(contentsContract['content.detail'].output))
    .query(async ({ ctx, input }) => {
      const [detail, availableModel] = await Promise.all([
        readDetail(ctx.services.db, ctx.user.id, input.contentId),
        modelIdFor(ctx.services, ctx.user.id),
      ]);
      return { ...detail, availableModel };
    }),

  overview: userProcedure
    .input(contentsContract['content.overview'].input)
    .output(contentsContract['content.overview'].output)
    .query(async ({ ctx, input }) => {
      const [overview, availableModel] = await Promise.all([
        readOverview(ctx.services.db, ctx.user.id, input.contentId),
        modelIdFor(ctx.services, ctx.user.id),
      ]);
      return { ...overview, availableModel };
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
    const events = (until: AbortSignal) =>
      watchProgress(ctx.services, {
        userId: ctx.user.id,
        contentId: input.contentId,
        lastEventId: Math.max(0, Number.parseInt(input.lastEventId ?? '0', 10) || 0),
        signal: until,
      });
    for await (const { id, data } of whileSignedIn(ctx, signal, events)) yield tracked(String(id), data);
  }),

  cancel: contentProcedure
    .input(contract['content.cancel'].input)
    .output(contract['content.cancel'].output)
    .mutation(async ({ ctx }) => ({ status: await cancelWork(ctx.services, ctx.content) })),

  summarizeAgain: contentProcedure
    .input(contract['content.summarizeAgain'].input)
    .output(contract['content.summarizeAgain'].output)
    .mutation(async ({ ctx, input }) => {
      const wish = { noteLanguage: input.noteLanguage ?? ctx.content.noteLanguage, detail: input.detail ?? ctx.content.detail };
      const { withoutModel } = input;
      return {
        status: await startNoteAgain(ctx.services, ctx.content, wish, { clientAddress: ctx.clientAddress, withoutModel }),
      };
    }),

  useFile: contentProcedure
    .input(contract['content.useFile'].input)
    .output(contract['content.useFile'].output)
    .mutation(async ({ ctx, input, signal }) => ({
      status: await rewriteFromFile(
        ctx.services,
        ctx.content,
        { uploadId: input.uploadId, clientAddress: ctx.clientAddress },
        signal ?? new AbortController().signal,
      ),
    })),

  useTrack: contentProcedure
    .input(contract['content.useTrack'].input)
    .output(contract['content.useTrack'].output)
    .mutation(async ({ ctx, input }) => ({
      status: await rewriteFromRejectedTrack(ctx.services, ctx.content, { track: input.track, clientAddress: ctx.clientAddress }),
    })),
};

export const batchProcedures = {
  cancelBatch: userProcedure
    .input(contract['ingest.cancelBatch'].input)
    .output(contract['ingest.cancelBatch'].output)
    .mutation(async ({ ctx, input }) => ({ cancelled: await cancelBatch(ctx.services, ctx.user.id, input.batchId) })),
};

export const videoProcedures = {
  batchSummarise: permittedProcedure('batchSummarise')
    .input(contract['video.batchSummarise'].input)
    .output(contract['video.batchSummarise'].output)
    .mutation(({ ctx, input }) =>
      startBatch(ctx.services, { userId: ctx.user.id, clientAddress: ctx.clientAddress }, input.contentIds),
    ),

  batchResult: userProcedure
    .input(contract['video.batchResult'].input)
    .output(contract['video.batchResult'].output)
    .query(({ ctx }) => readBatchResult(ctx.services, ctx.user.id)),

  summary: publicProcedure
    .input(contract['video.summary'].input)
    .output(contract['video.summary'].output)
    .query(async ({ ctx, input, signal }) => {
      const wanted = wantedLink(input.url);
      const asker = { userId: (await ctx.ensureUser()).id, clientAddress: ctx.clientAddress };
      return summaryOfUrl(ctx.services, asker, wanted, input, signal ?? new AbortController().signal);
    }),
};

export const costProcedures = {
  workCost: publicProcedure
    .input(contract['user.workCost'].input)
    .output(contract['user.workCost'].output)
    .query(({ ctx, input }) => costOfWork(ctx.services, ctx.user, input)),
};
