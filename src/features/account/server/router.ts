import { beginReferral } from '#features/metering/server/index.ts';
import { savePreferences } from '#infra/auth/accounts/preferences.ts';
import { renameUser } from '#infra/auth/accounts/usernames.ts';
import type { AuthUser, SignedIn } from '#infra/auth/auth.ts';
import { endOtherSessions, endSession, listSessions } from '#infra/auth/sessions.ts';
import { AppError } from '#lib/app-error.ts';
import { cleanUsername } from '#lib/username.ts';
import { adminProcedure, type Context, permittedProcedure, publicProcedure, userProcedure } from '#rpc/server.ts';
import { accountContract as contract, type User } from '../contract.ts';
import { removeAvatar } from './avatar.ts';
import { entryCookie } from './entry-cookies.ts';
import { createInvitation, deleteInvitation, listInvitations, requireOpenInvitation } from './invitations.ts';
import { settleSignIn } from './join-accounts.ts';
import { countAttempt } from './sign-in-limits.ts';
import { needsInvitation, signUpInvited } from './sign-up.ts';

function toUser(user: AuthUser): User {
  const { session: _, createdAt, ...shown } = user;
  return { ...shown, createdAt: createdAt.toISOString() };
}

/** On a server for one person these calls do not exist. */
const accountsProcedure = publicProcedure.use(async ({ ctx, next }) => {
  if (ctx.services.settings.accounts.mode === 'single') throw new AppError('not_found');
  return next();
});

const signedInProcedure = userProcedure.use(async ({ ctx, next }) => {
  if (ctx.services.settings.accounts.mode === 'single') throw new AppError('not_found');
  if (ctx.user.isAnonymous) throw new AppError('sign_in_needed');
  return next();
});

/** Sets the cookies last: if something fails before, the browser stays with its guest. */
async function signInWith(ctx: Context, { user, setCookies }: SignedIn): Promise<void> {
  await settleSignIn(ctx.services, ctx.user, user);
  await ctx.auth.keepSession(user);
  ctx.setCookies(setCookies);
}

export const accountProcedures = {
  me: publicProcedure
    .input(contract['account.me'].input)
    .output(contract['account.me'].output)
    .query(({ ctx }) => ({ user: ctx.user ? toUser(ctx.user) : null })),

  ensure: publicProcedure
    .input(contract['account.ensure'].input)
    .output(contract['account.ensure'].output)
    .mutation(async ({ ctx }) => ({ user: toUser(await ctx.ensureUser()) })),

  signInOptions: publicProcedure
    .input(contract['account.signInOptions'].input)
    .output(contract['account.signInOptions'].output)
    .query(async ({ ctx: { services } }) => {
      const { mode, guests, verifyEmail, providers } = services.settings.accounts;
      return {
        mode,
        guests,
        verifiesEmail: verifyEmail,
        needsInvitation: await needsInvitation(services, null),
        providers: [...providers],
      };
    }),

  signUp: accountsProcedure
    .input(contract['account.signUp'].input)
    .output(contract['account.signUp'].output)
    .mutation(async ({ ctx, input: { invitation, ref, ...input } }) => {
      await countAttempt(ctx.services, 'sign-up', { email: input.email, clientAddress: ctx.clientAddress });
      // A second account made in the same browser does not count as a referral.
      if (ctx.user === null || ctx.user.isAnonymous)
        await beginReferral(ctx.services, { code: ref, email: input.email, clientAddress: ctx.clientAddress, userId: null });
      const made = await signUpInvited(ctx.services, { email: input.email, invitation }, () =>
        ctx.auth.signUp(input, ctx.headers),
      );
      if (made) await signInWith(ctx, made);
      return { mailed: made === null };
    }),

  signIn: accountsProcedure
    .input(contract['account.signIn'].input)
    .output(contract['account.signIn'].output)
    .mutation(async ({ ctx, input }) => {
      await countAttempt(ctx.services, 'sign-in', { email: input.email, clientAddress: ctx.clientAddress });
      await signInWith(ctx, await ctx.auth.signIn(input, ctx.headers));
      return {};
    }),

  signOut: signedInProcedure
    .input(contract['account.signOut'].input)
    .output(contract['account.signOut'].output)
    .mutation(async ({ ctx }) => {
      ctx.setCookies(await ctx.auth.signOut(ctx.headers));
      return {};
    }),

  verifyEmail: accountsProcedure
    .input(contract['account.verifyEmail'].input)
    .output(contract['account.verifyEmail'].output)
    .mutation(async ({ ctx, input }) => {
      await countAttempt(ctx.services, 'secret', { email: null, clientAddress: ctx.clientAddress });
      await signInWith(ctx, await ctx.auth.verifyEmail(input, ctx.headers));
      return {};
    }),

  requestReset: accountsProcedure
    .input(contract['account.requestReset'].input)
    .output(contract['account.requestReset'].output)
    .mutation(async ({ ctx, input }) => {
      await countAttempt(ctx.services, 'reset', { email: input.email, clientAddress: ctx.clientAddress });
      await ctx.auth.requestReset(input);
      return {};
    }),

  resetPassword: accountsProcedure
    .input(contract['account.resetPassword'].input)
    .output(contract['account.resetPassword'].output)
    .mutation(async ({ ctx, input }) => {
      await countAttempt(ctx.services, 'secret', { email: null, clientAddress: ctx.clientAddress });
      await ctx.auth.resetPassword(input);
      return {};
    }),

  changePassword: signedInProcedure
    .input(contract['account.changePassword'].input)
    .output(contract['account.changePassword'].output)
    .mutation(async ({ ctx, input }) => {
      await countAttempt(ctx.services, 'secret', { email: ctx.user.email, clientAddress: ctx.clientAddress });
      const { id: userId, email } = ctx.user;
      if (email === null) throw new AppError('sign_in_needed');
      ctx.setCookies(await ctx.auth.changePassword({ userId, email, ...input }, ctx.headers));
      return {};
    }),

  startProvider: accountsProcedure
    .input(contract['account.startProvider'].input)
    .output(contract['account.startProvider'].output)
    .mutation(async ({ ctx, input }) => {
      await countAttempt(ctx.services, 'sign-in', { email: null, clientAddress: ctx.clientAddress });
      const { provider, ref, invitation } = input;
      if (invitation !== undefined) await requireOpenInvitation(ctx.services.db, invitation);
      const mayBeNew = invitation !== undefined || !(await needsInvitation(ctx.services, null));
      const { url, setCookies } = await ctx.auth.startProvider({ provider, mayBeNew }, ctx.headers);
      ctx.setCookies([
        ...setCookies,
        ...(ref === undefined ? [] : [entryCookie('ref', ref)]),
        ...(invitation === undefined ? [] : [entryCookie('invitation', invitation)]),
      ]);
      return { url };
    }),

  savePreferences: permittedProcedure('keepPreferences')
    .input(contract['account.savePreferences'].input)
    .output(contract['account.savePreferences'].output)
    .mutation(async ({ ctx, input }) => {
      await savePreferences(ctx.services.db, ctx.user.id, input);
      return {};
    }),

  sessions: signedInProcedure
    .input(contract['account.sessions'].input)
    .output(contract['account.sessions'].output)
    .query(async ({ ctx: { services, user } }) => {
      const sessions = await listSessions(services.db, user.id);
      return {
        sessions: sessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          isCurrent: id === user.session.id,
          userAgent,
          createdAt: createdAt.toISOString(),
          seenAt: updatedAt.toISOString(),
        })),
      };
    }),

  endSession: signedInProcedure
    .input(contract['account.endSession'].input)
    .output(contract['account.endSession'].output)
    .mutation(async ({ ctx, input }) => {
      if (!(await endSession(ctx.services.db, ctx.user.id, input.id))) throw new AppError('not_found');
      return {};
    }),

  endOtherSessions: signedInProcedure
    .input(contract['account.endOtherSessions'].input)
    .output(contract['account.endOtherSessions'].output)
    .mutation(async ({ ctx }) => {
      await endOtherSessions(ctx.services.db, ctx.user.id, ctx.user.session.id);
      return {};
    }),

  invitations: adminProcedure
    .input(contract['account.invitations'].input)
    .output(contract['account.invitations'].output)
    .query(async ({ ctx }) => ({ invitations: await listInvitations(ctx.services.db) })),

  createInvitation: adminProcedure
    .input(contract['account.createInvitation'].input)
    .output(contract['account.createInvitation'].output)
    .mutation(({ ctx, input }) => createInvitation(ctx.services.db, { ...input, createdBy: ctx.user.id })),

  deleteInvitation: adminProcedure
    .input(contract['account.deleteInvitation'].input)
    .output(contract['account.deleteInvitation'].output)
    .mutation(async ({ ctx, input }) => {
      await deleteInvitation(ctx.services.db, input.id);
      return {};
    }),
};

export const profileProcedures = {
  updateUsername: permittedProcedure('changeUsername')
    .input(contract['user.updateUsername'].input)
    .output(contract['user.updateUsername'].output)
    .mutation(async ({ ctx, input }) => {
      const username = cleanUsername(input.username);
      if (username !== '') await renameUser(ctx.services.db, ctx.user.id, username);
      return { username: username === '' ? (ctx.user.name ?? '') : username };
    }),

  removeAvatar: permittedProcedure('changeUsername')
    .input(contract['user.removeAvatar'].input)
    .output(contract['user.removeAvatar'].output)
    .mutation(async ({ ctx }) => {
      await removeAvatar(ctx.services, ctx.user.id);
      return {};
    }),
};
