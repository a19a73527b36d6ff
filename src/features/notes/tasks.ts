import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

/** `was`: as the note had written it; empty where it gets a tag. `had`: whether it had the new tag as well. */
const zTagPlan = z.array(z.strictObject({ contentId: z.uuid(), was: z.string(), had: z.boolean() }));
export type TagPlan = z.infer<typeof zTagPlan>;

const zTagChange = z.strictObject({
  userId: z.string(),
  /** Null: the notes `among` get `to`. */
  from: z.string().nullable(),
  /** Null: the tag is removed. */
  to: z.string().nullable(),
  among: z.array(z.uuid()).optional(),
  /** What is to be undone; null: the change itself. */
  undo: zTagPlan.nullable(),
});
export type TagChange = z.infer<typeof zTagChange>;

/** Renames, merges or removes a tag in all notes of a user, or gives one to chosen notes. The user's id is its key. Results are the checkpoints `plan` and `outcome`. */
export const tagChangeTask = defineTask({
  kind: 'tag_change',
  payload: zTagChange,
  price: 'free',
  retries: 3,
  timeLimitSeconds: 60 * 60,
  handler: () => import('./server/tag-change/change-tags.handler.ts'),
});
