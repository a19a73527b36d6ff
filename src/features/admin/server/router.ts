import { dismissReports, listReported } from '#features/sharing/server/index.ts';
import { retryNotes } from '#features/summaries/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { adminProcedure } from '#rpc/server.ts';
import { adminContract as contract } from '../contract.ts';
import { changeRole, correctBalance, endSessions, listActions } from './actions.ts';
import { readEngines, readServerState, testEngine } from './engines.ts';
import { createLicenses, readLicenseBatches, revokeLicenses } from './licenses.ts';
import { limitsInForce } from './limits.ts';
import { hidePublicPage } from './public-pages.ts';
import { isNote, listTasks } from './task-list.ts';
import { listUsers, readUser } from './users.ts';

/** A server for one person has no other users. */
const usersProcedure = adminProcedure.use(async ({ ctx, next }) => {
  if (ctx.services.settings.accounts.mode === 'single') throw new AppError('not_found');
  return next();
});

export const adminProcedures = {
  users: usersProcedure
    .input(contract['admin.users'].input)
    .output(contract['admin.users'].output)
    .query(({ ctx, input }) => listUsers(ctx.services.db, input)),

  user: usersProcedure
    .input(contract['admin.user'].input)
    .output(contract['admin.user'].output)
    .query(({ ctx, input }) => readUser(ctx.services.db, input.userId)),

  changeRole: usersProcedure
    .input(contract['admin.changeRole'].input)
    .output(contract['admin.changeRole'].output)
    .mutation(async ({ ctx, input: { userId, reason, isAdmin, isLifetime, paidUntil } }) => {
      await changeRole(
        ctx.services,
        { adminId: ctx.user.id, userId, reason },
        { isAdmin, isLifetime, paidUntil: paidUntil === null ? null : new Date(paidUntil) },
      );
      return {};
    }),

  endSessions: usersProcedure
    .input(contract['admin.endSessions'].input)
    .output(contract['admin.endSessions'].output)
    .mutation(async ({ ctx, input }) => {
      await endSessions(ctx.services, { ...input, adminId: ctx.user.id });
      return {};
    }),

  changeBalance: usersProcedure
    .input(contract['admin.changeBalance'].input)
    .output(contract['admin.changeBalance'].output)
    .mutation(async ({ ctx, input: { change, ...about } }) => {
      await correctBalance(ctx.services, { ...about, ...change, adminId: ctx.user.id });
      return {};
    }),

  actions: usersProcedure
    .input(contract['admin.actions'].input)
    .output(contract['admin.actions'].output)
    .query(({ ctx, input }) => listActions(ctx.services.db, input)),

  tasks: adminProcedure
    .input(contract['admin.tasks'].input)
    .output(contract['admin.tasks'].output)
    .query(({ ctx, input }) => listTasks(ctx.services, input)),

  cancelTask: adminProcedure
    .input(contract['admin.cancelTask'].input)
    .output(contract['admin.cancelTask'].output)
    .mutation(async ({ ctx: { services }, input }) => {
      const state = await services.db.transaction((tx) => services.tasks.cancel(tx, input.taskId));
      if (state === null) throw new AppError('not_found');
      return {};
    }),

  retryTask: adminProcedure
    .input(contract['admin.retryTask'].input)
    .output(contract['admin.retryTask'].output)
    .mutation(async ({ ctx: { services, clientAddress }, input: { taskId } }) => {
      if (await isNote(services.db, taskId)) {
        const { runId, begun, total } = await retryNotes(services, taskId, clientAddress);
        return { taskId: runId, begun, total };
      }
      const { id } = await services.db.transaction((tx) => services.tasks.retry(tx, taskId));
      return { taskId: id, begun: 1, total: 1 };
    }),

  licenseBatches: usersProcedure
    .input(contract['admin.licenseBatches'].input)
    .output(contract['admin.licenseBatches'].output)
    .query(({ ctx }) => readLicenseBatches(ctx.services)),

  createLicenses: usersProcedure
    .input(contract['admin.createLicenses'].input)
    .output(contract['admin.createLicenses'].output)
    .mutation(async ({ ctx, input: { minutes, ...wanted } }) => ({
      keys: await createLicenses(ctx.services, { ...wanted, createdBy: ctx.user.id, seconds: 60 * minutes }),
    })),

  revokeLicenses: usersProcedure
    .input(contract['admin.revokeLicenses'].input)
    .output(contract['admin.revokeLicenses'].output)
    .mutation(async ({ ctx, input }) => {
      await revokeLicenses(ctx.services, { ...input, adminId: ctx.user.id });
      return {};
    }),

  reports: usersProcedure
    .input(contract['admin.reports'].input)
    .output(contract['admin.reports'].output)
    .query(async ({ ctx }) => ({
      reports: (await listReported(ctx.services.db)).map(({ lastAt, ...page }) => ({ ...page, lastAt: lastAt.toISOString() })),
    })),

  hidePublicPage: usersProcedure
    .input(contract['admin.hidePublicPage'].input)
    .output(contract['admin.hidePublicPage'].output)
    .mutation(async ({ ctx, input }) => {
      await hidePublicPage(ctx.services.db, { ...input, adminId: ctx.user.id });
      return {};
    }),

  dismissReports: usersProcedure
    .input(contract['admin.dismissReports'].input)
    .output(contract['admin.dismissReports'].output)
    .mutation(async ({ ctx, input }) => {
      await dismissReports(ctx.services.db, input.target);
      return {};
    }),

  engines: adminProcedure
    .input(contract['admin.engines'].input)
    .output(contract['admin.engines'].output)
    .query(async ({ ctx: { services } }) => {
      const [engines, server] = await Promise.all([readEngines(services), readServerState(services)]);
      return { engines, server };
    }),

  testEngine: adminProcedure
    .input(contract['admin.testEngine'].input)
    .output(contract['admin.testEngine'].output)
    .mutation(({ ctx: { services, user }, input, signal }) =>
      testEngine(services, { ...input, userId: user.id, signal: signal ?? new AbortController().signal }),
    ),

  limits: adminProcedure
    .input(contract['admin.limits'].input)
    .output(contract['admin.limits'].output)
    .query(({ ctx }) => ({ limits: limitsInForce(ctx.services) })),
};
