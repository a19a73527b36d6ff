import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { defaultWhisper } from '#infra/speech/models/manifest.ts';
import type { ModelReport } from '#infra/speech/models/model.ts';
import { AppError } from '#lib/app-error.ts';
import { publicProcedure } from '#rpc/server.ts';
import { speechContract as contract, type SpeechModelItem } from '../contract.ts';

const recommended: readonly string[] = ['sense-voice', defaultWhisper];

function toItem({ settings }: Services, report: ModelReport): SpeechModelItem {
  const { model, totalBytes, state } = report;
  return {
    id: model.id,
    name: model.name,
    languages: model.languages,
    licence: model.licence,
    // A speech service replaces all models.
    recommended: settings.speech.service === null && recommended.includes(model.id),
    totalBytes,
    state,
    doneBytes: state === 'absent' ? 0 : state === 'installed' ? totalBytes : report.doneBytes,
    bytesPerSecond: state === 'fetching' ? report.bytesPerSecond : null,
    problem: state === 'partial' ? report.problem : null,
  };
}

/** Per client address and minute. */
const MOST_CHANGES = 30;

/** Models belong to no account, so no account is created. */
const managingProcedure = publicProcedure.use(async ({ ctx, next }) => {
  if (!ctx.services.settings.speech.managedByAnyone) throw new AppError('speech_models_managed');
  const refusal = () => ({ code: 'rate_limited' as const });
  const key = `speech-models:${ctx.clientAddress}`;
  await takeFromLimits(ctx.services.db, [{ key, most: MOST_CHANGES, windowSeconds: 60, refusal }]);
  return next({ ctx });
});

async function answer(services: Services, id: string): Promise<{ model: SpeechModelItem }> {
  return { model: toItem(services, await services.speechModels.report(id)) };
}

export const speechProcedures = {
  models: publicProcedure
    .input(contract['speech.models'].input)
    .output(contract['speech.models'].output)
    .query(async ({ ctx }) => {
      const { speechModels, settings } = ctx.services;
      const { managedByAnyone: manageable, localOnly } = settings.speech;
      return {
        models: (await speechModels.list()).map((report) => toItem(ctx.services, report)),
        manageable,
        // Server paths are shown to local users only.
        importFolder: !manageable ? null : localOnly ? speechModels.importFolder : 'DATA_DIR/models/import',
        service: settings.speech.service,
      };
    }),

  fetchModel: managingProcedure
    .input(contract['speech.fetchModel'].input)
    .output(contract['speech.fetchModel'].output)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.speechModels.start(input.id);
      return await answer(ctx.services, input.id);
    }),

  cancelFetch: managingProcedure
    .input(contract['speech.cancelFetch'].input)
    .output(contract['speech.cancelFetch'].output)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.speechModels.cancel(input.id);
      return await answer(ctx.services, input.id);
    }),

  removeModel: managingProcedure
    .input(contract['speech.removeModel'].input)
    .output(contract['speech.removeModel'].output)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.speechModels.remove(input.id);
      return await answer(ctx.services, input.id);
    }),

  importModels: managingProcedure
    .input(contract['speech.importModels'].input)
    .output(contract['speech.importModels'].output)
    .mutation(async ({ ctx }) => {
      const { speechModels } = ctx.services;
      const ids = await speechModels.importFrom(speechModels.importFolder);
      return { models: await Promise.all(ids.map(async (id) => (await answer(ctx.services, id)).model)) };
    }),
};
