import { makeSearchable } from '#features/library/server/index.ts';
import { modelIdFor } from '#features/usage/server/index.ts';
import { userProcedure } from '#rpc/server.ts';
import { askContract as contract } from '../contract.ts';
import { listAnswers, readAnswer } from './answer-store.ts';
import { removeAnswer } from './remove-answer.ts';
import { countScope, openScope } from './scope.ts';
import { repeatAnswer, startAnswer } from './start-answer.ts';

export const askProcedures = {
  about: userProcedure
    .input(contract['ask.about'].input)
    .output(contract['ask.about'].output)
    .query(async ({ ctx, input: { scope } }) => {
      const { db } = ctx.services;
      const [opened] = await Promise.all([openScope(db, ctx.user.id, scope), makeSearchable(db, ctx.user.id)]);
      const [counts, model] = await Promise.all([countScope(db, ctx.user.id, opened), modelIdFor(ctx.services, ctx.user.id)]);
      return { name: opened.name, ...counts, model };
    }),
  list: userProcedure
    .input(contract['ask.list'].input)
    .output(contract['ask.list'].output)
    .query(({ ctx }) => listAnswers(ctx.services.db, ctx.user.id)),
  answer: userProcedure
    .input(contract['ask.answer'].input)
    .output(contract['ask.answer'].output)
    .query(({ ctx, input }) => readAnswer(ctx.services, ctx.user.id, input.id)),
  ask: userProcedure
    .input(contract['ask.ask'].input)
    .output(contract['ask.ask'].output)
    .mutation(async ({ ctx, input: { after = null, ...asked } }) => ({
      id: await startAnswer(ctx.services, ctx.user.id, { kind: 'question', ...asked, afterId: after }),
    })),
  brief: userProcedure
    .input(contract['ask.brief'].input)
    .output(contract['ask.brief'].output)
    .mutation(async ({ ctx, input: { scope, noteLanguage } }) => ({
      id: await startAnswer(ctx.services, ctx.user.id, { kind: 'brief', question: '', scope, noteLanguage, afterId: null }),
    })),
  again: userProcedure
    .input(contract['ask.again'].input)
    .output(contract['ask.again'].output)
    .mutation(async ({ ctx, input: { id, noteLanguage } }) => ({
      id: await repeatAnswer(ctx.services, ctx.user.id, id, noteLanguage),
    })),
  remove: userProcedure
    .input(contract['ask.remove'].input)
    .output(contract['ask.remove'].output)
    .mutation(async ({ ctx, input }) => {
      await removeAnswer(ctx.services, ctx.user.id, input.id);
      return { removed: true as const };
    }),
};
