/** What the library does after every sign-in, for a user whom the product knows already. */
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';

export function sessionPlugin() {
  return {
    id: 'gleaner-session',
    endpoints: {
      /** Has no address on the web. Errors: `sign_in_failed` when the user is gone. */
      openSession: createAuthEndpoint.serverOnly({ method: 'POST', body: z.object({ userId: z.string() }) }, async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new AppError('sign_in_failed');
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { token: session.token };
      }),
    },
  };
}
