/** The only file of this feature that both sides import. */
import { z } from 'zod';
import { entryCauses, entryReasons } from '#lib/ledger-entries.ts';

export const zTimeEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Seconds; below 0 what was taken. */
  amount: z.number().int(),
  balanceAfter: z.number().int(),
  cause: z.enum(entryCauses),
  /** Of grants and what is left of them. */
  reason: z.enum(entryReasons).nullable(),
  /** In an administrator's words. */
  remark: z.string().nullable(),
  /** What was summarised; null when it was deleted. */
  content: z.object({ contentId: z.uuid(), title: z.string() }).nullable(),
});
export type TimeEntry = z.infer<typeof zTimeEntry>;

export const meteringContract = {
  /** Seconds, and when the part that expires first does; `remainingTime` is null where time is not limited. */
  'user.remainingTime': {
    input: z.void(),
    output: z.object({ remainingTime: z.number().int().nullable(), expiresAt: z.iso.datetime().nullable() }),
  },
  /** Minutes of recordings that have a note. */
  'user.getReferralUserData': { input: z.void(), output: z.object({ savedTime: z.number() }) },
  'user.timeAccount': {
    input: z.void(),
    output: z.object({
      /** Recordings behind `savedTime`. */
      savedItems: z.number().int(),
      /** A membership gives unlimited time. */
      member: z.boolean(),
      /** License keys can be activated here, by users who have signed in. */
      licenses: z.enum(['off', 'sign-in', 'on']),
      /** US dollars; null for users without one. */
      balanceUsd: z.number().nullable(),
    }),
  },
  /** The link that brings others; null for guests, and where nothing is given for it. */
  'user.referral': {
    input: z.void(),
    output: z.object({
      referral: z
        .object({
          /** Null before it is made. */
          code: z.string().nullable(),
          /** What both are given. */
          seconds: z.number().int(),
          /** Who came in the last 30 days, of at most `mostJoined` that count. */
          joined: z.number().int(),
          mostJoined: z.number().int(),
        })
        .nullable(),
    }),
  },
  /** The same link again for a user who has one; null as above. */
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
