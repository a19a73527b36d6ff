/** What everybody sees, without an account. Every field is named here; the only file of this feature that both sides import. */
import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { zContentType } from '#features/library/contract.ts';
import { reportLength } from '#lib/input-limits.ts';
import { zTaskState } from '#lib/task-event.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { reportReasons } from './shared/report-reasons.ts';

export const sharingLimits = { search: 100, addedAtOnce: 50 } as const;

/** An id or a slug, also a former one. */
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
  /** By an administrator. */
  hidden: z.boolean(),
});
export type NoteShare = z.infer<typeof zNoteShare>;

/** What became of a whole collection that was added; while it works, so far. */
export const zAddAllResult = z.object({
  taskId: z.uuid(),
  state: zTaskState.exclude(['queued']),
  collectionId: z.uuid(),
  total: z.number().int(),
  addedCount: z.number().int(),
  /** What was there already, and files that somebody uploaded. */
  skippedCount: z.number().int(),
  /** What had no note and could not be begun. */
  refusedCount: z.number().int(),
});
export type AddAllResult = z.infer<typeof zAddAllResult>;

export const zReportTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('collection'), id: zCollection }),
  z.strictObject({ kind: z.literal('note'), slug: zCollection }),
]);

export const sharingContract = {
  /** Those with an item. Searched in names, descriptions and the titles of items, without a difference of case. */
  'public.collections': {
    input: z.strictObject({
      search: zTypedText.trim().max(sharingLimits.search).default(''),
      order: z.enum(['published', 'updated']).default('published'),
      limit: zLimit,
      cursor: zCursor,
    }),
    output: z.object({ collections: z.array(zPublicCollection), nextCursor: z.string().nullable() }),
  },
  /** Errors: `not_found`, also for a private or hidden one. */
  'public.collection': {
    input: z.strictObject({ id: zCollection, limit: zLimit, cursor: zCursor }),
    output: z.object({ collection: zPublicCollection, items: z.array(zPublicItem), nextCursor: z.string().nullable() }),
  },
  /**
   * Copies notes of a public collection with what their sources say; what has none is summarised. Skipped: what is there
   * already, and files that somebody uploaded. Errors: `not_found`, `too_many_submissions`.
   */
  'public.addToLibrary': {
    input: z.strictObject({
      collection: zCollection,
      contentIds: z.array(zContentId).min(1).max(sharingLimits.addedAtOnce),
    }),
    output: z.object({
      addedCount: z.number().int(),
      skippedCount: z.number().int(),
      /** Of the caller's library, also those that were there; in the order of the input. */
      contentIds: z.array(zContentId),
    }),
  },
  /** Everything that is in it now, as a task. Errors: `not_found`, `too_many_submissions`, `work_in_progress`. */
  'public.addAllToLibrary': {
    input: z.strictObject({ collection: zCollection }),
    output: z.object({ taskId: z.uuid(), total: z.number().int() }),
  },
  /** The latest of the caller; null before the first. */
  'public.addAllResult': { input: z.void(), output: zAddAllResult.nullable() },
  /** Deletes what the latest one added, as `userNote.deleteMany` does, but nothing that was marked or edited since. Errors: as there. */
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
  /** Guests cannot. Errors: `not_found`, `note_missing`, `sign_in_needed`. */
  'public.shareNote': { input: z.strictObject({ contentId: zContentId }), output: zNoteShare },
  'public.unshareNote': { input: z.strictObject({ contentId: zContentId }), output: z.object({}) },
} as const;
