import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

/** `was`: the tag as spelled in the note; empty if the note gets a tag. `had`: whether the note already had the new tag. */
const zTagPlan = z.array(z.strictObject({ contentId: z.uuid(), was: z.string(), had: z.boolean() }));
export type TagPlan = z.infer<typeof zTagPlan>;

const zTagChange = z.strictObject({
  userId: z.string(),
  /** Null: the notes in `among` get the tag `to`. */
  from: z.string().nullable(),
  /** Null: the tag is removed. */
  to: z.string().nullable(),
  among: z.array(z.uuid()).optional(),
  /** The plan to undo; null for a change. */
  undo: zTagPlan.nullable(),
});
export type TagChange = z.infer<typeof zTagChange>;

/** Changes a tag in all notes of a user or in chosen ones. Key: the user's id. Results: the checkpoints `plan` and `outcome`. */
export const tagChangeTask = defineTask({
  kind: 'tag_change',
  payload: zTagChange,
  price: 'free',
  retries: 3,
  timeLimitSeconds: 60 * 60,
  handler: () => import('./server/tag-change/change-tags.handler.ts'),
});
