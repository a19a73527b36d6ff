import { userProcedure } from '#rpc/server.ts';
import { exportsContract as contract } from '../contract.ts';
import { checkBatch } from './batch.ts';

export const exportProcedures = {
  check: userProcedure
    .input(contract['exports.check'].input)
    .output(contract['exports.check'].output)
    .query(({ ctx, input }) => checkBatch(ctx.services, ctx.user, input)),
};
