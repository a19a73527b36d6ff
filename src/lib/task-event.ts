import { z } from 'zod';
import { errorCodes } from './app-error.ts';

const zParams = z.record(z.string(), z.union([z.string(), z.number()]));
export type TaskParams = z.infer<typeof zParams>;

export const zTaskState = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export type TaskState = z.infer<typeof zTaskState>;

const zTaskStage = z.object({
  type: z.literal('stage'),
  stage: z.string(),
  percent: z.number().min(0).max(100),
  code: z.string(),
  params: zParams.optional(),
  elapsedMs: z.number().nonnegative(),
});
export type TaskStage = z.infer<typeof zTaskStage>;

export const zTaskEvent = z.discriminatedUnion('type', [
  zTaskStage,
  /** Keep the first `offset` UTF-16 units and append `text`. */
  z.object({ type: z.literal('partial'), offset: z.number().int().nonnegative(), text: z.string(), elapsedMs: z.number() }),
  z.object({ type: z.literal('completed'), elapsedMs: z.number() }),
  z.object({ type: z.literal('failed'), code: z.enum(errorCodes), params: zParams.optional(), elapsedMs: z.number() }),
  z.object({ type: z.literal('cancelled'), elapsedMs: z.number() }),
]);
export type TaskEvent = z.infer<typeof zTaskEvent>;
