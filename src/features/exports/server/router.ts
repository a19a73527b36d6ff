import { checkLimits } from '#infra/limits/counted-limits.ts';
import { userProcedure } from '#rpc/server.ts';
import { exportsContract as contract } from '../contract.ts';
import { batchLimit, checkBatch } from './batch.ts';

export const exportProcedures = {
  check: userProcedure
    .input(contract['exports.check'].input)
    .output(contract['exports.check'].output)
    .query(async ({ ctx, input }) => {
      await checkLimits(ctx.services.db, [batchLimit(ctx.user.id)]);
      return await checkBatch(ctx.services, ctx.user, input);
    }),
};
