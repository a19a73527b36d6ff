/** Who is using the server, and what the server offers. The only file of this feature that both sides import. */
import { z } from 'zod';
import { zLanguage } from '#engine/model.ts';

export const zUser = z.object({
  id: z.string(),
  name: z.string().nullable(),
  isAnonymous: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof zUser>;

export const accountContract = {
  /** Null before the first use: an anonymous account is made when the first thing is submitted or uploaded. */
  'account.me': { input: z.void(), output: z.object({ user: zUser.nullable() }) },
  /** Makes the anonymous account when there is no session yet; a session that exists is kept. */
  'account.ensure': { input: z.void(), output: z.object({ user: zUser }) },
  'system.info': {
    input: z.void(),
    output: z.object({
      version: z.string(),
      /** Which model writes the notes; null means the model-free summariser. */
      model: z.string().nullable(),
      maxUploadBytes: z.number(),
      defaultLanguage: zLanguage,
    }),
  },
} as const;
