/** Public data, readable without an account, so every field is listed. The only file of this feature that both sides import. */
import { z } from 'zod';
import { zContentId, zProblem } from '#features/contents/contract.ts';
import { zContentType } from '#features/library/contract.ts';
import { reportLength } from '#lib/input-limits.ts';
import { reportReasons } from '#lib/report-reasons.ts';
import { zTaskState } from '#lib/task-event.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

export const sharingLimits = { search: 100, addedAtOnce: 50 } as const;

/** The id or the slug of a collection, also a former slug. */
const zCollection = zTypedText.min(1).max(200);
const zCursor = z.string().max(300).optional();
const zLimit = z.number().int().min(1).max(100).default(30);

export const zPublicCollection = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  cover_url: z.string().nullable(),
  item_count: z.number().int(),
  published_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type PublicCollection = z.infer<typeof zPublicCollection>;

export const zPublicItem = z.object({
  content_id: zContentId,
  title: z.string(),
  source_url: z.string().nullable(),
  site_name: z.string().nullable(),
  author: z.string().nullable(),
  cover_url: z.string().nullable(),
  /** The beginning of the note as plain text; null without a note. */
  excerpt: z.string().nullable(),
  content_type: zContentType,
  duration_seconds: z.number().nullable(),
  published_at: z.string().nullable(),
});
export type PublicItem = z.infer<typeof zPublicItem>;

const zNoteShare = z.object({
  slug: z.string(),
  shared_at: z.iso.datetime(),
  /** Hidden by an administrator. */
  hidden: z.boolean(),
});
export type NoteShare = z.infer<typeof zNoteShare>;

/** The result of adding a whole collection; while the task runs, the result so far. */
export const zAddAllResult = z.object({
  taskId: z.uuid(),
  state: zTaskState.exclude(['queued']),
  collectionId: z.uuid(),
  total: z.number().int(),
  addedCount: z.number().int(),
  /** Number of items that were in the library already, and of uploaded files. */
  skippedCount: z.number().int(),
  /** Number of items without a note for which no note could be started. */
  refusedCount: z.number().int(),
});
export type AddAllResult = z.infer<typeof zAddAllResult>;

export const zReportTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('collection'), id: zCollection }),
  z.strictObject({ kind: z.literal('note'), slug: zCollection }),
]);

export const sharingContract = {
  /** Public collections with at least one item. The search covers names, descriptions and titles of items, ignoring case. Errors: `too_many_searches`. */
  'public.collections': {
    input: z.strictObject({
      search: zTypedText.trim().max(sharingLimits.search).default(''),
      order: z.enum(['published', 'updated']).default('published'),
      limit: zLimit,
      cursor: zCursor,
    }),
    output: z.object({ collections: z.array(zPublicCollection), nextCursor: z.string().nullable() }),
  },
  /** Errors: `not_found`, also for a private or hidden collection. */
  'public.collection': {
    input: z.strictObject({ id: zCollection, limit: zLimit, cursor: zCursor }),
    output: z.object({ collection: zPublicCollection, items: z.array(zPublicItem), nextCursor: z.string().nullable() }),
  },
  /**
   * Copies notes of a public collection with their extractions; items without a note are summarised. Skips items that are in the
   * library already, and uploaded files. Errors: `not_found`, `too_many_submissions`; once something was added, what is left is
   * answered instead.
   */
  'public.addToLibrary': {
    input: z.strictObject({
      collection: zCollection,
      contentIds: z.array(zContentId).min(1).max(sharingLimits.addedAtOnce),
    }),
    output: z.object({
      addedCount: z.number().int(),
      skippedCount: z.number().int(),
      /** Ids in the caller's library, including those that were there already; in the order of the input. */
      contentIds: z.array(zContentId),
      /** What could not be added now, by its id in the collection, and why the first of these was refused. */
      left: z.array(zContentId),
      problem: zProblem.nullable(),
    }),
  },
  /** Adds everything in the collection now, as a task. Errors: `not_found`, `too_many_whole_collections`, `work_in_progress`. */
  'public.addAllToLibrary': {
    input: z.strictObject({ collection: zCollection }),
    output: z.object({ taskId: z.uuid(), total: z.number().int() }),
  },
  /** The caller's latest result; null before the first. */
  'public.addAllResult': { input: z.void(), output: zAddAllResult.nullable() },
  /** Deletes what the latest task added, except what was marked or edited since. Errors: as `userNote.deleteMany`. */
  'public.undoAddAll': {
    input: z.strictObject({ taskId: z.uuid() }),
    output: z.object({ taskId: z.uuid(), total: z.number().int() }),
  },
  /** Errors: `not_found`, `too_many_reports`. */
  'public.report': {
    input: z.strictObject({
      target: zReportTarget,
      reason: z.enum(reportReasons),
      message: zTypedText.trim().max(reportLength).default(''),
    }),
    output: z.object({}),
  },
  /** Null while the note is private. */
  'public.noteShare': { input: z.strictObject({ contentId: zContentId }), output: zNoteShare.nullable() },
  /** Not for guests. Errors: `not_found`, `note_missing`, `sign_in_needed`. */
  'public.shareNote': { input: z.strictObject({ contentId: zContentId }), output: zNoteShare },
  'public.unshareNote': { input: z.strictObject({ contentId: zContentId }), output: z.object({}) },
} as const;
