import { publicProcedure } from '#rpc/server.ts';
import { systemContract as contract } from '../contract.ts';

export const systemProcedures = {
  info: publicProcedure
    .input(contract['system.info'].input)
    .output(contract['system.info'].output)
    .query(({ ctx }) => ({
      version: ctx.services.settings.version,
      model: ctx.services.llm?.id ?? null,
      maxUploadBytes: ctx.services.settings.uploads.maxBytes,
      defaultLanguage: ctx.services.settings.defaultLanguage,
    })),
};
