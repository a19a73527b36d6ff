import { z } from 'zod';
import { zReportTarget } from '#features/sharing/contract.ts';
import { adminActionKinds } from '#lib/admin-action-kinds.ts';
import { errorCodes } from '#lib/app-error.ts';
import { engineIds } from '#lib/engines.ts';
import { reportReasons } from '#lib/report-reasons.ts';
import { roles } from '#lib/roles.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { limitIds, limitScopes, limitUnits, limitWindows } from './shared/limit-ids.ts';
import { shownStates } from './shared/task-kinds.ts';

const zUserId = z.string().min(1).max(100);
const zCursor = z.string().max(300);
const zReason = zTypedText.trim().max(500);
const zInstant = z.iso.datetime();
/** Ten years of time, ten thousand US dollars: anything above is a typing mistake. */
const mostSeconds = 315_360_000;
const mostMicros = 10_000_000_000;

const userFields = {
  id: z.string(),
  name: z.string().nullable(),
  /** Null for guests. */
  email: z.string().nullable(),
  role: z.enum(roles),
  createdAt: zInstant,
  /** The latest use of a session; null when all sessions have ended. */
  seenAt: zInstant.nullable(),
  items: z.int(),
  /** Null until an account with limited time is first used. */
  secondsLeft: z.int().nullable(),
};
export const zListedUser = z.object(userFields);
export type ListedUser = z.infer<typeof zListedUser>;

export const zUserDetail = z.object({
  ...userFields,
  isAdmin: z.boolean(),
  isLifetime: z.boolean(),
  paidUntil: zInstant.nullable(),
  sessions: z.int(),
  balanceUsd: z.number().nullable(),
});
export type UserDetail = z.infer<typeof zUserDetail>;

export const zAdminAction = z.object({
  id: z.uuid(),
  kind: z.enum(adminActionKinds),
  /** Null: that account was deleted. */
  admin: z.string().nullable(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  reason: z.string(),
  at: zInstant,
});
export type AdminAction = z.infer<typeof zAdminAction>;

export const zAdminTask = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: z.enum(shownStates),
  /** Null: the task is shared by all users who wait for it. */
  user: z.string().nullable(),
  errorCode: z.string().nullable(),
  attempts: z.int(),
  createdAt: zInstant,
  repeatable: z.boolean(),
});
export type AdminTask = z.infer<typeof zAdminTask>;

export const zLimit = z.object({
  id: z.enum(limitIds),
  /** Null: no limit. */
  value: z.number().nullable(),
  unit: z.enum(limitUnits),
  window: z.enum(limitWindows).nullable(),
  scope: z.enum(limitScopes),
  /** The environment variable that sets it. */
  setting: z.string(),
});
export type Limit = z.infer<typeof zLimit>;

export const zLicenseBatch = z.object({
  id: z.uuid(),
  product: z.string(),
  order: z.string(),
  /** The time that each key gives. */
  seconds: z.int(),
  count: z.int(),
  used: z.int(),
  createdAt: zInstant,
  expiresAt: zInstant.nullable(),
  revokedAt: zInstant.nullable(),
});
export type LicenseBatch = z.infer<typeof zLicenseBatch>;

export const zReportedPage = z.object({
  target: zReportTarget,
  name: z.string(),
  hidden: z.boolean(),
  count: z.int(),
  reasons: z.array(z.enum(reportReasons)),
  messages: z.array(z.string()),
  lastAt: zInstant,
});
export type ReportedPage = z.infer<typeof zReportedPage>;
export type PublicTarget = z.infer<typeof zReportTarget>;

const zAnInstant = zInstant.nullable();
export const zEngine = z.object({
  id: z.enum(engineIds),
  /** The model, service or program; `local` and `folder` mean this machine; null: not set up. */
  name: z.string().nullable(),
  state: z.enum(['off', 'unused', 'working', 'failing']),
  workedAt: zAnInstant,
  failedAt: zAnInstant,
  errorCode: z.enum(errorCodes).nullable(),
});
export type Engine = z.infer<typeof zEngine>;

export const zServerState = z.object({
  /** Whether a worker process is running. */
  workers: z.boolean(),
  queued: z.int(),
  running: z.int(),
  /** Whether files can be written. */
  storage: z.boolean(),
  space: z.enum(['ok', 'low', 'full']),
  /** Free space beyond the reserve. */
  roomBytes: z.number(),
});
export type ServerState = z.infer<typeof zServerState>;

export const zEngineTest = z.object({
  /** Null: it works. */
  errorCode: z.enum(errorCodes).nullable(),
  ms: z.int(),
});
export type EngineTest = z.infer<typeof zEngineTest>;

const nothing = z.object({});

export const adminContract = {
  'admin.users': {
    input: z.strictObject({
      search: zTypedText.trim().max(200).default(''),
      guests: z.boolean().default(false),
      cursor: zCursor.nullable().default(null),
    }),
    output: z.object({ users: z.array(zListedUser), nextCursor: z.string().nullable() }),
  },
  'admin.user': { input: z.strictObject({ userId: zUserId }), output: zUserDetail },
  'admin.changeRole': {
    input: z.strictObject({
      userId: zUserId,
      isAdmin: z.boolean(),
      isLifetime: z.boolean(),
      paidUntil: zInstant.nullable(),
      reason: zReason,
    }),
    output: nothing,
  },
  'admin.endSessions': { input: z.strictObject({ userId: zUserId, reason: zReason }), output: nothing },
  /** A repeated `requestId` counts once. `amount`: seconds or millionths of a US dollar, negative to take back. */
  'admin.changeBalance': {
    input: z.strictObject({
      requestId: z.uuid(),
      userId: zUserId,
      change: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('time'), amount: changeOf(mostSeconds) }),
        z.strictObject({ kind: z.literal('api'), amount: changeOf(mostMicros) }),
      ]),
      reason: zReason.min(1),
    }),
    output: nothing,
  },
  'admin.actions': {
    input: z.strictObject({ userId: zUserId.nullable().default(null), cursor: zCursor.nullable().default(null) }),
    output: z.object({ actions: z.array(zAdminAction), nextCursor: z.string().nullable() }),
  },
  'admin.tasks': {
    input: z.strictObject({
      state: z.enum(shownStates),
      kind: z.string().max(60).nullable().default(null),
      cursor: zCursor.nullable().default(null),
    }),
    output: z.object({ tasks: z.array(zAdminTask), nextCursor: z.string().nullable() }),
  },
  'admin.cancelTask': { input: z.strictObject({ taskId: z.uuid() }), output: nothing },
  'admin.retryTask': {
    input: z.strictObject({ taskId: z.uuid() }),
    /** A note is begun for each user who waited for it and can begin one: `begun` of `total`. */
    output: z.object({ taskId: z.uuid(), begun: z.number().int(), total: z.number().int() }),
  },
  /** `canCreate`: the server has a key to sign with. Newest first, at most 200. */
  'admin.licenseBatches': {
    input: z.void(),
    output: z.object({ canCreate: z.boolean(), batches: z.array(zLicenseBatch) }),
  },
  /** The keys are shown once. */
  'admin.createLicenses': {
    input: z.strictObject({
      product: zTypedText.trim().min(1).max(100),
      order: zTypedText.trim().max(200),
      minutes: z.int().min(1).max(10_000_000),
      count: z.int().min(1).max(1000),
      days: z.int().min(1).max(36_500).nullable(),
    }),
    output: z.object({ keys: z.array(z.string()) }),
  },
  'admin.revokeLicenses': { input: z.strictObject({ batchId: z.uuid() }), output: nothing },
  'admin.reports': { input: z.void(), output: z.object({ reports: z.array(zReportedPage) }) },
  /** Hides a page from public view, or shows it again. Errors: `not_found`. */
  'admin.hidePublicPage': {
    input: z.strictObject({ target: zReportTarget, hidden: z.boolean(), reason: zReason }),
    output: nothing,
  },
  'admin.dismissReports': { input: z.strictObject({ target: zReportTarget }), output: nothing },
  'admin.engines': { input: z.void(), output: z.object({ engines: z.array(zEngine), server: zServerState }) },
  /** Gives the engine one small piece of work. Errors: `not_found` where it is not set up, `too_many_attempts` (`minutes`). */
  'admin.testEngine': { input: z.strictObject({ engine: z.enum(engineIds) }), output: zEngineTest },
  'admin.limits': { input: z.void(), output: z.object({ limits: z.array(zLimit) }) },
} as const;

function changeOf(most: number) {
  return z
    .int()
    .min(-most)
    .max(most)
    .refine((amount) => amount !== 0);
}
