/**
 * Collections: contents put together under a name. Procedures and fields have the names of the product specification.
 * The only file of this feature that both sides import.
 */
import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { zContentRow } from '#features/library/contract.ts';
import { zTypedText } from '#lib/typed-text.ts';
import { cleanCollectionName, collectionNameLength } from './shared/collection-name.ts';

export const collectionLimits = {
  perUser: 500,
  /** Contents in one collection. */
  items: 5_000,
  /** Contents in one call. */
  batch: 200,
} as const;

const zCollectionId = z.uuid();
/** Invisible characters and line breaks go; then 1 to 100 characters are left. */
const zName = z.string().max(1_000).transform(cleanCollectionName).pipe(z.string().min(1).max(collectionNameLength));
const zContentIds = z.array(zContentId).min(1).max(collectionLimits.batch);

/** A collection as the contents in it name it. */
export const zCollectionName = z.object({ id: zCollectionId, name: z.string(), is_public: z.boolean() });
export type CollectionName = z.infer<typeof zCollectionName>;

export const zCollection = zCollectionName.extend({
  slug: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** How many contents are in it: the first item's count. */
  collection_items: z.tuple([z.object({ count: z.number().int() })]),
});
export type Collection = z.infer<typeof zCollection>;

const zAdded = z.object({
  addedCount: z.number().int(),
  /** Those that were in it already, and those named twice. */
  skippedCount: z.number().int(),
});

export const shareContract = {
  /** By name. Errors: `not_found`. */
  'share.getContentCollections': { input: z.strictObject({ contentId: zContentId }), output: z.array(zCollectionName) },
  /** By content; contents that are not the caller's are left out. */
  'share.getBatchContentCollections': {
    input: z.strictObject({ contentIds: zContentIds }),
    output: z.record(zContentId, z.array(zCollectionName)),
  },
  /** Those changed last first. A caller without a session has none. */
  'share.listUserCollections': { input: z.void(), output: z.array(zCollection) },
  /** A collection by its id or slug, with a page of its contents in its own order. Errors: `not_found`. */
  'share.getCollectionDetails': {
    input: z.strictObject({
      id: zTypedText.min(1).max(200),
      limit: z.number().int().min(1).max(100).default(30),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ collection: zCollection, items: z.array(zContentRow), nextCursor: z.string().nullable() }),
  },
  /** With contents in it from the beginning, or none. Errors: `collection_limit`, `not_found`. */
  'share.createCollection': {
    input: z.strictObject({ name: zName, contentIds: z.array(zContentId).max(collectionLimits.batch).default([]) }),
    output: zAdded.extend({ collection: zCollection }),
  },
  /** Its address stays. Errors: `not_found`. */
  'share.renameCollection': { input: z.strictObject({ id: zCollectionId, name: zName }), output: zCollection },
  /** Its contents stay what and where they are. Errors: `not_found`. */
  'share.deleteCollection': { input: z.strictObject({ id: zCollectionId }), output: z.object({ deleted: z.literal(true) }) },
  /**
   * New ones stand first, in the order given. `positions`, one for each content, put back what was taken out. Errors:
   * `not_found` when the collection or one of the contents is not the caller's, `collection_full`; then nothing is added.
   */
  'share.addItemsToCollection': {
    input: z
      .strictObject({
        collectionId: zCollectionId,
        contentIds: zContentIds,
        positions: z.array(z.number().min(-1e12).max(1e12)).max(collectionLimits.batch).optional(),
      })
      .refine(({ contentIds, positions }) => positions === undefined || positions.length === contentIds.length, {
        path: ['positions'],
      }),
    output: zAdded,
  },
  /** Gives where they stood. Contents that are not in it are passed over. Errors: `not_found`. */
  'share.removeItemsFromCollection': {
    input: z.strictObject({ collectionId: zCollectionId, contentIds: zContentIds }),
    output: z.object({ removed: z.array(z.object({ contentId: zContentId, position: z.number() })) }),
  },
} as const;
