import { z } from 'zod';
import { userProcedure } from '#rpc/server.ts';
import { zContentId } from '../contract.ts';
import { requireOwnedContent } from './owned.ts';

/** `ctx.content` belongs to the caller. Errors: `unauthenticated`, `not_found`. */
export const contentProcedure = userProcedure
  .input(z.object({ contentId: zContentId }))
  .use(async ({ ctx, input, next }) =>
    next({ ctx: { content: await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId) } }),
  );
