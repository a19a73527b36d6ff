/** The only file of this feature that both sides import. */
import { z } from 'zod';

export const zUser = z.object({
  id: z.string(),
  name: z.string().nullable(),
  isAnonymous: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof zUser>;

export const accountContract = {
  /** Null before the first use: the first submission or upload creates an anonymous account. */
  'account.me': { input: z.void(), output: z.object({ user: zUser.nullable() }) },
  /** Creates an anonymous account unless there is a session. */
  'account.ensure': { input: z.void(), output: z.object({ user: zUser }) },
} as const;
