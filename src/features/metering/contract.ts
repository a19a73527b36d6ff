import { z } from 'zod';
import { entryCauses, entryReasons } from '#lib/ledger-entries.ts';

export const zTimeEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Seconds; negative if time was taken. */
  amount: z.number().int(),
  balanceAfter: z.number().int(),
  cause: z.enum(entryCauses),
  /** The reason of the grant that the entry adds or removes; null for other entries. */
  reason: z.enum(entryReasons).nullable(),
  /** The administrator's own text. */
  remark: z.string().nullable(),
  /** The content that was summarised; null if it was deleted. */
  content: z.object({ contentId: z.uuid(), title: z.string() }).nullable(),
});
export type TimeEntry = z.infer<typeof zTimeEntry>;

export const meteringContract = {
  /** Seconds, and when the part that expires first does; `remainingTime` is null where time is not limited. */
  'user.remainingTime': {
    input: z.void(),
    output: z.object({ remainingTime: z.number().int().nullable(), expiresAt: z.iso.datetime().nullable() }),
  },
  /** The minutes of all recordings that have a note. */
  'user.getReferralUserData': { input: z.void(), output: z.object({ savedTime: z.number() }) },
  'user.timeAccount': {
    input: z.void(),
    output: z.object({
      savedItems: z.number().int(),
      /** Whether the user has unlimited time by a membership. False on a server without a limit. */
      member: z.boolean(),
      /** Whether license keys can be activated here; `sign-in`: only after signing in. */
      licenses: z.enum(['off', 'sign-in', 'on']),
      /** US dollars; null for users without one. */
      balanceUsd: z.number().nullable(),
    }),
  },
  /** The user's referral link; null for guests, and where referrals earn nothing. */
  'user.referral': {
    input: z.void(),
    output: z.object({
      referral: z
        .object({
          /** Null until the link is created. */
          code: z.string().nullable(),
          /** The time that each of the two users gets. */
          seconds: z.number().int(),
          /** How many joined in the last 30 days; at most `mostJoined` count. */
          joined: z.number().int(),
          mostJoined: z.number().int(),
        })
        .nullable(),
    }),
  },
  /** Creates the link, or returns the one that exists; null as above. */
  'user.createReferralLink': { input: z.void(), output: z.object({ code: z.string().nullable() }) },
  'user.timeEntries': {
    input: z.strictObject({
      limit: z.number().int().min(1).max(100).default(20),
      cursor: z.number().int().positive().optional(),
    }),
    output: z.object({ entries: z.array(zTimeEntry), nextCursor: z.number().int().nullable() }),
  },
} as const;

export const zActivateLicense = z.strictObject({ licenseKey: z.string().max(2000) });
/** Seconds. */
export type ActivatedLicense = { rechargeTime: number };
