import { contentProcedure, loadTranscript } from '#features/contents/server/index.ts';
import { linesNear } from '#lib/transcripts/cited-place.ts';
import { largeOutput } from '#rpc/server.ts';
import { transcriptsContract as contract } from '../contract.ts';
import { readEdits } from './edit-rows.ts';
import { correctedSegments, segmentsOf, toTranscript } from './segments.ts';
import { speechDensity } from './speech-density.ts';
import { cancelTranslation, readTranslation, startTranslation } from './translations.ts';

const densityBars = 110;

export const transcriptProcedures = {
  transcript: contentProcedure
    .input(contract['content.transcript'].input)
    .output(largeOutput(contract['content.transcript'].output))
    .query(async ({ ctx: { content, services } }) => {
      const [transcript, edits] = await Promise.all([
        loadTranscript(services.db, content.extractionId),
        readEdits(services.db, content),
      ]);
      return toTranscript(content.extractionId, transcript, edits);
    }),

  linesNear: contentProcedure
    .input(contract['content.linesNear'].input)
    .output(contract['content.linesNear'].output)
    .query(async ({ ctx: { content, services }, input: { anchor } }) => {
      const transcript = await loadTranscript(services.db, content.extractionId);
      const { segments, version } = await correctedSegments(services.db, content, { transcript });
      return { extractionId: content.extractionId, transcriptVersion: version, lines: linesNear(segments, anchor) };
    }),

  speechDensity: contentProcedure
    .input(contract['content.speechDensity'].input)
    .output(contract['content.speechDensity'].output)
    .query(async ({ ctx, input }) => {
      const segments = await segmentsOf(ctx.services.db, ctx.content);
      return { density: speechDensity(segments, input.durationMs, densityBars) };
    }),

  translation: contentProcedure
    .input(contract['content.translation'].input)
    .output(contract['content.translation'].output)
    .query(({ ctx, input }) => readTranslation(ctx.services, ctx.content, input.language)),

  translate: contentProcedure
    .input(contract['content.translate'].input)
    .output(contract['content.translate'].output)
    .mutation(async ({ ctx, input }) => {
      await startTranslation(ctx.services, ctx.content, input.language);
      return { state: 'running' as const };
    }),

  cancelTranslation: contentProcedure
    .input(contract['content.cancelTranslation'].input)
    .output(contract['content.cancelTranslation'].output)
    .mutation(async ({ ctx, input }) => ({ state: await cancelTranslation(ctx.services, ctx.content, input.language) })),
};
