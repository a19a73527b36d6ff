import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

/** `was`: as the note had written it; empty where it gets a tag that it had in no capitals. `had`: whether it had the new tag as well. */
const zTagPlan = z.array(z.strictObject({ contentId: z.uuid(), was: z.string(), had: z.boolean() }));
export type TagPlan = z.infer<typeof zTagPlan>;

/** Smart folders that named the tag, with the tags that they had. */
export const zTagFolders = z.array(z.strictObject({ folderId: z.uuid(), tags: z.array(z.string()) }));
export type TagFolders = z.infer<typeof zTagFolders>;

const zTagChange = z.strictObject({
  userId: z.string(),
  /** Null: the notes in `among` get the tag `to`. */
  from: z.string().nullable(),
  /** Null: the tag is removed. */
  to: z.string().nullable(),
  among: z.array(z.uuid()).optional(),
  /** The plan to undo; null for a change. */
  undo: zTagPlan.nullable(),
  /** The smart folders to undo. */
  undoFolders: zTagFolders.optional(),
});
export type TagChange = z.infer<typeof zTagChange>;

/** Renames, merges or removes a tag in all notes of a user, or gives one to chosen notes. The user's id is its key. Results are the checkpoints `plan`, `folders` and `reached`. */
export const tagChangeTask = defineTask({
  kind: 'tag_change',
  payload: zTagChange,
  price: 'free',
  retries: 3,
  timeLimitSeconds: 60 * 60,
  handler: () => import('./server/tag-change/change-tags.handler.ts'),
});
