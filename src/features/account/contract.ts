/** Who is using the server. The only file of this feature that both sides import. */
import { z } from 'zod';

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
} as const;
